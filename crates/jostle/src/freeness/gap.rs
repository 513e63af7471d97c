//! How near elements are, between bounds that prove themselves, eight pairs at a time.
//!
//! The nearest points of two elements are looked for on their edges. Whatever is found, two points of
//! the elements are no nearer than the elements, and the axis between them shows how far these are
//! apart at least. Where the two leave open which side of a threshold the distance is on, as where a
//! corner is over a face or the elements meet, the question goes back.

use super::block::{OFF, ROUNDING};
use super::far::are_apart;
use super::lanes::{Lanes, Points, dot, minus, points};
use super::machine::Machine;
use super::suspects::Octet;

/// For each pair a bit where it is proven.
pub struct Bounds {
    pub over_half: u32,
    pub over_quarter: u32,
    pub within_half: u32,
    pub within_quarter: u32,
}

/// Keeps a quotient of lengths finite where an edge is a point, and is nothing beside a lattice unit.
const NOTHING: f32 = 1e-30;

/// How near the elements of each pair are, in parts of the smaller one's diameter.
#[inline(always)]
pub fn bounds<M: Machine, const N: usize>(machine: M, pairs: &Octet<N>) -> Bounds {
    let splat = |value: f32| Lanes::splat(machine, value);
    let [of_a, of_b] = &pairs.corners;
    let (a, b) = (|n: usize| points(machine, &of_a[n]), |n: usize| points(machine, &of_b[n]));
    let mut axis = [splat(0.0); 3];
    let mut best = splat(f32::INFINITY);
    for i in 0..N {
        for j in 0..i {
            for k in 0..N {
                for l in 0..k {
                    nearer(machine, [[a(i), a(j)], [b(k), b(l)]], &mut axis, &mut best);
                }
            }
        }
    }
    let mut top = dot(&a(0), &axis);
    let mut bottom = dot(&b(0), &axis);
    for n in 1..N {
        top = top.max(dot(&a(n), &axis));
        bottom = bottom.min(dot(&b(n), &axis));
    }
    let [own, other] = [0, 1].map(|side| Lanes::of(machine, &pairs.lengths[side]));
    let (diameters, smaller) = (own + other, own.min(other));
    let [half, quarter] = [0.5, 0.25].map(|share| smaller * splat(share));
    let over = |reach: Lanes<M>| are_apart(machine, &axis, [top, bottom], reach, diameters);
    // What is within reach is no longer than the smaller diameter.
    let error = splat(OFF) + (diameters + smaller) * splat(ROUNDING);
    let within = |reach: Lanes<M>| {
        let surely = (reach - error).max(splat(0.0));
        (surely * surely).exceeds(best)
    };
    Bounds {
        over_half: over(half),
        over_quarter: over(quarter),
        within_half: within(half),
        within_quarter: within(quarter),
    }
}

/// Takes the axis between two edges' nearest points, and its square, where it is shorter.
#[inline(always)]
fn nearer<M: Machine>(
    machine: M,
    edges: [[Points<M>; 2]; 2],
    axis: &mut Points<M>,
    best: &mut Lanes<M>,
) {
    let [[p, p_end], [q, q_end]] = edges;
    let (along_p, along_q, between) = (minus(&p_end, &p), minus(&q_end, &q), minus(&q, &p));
    let nothing = Lanes::splat(machine, NOTHING);
    let pp = dot(&along_p, &along_p) + nothing;
    let qq = dot(&along_q, &along_q) + nothing;
    let (pq, pb, qb) = (dot(&along_p, &along_q), dot(&along_p, &between), dot(&along_q, &between));
    // Where the lines are nearest, then on each edge where it is nearest to the other's point.
    let unit = |value| unit(machine, value);
    let s = unit((pb * qq - qb * pq) / (pp * qq - pq * pq));
    let t = unit((s * pq - qb) / qq);
    let s = unit(t.mul_add(pq, pb) / pp);
    let mut found = between;
    for x in 0..3 {
        found[x] = t.mul_add(along_q[x], between[x]) - s * along_p[x];
    }
    let square = dot(&found, &found);
    *axis = Lanes::if_less(square, *best, found, *axis);
    *best = square.min(*best);
}

/// The nearest number from 0 to 1. What is not a number, as of parallel edges, becomes 0 on most machines;
/// where it does not, nothing is proven by it, as it compares with nothing.
#[inline(always)]
fn unit<M: Machine>(machine: M, value: Lanes<M>) -> Lanes<M> {
    value.max(Lanes::splat(machine, 0.0)).min(Lanes::splat(machine, 1.0))
}
