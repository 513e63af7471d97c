//! Elements with their positions and boxes on the lattice, where they are grouped and compared.

use crate::broad::{Lattice, LatticeBox};

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

/// Twice the error of a distance within reach, `2^-47` of it and the extents of both elements, as a
/// share of both diameters.
const SLACK: f64 = 1.0 / (1u64 << 43) as f64;

/// A box widened by half the reach of its element, given the diameter in lattice units. The larger
/// element of a pair has at least as much, so that the boxes overlap wherever one is within the
/// smaller one's reach of the other.
#[inline]
pub fn widened(own: LatticeBox, diameter: f64) -> LatticeBox {
    // Two more: lattice points of two positions are less than two units further apart than these.
    let reach = ((diameter * (0.25 + SLACK)) as i32).saturating_add(2);
    LatticeBox {
        min: own.min.map(|c| c.saturating_sub(reach)),
        max: own.max.map(|c| c.saturating_add(reach)),
    }
}
