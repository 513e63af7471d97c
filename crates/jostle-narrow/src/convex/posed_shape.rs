//! Shapes under a rigid motion.
//!
//! Their vertices are computed, so they are rounded: to within `2^-50` times the magnitudes of
//! the local vertex and of the translation. The shape *is* the hull of the rounded vertices, and
//! all answers refer to those. `support` picks by the unrounded ones; the slack bounds the difference.

use super::SupportMap;
use glam::{DMat3, DQuat, DVec3};

/// Twice the rounding of one vertex, whose three products and four sums are good to `2^-51`.
pub(super) const VERTEX_SLACK: f64 = 8.0 * f64::EPSILON;

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
pub struct PosedShape<S> {
    shape: S,
    pose: Pose,
    extent: f64,
    slack: f64,
}

impl<S: SupportMap> PosedShape<S> {
    /// The shape where the pose takes it.
    pub fn new(shape: S, pose: Pose) -> PosedShape<S> {
        let [x, y, z] = pose.rotation.to_cols_array_2d().map(DVec3::from_array);
        // At least the norm of the matrix; one for a rotation would do, this is two at most.
        let stretch = x.length().max(y.length()).max(z.length()) * 3f64.sqrt();
        let furthest = shape.middle().length() + shape.extent();
        let extent = shape.extent() * stretch;
        let slack = VERTEX_SLACK * (furthest * stretch + pose.translation.length()) + shape.slack();
        PosedShape { shape, pose, extent, slack }
    }
}

impl<S: SupportMap> SupportMap for PosedShape<S> {
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
