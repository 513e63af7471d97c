//! A screen of several queries at a time, for batches: what is certainly without contact.
//!
//! It asks what is asked first of each query, apart along an axis or not ([`super::floating`]) and then
//! one interval of time, in lanes. What it leaves is asked again, one by one.
//!
//! The interval may end before the step does, for those who look for what is first. Coordinates at a time `s`
//! are `(1 - s) p + s p'`, off by at most `4 u` of the largest `M` of the coordinates along the axis, and their
//! differences by twice that: less than [`MARGIN`] times `M`.

use super::contact::{Contact, Real, Vectors, is_in_range};
use super::motion::{Motion, Pair};
use crate::conditions::{Condition, bound};
use glam::DVec3;
use std::ops::{Add, Mul, Sub};

/// Numbers that are computed with at a time: as many as fit a register of AVX2.
pub(super) const LANES: usize = 4;

#[derive(Clone, Copy, Debug)]
pub(in crate::impact) struct Lanes([f64; LANES]);

impl Lanes {
    #[inline(always)]
    pub fn splat(value: f64) -> Lanes {
        Lanes([value; LANES])
    }

    #[inline(always)]
    fn smaller(mut self, other: Lanes) -> Lanes {
        for lane in 0..LANES {
            let (a, b) = (self.0[lane], other.0[lane]);
            self.0[lane] = if b < a { b } else { a };
        }
        self
    }

    /// Where it is above zero.
    #[inline(always)]
    pub fn is_positive(self) -> [bool; LANES] {
        let mut positive = [false; LANES];
        for lane in 0..LANES {
            positive[lane] = self.0[lane] > 0.0;
        }
        positive
    }
}

impl Add for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn add(mut self, other: Lanes) -> Lanes {
        for lane in 0..LANES {
            self.0[lane] += other.0[lane];
        }
        self
    }
}

impl Sub for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn sub(mut self, other: Lanes) -> Lanes {
        for lane in 0..LANES {
            self.0[lane] -= other.0[lane];
        }
        self
    }
}

impl Mul for Lanes {
    type Output = Lanes;

    #[inline(always)]
    fn mul(mut self, other: Lanes) -> Lanes {
        for lane in 0..LANES {
            self.0[lane] *= other.0[lane];
        }
        self
    }
}

impl Real for Lanes {
    #[inline(always)]
    fn all(x: f64) -> Lanes {
        Lanes([x; LANES])
    }

    #[inline(always)]
    fn abs(mut self) -> Lanes {
        for lane in 0..LANES {
            self.0[lane] = self.0[lane].abs();
        }
        self
    }

    #[inline(always)]
    fn larger(mut self, other: Lanes) -> Lanes {
        for lane in 0..LANES {
            let (a, b) = (self.0[lane], other.0[lane]);
            self.0[lane] = if b > a { b } else { a };
        }
        self
    }
}

const UNIT: f64 = f64::EPSILON / 2.0;
const MARGIN: f64 = 16.0 * UNIT;

/// The positions of a corner of each query.
#[inline(always)]
pub(super) fn corner_in_lanes([a, b, c, d]: [&DVec3; LANES]) -> [Lanes; 3] {
    [Lanes([a.x, b.x, c.x, d.x]), Lanes([a.y, b.y, c.y, d.y]), Lanes([a.z, b.z, c.z, d.z])]
}

// Truths are numbers above zero below: the smaller of two is if both are, and the larger if one is. A
// difference of finite numbers is above zero if and only if the one is above the other.

/// Above zero where features are apart along an axis: as [`super::floating::are_apart_along_an_axis`].
#[inline(always)]
pub(super) fn apart(pair: Pair, motion: &Motion<Lanes>) -> Lanes {
    let mut apart = Lanes::all(-1.0);
    for axis in 0..3 {
        let start = gaps(pair, along(&motion.start, axis));
        let end = gaps(pair, along(&motion.end, axis));
        apart = apart.larger(start[0].smaller(end[0])).larger(start[1].smaller(end[1]));
    }
    apart
}

