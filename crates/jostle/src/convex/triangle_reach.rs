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

use super::gjk::ROUNDOFF;
use crate::conditions::{Condition, bound, required};
use crate::geometry::lanes::{
    BLOCK, Doubles, Floats, LaneNumber, LaneVector, Lanes, WIDE, with_lanes,
};
use glam::DVec3;
use pulp::NullaryFnOnce;

/// Removes pairs of triangles from a list that are further apart than a limit along the axis from the middle
/// of one to that of the other; not all of them, but at little cost. All triangles are in a box of this size.
///
/// Heights along the axis `c` above a corner of the first are dot products with differences of corners, which
/// are not longer than the diagonal `D` of the box: each is good to `4u |c| D`, and the gap `L` between
/// the lowest and the highest to `8u |c| D` and its own roundoff, at most `u |c| D`. It is compared by
/// squares: three roundings for the square of the axis, five more for the products, `16u` together for
/// the roots. So if `L > (1 + 32u) (limit + 16u D) |c|`, the pair is beyond the limit.
///
/// No range is asked for. The middles are as far apart along the axis as the triangles, so `L <= |c|^2 / 3`:
/// where the square of `L` has not vanished, neither have digits of that of `c`, nor of that of the limit,
/// which is at least `16u D`; and rounding of the two products keeps their order, however small they are.
/// Where a height overflows, `|c| D` does, and so does the product that it is compared with.
#[inline]
pub(crate) fn remove_beyond<'t>(
    pairs: &mut Vec<[u32; 2]>,
    triangle: impl Fn(u32) -> [&'t DVec3; 3],
    limit: f64,
    size: DVec3,
) {
    let margin = bound(Condition::BeyondMargin, 16.0 * ROUNDOFF);
    let limit = (limit + margin * size.length()) * (1.0 + 2.0 * margin);
    let square_limit = limit * limit;
    with_lanes!(simd => simd.run(RemoveBeyond { pairs, triangle, square_limit }))
}

/// Compiled for each instruction set.
struct RemoveBeyond<'p, F> {
    pairs: &'p mut Vec<[u32; 2]>,
    triangle: F,
    square_limit: f64,
}

impl<'t, F: Fn(u32) -> [&'t DVec3; 3]> NullaryFnOnce for RemoveBeyond<'_, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let RemoveBeyond { pairs, triangle, square_limit } = self;
        let (mut kept, mut own, mut corners) = (0, None, [DVec3::ZERO; 3]);
        for place in 0..pairs.len() {
            let pair = pairs[place];
            // Many in a row have the first in common.
            if own != Some(pair[0]) {
                own = Some(pair[0]);
                let [a, b, c] = triangle(pair[0]);
                corners = [*a, *b, *c];
            }
            let is_beyond = is_beyond(&corners, triangle(pair[1]), square_limit);
            // Without a branch: which of them are beyond is not to be foretold.
            pairs[kept] = pair;
            kept += !is_beyond as usize;
        }
        pairs.truncate(kept);
    }
}

#[inline(always)]
fn is_beyond(own: &[DVec3; 3], other: [&DVec3; 3], square_limit: f64) -> bool {
    let from = own[0];
    let (b, c) = (own[1] - from, own[2] - from);
    let [p, q, r] = [*other[0] - from, *other[1] - from, *other[2] - from];
    let axis = (b + c) - (p + q + r);
    let lowest = min(0.0, min(axis.dot(b), axis.dot(c)));
    let highest = max(axis.dot(p), max(axis.dot(q), axis.dot(r)));
    let gap = lowest - highest;
    (gap > 0.0) & (gap * gap > square_limit * axis.dot(axis))
}

// `f64::min` must handle NaN; comparing is one instruction.
#[inline(always)]
fn min(a: f64, b: f64) -> f64 {
    if b < a { b } else { a }
}

#[inline(always)]
fn max(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// Pairs of triangles that are told at a time.
pub(crate) const PAIRS: usize = WIDE;

/// Pairs of triangles, lane by lane.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrianglePairs {
    /// The lanes of each coordinate of each corner, the three of the first triangle and those of the second,
    /// in blocks of four pairs.
    corners: [[[[f64; BLOCK]; 3]; 6]; PAIRS / BLOCK],
}

