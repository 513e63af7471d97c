//! Which objects are compared with which, as in physics engines.

/// The layers that an object is on, and those that it is compared with; a bit each.
///
/// Two objects are compared if the mask of each has a layer of the other. Pairs within one object do not
/// depend on it.
///
/// ```
/// use jostle::mesh::Layers;
///
/// const BODY: u32 = 1;
/// const CLOTH: u32 = 2;
/// let sleeve = Layers { membership: CLOTH, mask: BODY };
/// let arm = Layers { membership: BODY, mask: BODY | CLOTH };
/// assert!(sleeve.admits(arm) && arm.admits(arm));
/// assert!(!sleeve.admits(sleeve), "cloth is compared with bodies only");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layers {
    /// The layers that the object is on.
    pub membership: u32,
    /// The layers of the objects that it is compared with.
    pub mask: u32,
}

impl Layers {
    /// On all layers, and compared with all of them: what objects have unless told otherwise.
    pub const ALL: Layers = Layers { membership: u32::MAX, mask: u32::MAX };

    /// Whether two objects with these layers are compared.
    #[inline]
    pub const fn admits(self, other: Layers) -> bool {
        self.mask & other.membership != 0 && other.mask & self.membership != 0
    }
}

impl Default for Layers {
    fn default() -> Layers {
        Layers::ALL
    }
}
