//! The scene `twist`: a strip of cloth wound up between two clamps.

use crate::body::Body;
use crate::motion::{ease, mix};
use crate::rotation::{cos_sin, sin};
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle::mesh::shapes;
use std::f64::consts::{PI, TAU};

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "twist",
    aliases: &["twisted-cloth"],
    summary: "A strip of cloth is twisted from both ends and winds up into a roll of tight layers.",
    source: "Li, Kaufman and Jiang 2021, Codimensional IPC (twisted cylinder)",
    frames: 120,
    coverage: Coverage { object_pairs: false, ..Coverage::TRIANGLES.with_self_pairs() },
    bodies,
};

/// Length between the clamps, and width.
const LENGTH: f64 = 3.2;
const WIDTH: f64 = 1.6;

/// By how much one clamp is turned against the other in the end, in turns.
const TWIST: f64 = 2.5;

/// How often each half of the width is wound around the axis in the end.
const WINDINGS: f64 = 3.0;

/// Depth of wrinkles at most, while layers are far apart.
const MOST_WRINKLED: f64 = 0.05;

fn bodies(elements: usize) -> Vec<Body> {
    let cells = (elements as f64 / (2.0 * LENGTH * WIDTH)).sqrt();
    let count = |length: f64| ((cells * length).round() as u32).max(4);
    let strip = shapes::cloth(count(LENGTH), count(WIDTH), [LENGTH, WIDTH]);
    vec![Body::new("strip", strip, winds).with_self_collision()]
}

fn winds(point: DVec3, time: f64) -> DVec3 {
    let along = point.x / (0.5 * LENGTH);
    // Tighter in the middle than at the clamps.
    let middle = 1.0 - 0.4 * along * along;
    let wound = time * middle;
    // A spiral of equal distances between its windings, r = a / c at the angle a, for a width
    // s = (a + a^2 / 2) / c: near enough to its length, and straight where c = 0.
    let angle_at_rim = WINDINGS * TAU * wound;
    let c = (angle_at_rim + 0.5 * angle_at_rim * angle_at_rim) / (0.5 * WIDTH);
    let s = point.y.abs();
    let root = (1.0 + 2.0 * s * c).sqrt();
    let angle = root - 1.0;
    let radius = 2.0 * s / (root + 1.0);
    // The two arms of the spiral lie between each other: layers are half a winding apart. Wrinkles about as
    // deep make them touch.
    let gap = (PI / c).min(MOST_WRINKLED);
    let wrinkled = gap * ease(time, 0.1, 0.9) * middle;
    let wrinkle =
        wrinkled * sin(1.7 * point.x + 3.1 * point.y) * sin(2.3 * point.x - 1.9 * point.y);
    let (cos, sin) = cos_sin(angle / TAU + 0.5 * TWIST * time * along);
    let side = if point.y < 0.0 { -1.0 } else { 1.0 };
    let out = side * radius + wrinkle;
    let drawn = mix(1.0, 0.85, time);
    DVec3::new(drawn * point.x, out * cos - point.z * sin, out * sin + point.z * cos)
}
