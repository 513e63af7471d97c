//! Two triangles, by the signs of at most eight determinants (after Guigue and Devillers 2003).

use super::filter::{Filter, Tally, one_side};
use super::planar;
use super::segment;
use crate::geometry::predicates::{CoordinatePlane, Sign};
use glam::DVec3;

/// Whether the two triangles have a point in common; either may be degenerate.
///
/// ```
/// use jostle::{DVec3, narrow::triangle_triangle};
///
/// let floor = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let spike = [DVec3::new(0.2, 0.2, 0.0), DVec3::new(0.2, 0.2, 1.0), DVec3::new(0.3, 0.2, 1.0)];
/// assert!(triangle_triangle(&floor, &spike), "its tip touches the floor");
/// let lifted = spike.map(|p| p + DVec3::Z * 1e-300);
/// assert!(!triangle_triangle(&floor, &lifted));
/// ```
pub fn triangle_triangle(a: &[DVec3; 3], b: &[DVec3; 3]) -> bool {
    tallied(a, b, &mut Tally::default())
}

/// [`triangle_triangle`], counting exact fallbacks.
#[inline]
pub fn tallied(a: &[DVec3; 3], b: &[DVec3; 3], tally: &mut Tally) -> bool {
    decide(a, b, &mut Filter::for_pair(a, b, tally))
}

#[inline(always)]
fn decide(a: &[DVec3; 3], b: &[DVec3; 3], filter: &mut Filter) -> bool {
    let b_sides = filter.sides(a, b);
    if one_side(&b_sides) {
        return false;
    }
    let a_sides = filter.sides(b, a);
    if one_side(&a_sides) {
        return false;
    }
    if b_sides == [0; 3] || a_sides == [0; 3] {
        return flat(a, b, filter.tally());
    }
    // Both planes exist and cross in a line. Each triangle has a corner that is alone on its side
    // of the other's plane, so it cuts the line in an interval bounded by the two edges at that
    // corner; two signs tell whether the intervals overlap.
    let (apex_a, side_a) = lone_corner(a_sides);
    let (apex_b, side_b) = lone_corner(b_sides);
    let [p1, mut q1, mut r1] = rotated(a, apex_a);
    let [p2, mut q2, mut r2] = rotated(b, apex_b);
    // Turn each triangle so that the other's apex is on the positive side of its plane.
    if side_a < 0 {
        (q2, r2) = (r2, q2);
    }
    if side_b < 0 {
        (q1, r1) = (r1, q1);
    }
    filter.orient3d(p1, q1, p2, q2) <= 0 && filter.orient3d(p1, r1, r2, p2) <= 0
}

/// The corner that is alone on one closed side of a plane with the other two on the opposite
/// closed side, and which side that is. The signs are not all zero and not all strictly equal.
#[inline(always)]
fn lone_corner(signs: [Sign; 3]) -> (usize, Sign) {
    let [s0, s1, s2] = signs;
    if s0 * s1 > 0 {
        (2, -s0)
    } else if s0 * s2 > 0 {
        (1, -s0)
    } else if s0 != 0 {
        (0, s0)
    } else if s1 * s2 > 0 {
        (0, -s1)
    } else if s1 != 0 {
        (1, s1)
    } else {
        (2, s2)
    }
}

#[inline(always)]
fn rotated(t: &[DVec3; 3], first: usize) -> [DVec3; 3] {
    match first {
        0 => *t,
        1 => [t[1], t[2], t[0]],
        _ => [t[2], t[0], t[1]],
    }
}

/// The corners of one triangle all lie in the plane of the other, or one has no plane.
#[cold]
fn flat(a: &[DVec3; 3], b: &[DVec3; 3], tally: &mut Tally) -> bool {
    let projection = |t: &[DVec3; 3]| CoordinatePlane::for_triangle(t[0], t[1], t[2]);
    match (projection(a), projection(b)) {
        (Some(projection), Some(_)) => !planar::disjoint(projection, a, b),
        (None, _) => segment::tallied(&planar::ends(a), b, tally),
        (_, None) => segment::tallied(&planar::ends(b), a, tally),
    }
}
