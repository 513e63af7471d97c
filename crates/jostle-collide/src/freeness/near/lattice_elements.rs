//! Elements with their positions and boxes on the lattice, where they are grouped and compared.

use crate::broad::{Lattice, LatticeBox};
use crate::conditions::{Condition, bound};

/// Elements on a lattice.
#[derive(Clone, Copy)]
pub struct LatticeElements<'e, E> {
    pub elements: &'e E,
    pub diameters: &'e [f64],
    pub lattice: Lattice,
    /// One for each vertex.
    pub points: &'e [[i32; 3]],
    /// One for each element, widened by its reach.
    pub boxes: &'e [LatticeBox],
}

/// A box widened by half the reach of its element, given the diameter in lattice units. The larger
/// element of a pair has at least as much, so that the boxes overlap wherever one is within the
/// smaller one's reach of the other.
///
/// Let `d` be the smaller diameter in units. Of elements within its reach the distance is off by less than a
/// unit: by `2^-43` of the larger diameter, and if that is so large that it matters, its box is all of the
/// lattice. So lattice points are less than `d / 2 + 3` apart, and boxes are widened by more than
/// `d / 2 + 2` together, because half of it is rounded down and two units are added; both are whole numbers.
#[inline]
pub fn widened(own: LatticeBox, diameter: f64) -> LatticeBox {
    let units = bound(Condition::NearReachRounding, 2.0) as u32;
    // What does not fit is as wide as the lattice.
    own.widened(((diameter * 0.25) as u32).saturating_add(units))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn positions_within_reach_have_boxes_that_overlap() {
        let rest = 2f64.powi(-24);
        let lattice = Lattice::new(DVec3::splat(rest), [1.0; 2]);
        for (power, quarters) in (1..29).flat_map(|power| (0..99).map(move |n| (power, n))) {
            let diameter = f64::from(quarters) * 0.25;
            for step in -9..9 {
                let x = 2f64.powi(power) + f64::from(step) * rest;
                let [a, b] = [x, x + diameter * 0.5].map(|x| {
                    let point = lattice.point(DVec3::splat(x));
                    widened(LatticeBox { min: point, max: point }, diameter)
                });
                assert!(a.overlaps(&b), "{x} and {diameter}");
            }
        }
    }
}
