//! The number of an element in its file is the one under which other programs know it. Beside each file
//! is a list, written by that program, of its elements in the order of their numbers.

use jostle::Mesh;
use jostle_io::{MeshFile, read};
use std::path::{Path, PathBuf};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn list(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(fixture(name)).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn corners(file: &MeshFile, element: usize) -> Vec<u32> {
    match &file.mesh {
        Mesh::Triangles(mesh) => mesh.elements[element].to_vec(),
        Mesh::Tets(mesh) => mesh.elements[element].to_vec(),
    }
}

#[test]
fn cells_have_the_numbers_of_pyvista_and_meshio() {
    for (name, elements) in [
        ("pyvista-mixed.vtu", 1 + 6 + 3 + 2),
        ("pyvista-mixed.vtk", 1 + 6 + 3 + 2),
        ("pyvista-polydata.vtk", 2 + 1 + 2 + 2),
        ("pyvista-quads.ply", 2 + 1 + 2),
        ("meshio-groups-22.msh", 5),
        ("meshio-groups-22-ascii.msh", 5),
        ("gmsh-groups-41.msh", 12),
        ("gmsh-groups-41-ascii.msh", 12),
    ] {
        let file = read(fixture(name)).unwrap();
        let cells: Vec<Vec<u32>> = list(&format!("{name}.cells"))
            .iter()
            .map(|line| line.split(' ').map(|point| point.parse().unwrap()).collect())
            .collect();
        assert_eq!(file.mesh.element_count(), elements, "{name}");
        for element in 0..elements {
            let cell = &cells[file.report.source(element as u32) as usize];
            let corners = corners(&file, element);
            assert!(corners.iter().all(|corner| cell.contains(corner)), "{name} {element}");
            assert!(cell.len() >= corners.len());
        }
    }
}

#[test]
fn faces_of_a_scene_have_the_numbers_of_trimesh() {
    let parts = read(fixture("trimesh-scene.glb")).unwrap().into_parts();
    let faces = list("trimesh-scene.glb.faces");
    let of_node = |name: &str| -> Vec<Vec<f64>> {
        let mine = faces.iter().filter_map(|line| line.strip_prefix(&format!("{name}|")));
        mine.map(|line| line.split(' ').map(|x| x.parse().unwrap()).collect()).collect()
    };
    let mut names: Vec<_> = parts.iter().map(|part| part.name.as_deref().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["body", "spare wheel", "third", "wheel"]);
    for part in &parts {
        let expected = of_node(part.name.as_deref().unwrap());
        assert_eq!(part.sources.len(), expected.len());
        let Mesh::Triangles(mesh) = &part.mesh else { panic!("a surface") };
        for (element, &source) in part.sources.iter().enumerate() {
            let corners = mesh.corners(element);
            let coordinates = corners.iter().flat_map(|p| p.to_array());
            for (own, theirs) in coordinates.zip(&expected[source as usize]) {
                assert!((own - theirs).abs() < 1e-6, "{:?} {element}", part.name);
            }
        }
    }
}

#[test]
fn parts_have_the_names_that_other_programs_gave_them() {
    for (name, expected) in [
        ("trimesh-scene.obj", &[("a", 4), ("b", 4)][..]),
        ("meshio-groups-22.msh", &[("left part", 2), ("right part", 3)]),
        ("meshio-groups-22-ascii.msh", &[("left part", 2), ("right part", 3)]),
        ("gmsh-groups-41.msh", &[("left half", 6), ("right half", 6)]),
        ("gmsh-groups-41-ascii.msh", &[("left half", 6), ("right half", 6)]),
    ] {
        let file = read(fixture(name)).unwrap();
        let parts: Vec<_> = file
            .parts
            .iter()
            .map(|part| (part.name.as_deref().unwrap(), part.element_count()))
            .collect();
        assert_eq!(parts, expected, "{name}");
    }
}
