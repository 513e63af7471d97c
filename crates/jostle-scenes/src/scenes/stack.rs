//! The scene `stack`, after Heidelberger 2007, sec. 3.3.4.

use crate::body::Body;
use crate::motion::{ease, fall, mix};
use crate::rotation::{cos, rotate, sin};
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle::mesh::shapes::{self, Split};
use jostle_support::random::SplitMix64;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "stack",
    aliases: &["membrane", "membranes", "stacks"],
    summary: "Ten soft mats drop one after the other and settle into a stack.",
    source: "Heidelberger 2007, sec. 3.3.4 (Membrane: 10 objects, 5,000 tetrahedra)",
    frames: 120,
    coverage: Coverage::TETRAHEDRA.with_many_bodies(),
    bodies,
};

const MATS: usize = 10;
const THICK: f64 = 0.16;

fn bodies(elements: usize) -> Vec<Body> {
    // Six tetrahedra to a cell, one cell thick.
    let cells = (((elements / MATS) as f64 / 6.0).sqrt() as u32).max(4);
    let mut random = SplitMix64::new(21);
    (0..MATS)
        .map(|number| {
            let side = mix(2.4, 1.4, number as f64 / MATS as f64);
            let size = DVec3::new(side, side, THICK);
            let mat = shapes::box_tets([cells, cells, 1], size, Split::Six, 0.04, number as u64);
            let [askew, phase, aside] = [(); 3].map(|_| random.signed());
            let lands = 0.08 + 0.075 * number as f64;
            let moves = move |point: DVec3, time: f64| {
                let settled = ease(time, lands, lands + 0.25);
                let turning = rotate(point, DVec3::Z, 0.08 * askew);
                // It flaps as it falls, and the waves die when it lies.
                let flap = 0.2 * (1.0 - settled) + 0.02 * (1.0 - time);
                let wave = flap * sin(0.35 * turning.x + phase + 2.0 * time)
                    + flap * cos(0.4 * turning.y - phase + 1.5 * time);
                // A little closer than they are thick.
                let rest = 0.97 * THICK * number as f64;
                let above = mix(1.5 + number as f64, 0.0, fall(time, lands - 0.15, lands));
                let bounce = 0.25 * (1.0 - settled) * ease(time, lands - 0.05, lands + 0.05);
                // The pile is highest in the middle.
                let sag = 0.05 * rest * (turning.x * turning.x + turning.y * turning.y);
                let drop = turning.z + rest + above + bounce + wave - sag;
                DVec3::new(turning.x + 0.1 * aside, turning.y + 0.1 * phase, drop)
            };
            Body::new(format!("mat {number}"), mat, moves)
        })
        .collect()
}
