//! Whether triangles are within a distance, eight pairs at a time.
//!
//! The nearest points of two triangles that do not meet are on an edge of each, or a corner of one and
//! the inside of the other: nine pairs of edges and six of a corner and a face, each in closed form. Which of
//! them is nearest is guessed in single precision; its nearest points are computed in double precision. That
//! is a guess too: what is said is proven, whatever the guess.
//!
//! **Upper bound.** The guess is a difference `w` of points of the two triangles, with weights that are
//! known, so its length is at least the distance.
//!
//! **Lower bound.** For any vector `v`, no two points are closer than `L / |v|`, where `L` is the height
//! along `v` of the lowest corner of the first above the highest of the second. With `v = w` the two bounds
//! would meet, if it were not for rounding: where `w` is short, its last digits turn it. So `v` is
//! perpendicular to the directions in which the points of the guess can move within their features: the
//! cross product if there are two, and `w` without its part along it if there is one.
//!
//! **Errors**, in units of `u = 2^-53`, where `E` is the sum of the extents and `d` the length of `w`.
//! Corners are at most `d + E` apart, and differences of corners are good to `u` of their length.
//! Heights above the first corner of the first triangle are dot products of `v` with such
//! differences, each good to `4u |v|` times its length: `4uE` and `4u(d + E)` for the two that count. Their
//! sum, its quotient and the length of `v` add less than `5ud`: the lower bound is good to `9ud + 8uE`.
//! And `w` is the difference of two corners, good to `u(d + E)`, and parts of two edges, good to
//! `2uE` together (the weights of a face sum to at most one but for `u`, which adds as much again); the sums
//! add `u(d + 2E)` and `ud`, and the length `3ud`. So both are good to the margin of GJK, `16u (d + E)`, with
//! some to spare for terms in `u^2`.

mod beyond;
mod nearest_features;
#[cfg(test)]
mod tests;

pub use beyond::remove_beyond;

use super::gjk::ROUNDOFF;
use crate::conditions::{Condition, bound, required};
use crate::geometry::lanes::{BLOCK, Doubles, LaneNumber, LaneVector, Lanes, WIDE, with_lanes};
use glam::DVec3;
use nearest_features::nearest_features;
use pulp::NullaryFnOnce;

/// Pairs of triangles that are told at a time.
pub const PAIRS: usize = WIDE;

/// Pairs of triangles, lane by lane.
#[derive(Clone, Debug, Default)]
pub struct TrianglePairs {
    /// The lanes of each coordinate of each corner, the three of the first triangle and those of the second,
    /// in blocks of four pairs.
    corners: [[[[f64; BLOCK]; 3]; 6]; PAIRS / BLOCK],
}

impl TrianglePairs {
    /// Puts a pair of triangles into a lane.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, pair: [[&DVec3; 3]; 2]) {
        let block = &mut self.corners[lane / BLOCK];
        let lane = lane % BLOCK;
        for (rows, corner) in block.iter_mut().zip(pair.as_flattened()) {
            rows[0][lane] = corner.x;
            rows[1][lane] = corner.y;
            rows[2][lane] = corner.z;
        }
    }

    /// Which pairs are within a distance, which is finite and above zero.
    ///
    /// Triangles that meet are never told: [`reach`](super::reach::reach) may tell them. What is said of one
    /// pair does not depend on the others.
    pub fn reach(&self, limit: f64) -> Reaches {
        with_lanes!(simd => simd.run(ReachOfPairs { simd, pairs: self, limit }))
    }
}

/// What is said of pairs of triangles.
#[derive(Clone, Copy, Debug)]
pub struct Reaches {
    /// A bit for each pair that is within the distance.
    pub within: u32,
    /// A bit for each pair that is for others to tell.
    pub unsure: u32,
    /// How far apart each pair is that is within.
    pub distances: [f64; PAIRS],
}

/// Bounds of four distances, off by the margin at most.
struct Bounds<S: Lanes> {
    upper: DoubleNumber<S>,
    lower: DoubleNumber<S>,
    /// The sum of the extents.
    extent: DoubleNumber<S>,
}

