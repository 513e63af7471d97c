//! Elements that share corners and are degenerate: the one question that signs of determinants do
//! not settle alone. Rare, and exact at any price.

use super::filter::Tally;
use super::{point_tetrahedron, point_triangle, segment_segment, segment_triangle};
use crate::geometry::integers::{self, IntegerPoint};
use glam::DVec3;
use num_bigint::BigInt;

/// Whether the intersection of the hulls of `a` and `b` has a point outside the hull of their
/// first `shared` points, which are the same on both sides.
///
/// The intersection is a polytope; it leaves the (convex) shared hull exactly when one of its
/// corners does. A corner is a corner of one element in the other, or the one point in which
/// the interiors of an edge of one and an edge or triangle of the other meet. Where such a point
/// is computed and not given, it is rational.
#[cold]
pub(super) fn beyond(shared: usize, a: &[DVec3], b: &[DVec3], tally: &mut Tally) -> bool {
    tally.exact += 1;
    let common = &a[..shared];
    let corner_beyond = |element: &[DVec3], other: &[DVec3]| {
        element[shared..].iter().any(|&p| in_hull(p, other) && !in_hull(p, common))
    };
    corner_beyond(a, b)
        || corner_beyond(b, a)
        || faces(a, shared, 2).any(|edge| {
            faces(b, shared, 2).chain(faces(b, shared, 3)).any(|face| leaves(&edge, &face, common))
        })
        || faces(a, shared, 3)
            .any(|face| faces(b, shared, 2).any(|edge| leaves(&edge, &face, common)))
}

/// The faces of a simplex with this many corners, except those that are shared as a whole: what is
/// on them is in the shared hull.
fn faces(points: &[DVec3], shared: usize, corners: u32) -> impl Iterator<Item = Vec<DVec3>> {
    (1u32..1 << points.len())
        .filter(move |set| set.count_ones() == corners && set >> shared != 0)
        .map(|set| (0..points.len()).filter(|i| set >> i & 1 == 1).map(|i| points[i]).collect())
}

fn in_hull(point: DVec3, hull: &[DVec3]) -> bool {
    match *hull {
        [] => false,
        [a] => point == a,
        [a, b] => segment_segment(&[point, point], &[a, b]),
        [a, b, c] => point_triangle(point, &[a, b, c]),
        [a, b, c, d] => point_tetrahedron(point, &[a, b, c, d]),
        _ => unreachable!("elements have at most four corners"),
    }
}

/// Whether an edge and an edge or triangle cross in a single inner point that is outside the hull.
fn leaves(edge: &[DVec3], face: &[DVec3], hull: &[DVec3]) -> bool {
    let meet = match (edge, face) {
        (&[p, q], &[a, b]) => segment_segment(&[p, q], &[a, b]),
        (&[p, q], &[a, b, c]) => segment_triangle(&[p, q], &[a, b, c]),
        _ => unreachable!("an edge, and an edge or a triangle"),
    };
    if !meet {
        return false;
    }
    let points = integers::at_common_scale(&[edge, face, hull].concat());
    let (edge, rest) = points.split_at(edge.len());
    let (face, hull) = rest.split_at(face.len());
    meeting_point(edge, face).is_some_and(|(point, weight)| !in_integer_hull(&point, &weight, hull))
}

/// The only point common to the interiors of two simplices, as `point / weight`; `None` where they
/// do not meet or meet in more than a point.
fn meeting_point(f: &[IntegerPoint], g: &[IntegerPoint]) -> Option<(IntegerPoint, BigInt)> {
    let one = || BigInt::from(1);
    let column_f = |p: &IntegerPoint| [p.to_vec(), vec![one(), BigInt::ZERO]].concat();
    let column_g =
        |p: &IntegerPoint| [p.iter().map(|c| -c).collect(), vec![BigInt::ZERO, one()]].concat();
    let columns: Vec<Vec<BigInt>> = f.iter().map(column_f).chain(g.iter().map(column_g)).collect();
    let right = [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO, one(), one()];
    let (weights, denominator) = integers::solve(&columns, &right)?;
    if weights.iter().any(|w| integers::sign(w) <= 0) {
        return None;
    }
    let coordinate = |axis: usize| f.iter().zip(&weights).map(|(p, w)| &p[axis] * w).sum();
    Some(([0, 1, 2].map(coordinate), denominator))
}

/// Whether `point / weight` lies in the hull of the given points: in the hull of some of them that
/// are affinely independent, by Carathéodory.
fn in_integer_hull(point: &IntegerPoint, weight: &BigInt, hull: &[IntegerPoint]) -> bool {
    let right: Vec<BigInt> = point.iter().chain([weight]).cloned().collect();
    (1u32..1 << hull.len()).any(|set| {
        let columns: Vec<Vec<BigInt>> = (0..hull.len())
            .filter(|i| set >> i & 1 == 1)
            .map(|i| hull[i].iter().cloned().chain([BigInt::from(1)]).collect())
            .collect();
        integers::solve(&columns, &right)
            .is_some_and(|(weights, _)| weights.iter().all(|w| integers::sign(w) >= 0))
    })
}
