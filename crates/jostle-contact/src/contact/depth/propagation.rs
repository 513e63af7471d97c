//! Stage 4: from border points inward, layer after layer (sec. 6.1.4).
//!
//! A layer is all colliding points that are next to known ones and not known themselves. Each gets its depth from all
//! neighbours of earlier layers, in the order of their vertices, so that the answer does not depend on who found it.

use super::border::DepthInput;
use super::rows::NONE;
use super::weighted_mean::{Influence, length_and_unit, weighted_mean};
use super::worker::{DepthWorker, share};
use glam::DVec3;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The layer of what is not known.
pub(super) const UNKNOWN: u32 = u32::MAX;

/// Finds the rows next to those of the last layer, gives them the next one, and lists them.
pub(super) fn next_layer(
    input: &DepthInput,
    layers: &[AtomicU32],
    layer: u32,
    last: &mut [u32],
    workers: &mut [DepthWorker],
    next: &mut Vec<u32>,
) {
    share(workers, last, |worker, _, rows| {
        for &mut row in rows {
            input.for_each_neighbour(row as usize, |_, other| {
                let is_new = other != NONE && {
                    let own = &layers[other as usize];
                    // One of those that find it lists it.
                    own.load(Relaxed) == UNKNOWN
                        && own.compare_exchange(UNKNOWN, layer, Relaxed, Relaxed).is_ok()
                };
                if is_new {
                    worker.rows.push(other);
                }
            });
        }
    });
    next.clear();
    for worker in workers {
        next.append(&mut worker.rows);
    }
}

/// The depth and direction of a row from its neighbours of earlier layers, of which there is one.
pub(super) fn propagated(
    input: &DepthInput,
    layers: &[AtomicU32],
    layer: u32,
    row: usize,
    worker: &mut DepthWorker,
) -> (f64, DVec3) {
    let positions = input.scene.vertices();
    let point = positions[input.points[row].vertex as usize];
    let influences = &mut worker.influences;
    influences.clear();
    input.for_each_neighbour(row, |vertex, other| {
        if other == NONE || layers[other as usize].load(Relaxed) >= layer {
            return;
        }
        let known = &input.points[other as usize];
        let away = positions[vertex] - point;
        let (distance, _) = length_and_unit(away);
        let depth = away.dot(known.direction) + known.depth;
        influences.push(Influence { distance, depth, direction: known.direction });
    });
    weighted_mean(influences.iter().copied())
}
