//! Small meshes, and valid mesh files of them in all formats and variants.

use jostle::{DVec3, Mesh, TetMesh, TriangleMesh};
use jostle_io::{Attribute, Encoding, Format, Values, VtuData, WriteOptions, to_bytes};

/// Coordinates that files often do not keep: negative zero, denormals, the ends of the range, thirds.
const SPECIAL: [f64; 9] = [
    -0.0,
    5e-324,
    -2.2250738585072014e-308,
    1e308,
    -1.7976931348623157e308,
    1.0 / 3.0,
    0.1,
    1e-5,
    1e16,
];

/// The surface of a tetrahedron.
pub fn tetrahedron() -> Mesh {
    let vertices = [[0.1, 0.2, 0.3], [1.1, 0.0, 0.0], [0.0, 1.3, 0.0], [0.0, 0.0, 1.7]];
    let elements = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    TriangleMesh::new(vertices.map(DVec3::from_array).to_vec(), elements).into()
}

/// A box of two cells, jittered, in twelve tetrahedra.
pub fn block() -> Mesh {
    let mut vertices = Vec::new();
    for i in 0..12u32 {
        let jitter = |axis: u32| ((i * 7 + axis * 5) % 11) as f64 / 100.0;
        let (x, y, z) = (i % 3, i / 3 % 2, i / 6);
        vertices.push(DVec3::new(x as f64 + jitter(0), y as f64 + jitter(1), z as f64 + jitter(2)));
    }
    let mut elements = Vec::new();
    for cell in [[0, 1, 4, 3, 6, 7, 10, 9], [1, 2, 5, 4, 7, 8, 11, 10]] {
        for [a, b] in [[1, 2], [2, 3], [3, 7], [7, 4], [4, 5], [5, 1]] {
            elements.push([cell[0], cell[a], cell[b], cell[6]]);
        }
    }
    TetMesh::new(vertices, elements).into()
}

/// Triangles or tetrahedra with coordinates that files often do not keep.
pub fn special_coordinates(tets: bool) -> Mesh {
    let vertices: Vec<DVec3> = (0..9)
        .map(|i| DVec3::new(SPECIAL[i], SPECIAL[(i + 3) % 9], SPECIAL[(i * 2) % 9]))
        .collect();
    if tets {
        TetMesh::new(vertices, vec![[8, 0, 3, 1], [4, 5, 6, 7]]).into()
    } else {
        TriangleMesh::new(vertices, vec![[8, 0, 3], [4, 5, 6]]).into()
    }
}

/// One attribute of each kind.
pub fn attributes(mesh: &Mesh) -> Vec<Attribute> {
    let count = mesh.element_count() as u32;
    vec![
        Attribute::new("object", Values::U32((0..count).collect())),
        Attribute::new("side", Values::I32((0..count as i32).map(|i| -i).collect())),
        Attribute::new("depth", Values::F64((0..count).map(|i| i as f64 / 3.0).collect())),
        Attribute::new("colliding", Values::Bool((0..count).map(|i| i % 2 == 0).collect())),
        Attribute::new("tint", Values::Colour((0..count).map(|i| [i as u8, 128, 255]).collect())),
    ]
}

/// Every way to write a format, with a name for each.
pub fn write_variants(format: Format) -> Vec<(String, WriteOptions)> {
    let encodings: &[Encoding] = match format {
        Format::Ply | Format::Msh22 | Format::Msh41 | Format::Vtu => {
            &[Encoding::Ascii, Encoding::Binary, Encoding::BinaryBigEndian]
        }
        Format::Stl | Format::Vtk => &[Encoding::Ascii, Encoding::Binary],
        _ => &[Encoding::Ascii],
    };
    let mut variants = Vec::new();
    for &encoding in encodings {
        let options = WriteOptions { format: Some(format), encoding, ..Default::default() };
        if format != Format::Vtu || encoding == Encoding::Ascii {
            variants.push((format!("{encoding:?}"), options));
            continue;
        }
        for vtu_data in [VtuData::Inline, VtuData::AppendedRaw, VtuData::AppendedBase64] {
            for (vtu_compress, vtu_wide_headers) in
                [(false, false), (false, true), (true, false), (true, true)]
            {
                let options = WriteOptions { vtu_data, vtu_compress, vtu_wide_headers, ..options };
                let name = format!("{encoding:?}-{vtu_data:?}-{vtu_compress}-{vtu_wide_headers}");
                variants.push((name, options));
            }
        }
    }
    variants
}