impl TrianglePairs {
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
pub(crate) struct Reaches {
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
type FloatNumber<S> = LaneNumber<S, Floats>;
type FloatVector<S> = LaneVector<S, Floats>;

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

/// Which of [`FEATURES`] seem to be nearest, in single precision.
#[inline(always)]
fn nearest_features<S: Lanes>(simd: S, [low, high]: &[[DoubleVector<S>; 5]; 2]) -> FloatNumber<S> {
    let zero = LaneNumber::splat(simd, 0.0);
    let origin = LaneVector { x: zero, y: zero, z: zero };
    let a = LaneVector::from_doubles(simd, [low[0], high[0]]);
    let b = LaneVector::from_doubles(simd, [low[1], high[1]]);
    let c = LaneVector::from_doubles(simd, [low[2], high[2]]);
    let d = LaneVector::from_doubles(simd, [low[3], high[3]]);
    let e = LaneVector::from_doubles(simd, [low[4], high[4]]);
    let one = Triangles::new(simd, [origin, a, b]);
    let other = Triangles::new(simd, [c, d, e]);
    let gaps = [[origin - c, origin - d, origin - e], [a - c, a - d, a - e], [b - c, b - d, b - e]];
    let mut nearest = Nearest::unknown(simd);
    nearest.try_edges(&one, &other, &gaps);
    let faces = FIRST_OF_FACES as f64;
    let face = Face::new(simd, &other);
    nearest.try_corner(faces, gaps[0][0], &face);
    nearest.try_corner(faces + 1.0, gaps[1][0], &face);
    nearest.try_corner(faces + 2.0, gaps[2][0], &face);
    // The differences are the other way round.
    let face = Face::new(simd, &one).opposite(zero);
    nearest.try_corner(faces + 3.0, gaps[0][0], &face);
    nearest.try_corner(faces + 4.0, gaps[0][1], &face);
    nearest.try_corner(faces + 5.0, gaps[0][2], &face);
    nearest.features
}

/// Eight triangles.
struct Triangles<S: Lanes> {
    /// From each corner to the next.
    edges: [FloatVector<S>; 3],
    squares: [FloatNumber<S>; 3],
    inverse_squares: [FloatNumber<S>; 3],
}

impl<S: Lanes> Triangles<S> {
    #[inline(always)]
    fn new(simd: S, [a, b, c]: [FloatVector<S>; 3]) -> Triangles<S> {
        let edges = [b - a, c - b, a - c];
        let [e, f, g] = edges;
        let squares = [e.dot(e), f.dot(f), g.dot(g)];
        let unit = LaneNumber::splat(simd, 1.0);
        let least = LaneNumber::splat(simd, f64::from(f32::MIN_POSITIVE));
        let inverse_squares = [
            unit / squares[0].max(least),
            unit / squares[1].max(least),
            unit / squares[2].max(least),
        ];
        Triangles { edges, squares, inverse_squares }
    }
}

/// Eight faces, from their first corner.
struct Face<S: Lanes> {
    /// To the two others.
    sides: [FloatVector<S>; 2],
    /// The parts of a vector along the sides are its products with these.
    duals: [FloatVector<S>; 2],
}

impl<S: Lanes> Face<S> {
    #[inline(always)]
    fn new(simd: S, triangles: &Triangles<S>) -> Face<S> {
        let zero = LaneNumber::splat(simd, 0.0);
        let [one, _, back] = triangles.edges;
        let other = LaneVector { x: zero, y: zero, z: zero } - back;
        let normal = one.cross(other);
        let least = LaneNumber::splat(simd, f64::from(f32::MIN_POSITIVE));
        let inverse = LaneNumber::splat(simd, 1.0) / normal.dot(normal).max(least);
        let duals = [other.cross(normal) * inverse, normal.cross(one) * inverse];
        Face { sides: [one, other], duals }
    }

    #[inline(always)]
    fn opposite(self, zero: FloatNumber<S>) -> Face<S> {
        let zero = LaneVector { x: zero, y: zero, z: zero };
        let ([a, b], [c, d]) = (self.sides, self.duals);
        Face { sides: [zero - a, zero - b], duals: [zero - c, zero - d] }
    }
}

/// The nearest features of eight pairs, as far as known.
struct Nearest<S: Lanes> {
    simd: S,
    zero: FloatNumber<S>,
    one: FloatNumber<S>,
    least: FloatNumber<S>,
    infinity: FloatNumber<S>,
    square: FloatNumber<S>,
    features: FloatNumber<S>,
}

impl<S: Lanes> Nearest<S> {
    #[inline(always)]
    fn unknown(simd: S) -> Nearest<S> {
        let number = |value: f64| LaneNumber::splat(simd, value);
        let infinity = number(f64::INFINITY);
        let least = number(f64::from(f32::MIN_POSITIVE));
        let [zero, one] = [number(0.0), number(1.0)];
        Nearest { simd, zero, one, least, infinity, square: infinity, features: zero }
    }

