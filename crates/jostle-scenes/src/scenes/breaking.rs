//! The scene `breaking`, after kDet 2017, sec. 6.2, table 1.

use crate::body::Body;
use crate::figure::{self, BUDDHA};
use crate::fracture::{PieceTransform, break_apart};
use crate::motion::{ease, fall};
use crate::{Coverage, SceneDefinition};
use jostle::DVec3;
use jostle::mesh::shapes;

pub const DEFINITION: SceneDefinition = SceneDefinition {
    name: "breaking",
    aliases: &["breaking-buddha"],
    summary: "A body cracks: frame by frame another piece comes off and falls on the heap below.",
    source: "kDet 2017, sec. 6.2, table 1 (Breaking Buddha, 38k to 120k polygons)",
    frames: 90,
    coverage: Coverage::TRIANGLES.with_self_pairs().with_topology_changes(),
    bodies,
};

/// More than there are frames, so that some come off in each.
const PIECES: usize = 110;

/// The top of the floor.
const FLOOR: f64 = -1.6;

fn bodies(elements: usize) -> Vec<Body> {
    let breaks = |mesh: &jostle::Mesh, time: f64| {
        break_apart(mesh, PIECES, |piece| {
            // From the top down, and from the first frame on.
            let from = 0.85 * piece.number as f64 / PIECES as f64;
            if time <= from {
                return None;
            }
            let falling = fall(time, from, from + 0.22);
            let out = ease(time, from, from + 0.3);
            let aside = DVec3::new(piece.middle.x, piece.middle.y, 0.0);
            let drop = (piece.middle.z - FLOOR - 0.12 - 0.1 * piece.random) * falling;
            let translation = aside * (0.9 + 0.4 * piece.random) * out - DVec3::Z * drop;
            Some(PieceTransform { translation, axis: piece.axis, turns: 0.3 * piece.random * out })
        })
    };
    let cells = (((elements / 10) as f64 / 4.0).sqrt() as u32).max(3);
    let floor = shapes::box_surface(DVec3::new(7.0, 7.0, 0.3), [cells, cells, 1]);
    vec![
        Body::with_changing_mesh("body", figure::surface(BUDDHA, elements * 9 / 10), breaks)
            .with_self_collision(),
        Body::fixed("floor", floor.translated(DVec3::Z * (FLOOR - 0.15))),
    ]
}
