//! Nearest points of a point, a segment, a triangle and a tetrahedron, where a closed form is best.
//!
//! | | segment | triangle | tetrahedron |
//! | --- | --- | --- | --- |
//! | point | [`point_segment`] | [`point_triangle`] | [`point_tetrahedron`] |
//! | segment | [`segment_segment`] | | |
//!
//! For the other pairs GJK is best: `convex::proximity` takes
//! any two of them as arrays of corners.
//!
//! Let `size` be the distance and the diameters of both together. The distance is within
//! `2^-47 size` of the true one, wherever they lie and however thin they are: each answer is checked
//! against a lower bound, and where the two are further apart than that, computed again with twice
//! the digits. Coordinates must be finite, and their differences too.

mod point;
mod segment_segment;

pub use point::{point_segment, point_tetrahedron, point_triangle};
pub use point::{
    point_segment_weights, point_triangle_weights, tetrahedron_contains, weighted_point_triangle,
};
pub use segment_segment::segment_segment;
pub use segment_segment::segment_segment_weights;

use super::number::{DoubleDouble, Number, Vector};
use crate::conditions::{Condition, required};
use glam::DVec3;

/// The nearest points of two elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestPoints {
    /// Their distance; zero if the elements meet.
    pub distance: f64,
    /// One on each element, in the order of the arguments, as well as `f64` can hold them.
    pub points: [DVec3; 2],
}

/// Weights of the corners of both elements, and the difference of the points they stand for.
struct CornerWeights<T, const A: usize, const B: usize> {
    weights_a: [T; A],
    weights_b: [T; B],
    difference: Vector<T>,
}

/// In plain `f64` first, and in pairs of `f64` if the lower bound does not prove the answer.
fn solve<const A: usize, const B: usize>(
    a: &[DVec3; A],
    b: &[DVec3; B],
    plain: impl Fn(&[DVec3; A], &[DVec3; B]) -> CornerWeights<f64, A, B>,
    paired: impl Fn(&[DVec3; A], &[DVec3; B]) -> CornerWeights<DoubleDouble, A, B>,
) -> NearestPoints {
    solve_with_weights(a, b, plain, paired).nearest
}

/// The nearest points of two elements as what their corners are weighted with.
#[derive(Clone, Copy, Debug)]
pub struct WeightedNearest<const A: usize, const B: usize> {
    /// The nearest points and their distance.
    pub nearest: NearestPoints,
    /// Not negative, and zero exactly for corners that the point is away from.
    pub weights: ([f64; A], [f64; B]),
    /// From the point of the second element to that of the first; more of its digits are right than of the
    /// difference of the points, which are rounded.
    pub difference: DVec3,
}

/// The same with weights.
fn solve_with_weights<const A: usize, const B: usize>(
    a: &[DVec3; A],
    b: &[DVec3; B],
    plain: impl Fn(&[DVec3; A], &[DVec3; B]) -> CornerWeights<f64, A, B>,
    paired: impl Fn(&[DVec3; A], &[DVec3; B]) -> CornerWeights<DoubleDouble, A, B>,
) -> WeightedNearest<A, B> {
    solve_from_guess(a, b, |_, _| None, plain, paired)
}

/// The same, beginning with what may be the answer: the rest is not computed if it is proven.
#[inline(always)]
fn solve_from_guess<const A: usize, const B: usize>(
    a: &[DVec3; A],
    b: &[DVec3; B],
    guess: impl Fn(&[DVec3; A], &[DVec3; B]) -> Option<CornerWeights<f64, A, B>>,
    plain: impl Fn(&[DVec3; A], &[DVec3; B]) -> CornerWeights<f64, A, B>,
    paired: impl Fn(&[DVec3; A], &[DVec3; B]) -> CornerWeights<DoubleDouble, A, B>,
) -> WeightedNearest<A, B> {
    let scale = to_plain_range(a, b);
    let (near_a, near_b) = (a.map(|p| p * scale), b.map(|p| p * scale));
    if let Some(found) = guess(&near_a, &near_b)
        && let Some(proven) = proven(&near_a, &near_b, found)
    {
        return result(a, b, &proven, scale);
    }
    match proven(&near_a, &near_b, plain(&near_a, &near_b)) {
        Some(proven) => result(a, b, &proven, scale),
        None => result(a, b, &paired(&near_a, &near_b), scale),
    }
}

/// What was found, if it is proven to be nearest.
///
/// The difference of two points that are close together is rounded by the size of the elements, so that it leans
/// towards them, and heights along it prove little. Between nearest points it is at right angles to the segments and
/// triangles that these lie inside: what it has along them is rounding, and is taken off.
#[inline(always)]
fn proven<const A: usize, const B: usize>(
    a: &[DVec3; A],
    b: &[DVec3; B],
    mut found: CornerWeights<f64, A, B>,
) -> Option<CornerWeights<f64, A, B>> {
    let rounded = found.difference.value();
    let length = rounded.length();
    if is_proven(a, b, rounded, length) {
        return Some(found);
    }
    let upright = upright([(a, &found.weights_a), (b, &found.weights_b)], rounded)?;
    found.difference = Vector::difference(upright, DVec3::ZERO);
    is_proven(a, b, upright, length).then_some(found)
}

