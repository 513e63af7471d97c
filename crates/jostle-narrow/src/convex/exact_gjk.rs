//! The nearest points of two hulls in integers, for pairs that floating point cannot decide.
//!
//! GJK with every sign exact: the vector gets strictly shorter with each step, so no
//! simplex comes twice, and there are finitely many; the loop needs no other bound.

use super::{Simplex, SupportMap};
use crate::geometry::integers::{self, IntegerPoint};
use glam::DVec3;
use num_bigint::BigInt;

/// The exact verdict on two shapes, and their distance.
pub(super) struct ExactProximity {
    pub simplex: Simplex,
    /// Whether the shapes have a common point, radii included.
    pub meet: bool,
    /// Whether the hulls of the vertices have one.
    pub hulls_meet: bool,
    /// The distance of the hulls, correctly rounded but for the last digits.
    pub hull_distance: f64,
    /// The distance less the radii, with as many right digits however small; at most zero if the
    /// shapes meet.
    pub clearance: f64,
    /// From the nearest point of `b` to that of `a`, of unit length; zero if the hulls meet.
    pub direction: DVec3,
    pub steps: u32,
}

type IntegerVector = [BigInt; 3];

/// For any finite coordinates and radii, from a start simplex.
pub(super) fn proximity(
    a: &impl SupportMap,
    b: &impl SupportMap,
    start: &[[u32; 2]],
) -> ExactProximity {
    let count_a = a.vertex_count();
    let mut points: Vec<DVec3> = (0..count_a).map(|i| a.vertex(i)).collect();
    points.extend((0..b.vertex_count()).map(|i| b.vertex(i)));
    points.push(DVec3::new(a.radius(), b.radius(), 0.0));
    let (mut integers, exponent) = integers::with_common_exponent(&points);
    let radii = integers.pop().expect("the radii");
    let radius = &radii[0] + &radii[1];
    let (a, b) = integers.split_at(count_a);
    let mut corners: Vec<DifferenceVertex> = Vec::new();
    for &pair in start.iter().filter(|[i, j]| (*i as usize) < a.len() && (*j as usize) < b.len()) {
        corners.push(DifferenceVertex::new(pair, a, b));
    }
    if corners.is_empty() {
        corners.push(DifferenceVertex::new([0, 0], a, b));
    }
    let mut steps = 0;
    let nearest = loop {
        let nearest = nearest(&corners);
        if nearest.vector.iter().all(|x| integers::sign(x) == 0) {
            break nearest;
        }
        let next = DifferenceVertex::new(
            [lowest(a, &nearest.vector, 1), lowest(b, &nearest.vector, -1)],
            a,
            b,
        );
        corners = nearest.kept.iter().map(|&i| corners[i].clone()).collect();
        // No vertex difference lies lower along the vector than the nearest point itself.
        let fall = dot(&nearest.vector, &minus(&next.point, &corners[0].point));
        if integers::sign(&fall) >= 0 {
            break RationalSimplexPoint { kept: (0..corners.len()).collect(), ..nearest };
        }
        corners.push(next);
        steps += 1;
    };
    let kept: Vec<&DifferenceVertex> = nearest.kept.iter().map(|&i| &corners[i]).collect();
    result(&nearest, &kept, &radius, exponent, steps)
}

fn result(
    nearest: &RationalSimplexPoint,
    kept: &[&DifferenceVertex],
    radius: &BigInt,
    exponent: i32,
    steps: u32,
) -> ExactProximity {
    let whole = &nearest.denominator;
    let (mut pairs, mut weights) = ([[0; 2]; 4], [0.0; 4]);
    for (i, corner) in kept.iter().enumerate() {
        pairs[i] = corner.pair;
        weights[i] = quotient(&nearest.weights[i], whole, 0);
    }
    // (distance^2 - radius^2) / (distance + radius) loses nothing to cancellation.
    let square = dot(&nearest.vector, &nearest.vector);
    let reach = radius * whole;
    let beyond = &square - &reach * &reach;
    let hulls_meet = integers::sign(&square) == 0;
    let root = SquareRoot::new(&square);
    let hull_distance = root.over(whole, exponent);
    let sum = root.plus(&reach);
    let clearance = match integers::sign(&sum) {
        0 => 0.0,
        _ => quotient(&beyond, &(sum * whole), exponent - root.shift),
    };
    let largest = nearest.vector.iter().map(|x| x.bits()).max().unwrap_or(0);
    let direction = DVec3::from_array(nearest.vector.each_ref().map(|x| {
        let one = BigInt::from(1) << largest;
        quotient(x, &one, 0)
    }));
    ExactProximity {
        simplex: Simplex::new(kept.len(), pairs, weights),
        meet: integers::sign(&beyond) <= 0,
        hulls_meet,
        hull_distance,
        clearance,
        direction: direction.normalize_or_zero(),
        steps,
    }
}