/// The same from the beginning to some time of the step.
#[inline(always)]
pub(super) fn apart_until(pair: Pair, motion: &Motion<Lanes>, time: Lanes) -> Lanes {
    let before = Lanes::all(1.0) - time;
    let unit = Lanes::all(bound(Condition::ImpactUntilMargin, MARGIN));
    let mut apart = Lanes::all(-1.0);
    for axis in 0..3 {
        let (start, mut then) = (along(&motion.start, axis), along(&motion.end, axis));
        let mut largest = Lanes::all(0.0);
        for corner in 0..4 {
            let [p, q] = [start[corner], then[corner]];
            largest = largest.larger(p.abs()).larger(q.abs());
            then[corner] = before * p + time * q;
        }
        let margin = unit * largest;
        let start = gaps(pair, start);
        let [above, below] = gaps(pair, then);
        apart = apart.larger(start[0].smaller(above - margin));
        apart = apart.larger(start[1].smaller(below - margin));
    }
    apart
}

/// The corners' coordinates along an axis.
#[inline(always)]
fn along(corners: &[[Lanes; 3]; 4], axis: usize) -> [Lanes; 4] {
    [corners[0][axis], corners[1][axis], corners[2][axis], corners[3][axis]]
}

/// How far the first feature is above the second along an axis, and how far below.
#[inline(always)]
fn gaps(pair: Pair, [a, b, c, d]: [Lanes; 4]) -> [Lanes; 2] {
    match pair {
        Pair::VertexFace => [a - b.larger(c).larger(d), b.smaller(c).smaller(d) - a],
        Pair::EdgeEdge => [a.smaller(b) - c.larger(d), c.smaller(d) - a.larger(b)],
    }
}

/// Where there is certainly no contact, by the volume or by sides that oppose each other throughout; of those
/// that are apart in any case it may not be said.
#[inline(always)]
pub(super) fn misses(vectors: &Vectors<Lanes>, apart: [bool; LANES]) -> [bool; LANES] {
    let [above, below] = signs(vectors.volume, vectors.volume_bound);
    let by_volume = above.larger(below);
    let mut in_range = [false; LANES];
    let mut misses = by_volume.is_positive();
    let mut all = true;
    for lane in 0..LANES {
        let [x, y, z] = vectors.extent;
        in_range[lane] = is_in_range([x.0[lane], y.0[lane], z.0[lane]]);
        misses[lane] &= in_range[lane];
        all &= misses[lane] | apart[lane];
    }
    if !all {
        let by_sides = by_sides(&Contact::from_vectors(vectors)).is_positive();
        for lane in 0..LANES {
            misses[lane] |= by_sides[lane] & in_range[lane];
        }
    }
    misses
}

/// Above zero where sides oppose each other.
#[inline(always)]
fn by_sides(contact: &Contact<Lanes>) -> Lanes {
    let sides = contact.sides(contact.normal_at(Lanes::all(0.5)));
    let bound = sides.bound;
    match contact.pair {
        Pair::VertexFace => {
            let [q, r] = [signs(sides.q, bound), signs(sides.r, bound)];
            let p = signs(sides.p, bound);
            oppose(q, r).larger(oppose(r, p)).larger(oppose(p, q))
        }
        Pair::EdgeEdge => {
            let [q, r, p] = [sides.q, sides.r, sides.p];
            let q_and_p = [q[0] + p[0], q[1] + p[1], q[2] + p[2]];
            let p_less_r = [p[0] - r[0], p[1] - r[1], p[2] - r[2]];
            // The first side is -q.
            let [q_above, q_below] = signs(q, bound);
            let across = oppose([q_below, q_above], signs(q_and_p, bound));
            across.larger(oppose(signs(r, bound), signs(p_less_r, bound)))
        }
    }
}

/// How far all coefficients are certainly above zero, and how far all are below.
#[inline(always)]
fn signs<const N: usize>(coefficients: [Lanes; N], bound: Lanes) -> [Lanes; 2] {
    let (mut least, mut most) = (coefficients[0], coefficients[0]);
    for i in 1..N {
        least = least.smaller(coefficients[i]);
        most = most.larger(coefficients[i]);
    }
    [least - bound, Lanes::all(0.0) - bound - most]
}

/// Above zero where one is above zero and the other below.
#[inline(always)]
fn oppose(a: [Lanes; 2], b: [Lanes; 2]) -> Lanes {
    a[0].smaller(b[1]).larger(a[1].smaller(b[0]))
}