impl<S: Lanes> Bounds<S> {
    /// Bits for the pairs that are within the limit, and for those that are unsure.
    #[inline(always)]
    fn compared(&self, simd: S, limit: f64) -> [u32; 2] {
        const ALL: u32 = (1 << BLOCK) - 1;
        let number = |value: f64| LaneNumber::splat(simd, value);
        let (upper, lower, limit) = (self.upper, self.lower, number(limit));
        // Products of four lengths neither overflow nor vanish: no length that counts is less than
        // the roundoff of the size. What is not a number is not above anything.
        let size = upper + self.extent;
        let [least, most] = [2f64.powi(-150), 2f64.powi(150)].map(number);
        let mut is_plain = size.above(least) & most.above(size);
        if !required(Condition::TriangleReachRange) {
            is_plain = ALL;
        }
        let margin = number(16.0 * ROUNDOFF) * size;
        let is_apart = is_plain & lower.above(margin);
        let mut is_proven = is_apart & !(upper - lower).above(number(2.0) * margin);
        if !required(Condition::TriangleReachIsProven) {
            is_proven = ALL;
        }
        let margin = number(bound(Condition::TriangleReachMargin, 16.0 * ROUNDOFF)) * size;
        let beyond = is_apart & (lower - margin).above(limit);
        let within = is_proven & limit.above(upper + margin) & !beyond;
        [within, ALL & !within & !beyond]
    }
}

struct ReachOfPairs<'p, S> {
    simd: S,
    pairs: &'p TrianglePairs,
    limit: f64,
}

impl<S: Lanes> NullaryFnOnce for ReachOfPairs<'_, S> {
    type Output = Reaches;

    #[inline(always)]
    fn call(self) -> Reaches {
        let ReachOfPairs { simd, pairs, limit } = self;
        let [low, high] = &pairs.corners;
        let halves = [scaled(simd, low), scaled(simd, high)];
        let features = nearest_features(simd, &halves);
        let [a, b, c, d, e, f, g, h] = features.to_array();
        let low = bounds(simd, low, [a, b, c, d]);
        let high = bounds(simd, high, [e, f, g, h]);
        let [within, unsure] = low.compared(simd, limit);
        let [within_high, unsure_high] = high.compared(simd, limit);
        let ([a, b, c, d], [e, f, g, h]) = (low.upper.to_array(), high.upper.to_array());
        Reaches {
            within: within | within_high << BLOCK,
            unsure: unsure | unsure_high << BLOCK,
            distances: [a, b, c, d, e, f, g, h],
        }
    }
}

type Corners = [[[f64; BLOCK]; 3]; 6];
type DoubleNumber<S> = LaneNumber<S, Doubles>;
type DoubleVector<S> = LaneVector<S, Doubles>;

/// The corners but for the first, from the first, in units of the largest coordinate.
#[inline(always)]
fn scaled<S: Lanes>(simd: S, corners: &Corners) -> [DoubleVector<S>; 5] {
    let [origin, a, b, c, d, e] = corners;
    let origin = LaneVector::load(simd, origin);
    let a = LaneVector::load(simd, a) - origin;
    let b = LaneVector::load(simd, b) - origin;
    let c = LaneVector::load(simd, c) - origin;
    let d = LaneVector::load(simd, d) - origin;
    let e = LaneVector::load(simd, e) - origin;
    let low = a.min(b).min(c.min(d)).min(e);
    let high = a.max(b).max(c.max(d)).max(e);
    // The first corner is at zero; what is not around it is no larger than twice the extent of all.
    let size = (high.x.abs().max(low.x.abs()))
        .max(high.y.abs().max(low.y.abs()))
        .max(high.z.abs().max(low.z.abs()));
    let least = LaneNumber::splat(simd, f64::MIN_POSITIVE);
    let unit = LaneNumber::splat(simd, 1.0) / size.max(least);
    [a * unit, b * unit, c * unit, d * unit, e * unit]
}

/// Points whose differences are the nearest points of two features: `X0 - Y0` of two corners, moved along
/// `X1 - X2` and against `Y1 - Y2`. Corners of the first triangle are 0 to 2, of the second 3 to 5.
const FEATURES: [[u8; 6]; 15] = [
    // Two edges: X0 and Y0 are where they begin.
    [0, 3, 1, 0, 4, 3],
    [0, 4, 1, 0, 5, 4],
    [0, 5, 1, 0, 3, 5],
    [1, 3, 2, 1, 4, 3],
    [1, 4, 2, 1, 5, 4],
    [1, 5, 2, 1, 3, 5],
    [2, 3, 0, 2, 4, 3],
    [2, 4, 0, 2, 5, 4],
    [2, 5, 0, 2, 3, 5],
    // A corner of the first triangle and the second one.
    [0, 3, 3, 4, 5, 3],
    [1, 3, 3, 4, 5, 3],
    [2, 3, 3, 4, 5, 3],
    // A corner of the second triangle and the first one.
    [0, 3, 1, 0, 0, 2],
    [0, 4, 1, 0, 0, 2],
    [0, 5, 1, 0, 0, 2],
];

