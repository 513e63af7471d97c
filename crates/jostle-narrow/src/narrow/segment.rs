//! A segment against a segment or a triangle (Heidelberger 2007, sec. 4.1.2, with signs of
//! determinants in place of their quotients, so that nothing rounds).

use super::filter::{Filter, Tally};
use super::planar;
use crate::geometry::predicates::CoordinatePlane;
use glam::DVec3;

/// Whether the two segments have a point in common; either may be a point.
///
/// ```
/// use jostle::{DVec3, narrow::segment_segment};
///
/// let a = [DVec3::NEG_X, DVec3::X];
/// assert!(segment_segment(&a, &[DVec3::NEG_Y, DVec3::Y]));
/// assert!(segment_segment(&a, &[DVec3::X, DVec3::ONE]), "touching ends");
/// assert!(!segment_segment(&a, &[DVec3::X * 1.5, DVec3::X * 2.0]));
/// ```
pub fn segment_segment(a: &[DVec3; 2], b: &[DVec3; 2]) -> bool {
    if Filter::for_pair(a, b, &mut Tally::default()).orient3d(a[0], a[1], b[0], b[1]) != 0 {
        return false;
    }
    let corners = [a[0], a[1], b[0], b[1]];
    let projection = FACES
        .iter()
        .find_map(|f| CoordinatePlane::for_triangle(corners[f[0]], corners[f[1]], corners[f[2]]));
    match projection {
        Some(projection) => !planar::disjoint(projection, a, b),
        None => planar::overlap_on_line(a, b),
    }
}

/// Whether the segment and the triangle have a point in common; either may be degenerate.
///
/// ```
/// use jostle::{DVec3, narrow::segment_triangle};
///
/// let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// assert!(segment_triangle(&[DVec3::new(0.2, 0.2, -1.0), DVec3::new(0.2, 0.2, 1.0)], &triangle));
/// assert!(segment_triangle(&[DVec3::X, DVec3::ONE], &triangle), "touching a corner");
/// ```
pub fn segment_triangle(segment: &[DVec3; 2], triangle: &[DVec3; 3]) -> bool {
    tallied(segment, triangle, &mut Tally::default())
}

pub(super) fn tallied(segment: &[DVec3; 2], triangle: &[DVec3; 3], tally: &mut Tally) -> bool {
    let ([p, q], [a, b, c]) = (*segment, *triangle);
    let mut filter = Filter::for_pair(segment, triangle, tally);
    let normal = (b - a).cross(c - a);
    let p_side = filter.sign(normal.dot(p - a), a, b, c, p);
    let q_side = filter.sign(normal.dot(q - a), a, b, c, q);
    if p_side * q_side > 0 {
        return false;
    }
    if p_side == 0 && q_side == 0 {
        return match CoordinatePlane::for_triangle(a, b, c) {
            Some(projection) => !planar::disjoint(projection, segment, triangle),
            None => segment_segment(segment, &planar::ends(triangle)),
        };
    }
    // The line of the segment crosses the plane in one point, which the triangle contains unless
    // the line passes two edges on different sides.
    let (mut left, mut right) = (false, false);
    for [u, v] in [[a, b], [b, c], [c, a]] {
        let side = filter.orient3d(p, q, u, v);
        left |= side > 0;
        right |= side < 0;
    }
    !(left && right)
}

/// The faces of a tetrahedron, each opposite the corner of its index, and each turned so that
/// `orient3d` with that corner has the sign of the tetrahedron.
pub(super) const FACES: [[usize; 3]; 4] = [[1, 3, 2], [0, 2, 3], [0, 3, 1], [0, 1, 2]];
