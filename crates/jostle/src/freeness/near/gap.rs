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
    let [of_a, of_b] = &pairs.corners;
    let mut axis = [Lanes::splat(machine, 0.0); 3];
    let mut best = Lanes::splat(machine, f32::INFINITY);
    for i in 0..N {
        for j in 0..i {
            let edge = [points(machine, &of_a[i]), points(machine, &of_a[j])];
            for k in 0..N {
                for l in 0..k {
                    let other = [points(machine, &of_b[k]), points(machine, &of_b[l])];
                    nearer(machine, &edge, &other, &mut axis, &mut best);
                }
            }
        }
    }
    let mut top = dot(&points(machine, &of_a[0]), &axis);
    let mut bottom = dot(&points(machine, &of_b[0]), &axis);
    for n in 1..N {
        top = top.max(dot(&points(machine, &of_a[n]), &axis));
        bottom = bottom.min(dot(&points(machine, &of_b[n]), &axis));
    }
    let heights = [top, bottom];
    let own = Lanes::of(machine, &pairs.lengths[0]);
    let other = Lanes::of(machine, &pairs.lengths[1]);
    let (diameters, smaller) = (own + other, own.min(other));
    let half = smaller * Lanes::splat(machine, 0.5);
    let quarter = smaller * Lanes::splat(machine, 0.25);
    // What is within reach is no longer than the smaller diameter.
    let rounding = Lanes::splat(machine, ROUNDING);
    let error = (diameters + smaller).mul_add(rounding, Lanes::splat(machine, OFF));
    Bounds {
        over_half: are_apart(machine, &axis, heights, half, diameters),
        over_quarter: are_apart(machine, &axis, heights, quarter, diameters),
        within_half: are_within(machine, best, half - error),
        within_quarter: are_within(machine, best, quarter - error),
    }
}

/// For each lane a bit if a distance, given its square, is less than a length.
#[inline(always)]
fn are_within<M: Machine>(machine: M, square: Lanes<M>, length: Lanes<M>) -> u32 {
    let length = length.max(Lanes::splat(machine, 0.0));
    (length * length).exceeds(square)
}

/// Takes the axis between two edges' nearest points, and its square, where it is shorter.
#[inline(always)]
fn nearer<M: Machine>(
    machine: M,
    [p, p_end]: &[Points<M>; 2],
    [q, q_end]: &[Points<M>; 2],
    axis: &mut Points<M>,
    best: &mut Lanes<M>,
) {
    let (along_p, along_q, between) = (minus(p_end, p), minus(q_end, q), minus(q, p));
    let nothing = Lanes::splat(machine, NOTHING);
    let pp = dot(&along_p, &along_p) + nothing;
    let qq = dot(&along_q, &along_q) + nothing;
    let (pq, pb, qb) = (dot(&along_p, &along_q), dot(&along_p, &between), dot(&along_q, &between));
    // Where the lines are nearest, then on each edge where it is nearest to the other's point.
    let s = unit(machine, (pb * qq - qb * pq) / (pp * qq - pq * pq));
    let t = unit(machine, (s * pq - qb) / qq);
    let s = unit(machine, t.mul_add(pq, pb) / pp);
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
