//! Discrete collision: all exact pairs of a scene as it stands.

mod collisions;
mod containment;
mod decide;
mod query;

pub use collisions::{Collisions, Pair, Seconds, Statistics};
pub use query::{Broad, Mode, Query};

use crate::broad::{BroadPhase, BruteForce, Sweep};
use crate::geometry::Aabb;
use crate::mesh::{Scene, SceneError};
use decide::Decider;
use rayon::prelude::*;
use std::time::Instant;

/// Finds what touches what: pairs of elements of different objects, pairs within the objects that
/// are tested against themselves, and objects wholly inside closed ones.
///
/// The pairs are exact and complete, sorted, and the same for every broad phase and any number of
/// threads.
///
/// ```
/// use jostle::{DVec3, Query, Scene, TriangleMesh, collide};
///
/// let triangle = TriangleMesh::new(vec![DVec3::X, DVec3::Y, DVec3::Z], vec![[0, 1, 2]]);
/// let mut scene = Scene::new();
/// scene.add("one", triangle.clone())?;
/// let other = scene.add("other", triangle)?;
/// scene.vertices_mut(other)?[0] = DVec3::ZERO;
/// let collisions = collide(&scene, &Query::default())?;
/// assert_eq!(collisions.pairs().len(), 1);
/// # Ok::<(), jostle::SceneError>(())
/// ```
pub fn collide(scene: &Scene, query: &Query) -> Result<Collisions, SceneError> {
    scene.check()?;
    let start = Instant::now();
    let boxes = element_boxes(scene);
    let boxed = Instant::now();
    let owners = decide::Owners::of(scene);
    let deciders = search(query, &boxes, || Decider::new(scene, &owners, query));
    let searched = Instant::now();
    let mut collisions = Collisions::gather(scene, query, deciders);
    let sorted = Instant::now();
    if query.tests_containment() && !(query.mode() == Mode::First && collisions.any()) {
        collisions.set_inside(containment::inside(scene, query, collisions.pairs()));
    }
    collisions.set_seconds(Seconds {
        boxes: (boxed - start).as_secs_f64(),
        search: (searched - boxed).as_secs_f64(),
        sort: (sorted - searched).as_secs_f64(),
        containment: sorted.elapsed().as_secs_f64(),
    });
    Ok(collisions)
}

fn element_boxes(scene: &Scene) -> Vec<Aabb> {
    (0..scene.element_count()).into_par_iter().map(|e| scene.element(e).bounds()).collect()
}

fn search<V: crate::broad::Visitor>(
    query: &Query,
    boxes: &[Aabb],
    visitor: impl Fn() -> V + Sync,
) -> Vec<V> {
    match query.broad_phase() {
        Broad::Sweep => Sweep.search(boxes, visitor),
        Broad::BruteForce => BruteForce.search(boxes, visitor),
    }
}
