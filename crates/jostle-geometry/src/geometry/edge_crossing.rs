//! Where an edge crosses the plane of a triangle.
//!
//! Whether it does is for exact predicates to say; here is the point. Pairs of `f64` are enough for all but edges that
//! are almost parallel to the plane, over all sizes involved; for these there are integers.

use super::integers::{self, IntegerPoint};
use super::number::{DoubleDouble, Number, Vector};
use crate::conditions::{Condition, required};
use glam::DVec3;
use num_bigint::BigInt;

/// How far along an edge a plane is, from 0 to 1.
pub struct Weight {
    /// How far, in pairs of `f64`.
    pub weight: DoubleDouble,
    /// What the place on the edge may be off by, in the units of its coordinates.
    pub error: f64,
}

/// How far along an edge the plane of a triangle is. Coordinates are at most about one, the edge crosses the plane.
///
/// Differences are exact. A product of three of them is off by at most `2^-98` of the sizes of its factors
/// ([`DoubleDouble`]), and a sum of six by at most `2^-94`, a power more than it takes. A height over the difference of
/// two moves along the edge by its error, times the length of the edge.
pub fn weight([p, q]: [DVec3; 2], [a, b, c]: [DVec3; 3]) -> Weight {
    /// Below this, products of pairs may have lost digits to underflow.
    const LEAST: f64 = f64::from_bits((1023 - 800) << 52);
    const BOUND: f64 = f64::from_bits((1023 - 94) << 52);
    let from = Vector::<DoubleDouble>::difference;
    let normal = from(b, a).cross(from(c, a));
    let height = normal.dot(from(p, a));
    let step = normal.dot(from(q, p));
    let weight = -height / step;
    // Too close to parallel even so: any point of the edge is on the plane.
    let weight = match weight.value() {
        value if (0.0..=1.0).contains(&value) => weight,
        value if value > 1.0 => DoubleDouble::ONE,
        _ => DoubleDouble::ZERO,
    };
    let size = |v: DVec3| v.abs().max_element();
    let (along, steepness) = (size(q - p), step.value().abs());
    let rounding = BOUND * size(b - a) * size(c - a) * (size(p - a) + along);
    let error = if steepness > LEAST { along * rounding / steepness } else { f64::INFINITY };
    Weight { weight, error }
}

/// The inverse of the largest power of two in a number, kept away from the ends of the range.
pub fn scale(largest: f64) -> f64 {
    let exponent = ((largest.to_bits() >> 52) & 0x7ff).clamp(2, 2044);
    f64::from_bits((2046 - exponent) << 52)
}

/// Where an edge crosses the plane of a triangle, for any finite coordinates: off by at most `2^-52` of the largest
/// coordinate of the edge's ends, or the smallest denormal. The edge is not parallel to the plane.
pub fn point(edge: [DVec3; 2], triangle: [DVec3; 3]) -> DVec3 {
    let largest =
        |points: &[DVec3]| points.iter().fold(0.0, |m: f64, p| m.max(p.abs().max_element()));
    let scale = scale(largest(&edge).max(largest(&triangle)));
    let scaled @ [p, q] = edge.map(|v| v * scale);
    let Weight { weight, error } = self::weight(scaled, triangle.map(|v| v * scale));
    // Half of what rounding to the nearest leaves.
    let is_near = error <= 0.25 * f64::EPSILON * largest(&scaled);
    if is_near || !required(Condition::CrossingPointBound) {
        let from = Vector::<DoubleDouble>::difference;
        return (from(p, DVec3::ZERO) + from(q, p) * weight).value() / scale;
    }
    let [p, q] = edge;
    let [a, b, c] = triangle;
    let (at, exponent) = integers::with_common_exponent(&[p, q, a, b, c]);
    let (point, weight) = rational_point([&at[0], &at[1]], [&at[2], &at[3], &at[4]]);
    DVec3::from(point.each_ref().map(|x| integers::quotient(x, &weight, exponent)))
}

/// A point as integers over a positive integer.
pub type RationalPoint = (IntegerPoint, BigInt);

/// Where an edge crosses the plane of a triangle, exactly. The edge is not parallel to it.
pub fn rational_point([p, q]: [&IntegerPoint; 2], [a, b, c]: [&IntegerPoint; 3]) -> RationalPoint {
    let from = |point: &IntegerPoint| [0, 1, 2].map(|i| &point[i] - &a[i]);
    let (b, c) = (from(b), from(c));
    let minor = |i: usize, j: usize| &b[i] * &c[j] - &b[j] * &c[i];
    let normal = [minor(1, 2), minor(2, 0), minor(0, 1)];
    let height = |point: &IntegerPoint| -> BigInt {
        let offset = from(point);
        (0..3).map(|i| &normal[i] * &offset[i]).sum()
    };
    let (height_p, height_q) = (height(p), height(q));
    // Ends on the plane, as where solids touch, need no denominator.
    if integers::sign(&height_p) == 0 {
        return (p.clone(), BigInt::from(1));
    }
    if integers::sign(&height_q) == 0 {
        return (q.clone(), BigInt::from(1));
    }
    let step = &height_p - &height_q;
    let (step, height_p, height_q) = match integers::sign(&step) < 0 {
        true => (-step, -height_p, -height_q),
        false => (step, height_p, height_q),
    };
    let point = [0, 1, 2].map(|i| &height_p * &q[i] - &height_q * &p[i]);
    (point, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::predicates::orient3d;
    use proptest::prelude::*;

    fn coordinate() -> impl Strategy<Value = f64> {
        prop_oneof![
            4 => (-4i32..=4).prop_map(f64::from),
            4 => -1.0..1.0f64,
            1 => (-1.0..1.0f64).prop_map(|x| 1.0 + x * 1e-15),
            1 => Just(1e-150),
            1 => Just(-1e150),
            1 => Just(3e-310),
        ]
    }

    fn place() -> impl Strategy<Value = DVec3> {
        [coordinate(), coordinate(), coordinate()].prop_map(DVec3::from)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// Against the fraction; also edges that are almost parallel to the plane, far from it or tiny.
        #[test]
        fn points_are_as_near_as_said(p in place(), q in place(), triangle in [place(), place(), place()]) {
            let [a, b, c] = triangle;
            let sides = [p, q].map(|end| orient3d(a, b, c, end));
            if sides[0] * sides[1] > 0 || sides == [0, 0] {
                return Ok(());
            }
            let found = point([p, q], triangle);
            let (at, exponent) = integers::with_common_exponent(&[p, q, a, b, c]);
            let (exact, over) = rational_point([&at[0], &at[1]], [&at[2], &at[3], &at[4]]);
            let exact = DVec3::from(exact.each_ref().map(|x| integers::quotient(x, &over, exponent)));
            let largest = p.abs().max(q.abs()).max_element();
            let bound = f64::EPSILON * largest + 5e-324;
            prop_assert!((found - exact).abs().max_element() <= bound, "{found} is not {exact}");
        }
    }
}