/// A difference of two vertices, by their indices.
#[derive(Clone)]
struct DifferenceVertex {
    pair: [u32; 2],
    point: IntegerVector,
}

impl DifferenceVertex {
    fn new(pair: [u32; 2], a: &[IntegerPoint], b: &[IntegerPoint]) -> DifferenceVertex {
        DifferenceVertex { pair, point: minus(&a[pair[0] as usize], &b[pair[1] as usize]) }
    }
}

/// The point of a simplex nearest the origin, all over one positive denominator.
struct RationalSimplexPoint {
    kept: Vec<usize>,
    weights: Vec<BigInt>,
    vector: IntegerVector,
    denominator: BigInt,
}

/// The one subset whose own nearest point has positive weights and lies no higher than any other
/// corner along itself: that is what makes it nearest.
fn nearest(corners: &[DifferenceVertex]) -> RationalSimplexPoint {
    let mut subsets: Vec<usize> = (1..1 << corners.len()).collect();
    subsets.sort_by_key(|subset| subset.count_ones());
    subsets
        .into_iter()
        .find_map(|subset| {
            let kept: Vec<usize> = (0..corners.len()).filter(|i| subset >> i & 1 == 1).collect();
            let candidate = on_span(corners, kept)?;
            let on_it = &corners[candidate.kept[0]].point;
            let optimal = corners.iter().all(|corner| {
                integers::sign(&dot(&candidate.vector, &minus(&corner.point, on_it))) >= 0
            });
            optimal.then_some(candidate)
        })
        .expect("a convex set has a nearest point, and affinely independent corners suffice")
}

/// The point nearest the origin of the affine span, if it is inside; `None` too if fewer corners
/// span the same.
fn on_span(corners: &[DifferenceVertex], kept: Vec<usize>) -> Option<RationalSimplexPoint> {
    let first = &corners[kept[0]].point;
    let edges: Vec<IntegerVector> =
        kept[1..].iter().map(|&i| minus(&corners[i].point, first)).collect();
    let columns: Vec<Vec<BigInt>> =
        edges.iter().map(|e| edges.iter().map(|f| dot(e, f)).collect()).collect();
    let right: Vec<BigInt> = edges.iter().map(|e| -dot(e, first)).collect();
    let (others, denominator) = integers::solve(&columns, &right)?;
    let rest = &denominator - others.iter().sum::<BigInt>();
    let weights: Vec<BigInt> = std::iter::once(rest).chain(others).collect();
    if weights.iter().any(|weight| integers::sign(weight) <= 0) {
        return None;
    }
    let mut vector = [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO];
    for (weight, &i) in weights.iter().zip(&kept) {
        for (sum, x) in vector.iter_mut().zip(&corners[i].point) {
            *sum += weight * x;
        }
    }
    Some(RationalSimplexPoint { kept, weights, vector, denominator })
}

/// The vertex lowest along the direction, or along its opposite.
fn lowest(vertices: &[IntegerPoint], direction: &IntegerVector, sign: i32) -> u32 {
    let heights = vertices.iter().map(|v| dot(v, direction) * sign);
    let lowest = heights.enumerate().min_by(|(_, h), (_, k)| h.cmp(k));
    lowest.expect("a shape has vertices").0 as u32
}

