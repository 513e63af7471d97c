//! What the check of an object's positions told of them.

use crate::geometry::Aabb;

/// Whether the vertices of an object are known to be finite, and the box around its elements. Objects compare equal
/// whatever is known of this.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KnownBounds {
    are_finite: bool,
    of_elements: Option<Aabb>,
}

impl KnownBounds {
    /// Vertices within this box, of which elements have one on each side, or not.
    pub fn new(bounds: Aabb, has_all_sides: bool) -> KnownBounds {
        KnownBounds { are_finite: true, of_elements: has_all_sides.then_some(bounds) }
    }

    /// Whether all vertices are known to be finite.
    pub fn are_finite(self) -> bool {
        self.are_finite
    }

    /// The box around the elements, if it is known.
    pub fn of_elements(self) -> Option<Aabb> {
        self.of_elements
    }
}

impl PartialEq for KnownBounds {
    fn eq(&self, _: &KnownBounds) -> bool {
        true
    }
}
