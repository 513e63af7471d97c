//! Arithmetic on eight numbers side by side.
//!
//! Everything is `#[inline(always)]`, here and where lanes are used, without closures or maps of arrays: the
//! compiler may leave those as functions of their own, compiled for the baseline instruction set.

use super::simd_token::SimdToken;
use crate::broad::LANES;
use std::ops::{Add, Div, Mul, Sub};

/// Eight `f32`.
#[derive(Clone, Copy)]
pub struct Lanes<S: SimdToken> {
    simd: S,
    values: S::Floats,
}

impl<S: SimdToken> Lanes<S> {
    #[inline(always)]
    pub fn splat(simd: S, value: f32) -> Lanes<S> {
        Lanes { simd, values: simd.splat(value) }
    }

    #[inline(always)]
    pub fn load(simd: S, values: &[f32; LANES]) -> Lanes<S> {
        Lanes { simd, values: simd.load(values) }
    }

    #[inline(always)]
    fn with(self, values: S::Floats) -> Lanes<S> {
        Lanes { values, ..self }
    }

    /// The second where the first is not a number.
    #[inline(always)]
    pub fn min(self, other: Lanes<S>) -> Lanes<S> {
        self.with(self.simd.min(self.values, other.values))
    }

    /// The second where the first is not a number.
    #[inline(always)]
    pub fn max(self, other: Lanes<S>) -> Lanes<S> {
        self.with(self.simd.max(self.values, other.values))
    }

    #[inline(always)]
    pub fn abs(self) -> Lanes<S> {
        self.with(self.simd.abs(self.values))
    }

    /// `self * factor + term`, with one rounding or two.
    #[inline(always)]
    pub fn mul_add(self, factor: Lanes<S>, term: Lanes<S>) -> Lanes<S> {
        self.with(self.simd.mul_add(self.values, factor.values, term.values))
    }

    /// A bit for each lane that is greater than the other.
    #[inline(always)]
    pub fn exceeds(self, other: Lanes<S>) -> u32 {
        self.simd.exceeds(self.values, other.values)
    }

    /// For each lane the first point where `one` is less than `other`, else the second.
    #[inline(always)]
    pub fn if_less(
        one: Lanes<S>,
        other: Lanes<S>,
        first: Points<S>,
        second: Points<S>,
    ) -> Points<S> {
        let [[a, b, c], [d, e, f]] = [first, second];
        let (first, second) = ([a.values, b.values, c.values], [d.values, e.values, f.values]);
        let [x, y, z] = one.simd.if_less(one.values, other.values, first, second);
        [one.with(x), one.with(y), one.with(z)]
    }
}

impl<S: SimdToken> Add for Lanes<S> {
    type Output = Lanes<S>;

    #[inline(always)]
    fn add(self, other: Lanes<S>) -> Lanes<S> {
        self.with(self.simd.add(self.values, other.values))
    }
}

impl<S: SimdToken> Sub for Lanes<S> {
    type Output = Lanes<S>;

    #[inline(always)]
    fn sub(self, other: Lanes<S>) -> Lanes<S> {
        self.with(self.simd.sub(self.values, other.values))
    }
}

impl<S: SimdToken> Mul for Lanes<S> {
    type Output = Lanes<S>;

    #[inline(always)]
    fn mul(self, other: Lanes<S>) -> Lanes<S> {
        self.with(self.simd.mul(self.values, other.values))
    }
}

impl<S: SimdToken> Div for Lanes<S> {
    type Output = Lanes<S>;

    #[inline(always)]
    fn div(self, other: Lanes<S>) -> Lanes<S> {
        self.with(self.simd.div(self.values, other.values))
    }
}

/// Eight points, or differences of points.
pub type Points<S> = [Lanes<S>; 3];

#[inline(always)]
pub fn points<S: SimdToken>(simd: S, values: &[[f32; LANES]; 3]) -> Points<S> {
    let [x, y, z] = values;
    [Lanes::load(simd, x), Lanes::load(simd, y), Lanes::load(simd, z)]
}

/// Eight times the same point.
#[inline(always)]
pub fn point<S: SimdToken>(simd: S, [x, y, z]: [f32; 3]) -> Points<S> {
    [Lanes::splat(simd, x), Lanes::splat(simd, y), Lanes::splat(simd, z)]
}

#[inline(always)]
pub fn dot<S: SimdToken>(a: &Points<S>, b: &Points<S>) -> Lanes<S> {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]))
}

#[inline(always)]
pub fn minus<S: SimdToken>(a: &Points<S>, b: &Points<S>) -> Points<S> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}
