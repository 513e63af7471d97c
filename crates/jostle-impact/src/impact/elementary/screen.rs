//! A screen of several queries at a time, for batches: what is certainly without contact.
//!
//! It asks what is asked first of each query, apart along an axis or not ([`super::floating`]) and then
//! one interval of time, in lanes, whichever decides more first. What it leaves is asked again, one by one.
//!
//! The interval may end before the step does, for those who look for what is first. Coordinates at a time `s`
//! are `(1 - s) p + s p'`, off by at most `4 u` of the largest `M` of the coordinates along the axis, and their
//! differences by twice that: less than [`MARGIN`] times `M`.

use super::contact::{Contact, Real, Vectors, lanes_in_range};
use super::motion::{Motion, Pair};
use crate::conditions::{Condition, bound};
use crate::geometry::lanes::{BLOCK, Doubles, LaneNumber, Lanes};
use glam::DVec3;

/// A number of each query.
pub(super) type Number<S> = LaneNumber<S, Doubles>;

/// Bits of all lanes.
pub(super) const ALL: u32 = (1 << BLOCK) - 1;

const UNIT: f64 = f64::EPSILON / 2.0;
const MARGIN: f64 = 16.0 * UNIT;

/// The positions of a corner of each query.
#[inline(always)]
pub(super) fn corner_in_lanes<S: Lanes>(simd: S, [a, b, c, d]: [&DVec3; BLOCK]) -> [Number<S>; 3] {
    [
        Number::load(simd, &[a.x, b.x, c.x, d.x]),
        Number::load(simd, &[a.y, b.y, c.y, d.y]),
        Number::load(simd, &[a.z, b.z, c.z, d.z]),
    ]
}

// Truths are numbers above zero below: the smaller of two is if both are, and the larger if one is. A
// difference of finite numbers is above zero if and only if the one is above the other.

/// The lanes, a bit each, where features are apart along an axis: as
/// [`super::floating::are_apart_along_an_axis`].
#[inline(always)]
pub(super) fn apart<S: Lanes>(pair: Pair, motion: &Motion<Number<S>>) -> u32 {
    let [x, y, z] =
        [apart_along(pair, motion, 0), apart_along(pair, motion, 1), apart_along(pair, motion, 2)];
    positive(x.max(y).max(z))
}

#[inline(always)]
fn apart_along<S: Lanes>(pair: Pair, motion: &Motion<Number<S>>, axis: usize) -> Number<S> {
    let start = gaps(pair, coordinates(&motion.start, axis));
    let end = gaps(pair, coordinates(&motion.end, axis));
    start[0].min(end[0]).max(start[1].min(end[1]))
}

/// The same from the beginning to some time of the step.
#[inline(always)]
pub(super) fn apart_until<S: Lanes>(
    pair: Pair,
    motion: &Motion<Number<S>>,
    time: Number<S>,
) -> u32 {
    let [x, y, z] = [
        apart_along_until(pair, motion, time, 0),
        apart_along_until(pair, motion, time, 1),
        apart_along_until(pair, motion, time, 2),
    ];
    positive(x.max(y).max(z))
}

#[inline(always)]
fn apart_along_until<S: Lanes>(
    pair: Pair,
    motion: &Motion<Number<S>>,
    time: Number<S>,
    axis: usize,
) -> Number<S> {
    let before = time.like(1.0) - time;
    let unit = time.like(bound(Condition::ImpactUntilMargin, MARGIN));
    let [a, b, c, d] = coordinates(&motion.start, axis);
    let [e, f, g, h] = coordinates(&motion.end, axis);
    let largest = a.abs().max(b.abs()).max(c.abs().max(d.abs()));
    let largest_at_end = e.abs().max(f.abs()).max(g.abs().max(h.abs()));
    let margin = unit * largest.max(largest_at_end);
    let then = [
        before * a + time * e,
        before * b + time * f,
        before * c + time * g,
        before * d + time * h,
    ];
    let start = gaps(pair, [a, b, c, d]);
    let [above, below] = gaps(pair, then);
    start[0].min(above - margin).max(start[1].min(below - margin))
}

/// The lanes, a bit each, that are above zero.
#[inline(always)]
fn positive<S: Lanes>(number: Number<S>) -> u32 {
    number.above(number.like(0.0))
}

/// The corners' coordinates along an axis.
#[inline(always)]
fn coordinates<S: Lanes>(corners: &[[Number<S>; 3]; 4], axis: usize) -> [Number<S>; 4] {
    [corners[0][axis], corners[1][axis], corners[2][axis], corners[3][axis]]
}

/// How far the first feature is above the second along an axis, and how far below.
#[inline(always)]
fn gaps<S: Lanes>(pair: Pair, [a, b, c, d]: [Number<S>; 4]) -> [Number<S>; 2] {
    match pair {
        Pair::VertexFace => [a - b.max(c).max(d), b.min(c).min(d) - a],
        Pair::EdgeEdge => [a.min(b) - c.max(d), c.min(d) - a.max(b)],
    }
}

/// The lanes, a bit each, without contact by the sign of the volume throughout.
#[inline(always)]
pub(super) fn misses_by_volume<S: Lanes>(vectors: &Vectors<Number<S>>) -> u32 {
    let [above, below] = signs(vectors.volume, vectors.volume_bound);
    positive(above.max(below)) & lanes_in_range(vectors.extent)
}

/// The same by sides that oppose each other throughout.
#[inline(always)]
pub(super) fn misses_by_sides<S: Lanes>(vectors: &Vectors<Number<S>>) -> u32 {
    let contact = Contact::from_vectors(vectors);
    let sides = contact.sides(contact.normal_at(vectors.volume_bound.like(0.5)));
    let bound = sides.bound;
    let apart = match contact.pair {
        Pair::VertexFace => {
            let [q, r] = [signs(sides.q, bound), signs(sides.r, bound)];
            let p = signs(sides.p, bound);
            oppose(q, r).max(oppose(r, p)).max(oppose(p, q))
        }
        Pair::EdgeEdge => {
            let [q, r, p] = [sides.q, sides.r, sides.p];
            let q_and_p = [q[0] + p[0], q[1] + p[1], q[2] + p[2]];
            let p_less_r = [p[0] - r[0], p[1] - r[1], p[2] - r[2]];
            // The first side is -q.
            let [q_above, q_below] = signs(q, bound);
            let across = oppose([q_below, q_above], signs(q_and_p, bound));
            across.max(oppose(signs(r, bound), signs(p_less_r, bound)))
        }
    };
    positive(apart) & lanes_in_range(vectors.extent)
}

/// How far all coefficients are certainly above zero, and how far all are below.
#[inline(always)]
fn signs<S: Lanes, const N: usize>(
    coefficients: [Number<S>; N],
    bound: Number<S>,
) -> [Number<S>; 2] {
    let (mut least, mut most) = (coefficients[0], coefficients[0]);
    for i in 1..N {
        least = least.min(coefficients[i]);
        most = most.max(coefficients[i]);
    }
    [least - bound, bound.like(0.0) - bound - most]
}

/// Above zero where one is above zero and the other below.
#[inline(always)]
fn oppose<S: Lanes>(a: [Number<S>; 2], b: [Number<S>; 2]) -> Number<S> {
    a[0].min(b[1]).max(a[1].min(b[0]))
}
