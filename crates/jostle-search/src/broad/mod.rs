//! The broad phase: pairs of elements whose boxes overlap.
//!
//! One trait, many implementations. Each shows every pair of overlapping boxes exactly once to one of the
//! workers that it is given, in an order and on threads of its own choosing. All keep their
//! buffers from one search to the next.

mod batches;
mod block;
mod box_blocks;
mod brute_force;
mod brute_pairs;
mod bvh;
mod cell_table;
mod grid;
mod groups;
mod hashed_grid;
mod keys;
mod lattice;
mod packed_boxes;
mod packing;
mod radix;
mod sweep;
mod uniform_hash;
mod workers;

pub use batches::Batches;
pub use block::{Bounds, LANES, MovingBox, MovingPoint, Stored};
pub use box_blocks::BoxBlocks;
pub use brute_force::BruteForce;
pub use brute_pairs::BrutePairs;
pub use bvh::Bvh;
pub use grid::{Grid, Report as GridReport};
pub use groups::{BlockWriter, FeatureCorners, GroupSearch, Groups, Vertices, block_count};
pub use hashed_grid::{Duplicates, HashedGrid};
pub use keys::KeyFunction;
pub use keys::spread;
pub use lattice::{Lattice, LatticeBox};
use packing::Packing;
pub use radix::{par_sort, sort};
pub use sweep::Sweep;
pub use uniform_hash::UniformHash;
pub use workers::{GroupPairReceiver, GroupWorkers, PairBuffer, Visited, Workers};

use std::collections::TryReserveError;

/// Reserves capacity for so many members in all, if there is memory for them.
pub fn reserve<T>(members: &mut Vec<T>, capacity: usize) -> Result<(), TryReserveError> {
    members.try_reserve_exact(capacity.saturating_sub(members.len()))
}

/// A way of finding all pairs of overlapping boxes.
pub trait BroadPhase {
    /// Shows every pair of overlapping boxes to one of the workers, once, lower index first. There
    /// is at least one worker, and no more threads than workers are used.
    fn search<W: Send>(
        &mut self,
        boxes: &[LatticeBox],
        workers: &mut [W],
        visit: impl Fn(&mut W, u32, u32) + Sync,
    ) where
        Self: Sized,
    {
        self.search_by(boxes, &mut Visited { workers, visit });
    }

    /// The same, with any workers.
    fn search_by(&mut self, boxes: &[LatticeBox], workers: &mut dyn Workers);

    /// How often the last search came upon a pair that it had listed before, and dropped it; never,
    /// for a broad phase that lists each pair only where it belongs.
    fn duplicates(&self) -> u64 {
        0
    }

    /// Bytes of the buffers that are kept.
    fn bytes(&self) -> usize;

