//! The scene `dented`, after Tetrahedral kDet 2023, sec. 5.2.1.

use crate::body::Body;
use crate::figure::{self, BUNNY, HEAD};
use crate::motion::{bubble, ease, fall, mix};
use crate::rotation::rotate;
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "dented",
    aliases: &["bunny-and-planck"],
    summary: "A stiff head falls on a soft body, which gives way, is dented, and throws it back.",
    source: "Tetrahedral kDet 2023, sec. 5.2.1 (Bunny & Planck)",
    frames: 140,
    coverage: Coverage::TETRAHEDRA,
    bodies,
};

/// The head falls beside the ears.
fn head_at(time: f64) -> DVec3 {
    let down = fall(time, 0.0, 0.4) + 0.16 * ease(time, 0.4, 0.6) - 0.6 * ease(time, 0.65, 1.0);
    DVec3::new(0.0, -0.35, mix(4.0, 1.62, down))
}

fn bodies(elements: usize) -> Vec<Body> {
    // A little less than the head's own radius: the skin of both overlaps.
    const DENT: f64 = 0.9;
    let falls = |point: DVec3, time: f64| {
        let tumbling = rotate(point * 0.85, DVec3::X, 0.1 * (1.0 - time));
        tumbling + head_at(time)
    };
    let gives = |point: DVec3, time: f64| {
        let pushed = bubble(point, head_at(time), DENT);
        // It stands on the ground, which it does not leave.
        DVec3::new(
            pushed.x,
            pushed.y,
            mix(point.z, pushed.z, ((point.z + 1.4) / 2.0).clamp(0.0, 1.0)),
        )
    };
    vec![
        Body::new("head", figure::solid(HEAD, elements / 2), falls),
        Body::new("soft", figure::solid(BUNNY, elements / 2), gives),
    ]
}
