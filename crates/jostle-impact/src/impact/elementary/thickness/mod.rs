//! When two moving features first come within a distance of each other.
//!
//! The differences of a point of one feature and a point of the other are a triangle or a parallelogram
//! ([`relative_motion`]), whose distance from the origin is that of the features. It moves linearly: for an axis
//! `n`, the height of each of its corners along `n` is linear in time, so the lowest one is concave, and if it
//! is above `d |n|` at two times, the features are further apart than `d` in between (conservative advancement:
//! Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996; since heights are linear, no bound of
//! the speed is needed).
//!
//! So from a time `t` on, with the axis of the nearest points at `t`, the next time is the last one at which the
//! lowest corner is above `d |n|` by more than its rounding ([`axis`]). That is Newton's method from one side.
//! Where the nearest points are inside a face or two edges, their plane may prove more ([`plane`]), and near the
//! first time the digits double with each round. Elsewhere, what does not turn takes two rounds, and the faster
//! features turn, compared with how fast they come closer, the more it takes. It ends where the nearest points
//! are within the tolerance.
//!
//! # What is guaranteed
//!
//! Let `size` be the largest distance of two of the four corners at either end of the step, `path` how far a
//! corner of one feature moves relative to one of the other, at most, and `D(t)` the distance at `t`. For a
//! thickness `d` and a tolerance of time `e`:
//!
//! - *Never late.* `D(s) > d` for all `s < t` if `t` is reported, and for all `s` in `[0, 1]` if nothing is.
//! - *Hardly early.* `D(t) <= d + max(2^-20 d, max(e, 2^-16) path) + 2^-44 size` if `t` is reported. Nearly
//!   always it is `max(2^-20 d, e path)`: more is allowed only after [`FINE_ROUNDS`] rounds.
//! - *Bounded.* No more than `2^17 + FINE_ROUNDS` rounds, whatever the motion; a few are usual.
//! - *Symmetric.* The same number, whatever the order of corners and of edges.
//!
//! # Why
//!
//! *Never late*: time goes on only to where an axis or the plane proves it. *Hardly early*: the distance of the points that
//! are nearest at `t` is known to `16u size'`, whether or not they are the nearest ones, because it is computed
//! from their weights; `size' <= 3 size` is what [`RelativeMotion::size`] says.
//!
//! *Bounded*: a lowest corner that is at `d + x` along an axis takes `x / path` to come down to `d`. Where plain
//! `f64` does not go half as far as the nearest points allow, they are computed in pairs of `f64`, good to `2^-98
//! size'` where they are on an edge. As they are more than `2^-46 size'` apart, their direction is good to
//! `2^-52`, and heights along it to `2^-50 size'`. Inside, the axis is the normal, good to `2^-100 size' / h` for
//! a triangle or parallelogram of height `h`: if `h > 2^-50 size'`, that makes `2^-50 size'` again, and if not,
//! the nearest point of an edge is off by less. So one of the two axes always goes half as far as the points
//! allow, and they allow at least `2^-16` after the fine rounds.

mod axis;
mod nearest;
mod plane;
mod relative_motion;
#[cfg(test)]
mod tests;

use super::motion::{Motion, Pair};
use super::{ImpactTime, Swept, Tally, edge_edge_motion, first_time, vertex_face_motion};
use crate::conditions::{Condition, required};
use crate::geometry::number::DoubleDouble;
use nearest::nearest;
use relative_motion::RelativeMotion;

/// `2^-20`: what is reported may be further apart than the thickness by so much of it.
const TOLERANCE: f64 = f64::from_bits((1023 - 20) << 52);
/// `2^-16`: the least that time goes on by, roughly, after the fine rounds.
const LEAST_STEP: f64 = f64::from_bits((1023 - 16) << 52);
/// `2^-46`: what the size adds to what is reported, above the rounding of distances.
const SLACK: f64 = f64::from_bits((1023 - 46) << 52);
/// Rounds after which times need not be known better than to [`LEAST_STEP`].
const FINE_ROUNDS: usize = 1 << 10;
const ROUNDS: usize = (1 << 17) + FINE_ROUNDS;

/// When a moving point is first within a distance of a moving triangle. Never late, and hardly early: if `t` is
/// the time that is returned, both ends of the interval, and `D` their distance as a function of time,
///
/// - `D(s) > thickness` for all `s < t`, and for all `s` in `[0, 1]` if there is none;
/// - `D(t) <= thickness + max(2^-20 thickness, max(tolerance, 2^-16) path) + 2^-44 size`, where `path` is how
///   far a corner of one moves relative to a corner of the other, and `size` the largest distance of two corners at
///   either end. In practice it is within `max(2^-20 thickness, tolerance path)`.
///
/// The time is 0 if they are that close at the start, and the same whatever the order of corners. A thickness of
/// zero is [`vertex_face_within`](super::vertex_face_within), which is exact; no other may be negative.
///
/// ```
/// use jostle::impact::{Swept, vertex_face_within_distance};
///
/// let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let face = Swept::new(triangle, triangle);
/// let down = Swept::new([[0.25, 0.25, 2.0]], [[0.25, 0.25, 0.0]]);
/// let time = vertex_face_within_distance(&down, &face, 0.5, 0.0).expect("it comes closer").lower;
/// assert!(time <= 0.75 && time > 0.75 - 1e-6);
/// let past = Swept::new([[0.25, 0.25, 2.0]], [[0.25, 0.25, 0.51]]);
/// assert!(vertex_face_within_distance(&past, &face, 0.5, 0.0).is_none());
/// ```
pub fn vertex_face_within_distance(
    vertex: &Swept<1>,
    face: &Swept<3>,
    thickness: f64,
    tolerance: f64,
) -> Option<ImpactTime> {
    let motion = vertex_face_motion(vertex, face);
    first_time_within(Pair::VertexFace, &motion, thickness, tolerance, &mut Tally::default())
}

