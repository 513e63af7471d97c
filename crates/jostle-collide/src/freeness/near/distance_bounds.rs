//! Upper and lower bounds of the distance of two elements, eight pairs at a time.
//!
//! The nearest points of two elements are looked for on their edges. Whatever is found, the distance of two
//! points is an upper bound of the elements' distance, and the axis between them gives a lower one. Where
//! the bounds lie on either side of a threshold, as where a corner is over a face or the elements
//! intersect, the pair stays undecided.

use super::element_block::{OFF, ROUNDING};
use super::lanes::{Lanes, Points, dot, minus, points};
use super::near_candidates::CandidateBlock;
use super::separating_axis::are_separated;
use super::simd_token::SimdToken;
use crate::conditions::{Condition, bound};

/// A bit for each pair for which the bound is proven.
pub struct DistanceBounds {
    pub over_half: u32,
    pub over_quarter: u32,
    pub within_half: u32,
    pub within_quarter: u32,
}

/// Keeps a quotient of lengths finite where an edge is a point, and is negligible beside a lattice unit.
const TINY: f32 = 1e-30;

/// Bounds of each pair's distance, as fractions of the smaller diameter.
#[inline(always)]
pub fn bounds<S: SimdToken, const N: usize>(simd: S, pairs: &CandidateBlock<N>) -> DistanceBounds {
    let [corners_a, corners_b] = &pairs.corners;
    let mut axis = [Lanes::splat(simd, 0.0); 3];
    let mut best = Lanes::splat(simd, f32::INFINITY);
    for i in 0..N {
        for j in 0..i {
            let edge = [points(simd, &corners_a[i]), points(simd, &corners_a[j])];
            for k in 0..N {
                for l in 0..k {
                    let other = [points(simd, &corners_b[k]), points(simd, &corners_b[l])];
                    take_nearer(simd, &edge, &other, &mut axis, &mut best);
                }
            }
        }
    }
    let mut top = dot(&points(simd, &corners_a[0]), &axis);
    let mut bottom = dot(&points(simd, &corners_b[0]), &axis);
    for n in 1..N {
        top = top.max(dot(&points(simd, &corners_a[n]), &axis));
        bottom = bottom.min(dot(&points(simd, &corners_b[n]), &axis));
    }
    let heights = [top, bottom];
    let first = Lanes::load(simd, &pairs.lengths[0]);
    let second = Lanes::load(simd, &pairs.lengths[1]);
    let (diameters, smaller) = (first + second, first.min(second));
    let half = smaller * Lanes::splat(simd, 0.5);
    let quarter = smaller * Lanes::splat(simd, 0.25);
    // What is within reach is no longer than the smaller diameter.
    let rounding = Lanes::splat(simd, bound(Condition::NearRounding, ROUNDING.into()) as f32);
    let off = Lanes::splat(simd, bound(Condition::NearOff, OFF.into()) as f32);
    let error = (diameters + smaller).mul_add(rounding, off);
    DistanceBounds {
        over_half: are_separated(simd, &axis, heights, half, diameters),
        over_quarter: are_separated(simd, &axis, heights, quarter, diameters),
        within_half: are_within(simd, best, half - error),
        within_quarter: are_within(simd, best, quarter - error),
    }
}

/// For each lane a bit if a distance, given its square, is less than a length.
#[inline(always)]
fn are_within<S: SimdToken>(simd: S, square: Lanes<S>, length: Lanes<S>) -> u32 {
    let length = length.max(Lanes::splat(simd, 0.0));
    (length * length).exceeds(square)
}

/// Takes the axis between two edges' nearest points, and its square, where it is shorter.
#[inline(always)]
fn take_nearer<S: SimdToken>(
    simd: S,
    [p, p_end]: &[Points<S>; 2],
    [q, q_end]: &[Points<S>; 2],
    axis: &mut Points<S>,
    best: &mut Lanes<S>,
) {
    let (along_p, along_q, between) = (minus(p_end, p), minus(q_end, q), minus(q, p));
    let tiny = Lanes::splat(simd, TINY);
    let pp = dot(&along_p, &along_p) + tiny;
    let qq = dot(&along_q, &along_q) + tiny;
    let (pq, pb, qb) = (dot(&along_p, &along_q), dot(&along_p, &between), dot(&along_q, &between));
    // Where the lines are nearest, then on each edge where it is nearest to the other's point.
    let s = unit(simd, (pb * qq - qb * pq) / (pp * qq - pq * pq));
    let t = unit(simd, (s * pq - qb) / qq);
    let s = unit(simd, t.mul_add(pq, pb) / pp);
    let mut found = between;
    for x in 0..3 {
        found[x] = t.mul_add(along_q[x], between[x]) - s * along_p[x];
    }
    let square = dot(&found, &found);
    *axis = Lanes::if_less(square, *best, found, *axis);
    *best = square.min(*best);
}

/// The nearest number from 0 to 1. NaN, as for parallel edges, becomes 0 on most targets; where it does not,
/// nothing is proven by it, because no comparison with NaN holds.
#[inline(always)]
fn unit<S: SimdToken>(simd: S, value: Lanes<S>) -> Lanes<S> {
    value.max(Lanes::splat(simd, 0.0)).min(Lanes::splat(simd, 1.0))
}
