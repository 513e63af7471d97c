//! Where vertices are: at rest, or on straight lines from the beginning of a step to its end.
//!
//! Which way three vertices turn, seen along `n`, is `n · ((b - a) × (c - a))`. While they move it is a
//! quadratic in time, a weighted mean of its three coefficients in the Bernstein basis at any time of
//! the step. If these have one sign, it turns that way throughout.

use crate::conditions::{Condition, required};
use glam::DVec3;
use std::ops::Sub;

/// The position of a vertex, or both ends of its motion.
pub(super) trait Path: Copy + Sub<Output = Self> + Send + Sync {
    /// Coefficients of a product of two: one, or three while they move.
    type Products: AsRef<[DVec3]>;
    /// Positions that tell it: one, or two.
    const ENDS: usize;

    /// One of these positions.
    fn position(&self, end: usize) -> DVec3;

    /// The cross product of two, by its coefficients in the Bernstein basis.
    fn cross(self, other: Self) -> Self::Products;
}

impl Path for DVec3 {
    type Products = [DVec3; 1];
    const ENDS: usize = 1;

    #[inline(always)]
    fn position(&self, _: usize) -> DVec3 {
        *self
    }

    #[inline(always)]
    fn cross(self, other: DVec3) -> [DVec3; 1] {
        [DVec3::cross(self, other)]
    }
}

/// A straight line, from time 0 to time 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    start: DVec3,
    end: DVec3,
}

impl Sub for Line {
    type Output = Line;

    #[inline(always)]
    fn sub(self, other: Line) -> Line {
        Line { start: self.start - other.start, end: self.end - other.end }
    }
}

impl Path for Line {
    type Products = [DVec3; 3];
    const ENDS: usize = 2;

    #[inline(always)]
    fn position(&self, end: usize) -> DVec3 {
        if end == 0 { self.start } else { self.end }
    }

    #[inline(always)]
    fn cross(self, other: Line) -> [DVec3; 3] {
        products_over_step([self.start, self.end], [other.start, other.end])
    }
}

/// A vector, or several side by side.
pub(super) trait Vector: Copy {
    fn cross(self, other: Self) -> Self;
    fn mean(self, other: Self) -> Self;
}

impl Vector for DVec3 {
    #[inline(always)]
    fn cross(self, other: DVec3) -> DVec3 {
        DVec3::cross(self, other)
    }

    #[inline(always)]
    fn mean(self, other: DVec3) -> DVec3 {
        0.5 * (self + other)
    }
}

/// The cross product of two vectors that move from one to another each, by its coefficients in the Bernstein basis.
#[inline(always)]
pub(super) fn products_over_step<V: Vector>(a: [V; 2], b: [V; 2]) -> [V; 3] {
    let (first, last) = (a[0].cross(b[0]), a[1].cross(b[1]));
    let inner = a[0].cross(b[1]).mean(a[1].cross(b[0]));
    match (required(Condition::PatchTurnsBetween), required(Condition::PatchTurnsAtEnd)) {
        (true, true) => [first, inner, last],
        (false, _) => [first, last, last],
        (_, false) => [first, inner, first],
    }
}

/// The vertices of an object.
pub(super) trait Paths: Copy + Sync {
    type Path: Path;

    fn at(&self, vertex: u32) -> Self::Path;
}

impl Paths for &[DVec3] {
    type Path = DVec3;

    #[inline(always)]
    fn at(&self, vertex: u32) -> DVec3 {
        self[vertex as usize]
    }
}

/// Vertices at the beginning of a step and at its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines<'p> {
    pub start: &'p [DVec3],
    pub end: &'p [DVec3],
}

impl Paths for Lines<'_> {
    type Path = Line;

    #[inline(always)]
    fn at(&self, vertex: u32) -> Line {
        Line { start: self.start[vertex as usize], end: self.end[vertex as usize] }
    }
}
