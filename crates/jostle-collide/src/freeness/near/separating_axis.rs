//! Whether an axis proves that two elements are further apart than a distance, eight pairs at a time.

use super::element_block::{OFF, ROUNDING};
use super::lanes::{Lanes, Points, dot};
use super::simd_token::SimdToken;
use crate::conditions::{Condition, bound};

/// Axes are longer than this, squared, or nothing is concluded from them: shorter ones come from rounding
/// only, and their squares vanish.
const LEAST_SQUARE: f32 = 1e-12;

/// For each lane a bit if the heights along an axis prove that two elements are further apart than the
/// reach, given the top of the lower and the bottom of the upper one and the sum of both diameters.
///
/// Squares are compared, as roots cost more, and in the error bound the sum of the axis' coordinates
/// stands for its length.
#[inline(always)]
pub fn are_separated<S: SimdToken>(
    simd: S,
    axis: &Points<S>,
    heights: [Lanes<S>; 2],
    reach: Lanes<S>,
    diameters: Lanes<S>,
) -> u32 {
    let [top, bottom] = heights;
    let square = dot(axis, axis);
    let sum = axis[0].abs() + axis[1].abs() + axis[2].abs();
    let off = Lanes::splat(simd, bound(Condition::NearOff, OFF.into()) as f32);
    let rounding = bound(Condition::NearRounding, ROUNDING.into()) as f32;
    let reach = (diameters + sum).mul_add(Lanes::splat(simd, rounding), reach + off);
    let gap = bottom - top;
    gap.exceeds(Lanes::splat(simd, 0.0))
        & (gap * gap).exceeds(reach * reach * square)
        & square.exceeds(Lanes::splat(simd, bound(Condition::NearAxis, LEAST_SQUARE.into()) as f32))
}

#[cfg(test)]
mod tests {
    use super::super::simd_token::PortableSimd;
    use super::*;

    /// Two points on a line, seen along axes of all lengths.
    #[test]
    fn an_axis_of_any_length_separates_only_what_is_apart() {
        let simd = PortableSimd;
        let splat = |x: f32| Lanes::splat(simd, x);
        let mut found = 0;
        for (power, eighths) in (-149..60).flat_map(|power| (8u8..16).map(move |n| (power, n))) {
            let length =
                2f32.powi(power / 2) * 2f32.powi(power - power / 2) * f32::from(eighths) / 8.0;
            for (distance, reach) in [(400.0, 430.0), (0.01, 1.0), (3.0, 2.0), (2000.0, 10.0)] {
                let axis = [splat(length), splat(0.0), splat(0.0)];
                let heights = [splat(0.0), splat(length * distance)];
                let said = are_separated(simd, &axis, heights, splat(reach), splat(1.0));
                assert!(said == 0 || distance > reach, "{length:e}: {distance} over {reach}");
                found += said.count_ones();
            }
        }
        assert!(found > 0);
    }
}
