//! Named parts of a file are parts of its mesh, in every format that has them.

use jostle_io::{MeshFile, read_bytes};
use jostle_testing::mesh_files;

fn hand_made(name: &str) -> MeshFile {
    let files = mesh_files::all();
    let (_, bytes) = files.iter().find(|(file, _)| file == name).unwrap();
    read_bytes(name, bytes).unwrap_or_else(|error| panic!("{error}"))
}

/// The parts of a file, with the numbers of their elements in the file.
fn parts(name: &str) -> Vec<(Option<String>, Vec<u32>)> {
    let parts = hand_made(name).into_parts();
    for part in &parts {
        assert_eq!(part.mesh.check(), Ok(()));
        assert_eq!(part.mesh.element_count(), part.sources.len());
    }
    parts.into_iter().map(|part| (part.name, part.sources)).collect()
}

fn named(name: &str, sources: &[u32]) -> (Option<String>, Vec<u32>) {
    (Some(name.to_owned()), sources.to_vec())
}

#[test]
fn every_format_that_names_parts_has_them() {
    assert_eq!(
        parts("objects.obj"),
        [(None, vec![0]), named("left", &[1, 1, 3]), named("right", &[2])]
    );
    assert_eq!(
        parts("groups.obj"),
        [named("left", &[0]), named("right half", &[1]), (None, vec![2])]
    );
    assert_eq!(
        parts("solids.stl"),
        [named("lid", &[0]), named("solid 1", &[1]), named("lid_1", &[2])]
    );
    // The first element is a triangle, which the volume leaves out.
    assert_eq!(
        parts("groups-22.msh"),
        [named("left half", &[1]), named("right", &[2]), (None, vec![3])]
    );
    // The first element is a point. An entity is in the first of its groups that has a name.
    assert_eq!(
        parts("groups-41.msh"),
        [named("skin", &[1, 2]), named("base", &[3]), (None, vec![4])]
    );
    assert_eq!(parts("pieces.vtu"), [named("piece 0", &[2]), named("piece 1", &[5])]);
}

#[test]
fn a_file_without_names_is_one_part_without_a_name() {
    for (name, bytes) in mesh_files::all() {
        let file = read_bytes(&name, &bytes).unwrap();
        let elements: usize = file.parts.iter().map(|part| part.element_count()).sum();
        assert_eq!(elements, file.mesh.element_count(), "{name}");
        let names = file.parts.iter().filter(|part| part.name.is_none()).count();
        assert!(names <= 1, "{name}");
        if name.starts_with("triangle-") && !name.ends_with("Ascii.stl") {
            assert_eq!((file.parts.len(), names), (1, 1), "{name}");
        }
    }
}

#[test]
fn collapsed_elements_are_gone_from_their_parts() {
    let obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no a\nf 1 2 2\nf 1 2 3\no flat\nf 1 1 2\no b\n\
        f 2 3 4\nf 1 2 4\n";
    let file = read_bytes("t.obj", obj).unwrap();
    let parts: Vec<_> = file
        .parts
        .iter()
        .map(|part| (part.name.as_deref().unwrap(), part.elements[0].clone()))
        .collect();
    assert_eq!(parts, [("a", 0..1), ("b", 1..3)]);
    assert_eq!((file.report.sources, file.report.collapsed), (vec![1, 3, 4], vec![0, 2]));
}

#[test]
fn polydata_cells_are_numbered_as_vtk_does() {
    // One cell of vertices, one line, two polygons, one strip, whatever the order of the file.
    let file = hand_made("order.vtk");
    assert_eq!(file.report.sources, [2, 2, 3, 4, 4]);
}
