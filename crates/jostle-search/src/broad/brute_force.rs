//! Every pair, one after the other: the oracle for the other broad phases.

use super::{BroadPhase, LatticeBox};

/// Compares every box with every other, on one thread. Quadratic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BruteForce;

impl BroadPhase for BruteForce {
    fn search<W: Send>(
        &mut self,
        boxes: &[LatticeBox],
        workers: &mut [W],
        visit: impl Fn(&mut W, u32, u32) + Sync,
    ) {
        let worker = &mut workers[0];
        for (b, box_b) in boxes.iter().enumerate() {
            for (a, box_a) in boxes[..b].iter().enumerate() {
                if box_a.overlaps(box_b) {
                    visit(worker, a as u32, b as u32);
                }
            }
        }
    }

    fn bytes(&self) -> usize {
        0
    }
}