/// The extension of a format, without the dot.
pub fn extension(format: Format) -> &'static str {
    match format {
        Format::Ply => "ply",
        Format::Obj => "obj",
        Format::Stl => "stl",
        Format::Off => "off",
        Format::Msh22 | Format::Msh41 => "msh",
        Format::Vtk => "vtk",
        Format::Vtu => "vtu",
        Format::Medit => "mesh",
        _ => "gltf",
    }
}

/// Valid files of all formats and variants, with their names.
pub fn all() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for mesh in [tetrahedron(), block()] {
        for format in Format::ALL {
            let tets = matches!(mesh, Mesh::Tets(_));
            if format == Format::Gltf || (tets && !format.holds_tets()) {
                continue;
            }
            for (variant, options) in write_variants(format) {
                let name = format!("{}-{variant}.{}", mesh.kind().noun(), extension(format));
                let attributes = attributes(&mesh);
                let (bytes, _) =
                    to_bytes(&name, &mesh, &attributes, options).expect("can be written");
                files.push((name, bytes));
            }
        }
    }
    files.push(("scene.gltf".into(), gltf().into_bytes()));
    files.push(("scene.glb".into(), glb()));
    files.extend(HAND_MADE.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())));
    files
}

/// What the writers never write: polygons, cells of all kinds, strips, comments, old notations, parts.
const HAND_MADE: [(&str, &str); 13] = [
    (
        "notations.obj",
        "# c\nmtllib x\no a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0.5 0.2 0\nv 0 1 0\nvn 0 0 1\n\
         f 1//1 2//1 3//1 4//1 5//1\nf -5 -4 \\\n -3\nl 1 2\np 1\n",
    ),
    (
        "polygons.off",
        "COFF\n# c\n5 2 0\n0 0 0 1 1 1 1\n1 0 0 1 1 1 1\n1 1 0 1 1 1 1\n0.5 0.2 0 1 1 1 1\n\
         0 1 0 1 1 1 1\n5 0 1 2 3 4 255 0 0\n3 0 1 2\n",
    ),
    (
        "strips.ply",
        "ply\nformat ascii 1.0\ncomment c\nelement vertex 5\nproperty float x\nproperty float y\n\
         property uchar red\nproperty float z\nelement edge 1\nproperty int vertex1\n\
         property int vertex2\nelement tristrips 1\nproperty list int int vertex_indices\n\
         end_header\n0 0 9 0\n1 0 9 0\n0 1 9 0\n1 1 9 0\n0 2 9 0\n0 1\n8 0 1 2 3 -1 2 3 4\n",
    ),
    (
        "cells.vtk",
        "# vtk DataFile Version 2.0\ncells\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 9 float\n\
         0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1 0.5 0.5 2\nCELLS 6 34\n8 0 1 2 3 4 5 6 7\n\
         5 4 5 6 7 8\n6 0 1 2 4 5 6\n4 0 1 2 3\n2 0 1\n3 0 1 2\nCELL_TYPES 6\n12\n14\n13\n9\n3\n5\n\
         CELL_DATA 6\n",
    ),
    (
        "offsets.vtk",
        "# vtk DataFile Version 5.1\noffsets\nASCII\nDATASET POLYDATA\nFIELD FieldData 1\nt 1 1 double\n\
         0.5\nPOINTS 4 double\n0 0 0 1 0 0 1 1 0 0 1 0\nMETADATA\nINFORMATION 0\n\nPOLYGONS 3 7\n\
         OFFSETS vtktypeint64\n0 4 7\nCONNECTIVITY vtktypeint64\n0 1 2 3 0 1 2\nTRIANGLE_STRIPS 1 5\n\
         4 0 1 3 2\n",
    ),
    (
        "kinds.mesh",
        "MeshVersionFormatted 1\n# c\nDimension 3\nVertices 8\n0 0 0 1\n1 0 0 1\n1 1 0 1\n0 1 0 1\n\
         0 0 1 1\n1 0 1 1\n1 1 1 1\n0 1 1 1\nEdges 1\n1 2 0\nHexahedra 1\n1 2 3 4 5 6 7 8 0\n\
         Quadrilaterals 1\n1 2 3 4 0\nPrisms 1\n1 2 3 5 6 7 0\nPyramids 1\n1 2 3 4 5 0\nCorners 1\n1\n\
         End\n",
    ),
    (
        "objects.obj",
        "l 1 2\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\no left\nf 1 2 3 4\nvcolor 1 0 0\no \
         right # c\nf 2 3 4\nl 2 3\no left\nf 1 3 4\n",
    ),
    (
        "groups.obj",
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\ng left\nf 1 2 3\ng right half\nf 1 3 4\ng\nf 1 2 4\n",
    ),
    (
        "solids.stl",
        "solid lid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 \
         0\nendloop\nendfacet\nendsolid lid\nsolid \nfacet normal 0 0 1\nouter loop\nvertex 1 0 \
         0\nvertex 2 0 0\nvertex 1 1 0\nendloop\nendfacet\nendsolid \nsolid lid\nfacet normal 0 0 \
         1\nouter loop\nvertex 2 0 0\nvertex 3 0 0\nvertex 2 1 0\nendloop\nendfacet\nendsolid \
         lid\n",
    ),
    (
        "groups-22.msh",
        "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n3\n2 1 \"skin\"\n3 7 \"left \
         half\"\n3 8 \"right\"\n$EndPhysicalNames\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 \
         1\n5 1 1 1\n$EndNodes\n$Elements\n4\n11 2 2 1 1 1 2 3\n12 4 2 7 1 1 2 3 4\n13 4 2 8 2 2 \
         3 4 5\n14 4 2 0 3 1 3 4 5\n$EndElements\n",
    ),
    (
        "groups-41.msh",
        "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 1 \"skin\"\n2 3 \
         \"base\"\n$EndPhysicalNames\n$Entities\n1 0 3 0\n4 0 0 0 1 9\n5 0 0 0 1 1 0 2 6 1 1 4\n6 \
         0 0 0 1 1 0 1 -3 0\n7 0 0 0 1 1 0 0 0\n$EndEntities\n$Nodes\n1 4 1 4\n2 5 0 \
         4\n1\n2\n3\n4\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n$EndNodes\n$Elements\n4 5 1 5\n0 4 15 1\n1 \
         1\n2 5 2 2\n2 1 2 3\n3 1 2 4\n2 6 2 1\n4 1 3 4\n2 7 2 1\n5 2 3 4\n$EndElements\n",
    ),
    (
        "pieces.vtu",
        "<VTKFile type=\"UnstructuredGrid\" \
         byte_order=\"LittleEndian\"><UnstructuredGrid><Piece><Points><DataArray type=\"Float64\" \
         format=\"ascii\">0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points><Cells><DataArray \
         type=\"Int64\" Name=\"connectivity\" format=\"ascii\">0 1 0 1 2 0 1 2 \
         3</DataArray><DataArray type=\"Int64\" Name=\"offsets\" format=\"ascii\">2 5 \
         9</DataArray><DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">3 5 \
         10</DataArray></Cells></Piece><Piece><Points><DataArray type=\"Float64\" \
         format=\"ascii\">5 0 0 6 0 0 5 1 0 5 0 1</DataArray></Points><Cells><DataArray \
         type=\"Int64\" Name=\"connectivity\" format=\"ascii\">0 1 0 1 2 0 1 2 \
         3</DataArray><DataArray type=\"Int64\" Name=\"offsets\" format=\"ascii\">2 5 \
         9</DataArray><DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">3 5 \
         10</DataArray></Cells></Piece></UnstructuredGrid></VTKFile>",
    ),
    (
        "order.vtk",
        "# vtk DataFile Version 3.0\nx\nASCII\nDATASET POLYDATA\nPOINTS 5 float\n0 0 0 1 0 0 1 1 \
         0 0 1 0 0 0 1\nTRIANGLE_STRIPS 1 5\n4 0 1 3 2\nPOLYGONS 2 9\n4 0 1 2 3\n3 0 1 4\nLINES 1 \
         3\n2 0 1\nVERTICES 1 3\n2 0 1\n",
    ),
];

