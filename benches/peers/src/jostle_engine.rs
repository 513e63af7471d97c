//! Jostle: one call.

use crate::repeated_timing::{Answer, RepeatLimits, Timing};
use crate::workloads::Object;
use jostle::{Collisions, Pair, Query, Scene, SceneError, Workspace};

/// Answers a query, which does not look for objects inside others, as the other engines do not. If it is cold, the
/// scene is made within the time. It holds the lists that were given, and is dropped after the time, as those of the
/// other engines are.
pub fn run(
    objects: Vec<Object>,
    query: &Query,
    cold: bool,
    limits: &RepeatLimits,
) -> Result<Timing<Collisions>, SceneError> {
    if cold {
        let mut objects = Some(objects);
        let mut made = None;
        let timing = limits.time(|| {
            let scene = made.insert(scene(objects.take().expect("one query is cold"))?);
            Ok(jostle::collide::collide(scene, query).expect("checked when added"))
        });
        return timing.transpose();
    }
    let scene = scene(objects)?;
    // As in a simulation: what depends on topology is kept from the first query on, as CGAL's is in
    // its mesh.
    let mut workspace = Workspace::new();
    Ok(limits.time(|| workspace.collide(&scene, query).expect("checked when added").clone()))
}

fn scene(objects: Vec<Object>) -> Result<Scene, SceneError> {
    let mut scene = Scene::new();
    for object in objects {
        let added = scene.add("", object.mesh)?;
        scene.set_self_collision(added, object.has_self_collision)?;
    }
    Ok(scene)
}

impl From<Collisions> for Answer {
    fn from(collisions: Collisions) -> Answer {
        let indices = |pair: &Pair| [pair.a, pair.b].map(|element| element.index() as u32);
        let pairs = collisions.pairs().iter().map(indices).collect();
        Answer { pairs, candidates: Some(collisions.statistics().candidates) }
    }
}
