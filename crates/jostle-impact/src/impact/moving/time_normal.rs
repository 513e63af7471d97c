//! Which side of a moving triangle a moving point is on, throughout a step, if that is certain.
//!
//! The edges `b(t)` and `c(t)` of a triangle are linear in time, so its normal `n(t) = b x c` is quadratic, and with
//! a vector `w(t)` that is linear too `w · n` is cubic. Its coefficients in the Bernstein basis are, up to factors
//!
//! ```text
//! w0·n0,   w1·n0 + w0·m,   w1·m + w0·n1,   w1·n1,   where m = b0 x c1 + b1 x c0
//! ```
//!
//! and a cubic whose coefficients have one sign has that sign throughout.
//!
//! # Error bounds
//!
//! In units `u = 2^-53`; second orders are within what bounds are rounded up by. `E` are the largest magnitudes of
//! the components of edges at both ends, `W` those of `w`, and `S = Wx Ey Ez + Wy Ez Ex + Wz Ex Ey`. A coefficient
//! is a sum of at most 6 products for each component of `w`, of which each is at most its part of `S`. A product
//! passes through 3 differences, 2 multiplications and at most 6 additions: off by `6 · 11 u S` in all, which
//! [`SIDE_BOUND`] times `S` holds. A vector that is itself off by `e` in each component changes a coefficient by
//! `6 e (Ey Ez + Ez Ex + Ex Ey)` at most, which is added.
//!
//! *Range.* If no component of `w` is larger than `2^200` and no product of two edges' larger than `2^400`, nothing
//! overflows, and what underflow takes of a cross product is below `2^-1070`, times `6 W` less than [`UNDERFLOW`].

use crate::conditions::{Condition, bound, required};
use glam::DVec3;

const UNIT: f64 = f64::EPSILON / 2.0;
const SIDE_BOUND: f64 = 96.0 * UNIT;
/// `2^-800`
const UNDERFLOW: f64 = f64::from_bits((1023 - 800) << 52);
const LARGEST: f64 = f64::from_bits((1023 + 200) << 52);
const LARGEST_AREA: f64 = LARGEST * LARGEST;

/// The normal of a moving triangle.
pub(in crate::impact) struct TimeNormal {
    /// Coefficients in the Bernstein basis, the inner one twice.
    normal: [DVec3; 3],
    /// Products of the magnitudes of edges: `Ey Ez`, `Ez Ex` and `Ex Ey`.
    areas: DVec3,
}

impl TimeNormal {
    #[inline(always)]
    pub fn new(start: [DVec3; 3], end: [DVec3; 3]) -> TimeNormal {
        let [b0, c0] = [start[1] - start[0], start[2] - start[0]];
        let [b1, c1] = [end[1] - end[0], end[2] - end[0]];
        let edge = b0.abs().max(c0.abs()).max(b1.abs()).max(c1.abs());
        TimeNormal {
            normal: [b0.cross(c0), b0.cross(c1) + b1.cross(c0), b1.cross(c1)],
            areas: DVec3::new(edge.y * edge.z, edge.z * edge.x, edge.x * edge.y),
        }
    }

    /// The sign of the product with a vector that goes from one to another and is off by `error`: 1 or -1 if it is
    /// that throughout, and 0 if that is not certain.
    #[inline(always)]
    pub fn side(&self, [w0, w1]: [DVec3; 2], error: f64) -> i8 {
        let [n0, m, n1] = self.normal;
        let values = [w0.dot(n0), w1.dot(n0) + w0.dot(m), w1.dot(m) + w0.dot(n1), w1.dot(n1)];
        let reach = w0.abs().max(w1.abs());
        let rounding = SIDE_BOUND * reach.dot(self.areas) + 8.0 * error * self.areas.element_sum();
        let bound = bound(Condition::ViewSideBound, rounding + UNDERFLOW);
        let is_above = values.iter().all(|&value| value > bound);
        let is_below = values.iter().all(|&value| value < -bound);
        // What is no number is not in range either.
        let is_in_range =
            reach.max_element() <= LARGEST && self.areas.max_element() <= LARGEST_AREA;
        if !is_in_range && required(Condition::ViewRange) {
            return 0;
        }
        i8::from(is_above) - i8::from(is_below)
    }
}
