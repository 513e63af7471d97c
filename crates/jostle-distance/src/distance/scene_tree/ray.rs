//! Rays, and what they hit.

use crate::mesh::{LocalElementId, ObjectId};
use glam::DVec3;

/// The points `origin + t direction` with `0 <= t <= largest`.
///
/// ```
/// use jostle::DVec3;
/// use jostle::distance::Ray;
///
/// let ray = Ray::new(DVec3::ZERO, DVec3::X * 2.0);
/// assert_eq!(ray.at(1.5), DVec3::X * 3.0);
/// assert_eq!(Ray::segment(DVec3::X, DVec3::Y).largest, 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts.
    pub origin: DVec3,
    /// Where it goes; of any length but zero.
    pub direction: DVec3,
    /// The largest `t`, itself included; infinite for no end.
    pub largest: f64,
}

impl Ray {
    /// Without an end.
    pub const fn new(origin: DVec3, direction: DVec3) -> Ray {
        Ray { origin, direction, largest: f64::INFINITY }
    }

    /// From one point to another. The direction is rounded, and so the end is; give the direction and
    /// the largest `t` where that matters.
    pub fn segment(from: DVec3, to: DVec3) -> Ray {
        Ray { origin: from, direction: to - from, largest: 1.0 }
    }

    /// The same ray up to a largest `t`.
    pub const fn up_to(self, largest: f64) -> Ray {
        Ray { largest, ..self }
    }

    /// The point at `t`.
    pub fn at(&self, t: f64) -> DVec3 {
        self.origin + self.direction * t
    }

    /// Whether the numbers make a ray.
    pub(super) fn is_valid(&self) -> bool {
        self.origin.is_finite()
            && self.direction.is_finite()
            && self.direction != DVec3::ZERO
            && self.largest >= 0.0
    }
}

/// Which side of a triangle a ray meets. The front of a triangle is where it is seen to turn
/// counter-clockwise; that of a body's face is outside of its tetrahedron, inverted or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RaySide {
    /// The ray goes in at the front.
    Front,
    /// The ray comes from behind.
    Back,
    /// The ray runs in the plane of the triangle, or the triangle has no area.
    Along,
}

/// Where a ray meets a triangle of a surface, or a face of the boundary of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The object.
    pub object: ObjectId,
    /// The triangle, or the tetrahedron that the face belongs to.
    pub element: LocalElementId,
    /// The corners of the triangle or face, as vertices of the object.
    pub corners: [u32; 3],
    /// Where along the ray: off by at most `2^-40` of itself and `2^-1073`. Infinite if it is beyond the
    /// largest `f64`.
    pub t: f64,
    /// The point as weights of the corners: at least zero, each off by at most `2^-40`.
    pub weights: [f64; 3],
    /// Which side it meets.
    pub side: RaySide,
}
