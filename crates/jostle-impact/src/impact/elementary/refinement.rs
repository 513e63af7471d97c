//! A time that is known to `f64`'s error bounds, to one `f64`.
//!
//! The volume is computed once more, in pairs of `f64` ([`DoubleDouble`]). In units of `2^-100` the bound
//! of [`super::floating`] holds as it is: differences are exact, and each product and sum is off by one
//! unit of the magnitudes that enter it.

use super::motion::{Motion, Pair};
use crate::conditions::{Condition, bound};
use crate::geometry::number::{DoubleDouble, Number, Vector};
use glam::DVec3;

/// `2^-100`
const UNIT: f64 = f64::from_bits((1023 - 100) << 52);
const VOLUME_BOUND: f64 = 144.0 * UNIT;

/// The volume as a function of time, in pairs of `f64`.
struct Volume {
    /// Coefficients in the Bernstein basis.
    coefficients: [DoubleDouble; 4],
    bound: f64,
}

impl Volume {
    /// Of a motion whose extents are within the range of `f64`'s error bounds.
    fn new(pair: Pair, motion: &Motion) -> Volume {
        let mut extent = DVec3::ZERO;
        let [[x0, y0, z0], [x1, y1, z1]] = [&motion.start, &motion.end].map(|corners| {
            let corners = corners.map(DVec3::from_array);
            pair.vectors(&corners, |a, b| {
                extent = extent.max((a - b).abs());
                Vector::<DoubleDouble>::difference(*a, *b)
            })
        });
        let [first, last] = [y0.cross(z0), y1.cross(z1)];
        // Twice the one in the middle.
        let inner = y0.cross(z1) + y1.cross(z0);
        let third = |x: DoubleDouble| x / DoubleDouble::difference(3.0, 0.0);
        let coefficients = [
            x0.dot(first),
            third(x1.dot(first) + x0.dot(inner)),
            third(x1.dot(inner) + x0.dot(last)),
            x1.dot(last),
        ];
        let error = VOLUME_BOUND * (extent.x * extent.y * extent.z);
        Volume { coefficients, bound: bound(Condition::ImpactPairBound, error) }
    }

    /// Whether it is above zero at a time, if that is certain.
    fn is_above_zero_at(&self, t: f64) -> Option<bool> {
        let [low, high] = [DoubleDouble::difference(1.0, t), DoubleDouble::difference(t, 0.0)];
        let mean = |a: DoubleDouble, b: DoubleDouble| low * a + high * b;
        let [a, b, c, d] = self.coefficients;
        let [a, b, c] = [mean(a, b), mean(b, c), mean(c, d)];
        let value = mean(mean(a, b), mean(b, c)).value();
        (value.abs() > self.bound).then_some(value > 0.0)
    }
}

/// Narrows two times that a root of the volume is between, and no other, until they are next to each other
/// or no further apart than the tolerance; `None` if pairs of `f64` cannot tell a sign.
pub(super) fn refined(
    pair: Pair,
    motion: &Motion,
    [mut low, mut high]: [f64; 2],
    tolerance: f64,
) -> Option<[f64; 2]> {
    let volume = Volume::new(pair, motion);
    let rises = volume.is_above_zero_at(high)?;
    // Halving numbers of about one size; bits end at neighbours however small the times are.
    while high - low > tolerance && low.next_up() < high {
        let middle = f64::from_bits(low.to_bits() + (high.to_bits() - low.to_bits()) / 2);
        if volume.is_above_zero_at(middle)? == rises {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some([low, high])
}
