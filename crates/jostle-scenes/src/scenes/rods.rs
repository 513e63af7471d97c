//! The scenes `rod` and `rods`, after Heidelberger 2007, sec. 3.3.5.

use crate::body::Body;
use crate::motion::{ease, fall, mix};
use crate::rotation::{cos_sin, rotate, sin};
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle::mesh::shapes;
use std::f64::consts::TAU;

pub const ROD: SceneDefinition = SceneDefinition {
    name: "rod",
    aliases: &[],
    summary: "A long rod falls and curls up, until its windings lie on each other.",
    source: "Heidelberger 2007, sec. 3.3.5 (Rod: 2,000 tetrahedra)",
    frames: 120,
    coverage: Coverage { object_pairs: false, ..Coverage::TETRAHEDRA.with_self_pairs() },
    bodies: one,
};

pub const RODS: SceneDefinition = SceneDefinition {
    name: "rods",
    aliases: &["multirod", "multi-rod"],
    summary: "Four long rods fall side by side, curl, and tangle with themselves and each other.",
    source: "Heidelberger 2007, sec. 3.3.6 (MultiRod: 4 objects, 8,000 tetrahedra)",
    frames: 120,
    coverage: Coverage::TETRAHEDRA.with_self_pairs().with_many_bodies(),
    bodies: four,
};

const LENGTH: f64 = 9.0;
const RADIUS: f64 = 0.2;

/// A rod that curls around an axis, its windings closer to each other than it is thick.
fn curls(point: DVec3, time: f64, windings: f64, skew: f64) -> DVec3 {
    let wound = windings * ease(time, 0.25, 0.95);
    let sway =
        0.4 * ease(time, 0.0, 0.3) * (1.0 - ease(time, 0.3, 0.7)) * sin(0.2 * point.x + skew);
    let height = mix(4.0, 0.0, fall(time, 0.0, 0.4));
    if wound < 1e-6 {
        return point + DVec3::new(0.0, 0.0, height + sway);
    }
    let radius = LENGTH / (wound * TAU);
    let turns = wound * point.x / LENGTH;
    let (c, s) = cos_sin(turns);
    let rise = 1.55 * RADIUS * turns * ease(time, 0.3, 0.6);
    // Along x before it curls, around an axis at y = radius.
    let reach = radius - point.y;
    DVec3::new(reach * s, radius - reach * c, point.z + rise + height + sway)
}

/// As many layers as bring it nearest to the elements wanted, about as long as rings are wide.
fn rod(elements: usize) -> jostle::TetMesh {
    // 18 tetrahedra to each ring squared and layer, and LENGTH / RADIUS layers to a ring.
    let cost = |rings: usize| 18 * rings * rings * rings * (LENGTH / RADIUS) as usize;
    let rings = (1..60).min_by_key(|&rings| cost(rings).abs_diff(elements)).unwrap_or(1);
    let layers = (elements / (18 * rings * rings)).max(20);
    shapes::rod_tets(LENGTH, RADIUS, rings as u32, layers as u32)
}

fn one(elements: usize) -> Vec<Body> {
    let moves = |point: DVec3, time: f64| curls(point, time, 2.6, 0.0);
    vec![Body::new("rod", rod(elements), moves).with_self_collision()]
}

fn four(elements: usize) -> Vec<Body> {
    (0..4)
        .map(|number| {
            let own = f64::from(number);
            let moves = move |point: DVec3, time: f64| {
                let curled = curls(point, time, 1.9 + 0.06 * own, 0.21 * own);
                // They fall over each other.
                let apart = mix(0.9, 0.36, ease(time, 0.3, 0.9));
                let tilted = rotate(curled, DVec3::X, 0.02 * own * ease(time, 0.4, 1.0));
                tilted + DVec3::new(0.1 * own, apart * (own - 1.5), 0.05 * own)
            };
            Body::new(format!("rod {number}"), rod(elements / 4), moves).with_self_collision()
        })
        .collect()
}
