//! Two triangles of one mesh that share corners: do they meet anywhere else?

use super::filter::{Filter, Tally};
use super::{planar, rational, triangle_triangle};
use crate::geometry::predicates::CoordinatePlane;
use glam::DVec3;

/// Whether the intersection of two triangles is more than the simplex of their first `shared`
/// corners, which are the same on both sides. With none shared this is
/// [`triangle_triangle`](super::triangle_triangle()); with all three it is false.
///
/// ```
/// use jostle::{DVec3, narrow::triangle_triangle_beyond};
///
/// let a = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let unfolded = [DVec3::ZERO, DVec3::X, DVec3::NEG_Y];
/// let folded = [DVec3::ZERO, DVec3::X, DVec3::ONE.with_z(0.0)];
/// assert!(!triangle_triangle_beyond(2, &a, &unfolded));
/// assert!(triangle_triangle_beyond(2, &a, &folded));
/// ```
///
/// # Panics
///
/// If `shared` is more than three.
pub fn triangle_triangle_beyond(shared: usize, a: &[DVec3; 3], b: &[DVec3; 3]) -> bool {
    tallied(shared, a, b, &mut Tally::default())
}

/// [`triangle_triangle_beyond`], counting exact fallbacks.
///
/// # Panics
///
/// If `shared` is more than three.
pub fn tallied(shared: usize, a: &[DVec3; 3], b: &[DVec3; 3], tally: &mut Tally) -> bool {
    debug_assert_eq!(a[..shared], b[..shared]);
    match shared {
        0 => triangle_triangle::tallied(a, b, tally),
        1 => beyond_corner(a, b, tally),
        2 => beyond_edge(a, b, tally),
        3 => false,
        _ => panic!("two triangles share at most three corners, not {shared}"),
    }
}

/// Near the shared corner a triangle is the cone spanned by its other two corners, and a convex set
/// that contains the corner and another point contains a ray's beginning: so the question is
/// whether the two cones share a ray. The extreme rays of their intersection are edges of one cone
/// that lie in the other, or the crossing of both interiors.
fn beyond_corner(a: &[DVec3; 3], b: &[DVec3; 3], tally: &mut Tally) -> bool {
    let ([v, a1, a2], [_, b1, b2]) = (*a, *b);
    let mut filter = Filter::for_pair(a, b, tally);
    let a_normal = (a1 - v).cross(a2 - v);
    let b1_side = filter.sign(a_normal.dot(b1 - v), v, a1, a2, b1);
    let b2_side = filter.sign(a_normal.dot(b2 - v), v, a1, a2, b2);
    if b1_side * b2_side > 0 {
        return false;
    }
    let b_normal = (b1 - v).cross(b2 - v);
    let a1_side = filter.sign(b_normal.dot(a1 - v), v, b1, b2, a1);
    let a2_side = filter.sign(b_normal.dot(a2 - v), v, b1, b2, a2);
    if a1_side * a2_side > 0 {
        return false;
    }
    if b1_side * b2_side < 0 && a1_side * a2_side < 0 {
        // Each plane is crossed by the other cone, in a ray along `cross(a_normal, b_normal)` or
        // against it: expanding the triple product shows it to be the same ray exactly when
        // these two signs differ.
        return b1_side != a1_side;
    }
    let (Some(a_plane), Some(b_plane)) =
        (CoordinatePlane::for_triangle(v, a1, a2), CoordinatePlane::for_triangle(v, b1, b2))
    else {
        return rational::beyond(1, a, b, filter.tally());
    };
    let in_a = |side, point| side == 0 && planar::ray_in_cone(a_plane, v, [a1, a2], point);
    let in_b = |side, point| side == 0 && planar::ray_in_cone(b_plane, v, [b1, b2], point);
    in_a(b1_side, b1) || in_a(b2_side, b2) || in_b(a1_side, a1) || in_b(a2_side, a2)
}

/// Two proper triangles on a common edge meet beyond it only when they are folded flat onto each
/// other.
fn beyond_edge(a: &[DVec3; 3], b: &[DVec3; 3], tally: &mut Tally) -> bool {
    let ([s, t, p], q) = (*a, b[2]);
    let mut filter = Filter::for_pair(a, b, tally);
    if filter.orient3d(s, t, p, q) != 0 {
        return false;
    }
    match CoordinatePlane::for_triangle(s, t, p) {
        Some(plane) if CoordinatePlane::for_triangle(s, t, q).is_some() => {
            plane.orient2d(s, t, p) == plane.orient2d(s, t, q)
        }
        _ => rational::beyond(2, a, b, filter.tally()),
    }
}
