//! Four pairs of neighbouring triangles at a time: those that certainly share a corner or an edge and nothing else.
//!
//! **A corner.** Let a plane through it have the other two corners of one triangle strictly on one side, and those of
//! the other strictly on the other side. All points of a triangle but the shared corner are on its own side then: each
//! is the corner and a sum of the ways to the other two, with weights that are not negative and not both zero. So the
//! triangles share the corner only. Any such plane proves it, however it was found: its normal, as it is in floating
//! point, begins as the sum of the ways to the corners of one triangle less those to the corners of the other, and is
//! turned a few times towards the way to a corner that is on the wrong side (the rule of the perceptron).
//!
//! **An edge.** What two triangles have in common beyond it is in the half-plane from the edge's line through the
//! third corner of either. Seen along the edge, these are two rays, and the cross products of the edge with the ways
//! to the third corners are these rays, turned by a quarter. If the rays are not one and the same, which they are not
//! where they turn away from each other or the four corners are not in one plane, the triangles share points of the
//! line only, and those are the edge: neither triangle is flat, or its cross product would be zero and both tests
//! would fail.
//!
//! **Bounds.** Ways are divided by the sums `s` of their coordinates' sizes, or by [`SHORTEST`] if that is more: the
//! sizes add up to 1 then, but for rounding, or to less. If `s` overflows, the coordinates of the way are zero or no
//! numbers, and nothing is certain: all comparisons with these fail. With `u = 2^-53`, a coordinate has a relative
//! error of `2u` beside the factor `1 / s`, which is that of all three and changes no sign. A height is the dot
//! product of a way with the normal: `3u` more of each term, so `6u` in all, times the normal's largest coordinate,
//! which is at most the number of ways that it is a sum of, 4 and 4 a round, so 20. [`CORNER_BOUND`] is `128u`. The
//! coordinates of a cross product are off by `6u` times the sizes of the products that they are differences of, which
//! add up to 1 at most for all three. The dot product of two of them is off by `6u` for each and `3u`, that of one
//! with a way by `6u` and `5u`. [`EDGE_BOUND`] is `32u`. What underflows is far below `u`.

use crate::conditions::{Condition, bound};
use crate::geometry::lanes::{BLOCK, Doubles, LaneNumber, LaneVector, Lanes};
use glam::DVec3;

/// Points of each lane, by axis and lane.
pub(super) type PointLanes = [[f64; BLOCK]; 3];

type Number<S> = LaneNumber<S, Doubles>;
type Vector<S> = LaneVector<S, Doubles>;

const UNIT_ROUNDOFF: f64 = f64::EPSILON / 2.0;
const CORNER_BOUND: f64 = 128.0 * UNIT_ROUNDOFF;
const EDGE_BOUND: f64 = 32.0 * UNIT_ROUNDOFF;
/// What ways are divided by at least: the reciprocal of less would overflow.
const SHORTEST: f64 = f64::from_bits((1023 - 1000) << 52);
/// How often a normal is turned.
const ROUNDS: usize = 4;
/// All lanes.
const ALL: u32 = (1 << BLOCK) - 1;

/// Writes a point into a lane.
#[inline(always)]
pub(super) fn set(lanes: &mut PointLanes, lane: usize, point: &DVec3) {
    (lanes[0][lane], lanes[1][lane], lanes[2][lane]) = (point.x, point.y, point.z);
}

/// The lanes whose triangles share nothing but a corner, given that, the others of the one, and those of the other.
#[inline(always)]
pub(super) fn share_corner_only<S: Lanes>(simd: S, points: &[PointLanes; 5]) -> u32 {
    let limit = Number::splat(simd, bound(Condition::NeighbourCornerBound, CORNER_BOUND));
    let corner = Vector::load(simd, &points[0]);
    // From the plane to the one side those of the one triangle, and to the other those of the other.
    let a = way(corner, Vector::load(simd, &points[1]));
    let b = way(corner, Vector::load(simd, &points[2]));
    let c = way(Vector::load(simd, &points[3]), corner);
    let d = way(Vector::load(simd, &points[4]), corner);
    let mut normal = (a + b) + (c + d);
    let mut certain = 0;
    for round in 0..ROUNDS + 1 {
        let heights = [normal.dot(a), normal.dot(b), normal.dot(c), normal.dot(d)];
        certain |= heights[0].above(limit)
            & heights[1].above(limit)
            & heights[2].above(limit)
            & heights[3].above(limit);
        if certain == ALL || round == ROUNDS {
            break;
        }
        let zero = Vector::splat(simd, DVec3::ZERO);
        let first = Vector::select_up_to([heights[0], limit], a, zero);
        let second = Vector::select_up_to([heights[1], limit], b, zero);
        let third = Vector::select_up_to([heights[2], limit], c, zero);
        let fourth = Vector::select_up_to([heights[3], limit], d, zero);
        normal = normal + ((first + second) + (third + fourth));
    }
    certain
}

/// The lanes whose triangles share nothing but an edge, given its ends, the third corner of the one, and that of
/// the other.
#[inline(always)]
pub(super) fn share_edge_only<S: Lanes>(simd: S, points: &[PointLanes; 4]) -> u32 {
    let start = Vector::load(simd, &points[0]);
    let edge = way(start, Vector::load(simd, &points[1]));
    let one = way(start, Vector::load(simd, &points[2]));
    let other = way(start, Vector::load(simd, &points[3]));
    let (first, second) = (edge.cross(one), edge.cross(other));
    let below = Number::splat(simd, -bound(Condition::NeighbourEdgeBound, EDGE_BOUND));
    let limit = Number::splat(simd, bound(Condition::NeighbourPlaneBound, EDGE_BOUND));
    below.above(first.dot(second)) | first.dot(other).abs().above(limit)
}

/// The way from one point to another, in units of the sum of its coordinates' sizes, if it is not too short.
#[inline(always)]
fn way<S: Lanes>(from: Vector<S>, to: Vector<S>) -> Vector<S> {
    let way = to - from;
    let simd = way.x.simd();
    let shortest = Number::splat(simd, bound(Condition::NeighbourWayRange, SHORTEST));
    let sum = (way.x.abs() + way.y.abs() + way.z.abs()).max(shortest);
    way * (Number::splat(simd, 1.0) / sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::lanes::PortableLanes;
    use jostle_support::random::SplitMix64;

    #[test]
    fn coordinates_of_ways_are_at_most_one() {
        let mut random = SplitMix64::new(7);
        let mut shortest = 0;
        for _ in 0..100_000 {
            let exponent = 1048.5 * random.signed() - 25.5;
            let mut lanes =
                || [(); 3].map(|()| [(); BLOCK].map(|()| random.signed() * exponent.exp2()));
            let [from, to] = [lanes(), lanes()];
            let own = way(Vector::load(PortableLanes, &from), Vector::load(PortableLanes, &to));
            let all = [own.x, own.y, own.z].map(Number::to_array);
            for coordinate in all.into_iter().flatten() {
                let is_small = coordinate.is_nan() || coordinate.abs() <= 1.0 + 1e-15;
                assert!(is_small, "{from:?} {to:?}");
                shortest += usize::from(coordinate != 0.0 && coordinate.abs() < 1e-9);
            }
        }
        assert!(shortest > 1_000);
    }
}
