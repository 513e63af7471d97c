//! The scene `falling`, after Tetrahedral kDet 2023, sec. 5.2.1.

use crate::body::Body;
use crate::figure::{self, ARMADILLO, BUDDHA};
use crate::motion::{ease, fall, mix};
use crate::rotation::{cos, rotate};
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "falling",
    aliases: &["buddha-and-armadillo"],
    summary: "A limp body falls on a rigid one, folds over it, and sinks.",
    source: "Tetrahedral kDet 2023, sec. 5.2.1 (Buddha & Armadillo)",
    frames: 160,
    coverage: Coverage::TETRAHEDRA,
    bodies,
};

fn bodies(elements: usize) -> Vec<Body> {
    let falls = |point: DVec3, time: f64| {
        let landed = ease(time, 0.38, 0.6);
        let bounce = 0.12 * landed * cos(3.0 * time) * (1.0 - time);
        let height = mix(5.2, 2.35, fall(time, 0.0, 0.42)) - 0.35 * ease(time, 0.42, 1.0) + bounce;
        // It lies on its belly, and what hangs over sinks with the square of the distance.
        let lying = rotate(rotate(point, DVec3::X, 0.25), DVec3::Z, 0.06);
        let across = lying.x * lying.x + lying.y * lying.y;
        let sag = mix(0.02, 0.42, landed) * across;
        DVec3::new(lying.x, lying.y, 0.8 * lying.z + height - sag) * DVec3::new(0.9, 0.9, 1.0)
    };
    vec![
        Body::new("falling", figure::solid(ARMADILLO, elements / 2), falls),
        Body::fixed("standing", figure::solid(BUDDHA, elements / 2)),
    ]
}
