//! Ground and walls.

use crate::error::{SimError, check, check_not_negative};
use glam::DVec3;

/// A half-space that nothing enters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Away from the half-space, of unit length.
    pub normal: DVec3,
    /// The plane is where `normal . x` is this.
    pub offset: f64,
    /// Coulomb's coefficient; with a body, the geometric mean of both.
    pub friction: f64,
}

impl Plane {
    /// The ground `z = height`, with a friction of 0.5.
    pub fn ground(height: f64) -> Plane {
        Plane { normal: DVec3::Z, offset: height, friction: 0.5 }
    }

    /// Four walls and a ground: the inside of a box without a lid.
    pub fn open_box(low: DVec3, high: DVec3) -> [Plane; 5] {
        let plane = |normal: DVec3, offset: f64| Plane { normal, offset, friction: 0.5 };
        [
            plane(DVec3::Z, low.z),
            plane(DVec3::X, low.x),
            plane(-DVec3::X, -high.x),
            plane(DVec3::Y, low.y),
            plane(-DVec3::Y, -high.y),
        ]
    }

    /// How far above it a point is.
    pub fn height(&self, point: DVec3) -> f64 {
        self.normal.dot(point) - self.offset
    }

    pub(crate) fn check(&self) -> Result<(), SimError> {
        // A unit vector as well as it can be written in decimal.
        let is_unit = |length: f64| (length - 1.0).abs() < 1e-6;
        check("plane", "normal", self.normal.length(), is_unit, "of length one")?;
        check("plane", "offset", self.offset, |_| true, "finite")?;
        check_not_negative("plane", "friction", self.friction)
    }
}
