//! Signs of determinants after one of two objects has moved by an infinitesimal amount.
//!
//! After Edelsbrunner and Mücke, "Simulation of simplicity" (1990), with one move for a whole object instead of
//! one for each vertex: one of two is moved by `d = (e, e^2, e^3)` for an infinitesimal `e > 0`. A determinant
//! of points of both is affine in `d`, so its sign is that of its value at `d = 0`, or, if that is zero,
//! that of the first component of its gradient that is not.

use super::integers;
use super::predicates::{CoordinatePlane, Sign, orient3d, sign_of};
use glam::DVec3;

/// On which side of the plane of a face a point of the other object lies: positive in front, where the
/// corners are seen counter-clockwise. Zero for faces of zero area only.
///
/// `det(b - a, c - a, p - a)` has the normal of the face as its gradient in `p`; if the face is what
/// moves, the point moves the other way relative to it.
pub fn plane_side([a, b, c]: [DVec3; 3], point: DVec3, face_moves: bool) -> Sign {
    match orient3d(a, b, c, point) {
        0 => {
            let mut normal = CoordinatePlane::ALL.into_iter().map(|plane| plane.orient2d(a, b, c));
            let first = normal.find(|&sign| sign != 0).unwrap_or(0);
            if face_moves { -first } else { first }
        }
        side => side,
    }
}

/// The sign of `det(q - p, r - p, s - p)` for an edge `pq` of one object and an edge `rs` of the other.
/// Zero for parallel edges only, edges of no length included.
///
/// Moving `r` and `s` by `d` changes the determinant by `-dot((q - p) x (s - r), d)`.
pub fn edge_side([p, q]: [DVec3; 2], [r, s]: [DVec3; 2], second_moves: bool) -> Sign {
    match orient3d(p, q, r, s) {
        0 => {
            let mut cross = CoordinatePlane::ALL.into_iter().map(|plane| {
                let (u, v) = plane.coordinates();
                direction_cross([p, q], [r, s], u, v)
            });
            let first = cross.find(|&sign| sign != 0).unwrap_or(0);
            if second_moves { -first } else { first }
        }
        side => side,
    }
}

/// The sign of a component of `(q - p) x (s - r)`.
fn direction_cross([p, q]: [DVec3; 2], [r, s]: [DVec3; 2], u: usize, v: usize) -> Sign {
    let (left, right) = ((q[u] - p[u]) * (s[v] - r[v]), (q[v] - p[v]) * (s[u] - r[u]));
    // Each difference is off by `2^-53` of itself, each product by `4 * 2^-53`, so their difference by
    // less than `8 * 2^-53` of both together, unless a product underflows.
    let magnitude = left.abs() + right.abs();
    if (left - right).abs() > 16.0 * f64::EPSILON * magnitude
        && magnitude > f64::MIN_POSITIVE / f64::EPSILON.powi(2)
        && magnitude.is_finite()
    {
        return sign_of(left - right);
    }
    // A difference is zero only where it truly is.
    let is_zero = |x: f64, y: f64| x == y;
    if (is_zero(q[u], p[u]) || is_zero(s[v], r[v])) && (is_zero(q[v], p[v]) || is_zero(s[u], r[u]))
    {
        return 0;
    }
    let at = integers::at_common_scale(&[p, q, r, s]);
    let edge = |from: usize, to: usize, axis: usize| &at[to][axis] - &at[from][axis];
    integers::sign(&(edge(0, 1, u) * edge(2, 3, v) - edge(0, 1, v) * edge(2, 3, u)))
}

/// How an edge of one object passes a face of the other, given on which sides of the face its ends are: 1
/// from the front to the back, so into a solid, -1 out of it, 0 not at all.
///
/// Only edges whose ends are on opposite sides get to the second test, so none of its signs is zero: if the
/// edge were parallel to an edge of the face, it would be parallel to the plane of the face, its ends
/// would have the same determinant with the same gradient, and so the same side.
pub fn crossing_between(
    [from, to]: [Sign; 2],
    edge: [DVec3; 2],
    [a, b, c]: [DVec3; 3],
    face_moves: bool,
) -> Sign {
    if from * to >= 0 {
        return 0;
    }
    let turn = edge_side(edge, [a, b], face_moves);
    let passes =
        turn == edge_side(edge, [b, c], face_moves) && turn == edge_side(edge, [c, a], face_moves);
    if passes { from } else { 0 }
}

/// How an edge of one object passes a face of the other; see [`crossing_between`].
pub fn crossing(edge: [DVec3; 2], face: [DVec3; 3], face_moves: bool) -> Sign {
    let sides = edge.map(|end| plane_side(face, end, face_moves));
    crossing_between(sides, edge, face, face_moves)
}
