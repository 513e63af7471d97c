//! Whether an axis proves that two elements are further apart than a distance, eight pairs at a time.

use super::element_block::{OFF, ROUNDING};
use super::lanes::{Lanes, Points, dot};
use super::simd_token::SimdToken;

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
    let off = Lanes::splat(simd, OFF);
    let reach = (diameters + sum).mul_add(Lanes::splat(simd, ROUNDING), reach + off);
    let gap = bottom - top;
    gap.exceeds(Lanes::splat(simd, 0.0))
        & (gap * gap).exceeds(reach * reach * square)
        & square.exceeds(Lanes::splat(simd, LEAST_SQUARE))
}
