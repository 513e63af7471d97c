//! What the writers never write is read all the same: other layouts, other shapes, other notations.

use jostle::{DVec3, Mesh};
use jostle_io::{Format, MeshFile, read, read_bytes};
use jostle_testing::mesh_files;

fn hand_made(name: &str) -> MeshFile {
    let files = mesh_files::all();
    let (_, bytes) = files.iter().find(|(file, _)| file == name).unwrap();
    read_bytes(name, bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn triangles(file: &MeshFile) -> &[[u32; 3]] {
    match &file.mesh {
        Mesh::Triangles(mesh) => &mesh.elements,
        Mesh::Tets(_) => panic!("a surface"),
    }
}

fn refusal(name: &str, bytes: &[u8]) -> String {
    read_bytes(name, bytes).unwrap_err().to_string()
}

#[test]
fn shapes_are_split_and_counted() {
    let obj = hand_made("notations.obj");
    assert_eq!(obj.mesh.element_count(), 4);
    assert_eq!((obj.report.polygons_split, obj.report.polygons_not_simple), (1, 0));
    assert_eq!((obj.report.lines_skipped, obj.report.points_skipped), (1, 1));
    assert_eq!(obj.report.sources, [0, 0, 0, 1]);

    let ply = hand_made("strips.ply");
    assert_eq!(triangles(&ply), [[0, 1, 2], [2, 1, 3], [2, 3, 4]]);
    assert_eq!((ply.report.strips_split, ply.report.lines_skipped), (1, 1));
    assert!(ply.report.sources.is_empty());

    let vtk = hand_made("offsets.vtk");
    assert_eq!(triangles(&vtk), [[0, 1, 2], [0, 2, 3], [0, 1, 2], [0, 1, 3], [3, 1, 2]]);

    let cells = hand_made("cells.vtk");
    assert_eq!(cells.mesh.element_count(), 6 + 2 + 3);
    assert_eq!(cells.report.surface_elements_skipped, 2);
    assert_eq!(
        cells.report.to_string(),
        "hexahedra split into tetrahedra: 1\nwedges split into tetrahedra: 1\n\
         pyramids split into tetrahedra: 1\nlines skipped: 1\n\
         surface elements skipped in favour of the volume: 2"
    );
    assert_eq!(hand_made("kinds.mesh").mesh.element_count(), 6 + 3 + 2);
}

#[test]
fn pixels_and_voxels_count_along_the_axes() {
    let vtk = "# vtk DataFile Version 2.0\n\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 8 float\n\
        0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1\n";
    let pixel = format!("{vtk}CELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n8\n");
    let file = read_bytes("t.vtk", pixel.as_bytes()).unwrap();
    assert_eq!(triangles(&file), [[0, 1, 3], [0, 3, 2]]);
    let voxel = format!("{vtk}CELLS 1 9\n8 0 1 2 3 4 5 6 7\nCELL_TYPES 1\n11\n");
    let Mesh::Tets(mesh) = read_bytes("t.vtk", voxel.as_bytes()).unwrap().mesh else {
        panic!("a volume")
    };
    let volume: f64 = (0..6)
        .map(|element| {
            let [a, b, c, d] = mesh.corners(element);
            (b - a).cross(c - a).dot(d - a) / 6.0
        })
        .sum();
    assert!((volume - 1.0).abs() < 4.0 * f64::EPSILON);
}

#[test]
fn curved_elements_are_straightened() {
    let msh = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Comments\nx $Nodes\n$EndComments\n$Nodes\n6\n\
        10 0 0 0\n30 1 0 0\n20 0 1 0\n40 1 1 0\n50 2 1 0\n60 1 2 0\n$EndNodes\n$Elements\n2\n\
        1 9 2 0 1 10 30 20 40 50 60\n2 15 2 0 1 10\n$EndElements\n";
    let file = read_bytes("t.msh", msh.as_bytes()).unwrap();
    assert_eq!(triangles(&file), [[0, 1, 2]]);
    assert_eq!((file.report.curved_straightened, file.report.points_skipped), (1, 1));
}

/// The same two triangles in PLY layouts of fixed stride, and in others.
#[test]
fn ply_layouts_agree() {
    let corners: [[f32; 3]; 4] = [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.5], [0., 1., 0.25]];
    let expected: Vec<DVec3> =
        corners.iter().map(|&[x, y, z]| DVec3::new(x as f64, y as f64, z as f64)).collect();
    for big in [false, true] {
        let order = |little: &[u8]| -> Vec<u8> {
            if big { little.iter().rev().copied().collect() } else { little.to_vec() }
        };
        for (length, index, extra) in [
            ("uchar", "int", false),
            ("uchar", "int", true),
            ("char", "uint", true),
            ("int", "ushort", false),
            ("uchar", "int64", false),
        ] {
            let endian = if big { "big" } else { "little" };
            let extras = if extra { "property uchar red\nproperty float depth\n" } else { "" };
            let mut ply = format!(
                "ply\nformat binary_{endian}_endian 1.0\nelement vertex 4\nproperty float z\n\
                 {extras}property float x\nproperty double y\nelement face 2\n{extras}\
                 property list {length} {index} vertex_index\nend_header\n"
            )
            .into_bytes();
            let extra_bytes: &[u8] = if extra { &[9; 5] } else { &[] };
            for [x, y, z] in corners {
                ply.extend(order(&z.to_le_bytes()));
                ply.extend(extra_bytes);
                ply.extend(order(&x.to_le_bytes()));
                ply.extend(order(&(y as f64).to_le_bytes()));
            }
            for face in [[0u64, 1, 2], [0, 2, 3]] {
                ply.extend(extra_bytes);
                ply.extend(order(&3u32.to_le_bytes()[..if length == "int" { 4 } else { 1 }]));
                let size = match index {
                    "ushort" => 2,
                    "int64" => 8,
                    _ => 4,
                };
                face.iter().for_each(|i| ply.extend(order(&i.to_le_bytes()[..size])));
            }
            let file = read_bytes("t.ply", &ply).unwrap();
            assert_eq!(file.mesh.vertices(), expected, "{length} {index} {endian}");
            assert_eq!(triangles(&file), [[0, 1, 2], [0, 2, 3]], "{length} {index} {endian}");
        }
    }
}

fn binary_ply(vertices: &[[f64; 3]], faces: &[&[i32]]) -> Vec<u8> {
    let mut ply = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty double x\n\
         property double y\nproperty double z\nelement face {}\n\
         property list uchar int vertex_indices\nend_header\n",
        vertices.len(),
        faces.len()
    )
    .into_bytes();
    ply.extend(vertices.iter().flatten().flat_map(|x| x.to_le_bytes()));
    for face in faces {
        ply.push(face.len() as u8);
        ply.extend(face.iter().flat_map(|i| i.to_le_bytes()));
    }
    ply
}

