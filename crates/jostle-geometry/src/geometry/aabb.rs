//! Axis-aligned boxes.

use glam::DVec3;

/// An axis-aligned box, closed: its faces, edges and corners belong to it.
///
/// ```
/// use jostle::{DVec3, geometry::Aabb};
///
/// let unit = Aabb::from_points([DVec3::ZERO, DVec3::ONE]);
/// let beside = Aabb::from_points([DVec3::new(1.0, 0.0, 0.0), DVec3::new(2.0, 1.0, 1.0)]);
/// assert!(unit.overlaps(&beside), "touching counts");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// The corner with the smallest coordinates.
    pub min: DVec3,
    /// The corner with the largest coordinates.
    pub max: DVec3,
}

impl Aabb {
    /// The box of no point at all: it overlaps nothing, and growing it by a point gives that point.
    pub const EMPTY: Aabb = Aabb { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// The smallest box around the points.
    pub fn from_points(points: impl IntoIterator<Item = DVec3>) -> Aabb {
        points.into_iter().fold(Aabb::EMPTY, Aabb::grown)
    }

    /// The smallest box around this one and a point.
    pub fn grown(self, point: DVec3) -> Aabb {
        Aabb { min: self.min.min(point), max: self.max.max(point) }
    }

    /// The smallest box around both.
    pub fn union(self, other: Aabb) -> Aabb {
        Aabb { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The box common to both; empty if they do not overlap.
    pub fn intersection(self, other: Aabb) -> Aabb {
        Aabb { min: self.min.max(other.min), max: self.max.min(other.max) }
    }

    /// The box with all sides moved outward by a distance; an empty one stays empty. Sides are rounded to the
    /// nearest number. Rounding is monotone and numbers round to themselves, so all points within the distance
    /// along each axis are in it.
    pub fn inflated(self, distance: f64) -> Aabb {
        Aabb { min: self.min - distance, max: self.max + distance }
    }

    /// Whether the two closed boxes have a point in common.
    pub fn overlaps(&self, other: &Aabb) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Whether the other box lies in this one, faces included.
    pub fn contains(&self, other: &Aabb) -> bool {
        self.min.cmple(other.min).all() && other.max.cmple(self.max).all()
    }

    /// Whether the box holds no point.
    pub fn is_empty(&self) -> bool {
        !self.min.cmple(self.max).all()
    }

    /// Edge lengths; meaningless for an empty box.
    pub fn size(&self) -> DVec3 {
        self.max - self.min
    }
}
