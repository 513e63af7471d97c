//! A point against a triangle or a tetrahedron (Heidelberger 2007, sec. 4.1.2, with signs of
//! determinants in place of their quotients, so that nothing rounds).

use super::filter::{Filter, Tally};
use super::planar;
use super::segment::{self, segment_segment};
use crate::geometry::predicates::CoordinatePlane;
use glam::DVec3;

/// Whether the point lies on the triangle, edges and corners included.
///
/// ```
/// use jostle::{DVec3, narrow::point_triangle};
///
/// let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// assert!(point_triangle(DVec3::new(0.5, 0.5, 0.0), &triangle), "on the longest edge");
/// assert!(!point_triangle(DVec3::new(0.5, 0.5, 1e-300), &triangle), "above it");
/// ```
pub fn point_triangle(point: DVec3, triangle: &[DVec3; 3]) -> bool {
    let [a, b, c] = *triangle;
    if Filter::for_pair(triangle, &[point], &mut Tally::default()).orient3d(a, b, c, point) != 0 {
        return false;
    }
    match CoordinatePlane::for_triangle(a, b, c) {
        Some(projection) => !planar::disjoint(projection, triangle, &[point]),
        None => segment_segment(&[point, point], &planar::ends(triangle)),
    }
}

/// Whether the point lies in the tetrahedron, faces included.
///
/// ```
/// use jostle::{DVec3, narrow::point_tetrahedron};
///
/// let tetrahedron = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// assert!(point_tetrahedron(DVec3::splat(0.25), &tetrahedron));
/// assert!(!point_tetrahedron(DVec3::splat(0.5), &tetrahedron));
/// ```
pub fn point_tetrahedron(point: DVec3, tetrahedron: &[DVec3; 4]) -> bool {
    tallied(point, tetrahedron, &mut Tally::default())
}

/// The signs of the point's barycentric coordinates, up to a common factor. Mixed signs mean
/// outside: in a flat tetrahedron too, whose signs are mixed for every point off its plane.
pub(super) fn tallied(point: DVec3, tetrahedron: &[DVec3; 4], tally: &mut Tally) -> bool {
    let [a, b, c, d] = *tetrahedron;
    let mut filter = Filter::for_pair(tetrahedron, &[point], tally);
    let (mut inside, mut outside) = (false, false);
    for [p, q, r, s] in [[point, b, c, d], [a, point, c, d], [a, b, point, d], [a, b, c, point]] {
        let sign = filter.orient3d(p, q, r, s);
        inside |= sign > 0;
        outside |= sign < 0;
        if inside && outside {
            return false;
        }
    }
    // All zero: the tetrahedron is flat, the union of its faces, and the point is in its plane.
    inside
        || outside
        || segment::FACES.iter().any(|f| point_triangle(point, &f.map(|i| tetrahedron[i])))
}