#[test]
fn the_fast_path_leaves_nothing_unnamed() {
    let square = [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.], [0., 1., 0.]];
    let mixed = read_bytes("t.ply", &binary_ply(&square, &[&[0, 1, 2], &[0, 1, 2, 3]])).unwrap();
    assert_eq!(mixed.report.sources, [0, 1, 1]);
    let collapsed = read_bytes("t.ply", &binary_ply(&square, &[&[0, 1, 1], &[0, 1, 2]])).unwrap();
    assert_eq!((collapsed.report.collapsed, collapsed.report.sources), (vec![0], vec![1]));
    let message = refusal("t.ply", &binary_ply(&square, &[&[0, 1, 2], &[0, 1, 4]]));
    assert!(message.contains("triangle 1 refers to vertex 4"), "{message}");
    let message = refusal("t.ply", &binary_ply(&square, &[&[0, 1, 2], &[0, -1, 2]]));
    assert!(message.contains("face 1 refers to vertex -1"), "{message}");
    let holed = [[0., 0., 0.], [1., 0., 0.], [1., f64::NAN, 0.]];
    let message = refusal("t.ply", &binary_ply(&holed, &[&[0, 1, 2]]));
    assert!(message.contains("vertex 2 is at (1, NaN, 0)"), "{message}");
    let cut = binary_ply(&square, &[&[0, 1, 2]]);
    let message = refusal("t.ply", &cut[..cut.len() - 1]);
    assert!(message.contains("'t.ply', byte "), "{message}");
}

