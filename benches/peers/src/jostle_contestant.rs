//! Jostle: one call.

use crate::contest::{Answer, Contest, Turns};
use crate::workloads::Object;
use jostle::{Collisions, Query, Scene, SceneError, collide};

pub fn run(objects: Vec<Object>, contest: &Contest) -> Result<Turns<Collisions>, SceneError> {
    let mut scene = Scene::new();
    for object in objects {
        let added = scene.add("", object.mesh)?;
        scene.test_self(added, object.tests_self)?;
    }
    // The others do not look for objects inside others either.
    let query = Query::all_pairs().containment(false);
    Ok(contest.turns(|| collide(&scene, &query).expect("checked when it was added")))
}

impl From<Collisions> for Answer {
    fn from(collisions: Collisions) -> Answer {
        let pairs = collisions.pairs().iter().map(|pair| [pair.a, pair.b]).collect();
        Answer { pairs, candidates: Some(collisions.statistics().candidates) }
    }
}
