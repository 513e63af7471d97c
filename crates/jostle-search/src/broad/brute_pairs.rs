//! Every pair, in parallel over the flat list of all pairs (Tetrahedral kDet 2023, ch. 6: the brute
//! force with a thread for each pair, "No Loop").

use super::batches::Batches;
use super::{BroadPhase, LatticeBox, Workers};

/// Compares every box with every other, on all workers.
///
/// Quadratic time, no memory. It serves small scenes and comparisons: the work is the same for any
/// scene of the same size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BrutePairs;

/// Pairs that a worker takes at a time: some microseconds of work, many times the cost of taking it.
const BATCH: u64 = 1 << 14;

impl BroadPhase for BrutePairs {
    fn search_by(&mut self, boxes: &[LatticeBox], workers: &mut dyn Workers) {
        let batches = Batches::new(rank(0, boxes.len() as u64), BATCH);
        workers.run(&|_, pairs| {
            while let Some(batch) = batches.take() {
                let (first, mut b) = pair_of(batch.start);
                let (mut a, mut left) = (first as usize, (batch.end - batch.start) as usize);
                while left > 0 {
                    let end = (b as usize).min(a + left);
                    compare(a, b as usize, &boxes[a..end], &boxes[b as usize], |a, b| {
                        pairs.push(a, b);
                    });
                    left -= end - a;
                    (a, b) = (0, b + 1);
                }
            }
        });
    }

    fn bytes(&self) -> usize {
        0
    }
}

/// Compares the boxes from `a` on with that of `b`. A function of its own, because it took 1.6 times as
/// long where it was compiled into the loops around it.
#[inline(never)]
fn compare(
    a: usize,
    b: usize,
    boxes: &[LatticeBox],
    box_b: &LatticeBox,
    mut visit: impl FnMut(u32, u32),
) {
    for (i, box_a) in boxes.iter().enumerate() {
        if box_a.overlaps(box_b) {
            visit((a + i) as u32, b as u32);
        }
    }
}

/// The place of the pair `a < b` in the list (0, 1), (0, 2), (1, 2), (0, 3), ...
fn rank(a: u64, b: u64) -> u64 {
    b * b.saturating_sub(1) / 2 + a
}

/// The pair at a place of the list.
fn pair_of(rank_of_pair: u64) -> (u64, u64) {
    // b(b-1) <= 2 rank < b(b+1), so b is the root of 2 rank, rounded down, or one more.
    let root = (2 * rank_of_pair).isqrt();
    let b = if rank(0, root + 1) <= rank_of_pair { root + 1 } else { root };
    (rank_of_pair - rank(0, b), b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_is_one_pair() {
        let mut next = 0;
        for b in 0..200 {
            for a in 0..b {
                assert_eq!((rank(a, b), pair_of(next)), (next, (a, b)));
                next += 1;
            }
        }
    }

    #[test]
    fn ranks_are_exact_for_as_many_boxes_as_there_are_indices() {
        let last = u64::from(u32::MAX);
        for (a, b) in [(0, last), (last - 1, last), (1 << 31, last), (0, 1 << 27)] {
            assert_eq!(pair_of(rank(a, b)), (a, b));
        }
    }
}