/// The part of a difference at right angles to what two points lie inside, given corners and their weights; none if
/// that has no direction, or more than two.
#[inline(always)]
fn upright(elements: [(&[DVec3], &[f64]); 2], difference: DVec3) -> Option<DVec3> {
    let (mut sides, mut count) = ([DVec3::ZERO; 2], 0);
    for (corners, weights) in elements {
        let inside = corners.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
        let mut inside = inside.map(|(corner, _)| *corner);
        let from = inside.next()?;
        for to in inside {
            *sides.get_mut(count)? = to - from;
            count += 1;
        }
    }
    let [one, other] = sides;
    match count {
        0 => None,
        1 => Some(difference - one * (difference.dot(one) / one.dot(one))),
        _ => {
            let normal = one.cross(other);
            Some(normal * (difference.dot(normal) / normal.dot(normal)))
        }
    }
}

/// Whether no two points are closer than a length by more than `32u` of the size, as heights along a direction,
/// from the second element to the first, tell: all that rounding can add to that is another `32u`, as in the
/// margins of GJK.
fn is_proven(a: &[DVec3], b: &[DVec3], direction: DVec3, length: f64) -> bool {
    let from = a[0];
    let height = |p: &DVec3| direction.dot(*p - from);
    let lowest = a.iter().map(height).fold(f64::INFINITY, f64::min);
    let highest = b.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
    let reach = |points: &[DVec3]| points.iter().map(|p| (*p - points[0]).length()).sum::<f64>();
    let size = length + reach(a) + reach(b);
    length - (lowest - highest) / direction.length() <= 16.0 * f64::EPSILON * size
        || !required(Condition::NearestIsProven)
}

fn result<T: Number, const A: usize, const B: usize>(
    a: &[DVec3; A],
    b: &[DVec3; B],
    weighted: &CornerWeights<T, A, B>,
    scale: f64,
) -> WeightedNearest<A, B> {
    let point = |corners: &[DVec3], weights: &[T]| {
        corners.iter().zip(weights).fold(DVec3::ZERO, |sum, (&p, w)| sum + p * w.value())
    };
    let difference = weighted.difference.value();
    let nearest = NearestPoints {
        distance: difference.length() / scale,
        points: [point(a, &weighted.weights_a), point(b, &weighted.weights_b)],
    };
    let weights = (weighted.weights_a.map(Number::value), weighted.weights_b.map(Number::value));
    WeightedNearest { nearest, weights, difference: difference / scale }
}

/// One, or the power of two that brings differences to where products of five neither overflow
/// nor vanish.
fn to_plain_range(a: &[DVec3], b: &[DVec3]) -> f64 {
    let from = a[0];
    let largest = a.iter().chain(b).fold(0.0, |most: f64, p| {
        let d = (*p - from).abs();
        most.max(d.x).max(d.y).max(d.z)
    });
    const PLAIN: std::ops::Range<f64> =
        f64::from_bits((1023 - 150) << 52)..f64::from_bits((1023 + 150) << 52);
    if PLAIN.contains(&largest) || largest == 0.0 || !required(Condition::NearestPlainRange) {
        return 1.0;
    }
    // The exponent of the largest, taken away; twice it might leave the number range.
    let exponent = ((largest.to_bits() >> 52) as i32 - 1023).clamp(-1000, 1000);
    2f64.powi(-exponent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::convex::{Proximity, SupportMap, proximity};
    use jostle_support::random::SplitMix64;

    /// The distance by GJK, which proves it by a lower bound.
    fn distance(a: &impl SupportMap, b: &impl SupportMap) -> f64 {
        match proximity(a, b).unwrap() {
            Proximity::Apart(apart) => apart.distance,
            Proximity::Intersection(_) => 0.0,
        }
    }

    /// Segments and points next to degenerate ones: almost parallel, almost of no length, almost touching,
    /// of all sizes.
    #[test]
    fn points_are_as_near_as_in_exact_arithmetic() {
        let mut random = SplitMix64::new(1);
        for round in 0..4000 {
            let mut point = || DVec3::new(random.signed(), random.signed(), random.signed());
            let small = 10f64.powi(-(round % 17));
            let [p, along] = [point(), point()];
            let a = [p, p + along];
            let q = p + point() * small;
            let b = [q, q + (along + point() * small) * 0.7];
            let c = q + along * 0.3 + point() * small;
            let scale = 2f64.powi([0, 0, 0, -600, 480, -300, 300][round as usize % 7]);
            let [a, b] = [a, b].map(|segment| segment.map(|p| p * scale));
            let triangle = [b[0], b[1], c * scale];
            let check = |found: f64, expected: f64| {
                let error = 2f64.powi(-46) * (expected + 4.0 * scale);
                assert!((found - expected).abs() <= error, "{found} is {expected}: {a:?} {b:?}");
            };
            check(segment_segment(&a, &b).distance, distance(&a, &b));
            check(point_triangle(a[0], &triangle).distance, distance(&[a[0]], &triangle));
            check(point_segment(a[0], &b).distance, distance(&[a[0]], &b));
        }
    }
}
