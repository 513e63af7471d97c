//! Pairs that are further apart than a limit, told at little cost before others are told at all.

use crate::conditions::{Condition, bound};
use crate::convex::gjk::ROUNDOFF;
use crate::geometry::lanes::{Lanes, with_lanes};
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
pub fn remove_beyond<'t>(
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