    #[inline(always)]
    fn keep_nearer(&mut self, feature: f64, square: FloatNumber<S>) {
        // A square that is not a number is not nearer.
        let feature = LaneNumber::splat(self.simd, feature);
        self.features = square.select_up_to(self.square, feature, self.features);
        self.square = square.select_up_to(self.square, square, self.square);
    }

    #[inline(always)]
    fn to_unit(&self, number: FloatNumber<S>) -> FloatNumber<S> {
        number.min(self.one).max(self.zero)
    }

    /// All pairs of edges: the point of the first that is nearest to the line of the other, the point of
    /// the other nearest to that, and back.
    #[inline(always)]
    fn try_edges(&mut self, a: &Triangles<S>, b: &Triangles<S>, gaps: &[[FloatVector<S>; 3]; 3]) {
        for i in 0..3 {
            for j in 0..3 {
                let (own, other, gap) = (a.edges[i], b.edges[j], gaps[i][j]);
                let (along_own, along_other, both) = (own.dot(gap), other.dot(gap), own.dot(other));
                let volume = (a.squares[i] * b.squares[j] - both * both).max(self.least);
                let s = self.to_unit((both * along_other - along_own * b.squares[j]) / volume);
                let t = self.to_unit((both * s + along_other) * b.inverse_squares[j]);
                let s = self.to_unit((both * t - along_own) * a.inverse_squares[i]);
                let difference = gap + own * s - other * t;
                self.keep_nearer((3 * i + j) as f64, difference.dot(difference));
            }
        }
    }

