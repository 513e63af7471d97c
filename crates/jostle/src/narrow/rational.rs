//! Elements that share corners and are degenerate: the one question that signs of determinants do
//! not settle, answered from its definition with rational arithmetic. Rare, and slow on purpose.

use super::filter::Tally;
use crate::geometry::integers::{self, IntegerPoint};
use glam::DVec3;
use num_bigint::BigInt;

/// Whether the intersection of the hulls of `a` and `b` has a point outside the hull of their
/// first `shared` points, which are the same on both sides.
///
/// The intersection is a polytope; it leaves the (convex) shared hull exactly when one of its
/// corners does. Every corner is the one point in which the interiors of a face of `a` and a face
/// of `b` meet, so trying all pairs of faces finds all corners.
#[cold]
pub(super) fn beyond(shared: usize, a: &[DVec3], b: &[DVec3], tally: &mut Tally) -> bool {
    tally.exact += 1;
    let points = integers::at_common_scale(&[a, b].concat());
    let (a, b) = points.split_at(a.len());
    let common = &a[..shared];
    let unshared = |set: u32| set >> shared != 0;
    (1..1u32 << a.len()).filter(|&f| unshared(f)).any(|f| {
        (1..1u32 << b.len()).filter(|&g| unshared(g)).any(|g| {
            // Five equations have a unique solution for at most five unknowns.
            f.count_ones() + g.count_ones() <= 5
                && meeting_point(&subset(a, f), &subset(b, g))
                    .is_some_and(|(point, weight)| !in_hull(&point, &weight, common))
        })
    })
}

fn subset(points: &[IntegerPoint], set: u32) -> Vec<&IntegerPoint> {
    points.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, p)| p).collect()
}

/// The only point common to the interiors of two simplices, as `point / weight`; `None` where they
/// do not meet or meet in more than a point.
fn meeting_point(f: &[&IntegerPoint], g: &[&IntegerPoint]) -> Option<(IntegerPoint, BigInt)> {
    let one = || BigInt::from(1);
    let column_f = |p: &IntegerPoint| [p.to_vec(), vec![one(), BigInt::ZERO]].concat();
    let column_g =
        |p: &IntegerPoint| [p.iter().map(|c| -c).collect(), vec![BigInt::ZERO, one()]].concat();
    let columns: Vec<Vec<BigInt>> =
        f.iter().map(|p| column_f(p)).chain(g.iter().map(|p| column_g(p))).collect();
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
fn in_hull(point: &IntegerPoint, weight: &BigInt, hull: &[IntegerPoint]) -> bool {
    let right: Vec<BigInt> = point.iter().chain([weight]).cloned().collect();
    (1..1u32 << hull.len()).any(|set| {
        let columns: Vec<Vec<BigInt>> = subset(hull, set)
            .iter()
            .map(|p| p.iter().cloned().chain([BigInt::from(1)]).collect())
            .collect();
        integers::solve(&columns, &right)
            .is_some_and(|(weights, _)| weights.iter().all(|w| integers::sign(w) >= 0))
    })
}

#[cfg(test)]
mod tests {
    //! The tests by signs and this definition by faces must agree wherever they overlap. A small
    //! integer grid makes every kind of degeneracy frequent.

    use super::*;
    use crate::narrow::*;
    use proptest::prelude::*;

    fn grid<const N: usize>() -> impl Strategy<Value = [DVec3; N]> {
        prop::array::uniform(prop::array::uniform3(-2i8..=2))
            .prop_map(|points: [[i8; 3]; N]| points.map(|p| DVec3::from(p.map(f64::from))))
    }

    fn by_faces(shared: usize, a: &[DVec3], b: &[DVec3]) -> bool {
        beyond(shared, a, b, &mut Tally::default())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(3_000))]

        #[test]
        fn triangles(a in grid::<3>(), b in grid::<3>(), shared in 0usize..3) {
            let mut b = b;
            b[..shared].copy_from_slice(&a[..shared]);
            prop_assert_eq!(triangle_triangle_beyond(shared, &a, &b), by_faces(shared, &a, &b));
        }

        #[test]
        fn tetrahedra(a in grid::<4>(), b in grid::<4>(), shared in 0usize..4) {
            let mut b = b;
            b[..shared].copy_from_slice(&a[..shared]);
            prop_assert_eq!(
                tetrahedron_tetrahedron_beyond(shared, &a, &b), by_faces(shared, &a, &b)
            );
        }

        #[test]
        fn lower_dimensions(p in grid::<1>(), s in grid::<2>(), t in grid::<3>(), u in grid::<4>()) {
            prop_assert_eq!(point_triangle(p[0], &t), by_faces(0, &p, &t));
            prop_assert_eq!(point_tetrahedron(p[0], &u), by_faces(0, &p, &u));
            prop_assert_eq!(segment_segment(&s, &[t[0], t[1]]), by_faces(0, &s, &t[..2]));
            prop_assert_eq!(segment_triangle(&s, &t), by_faces(0, &s, &t));
            prop_assert_eq!(triangle_tetrahedron(&t, &u), by_faces(0, &t, &u));
        }
    }
}
