//! A pair of elements.

use crate::mesh::ElementId;

/// Two colliding elements of a scene, or two within the distance asked for, lower index first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The element with the lower index.
    pub a: ElementId,
    /// The element with the higher index.
    pub b: ElementId,
}

impl Pair {
    /// A pair of two elements, in any order.
    pub fn new(a: ElementId, b: ElementId) -> Pair {
        Pair { a: a.min(b), b: a.max(b) }
    }
}
