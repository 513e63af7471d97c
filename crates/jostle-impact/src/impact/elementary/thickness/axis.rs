//! How long an axis proves that features are further apart than the thickness.
//!
//! # Error bound
//!
//! In units of `u = 2^-53`; second orders are within what the bound is rounded up by. `S` is the
//! [size](RelativeMotion::size), `n` the axis, which is what it is, however it was computed.
//!
//! The heights of `g`, `x` and `y` at one end are sums of three products of vectors that are off by `u` of
//! themselves: together off by `4u |n| S`. A corner is a sum of them, `2u |n| S` more, and its height at a time
//! is a mean of those at both ends, in which `1 - t`, two products and a sum add `3u |n| S`: `9u |n| S` in all.
//! The length of `n` is good to `3u` of itself, and what it is multiplied with to `2u`. So a corner that is
//! computed to be at `(d + 16u (d + S)) |n|` is above `d |n|`.
//!
//! *Range.* The largest coordinate is between 1 and 2, and so is that of `n`; what underflow takes is far below `u S`.

use super::super::motion::Pair;
use super::relative_motion::RelativeMotion;
use crate::conditions::{Condition, bound, required};
use glam::DVec3;

const UNIT: f64 = f64::EPSILON / 2.0;

impl RelativeMotion {
    /// The latest time that one of the axes proves that there is nothing within the thickness until, from a time on,
    /// both included: infinity if that is to the end, and the time itself or less if it is not proven there.
    pub fn latest(&self, axes: &[Option<DVec3>], from: f64) -> f64 {
        axes.iter().flatten().fold(from, |latest, axis| latest.max(self.latest_along(*axis, from)))
    }

    fn latest_along(&self, axis: DVec3, from: f64) -> f64 {
        let axis = axis / axis.abs().max_element();
        if !axis.is_finite() {
            return from;
        }
        let [start, end] = [&self.start, &self.end].map(|vectors| self.heights(axis, vectors));
        let lowest_at = |time: f64| {
            let height = |i: usize| (1.0 - time) * start[i] + time * end[i];
            height(0).min(height(1)).min(height(2).min(height(3)))
        };
        let sum = self.thickness + self.size;
        let error = bound(Condition::ThicknessHeightBound, 16.0 * UNIT);
        let length = axis.length();
        let least = length * (self.thickness + error * sum);
        let is_proven = |time: f64| lowest_at(time) >= least;
        if !is_proven(from) {
            return from;
        }
        if !required(Condition::ThicknessAtBothEnds) {
            return f64::INFINITY;
        }
        // A little above it, so that rounding does not take it below.
        let aim = least + length * (8.0 * UNIT) * sum;
        let mut latest = f64::INFINITY;
        for (start, end) in start.into_iter().zip(end) {
            if end < least {
                // Short of the end, where it is lower.
                latest = latest.min((start - aim) / (start - end)).min(1.0 - UNIT);
            }
        }
        if latest == f64::INFINITY || is_proven(latest) { latest } else { from }
    }

    /// The heights of the corners along an axis: three, and one of them again, or four.
    fn heights(&self, axis: DVec3, [g, x, y]: &[DVec3; 3]) -> [f64; 4] {
        let [g, x, y] = [g, x, y].map(|v| axis.dot(*v));
        [g, g + x, g + y, if self.pair == Pair::EdgeEdge { g + x + y } else { g }]
    }
}
