//! Files that other programs wrote of our meshes are read as those meshes.

use jostle::{DVec3, Mesh};
use jostle_io::{Format, MeshFile, read};
use jostle_testing::mesh_files::{block, tetrahedron};
use std::path::Path;

fn fixture(name: &str) -> MeshFile {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    read(path).unwrap_or_else(|error| panic!("{error}"))
}

fn single(mesh: &Mesh) -> Vec<DVec3> {
    mesh.vertices().iter().map(|p| p.as_vec3().as_dvec3()).collect()
}

#[test]
fn tetrahedra_come_back_bit_for_bit() {
    for (name, format) in [
        ("meshio-tets-22.msh", Format::Msh22),
        ("meshio-tets-41.msh", Format::Msh41),
        ("meshio-tets-41-ascii.msh", Format::Msh41),
        ("meshio-tets-51.vtk", Format::Vtk),
        ("meshio-tets-plain.vtu", Format::Vtu),
        ("meshio-tets-zlib.vtu", Format::Vtu),
        ("meshio-tets.mesh", Format::Medit),
    ] {
        let file = fixture(name);
        assert_eq!((file.format, &file.mesh), (format, &block()), "{name}");
        assert!(file.report.is_empty(), "{name}: {}", file.report);
    }
}

#[test]
fn hexahedra_become_tetrahedra() {
    let file = fixture("meshio-hexes-42.vtk");
    assert_eq!(file.mesh.vertices(), block().vertices());
    assert_eq!(file.mesh.element_count(), 12);
    assert_eq!(file.report.hexes_split, 2);
    assert_eq!(file.report.sources, [[0; 6], [1; 6]].concat());
    let Mesh::Tets(mesh) = &file.mesh else { panic!("a volume") };
    for element in 0..12 {
        let [a, b, c, d] = mesh.corners(element);
        assert!((b - a).cross(c - a).dot(d - a) > 0.0);
    }
}

#[test]
fn triangles_come_back() {
    for name in ["meshio-triangles.ply", "meshio-triangles.obj"] {
        assert_eq!(fixture(name).mesh, tetrahedron(), "{name}");
    }
    // trimesh writes eight digits.
    let off = fixture("trimesh-triangles.off").mesh;
    assert_eq!(off.element_count(), 4);
    for (read, own) in off.vertices().iter().zip(tetrahedron().vertices()) {
        assert!((*read - *own).abs().max_element() < 1e-8);
    }
}

#[test]
fn single_precision_files_give_single_precision() {
    let ply = fixture("trimesh-triangles.ply").mesh;
    assert_eq!(ply.vertices(), single(&tetrahedron()));
    for name in ["meshio-triangles.stl", "trimesh-triangles.stl"] {
        let file = fixture(name);
        assert_eq!((file.mesh.vertices().len(), file.report.vertices_welded), (4, 8), "{name}");
        let mut sorted = single(&file.mesh);
        let mut own = single(&tetrahedron());
        sorted.sort_by(|a, b| a.to_array().partial_cmp(&b.to_array()).unwrap());
        own.sort_by(|a, b| a.to_array().partial_cmp(&b.to_array()).unwrap());
        assert_eq!(sorted, own, "{name}");
    }
    let scene = fixture("trimesh-triangles.glb");
    let moved: Vec<DVec3> =
        single(&tetrahedron()).into_iter().map(|p| p + DVec3::new(5.0, 6.0, 7.0)).collect();
    assert_eq!(scene.mesh.vertices(), moved);
    assert!(scene.report.is_empty(), "{}", scene.report);
}
