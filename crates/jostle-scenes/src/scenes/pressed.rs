//! The scene `pressed`, after Tetrahedral kDet 2023, sec. 5.2.1.

use crate::body::Body;
use crate::figure::{self, ARMADILLO};
use crate::motion::{ease, fall, mix, soft_maximum};
use crate::rotation::rotate;
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "pressed",
    aliases: &["armadillos", "pitbull"],
    summary: "Two soft bodies speed towards each other, are pressed flat, and spring apart.",
    source: "Tetrahedral kDet 2023, sec. 5.2.1 (Armadillos); Heidelberger 2007, sec. 3.3.2 (Pitbull)",
    frames: 120,
    coverage: Coverage::TETRAHEDRA,
    bodies,
};

/// How far each reaches beyond the plane between them.
const OVERLAP: f64 = 0.07;

fn bodies(elements: usize) -> Vec<Body> {
    let figure = figure::solid(ARMADILLO, elements / 2);
    // The second faces the first, a little lower, so that they do not meet as in a mirror.
    let side = |sign: f64, turns: f64, shift: DVec3| {
        move |point: DVec3, time: f64| {
            let together = fall(time, 0.0, 0.45) - ease(time, 0.6, 1.0);
            let away = mix(2.6, 0.5, together);
            let placed = rotate(point, DVec3::Z, turns) + shift;
            let in_front = placed.x * sign + away;
            let pressed = soft_maximum(in_front, 0.25 * together) - OVERLAP * together;
            // What is pressed flat widens.
            let bulge = 1.0 + 0.4 * (pressed - in_front).clamp(0.0, 1.0);
            DVec3::new(sign * pressed, placed.y * bulge, placed.z * bulge)
        }
    };
    vec![
        Body::new("left", figure.clone(), side(-1.0, 0.25, DVec3::ZERO)),
        Body::new("right", figure, side(1.0, -0.25, DVec3::new(0.0, 0.11, -0.07))),
    ]
}
