//! Promise: what is written is read back bit for bit, in every format and variant.

use jostle::{DVec3, Mesh, TetMesh, TriangleMesh};
use jostle_io::{
    Attribute, Error, Format, ReadOptions, Values, WriteOptions, read, read_bytes, read_bytes_with,
    to_bytes, write,
};
use jostle_testing::mesh_files::{
    attributes, block, extension, special_coordinates, tetrahedron, write_variants,
};
use proptest::prelude::*;

/// `==` would take -0.0 for 0.0.
fn bits(mesh: &Mesh) -> Vec<[u64; 3]> {
    mesh.vertices().iter().map(|p| p.to_array().map(f64::to_bits)).collect()
}

fn assert_round_trip(mesh: &Mesh, with_attributes: bool) {
    for format in Format::ALL {
        let tets = matches!(mesh, Mesh::Tets(_));
        if matches!(format, Format::Gltf | Format::Stl) || (tets && !format.holds_tets()) {
            continue;
        }
        for (variant, options) in write_variants(format) {
            let name = format!("mesh.{}", extension(format));
            let attributes = if with_attributes { attributes(mesh) } else { Vec::new() };
            let (bytes, _) = to_bytes(&name, mesh, &attributes, options).unwrap();
            let allow_empty = ReadOptions::default().allow_empty(true);
            let file = read_bytes_with(&name, &bytes, allow_empty)
                .unwrap_or_else(|error| panic!("{format} {variant}: {error}"));
            assert_eq!(file.format, format, "{variant}");
            assert!(file.report.is_empty(), "{format} {variant}: {}", file.report);
            assert_eq!(&file.mesh, mesh, "{format} {variant}");
            assert_eq!(bits(&file.mesh), bits(mesh), "{format} {variant}");
            // Without its name, the content still tells the format; empty OBJ has no content.
            if mesh.element_count() > 0 {
                assert_eq!(read_bytes("nameless", &bytes).unwrap().format, format, "{variant}");
            }
        }
    }
}

#[test]
fn ordinary_meshes() {
    for mesh in [tetrahedron(), block()] {
        assert_round_trip(&mesh, true);
        assert_round_trip(&mesh, false);
    }
}

#[test]
fn coordinates_at_the_ends_of_the_range() {
    assert_round_trip(&special_coordinates(false), true);
    assert_round_trip(&special_coordinates(true), true);
}

#[test]
fn empty_meshes_and_loose_vertices() {
    assert_round_trip(&TriangleMesh::default().into(), true);
    assert_round_trip(&TriangleMesh::new(vec![DVec3::ONE; 3], vec![]).into(), true);
}

#[test]
fn meshes_of_several_blocks() {
    // More bytes than one zlib block of a VTU file holds, and than one task of a PLY file.
    let vertices: Vec<DVec3> =
        (0..40_000).map(|i| DVec3::new(i as f64, (i * i) as f64, 1.0 / (i + 1) as f64)).collect();
    let triangles = (0..39_998).map(|i| [i, i + 1, i + 2]).collect();
    let tets = (0..39_997).map(|i| [i, i + 1, i + 2, i + 3]).collect();
    assert_round_trip(&TriangleMesh::new(vertices.clone(), triangles).into(), false);
    assert_round_trip(&TetMesh::new(vertices, tets).into(), false);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_mesh(
        coordinates in prop::collection::vec(
            prop::array::uniform3(any::<f64>().prop_filter("finite", |x| x.is_finite())), 4..20),
        picks in prop::collection::vec(any::<u64>(), 0..20),
    ) {
        let count = coordinates.len() as u64;
        let vertices: Vec<DVec3> = coordinates.into_iter().map(DVec3::from_array).collect();
        let element = |pick: &u64| {
            let first = pick % count;
            [0, 1, 2, 3].map(|i| ((first + i) % count) as u32)
        };
        let tets: Vec<_> = picks.iter().map(element).collect();
        let triangles = tets.iter().map(|t| [t[2], t[0], t[3]]).collect();
        assert_round_trip(&TriangleMesh::new(vertices.clone(), triangles).into(), false);
        if !tets.is_empty() {
            assert_round_trip(&TetMesh::new(vertices, tets).into(), false);
        }
    }
}