    /// A corner and the inside of a face, given the difference of the corner and the face's first.
    #[inline(always)]
    fn try_corner(&mut self, feature: f64, gap: FloatVector<S>, face: &Face<S>) {
        let (s, t) = (gap.dot(face.duals[0]), gap.dot(face.duals[1]));
        let least = s.min(t).min(self.one - s - t);
        let difference = gap - face.sides[0] * s - face.sides[1] * t;
        let square = difference.dot(difference);
        self.keep_nearer(feature, self.zero.select_up_to(least, square, self.infinity));
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::{Proximity, Reach, SupportMap, intersects, proximity};
    use crate::geometry::lanes::PortableLanes;
    use crate::mesh::shapes::SplitMix64;

    type Triangle = [DVec3; 3];

    fn point(random: &mut SplitMix64) -> DVec3 {
        DVec3::new(random.signed(), random.signed(), random.signed())
    }

    fn triangle(random: &mut SplitMix64) -> Triangle {
        [(); 3].map(|()| point(random))
    }

    fn in_lanes(pairs: &[[Triangle; 2]; PAIRS]) -> TrianglePairs {
        let mut lanes = TrianglePairs::default();
        for (lane, pair) in pairs.iter().enumerate() {
            lanes.set(lane, [pair[0].each_ref(), pair[1].each_ref()]);
        }
        lanes
    }

    fn told(pairs: &TrianglePairs, limit: f64) -> [Reach; PAIRS] {
        let reaches = pairs.reach(limit);
        std::array::from_fn(|lane| match [reaches.within, reaches.unsure].map(|m| m >> lane & 1) {
            [0, 0] => Reach::Beyond,
            [1, 0] => Reach::Within(reaches.distances[lane]),
            [0, 1] => Reach::Unsure,
            _ => panic!("within and unsure"),
        })
    }

    /// What is said of a pair. It is what exact arithmetic says, and the distance is
    /// as good as promised.
    fn check(a: Triangle, b: Triangle, limit: f64) -> Reach {
        let found = told(&in_lanes(&[[a, b]; PAIRS]), limit)[0];
        if found != Reach::Unsure {
            let is_within = intersects(&a, &b.inflated(limit)).unwrap();
            assert_eq!(matches!(found, Reach::Within(_)), is_within, "{a:?} {b:?} {limit:e}");
        }
        if let Reach::Within(distance) = found {
            let Proximity::Apart(apart) = proximity(&a, &b).unwrap() else {
                panic!("triangles that meet: {a:?} {b:?}");
            };
            // Each is off by half as much.
            let size = distance + a.extent() + b.extent();
            let error = (distance - apart.distance).abs();
            assert!(error <= 2f64.powi(-46) * size, "{a:?} {b:?}: {error:e}");
        }
        found
    }

    /// Two triangles whose nearest features are of each kind, about as far apart as long.
    fn apart(random: &mut SplitMix64, kind: usize) -> [Triangle; 2] {
        let [mut a, mut b] = [triangle(random), triangle(random)];
        match kind % 3 {
            // Corners and edges.
            0 => b = b.map(|p| p + DVec3::X * 3.0),
            // A corner above a face.
            1 => {
                a = a.map(|p| DVec3::new(p.x * 5.0, p.y * 5.0, p.z * 0.01));
                b = b.map(|p| p + DVec3::Z * (1.5 + random.unit()));
            }
            // Edges that cross.
            _ => {
                let flat = |p: DVec3, by: DVec3| DVec3::new(p.x, p.y, p.z * 0.01) * by;
                a = a.map(|p| flat(p, DVec3::new(9.0, 0.1, 1.0)));
                b = b
                    .map(|p| flat(p, DVec3::new(0.1, 9.0, 1.0)) + DVec3::Z * (0.1 + random.unit()));
            }
        }
        [a, b]
    }

    #[test]
    fn what_is_almost_within_reach_is_told_as_in_exact_arithmetic() {
        let mut random = SplitMix64::new(1);
        let (mut told, mut asked) = (0, 0);
        for kind in 0..3000 {
            let [a, b] = apart(&mut random, kind);
            let Proximity::Apart(apart) = proximity(&a, &b).unwrap() else { continue };
            for digits in -3..=3 {
                check(a, b, apart.distance * (1.0 + f64::from(digits) * f64::EPSILON));
            }
            for limit in [1e-3, 0.99, 1.01, 1e3, 1e300].map(|factor| apart.distance * factor) {
                told += (check(a, b, limit) != Reach::Unsure) as u32;
                asked += 1;
            }
        }
        assert!(asked > 10_000);
        // The others have edges that are nearly parallel.
        assert!(told > asked - asked / 50, "floating point tells {told} of {asked}");
    }

    #[test]
    fn triangles_that_meet_are_not_told() {
        let mut random = SplitMix64::new(1);
        let mut meet = 0;
        for _ in 0..3000 {
            let [a, b] = [triangle(&mut random), triangle(&mut random)];
            if intersects(&a, &b).unwrap() {
                assert_eq!(check(a, b, 10.0), Reach::Unsure);
                meet += 1;
            }
        }
        assert!(meet > 300);
    }

    #[test]
    fn what_almost_touches_is_told_as_in_exact_arithmetic() {
        let mut random = SplitMix64::new(1);
        for _ in 0..3000 {
            let [mut a, b] = [triangle(&mut random), triangle(&mut random)];
            // On the plane of the other, but for the last digits.
            let (s, t) = (random.unit() * 0.5, random.unit() * 0.5);
            let normal = (b[1] - b[0]).cross(b[2] - b[0]);
            a = a.map(|p| p + normal * (3.0 * random.unit()));
            a[0] = b[0] + (b[1] - b[0]) * s + (b[2] - b[0]) * t;
            for [a, b] in [[a, b], [b, a]] {
                check(a, b, 0.5);
                check(a, b, 1e-17);
            }
        }
    }

    #[test]
    fn triangles_of_all_sizes_are_told_as_in_exact_arithmetic() {
        let mut random = SplitMix64::new(1);
        let mut told = [0; 2];
        for power in -540..=500 {
            for kind in 0..3 {
                let scale = 2f64.powi(power);
                let [a, b] = apart(&mut random, kind).map(|t| t.map(|p| p * scale));
                let Proximity::Apart(apart) = proximity(&a, &b).unwrap() else { continue };
                for factor in [0.1, 1.0 - 1e-15, 1.0 + 1e-15, 10.0] {
                    let is_told = check(a, b, apart.distance * factor) != Reach::Unsure;
                    told[(power.abs() < 140) as usize] += is_told as u32;
                }
            }
        }
        assert!(told[1] > 1000, "{told:?}");
    }

    /// Segments, points, equal triangles, parallel edges: whatever is said of them holds.
    #[test]
    fn degenerate_triangles_are_told_as_in_exact_arithmetic() {
        let mut random = SplitMix64::new(1);
        let mut told = 0;
        for _ in 0..5000 {
            let mut small = || (random.next_u64() % 3) as f64 - 1.0;
            let mut corner = || DVec3::new(small(), small(), small());
            let a = [(); 3].map(|()| corner());
            let b = [(); 3].map(|()| corner() + DVec3::new(0.0, 0.0, 2.5));
            for limit in [0.5, 1.0, 2.0] {
                told += (check(a, b, limit) != Reach::Unsure) as u32;
            }
        }
        assert!(told > 5000, "{told}");
    }

    #[test]
    fn what_is_said_of_a_pair_depends_neither_on_the_others_nor_on_the_instructions() {
        let mut random = SplitMix64::new(1);
        for round in 0..500 {
            let pairs: [[Triangle; 2]; PAIRS] =
                std::array::from_fn(|lane| apart(&mut random, round + lane));
            let lanes = in_lanes(&pairs);
            for limit in [0.5, 10.0] {
                let portable = ReachOfPairs { simd: PortableLanes, pairs: &lanes, limit }.call();
                let reaches = lanes.reach(limit);
                assert_eq!([portable.within, portable.unsure], [reaches.within, reaches.unsure]);
                assert_eq!(portable.distances, reaches.distances);
                let together = told(&lanes, limit);
                for (lane, &pair) in pairs.iter().enumerate() {
                    assert_eq!(told(&in_lanes(&[pair; PAIRS]), limit)[0], together[lane]);
                }
            }
        }
    }

    /// Whether a pair is removed from a list of its own. If so, it is beyond the limit in exact arithmetic.
    fn is_removed(a: Triangle, b: Triangle, limit: f64) -> bool {
        let all = [a, b];
        let corners = || all.iter().flatten().copied();
        let size = corners().reduce(DVec3::max).unwrap() - corners().reduce(DVec3::min).unwrap();
        let mut pairs = vec![[0, 1]];
        remove_beyond(&mut pairs, |t| all[t as usize].each_ref(), limit, size);
        let is_within = intersects(&a, &b.inflated(limit)).unwrap();
        assert!(!pairs.is_empty() || !is_within, "{a:?} {b:?} {limit:e}");
        pairs.is_empty()
    }

    /// Triangles that face each other, so that the axis between their middles is the one that counts.
    #[test]
    fn what_is_almost_beyond_is_not_removed() {
        let mut random = SplitMix64::new(1);
        let (mut removed, mut asked) = (0, 0);
        for kind in 0..2000 {
            let [a, b] = facing(&mut random);
            for b in [b, apart(&mut random, kind)[1]] {
                let Proximity::Apart(apart) = proximity(&a, &b).unwrap() else { continue };
                for digits in -3..=3 {
                    is_removed(a, b, apart.distance * (1.0 + f64::from(digits) * f64::EPSILON));
                }
                removed += is_removed(a, b, apart.distance * 0.3) as u32;
                asked += 1;
            }
        }
        assert!(removed > asked / 2, "{removed} of {asked}");
    }

    fn facing(random: &mut SplitMix64) -> [Triangle; 2] {
        let a = triangle(random);
        let normal = (a[1] - a[0]).cross(a[2] - a[0]).normalize();
        let by = normal * (0.1 + random.unit());
        [a, a.map(|p| p + by)]
    }

    #[test]
    fn triangles_of_all_sizes_are_removed_only_if_they_are_beyond() {
        let mut random = SplitMix64::new(1);
        let mut removed = 0;
        for power in -400..=1015 {
            for kind in 0..12 {
                let scale = 2f64.powi(power);
                let [a, b] = apart(&mut random, kind).map(|t| t.map(|p| p * scale));
                let Proximity::Apart(apart) = proximity(&a, &b).unwrap() else { continue };
                for factor in [0.1, 0.9, 1.0 + 1e-15, 1.1, 2.0, 10.0] {
                    removed += is_removed(a, b, apart.distance * factor) as u32;
                }
            }
        }
        assert!(removed > 5000, "{removed}");
        // Where squares of gaps are a few times the least number.
        for power in -275..=-260 {
            for _ in 0..300 {
                let [a, b] = facing(&mut random).map(|t| t.map(|p| p * 2f64.powi(power)));
                let Proximity::Apart(apart) = proximity(&a, &b).unwrap() else { continue };
                for factor in [1.0 + 1e-15, 1.05, 1.2] {
                    is_removed(a, b, apart.distance * factor);
                }
            }
        }
    }
}
