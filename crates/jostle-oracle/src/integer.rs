//! The arithmetic that the linear program needs, over three kinds of integers.

use dashu_int::{IBig, Sign};
use std::cmp::Ordering;

/// A signed integer wide enough for what it is used for.
pub trait Integer: Clone + Ord {
    const ZERO: Self;
    const ONE: Self;

    fn minus(&self, other: &Self) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    fn negate(&mut self);
    /// The quotient where the remainder is known to be zero.
    fn over(&self, divisor: &Self) -> Self;
    /// How it compares with zero.
    fn sign(&self) -> Ordering;

    fn is_zero(&self) -> bool {
        self.sign() == Ordering::Equal
    }

    /// `a * b - c * d`
    fn cross(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        match (a.is_zero() || b.is_zero(), c.is_zero() || d.is_zero()) {
            (true, true) => Self::ZERO,
            (false, true) => a.times(b),
            (true, false) => {
                let mut product = c.times(d);
                product.negate();
                product
            }
            (false, false) => a.times(b).minus(&c.times(d)),
        }
    }

    fn signum(&self) -> Self {
        match self.sign() {
            Ordering::Less => Self::ZERO.minus(&Self::ONE),
            Ordering::Equal => Self::ZERO,
            Ordering::Greater => Self::ONE,
        }
    }
}

/// Overflow is ruled out by [`crate::product_bits`]; the checks stay, so that a mistake there is loud.
impl Integer for i128 {
    const ZERO: i128 = 0;
    const ONE: i128 = 1;

    fn minus(&self, other: &i128) -> i128 {
        self.checked_sub(*other).expect("difference fits")
    }

    fn plus(&self, other: &i128) -> i128 {
        self.checked_add(*other).expect("sum fits")
    }

    fn times(&self, other: &i128) -> i128 {
        self.checked_mul(*other).expect("product fits")
    }

    fn negate(&mut self) {
        *self = -*self;
    }

    fn over(&self, divisor: &i128) -> i128 {
        debug_assert!(self % divisor == 0);
        // A 128-bit division costs ten times a 64-bit one.
        match (i64::try_from(*self), i64::try_from(*divisor)) {
            (Ok(dividend), Ok(divisor)) if divisor != -1 => i128::from(dividend / divisor),
            _ => self / divisor,
        }
    }

    fn sign(&self) -> Ordering {
        self.cmp(&0)
    }
}

impl Integer for IBig {
    const ZERO: IBig = IBig::ZERO;
    const ONE: IBig = IBig::ONE;

    fn minus(&self, other: &IBig) -> IBig {
        self - other
    }

    fn plus(&self, other: &IBig) -> IBig {
        self + other
    }

    fn times(&self, other: &IBig) -> IBig {
        self * other
    }

    fn negate(&mut self) {
        *self = -std::mem::take(self);
    }

    fn over(&self, divisor: &IBig) -> IBig {
        if *divisor == IBig::ONE { self.clone() } else { self / divisor }
    }

    fn sign(&self) -> Ordering {
        match Integer::is_zero(self) {
            true => Ordering::Equal,
            false if IBig::sign(self) == Sign::Negative => Ordering::Less,
            false => Ordering::Greater,
        }
    }

    fn is_zero(&self) -> bool {
        IBig::is_zero(self)
    }
}
