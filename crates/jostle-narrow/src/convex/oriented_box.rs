//! Boxes at any angle. Their vertices are computed, with the same rounding as those of posed shapes.

use super::posed_shape::VERTEX_SLACK;
use super::{Pose, SupportMap};
use glam::DVec3;

/// A box at any angle. Bit `i` of a vertex index is set for the vertices on the positive side of axis `i`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrientedBox {
    /// The middle.
    pub centre: DVec3,
    /// From the middle to the middles of three faces, at right angles to each other.
    pub axes: [DVec3; 3],
}

impl OrientedBox {
    /// By half of its edge lengths, and where it is.
    pub fn new(half_size: DVec3, pose: Pose) -> OrientedBox {
        let axes = [DVec3::X * half_size.x, DVec3::Y * half_size.y, DVec3::Z * half_size.z];
        OrientedBox { centre: pose.translation, axes: axes.map(|axis| pose.rotation * axis) }
    }

    /// All eight.
    pub fn vertices(&self) -> [DVec3; 8] {
        std::array::from_fn(|i| self.vertex(i))
    }
}

impl SupportMap for OrientedBox {
    #[inline]
    fn vertex_count(&self) -> usize {
        8
    }

    #[inline]
    fn vertex(&self, index: usize) -> DVec3 {
        let side = |i: usize| if index >> i & 1 == 1 { self.axes[i] } else { -self.axes[i] };
        self.centre + (side(0) + side(1) + side(2))
    }

    #[inline]
    fn support(&self, direction: DVec3) -> usize {
        let along = |i: usize| usize::from(direction.dot(self.axes[i]) > 0.0) << i;
        along(0) | along(1) | along(2)
    }

    #[inline]
    fn middle(&self) -> DVec3 {
        self.centre
    }

    #[inline]
    fn extent(&self) -> f64 {
        let [x, y, z] = self.axes.map(|axis| axis.abs());
        let sum = x + y + z;
        2.0 * (sum.x + sum.y + sum.z) + (self.centre.x + self.centre.y + self.centre.z) * 0.0
    }

    #[inline]
    fn slack(&self) -> f64 {
        let sum = self.centre.abs() + self.axes[0].abs() + self.axes[1].abs() + self.axes[2].abs();
        VERTEX_SLACK * (sum.x + sum.y + sum.z)
    }
}
