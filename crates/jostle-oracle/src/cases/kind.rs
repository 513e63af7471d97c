//! Which exact test a configuration is for.

use std::fmt;

/// How many points the elements have, and how many of them in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    /// Points of the one element.
    pub a: usize,
    /// Points of the other.
    pub b: usize,
    /// Points they have in common.
    pub shared: usize,
}

impl Kind {
    /// Every kind that the engine has a test for.
    pub const ALL: [Kind; 14] = [
        Kind::new(1, 3, 0),
        Kind::new(1, 4, 0),
        Kind::new(2, 2, 0),
        Kind::new(2, 3, 0),
        Kind::new(3, 3, 0),
        Kind::new(3, 3, 1),
        Kind::new(3, 3, 2),
        Kind::new(3, 3, 3),
        Kind::new(3, 4, 0),
        Kind::new(4, 4, 0),
        Kind::new(4, 4, 1),
        Kind::new(4, 4, 2),
        Kind::new(4, 4, 3),
        Kind::new(4, 4, 4),
    ];

    const fn new(a: usize, b: usize, shared: usize) -> Kind {
        Kind { a, b, shared }
    }

    /// Whether all points are shared, so that the answer is always no.
    pub fn shares_all_points(self) -> bool {
        self.shared == self.a.min(self.b)
    }

    /// Whether elements in general position miss each other, as two segments in space do.
    pub fn is_disjoint_in_general(self) -> bool {
        match self.shared {
            0 => (self.a - 1) + (self.b - 1) < 3,
            // Two triangles at a common edge or vertex span at most a plane or all of space.
            shared => (self.a - 1) + (self.b - 1) < 3 + shared,
        }
    }
}

impl fmt::Display for Kind {
    /// As in `triangle-triangle/2`: the shapes, and how many points they share.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = |points| ["point", "segment", "triangle", "tetrahedron"][points - 1];
        let full = match self.shared {
            0 => format!("{}-{}", name(self.a), name(self.b)),
            shared => format!("{}-{}/{shared}", name(self.a), name(self.b)),
        };
        f.pad(&full)
    }
}
