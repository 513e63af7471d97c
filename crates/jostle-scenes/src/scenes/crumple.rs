//! The scene `crumple`: a sheet crushed into a ball.

use crate::body::Body;
use crate::cloth::sheet;
use crate::motion::{ease, mix};
use crate::rotation::{cos_sin, sin};
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle_support::random::SplitMix64;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "crumple",
    aliases: &["crumpled-sheet"],
    summary: "A sheet buckles, folds over in many directions, and is crushed into a ball.",
    source: "Narain, Pfaff and O'Brien 2013, Folding and crumpling adaptive sheets",
    frames: 120,
    coverage: Coverage { object_pairs: false, ..Coverage::TRIANGLES.with_self_pairs() },
    bodies,
};

const SIDE: f64 = 2.0;

/// Number of buckles, each across the ones before it.
const BUCKLES: usize = 6;

/// Height of a buckle in its own lengths.
const STEEPNESS: f64 = 0.26;

/// A shear of space in waves across a direction, which keeps it one to one: layers come close, not through.
struct Buckle {
    across: DVec3,
    push: DVec3,
    /// Waves to a unit of length.
    waves: f64,
    phase: f64,
    height: f64,
    from: f64,
}

impl Buckle {
    fn bend(&self, point: DVec3, time: f64) -> DVec3 {
        let grown = self.height * ease(time, self.from, self.from + 0.4);
        point + self.push * grown * sin(self.waves * self.across.dot(point) + self.phase)
    }
}

/// Buckles that get shorter. Every other one lifts the sheet; those between push what is above aside, over
/// what is below.
fn buckles() -> Vec<Buckle> {
    let mut random = SplitMix64::new(7);
    (0..BUCKLES)
        .map(|number| {
            let share = number as f64 / (BUCKLES - 1) as f64;
            // Directions that are never near each other: the golden section of half a turn.
            let (c, s) = cos_sin(0.5 * (0.07 + 0.618 * number as f64));
            let (flat, tilt) = (DVec3::new(c, s, 0.0), 0.3 * random.signed());
            let steep = DVec3::Z + flat.cross(DVec3::Z) * tilt;
            let steep = steep / steep.length();
            let (across, push) = if number % 2 == 0 { (flat, steep) } else { (steep, flat) };
            let waves = mix(0.6, 2.2, share);
            let from = 0.4 * share;
            Buckle { across, push, waves, phase: random.unit(), height: STEEPNESS / waves, from }
        })
        .collect()
}

fn bodies(elements: usize) -> Vec<Body> {
    let buckles = buckles();
    let crumples = move |point: DVec3, time: f64| {
        let crushed = ease(time, 0.1, 1.1);
        let buckled = buckles.iter().fold(point, |point, buckle| buckle.bend(point, time));
        // Crushed from all sides, the rim most.
        let radius = buckled.length();
        let packed = buckled * (1.0 / (1.0 + 2.0 * crushed * radius));
        // What is crushed beyond the distance to its neighbours passes into them.
        let squeezed = 0.12 * ease(time, 0.4, 1.1);
        let slip = sin(2.1 * point.x + 1.3 * point.y) * sin(1.7 * point.y - 0.6 * point.x + 0.2);
        packed * (1.0 + squeezed * slip)
    };
    vec![Body::new("sheet", sheet(elements, SIDE), crumples).with_self_collision()]
}
