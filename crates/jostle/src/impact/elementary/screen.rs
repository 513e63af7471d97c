//! A screen of several queries at a time, for batches: what is certainly without contact.
//!
//! It asks what is asked first of each query, apart along an axis or not ([`super::floating`]) and then
//! one interval of time, in lanes. What it leaves is asked again, one by one.

use super::contact::{Contact, Real, is_in_range};
use super::motion::{Motion, Pair};
use std::ops::{Add, Mul, Sub};

/// Numbers that are computed with at a time: as many as fit a register of AVX2.
pub(super) const LANES: usize = 4;

#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes([f64; LANES]);

impl Lanes {
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

/// The motions of a lane each.
#[inline(always)]
pub(super) fn in_lanes(motions: &[Motion; LANES]) -> Motion<Lanes> {
    let mut lanes = Motion { start: [[Lanes::all(0.0); 3]; 4], end: [[Lanes::all(0.0); 3]; 4] };
    for lane in 0..LANES {
        let motion = &motions[lane];
        for corner in 0..4 {
            for axis in 0..3 {
                lanes.start[corner][axis].0[lane] = motion.start[corner][axis];
                lanes.end[corner][axis].0[lane] = motion.end[corner][axis];
            }
        }
    }
    lanes
}

// Truths are numbers above zero below: the smaller of two is if both are, and the larger if one is. A
// difference of finite numbers is above zero if and only if the one is above the other.

/// Above zero where features are apart along an axis: as [`super::floating::are_apart_along_an_axis`].
#[inline(always)]
pub(super) fn apart(pair: Pair, motion: &Motion<Lanes>) -> Lanes {
    let mut apart = Lanes::all(-1.0);
    for axis in 0..3 {
        let start = gaps(pair, &motion.start, axis);
        let end = gaps(pair, &motion.end, axis);
        apart = apart.larger(start[0].smaller(end[0])).larger(start[1].smaller(end[1]));
    }
    apart
}

/// How far the first feature is above the second along an axis, and how far below.
#[inline(always)]
fn gaps(pair: Pair, corners: &[[Lanes; 3]; 4], axis: usize) -> [Lanes; 2] {
    let [a, b] = [corners[0][axis], corners[1][axis]];
    let [c, d] = [corners[2][axis], corners[3][axis]];
    match pair {
        Pair::VertexFace => [a - b.larger(c).larger(d), b.smaller(c).smaller(d) - a],
        Pair::EdgeEdge => [a.smaller(b) - c.larger(d), c.smaller(d) - a.larger(b)],
    }
}

/// Where there is certainly no contact, by the volume or by sides that oppose each other throughout.
#[inline(always)]
pub(super) fn misses(pair: Pair, motion: &Motion<Lanes>) -> [bool; LANES] {
    let contact = Contact::new(pair, motion);
    let [above, below] = signs(contact.volume, contact.volume_bound);
    let sides = contact.sides(contact.normal_at(Lanes::all(0.5)));
    let bound = sides.bound;
    let apart = match pair {
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
    };
    let mut misses = above.larger(below).larger(apart).is_positive();
    for lane in 0..LANES {
        let [x, y, z] = contact.extent;
        misses[lane] &= is_in_range([x.0[lane], y.0[lane], z.0[lane]]);
    }
    misses
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
