//! A scene with transforms, strips, fans and shared buffers comes out as triangles in their places.

use jostle::{DVec3, Mesh};
use jostle_io::{read, read_bytes};
use jostle_testing::mesh_files;

#[test]
fn nodes_are_where_their_transforms_put_them() {
    let file = read_bytes("scene.glb", &mesh_files::glb()).unwrap();
    let Mesh::Triangles(mesh) = &file.mesh else { panic!("a surface") };
    // Twice 2 triangles and a strip of 2, then a fan of 3.
    assert_eq!(mesh.elements.len(), 4 + 4 + 3);
    assert_eq!(mesh.vertices.len(), 15);
    assert_eq!(file.report.vertices_welded, 10);
    assert_eq!(file.report.strips_split, 3);
    assert_eq!(mesh.vertices[1], DVec3::X);
    // A quarter turn about z takes (2, 0) to (0, 2) and, mirrored, (0, -2) to (2, 0).
    let near = |a: DVec3, b: DVec3| (a - b).length() < 1e-6;
    assert!(near(mesh.vertices[6], DVec3::new(0.0, 2.0, 5.0)), "{}", mesh.vertices[6]);
    assert!(near(mesh.vertices[8], DVec3::new(2.0, 0.0, 5.0)), "{}", mesh.vertices[8]);
    assert_eq!(mesh.vertices[10], DVec3::new(7.0, 8.0, 9.0));
    // The mirrored node still faces the same way: up.
    let up = |element: usize| {
        let [a, b, c] = mesh.corners(element);
        (b - a).cross(c - a).z > 0.0
    };
    assert!(up(0) && up(4));
}

#[test]
fn nodes_are_parts_with_triangles_counted_from_zero() {
    let file = read_bytes("scene.glb", &mesh_files::glb()).unwrap();
    let parts = file.into_parts();
    let names: Vec<_> = parts.iter().map(|part| part.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["body", "body_1", "node 2"]);
    let sources: Vec<_> = parts.iter().map(|part| &part.sources[..]).collect();
    assert_eq!(sources, [&[0, 1, 2, 3][..], &[0, 1, 2, 3], &[0, 1, 2]]);
    for part in parts {
        assert_eq!(part.mesh.vertices().len(), 5);
    }
}

#[test]
fn what_the_scene_leaves_out_is_reported() {
    let json = mesh_files::gltf();
    let shown = json.replace("\"children\":[1,2]", "\"skin\":0,\"children\":[1]");
    let file = read_bytes("scene.gltf", shown.as_bytes()).unwrap();
    assert_eq!((file.parts.len(), file.report.nodes_outside_scene), (2, 1));
    assert_eq!(file.report.skins_in_bind_pose, 1);
    let required = json.replacen('{', "{\"extensionsRequired\":[\"EXT_mesh_gpu_instancing\"],", 1);
    let message = read_bytes("scene.gltf", required.as_bytes()).unwrap_err().to_string();
    assert!(message.contains("EXT_mesh_gpu_instancing"), "{message}");
}

#[test]
fn buffers_may_be_anywhere_below() {
    let expected = read_bytes("scene.glb", &mesh_files::glb()).unwrap().mesh;
    let inline = read_bytes("scene.gltf", mesh_files::gltf().as_bytes()).unwrap();
    assert_eq!(inline.mesh, expected);

    let folder = std::env::temp_dir().join(format!("jostle-io-gltf-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("sub folder")).unwrap();
    let (json, buffer) = mesh_files::gltf_with_buffer("sub%20folder/b.bin");
    std::fs::write(folder.join("scene.gltf"), json).unwrap();
    std::fs::write(folder.join("sub folder/b.bin"), buffer).unwrap();
    assert_eq!(read(folder.join("scene.gltf")).unwrap().mesh, expected);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn buffers_elsewhere_are_refused() {
    for uri in ["/etc/hostname", "../secret.bin", "missing.bin"] {
        let (json, _) = mesh_files::gltf_with_buffer(uri);
        let path = std::env::temp_dir().join(format!("jostle-io-{}.gltf", std::process::id()));
        std::fs::write(&path, json).unwrap();
        let message = read(&path).unwrap_err().to_string();
        assert!(message.contains(uri) && message.contains(".glb"), "{message}");
        std::fs::remove_file(&path).unwrap();
    }
}
