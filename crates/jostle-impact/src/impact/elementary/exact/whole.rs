//! Components of vectors as integers: of 64 bits where they fit, as most do, or as long as they are.

use num_bigint::BigInt;

/// Bits of a coordinate that is taken as an `i64`: vectors between two have one bit more, their changes two, and
/// sums of two vectors three; six products of those are within an `i128`.
pub(super) const SHORT: u64 = 57;

/// An integer that vectors have as components.
pub(super) trait Whole: Clone {
    /// `mantissa 2^shift`
    fn shifted(mantissa: i64, shift: u32) -> Self;

    fn plus(&self, other: &Self) -> Self;

    fn minus(&self, other: &Self) -> Self;

    /// The sum of some products, less that of others.
    fn products<const N: usize, const M: usize>(
        sum: [[&Self; 2]; N],
        less: [[&Self; 2]; M],
    ) -> BigInt;

    fn times(&self, factor: &BigInt) -> BigInt;
}

impl Whole for i64 {
    fn shifted(mantissa: i64, shift: u32) -> i64 {
        mantissa << shift
    }

    fn plus(&self, other: &i64) -> i64 {
        self + other
    }

    fn minus(&self, other: &i64) -> i64 {
        self - other
    }

    fn products<const N: usize, const M: usize>(
        sum: [[&i64; 2]; N],
        less: [[&i64; 2]; M],
    ) -> BigInt {
        let product = |[&a, &b]: [&i64; 2]| i128::from(a) * i128::from(b);
        let value = sum.into_iter().map(product).sum::<i128>();
        BigInt::from(value - less.into_iter().map(product).sum::<i128>())
    }

    fn times(&self, factor: &BigInt) -> BigInt {
        factor * *self
    }
}

impl Whole for BigInt {
    fn shifted(mantissa: i64, shift: u32) -> BigInt {
        BigInt::from(mantissa) << shift
    }

    fn plus(&self, other: &BigInt) -> BigInt {
        self + other
    }

    fn minus(&self, other: &BigInt) -> BigInt {
        self - other
    }

    fn products<const N: usize, const M: usize>(
        sum: [[&BigInt; 2]; N],
        less: [[&BigInt; 2]; M],
    ) -> BigInt {
        let product = |[a, b]: [&BigInt; 2]| a * b;
        let value = sum.into_iter().map(product).sum::<BigInt>();
        value - less.into_iter().map(product).sum::<BigInt>()
    }

    fn times(&self, factor: &BigInt) -> BigInt {
        self * factor
    }
}
