//! Where points are along the diagonals between two axes.

use super::aabb::Aabb;
use super::lanes::{BLOCK, Doubles, LaneVector, Lanes};
use glam::DVec3;

/// The least and the greatest sums and differences of two coordinates of some points. With their box these are the slabs
/// of a discrete orientation polytope of 18 planes (k-DOP).
///
/// Where a slab of some points is beyond that of others, their convex hulls do not touch: a hull's sums are between the
/// least and the greatest of its points. That is so of exact sums. These are rounded, but rounding keeps order: where a
/// rounded sum is less than another, so is the exact one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DiagonalSlabs {
    /// Of `x + y`, `y + z`, `z + x`, and of `x - y`, `y - z`, `z - x`.
    least: [DVec3; 2],
    greatest: [DVec3; 2],
}

impl DiagonalSlabs {
    /// The box and the slabs of some of all positions, four side by side.
    #[inline(always)]
    pub fn of<S: Lanes>(simd: S, some: &[u32], positions: &[DVec3]) -> (Aabb, DiagonalSlabs) {
        let highest = LaneVector::<S, Doubles>::splat(simd, DVec3::INFINITY);
        let lowest = LaneVector::<S, Doubles>::splat(simd, DVec3::NEG_INFINITY);
        let (mut least, mut greatest) = ([highest; 3], [lowest; 3]);
        for four in some.chunks(BLOCK) {
            let mut own = [[0.0; BLOCK]; 3];
            for lane in 0..BLOCK {
                let at = positions[four[lane.min(four.len() - 1)] as usize];
                (own[0][lane], own[1][lane], own[2][lane]) = (at.x, at.y, at.z);
            }
            let own = LaneVector::load(simd, &own);
            let next = LaneVector { x: own.y, y: own.z, z: own.x };
            let along = [own, own + next, own - next];
            for axes in 0..3 {
                least[axes] = along[axes].min(least[axes]);
                greatest[axes] = along[axes].max(greatest[axes]);
            }
        }
        let [min, sums, differences] = least.map(|own| own.reduce(DVec3::min));
        let [max, greatest_sums, greatest_differences] = greatest.map(|own| own.reduce(DVec3::max));
        let slabs = DiagonalSlabs {
            least: [sums, differences],
            greatest: [greatest_sums, greatest_differences],
        };
        (Aabb { min, max }, slabs)
    }

    /// Whether a slab of the one is beyond that of the other.
    #[inline]
    pub fn are_apart(&self, other: &DiagonalSlabs) -> bool {
        let mut apart = false;
        for i in 0..2 {
            apart |= self.greatest[i].cmplt(other.least[i]).any();
            apart |= other.greatest[i].cmplt(self.least[i]).any();
        }
        apart
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::lanes::{PortableLanes, with_lanes};
    use proptest::prelude::*;
    use pulp::NullaryFnOnce;

    struct Of<'p, S>(S, &'p [u32], &'p [DVec3]);

    impl<S: Lanes> NullaryFnOnce for Of<'_, S> {
        type Output = (Aabb, DiagonalSlabs);

        #[inline(always)]
        fn call(self) -> (Aabb, DiagonalSlabs) {
            DiagonalSlabs::of(self.0, self.1, self.2)
        }
    }

    fn of(points: &[DVec3]) -> (Aabb, DiagonalSlabs) {
        let all: Vec<u32> = (0..points.len() as u32).collect();
        let best = with_lanes!(simd => simd.run(Of(simd, &all, points)));
        assert_eq!(best, DiagonalSlabs::of(PortableLanes, &all, points));
        assert_eq!(best.0, Aabb::from_points(points.iter().copied()));
        best
    }

    /// Points of any size, near each other and far from the origin, and at the end of the number range.
    fn points(most: usize) -> impl Strategy<Value = Vec<DVec3>> {
        let number = || {
            let size = prop_oneof![
                Just(1.0),
                Just(1e-320),
                Just(1e300),
                Just(1.7e308),
                Just(f64::EPSILON)
            ];
            (-1.0..1.0f64, size, prop_oneof![Just(0.0), Just(1.0)])
                .prop_map(|(part, size, origin)| origin + part * size)
        };
        let point = (number(), number(), number()).prop_map(DVec3::from);
        proptest::collection::vec(point, 1..most)
    }

    proptest! {
        #[test]
        fn what_shares_a_point_is_not_apart(mut a in points(9), b in points(9), shared in 0..9usize) {
            a.push(b[shared % b.len()]);
            prop_assert!(!of(&a).1.are_apart(&of(&b).1));
        }

        #[test]
        fn points_that_are_within_a_hull_are_not_apart_from_it(
            corners in proptest::array::uniform4(proptest::array::uniform3(-1_000_000..1_000_000i64)),
            [a, b, c] in proptest::array::uniform3(0..=8u32),
            far in -900..900i32,
        ) {
            // All is computed without rounding but for the sums.
            let weights = [a, 8 - a.min(8), b, c].map(f64::from);
            let total: f64 = weights.iter().sum();
            let scale = 2f64.powi(far);
            let corners = corners.map(|[x, y, z]| DVec3::new(x as f64, y as f64, z as f64) * total);
            let within: DVec3 = corners.iter().zip(weights).map(|(&corner, weight)| corner / total * weight).sum();
            let hull = of(&corners.map(|corner| corner * scale)).1;
            prop_assert!(!hull.are_apart(&of(&[within * scale]).1));
        }

        #[test]
        fn hulls_are_apart_where_sums_or_differences_are(a in points(5), b in points(5)) {
            let along = |points: &[DVec3], sum: fn(DVec3) -> f64| {
                let sums = points.iter().map(|&at| sum(at));
                [sums.clone().fold(f64::INFINITY, f64::min), sums.fold(f64::NEG_INFINITY, f64::max)]
            };
            let diagonals: [fn(DVec3) -> f64; 6] = [
                |at| at.x + at.y,
                |at| at.y + at.z,
                |at| at.z + at.x,
                |at| at.x - at.y,
                |at| at.y - at.z,
                |at| at.z - at.x,
            ];
            let mut ranges = diagonals.iter().map(|&sum| (along(&a, sum), along(&b, sum)));
            let apart = ranges.any(|(a, b)| a[1] < b[0] || b[1] < a[0]);
            prop_assert_eq!(of(&a).1.are_apart(&of(&b).1), apart);
            prop_assert_eq!(of(&b).1.are_apart(&of(&a).1), apart);
        }
    }

    #[test]
    fn boxes_overlap_of_what_is_apart_along_each_diagonal() {
        for i in 0..6 {
            let mut along = DVec3::ZERO;
            along[i % 3] = 1.0;
            along[(i + 1) % 3] = if i < 3 { 1.0 } else { -1.0 };
            let (u, v) = along.normalize().any_orthonormal_pair();
            let sheet = [u + v, u - v, -u - v, v - u];
            let (bounds, slabs) = of(&sheet);
            let (above, slabs_above) = of(&sheet.map(|at| at + along * 0.1));
            assert!(bounds.overlaps(&above), "{along}");
            assert!(slabs.are_apart(&slabs_above) && slabs_above.are_apart(&slabs), "{along}");
        }
    }
}
