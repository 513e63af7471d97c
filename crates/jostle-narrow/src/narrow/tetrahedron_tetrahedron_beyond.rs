//! Two tetrahedra of one mesh that share corners: do they meet anywhere else?
//!
//! Near the shared simplex a proper tetrahedron is a cone over it, so along the shared simplex the
//! question loses one dimension a shared corner: spherical triangles around a corner, sectors
//! around an edge, sides of a face. Flat tetrahedra have no such cone and go to rational
//! arithmetic.

use super::filter::{Filter, Tally};
use super::{rational, tetrahedron_tetrahedron};
use crate::geometry::predicates::Sign;
use glam::DVec3;

/// Whether the intersection of two tetrahedra is more than the simplex of their first `shared`
/// corners, which are the same on both sides. With none shared this is
/// [`tetrahedron_tetrahedron`](super::tetrahedron_tetrahedron()); with all four it is false.
///
/// ```
/// use jostle::{DVec3, narrow::tetrahedron_tetrahedron_beyond};
///
/// let a = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::ZERO];
/// let neighbour = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::ONE];
/// let inverted = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::splat(0.1)];
/// assert!(!tetrahedron_tetrahedron_beyond(3, &a, &neighbour));
/// assert!(tetrahedron_tetrahedron_beyond(3, &a, &inverted));
/// ```
///
/// # Panics
///
/// If `shared` is more than four.
pub fn tetrahedron_tetrahedron_beyond(shared: usize, a: &[DVec3; 4], b: &[DVec3; 4]) -> bool {
    tallied(shared, a, b, &mut Tally::default())
}

/// [`tetrahedron_tetrahedron_beyond`], counting exact fallbacks.
///
/// # Panics
///
/// If `shared` is more than four.
pub fn tallied(shared: usize, a: &[DVec3; 4], b: &[DVec3; 4], tally: &mut Tally) -> bool {
    debug_assert_eq!(a[..shared], b[..shared]);
    match shared {
        0 => tetrahedron_tetrahedron::tallied(a, b, tally),
        1 => beyond_corner(a, b, tally),
        2 => beyond_edge(a, b, tally),
        3 => beyond_face(a, b, tally),
        4 => false,
        _ => panic!("two tetrahedra share at most four corners, not {shared}"),
    }
}

/// Two cones of three edges each. The extreme rays of their intersection are edges of one that lie
/// in the other, and proper crossings of a side of one with a side of the other.
fn beyond_corner(a: &[DVec3; 4], b: &[DVec3; 4], tally: &mut Tally) -> bool {
    let mut filter = Filter::for_pair(a, b, tally);
    let a_turn = filter.orient3d(a[0], a[1], a[2], a[3]);
    let b_turn = filter.orient3d(b[0], b[1], b[2], b[3]);
    if a_turn == 0 || b_turn == 0 {
        return rational::beyond(1, a, b, filter.tally());
    }
    let b_sides = cone_sides(a, b, a_turn, &mut filter);
    if b_sides.iter().any(|side| side.iter().all(|&s| s < 0)) {
        return false;
    }
    let a_sides = cone_sides(b, a, b_turn, &mut filter);
    if a_sides.iter().any(|side| side.iter().all(|&s| s < 0)) {
        return false;
    }
    let edge_inside =
        |sides: &[[Sign; 3]; 3]| (0..3).any(|e| sides.iter().all(|side| side[e] >= 0));
    edge_inside(&b_sides)
        || edge_inside(&a_sides)
        || sides_cross(&a_sides, &b_sides, a_turn * b_turn)
}

/// For each side of a cone, opposite the edge of its index, where the edges of the other cone lie:
/// positive inside, negative outside.
fn cone_sides(
    cone: &[DVec3; 4],
    other: &[DVec3; 4],
    turn: Sign,
    filter: &mut Filter,
) -> [[Sign; 3]; 3] {
    let apex = cone[0];
    [(2, 3), (3, 1), (1, 2)].map(|(i, j)| {
        let normal = (cone[i] - apex).cross(cone[j] - apex);
        [1, 2, 3].map(|e| {
            let value = normal.dot(other[e] - apex);
            turn * filter.sign(value, apex, cone[i], cone[j], other[e])
        })
    })
}

/// Whether a side of one cone crosses a side of the other in the interiors of both. The two edges
/// of each side are strictly on different sides of the other; the planes then meet in a line, and
/// the sides in the same ray of it exactly when the signs of corresponding edges differ (expand
/// the triple product of the two normals), as seen from cones that turn the same way.
fn sides_cross(a_sides: &[[Sign; 3]; 3], b_sides: &[[Sign; 3]; 3], turns: Sign) -> bool {
    let next = |i: usize| (i + 1) % 3;
    (0..3).any(|i| {
        let (a1, a2) = (next(i), next(next(i)));
        (0..3).any(|j| {
            let (b1, b2) = (next(j), next(next(j)));
            let b_signs = (b_sides[i][b1], b_sides[i][b2]);
            let a_signs = (a_sides[j][a1], a_sides[j][a2]);
            b_signs.0 * b_signs.1 < 0
                && a_signs.0 * a_signs.1 < 0
                && b_signs.0 * a_signs.0 * turns < 0
        })
    })
}

/// Seen along the shared edge the tetrahedra are sectors of less than half a turn. Two closed arcs
/// meet exactly when the beginning of one lies in the other.
fn beyond_edge(a: &[DVec3; 4], b: &[DVec3; 4], tally: &mut Tally) -> bool {
    let ([s, t, mut a1, mut a2], [_, _, mut b1, mut b2]) = (*a, *b);
    let mut filter = Filter::for_pair(a, b, tally);
    let mut turn = |p: DVec3, q: DVec3| filter.orient3d(s, t, p, q);
    let (a_turn, b_turn) = (turn(a1, a2), turn(b1, b2));
    if a_turn == 0 || b_turn == 0 {
        return rational::beyond(2, a, b, filter.tally());
    }
    if a_turn < 0 {
        (a1, a2) = (a2, a1);
    }
    if b_turn < 0 {
        (b1, b2) = (b2, b1);
    }
    let first = turn(a1, b1);
    (first >= 0 && turn(b1, a2) >= 0) || (first <= 0 && turn(a1, b2) >= 0)
}

/// On a shared face two proper tetrahedra meet beyond it exactly when they are on the same side.
fn beyond_face(a: &[DVec3; 4], b: &[DVec3; 4], tally: &mut Tally) -> bool {
    let mut filter = Filter::for_pair(a, b, tally);
    let [p, q, r, a_tip] = *a;
    match (filter.orient3d(p, q, r, a_tip), filter.orient3d(p, q, r, b[3])) {
        (0, _) | (_, 0) => rational::beyond(3, a, b, filter.tally()),
        (a_side, b_side) => a_side == b_side,
    }
}
