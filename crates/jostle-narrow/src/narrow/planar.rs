//! Points of one plane, seen along a coordinate axis: the flat cases of all tests.

use crate::geometry::predicates::{CoordinatePlane, Sign};
use glam::DVec3;

/// Whether two convex hulls of one to three points each are disjoint, in a projection that is
/// one-to-one on the plane of all of them.
///
/// Two convex polygons are disjoint exactly when the line of an edge of one has the other strictly
/// on its far side; a hull that is itself a segment has the other strictly on either side. At least
/// one hull must span more than a point, and not all points may lie on one line unless the hulls
/// overlap there (callers settle collinear points by order along the line).
pub(super) fn disjoint(projection: CoordinatePlane, a: &[DVec3], b: &[DVec3]) -> bool {
    separates(projection, a, b) || separates(projection, b, a)
}

fn separates(projection: CoordinatePlane, hull: &[DVec3], other: &[DVec3]) -> bool {
    let n = hull.len();
    (0..n).any(|i| {
        let (u, v) = (hull[i], hull[(i + 1) % n]);
        let third = if n == 3 { projection.orient2d(u, v, hull[(i + 2) % 3]) } else { 0 };
        let strictly = |side: Sign| {
            third * side <= 0 && other.iter().all(|&p| projection.orient2d(u, v, p) == side)
        };
        strictly(1) || strictly(-1)
    })
}

/// Whether the ray from `apex` through `point` lies in the cone spanned by `a` and `b`, all in one
/// plane on which the projection is one-to-one; neither cone nor ray is degenerate.
pub(super) fn ray_in_cone(
    projection: CoordinatePlane,
    apex: DVec3,
    [a, b]: [DVec3; 2],
    point: DVec3,
) -> bool {
    let turn = projection.orient2d(apex, a, b);
    projection.orient2d(apex, a, point) * turn >= 0
        && projection.orient2d(apex, point, b) * turn >= 0
}

/// The two ends of three points on a line: along a line the lexicographic order is monotone.
pub(super) fn ends(points: &[DVec3]) -> [DVec3; 2] {
    let order = |p: &&DVec3, q: &&DVec3| lexicographic(**p, **q);
    [*points.iter().min_by(order).unwrap(), *points.iter().max_by(order).unwrap()]
}

/// Whether two segments on one line have a point in common.
pub(super) fn overlap_on_line(a: &[DVec3; 2], b: &[DVec3; 2]) -> bool {
    let ([a_low, a_high], [b_low, b_high]) = (ends(a), ends(b));
    lexicographic(a_low, b_high).is_le() && lexicographic(b_low, a_high).is_le()
}

fn lexicographic(p: DVec3, q: DVec3) -> std::cmp::Ordering {
    // Finite coordinates always compare; `partial_cmp` also takes -0.0 for 0.0.
    p.to_array().partial_cmp(&q.to_array()).expect("coordinates are finite")
}
