//! How long the plane of a face, or of two edges, proves that features are further apart than the thickness.
//!
//! An axis that stays where it is proves little of wide features that turn. Their plane turns with them. With the
//! normal `n = x × y`, the plane of the triangle or parallelogram is `V / |n|` from the origin, where `V = g ·
//! n`. From a time to the end of the step `V` is a cubic and `n` a quadratic, with the Bernstein coefficients
//! `b_i` and `n_i`. A length is convex, so `|n|` is at most the quadratic with coefficients `|n_i|`, which is a
//! cubic with coefficients `c_i` too. So `V - d |n|` is at least the cubic with coefficients `b_i - d c_i`, and
//! above zero where the convex hull of these is: up to the earliest time at which a line from one that is above
//! to a later one that is not crosses zero (clipping: Sederberg and Nishita, "Curve intersection using Bézier
//! clipping", 1990).
//!
//! # Error bound
//!
//! In units of `u = 2^-53`; second orders are within what the bound is rounded up by. `G`, `X` and `Y` are the
//! largest lengths of the vectors. At a time they are off by `4u` of that, as differences and as means. A cross
//! product is off by `8u XY` because of that, and its rounding adds `4u XY`; the mean of two, `u XY`: `13u XY`. A
//! dot product with `g` adds `4u XYG` and `5u XYG`, and a mean of two `3u XYG`: `b_i` is off by `25u XYG`. A
//! length adds `3u XY`, a mean and the product with `d` `4u`: `d c_i` is off by `20u dXY`. Both and their
//! difference are off by less than `32u XY (G + d)`, and the bound is four times that.
//!
//! *Range.* What underflow takes is far below the bound if `XY (G + d)` is above `2^-900`.

use super::relative_motion::RelativeMotion;
use crate::conditions::{Condition, bound};
use crate::geometry::number::Vector;

const UNIT: f64 = f64::EPSILON / 2.0;
const BOUND: f64 = 128.0 * UNIT;
/// `2^-900`
const LEAST_SIZE: f64 = f64::from_bits((1023 - 900) << 52);
/// Rounding of the time at which a line crosses zero is far less.
const SHORTENED: f64 = 1.0 - f64::from_bits((1023 - 30) << 52);

impl RelativeMotion {
    /// The latest time that the plane proves that there is nothing within the thickness until, from a time on:
    /// infinity if that is to the end, and the time itself if it is not proven there.
    pub fn latest_beyond_plane(&self, from: f64) -> f64 {
        let [g, x, y] = self.longest;
        let size = x * y * (g + self.thickness);
        if size < LEAST_SIZE {
            return from;
        }
        let [g0, x0, y0] = self.at::<f64>(from).map(Vector::value);
        let [g1, x1, y1] = self.end;
        let normals = [x0.cross(y0), 0.5 * (x0.cross(y1) + x1.cross(y0)), x1.cross(y1)];
        let volumes = [
            normals[0].dot(g0),
            (normals[0].dot(g1) + 2.0 * normals[1].dot(g0)) / 3.0,
            (normals[2].dot(g0) + 2.0 * normals[1].dot(g1)) / 3.0,
            normals[2].dot(g1),
        ];
        let [a, b, c] = normals.map(|normal| normal.length());
        let lengths = [a, (a + 2.0 * b) / 3.0, (2.0 * b + c) / 3.0, c];
        let side = volumes[0].signum();
        let error = bound(Condition::ThicknessPlaneBound, BOUND) * size;
        let beyond: [f64; 4] =
            std::array::from_fn(|i| side * volumes[i] - self.thickness * lengths[i] - error);
        if beyond[0].is_nan() || beyond[0] <= 0.0 {
            return from;
        }
        let mut part = f64::INFINITY;
        for (i, j) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            if beyond[i] > 0.0 && beyond[j] <= 0.0 {
                let along = beyond[i] / (beyond[i] - beyond[j]);
                part = part.min((i as f64 + (j - i) as f64 * along) / 3.0);
            }
        }
        match part == f64::INFINITY {
            true => part,
            false => from + (1.0 - from) * part * SHORTENED,
        }
    }
}
