//! How near elements are, between bounds that prove themselves, eight pairs at a time.
//!
//! The nearest points of two elements are looked for on their edges. Whatever is found, two points of
//! the elements are no nearer than the elements, and the axis between them shows how far these are
//! apart at least. Where the two leave open which side of a threshold the distance is on, as where a
//! corner is over a face or the elements meet, the question goes back.

use super::block::{OFF, ROUNDING};
use super::far::are_apart;
use super::lanes::{LANES, Lanes, Points, dot, minus, points};

/// The first or the second elements of eight pairs, from the first corner of the first on.
pub struct Side<const N: usize> {
    pub corners: [[[f32; LANES]; 3]; N],
    pub diameters: [f32; LANES],
}

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
pub fn bounds<const N: usize>(a: &Side<N>, b: &Side<N>) -> Bounds {
    let (mut of_a, mut of_b) = ([[Lanes::ZERO; 3]; N], [[Lanes::ZERO; 3]; N]);
    for n in 0..N {
        (of_a[n], of_b[n]) = (points(&a.corners[n]), points(&b.corners[n]));
    }
    let mut axis = [Lanes::ZERO; 3];
    let mut best = Lanes::INFINITY;
    for i in 0..N {
        for j in 0..i {
            for k in 0..N {
                for l in 0..k {
                    let edges = [[&of_a[i], &of_a[j]], [&of_b[k], &of_b[l]]];
                    nearer(edges, &mut axis, &mut best);
                }
            }
        }
    }
    let mut top = dot(&of_a[0], &axis);
    let mut bottom = dot(&of_b[0], &axis);
    for n in 1..N {
        top = top.max(dot(&of_a[n], &axis));
        bottom = bottom.min(dot(&of_b[n], &axis));
    }
    let (own, other) = (Lanes::of(&a.diameters), Lanes::of(&b.diameters));
    let (diameters, smaller) = (own + other, own.min(other));
    let [half, quarter] = [0.5, 0.25].map(|share| smaller * Lanes::splat(share));
    let over = |reach: Lanes| are_apart(&axis, [top, bottom], reach, diameters);
    // What is within reach is no longer than the smaller diameter.
    let error = Lanes::splat(OFF) + (diameters + smaller) * Lanes::splat(ROUNDING);
    let within = |reach: Lanes| {
        let surely = (reach - error).max(Lanes::ZERO);
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
fn nearer(edges: [[&Points; 2]; 2], axis: &mut Points, best: &mut Lanes) {
    let [[p, p_end], [q, q_end]] = edges;
    let (along_p, along_q, between) = (minus(p_end, p), minus(q_end, q), minus(q, p));
    let nothing = Lanes::splat(NOTHING);
    let pp = dot(&along_p, &along_p) + nothing;
    let qq = dot(&along_q, &along_q) + nothing;
    let (pq, pb, qb) = (dot(&along_p, &along_q), dot(&along_p, &between), dot(&along_q, &between));
    // Where the lines are nearest, then on each edge where it is nearest to the other's point.
    let s = unit((pb * qq - qb * pq) / (pp * qq - pq * pq));
    let t = unit((s * pq - qb) / qq);
    let s = unit((t * pq + pb) / pp);
    let mut found = between;
    for x in 0..3 {
        found[x] = between[x] + t * along_q[x] - s * along_p[x];
    }
    let square = dot(&found, &found);
    *axis = Lanes::if_less(square, *best, found, *axis);
    *best = square.min(*best);
}

/// The nearest number from 0 to 1. What is not a number, as of parallel edges, becomes 0 on most machines;
/// where it does not, nothing is proven by it, as it compares with nothing.
#[inline(always)]
fn unit(value: Lanes) -> Lanes {
    value.max(Lanes::ZERO).min(Lanes::splat(1.0))
}