#[test]
fn files_appear_whole_and_leave_nothing_behind() {
    let folder = std::env::temp_dir().join(format!("jostle-io-whole-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("mesh.ply");
    for _ in 0..2 {
        write(&path, &tetrahedron(), &[], WriteOptions::default()).unwrap();
    }
    assert_eq!(read(&path).unwrap().mesh, tetrahedron());
    let names: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["mesh.ply"]);
    std::fs::remove_dir_all(&folder).unwrap();

    let error = write(&path, &tetrahedron(), &[], WriteOptions::default()).unwrap_err();
    assert!(error.to_string().contains(&path.display().to_string()), "{error}");
    assert!(read(&path).unwrap_err().to_string().contains("mesh.ply"));
}

fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("jostle-io-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn names(folder: &std::path::Path) -> Vec<std::ffi::OsString> {
    let mut names: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    names
}

#[test]
fn a_failed_write_leaves_everything_as_it_was() {
    let folder = folder("failed");
    std::fs::create_dir(folder.join("folder.ply")).unwrap();
    let read_only = folder.join("read-only.ply");
    std::fs::write(&read_only, b"kept").unwrap();
    let mut permissions = std::fs::metadata(&read_only).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&read_only, permissions).unwrap();
    for (name, expected) in [("folder.ply", "folder"), ("read-only.ply", "read-only")] {
        let path = folder.join(name);
        let error = write(&path, &tetrahedron(), &[], WriteOptions::default()).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
    assert_eq!(std::fs::read(&read_only).unwrap(), b"kept");
    assert_eq!(names(&folder), ["folder.ply", "read-only.ply"]);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_name_of_any_length_can_be_written() {
    let folder = folder("long");
    let path = folder.join(format!("{}.ply", "x".repeat(251)));
    write(&path, &tetrahedron(), &[], WriteOptions::default()).unwrap();
    assert_eq!(read(&path).unwrap().mesh, tetrahedron());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("links");
    std::fs::create_dir(folder.join("results")).unwrap();
    symlink("results/mesh.ply", folder.join("link.ply")).unwrap();
    symlink("link.ply", folder.join("second.ply")).unwrap();
    let target = folder.join("results/mesh.ply");
    for path in ["link.ply", "second.ply"] {
        write(folder.join(path), &tetrahedron(), &[], WriteOptions::default()).unwrap();
        assert_eq!(names(&folder), ["link.ply", "results", "second.ply"]);
        assert_eq!(names(&folder.join("results")), ["mesh.ply"]);
        assert!(folder.join("link.ply").is_symlink() && !target.is_symlink());
        std::fs::set_permissions(&target, PermissionsExt::from_mode(0o640)).unwrap();
    }
    write(&target, &block(), &[], WriteOptions { format: Some(Format::Vtu), ..Default::default() })
        .unwrap();
    assert_eq!(std::fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o640);

    symlink("round.ply", folder.join("round.ply")).unwrap();
    let round = folder.join("round.ply");
    let error = write(round, &tetrahedron(), &[], WriteOptions::default()).unwrap_err();
    assert!(error.to_string().contains("leads to itself"), "{error}");
    // A device is not replaced by a file.
    write(
        "/dev/null",
        &tetrahedron(),
        &[],
        WriteOptions { format: Some(Format::Ply), ..Default::default() },
    )
    .unwrap();
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_a_format_cannot_hold_is_said() {
    for name in ["a.ply", "a.obj", "a.stl", "a.off"] {
        let error = to_bytes(name, &block(), &[], WriteOptions::default()).unwrap_err();
        assert!(matches!(error, Error::NotRepresentable { .. }));
        assert!(error.to_string().contains(name) && error.to_string().contains(".vtu"), "{error}");
    }
    let attributes = attributes(&tetrahedron());
    for (name, lost) in
        [("a.obj", 5), ("a.stl", 5), ("a.mesh", 5), ("a.off", 4), ("a.ply", 0), ("a.vtu", 0)]
    {
        let written = to_bytes(name, &tetrahedron(), &attributes, Default::default()).unwrap().1;
        assert_eq!(written.not_carried.len(), lost, "{name}");
    }
    for name in ["a.glb", "a.docx", "a"] {
        assert!(to_bytes(name, &tetrahedron(), &[], Default::default()).is_err());
    }
    let short = Attribute::new("short", Values::U32(vec![1]));
    let error = to_bytes("a.ply", &tetrahedron(), &[short], Default::default()).unwrap_err();
    assert!(error.to_string().contains("'short' has 1 values for 4 elements"), "{error}");
    let same_values = |name| Attribute::new(name, Values::Bool(vec![true; 4]));
    for pair in [["same", "same"], ["a b", "a_b"], ["", "x"]] {
        assert!(
            to_bytes("a.ply", &tetrahedron(), &pair.map(same_values), Default::default()).is_err()
        );
    }
}