/// When two moving edges are first within a distance of each other, as [`vertex_face_within_distance`].
pub fn edge_edge_within_distance(
    a: &Swept<2>,
    b: &Swept<2>,
    thickness: f64,
    tolerance: f64,
) -> Option<ImpactTime> {
    let motion = edge_edge_motion(a, b);
    first_time_within(Pair::EdgeEdge, &motion, thickness, tolerance, &mut Tally::default())
}

/// When two features are first within a distance, which is exact if that is zero.
pub(super) fn first_time_within(
    pair: Pair,
    motion: &Motion,
    thickness: f64,
    tolerance: f64,
    tally: &mut Tally,
) -> Option<ImpactTime> {
    if thickness == 0.0 {
        return first_time(pair, motion, tolerance, tally);
    }
    if are_beyond_along_an_axis(pair, motion, thickness) {
        tally.apart += 1;
        return None;
    }
    let Advanced { time, is_paired, .. } = advance(pair, motion, thickness, tolerance);
    match is_paired {
        true => tally.refined += 1,
        false => tally.floating += 1,
    }
    time.map(|time| ImpactTime { lower: time, upper: time })
}

/// Whether one feature is further above the other than the thickness along a coordinate axis, at both ends of
/// the step and so throughout. It is exact: what the boxes of features rule out, this does too.
fn are_beyond_along_an_axis(pair: Pair, motion: &Motion, thickness: f64) -> bool {
    (0..3).any(|axis| {
        let [start, end] = [&motion.start, &motion.end].map(|corners| {
            let x = corners.map(|corner| corner[axis]);
            let (own, other) = x.split_at(if pair == Pair::VertexFace { 1 } else { 2 });
            let low = |x: &[f64]| x.iter().copied().fold(f64::INFINITY, f64::min);
            let high = |x: &[f64]| x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            [(low(own), high(other)), (low(other), high(own))]
                .map(|(upper, lower)| exceeds(upper, lower, thickness))
        });
        let at_end = |side: usize| end[side] || !required(Condition::ThicknessAtBothEnds);
        (start[0] && at_end(0)) || (start[1] && at_end(1))
    })
}

/// Whether `a - b > d`, exactly.
#[inline(always)]
fn exceeds(a: f64, b: f64, d: f64) -> bool {
    let gap = a - b;
    // What rounding took from the difference (Knuth).
    let rounded_b = a - gap;
    gap > d || (gap == d && (a - (gap + rounded_b)) + (rounded_b - b) > 0.0)
}

/// What conservative advancement comes to.
#[derive(Clone, Copy, Debug, Default)]
struct Advanced {
    time: Option<f64>,
    #[cfg_attr(not(test), expect(dead_code, reason = "for tests of the bound"))]
    rounds: usize,
    /// Whether pairs of `f64` were needed.
    is_paired: bool,
}

fn advance(pair: Pair, motion: &Motion, thickness: f64, tolerance: f64) -> Advanced {
    let Some(motion) = RelativeMotion::new(pair, motion, thickness) else {
        return Advanced { time: Some(0.0), ..Advanced::default() };
    };
    let RelativeMotion { thickness, size, path, .. } = motion;
    let fine = (TOLERANCE * thickness).max(tolerance * path);
    let mut reported = thickness + fine + SLACK * size;
    let mut is_paired = false;
    let mut time = 0.0;
    let mut rounds = 0;
    while rounds < ROUNDS {
        rounds += 1;
        if rounds == FINE_ROUNDS {
            reported = thickness + fine.max(LEAST_STEP * path) + SLACK * size;
        }
        let plain = nearest(pair, motion.at::<f64>(time));
        if plain.distance <= reported {
            break;
        }
        let mut next = motion.latest(&plain.axes, time);
        if plain.is_inside() {
            next = next.max(motion.latest_beyond_plane(time));
        }
        // What is not a number is not far enough either.
        let is_far = next >= time + (plain.distance - thickness) / (2.0 * path);
        if !is_far {
            is_paired = true;
            let paired = nearest(pair, motion.at::<DoubleDouble>(time));
            if paired.distance <= reported {
                break;
            }
            next = next.max(motion.latest(&paired.axes, time));
        }
        if next > 1.0 {
            return Advanced { time: None, rounds, is_paired };
        }
        if next <= time {
            break;
        }
        time = next;
    }
    Advanced { time: Some(time), rounds, is_paired }
}
