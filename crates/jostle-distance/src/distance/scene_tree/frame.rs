//! Boxes in `f32`: half the memory, and eight of them in a register.
//!
//! A frame maps coordinates to `x s - c`, with `s` a power of two and `c` from the middle of the mass, so
//! that the object is within one of zero: no digits are lost to where it is, nor many to a vertex that flew
//! away. The map is monotone, rounding included: the product is exact, or rounded where it underflows, and
//! the difference is rounded to nearest. Boxes are then rounded outward to `f32`.

use super::ray_triangle::{RayTest, exponent_of, power_of_two};
use crate::conditions::{Condition, bound, required};
use crate::geometry::Aabb;
use crate::geometry::lanes::WIDE;
use glam::DVec3;

/// The map of one object.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    exponent: i32,
    /// `2^exponent`
    scale: f64,
    /// `c`
    centre: DVec3,
}

impl Default for Frame {
    fn default() -> Frame {
        Frame { exponent: 0, scale: 1.0, centre: DVec3::ZERO }
    }
}

/// A box in a frame, rounded outward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Box32 {
    pub low: [f32; 3],
    pub high: [f32; 3],
}

impl Box32 {
    pub const EMPTY: Box32 = Box32 { low: [f32::INFINITY; 3], high: [f32::NEG_INFINITY; 3] };

    pub fn union(self, other: &Box32) -> Box32 {
        let mut both = self;
        for x in 0..3 {
            both.low[x] = if other.low[x] < both.low[x] { other.low[x] } else { both.low[x] };
            both.high[x] = if other.high[x] > both.high[x] { other.high[x] } else { both.high[x] };
        }
        both
    }
}

/// `2^-24 + 2^-46`: what rounding to `f32` takes, and more than the rounding of the map and of both products.
const SINGLE: f64 = f64::from_bits((1023 - 24) << 52 | 1 << (52 - 22));
/// `2^-100`: so that coordinates next to zero are not denormal, which would be slow.
const NEXT_TO_ZERO: f64 = f64::from_bits((1023 - 100) << 52);
/// No larger numbers enter the rounding; all of them are infinite in `f32`.
const HUGE: f64 = 1e300;

/// An `f32` below a number that is off by `2^-50` of itself.
pub(super) fn down(x: f64) -> f32 {
    let x = x.clamp(-HUGE, HUGE);
    let margin = bound(Condition::FrameOutward, x.abs() * SINGLE + NEXT_TO_ZERO);
    ((x - margin) as f32).min(f32::MAX)
}

/// An `f32` above a number that is off by `2^-50` of itself.
pub(super) fn up(x: f64) -> f32 {
    -down(-x)
}

impl Frame {
    /// For coordinates in a box, given a point in the middle of most of them.
    pub fn new(bounds: &Aabb, middle: DVec3) -> Frame {
        let largest = bounds.min.abs().max(bounds.max.abs()).max_element();
        if bounds.is_empty() || largest == 0.0 {
            return Frame::default();
        }
        // Halves, so that no difference overflows.
        let reach = (bounds.max * 0.5 - middle * 0.5).max(middle * 0.5 - bounds.min * 0.5);
        let reach = reach.max_element();
        let exponent = if reach > 0.0 { -exponent_of(reach) - 2 } else { -exponent_of(largest) };
        // Products with coordinates do not overflow, however small the object is.
        let exponent = exponent.min(1000 - exponent_of(largest).max(-20));
        let scale = power_of_two(exponent);
        Frame { exponent, scale, centre: middle * scale }
    }

    #[inline]
    pub fn map(&self, p: DVec3) -> DVec3 {
        p * self.scale - self.centre
    }

    /// The box in the frame.
    #[inline]
    pub fn outward(&self, bounds: &Aabb) -> Box32 {
        let (min, max) = (self.map(bounds.min), self.map(bounds.max));
        Box32 {
            low: [down(min.x), down(min.y), down(min.z)],
            high: [up(max.x), up(max.y), up(max.z)],
        }
    }

    /// A length in the frame, as good as `f64`; infinite or zero out of its range.
    pub fn length(&self, length: f64) -> f64 {
        length * self.scale
    }
}