fn dot(a: &IntegerVector, b: &IntegerVector) -> BigInt {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn minus(a: &IntegerVector, b: &IntegerVector) -> IntegerVector {
    std::array::from_fn(|axis| &a[axis] - &b[axis])
}

/// The square root of an integer as `digits * 2^shift`, good to the last of at least 64 bits.
struct SquareRoot {
    digits: BigInt,
    shift: i32,
}

impl SquareRoot {
    fn new(square: &BigInt) -> SquareRoot {
        let missing = 130u64.saturating_sub(square.bits());
        let up = (missing + missing % 2) as i32;
        SquareRoot { digits: (square << up).sqrt(), shift: -up / 2 }
    }

    fn over(&self, divisor: &BigInt, exponent: i32) -> f64 {
        quotient(&self.digits, divisor, exponent + self.shift)
    }

    /// At the scale of the root.
    fn plus(&self, integer: &BigInt) -> BigInt {
        &self.digits + (integer << -self.shift)
    }
}

/// `numerator / denominator * 2^exponent` to about 60 bits; never infinite, never NaN.
fn quotient(numerator: &BigInt, denominator: &BigInt, exponent: i32) -> f64 {
    let shift = 64 + denominator.bits() as i64 - numerator.bits() as i64;
    let digits = match shift >= 0 {
        true => (numerator << shift as u64) / denominator,
        false => numerator / (denominator << -shift as u64),
    };
    // 63 to 65 bits: the lowest ten are beyond an `f64` anyway.
    let top: BigInt = digits >> 10;
    let value = top.magnitude().iter_u64_digits().next().unwrap_or(0) as f64;
    let mut power = i64::from(exponent) - shift + 10;
    let mut value = if integers::sign(&top) < 0 { -value } else { value };
    // In steps that neither overflow nor lose digits before the last.
    while power != 0 && value != 0.0 && value.is_finite() {
        let step = power.clamp(-900, 900);
        value *= 2f64.powi(step as i32);
        power -= step;
    }
    value.clamp(f64::MIN, f64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::distance::{point_segment, point_triangle, segment_segment};
    use jostle_support::random::SplitMix64;

    #[test]
    fn quotients_are_good_to_the_last_digit() {
        let int = |x: i64| BigInt::from(x);
        assert_eq!(quotient(&int(1), &int(3), 0), 1.0 / 3.0);
        assert_eq!(quotient(&int(-7), &int(2), 3), -28.0);
        assert_eq!(quotient(&int(0), &int(2), 3), 0.0);
        assert_eq!(quotient(&int(5), &int(4), 2000), f64::MAX);
        assert_eq!(quotient(&int(5), &int(5), -1074), 5e-324);
    }

    #[test]
    fn a_gap_of_the_last_digit_is_seen() {
        let square = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(1.0, 1.0, 0.0)];
        let touching = proximity(&square, &[DVec3::new(0.3, 0.3, 0.0)], &[]);
        assert!(touching.meet && touching.hulls_meet);
        let above = proximity(&square, &[DVec3::new(0.3, 0.3, 5e-324)], &[]);
        assert!(!above.meet);
        assert_eq!((above.clearance, above.direction), (5e-324, -DVec3::Z));
        let sphere = super::super::Sphere::new(DVec3::new(3.0, 4.0, 0.0), 5.0);
        assert!(proximity(&[DVec3::ZERO], &sphere, &[]).meet, "3, 4, 5");
        let smaller = super::super::Sphere::new(DVec3::new(3.0, 4.0, 0.0), 5f64.next_down());
        let apart = proximity(&[DVec3::ZERO], &smaller, &[]);
        assert!(!apart.meet);
        assert_eq!(apart.clearance, 5.0 - 5f64.next_down());
    }

    fn distance(a: &impl SupportMap, b: &impl SupportMap) -> f64 {
        proximity(a, b, &[]).clearance.max(0.0)
    }

    /// Segments and points next to degenerate ones: almost parallel, almost of no length, almost touching,
    /// of all sizes.
    #[test]
    fn closed_forms_are_as_near_as_in_exact_arithmetic() {
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
            let extent = 4.0 * scale;
            let check = |found: f64, exact: f64| {
                let error = 2f64.powi(-47) * (exact + extent);
                assert!((found - exact).abs() <= error, "{found} is {exact}: {a:?} {triangle:?}");
            };
            check(segment_segment(&a, &b).distance, distance(&a, &b));
            check(point_triangle(a[0], &triangle).distance, distance(&[a[0]], &triangle));
            check(point_segment(a[0], &b).distance, distance(&[a[0]], &b));
        }
    }
}
