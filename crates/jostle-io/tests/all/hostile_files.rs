//! Hostile files: each small in bytes and huge in what it asks for. Random damage rarely makes them.

use crate::ALLOCATOR;
use jostle_testing::alone;
use jostle_testing::reader_fuzzing::{FuzzReport, watch_for_hangs};
use std::io::Write;

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn vtu(attributes: &str, arrays: &str, appended: &[u8]) -> Vec<u8> {
    let mut file = format!(
        "<VTKFile type=\"UnstructuredGrid\" byte_order=\"LittleEndian\" header_type=\"UInt32\" \
         {attributes}><UnstructuredGrid>{arrays}</UnstructuredGrid><AppendedData encoding=\"raw\">_"
    )
    .into_bytes();
    file.extend_from_slice(appended);
    file.extend_from_slice(b"</AppendedData></VTKFile>");
    file
}

fn piece(points: usize) -> String {
    format!(
        "<Piece><Points><DataArray type=\"Float64\" format=\"appended\" offset=\"{points}\"/></Points>\
         </Piece>"
    )
}

/// A hundred megabytes of zeros in a hundred kilobytes.
fn zlib_bomb(announced: u32) -> Vec<u8> {
    let packed = zlib(&vec![0; 100_000_000]);
    let mut appended: Vec<u8> = [1, announced, announced, packed.len() as u32]
        .iter()
        .flat_map(|n| n.to_le_bytes())
        .collect();
    appended.extend(packed);
    vtu("compressor=\"vtkZLibDataCompressor\"", &piece(0), &appended)
}

fn gltf(parts: &str) -> Vec<u8> {
    format!("{{\"asset\":{{\"version\":\"2.0\"}},{parts}}}").into_bytes()
}

fn polygon(corners: usize, is_star: bool) -> Vec<u8> {
    let mut obj = String::new();
    for i in 0..corners {
        let (y, x) = (i as f64 / corners as f64 * std::f64::consts::TAU).sin_cos();
        let radius = if is_star && i % 2 == 0 { 1.0 } else { 2.0 };
        obj.push_str(&format!("v {} {} 0\n", x * radius, y * radius));
    }
    obj.push('f');
    (1..=corners).for_each(|i| obj.push_str(&format!(" {i}")));
    obj.into_bytes()
}

fn binary_ply(elements: &str) -> Vec<u8> {
    format!("ply\nformat binary_little_endian 1.0\n{elements}end_header\n").into_bytes()
}

#[test]
fn small_files_cannot_ask_for_much() {
    alone!();
    let zeros = "\"accessors\":[{\"componentType\":5126,\"count\":4294967295,\"type\":\"VEC3\"}],\
        \"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]";
    let zeros_many_times = "\"accessors\":[{\"componentType\":5126,\"count\":9999,\"type\":\"VEC3\"}],\
        \"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}]";
    let doubling: Vec<String> =
        (0..60).map(|i| format!("{{\"children\":[{0},{0}]}}", i + 1)).collect();
    let list = |item: &str, count: usize| vec![item; count].join(",");
    let (must_refuse, may_read) = (true, false);
    let cases: Vec<(&str, bool, Vec<u8>)> = vec![
        (
            "many.ply",
            must_refuse,
            binary_ply(
                "element vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\n",
            ),
        ),
        ("nothing.ply", may_read, binary_ply("element void 18446744073709551615\n")),
        (
            "list.ply",
            must_refuse,
            [binary_ply("element face 1\nproperty list uint int vertex_indices\n"), vec![0xff; 8]]
                .concat(),
        ),
        ("many.stl", must_refuse, [vec![b' '; 80], vec![0xff; 100]].concat()),
        ("many.off", must_refuse, b"OFF\n4000000000 4000000000 0\n0 0 0\n".to_vec()),
        (
            "many.mesh",
            must_refuse,
            b"MeshVersionFormatted 2\nDimension 3\nVertices\n4000000000\n".to_vec(),
        ),
        (
            "many.msh",
            must_refuse,
            b"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4000000000\n".to_vec(),
        ),
        (
            "many.vtk",
            must_refuse,
            b"# vtk DataFile Version 3.0\n\nBINARY\nDATASET POLYDATA\nPOINTS 4000000000 float\n"
                .to_vec(),
        ),
        ("bomb.vtu", must_refuse, zlib_bomb(100_000_000)),
        ("liar.vtu", must_refuse, zlib_bomb(1000)),
        ("deep.vtu", must_refuse, format!("<VTKFile>{}", "<a>".repeat(100_000)).into_bytes()),
        ("zeros.gltf", must_refuse, gltf(zeros)),
        (
            "instances.gltf",
            must_refuse,
            gltf(&format!("{zeros_many_times},\"nodes\":[{}]", list("{\"mesh\":0}", 20_000))),
        ),
        ("doubling.gltf", must_refuse, gltf(&format!("\"nodes\":[{},{{}}]", doubling.join(",")))),
        ("cycle.gltf", may_read, gltf("\"nodes\":[{\"children\":[0]}]")),
        (
            "roots.gltf",
            must_refuse,
            gltf(&format!("\"nodes\":[{{}}],\"scenes\":[{{\"nodes\":[{}]}}]", list("0", 300_000))),
        ),
        ("deep.gltf", must_refuse, gltf(&format!("\"extras\":{}", "[".repeat(100_000)))),
        ("disc.obj", may_read, polygon(200_000, false)),
        ("star.obj", may_read, polygon(4_000, true)),
        ("large-star.obj", must_refuse, polygon(200_000, true)),
        ("line.obj", may_read, vec![b'\\'; 1_000_000]),
    ];
    watch_for_hangs(0);
    let mut report = FuzzReport::default();
    for (number, (name, refuse, bytes)) in cases.iter().enumerate() {
        let refused = report.refused;
        report.check_file(&ALLOCATOR, number, name, bytes);
        assert!(!refuse || report.refused > refused, "'{name}' is read");
    }
    assert!(report.broken.is_empty(), "{:#?}", report.broken);
    assert!(report.slowest.as_secs() < 20, "{:?}", report.slowest);
}