/// A ray in a frame, for slabs in `f32`.
///
/// **Theorem.** If a point of the ray between `t = 0` and a limit is in a box, the box passes.
///
/// The ray is taken from `start` on, where it enters the box around everything. The position there is
/// rounded up for one plane of each slab and down for the other, by the margin of `f32` and by
/// `16u (|origin| + start |direction|)`, with `u = 2^-53`. Of that `4u` are for its own rounding and `4u` for
/// that of the start, so that points just before it count as there. So numerators are on the safe side of the
/// true ones. Difference, inverse and product are each off by `2^-24` of themselves: if the true
/// `near <= far`, the computed near is at most `1 + 2^-21` times the computed far, of which [`SLACK`] has
/// more; and what underflow takes is less than [`TINY`]. Where a parameter overflows, it does so with the
/// slack on the far side first. Limits are taken from `16u` of the start before it, so that those of points
/// just before it are positive, and near is zero or less there.
///
/// The direction's largest coordinate is one to two. From the start on the ray is at most five from the far side
/// of the frame along it, so that it leaves the frame before `start + 8`, but for the rounding of the start,
/// which the margin has. Along an axis where the direction is zero or below [`FLATTEST`] it moves by less
/// than `2^-101` meanwhile. Boxes and positions are rounded by `2^-100`
/// and more, so numerators of boxes around the ray are not zero; with an infinite inverse near is minus and
/// far plus infinity. All boxes pass for rays from so [`far`](FARTHEST) away that the start may overflow.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameRay {
    /// Of the lower or upper plane of each slab, as rows of a node: the one that the ray meets first.
    pub near_row: [usize; 3],
    pub near_origin: [f32; 3],
    pub far_origin: [f32; 3],
    pub inverse: [f32; 3],
    /// Parameters of the frame are those of the ray times both powers, less the start.
    powers: [f64; 2],
    start: f64,
}

/// `1 + 2^-20`
const SLACK: f32 = 1.0 + 1.0 / 1_048_576.0;
/// `2^-100`
pub(super) const TINY: f32 = f32::from_bits((127 - 100) << 23);
/// Directions below `2^-104`, with a largest of one to two, count as zero.
const FLATTEST: f64 = f64::from_bits((1023 - 104) << 52);
/// The start is at most so far times the inverse of [`FLATTEST`] away: `2^800`.
const FARTHEST: f64 = f64::from_bits((1023 + 800) << 52);

impl FrameRay {
    pub fn new(test: &RayTest, frame: &Frame, around: &Box32) -> FrameRay {
        let origin = frame.map(test.ray.origin);
        let unit = test.unit;
        let exponent = frame.exponent + test.exponent;
        let powers = [power_of_two(exponent / 2), power_of_two(exponent - exponent / 2)];
        if origin.abs().max_element() > FARTHEST && required(Condition::FrameRayRange) {
            let (near_origin, far_origin) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
            let (near_row, inverse) = ([0, 1, 2], [f32::INFINITY; 3]);
            return FrameRay { near_row, near_origin, far_origin, inverse, powers, start: 0.0 };
        }
        let start = entry(origin, unit, around);
        let moved = origin + unit * start;
        let margin = bound(Condition::FrameRayMargin, 8.0 * f64::EPSILON);
        let off = (origin.abs() + unit.abs() * start) * margin;
        let (mut near_row, mut inverse) = ([0, 1, 2], [0.0; 3]);
        let (mut near_origin, mut far_origin) = ([0.0; 3], [0.0; 3]);
        for x in 0..3 {
            let (low, high) = (down(moved[x] - off[x]), up(moved[x] + off[x]));
            let back = unit[x] <= -FLATTEST;
            near_row[x] = if back { x + 3 } else { x };
            (near_origin[x], far_origin[x]) = if back { (low, high) } else { (high, low) };
            let is_flat = unit[x].abs() < FLATTEST;
            inverse[x] = if is_flat { f32::INFINITY } else { (1.0 / unit[x]) as f32 };
        }
        let start = start * (1.0 - margin);
        FrameRay { near_row, near_origin, far_origin, inverse, powers, start }
    }

    /// A limit in the frame, rounded up and with the slack.
    #[inline]
    pub fn limit(&self, t: f64) -> f32 {
        up(t * self.powers[0] * self.powers[1] - self.start) * slack() + TINY
    }
}

/// A parameter before which a line is not in the box, off by `4u` of itself; zero if it starts near.
fn entry(origin: DVec3, unit: DVec3, around: &Box32) -> f64 {
    let mut start: f64 = 0.0;
    for x in 0..3 {
        // From there on half of the origin is more than the box, and little is lost to the difference.
        let (far, size) = (origin[x].abs(), unit[x].abs());
        if far < 4.0 || size < FLATTEST {
            continue;
        }
        let gap = match unit[x] > 0.0 {
            true => f64::from(around.low[x]) - origin[x],
            false => origin[x] - f64::from(around.high[x]),
        };
        start = start.max(gap / size);
    }
    start
}

/// The slack of the far side.
#[inline(always)]
pub(super) fn slack() -> f32 {
    if required(Condition::FrameSlack) { SLACK } else { 1.0 }
}

/// A point or box in a frame, rounded outward, one value for each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameBox {
    pub low: [f32; 3],
    pub high: [f32; 3],
}

impl FrameBox {
    pub fn new(bounds: &Aabb, frame: &Frame) -> FrameBox {
        let Box32 { low, high } = frame.outward(bounds);
        FrameBox { low, high }
    }
}

/// Lanes of a node that hold a child.
pub(super) fn filled(children: u32) -> u32 {
    (1 << children.min(WIDE as u32)) - 1
}