/// Five corners of a square and its middle, as floats, then indices of two triangles and of a strip.
fn gltf_buffer() -> Vec<u8> {
    let corners: [[f32; 3]; 5] =
        [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.], [0.5, 0.5, 1.]];
    let mut bytes: Vec<u8> = corners.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    bytes.extend([0u16, 1, 2, 0, 2, 3].iter().flat_map(|i| i.to_le_bytes()));
    bytes.extend([0u8, 1, 3, 4]);
    bytes
}

fn gltf_json(buffer: &str) -> String {
    format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[0]}}],\
         \"nodes\":[{{\"name\":\"body\",\"mesh\":0,\"children\":[1,2]}},\
         {{\"name\":\"body\",\"mesh\":0,\"translation\":[0,0,5],\"rotation\":[0,0,0.70710677,0.70710677],\
         \"scale\":[2,-2,2]}},{{\"mesh\":1,\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,7,8,9,1]}}],\
         \"meshes\":[{{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}},\"indices\":1}},\
         {{\"attributes\":{{\"POSITION\":0}},\"indices\":2,\"mode\":5}}]}},\
         {{\"primitives\":[{{\"attributes\":{{\"POSITION\":0}},\"mode\":6}}]}}],\
         \"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"count\":5,\"type\":\"VEC3\",\
         \"min\":[0,0,0],\"max\":[1,1,1]}},\
         {{\"bufferView\":1,\"componentType\":5123,\"count\":6,\"type\":\"SCALAR\"}},\
         {{\"bufferView\":2,\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\"}}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":60}},\
         {{\"buffer\":0,\"byteOffset\":60,\"byteLength\":12}},\
         {{\"buffer\":0,\"byteOffset\":72,\"byteLength\":4}}],\
         \"buffers\":[{{\"byteLength\":76{buffer}}}]}}"
    )
}

