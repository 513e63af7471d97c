//! A run of an engine, with what it came to.

use super::box_depths;
use super::engine::{Engine, Snapshot};
use super::engine_setup::EngineSetup;
use super::scenes::Body;
use glam::DVec3;
use std::error::Error;
use std::time::Instant;

/// The last steps of a run, in which bodies are taken to be at rest: a second.
const STEPS_AT_REST: usize = 60;

/// Times in seconds a step, lengths in metres.
pub struct Outcome {
    pub mean: f64,
    pub longest: f64,
    pub mean_at_rest: f64,
    pub deepest: f64,
    pub deepest_at_rest: f64,
    /// The most that a body moved in the last second.
    pub drift: f64,
    /// The highest centre of a box, or vertex of what deforms, at the end.
    pub highest: f64,
}

pub fn run(
    setup: EngineSetup,
    bodies: &[Body],
    steps: usize,
    threads: usize,
) -> Result<Outcome, Box<dyn Error>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let mut engine = setup.build(bodies)?;
    let outcome = pool.install(|| advance(engine.as_mut(), bodies, steps));
    outcome.map_err(|error| error as Box<dyn Error>)
}

fn advance(
    engine: &mut dyn Engine,
    bodies: &[Body],
    steps: usize,
) -> Result<Outcome, Box<dyn Error + Send + Sync>> {
    let halves: Vec<DVec3> = bodies
        .iter()
        .filter_map(|body| match body {
            Body::Box { half, .. } => Some(*half),
            Body::Soft { .. } => None,
        })
        .collect();
    let mut outcome = Outcome {
        mean: 0.0,
        longest: 0.0,
        mean_at_rest: 0.0,
        deepest: 0.0,
        deepest_at_rest: 0.0,
        drift: 0.0,
        highest: f64::NEG_INFINITY,
    };
    let rest = STEPS_AT_REST.min(steps);
    let mut snapshot = Snapshot::default();
    let mut before = Snapshot::default();
    for step in 0..steps {
        let is_at_rest = step >= steps - rest;
        if step == steps - rest {
            engine.read(&mut before);
        }
        let began = Instant::now();
        engine.step()?;
        let seconds = began.elapsed().as_secs_f64();
        engine.read(&mut snapshot);
        let deepest = box_depths::deepest(&snapshot, &halves);
        outcome.mean += seconds / steps as f64;
        outcome.longest = outcome.longest.max(seconds);
        outcome.deepest = outcome.deepest.max(deepest);
        if is_at_rest {
            outcome.mean_at_rest += seconds / rest as f64;
            outcome.deepest_at_rest = outcome.deepest_at_rest.max(deepest);
        }
    }
    let [now, then] = [&snapshot, &before].map(places);
    outcome.drift = now.iter().zip(&then).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    outcome.highest = now.iter().map(|place| place.z).fold(f64::NEG_INFINITY, f64::max);
    Ok(outcome)
}

/// Of boxes their centres, of what deforms all vertices.
fn places(snapshot: &Snapshot) -> Vec<DVec3> {
    let boxes = snapshot.boxes.iter().map(|(centre, _)| *centre);
    boxes.chain(snapshot.vertices.iter().copied()).collect()
}