    /// Seconds that the last search spent on its structure, before and between looking for pairs;
    /// zero for a broad phase without one.
    fn populate_seconds(&self) -> f64 {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn candidates(
        broad: &mut impl BroadPhase,
        boxes: &[LatticeBox],
        workers: usize,
    ) -> Vec<(u32, u32)> {
        let mut workers = vec![Vec::new(); workers];
        broad.search(boxes, &mut workers, |found, a, b| found.push((a, b)));
        let mut pairs = workers.concat();
        pairs.sort_unstable();
        pairs
    }

    /// Many sizes, and corners on small multiples of powers of two, so that boxes touch exactly and
    /// lie on the borders of cells; up to the ends of the lattice.
    fn lattice_box() -> impl Strategy<Value = LatticeBox> {
        let coordinate = prop_oneof![
            6 => (-20i64..20, 0u32..6).prop_map(|(x, shift)| x << shift),
            2 => (-3i64..3, 20u32..32).prop_map(|(x, shift)| x << shift),
            1 => any::<i32>().prop_map(i64::from),
        ];
        let edge = prop_oneof![
            8 => 0i64..10,
            3 => (0i64..3, 0u32..31).prop_map(|(x, shift)| x << shift),
            1 => Just(u32::MAX as i64),
        ];
        let axis = (coordinate, edge).prop_map(|(min, edge)| {
            let clamp = |x: i64| x.clamp(i32::MIN as i64, i32::MAX as i64) as i32;
            (clamp(min), clamp(min + edge))
        });
        prop::array::uniform3(axis).prop_map(|axes| LatticeBox {
            min: axes.map(|axis| axis.0),
            max: axes.map(|axis| axis.1),
        })
    }

    fn overlapping(boxes: &[LatticeBox]) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        for b in 0..boxes.len() {
            for a in 0..b {
                if boxes[a].overlaps(&boxes[b]) {
                    pairs.push((a as u32, b as u32));
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn every_broad_phase_finds_each_overlapping_pair_once(
            boxes in prop::collection::vec(lattice_box(), 0..100), workers in 1usize..4
        ) {
            let expected = overlapping(&boxes);
            prop_assert_eq!(&candidates(&mut BruteForce, &boxes, workers), &expected);
            prop_assert_eq!(&candidates(&mut BrutePairs, &boxes, workers), &expected);
            prop_assert_eq!(&candidates(&mut Sweep::default(), &boxes, workers), &expected);
            let mut grid = Grid::default();
            prop_assert_eq!(&candidates(&mut grid, &boxes, workers), &expected);
            // Buffers of another search do not leak into this one.
            let half = &boxes[boxes.len() / 2..];
            prop_assert_eq!(&candidates(&mut grid, half, 4 - workers), &overlapping(half));
        }

        #[test]
        fn every_hash_finds_each_overlapping_pair_once(
            boxes in prop::collection::vec(lattice_box(), 0..100),
            workers in 1usize..4,
            keys in prop::sample::select(&KeyFunction::ALL[..]),
            duplicates in prop::sample::select(&Duplicates::ALL[..]),
            // From one slot for all to more slots than there are cells.
            slots_per_element in prop::sample::select(&[0.0, 0.1, 1.0, 4.0, 100.0][..]),
        ) {
            let expected = overlapping(&boxes);
            let half = &boxes[boxes.len() / 2..];
            let expected_of_half = overlapping(half);
            let mut grid = HashedGrid::new(keys, duplicates);
            prop_assert_eq!(&candidates(&mut grid, &boxes, workers), &expected);
            prop_assert_eq!(&candidates(&mut grid, half, 4 - workers), &expected_of_half);
            let mut hash = UniformHash::new(keys, slots_per_element);
            prop_assert_eq!(&candidates(&mut hash, &boxes, workers), &expected);
            prop_assert_eq!(&candidates(&mut hash, half, 4 - workers), &expected_of_half);
        }

        #[test]
        fn a_hierarchy_finds_each_overlapping_pair_once_as_boxes_move(
            frames in (0usize..100).prop_flat_map(|count| {
                prop::collection::vec(prop::collection::vec(lattice_box(), count), 2)
            }),
            steps in prop::array::uniform3(-2i32..3),
            workers in 1usize..4,
        ) {
            let mut bvh = Bvh::default();
            // The last has another number of boxes.
            let frames = [&frames[0], &frames[1], &frames[1][frames[1].len() / 2..]];
            for frame in frames {
                prop_assert_eq!(candidates(&mut bvh, frame, workers), overlapping(frame));
                let moved = moved(frame, steps);
                prop_assert_eq!(candidates(&mut bvh, &moved, 4 - workers), overlapping(&moved));
            }
        }
    }

    /// Boxes that have each moved a little, by different steps.
    fn moved(boxes: &[LatticeBox], steps: [i32; 3]) -> Vec<LatticeBox> {
        let by = |corner: [i32; 3], e: usize| {
            std::array::from_fn(|axis| corner[axis].saturating_add(steps[(axis + e) % 3]))
        };
        let moved =
            |(e, b): (usize, &LatticeBox)| LatticeBox { min: by(b.min, e), max: by(b.max, e) };
        boxes.iter().enumerate().map(moved).collect()
    }

    /// Runs a check with each broad phase.
    fn for_each_broad_phase(mut check: impl FnMut(&str, Vec<(u32, u32)>), boxes: &[LatticeBox]) {
        check("grid", candidates(&mut Grid::default(), boxes, 2));
        check("brute force", candidates(&mut BruteForce, boxes, 2));
        check("brute pairs", candidates(&mut BrutePairs, boxes, 2));
        check("sweep", candidates(&mut Sweep::default(), boxes, 2));
        check("bvh", candidates(&mut Bvh::default(), boxes, 2));
        check("uniform hash", candidates(&mut UniformHash::default(), boxes, 2));
        for keys in KeyFunction::ALL {
            let mut uniform = UniformHash::new(keys, 0.5);
            check(keys.name(), candidates(&mut uniform, boxes, 2));
            for duplicates in Duplicates::ALL {
                let mut grid = HashedGrid::new(keys, duplicates);
                check(keys.name(), candidates(&mut grid, boxes, 2));
            }
        }
    }

    #[test]
    fn boxes_that_are_all_the_same_meet_all_the_others() {
        const COUNT: u32 = 300;
        for (min, max) in [(7, 7), (-5, 900), (i32::MIN, i32::MAX), (i32::MAX, i32::MAX)] {
            let boxes = [LatticeBox { min: [min; 3], max: [max; 3] }; COUNT as usize];
            let all = (0..COUNT).flat_map(|b| (0..b).map(move |a| (a, b)));
            let mut all: Vec<_> = all.collect();
            all.sort_unstable();
            for_each_broad_phase(
                |name, found| assert!(found == all, "{name}: {}", found.len()),
                &boxes,
            );
        }
    }

    #[test]
    fn few_boxes_meet_few() {
        let whole = LatticeBox { min: [i32::MIN; 3], max: [i32::MAX; 3] };
        for_each_broad_phase(|name, found| assert_eq!(found, [], "{name}"), &[]);
        for_each_broad_phase(|name, found| assert_eq!(found, [], "{name}"), &[whole]);
        for_each_broad_phase(|name, found| assert_eq!(found, [(0, 1)], "{name}"), &[whole; 2]);
    }
}
