//! The scene `chair`, after kDet 2017, sec. 6.2, table 1.

use crate::body::Body;
use crate::cloth::sheet;
use crate::motion::{ease, fall, mix};
use crate::rotation::{cos_sin, rotate, sin};
use crate::{Coverage, SceneDefinition};
use jostle::mesh::shapes;
use jostle::{DVec3, TriangleMesh};
use std::f64::consts::TAU;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "chair",
    aliases: &[],
    summary: "A cloth of small triangles falls over a chair of pipes, whose triangles are long and thin.",
    source: "kDet 2017, sec. 6.2, table 1 (Chair, 40k to 130k polygons)",
    frames: 120,
    coverage: Coverage::TRIANGLES.with_self_pairs(),
    bodies,
};

const HALF: f64 = 0.8;
const SEAT: f64 = 1.0;
const PIPE: f64 = 0.06;

fn bodies(elements: usize) -> Vec<Body> {
    let drapes = |point: DVec3, time: f64| {
        let hung = ease(time, 0.3, 0.9);
        let slope = mix(0.0, 0.27, hung);
        let (x, drop_x) = over_edge(point.x, slope);
        let (y, drop_y) = over_edge(point.y, slope);
        // The wind of the fall, and folds in what hangs.
        let ripple = 0.05 * sin(1.3 * point.x + 0.8 * point.y + 2.0 * time) * (1.0 - 0.7 * hung);
        let fold = 0.16 * hung * drop_x.min(1.0) * sin(2.2 * point.y)
            + 0.16 * hung * drop_y.min(1.0) * sin(2.2 * point.x);
        let away = DVec3::new(x, y, 0.0) * (1.0 + fold);
        // Where both edges turn it down, the corner hangs once, and not twice.
        let drop = drop_x + drop_y - 0.55 * drop_x.min(drop_y);
        let height = mix(2.4, SEAT + 0.9 * PIPE, fall(time, 0.0, 0.35));
        away + DVec3::Z * (height + ripple * (1.0 - hung) - drop + point.z)
    };
    vec![
        Body::new("cloth", sheet(elements * 3 / 4, 3.6), drapes).with_self_collision(),
        Body::fixed("chair", chair(elements / 4)),
    ]
}

/// A coordinate of the sheet over the edge of the seat: how far out, and how far down.
fn over_edge(at: f64, slope: f64) -> (f64, f64) {
    const BEND: f64 = 0.12;
    let beyond = (at.abs() - HALF).max(0.0);
    let bent = (BEND * slope * TAU).min(beyond);
    let (c, s) = cos_sin(bent / (BEND * TAU));
    let straight = beyond - bent;
    let out = at.abs().min(HALF) + BEND * s + straight * c;
    (if at < 0.0 { -out } else { out }, BEND * (1.0 - c) + straight * s)
}

/// Four legs, a frame for the seat, and two posts with a rail: pipes of one cell along.
fn chair(elements: usize) -> TriangleMesh {
    let corner = |x: f64, y: f64, z: f64| DVec3::new(x * HALF, y * HALF, z);
    let ends = [
        (corner(-1.0, -1.0, -0.6), corner(-1.0, -1.0, SEAT)),
        (corner(1.0, -1.0, -0.6), corner(1.0, -1.0, SEAT)),
        (corner(-1.0, 1.0, -0.6), corner(-1.0, 1.0, SEAT)),
        (corner(1.0, 1.0, -0.6), corner(1.0, 1.0, SEAT)),
        (corner(-1.0, -1.0, SEAT), corner(1.0, -1.0, SEAT)),
        (corner(-1.0, 1.0, SEAT), corner(1.0, 1.0, SEAT)),
        (corner(-1.0, -1.0, SEAT), corner(-1.0, 1.0, SEAT)),
        (corner(1.0, -1.0, SEAT), corner(1.0, 1.0, SEAT)),
        (corner(-1.0, 0.0, SEAT), corner(1.0, 0.0, SEAT)),
        (corner(0.0, -1.0, SEAT), corner(0.0, 1.0, SEAT)),
    ];
    // Two triangles to a strip, so pipes get finer around and stay as long.
    let around = (elements / (2 * ends.len())).clamp(6, 400) as u32;
    let mut chair = TriangleMesh::default();
    for (from, to) in ends {
        let along = to - from;
        let pipe = shapes::sleeve(PIPE, along.length(), around, 1);
        let first = chair.vertices.len() as u32;
        chair.vertices.extend(pipe.vertices.iter().map(|&point| {
            let direction = along.normalize();
            let upright = match (direction.z.abs() > 0.5, direction.y.abs() > 0.5) {
                (true, _) => rotate(point, DVec3::Y, -0.25),
                (_, true) => rotate(point, DVec3::Z, 0.25),
                _ => point,
            };
            upright + 0.5 * (from + to)
        }));
        chair.elements.extend(pipe.elements.iter().map(|corners| corners.map(|v| v + first)));
    }
    chair
}
