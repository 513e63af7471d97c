//! What the check of an object's positions told of them.

use crate::geometry::Aabb;

/// The box around all vertices of an object, if these are known to be finite. Objects compare equal whatever is known
/// of this.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KnownBounds(Option<Aabb>);

impl KnownBounds {
    pub fn new(bounds: Aabb) -> KnownBounds {
        KnownBounds(Some(bounds))
    }

    pub fn get(self) -> Option<Aabb> {
        self.0
    }
}

impl PartialEq for KnownBounds {
    fn eq(&self, _: &KnownBounds) -> bool {
        true
    }
}
