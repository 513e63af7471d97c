//! The scene `funnel`, after kDet 2017, sec. 6.2, table 1.

use crate::body::Body;
use crate::cloth::{Drape, sheet};
use crate::motion::{ease, mix};
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle::mesh::shapes;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "funnel",
    aliases: &[],
    summary: "A ball presses a sheet down a funnel, where it folds ever more tightly.",
    source: "kDet 2017, sec. 6.2, table 1 (Funnel, 18k polygons)",
    frames: 120,
    coverage: Coverage::TRIANGLES.with_self_pairs().with_many_bodies(),
    bodies,
};

const BALL: f64 = 0.55;

/// The radius of the funnel at a height: a wide mouth, a cone, and a pipe.
fn width(height: f64) -> f64 {
    let out = height - 0.2;
    0.72 + 0.5 * (out + (out * out + 0.05).sqrt())
}

fn ball_height(time: f64) -> f64 {
    mix(2.9, -0.9, ease(time, 0.0, 0.95))
}

fn bodies(elements: usize) -> Vec<Body> {
    let around = (((elements / 4) as f64 / 2.0).sqrt() as u32).max(12);
    // A sleeve along x, turned upright and widened.
    let mut funnel = shapes::sleeve(1.0, 4.2, around, around);
    for vertex in &mut funnel.vertices {
        let height = vertex.x;
        let wide = width(height);
        *vertex = DVec3::new(vertex.y * wide, vertex.z * wide, height);
    }
    let ball = shapes::icosphere_near(elements / 8, BALL);
    let pressed = |point: DVec3, time: f64| {
        let bottom = ball_height(time) - BALL;
        let mouth = 2.2;
        let depth = ease(mouth - bottom, 0.0, 2.6);
        let drape = Drape {
            radius: BALL + 0.02,
            slope: mix(0.0, 0.243, depth),
            folds: 8,
            depth: 0.33 * depth,
            lean: 0.7 * depth,
        };
        let placed = drape.place(DVec3::new(point.x, point.y, -point.z));
        // Draped over a ball, upside down.
        DVec3::new(placed.x, placed.y, -placed.z + bottom.min(mouth))
    };
    vec![
        Body::fixed("funnel", funnel),
        Body::new("ball", ball, |point, time| point + DVec3::Z * ball_height(time)),
        Body::new("sheet", sheet(elements * 5 / 8, 3.4), pressed).with_self_collision(),
    ]
}
