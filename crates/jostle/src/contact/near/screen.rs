//! Candidates that are beyond the distance, told by heights along one direction.
//!
//! Let `u` be any direction, and let all corners of one feature be at a height along it, `u · x`, of at most `a`, and
//! all of the other of at least `b`. Two points of theirs differ by at least `b - a` in height, so they are at least
//! `(b - a) / |u|` apart. `u` may be rounded as it likes; heights are rounded by less than `4 eps |u| D` each, where
//! `D` bounds the sum of the absolute components of each corner's difference from the first, and the difference
//! itself by another `eps |u| D`; products that vanish add less than the smallest normal number. A candidate is left out if `b - a` is above `d |u|` by more than all of this.

use crate::conditions::{Condition, required};
use glam::DVec3;

/// Whether a vertex is certainly further than the distance from a face.
#[inline(always)]
pub(super) fn vertex_is_beyond([p, a, b, c]: [DVec3; 4], distance: f64) -> bool {
    let (p, b, c) = (p - a, b - a, c - a);
    let size = extent(p).max(extent(b)).max(extent(c));
    let beyond = |u: DVec3| {
        let (low, high) = (u.dot(p), u.dot(b).max(u.dot(c)).max(0.0));
        is_beyond(u, low - high, size, distance)
    };
    let normal = b.cross(c);
    let facing = if normal.dot(p) < 0.0 { -normal } else { normal };
    beyond(p - (b + c) * (1.0 / 3.0)) | beyond(facing)
}

/// Whether two edges are certainly further than the distance from each other.
#[inline(always)]
pub(super) fn edges_are_beyond([a, b, c, d]: [DVec3; 4], distance: f64) -> bool {
    let (b, c, d) = (b - a, c - a, d - a);
    let size = extent(b).max(extent(c)).max(extent(d));
    let beyond = |u: DVec3| {
        let (low, high) = (u.dot(c).min(u.dot(d)), u.dot(b).max(0.0));
        is_beyond(u, low - high, size, distance)
    };
    let normal = b.cross(d - c);
    let facing = if normal.dot(c) < 0.0 { -normal } else { normal };
    beyond((c + d) - b) | beyond(facing)
}

/// Whether heights along a direction prove it.
#[inline(always)]
fn is_beyond(u: DVec3, gap: f64, size: f64, distance: f64) -> bool {
    let length = u.length();
    let rounding = match required(Condition::NearScreenRounding) {
        true => 16.0 * f64::EPSILON * size,
        false => 0.0,
    };
    // Not so for numbers that are none. Where squares leave the number range the length is not known.
    let is_known = LENGTHS.contains(&length) || !required(Condition::NearScreenRange);
    is_known
        & (gap > length * (distance + rounding) * (1.0 + 8.0 * f64::EPSILON) + f64::MIN_POSITIVE)
}

/// Of directions, such that their squares are told to the last digits.
const LENGTHS: std::ops::Range<f64> = 1e-140..1e150;

#[inline(always)]
fn extent(difference: DVec3) -> f64 {
    difference.abs().element_sum()
}
