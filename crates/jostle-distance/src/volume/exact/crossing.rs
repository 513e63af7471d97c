//! Where an edge of one surface crosses a face of the other.

use crate::geometry::predicates::Sign;

/// A crossing of an edge of one surface with a face of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Crossing {
    /// The edge of the one.
    pub edge: u32,
    /// The face of the other.
    pub face: u32,
    /// From the lower vertex of the edge up: 1 into the other solid, -1 out of it.
    pub sign: Sign,
}
