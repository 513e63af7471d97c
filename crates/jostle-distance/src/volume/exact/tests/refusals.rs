//! Objects that are not solid are refused by name.

use super::{block, scene};
use crate::mesh::{TriangleMesh, shapes};
use crate::volume::{VolumeError, of, overlap, overlaps};
use glam::DVec3;

#[test]
fn an_open_surface_is_named_with_its_loop() {
    let mut open = block([0.0; 3], [1.0; 3]);
    open.elements.truncate(10);
    let (scene, [a, b]) = scene(block([0.0; 3], [1.0; 3]), open);
    let message = overlap(&scene, a, b).unwrap_err().to_string();
    assert_eq!(
        message,
        "object 1 ('b') is open: a boundary loop of 4 edges runs along the vertices [3, 1, 5, 7]; \
         close the hole, or give the object as tetrahedra"
    );
    assert!(matches!(overlaps(&scene, b, a), Err(VolumeError::Open { length: 4, .. })));
    assert!(matches!(of(&scene, b), Err(VolumeError::Open { .. })));
    assert_eq!(of(&scene, a).unwrap(), 1.0);
    let (cloths, [a, b]) = super::scene(shapes::cloth(9, 9, [1.0, 1.0]), block([0.0; 3], [1.0; 3]));
    let message = overlap(&cloths, b, a).unwrap_err().to_string();
    assert!(message.contains("36 edges runs along the vertices [0, 1, 2, 3] and on"), "{message}");
}

#[test]
fn a_triangle_that_faces_the_wrong_way_is_named_by_its_edge() {
    let mut turned = block([0.0; 3], [1.0; 3]);
    turned.elements[3].swap(0, 1);
    let (scene, [a, b]) = scene(turned, block([0.0; 3], [1.0; 3]));
    let error = overlap(&scene, a, b).unwrap_err();
    assert!(matches!(error, VolumeError::NotOriented { edge: [4, 6], .. }), "{error}");
    assert!(error.to_string().starts_with("object 0 ('a') has no outside"), "{error}");
}

#[test]
fn objects_that_are_empty_or_the_same_or_not_finite_are_refused() {
    let (mut scene, [a, b]) = scene(block([0.0; 3], [1.0; 3]), TriangleMesh::default());
    assert!(matches!(overlap(&scene, a, b), Err(VolumeError::Empty { .. })));
    assert!(matches!(overlap(&scene, a, a), Err(VolumeError::Same { .. })));
    let gone = crate::mesh::ObjectId::new(7);
    assert!(matches!(overlap(&scene, a, gone), Err(VolumeError::Query(_))));
    scene.vertices_mut(a).unwrap()[0] = DVec3::NAN;
    assert!(matches!(of(&scene, a), Err(VolumeError::Query(_))));
}
