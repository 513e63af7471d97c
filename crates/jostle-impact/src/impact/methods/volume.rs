//! What elements and nodes are bounded by over a step: boxes, or polytopes with 16 faces of fixed directions.

use crate::geometry::Aabb;
use glam::DVec3;
use std::fmt::Debug;

/// A convex bound. A feature that moves on straight lines is within the bound of its corners at both ends.
pub(in crate::impact) trait Volume: Copy + Debug + Send + Sync {
    const EMPTY: Self;

    /// The volume, grown to hold a point.
    fn grown(self, point: DVec3) -> Self;

    fn union(self, other: Self) -> Self;

    /// Whether two volumes have a common point, as far as they can tell; touching counts.
    fn overlaps(&self, other: &Self) -> bool;
}

impl Volume for Aabb {
    const EMPTY: Aabb = Aabb::EMPTY;

    #[inline(always)]
    fn grown(self, point: DVec3) -> Aabb {
        Aabb::grown(self, point)
    }

    #[inline(always)]
    fn union(self, other: Aabb) -> Aabb {
        Aabb::union(self, other)
    }

    #[inline(always)]
    fn overlaps(&self, other: &Aabb) -> bool {
        Aabb::overlaps(self, other)
    }
}

/// A discrete oriented polytope of 16 faces (Klosowski et al. 1998): between two planes across each of the axes
/// and across the sums and differences of two of them, but for `y - z`.
///
/// Sums are rounded. Rounding keeps order, so what a common point is between in numbers, it is between as rounded.
#[derive(Clone, Copy, Debug)]
pub(in crate::impact) struct Dop16 {
    min: [f64; 8],
    max: [f64; 8],
}

#[inline(always)]
fn heights(p: DVec3) -> [f64; 8] {
    [p.x, p.y, p.z, p.x + p.y, p.y + p.z, p.z + p.x, p.x - p.y, p.x - p.z]
}

/// One instruction, where `f64::min` takes several for what is no number.
#[inline(always)]
fn lower(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

#[inline(always)]
fn higher(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

impl Volume for Dop16 {
    const EMPTY: Dop16 = Dop16 { min: [f64::INFINITY; 8], max: [f64::NEG_INFINITY; 8] };

    #[inline(always)]
    fn grown(mut self, point: DVec3) -> Dop16 {
        let heights = heights(point);
        for axis in 0..8 {
            self.min[axis] = lower(self.min[axis], heights[axis]);
            self.max[axis] = higher(self.max[axis], heights[axis]);
        }
        self
    }

    #[inline(always)]
    fn union(mut self, other: Dop16) -> Dop16 {
        for axis in 0..8 {
            self.min[axis] = lower(self.min[axis], other.min[axis]);
            self.max[axis] = higher(self.max[axis], other.max[axis]);
        }
        self
    }

    #[inline(always)]
    fn overlaps(&self, other: &Dop16) -> bool {
        let mut overlaps = true;
        for axis in 0..8 {
            overlaps &= (self.min[axis] <= other.max[axis]) & (other.min[axis] <= self.max[axis]);
        }
        overlaps
    }
}