/// A scene with its buffer in base64.
pub fn gltf() -> String {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = gltf_buffer();
    // 78 bytes need no padding.
    bytes.resize(78, 0);
    let base64: String = bytes
        .chunks(3)
        .flat_map(|c| {
            let bits = (c[0] as usize) << 16 | (c[1] as usize) << 8 | c[2] as usize;
            [18, 12, 6, 0].map(|shift| ALPHABET[bits >> shift & 63] as char)
        })
        .collect();
    gltf_json(&format!(",\"uri\":\"data:application/octet-stream;base64,{base64}\""))
}

/// The same scene with its buffer in a file of the given name, and that file.
pub fn gltf_with_buffer(name: &str) -> (String, Vec<u8>) {
    (gltf_json(&format!(",\"uri\":\"{name}\"")), gltf_buffer())
}

/// The same scene as GLB.
pub fn glb() -> Vec<u8> {
    let mut json = gltf_json("").into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let buffer = gltf_buffer();
    let mut glb = b"glTF".to_vec();
    let length = 12 + 8 + json.len() + 8 + buffer.len();
    glb.extend([2, length as u32, json.len() as u32].iter().flat_map(|n| n.to_le_bytes()));
    glb.extend(b"JSON");
    glb.extend(json);
    glb.extend((buffer.len() as u32).to_le_bytes());
    glb.extend(b"BIN\0");
    glb.extend(buffer);
    glb
}