/// Ordinary PLY files are converted as they come from the disk; the mesh is the same.
#[test]
fn streamed_files_are_read_as_from_memory() {
    let folder = std::env::temp_dir().join(format!("jostle-io-stream-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("t.ply");
    let vertices: Vec<[f64; 3]> = (0..20_000).map(|i| [i as f64, -0.0, 1.0 / i as f64]).collect();
    let faces: Vec<[i32; 3]> =
        (0..20_000).map(|i| [i, (i + 1) % 20_000, (i + 7) % 20_000]).collect();
    let mut vertices_cases = vec![vertices.clone(), vertices.clone()];
    vertices_cases[0][0] = [0.0; 3];
    vertices_cases[1][19_999][2] = f64::INFINITY;
    for vertices in vertices_cases {
        for bad in [[0, 1, 2], [5, 6, 5], [0, 1, 20_000], [0, -1, 2]] {
            let mut faces: Vec<&[i32]> = faces.iter().map(|face| &face[..]).collect();
            faces[19_998] = &bad;
            let ply = binary_ply(&vertices, &faces);
            for end in [ply.len(), ply.len() - 1] {
                std::fs::write(&path, &ply[..end]).unwrap();
                let name = path.display().to_string();
                match (read(&path), read_bytes(&name, &ply[..end])) {
                    (Ok(streamed), Ok(whole)) => assert_eq!(streamed, whole),
                    (streamed, whole) => assert_eq!(
                        streamed.unwrap_err().to_string(),
                        whole.unwrap_err().to_string()
                    ),
                }
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_misleading_name_is_reported() {
    let ply = binary_ply(&[[0., 0., 0.], [1., 0., 0.], [1., 1., 0.]], &[&[0, 1, 2]]);
    let file = read_bytes("model.obj", &ply).unwrap();
    assert_eq!(file.format, Format::Ply);
    assert_eq!(file.report.misleading_extension.as_deref(), Some("obj"));
    assert!(file.report.to_string().contains("'obj' is misleading"));
}

#[test]
fn what_is_legal_but_not_read_is_named_with_a_remedy() {
    for (name, bytes, expected) in [
        ("a.msh", &b"$MeshFormat\n4.0 0 8\n$EndMeshFormat\n"[..], "MSH version 4.0 cannot be read"),
        ("a.meshb", &[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0], "binary MEDIT cannot be read"),
        ("a.off", b"4OFF\n0 0 0\n", "other dimensions cannot be read"),
        ("a.vtk", b"# vtk DataFile Version 3.0\n\nASCII\nDATASET STRUCTURED_GRID\n", "dataset"),
        ("a.vtu", b"<VTKFile type=\"PolyData\"></VTKFile>", "type 'PolyData' cannot be read"),
        (
            "a.vtu",
            b"<VTKFile type=\"UnstructuredGrid\" compressor=\"vtkLZ4DataCompressor\"></VTKFile>",
            "compressed by vtkLZ4DataCompressor cannot be read; save it",
        ),
        ("a.gltf", b"{\"asset\":{\"version\":\"1.0\"}}", "glTF version '1.0' cannot be read"),
        ("a.xyz", b"1 2 3", "the content is text that is no mesh; use PLY"),
    ] {
        let message = refusal(name, bytes);
        assert!(message.contains(expected) && message.contains(name), "{message}");
    }
}
