//! Jostle: one call.

use crate::turns::{Answer, Patience, Turns};
use crate::workloads::Object;
use jostle::{Collisions, Query, Scene, SceneError, Workspace};

pub fn run(objects: Vec<Object>, patience: &Patience) -> Result<Turns<Collisions>, SceneError> {
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
    Ok(patience.turns(|| workspace.collide(&scene, &query).expect("checked when added").clone()))
}

impl From<Collisions> for Answer {
    fn from(collisions: Collisions) -> Answer {
        let pairs = collisions.pairs().iter().map(|pair| [pair.a, pair.b]).collect();
        Answer { pairs, candidates: Some(collisions.statistics().candidates) }
    }
}
