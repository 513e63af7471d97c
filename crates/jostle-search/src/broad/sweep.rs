//! Sort and sweep: boxes sorted along one axis meet only those that begin before they end.

use super::{BroadPhase, LatticeBox, Workers, reserve};
use rayon::prelude::*;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Sorts the boxes by their lower ends along the axis on which they are spread widest, and compares
/// each with those that follow until one begins beyond its upper end.
#[derive(Debug, Default)]
pub struct Sweep {
    entries: Vec<Entry>,
    populating: Duration,
}

/// A box with its coordinates in sweeping order, and its index.
#[derive(Clone, Copy, Debug)]
struct Entry {
    min: [i32; 3],
    max: [i32; 3],
    element: u32,
}

/// Boxes that a worker takes at a time.
const BATCH: usize = 256;

impl Sweep {
    /// Reserves capacity for so many boxes.
    pub fn reserve(&mut self, boxes: usize) -> Result<(), TryReserveError> {
        reserve(&mut self.entries, boxes)
    }
}

impl BroadPhase for Sweep {
    fn search_by(&mut self, boxes: &[LatticeBox], workers: &mut dyn Workers) {
        let start = Instant::now();
        let axis = widest_axis(boxes);
        let order = |v: [i32; 3]| [v[axis], v[(axis + 1) % 3], v[(axis + 2) % 3]];
        self.entries.clear();
        self.entries.extend((0u32..).zip(boxes).map(|(element, b)| Entry {
            min: order(b.min),
            max: order(b.max),
            element,
        }));
        self.entries.par_sort_unstable_by_key(|entry| (entry.min[0], entry.element));
        self.populating = start.elapsed();
        let (entries, next) = (&self.entries, AtomicUsize::new(0));
        workers.run(&|_, pairs| {
            loop {
                let first = next.fetch_add(BATCH, Relaxed);
                if first >= entries.len() {
                    break;
                }
                for i in first..entries.len().min(first + BATCH) {
                    sweep(&entries[i], &entries[i + 1..], |a, b| pairs.push(a, b));
                }
            }
        });
    }

    fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }

    fn populate_seconds(&self) -> f64 {
        self.populating.as_secs_f64()
    }
}

fn sweep(one: &Entry, later: &[Entry], mut visit: impl FnMut(u32, u32)) {
    for other in later.iter().take_while(|other| other.min[0] <= one.max[0]) {
        let overlaps = (other.min[1] <= one.max[1])
            & (one.min[1] <= other.max[1])
            & (other.min[2] <= one.max[2])
            & (one.min[2] <= other.max[2]);
        if overlaps {
            visit(one.element.min(other.element), one.element.max(other.element));
        }
    }
}

/// The axis along which the boxes are spread widest for their mean size, where the sweep compares the
/// fewest.
fn widest_axis(boxes: &[LatticeBox]) -> usize {
    // An empty box is beyond the others and has a negative edge.
    let boxes = || boxes.iter().filter(|b| b.min[0] <= b.max[0]);
    let spread = [0, 1, 2].map(|axis| {
        let edge = |min: i32, max: i32| f64::from(max) - f64::from(min);
        let low = boxes().map(|b| b.min[axis]).min().unwrap_or(0);
        let high = boxes().map(|b| b.max[axis]).max().unwrap_or(0);
        let sizes: f64 = boxes().map(|b| edge(b.min[axis], b.max[axis])).sum();
        edge(low, high) / (sizes + 1.0)
    });
    (0..3).max_by(|&i, &j| spread[i].total_cmp(&spread[j])).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of boxes is swept along the row, with boxes of objects that have no elements among them.
    #[test]
    fn empty_boxes_do_not_choose_the_axis() {
        let cube = |x: i32| LatticeBox { min: [x, 0, 0], max: [x + 1, 100, 100] };
        let empty = LatticeBox { min: [i32::MAX; 3], max: [i32::MIN; 3] };
        for empties in [0, 1, 50] {
            let row = (0..100).map(|i| cube(1000 * i));
            let boxes: Vec<_> = row.chain(std::iter::repeat_n(empty, empties)).collect();
            assert_eq!(widest_axis(&boxes), 0, "{empties}");
        }
        assert!(widest_axis(&[empty]) < 3);
    }
}
