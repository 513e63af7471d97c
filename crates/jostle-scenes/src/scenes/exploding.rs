//! The scene `exploding`, after kDet 2017, sec. 6.2, table 1, fig. 5.

use crate::body::Body;
use crate::fracture::{PieceTransform, break_apart};
use crate::motion::{ease, mix};
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle::mesh::shapes;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "exploding",
    aliases: &["exploding-dragon", "dragon"],
    summary: "A ball strikes a coiled body, which bursts into shards that tumble through each other.",
    source: "kDet 2017, sec. 6.2, table 1, fig. 5 (Dragon, 252k polygons)",
    frames: 90,
    coverage: Coverage::TRIANGLES.with_self_pairs().with_topology_changes(),
    bodies,
};

const SHARDS: usize = 160;
/// When the ball arrives.
const STRIKES: f64 = 0.25;

fn ball_at(time: f64) -> DVec3 {
    DVec3::new(mix(-5.0, 5.5, time), 0.1, 0.05)
}

fn bodies(elements: usize) -> Vec<Body> {
    let bursts = |mesh: &jostle::Mesh, time: f64| {
        break_apart(mesh, SHARDS, |shard| {
            // The blast runs from where the ball strikes.
            let from = STRIKES + 0.03 * shard.middle.distance(ball_at(STRIKES));
            if time <= from {
                return None;
            }
            let flown = 1.6 * (time - from);
            let blast = shard.middle - ball_at(STRIKES) * 0.6;
            let speed = 1.2 + 0.8 * shard.random;
            let translation =
                blast * (speed * flown) + DVec3::X * flown - DVec3::Z * (flown * flown);
            Some(PieceTransform {
                translation,
                axis: shard.axis,
                turns: 1.5 * shard.random * ease(flown, 0.0, 1.5),
            })
        })
    };
    let around = (((elements * 9 / 10) as f64 / 40.0).sqrt() as u32).max(5);
    let coil = shapes::torus_knot(2, 3, 0.55, 20 * around, around).scaled(DVec3::splat(0.6));
    let ball = shapes::icosphere_near(elements / 10, 0.5);
    vec![
        Body::with_changing_mesh("coil", coil, bursts).with_self_collision(),
        Body::new("ball", ball, |point, time| point + ball_at(time)),
    ]
}
