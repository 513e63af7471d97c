//! Powers of two that bring coordinates near one, so that products of three neither overflow nor
//! vanish.

use glam::DVec3;

/// A power of two that takes the largest coordinate below two. Multiplying by it is exact, but for
/// coordinates so much smaller than the largest that they leave the range of `f64`.
pub(super) fn to_unit(points: impl IntoIterator<Item = DVec3>) -> f64 {
    let largest =
        points.into_iter().fold(0.0, |largest: f64, p| largest.max(p.abs().max_element()));
    // Biased exponents: the inverse of 2^e is stored as 2046 - e, and 0 would mean subnormal.
    let exponent = (largest.to_bits() >> 52) & 0x7ff;
    f64::from_bits((2046 - exponent.min(2045)).min(2045) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brings_the_largest_coordinate_near_one() {
        for x in [1e-320, 1e-300, 0.3, 1.0, 1.5, 7.0, 1e150, f64::MAX] {
            let scaled = x * to_unit([DVec3::new(0.0, -x, 0.5 * x)]);
            assert!(scaled < 4.0 && (scaled >= 0.5 || x < f64::MIN_POSITIVE), "{x}: {scaled}");
        }
        assert!(to_unit([]).is_finite() && to_unit([DVec3::ZERO]).is_finite());
    }
}
