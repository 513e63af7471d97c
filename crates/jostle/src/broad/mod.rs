//! The broad phase: pairs of elements whose boxes overlap.
//!
//! One trait, many rooms. Each room shows every pair of overlapping boxes exactly once to one of the
//! workers that it is given, in an order and on threads of its own choosing. Rooms keep their
//! buffers from one search to the next.

mod brute_force;
mod grid;
mod lattice;
mod sweep;

pub use brute_force::BruteForce;
pub use grid::{Grid, Report as GridReport};
pub use lattice::{Lattice, LatticeBox, LatticeBoxes};
pub use sweep::Sweep;

/// A way of finding all pairs of overlapping boxes.
pub trait BroadPhase {
    /// Shows every pair of overlapping boxes to one of the workers, once, lower index first. There
    /// is at least one worker, and no more threads than workers are used.
    fn search<W: Send>(
        &mut self,
        boxes: &[LatticeBox],
        workers: &mut [W],
        visit: impl Fn(&mut W, u32, u32) + Sync,
    );

    /// Bytes of the buffers that are kept.
    fn bytes(&self) -> usize;
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
        fn every_room_finds_each_overlapping_pair_once(
            boxes in prop::collection::vec(lattice_box(), 0..100), workers in 1usize..4
        ) {
            let expected = overlapping(&boxes);
            prop_assert_eq!(&candidates(&mut BruteForce, &boxes, workers), &expected);
            prop_assert_eq!(&candidates(&mut Sweep::default(), &boxes, workers), &expected);
            let mut grid = Grid::default();
            prop_assert_eq!(&candidates(&mut grid, &boxes, workers), &expected);
            // Buffers of another search do not leak into this one.
            let half = &boxes[boxes.len() / 2..];
            prop_assert_eq!(&candidates(&mut grid, half, 4 - workers), &overlapping(half));
        }
    }
}
