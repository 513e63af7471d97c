//! The scene `rain`, after Heidelberger 2007, sec. 3.3.1.

use crate::body::Body;
use crate::figure::{self, HEAD};
use crate::motion::{ease, fall};
use crate::rotation::{cos_sin, rotate};
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle::mesh::shapes;
use jostle_support::random::SplitMix64;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "rain",
    aliases: &["boldie"],
    summary: "Soft balls rain on a head, roll off it, and come to rest in a heap around it.",
    source: "Heidelberger 2007, sec. 3.3.1 (Boldie: 97 objects, 2,062 tetrahedra)",
    frames: 120,
    coverage: Coverage::TETRAHEDRA.with_many_bodies(),
    bodies,
};

const BALLS: usize = 96;
const RADIUS: f64 = 0.3;
const GROUND: f64 = -1.3;

fn bodies(elements: usize) -> Vec<Body> {
    let shells = (1..40).rev().find(|n| BALLS * 20 * n * n * n <= elements * 14 / 10).unwrap_or(1);
    let ball = shapes::ball_tets(shells as u32, RADIUS);
    let head = figure::solid(HEAD, elements / 8);
    let mut bodies = vec![Body::fixed("head", head)];
    let mut random = SplitMix64::new(3);
    for number in 0..BALLS {
        // Rings around the head, two layers of balls that press on each other.
        let (layer, place) = (number / 60, number % 60);
        let (ring, share) =
            if place < 24 { (0, place as f64 / 24.0) } else { (1, (place - 24) as f64 / 36.0) };
        let reach = 1.75 + 0.52 * f64::from(ring) + 0.2 * layer as f64;
        let (c, s) = cos_sin(share + 0.007 * layer as f64);
        let rest = DVec3::new(reach * c, reach * s, GROUND + 0.27 + 0.46 * layer as f64);
        // They hang in a cloud of layers, and each comes down on the side where it will lie.
        let shelf = number % 25;
        let cell = [shelf % 5, shelf / 5].map(|x| 0.75 * (x as f64 - 2.0));
        let from = DVec3::new(cell[0], cell[1], 3.2 + 0.75 * (number / 25) as f64);
        let strikes = DVec3::new(c, s, 0.0) * (0.2 + 0.8 * random.unit());
        let top = DVec3::new(strikes.x, strikes.y, 1.75 - 0.5 * strikes.length_squared());
        let leaves = 0.19 * (number / 25) as f64 + 0.15 * random.unit();
        let axis = DVec3::new(-s, c, 0.0);
        let moves = move |point: DVec3, time: f64| {
            let falling = fall(time, leaves, leaves + 0.14);
            let rolling = ease(time, leaves + 0.12, leaves + 0.27);
            let hop = DVec3::new(c, s, 0.5) * (0.8 * rolling * (1.0 - rolling));
            let path = from.lerp(top, falling).lerp(rest, rolling) + hop;
            let flat = 1.0 - 0.15 * rolling;
            let spun = rotate(point, axis, 0.8 * rolling);
            path + spun * DVec3::new(1.0 / flat, 1.0 / flat, flat)
        };
        bodies.push(Body::new(format!("ball {number}"), ball.clone(), moves));
    }
    bodies
}
