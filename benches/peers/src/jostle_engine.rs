//! Jostle: one call.

use crate::repeated_timing::{Answer, RepeatLimits, Timing};
use crate::workloads::Object;
use jostle::{Collisions, Pair, Query, Scene, SceneError, Workspace};

pub fn run(objects: Vec<Object>, limits: &RepeatLimits) -> Result<Timing<Collisions>, SceneError> {
    let mut scene = Scene::new();
    for object in objects {
        let added = scene.add("", object.mesh)?;
        scene.set_self_collision(added, object.has_self_collision)?;
    }
    // The others do not look for objects inside others either.
    let query = Query::all_pairs().containment(false);
    // As in a simulation: what depends on topology is kept from the first query on, as CGAL's is in
    // its mesh.
    let mut workspace = Workspace::new();
    Ok(limits.time(|| workspace.collide(&scene, &query).expect("checked when added").clone()))
}

impl From<Collisions> for Answer {
    fn from(collisions: Collisions) -> Answer {
        let indices = |pair: &Pair| [pair.a, pair.b].map(|element| element.index() as u32);
        let pairs = collisions.pairs().iter().map(indices).collect();
        Answer { pairs, candidates: Some(collisions.statistics().candidates) }
    }
}
