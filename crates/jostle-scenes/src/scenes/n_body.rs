//! The scene `n-body`, after kDet 2017, sec. 6.2, fig. 4 and 8.

use crate::body::Body;
use crate::motion::{ease, mix};
use crate::rotation::rotate;
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle::mesh::shapes;
use jostle_support::random::SplitMix64;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "n-body",
    aliases: &["nbody"],
    summary: "Hundreds of balls are drawn into a whirl, crowd in its middle, and leave it again.",
    source: "kDet 2017, sec. 6.2, fig. 4 and 8 (N-body, 146k polygons)",
    frames: 100,
    coverage: Coverage::TRIANGLES.with_many_bodies(),
    bodies,
};

fn bodies(elements: usize) -> Vec<Body> {
    // Most balls for the lowest resolution, finer ones for the highest.
    let subdivisions = if elements < 5_000 {
        1
    } else if elements < 500_000 {
        2
    } else {
        3
    };
    let ball = shapes::icosphere(subdivisions, 1.0);
    let count = (elements / ball.elements.len()).max(12);
    let side = (1..).find(|n: &usize| n * n * n >= count).unwrap_or(1);
    let mut random = SplitMix64::new(11);
    (0..count)
        .map(|number| {
            let cell = [number % side, number / side % side, number / (side * side)];
            let home = DVec3::from_array(cell.map(|x| x as f64 - 0.5 * (side - 1) as f64));
            let radius = mix(0.28, 0.46, random.unit());
            let axis = DVec3::from_array([(); 3].map(|_| random.signed())).normalize_or(DVec3::X);
            let drift = 0.5 * DVec3::from_array([(); 3].map(|_| random.signed()));
            let moves = move |point: DVec3, time: f64| {
                let drawn = ease(time, 0.05, 0.5) - ease(time, 0.55, 1.0);
                // The inner ones go round faster.
                let distance = (home.x * home.x + home.y * home.y).sqrt();
                let turns = 1.5 * ease(time, 0.0, 1.0) / (1.0 + 0.6 * distance);
                let narrow = DVec3::new(1.0 - 0.35 * drawn, 1.0 - 0.35 * drawn, 1.0 - 0.2 * drawn);
                let place = rotate((home + drift * drawn) * narrow, DVec3::Z, turns);
                place + rotate(point, axis, 2.0 * time)
            };
            let own = ball.clone().scaled(DVec3::splat(radius));
            Body::new(format!("ball {number}"), own, moves)
        })
        .collect()
}
