//! The scenes `dress` and `dress-in-wind`, after Cheng 2011, sec. 6.1.

use crate::body::Body;
use crate::cloth::power;
use crate::motion::{ease, mix};
use crate::rotation::{rotate, sin};
use crate::{Coverage, SceneDefinition};
use jostle::mesh::shapes;
use jostle::{DVec3, TriangleMesh};
use std::f64::consts::TAU;

/// A figure walks, and wind blows from one side.
pub const DRESS: SceneDefinition = SceneDefinition {
    name: "dress",
    aliases: &["animation-four"],
    summary: "A dress with a neck, armholes and a hem flares and gathers around a walking figure.",
    source: "Cheng 2011, sec. 6.1 (Ani. four, 50k triangles with 4 holes around 34k)",
    frames: 120,
    coverage: Coverage::TRIANGLES.with_self_pairs(),
    bodies: |elements| bodies(elements, 7, sways, walks),
};

/// A figure stands still, and wind blows from all sides.
pub const DRESS_IN_WIND: SceneDefinition = SceneDefinition {
    name: "dress-in-wind",
    aliases: &["animation-three"],
    summary: "A dress with many wrinkles whirls in the wind around a figure that stands still.",
    source: "Cheng 2011, sec. 6.1 (Ani. three, 50k triangles with 4 holes around 34k)",
    frames: 120,
    coverage: Coverage::TRIANGLES.with_self_pairs(),
    bodies: |elements| bodies(elements, 13, whirls, |point, _| point),
};

/// The radius of the dress at a height: shoulders at 1, a waist at 0.3, and a wide hem at -1.2.
fn width(height: f64) -> f64 {
    let below = (0.3 - height).max(0.0);
    let above = (height - 0.3).max(0.0);
    0.36 + 0.45 * below + 0.25 * above - 0.2 * above * above
}

fn bodies(
    elements: usize,
    folds: u32,
    moves: fn(Fold, f64) -> DVec3,
    figure_moves: fn(DVec3, f64) -> DVec3,
) -> Vec<Body> {
    let in_folds = move |point: DVec3, time: f64| moves(Fold::new(point, folds), time);
    vec![
        Body::new("dress", dress(elements * 3 / 5), in_folds).with_self_collision(),
        Body::new("figure", walker(elements * 2 / 5), figure_moves),
    ]
}

/// Where a point of the dress at rest is, and where in the folds.
struct Fold {
    point: DVec3,
    /// How far below the waist, from 0 to 1 at the hem.
    below: f64,
    distance: f64,
    direction: [f64; 2],
    /// Crests are where the first is one, and the second is how it rises.
    wave: f64,
    rise: f64,
    /// From one crest to the next.
    pitch: f64,
}

impl Fold {
    fn new(point: DVec3, folds: u32) -> Fold {
        let below = ((0.3 - point.z) / 1.5).clamp(0.0, 1.0);
        let distance = (point.x * point.x + point.y * point.y).sqrt();
        let direction = [point.x / distance, point.y / distance];
        let [wave, rise] = power(direction, folds);
        let pitch = TAU * distance / f64::from(folds);
        Fold { point, below, distance, direction, wave, rise, pitch }
    }

    /// Moved out from the axis to a distance, and aside.
    fn moved(&self, out: f64, aside: f64) -> DVec3 {
        let [x, y] = self.direction;
        DVec3::new(x * out - y * aside, y * out + x * aside, self.point.z)
    }
}

/// The wind gathers the folds on one side until they touch.
fn sways(fold: Fold, time: f64) -> DVec3 {
    let Fold { below, distance, .. } = fold;
    let gust = ease(time, 0.2, 0.9) * (0.6 + 0.4 * fold.direction[0]);
    let deep = 0.16 * below * (0.4 + gust);
    let aside = 1.5 * gust * fold.pitch * fold.wave * fold.rise * below;
    let out = distance * (1.0 - 0.2 * gust * below) + deep * fold.wave;
    let swing = below * below * 0.28 * sin(2.0 * time - 0.25 * below);
    let drift = 0.3 * below * ease(time, 0.0, 0.6);
    fold.moved(out, aside) + DVec3::new(drift, swing, 0.1 * gust * below)
}

