//! The scene that `jostle` checks when it is given nothing else.

use jostle::mesh::shapes;
use jostle::{DVec3, Scene, SceneError};

/// Bodies that show each part of a report: two that cross, one that crosses itself, one of
/// tetrahedra, and one wholly inside another.
pub fn scene() -> Result<Scene, SceneError> {
    let mut scene = Scene::new();
    scene.add("bumpy sphere", shapes::bumpy_sphere(48, 0.25, 7))?;
    let knot = shapes::torus_knot(2, 3, 0.9, 600, 24).scaled(DVec3::splat(0.4));
    let knot = scene.add("torus knot", knot.translated(DVec3::new(1.6, 0.2, 0.1)))?;
    let jelly = shapes::ball_tets(8, 0.5).translated(DVec3::new(-0.3, 1.3, 0.1));
    scene.add("jelly ball", jelly)?;
    scene.add("pebble", shapes::icosphere(3, 0.2).translated(DVec3::new(0.1, -0.2, 0.1)))?;
    scene.set_self_collision(knot, true)?;
    Ok(scene)
}
