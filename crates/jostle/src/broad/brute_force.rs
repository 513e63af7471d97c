//! Every pair, one after the other: the oracle for the other rooms.

use super::{BroadPhase, Visitor};
use crate::geometry::Aabb;

/// Compares every box with every other. Quadratic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BruteForce;

impl BroadPhase for BruteForce {
    fn search<V: Visitor>(&self, boxes: &[Aabb], visitor: impl Fn() -> V + Sync) -> Vec<V> {
        let mut visitor = visitor();
        'all: for (b, box_b) in boxes.iter().enumerate() {
            for (a, box_a) in boxes[..b].iter().enumerate() {
                if box_a.overlaps(box_b) && !visitor.visit(a as u32, b as u32) {
                    break 'all;
                }
            }
        }
        vec![visitor]
    }
}