/// The wind deepens the folds and turns the hem about the figure, a breath at a time, until they touch all round.
fn whirls(fold: Fold, time: f64) -> DVec3 {
    let Fold { below, distance, .. } = fold;
    let gust = ease(time, 0.1, 1.0) * (0.8 + 0.2 * sin(4.0 * time));
    let deep = 0.1 * below * (0.3 + gust);
    let aside = 1.7 * gust * fold.pitch * fold.wave * fold.rise * below;
    let out = distance * (1.0 - 0.25 * gust * below) + deep * fold.wave;
    let turned = rotate(fold.moved(out, aside), DVec3::Z, 0.5 * below * sin(time));
    // Leeward of the figure at last, which it touches.
    turned + DVec3::new(0.0, 0.7 * below * ease(time, 0.4, 1.0), 0.15 * gust * below)
}

/// Legs swing about the hip, and the rest stands.
fn walks(point: DVec3, time: f64) -> DVec3 {
    let leg = ease(-point.z, 0.1, 0.5);
    let side = if point.x > 0.0 { 1.0 } else { -1.0 };
    let hip = DVec3::Z * -0.1;
    rotate(point - hip, DVec3::X, 0.15 * side * leg * sin(3.0 * time)) + hip
}

/// An upright tube with the triangles around both armholes left out.
fn dress(elements: usize) -> TriangleMesh {
    let cells = ((elements as f64 / 2.0).sqrt() as u32).max(16);
    let mut dress = shapes::sleeve(1.0, 2.2, cells, cells);
    for vertex in &mut dress.vertices {
        let height = vertex.x - 0.1;
        *vertex = DVec3::new(vertex.y * width(height), vertex.z * width(height), height);
    }
    let kept = |corners: &[u32; 3]| {
        let middle = corners.iter().map(|&v| dress.vertices[v as usize]).sum::<DVec3>() / 3.0;
        let arm = DVec3::new(width(0.75), 0.0, 0.75);
        middle.distance(arm) > 0.22 && middle.distance(arm * DVec3::new(-1.0, 1.0, 1.0)) > 0.22
    };
    let elements = dress.elements.iter().copied().filter(kept).collect();
    TriangleMesh::new(dress.vertices.clone(), elements)
}

/// A torso with a head, and two legs below it: three capsules.
fn walker(elements: usize) -> TriangleMesh {
    let mut figure = TriangleMesh::default();
    let parts = [
        (DVec3::new(0.0, 0.0, 0.55), DVec3::new(0.27, 0.2, 0.75)),
        (DVec3::new(0.17, 0.0, -0.75), DVec3::new(0.15, 0.17, 0.85)),
        (DVec3::new(-0.17, 0.0, -0.75), DVec3::new(0.15, 0.17, 0.85)),
        (DVec3::new(0.0, 0.0, 1.5), DVec3::new(0.2, 0.22, 0.26)),
    ];
    for (at, size) in parts {
        let part = shapes::icosphere_near(elements / 4, 1.0).scaled(size).translated(at);
        let first = figure.vertices.len() as u32;
        figure.vertices.extend(part.vertices);
        figure.elements.extend(part.elements.iter().map(|corners| corners.map(|v| v + first)));
    }
    mix_in_arms(figure, elements / 8)
}

/// Arms that come out of the armholes.
fn mix_in_arms(mut figure: TriangleMesh, elements: usize) -> TriangleMesh {
    for side in [-1.0, 1.0] {
        let arm = shapes::icosphere_near(elements.max(80), 1.0)
            .scaled(DVec3::new(0.5, 0.08, 0.08))
            .translated(DVec3::new(side * mix(0.5, 0.7, 0.5), 0.0, 0.75));
        let first = figure.vertices.len() as u32;
        figure.vertices.extend(arm.vertices);
        figure.elements.extend(arm.elements.iter().map(|corners| corners.map(|v| v + first)));
    }
    figure
}