/// The first of [`FEATURES`] that are a corner and a face.
const FIRST_OF_FACES: usize = 9;

/// Bounds from the nearest points of features.
#[inline(always)]
fn bounds<S: Lanes>(simd: S, corners: &Corners, features: [f32; BLOCK]) -> Bounds<S> {
    let mut points = [[[0.0; BLOCK]; 3]; 6];
    let mut is_face = [0.0; BLOCK];
    for lane in 0..BLOCK {
        let feature = (features[lane] as usize).min(FEATURES.len() - 1);
        for k in 0..6 {
            let from = &corners[FEATURES[feature][k] as usize];
            points[k][0][lane] = from[0][lane];
            points[k][1][lane] = from[1][lane];
            points[k][2][lane] = from[2][lane];
        }
        is_face[lane] = (feature >= FIRST_OF_FACES) as u32 as f64;
    }
    let zero = DoubleNumber::splat(simd, 0.0);
    let one = LaneNumber::splat(simd, 1.0);
    let least = LaneNumber::splat(simd, f64::MIN_POSITIVE);
    let [x0, y0, x1, x2, y1, y2] = &points;
    let gap = LaneVector::load(simd, x0) - LaneVector::load(simd, y0);
    let own = LaneVector::load(simd, x1) - LaneVector::load(simd, x2);
    let other = LaneVector::load(simd, y1) - LaneVector::load(simd, y2);
    let (along_own, along_other, both) = (own.dot(gap), other.dot(gap), own.dot(other));
    let (own_square, other_square) = (own.dot(own).max(least), other.dot(other).max(least));
    let volume = (own_square * other_square - both * both).max(least);
    let s = ((both * along_other - along_own * other_square) / volume).min(one).max(zero);
    let t = ((both * s + along_other) / other_square).min(one).max(zero);
    let s = ((both * t - along_own) / own_square).min(one).max(zero);
    let difference = gap + own * s - other * t;
    // Of a face, the point must be in the triangle, not only in the parallelogram.
    let is_face = LaneNumber::load(simd, &is_face);
    let outside = is_face * (s + t);
    let square = difference.dot(difference);
    let infinity = LaneNumber::splat(simd, f64::INFINITY);
    let upper = outside.select_up_to(one, square.sqrt(), infinity);

    // Where a point is at the end of its edge, the direction is zero; elsewhere its length is of no
    // importance.
    let (moving_own, moving_other) = (own * (s * (one - s)), other * (t * (one - t)));
    let normal = moving_own.cross(moving_other);
    let side = difference.dot(normal).select_up_to(zero, zero - one, one);
    // One of them is zero, if not both.
    let along = moving_own + moving_other;
    let part = difference.dot(along) / along.dot(along).max(least);
    let rest = difference - along * part;
    let axis = LaneVector::select_up_to([normal.dot(normal), zero], rest, normal * side);

    let [origin, a, b, c, d, e] = corners;
    let origin = LaneVector::load(simd, origin);
    let (a, b) = (LaneVector::load(simd, a), LaneVector::load(simd, b));
    let (c, d, e) =
        (LaneVector::load(simd, c), LaneVector::load(simd, d), LaneVector::load(simd, e));
    let lowest = zero.min(axis.dot(a - origin)).min(axis.dot(b - origin));
    let highest = axis.dot(c - origin).max(axis.dot(d - origin)).max(axis.dot(e - origin));
    Bounds {
        upper,
        lower: (lowest - highest) / axis.dot(axis).sqrt(),
        extent: extent([origin, a, b]) + extent([c, d, e]),
    }
}

/// The sum of the edges of the box around triangles.
#[inline(always)]
fn extent<S: Lanes>([a, b, c]: [DoubleVector<S>; 3]) -> DoubleNumber<S> {
    let size = a.max(b).max(c) - a.min(b).min(c);
    size.x + size.y + size.z
}
