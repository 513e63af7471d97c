//! Two kinds of numbers for one formula: plain `f64`, and pairs of them with twice the digits.
//!
//! What plain arithmetic cannot decide within its error bound is computed again with pairs, so the
//! formulas of this library that may need it are generic over [`Number`].

use glam::DVec3;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number that formulas are written over.
pub trait Number:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// `a - b`, as well as the type can hold it.
    fn difference(a: f64, b: f64) -> Self;
    /// The nearest `f64`, or one next to it.
    fn value(self) -> f64;

    /// Whether it is above zero; false for NaN.
    #[inline]
    fn is_positive(self) -> bool {
        self.value() > 0.0
    }
}

impl Number for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;

    #[inline]
    fn difference(a: f64, b: f64) -> f64 {
        a - b
    }

    #[inline]
    fn value(self) -> f64 {
        self
    }
}

/// An unevaluated sum of two `f64`, the second at most half a unit in the last place of the first
/// (Dekker, "A floating-point technique for extending the available precision", 1971).
///
/// A difference of two `f64` is exact; sums, products and quotients are good to `2^-100` relative
/// to the magnitudes that enter them, as long as nothing leaves `2^±900`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

impl DoubleDouble {
    /// The sum of the two, where the first is the larger or zero.
    #[inline]
    fn renormalized(high: f64, low: f64) -> DoubleDouble {
        let sum = high + low;
        DoubleDouble { high: sum, low: low - (sum - high) }
    }
}

/// `a + b` and its rounding error (Knuth).
#[inline]
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let rounded_b = sum - a;
    (sum, (a - (sum - rounded_b)) + (b - rounded_b))
}

/// `a * b` and its rounding error, without a fused instruction, which not every machine has.
#[inline]
fn two_product(a: f64, b: f64) -> (f64, f64) {
    let split = |x: f64| {
        // 2^27 + 1 leaves 26 bits on either side.
        let scaled = 134_217_729.0 * x;
        let high = scaled - (scaled - x);
        (high, x - high)
    };
    let product = a * b;
    let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
    (product, a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low))
}

impl Number for DoubleDouble {
    const ZERO: DoubleDouble = DoubleDouble { high: 0.0, low: 0.0 };
    const ONE: DoubleDouble = DoubleDouble { high: 1.0, low: 0.0 };

    #[inline]
    fn difference(a: f64, b: f64) -> DoubleDouble {
        let (high, low) = two_sum(a, -b);
        DoubleDouble { high, low }
    }

    #[inline]
    fn value(self) -> f64 {
        self.high
    }
}

impl Add for DoubleDouble {
    type Output = DoubleDouble;

    #[inline]
    fn add(self, other: DoubleDouble) -> DoubleDouble {
        let (high, low) = two_sum(self.high, other.high);
        let (carry, rest) = two_sum(self.low, other.low);
        let first = DoubleDouble::renormalized(high, low + carry);
        DoubleDouble::renormalized(first.high, first.low + rest)
    }
}

impl Neg for DoubleDouble {
    type Output = DoubleDouble;

    #[inline]
    fn neg(self) -> DoubleDouble {
        DoubleDouble { high: -self.high, low: -self.low }
    }
}

impl Sub for DoubleDouble {
    type Output = DoubleDouble;

    #[inline]
    fn sub(self, other: DoubleDouble) -> DoubleDouble {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = DoubleDouble;

    #[inline]
    fn mul(self, other: DoubleDouble) -> DoubleDouble {
        let (high, low) = two_product(self.high, other.high);
        DoubleDouble::renormalized(high, low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for DoubleDouble {
    type Output = DoubleDouble;

    #[inline]
    fn div(self, other: DoubleDouble) -> DoubleDouble {
        let high = self.high / other.high;
        let rest = self - other * DoubleDouble { high, low: 0.0 };
        DoubleDouble::renormalized(high, rest.high / other.high)
    }
}

/// A vector of numbers of either kind.
#[derive(Clone, Copy, Debug)]
pub struct Vector<T> {
    x: T,
    y: T,
    z: T,
}

impl<T: Number> Vector<T> {
    /// The zero vector.
    pub const ZERO: Vector<T> = Vector { x: T::ZERO, y: T::ZERO, z: T::ZERO };

    /// `a - b`
    #[inline]
    pub fn difference(a: DVec3, b: DVec3) -> Vector<T> {
        Vector {
            x: T::difference(a.x, b.x),
            y: T::difference(a.y, b.y),
            z: T::difference(a.z, b.z),
        }
    }

    /// The nearest vector of `f64`.
    #[inline]
    pub fn value(self) -> DVec3 {
        DVec3::new(self.x.value(), self.y.value(), self.z.value())
    }

    /// The dot product.
    #[inline]
    pub fn dot(self, other: Vector<T>) -> T {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The cross product.
    #[inline]
    pub fn cross(self, other: Vector<T>) -> Vector<T> {
        Vector {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }
}

impl<T: Number> Add for Vector<T> {
    type Output = Vector<T>;

    #[inline]
    fn add(self, other: Vector<T>) -> Vector<T> {
        Vector { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl<T: Number> Sub for Vector<T> {
    type Output = Vector<T>;

    #[inline]
    fn sub(self, other: Vector<T>) -> Vector<T> {
        Vector { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl<T: Number> Mul<T> for Vector<T> {
    type Output = Vector<T>;

    #[inline]
    fn mul(self, factor: T) -> Vector<T> {
        Vector { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::integers;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_difference_is_exact(a in -1e20..1e20f64, b in -1e3..1e3f64) {
            let pair = DoubleDouble::difference(a, b);
            let all = integers::at_common_scale(
                &[DVec3::new(a, b, pair.high), DVec3::new(pair.low, 0.0, 0.0)]
            );
            prop_assert_eq!(&all[0][0] - &all[0][1], &all[0][2] + &all[1][0]);
        }

        #[test]
        fn products_and_quotients_undo_each_other(a in 0.1..9.0f64, b in 0.1..9.0f64, c in 0.1..9.0f64) {
            let one = DoubleDouble::difference;
            let back = one(a, b) * one(c, 0.0) / one(c, 0.0) - one(a, b);
            prop_assert!(back.value().abs() <= 1e-29, "{:e}", back.value());
        }
    }

    #[test]
    fn a_cross_product_of_almost_parallel_vectors_keeps_its_direction() {
        let tiny = 1e-25;
        let v = |x, y, z| Vector::<DoubleDouble>::difference(DVec3::new(x, y, z), DVec3::ZERO);
        let normal = (v(1.0, 1.0, 1.0) + v(0.0, 0.0, tiny)).cross(v(1.0, 1.0, 1.0));
        let normal = normal.value() / tiny;
        assert!((normal - DVec3::new(-1.0, 1.0, 0.0)).length() < 1e-6, "{normal}");
    }
}
