//! The scene `flag`, after Cheng 2011, sec. 6.1.

use crate::body::Body;
use crate::motion::{ease, mix};
use crate::rotation::{cos_sin, sin};
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle::mesh::shapes;
use std::f64::consts::TAU;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "flag",
    aliases: &["animation-six"],
    summary: "A cloth hung on a board flutters against it, until the wind rolls up its free end.",
    source: "Cheng 2011, sec. 6.1 (Ani. six, 80k triangles before a board of 34k)",
    frames: 120,
    coverage: Coverage::TRIANGLES.with_self_pairs(),
    bodies,
};

/// Width and height of the cloth, which is held at its left edge.
const WIDTH: f64 = 3.0;
const HEIGHT: f64 = 2.0;

fn bodies(elements: usize) -> Vec<Body> {
    let cells = ((elements * 3 / 4) as f64 / 3.0).sqrt();
    let cloth = shapes::cloth((1.5 * cells) as u32, cells as u32, [WIDTH, HEIGHT]);
    let waves = |point: DVec3, time: f64| {
        let along = point.x + 0.5 * WIDTH;
        let free = along / WIDTH;
        // Waves run to the free end, and grow on their way.
        let wind = 0.06 + 0.12 * sin(0.5 * time);
        let phase = 1.1 * along - 3.0 * time + 0.25 * point.y;
        let wave = free * (wind * sin(phase) + 0.05 * sin(2.3 * phase + 0.4 * point.y));
        // The end rolls up away from the board, tighter and tighter, a little askew.
        let rolled = ease(time, 0.45, 1.0);
        let straight = mix(WIDTH, 0.45 * WIDTH, rolled) + 0.1 * rolled * point.y;
        let radius = mix(0.45, 0.17, rolled);
        let beyond = (along - straight).max(0.0);
        let (c, s) = cos_sin(beyond / (radius * TAU));
        let x = along.min(straight) + radius * s;
        // The roll is drawn in as it winds, so that layers would touch if they did not cross.
        let off = 0.13 + wave * (1.0 - 0.6 * rolled) + radius * (1.0 - c) + 0.012 * beyond * s;
        DVec3::new(x - 0.5 * WIDTH, -off, point.y + 0.03 * free * sin(phase))
    };
    let board_cells = ((elements / 4) as f64 / 4.0).sqrt() as u32;
    let board = shapes::box_surface(DVec3::new(3.6, 0.12, 2.6), [board_cells, 1, board_cells]);
    vec![
        Body::new("cloth", cloth, waves).with_self_collision(),
        Body::fixed("board", board.translated(DVec3::Y * 0.06)),
    ]
}
