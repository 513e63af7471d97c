//! Every pair, one after the other: the oracle for the other broad phases.

use super::{BroadPhase, LatticeBox, Workers};

/// Compares every box with every other, on one thread. Quadratic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BruteForce;

impl BroadPhase for BruteForce {
    fn search_by(&mut self, boxes: &[LatticeBox], workers: &mut dyn Workers) {
        workers.run(&|w, pairs| {
            if w > 0 {
                return;
            }
            for (b, box_b) in boxes.iter().enumerate() {
                for (a, box_a) in boxes[..b].iter().enumerate() {
                    if box_a.overlaps(box_b) {
                        pairs.push(a as u32, b as u32);
                    }
                }
            }
        });
    }

    fn bytes(&self) -> usize {
        0
    }
}
