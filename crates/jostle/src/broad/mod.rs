//! The broad phase: pairs of elements whose boxes overlap.
//!
//! One trait, many rooms. Each room calls a [`Visitor`] exactly once for every pair of overlapping
//! boxes, in an order and from threads of its own choosing.

mod brute_force;
mod sweep;

pub use brute_force::BruteForce;
pub use sweep::Sweep;

use crate::geometry::Aabb;

/// What a broad phase does with the candidates it finds; one visitor a worker.
pub trait Visitor: Send {
    /// Takes a candidate, lower index first. Returning `false` asks the worker to stop looking.
    fn visit(&mut self, a: u32, b: u32) -> bool;
}

/// A way of finding all pairs of overlapping boxes.
pub trait BroadPhase {
    /// Shows every pair of overlapping boxes to one of the visitors, once, and returns them all.
    /// Empty boxes overlap nothing.
    fn search<V: Visitor>(&self, boxes: &[Aabb], visitor: impl Fn() -> V + Sync) -> Vec<V>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;
    use proptest::prelude::*;

    struct Collect(Vec<(u32, u32)>);

    impl Visitor for Collect {
        fn visit(&mut self, a: u32, b: u32) -> bool {
            self.0.push((a, b));
            true
        }
    }

    fn candidates(broad: &impl BroadPhase, boxes: &[Aabb]) -> Vec<(u32, u32)> {
        let found = broad.search(boxes, || Collect(Vec::new()));
        let mut pairs: Vec<_> = found.into_iter().flat_map(|visitor| visitor.0).collect();
        pairs.sort_unstable();
        pairs
    }

    fn boxes() -> impl Strategy<Value = Vec<Aabb>> {
        // Small integers, so that many boxes touch exactly, and some huge ones.
        let corner = (-6i32..6, -6i32..6, -2i32..2);
        let size = prop_oneof![9 => 0i32..3, 1 => 0i32..20];
        let one = (corner, size.clone(), size.clone(), size).prop_map(|((x, y, z), a, b, c)| {
            let min = DVec3::new(x as f64, y as f64, z as f64);
            Aabb { min, max: min + DVec3::new(a as f64, b as f64, c as f64) }
        });
        let one = prop_oneof![20 => one, 1 => Just(Aabb::EMPTY)];
        proptest::collection::vec(one, 0..60)
    }

    proptest! {
        #[test]
        fn every_room_finds_each_overlapping_pair_once(boxes in boxes()) {
            let mut expected = Vec::new();
            for b in 0..boxes.len() {
                for a in 0..b {
                    if boxes[a].overlaps(&boxes[b]) {
                        expected.push((a as u32, b as u32));
                    }
                }
            }
            expected.sort_unstable();
            prop_assert_eq!(&candidates(&BruteForce, &boxes), &expected);
            prop_assert_eq!(&candidates(&Sweep, &boxes), &expected);
        }
    }
}
