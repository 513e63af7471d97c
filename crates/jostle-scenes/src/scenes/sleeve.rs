//! The scene `sleeve`, after Cheng 2011, sec. 6.1.

use crate::body::Body;
use crate::motion::{ease, mix};
use crate::rotation::{cos_sin, sin};
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle::mesh::shapes;
use std::f64::consts::TAU;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "sleeve",
    aliases: &["animation-five"],
    summary: "A rough rod bends, and the sleeve on it slips along and bunches up on the inside.",
    source: "Cheng 2011, sec. 6.1 (Ani. five, 76k triangles around 19k)",
    frames: 120,
    coverage: Coverage::TRIANGLES.with_self_pairs(),
    bodies,
};

const ROD: f64 = 0.4;

/// Space bent around an axis along y, so that what lay along x becomes an arc that opens upward.
fn bent(point: DVec3, turns: f64, length: f64) -> DVec3 {
    if turns == 0.0 {
        return point;
    }
    let radius = length / (turns * TAU);
    let (c, s) = cos_sin(turns * point.x / length);
    let reach = radius - point.z;
    DVec3::new(reach * s, point.y, radius - reach * c)
}

fn bend(time: f64) -> f64 {
    0.42 * ease(time, 0.0, 0.9)
}

fn bodies(elements: usize) -> Vec<Body> {
    let cells = |triangles: usize| ((triangles as f64 / 2.0).sqrt() as u32).max(10);
    let mut rod = shapes::sleeve(ROD, 5.0, cells(elements / 5), cells(elements / 5));
    for vertex in &mut rod.vertices {
        // Knots and rings, as on a branch.
        let rough = 1.0 + 0.05 * sin(2.0 * vertex.x) + 0.04 * sin(0.7 * vertex.x + 0.8 * vertex.y);
        (vertex.y, vertex.z) = (vertex.y * rough, vertex.z * rough);
    }
    let slips = |point: DVec3, time: f64| {
        let gathered = ease(time, 0.15, 1.0);
        // It slips towards the middle, and what is gathered there lies in rings.
        let x = mix(point.x, 0.62 * point.x, gathered) - 0.3 * gathered;
        let near = 1.0 / (1.0 + 2.0 * x * x);
        let inside = 0.5 + 0.5 * point.z / (1.25 * ROD);
        let bunch = gathered * near * inside;
        let (wave, rise) = cos_sin(2.6 * point.x);
        let out = 1.0 + bunch * 0.35 * wave;
        let along = 0.16 * bunch * 2.0 * wave * rise;
        let ringed = DVec3::new(x + along, point.y * out, point.z * out);
        bent(ringed, bend(time), 5.0)
    };
    let sleeve = cells(elements * 4 / 5);
    vec![
        Body::new("sleeve", shapes::sleeve(1.15 * ROD, 3.6, sleeve, sleeve), slips)
            .with_self_collision(),
        Body::new("rod", rod, |point, time| bent(point, bend(time), 5.0)),
    ]
}
