//! The least translation that parts two objects.

mod known;
mod properties;
mod solids;

use jostle::distance::{ObjectDepth, ObjectDepthQuery, depth};
use jostle::{Mesh, ObjectId, Query, Scene, collide};

fn scene(a: impl Into<Mesh>, b: impl Into<Mesh>) -> Scene {
    let mut scene = Scene::new();
    scene.add("a", a).unwrap();
    scene.add("b", b).unwrap();
    scene
}

fn found(scene: &Scene) -> Option<ObjectDepth> {
    depth(scene, ObjectId::new(0), ObjectId::new(1), &ObjectDepthQuery::default()).unwrap()
}

/// What is true of all depths: bounds in order, and a translation that parts the objects, whichever of them is
/// moved and however it is computed.
fn check(scene: &Scene, found: &ObjectDepth) {
    assert!(0.0 <= found.at_least && found.at_least <= found.at_most, "{found:?}");
    assert!((found.direction.length() - 1.0).abs() < 1e-15, "{found:?}");
    let scale = 1.0 / found.at_most;
    assert!((found.translation * scale).length() <= 1.0, "{found:?}");
    for by in [found.translation, found.direction * found.at_most] {
        for (object, by) in [(1, by), (0, -by)] {
            let mut moved = scene.clone();
            let vertices = moved.vertices_mut(ObjectId::new(object)).unwrap();
            vertices.iter_mut().for_each(|p| *p += by);
            assert!(!collide(&moved, &Query::default()).unwrap().any(), "{found:?}");
        }
    }
}

fn checked(scene: &Scene) -> ObjectDepth {
    let found = found(scene).expect("they overlap");
    check(scene, &found);
    found
}
