//! The scene `towers`, after Koivistoinen 2019, sec. 7.2.

use crate::body::Body;
use crate::motion::{ease, fall, mix};
use crate::rotation::rotate;
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle::mesh::shapes;
use jostle_support::random::SplitMix64;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "towers",
    aliases: &["tower", "static-tower", "dynamic-tower"],
    summary: "Boxes drop onto each other and stand face on face in towers, until a thrown one strikes.",
    source: "Koivistoinen 2019, sec. 7.2 (Static Tower, Dynamic Tower I and II: eight cubes)",
    frames: 120,
    coverage: Coverage::TRIANGLES.with_many_bodies(),
    bodies,
};

/// Boxes of a tower.
const HIGH: usize = 8;
/// When the tower is struck.
const STRIKES: f64 = 0.75;

fn bodies(elements: usize) -> Vec<Body> {
    // Boxes of n cells a side have 12 n^2 triangles.
    let (side, cells) = match elements {
        0..5_000 => (1, 3),
        5_000..40_000 => (3, 4),
        40_000..80_000 => (4, 6),
        80_000..150_000 => (5, 7),
        150_000..500_000 => (6, 7),
        _ => (8, 13),
    };
    let cube = shapes::box_surface(DVec3::ONE, [cells; 3]);
    let ground = shapes::box_surface(
        DVec3::new(3.0 * side as f64 + 2.0, 3.0 * side as f64 + 2.0, 0.5),
        [cells * side, cells * side, 1],
    );
    let mut bodies = vec![Body::fixed("floor", ground.translated(DVec3::Z * -0.25))];
    let mut random = SplitMix64::new(9);
    for tower in 0..side * side {
        let place = |i: u32| 3.0 * (f64::from(i) - 0.5 * f64::from(side - 1));
        let foot = DVec3::new(place(tower % side), place(tower / side), 0.0);
        for level in 0..HIGH {
            // Not quite above each other. Sixteenths, so that faces meet exactly.
            let shift = [(); 2].map(|_| (random.next_u64() % 5) as f64 / 16.0 - 0.125);
            let rest = foot + DVec3::new(shift[0], shift[1], level as f64 + 0.5);
            let lands = 0.05 + 0.07 * (level + 1) as f64;
            let height = (level + 1) as f64 / HIGH as f64;
            let axis = DVec3::new(0.3 * random.signed(), 1.0, 0.0).normalize();
            let moves = move |point: DVec3, time: f64| {
                if time <= STRIKES {
                    let above = mix(2.0 + level as f64, 0.0, fall(time, lands - 0.12, lands));
                    return point + rest + DVec3::Z * above;
                }
                // The upper ones are carried away by the blow, the lower ones slide.
                let struck = ease(time, STRIKES, 1.1) * height * height;
                let away = DVec3::new(2.2 * struck, 0.0, -1.4 * struck * struck * level as f64);
                rotate(point, axis, 0.22 * struck) + rest + away
            };
            bodies.push(Body::new(format!("box {tower}.{level}"), cube.clone(), moves));
        }
        let thrown = move |point: DVec3, time: f64| {
            let flown = (time - STRIKES) / (1.0 - STRIKES);
            let at =
                DVec3::new(if flown < 0.0 { 8.0 * flown } else { 2.0 * flown } - 1.1, 0.0, 6.2);
            rotate(point * 0.8, DVec3::Y, 0.5 * time) + foot + at
        };
        bodies.push(Body::new(format!("thrown {tower}"), cube.clone(), thrown));
    }
    bodies
}
