//! Shapes that have a place: under a rigid motion, and boxes at any angle.
//!
//! Their vertices are computed, so they are rounded: to within `2^-50` times the magnitudes of
//! the local vertex and of the translation. The shape *is* the hull of the rounded vertices, and
//! everything said about it is about those. `support` picks by the unrounded ones; the slack is
//! what may lie between.

use super::SupportMap;
use glam::{DMat3, DQuat, DVec3};

/// Twice the rounding of one vertex, whose three products and four sums are good to `2^-51`.
const VERTEX_SLACK: f64 = 8.0 * f64::EPSILON;

/// A rotation and then a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Turns first. Any matrix will do: the shape is the hull of the mapped vertices.
    pub rotation: DMat3,
    /// Moves then.
    pub translation: DVec3,
}

impl Pose {
    /// By a quaternion, which should be of unit length.
    ///
    /// ```
    /// use jostle::DVec3;
    /// use jostle::convex::{OrientedBox, Pose, intersects};
    ///
    /// let turned = Pose::new(glam::DQuat::from_rotation_z(0.8), DVec3::X * 2.3);
    /// let cube = OrientedBox::new(DVec3::ONE, Pose::IDENTITY);
    /// assert!(intersects(&cube, &OrientedBox::new(DVec3::ONE, turned))?, "the corner reaches in");
    /// # Ok::<(), jostle::convex::ConvexError>(())
    /// ```
    pub fn new(rotation: DQuat, translation: DVec3) -> Pose {
        Pose { rotation: DMat3::from_quat(rotation), translation }
    }

    /// No motion.
    pub const IDENTITY: Pose = Pose { rotation: DMat3::IDENTITY, translation: DVec3::ZERO };

    /// Where a point goes.
    pub fn apply(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.translation
    }
}

/// A shape under a rigid motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Posed<S> {
    shape: S,
    pose: Pose,
    extent: f64,
    slack: f64,
}

impl<S: SupportMap> Posed<S> {
    /// The shape where the pose takes it.
    pub fn new(shape: S, pose: Pose) -> Posed<S> {
        let [x, y, z] = pose.rotation.to_cols_array_2d().map(DVec3::from_array);
        // At least the norm of the matrix; one for a rotation would do, this is two at most.
        let stretch = x.length().max(y.length()).max(z.length()) * 3f64.sqrt();
        let furthest = shape.middle().length() + shape.extent();
        let extent = shape.extent() * stretch;
        let slack = VERTEX_SLACK * (furthest * stretch + pose.translation.length()) + shape.slack();
        Posed { shape, pose, extent, slack }
    }
}

impl<S: SupportMap> SupportMap for Posed<S> {
    fn vertex_count(&self) -> usize {
        self.shape.vertex_count()
    }

    fn vertex(&self, index: usize) -> DVec3 {
        self.pose.apply(self.shape.vertex(index))
    }

    fn support(&self, direction: DVec3) -> usize {
        self.shape.support(self.pose.rotation.transpose() * direction)
    }

    fn middle(&self) -> DVec3 {
        self.pose.apply(self.shape.middle())
    }

    fn extent(&self) -> f64 {
        self.extent
    }

    fn slack(&self) -> f64 {
        self.slack
    }

    fn radius(&self) -> f64 {
        self.shape.radius()
    }
}

/// A box at any angle: eight vertices, of which bit `i` of the index says whether along axis `i`.
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
