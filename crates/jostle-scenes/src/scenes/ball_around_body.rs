//! The scene `ball-around-body`, after Cheng 2011, sec. 6.1.

use crate::body::Body;
use crate::cloth::power;
use crate::figure::{self, BUNNY};
use crate::motion::{bubble, ease, mix, soft_maximum};
use crate::rotation::{cos, rotate};
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle::mesh::shapes;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "ball-around-body",
    aliases: &["bunny-in-ball", "animation-one", "animation-two"],
    summary: "A body leaps up and down inside a soft ball, which bulges, falls slack, and crumples.",
    source: "Cheng 2011, sec. 6.1 (Ani. one and two, 12k and 49k triangles around 40k)",
    frames: 120,
    coverage: Coverage::TRIANGLES.with_self_pairs(),
    bodies,
};

const BALL: f64 = 1.6;
const FLOOR: f64 = -1.9;

fn leaps(time: f64) -> DVec3 {
    DVec3::new(0.05, 0.08, -0.1 - 0.75 * cos(2.5 * time))
}

fn bodies(elements: usize) -> Vec<Body> {
    let surrounds = |point: DVec3, time: f64| {
        let slack = ease(time, 0.35, 1.0);
        // The air leaves: it narrows, and the skin that is left over lies in upright folds.
        let width = (point.x * point.x + point.y * point.y).sqrt();
        let direction = if width > 0.0 { [point.x / width, point.y / width] } else { [1.0, 0.0] };
        let [wave, rise] = power(direction, 9);
        let waist = (width / BALL) * slack;
        let narrow = width * (1.0 - 0.3 * slack) + 0.22 * waist * wave;
        let aside = 0.55 * waist * wave * rise;
        let crumpled = DVec3::new(
            direction[0] * narrow - direction[1] * aside,
            direction[1] * narrow + direction[0] * aside,
            mix(point.z, 0.78 * point.z, slack) - 0.4 * slack,
        );
        let pushed = bubble(crumpled, leaps(time), 0.85);
        DVec3::new(pushed.x, pushed.y, FLOOR + soft_maximum(pushed.z - FLOOR, 0.15))
    };
    let bunny = figure::surface(BUNNY, elements / 3).scaled(DVec3::splat(0.62));
    let leaping = |point: DVec3, time: f64| rotate(point, DVec3::Z, 0.4 * time) + leaps(time);
    vec![
        Body::new("ball", shapes::icosphere_near(elements * 2 / 3, BALL), surrounds)
            .with_self_collision(),
        Body::new("body", bunny, leaping),
    ]
}
