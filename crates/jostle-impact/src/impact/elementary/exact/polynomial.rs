//! Polynomials in time of degree 3 at most, with integer coefficients.
//!
//! Beside each integer there is an `f64`, so that most signs cost no integer arithmetic; most of the others are
//! told by pairs of `f64`.

use super::dyadic::Dyadic;
use crate::conditions::{Condition, bound};
use crate::geometry::integers;
use crate::geometry::integers::mantissa_and_exponent;
use crate::geometry::number::{DoubleDouble, Number};
use crate::geometry::predicates::Sign;
use num_bigint::BigInt;
use std::ops::{Add, Neg, Sub};

/// The coefficients, constant first; the last is not zero, and zero has none.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Polynomial {
    coefficients: Vec<BigInt>,
    /// The same over a common power of two that leaves the largest between 1/2 and 1, each off by
    /// `2^-51` of itself, or by the smallest denormal.
    rounded: [f64; 4],
}

/// The rounding of a value, relative to the sum of the terms' magnitudes: a term has 4 units of its
/// coefficient, and 6 of products and sums; and 6 for the way to the next time.
const ROUNDING: f64 = 24.0 * f64::EPSILON / 2.0;

/// The same in pairs of `f64`, in units of `2^-100`: a coefficient is a sum of six numbers, less what is beyond its
/// first three digits, and is off by 6 units; a term passes through 3 products and 3 sums at most.
const PAIR_ROUNDING: f64 = 24.0 * power_of_two(-100);

/// More than underflow takes, in a coefficient and in products with the time.
const UNDERFLOW: f64 = f64::from_bits((1023 - 1000) << 52);

impl Polynomial {
    pub fn new(mut coefficients: Vec<BigInt>) -> Polynomial {
        while coefficients.last().is_some_and(|c| integers::sign(c) == 0) {
            coefficients.pop();
        }
        debug_assert!(coefficients.len() <= 4);
        let bits = coefficients.iter().map(BigInt::bits).max().unwrap_or(0);
        let mut rounded = [0.0; 4];
        for (rounded, c) in rounded.iter_mut().zip(&coefficients) {
            *rounded = scaled(c, bits);
        }
        Polynomial { coefficients, rounded }
    }

    pub fn coefficients(&self) -> &[BigInt] {
        &self.coefficients
    }

    pub fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    /// The sign of the last coefficient, or 0.
    pub fn lead(&self) -> Sign {
        self.coefficients.last().map_or(0, integers::sign)
    }

    /// Without the power of two that all coefficients have in common.
    pub fn without_power_of_two(&self) -> Polynomial {
        let zeros = self.coefficients.iter().filter_map(BigInt::trailing_zeros).min().unwrap_or(0);
        let coefficients = self.coefficients.iter().map(|c| c >> zeros).collect();
        Polynomial { coefficients, rounded: self.rounded }
    }

    /// Bits of the longest coefficient.
    pub fn longest(&self) -> u64 {
        self.coefficients.iter().map(BigInt::bits).max().unwrap_or(0)
    }

    /// The polynomial `f(base + x)`, or `f(base - x)` backwards, times a power of two; the base is from 0
    /// to 1.
    pub fn seen_from(&self, base: f64, is_backwards: bool) -> Polynomial {
        let (mantissa, exponent) = mantissa_and_exponent(base);
        let shift = exponent.unsigned_abs() as usize;
        let degree = self.coefficients.len().saturating_sub(1);
        // In parts of 2^exponent, so that the base is an integer.
        let scaled = self.coefficients.iter().enumerate();
        let mut terms: Vec<BigInt> = scaled.map(|(i, c)| c << (shift * (degree - i))).collect();
        for from in 0..degree {
            for i in (from..degree).rev() {
                let carried = &terms[i + 1] * mantissa;
                terms[i] += carried;
            }
        }
        for (i, term) in terms.iter_mut().enumerate().skip(1) {
            *term <<= shift * i;
            if is_backwards && i % 2 == 1 {
                *term = -&*term;
            }
        }
        Polynomial::new(terms)
    }

    pub fn derivative(&self) -> Polynomial {
        let terms = self.coefficients.iter().enumerate().skip(1);
        Polynomial::new(terms.map(|(power, c)| c * power as u32).collect())
    }

    /// The sign at a time from 0 to 1, if floating point can tell it.
    fn rounded_sign_at(&self, t: f64) -> Option<Sign> {
        let [a, b, c, d] = self.rounded;
        let value = a + t * (b + t * (c + t * d));
        let error = ROUNDING * self.size_at(t) + UNDERFLOW;
        sign_beyond(value, bound(Condition::ImpactRootBound, error))
    }

    /// The same in pairs of `f64`.
    fn paired_sign_at(&self, t: f64) -> Option<Sign> {
        let time = DoubleDouble::difference(t, 0.0);
        let bits = self.longest();
        let terms = self.coefficients.iter().rev();
        let value = terms.fold(DoubleDouble::ZERO, |value, c| value * time + paired(c, bits));
        let error = PAIR_ROUNDING * self.size_at(t) + UNDERFLOW;
        sign_beyond(value.value(), bound(Condition::ImpactPairedRootBound, error))
    }

    /// The sum of the magnitudes of terms at a time.
    fn size_at(&self, t: f64) -> f64 {
        let [a, b, c, d] = self.rounded.map(f64::abs);
        a + t * (b + t * (c + t * d))
    }

    /// The sign at a time from 0 to 1.
    pub fn sign_at(&self, t: f64) -> Sign {
        self.rounded_sign_at(t).unwrap_or_else(|| self.close_sign_at(t))
    }

    #[cold]
    fn close_sign_at(&self, t: f64) -> Sign {
        self.paired_sign_at(t).unwrap_or_else(|| self.exact_sign_at(t))
    }

    #[cold]
    pub fn exact_sign_at(&self, t: f64) -> Sign {
        integers::sign(&self.value_at(&Dyadic::sum(t, 0.0)))
    }

    /// The value at a number, times the power of two that makes it an integer.
    pub fn value_at(&self, x: &Dyadic) -> BigInt {
        let mut terms = self.coefficients.iter().rev();
        let Some(lead) = terms.next() else { return BigInt::ZERO };
        // Horner's scheme, times the denominator at each step.
        let mut value = lead.clone();
        let mut shift = 0;
        for c in terms {
            shift += x.bits;
            value = value * &x.numerator + (c << shift);
        }
        value
    }

    /// The one sign it has around a number between 0 and 1, up to so many units of its last digit to
    /// either side, if it has one. The degree is 2 at most.
    ///
    /// The slope is at most `|b| + 2 |c|` between 0 and 1, and not more than twice that so close to it.
    pub fn sign_around(&self, x: &Dyadic, off: i32) -> Option<Sign> {
        let value = self.value_at(x);
        let degree = self.coefficients.len() - 1;
        let mut slopes = self.coefficients.iter().enumerate().skip(1);
        let most: BigInt = slopes.by_ref().map(|(i, c)| BigInt::from(c.magnitude() * i)).sum();
        let change = (most * (2 * off)) << (x.bits * degree.saturating_sub(1));
        (value.magnitude() > change.magnitude()).then(|| integers::sign(&value))
    }

    /// A number closer to a root, with so many digits or more; none if the slope is zero.
    pub fn newton_step(&self, x: &Dyadic, bits: usize) -> Option<Dyadic> {
        let slope = self.derivative().value_at(x);
        if integers::sign(&slope) == 0 {
            return None;
        }
        // The value has one power of the denominator more than the slope.
        let more = bits.saturating_sub(x.bits);
        let step = (self.value_at(x) << more) / slope;
        Some(Dyadic { numerator: (&x.numerator << more) - step, bits: x.bits + more })
    }

    /// The one sign it has from one time to the next, if floating point can tell: on the way a term changes
    /// by at most 6 units more, because times grow by at most 2.
    pub fn rounded_sign_between(&self, [low, high]: [f64; 2]) -> Option<Sign> {
        debug_assert!(low == high || low.next_up() == high);
        self.rounded_sign_at(low)
    }

    /// The sign of the discriminant of a cubic, if floating point can tell.
    ///
    /// With the Hessian's coefficients it is `4 p r - q^2`. Products of two coefficients are off by 9
    /// units and the sums by 2 more; products of two sums by 22 and 1, and those by 2 more. Each factor
    /// that underflows is off by the smallest denormal.
    pub fn rounded_discriminant(&self) -> Option<Sign> {
        let [d, c, b, a] = self.rounded;
        let [p, q, r] = [b * b - 3.0 * a * c, b * c - 9.0 * a * d, c * c - 3.0 * b * d];
        let [d, c, b, a] = self.rounded.map(f64::abs);
        let size = [b * b + 3.0 * a * c, b * c + 9.0 * a * d, c * c + 3.0 * b * d];
        let error = 4.0 * ROUNDING * (4.0 * size[0] * size[2] + size[1] * size[1]) + UNDERFLOW;
        sign_beyond(4.0 * p * r - q * q, bound(Condition::ImpactRootBound, error))
    }

    /// Sign changes among the coefficients in the Bernstein basis: as many as roots between 0 and 1
    /// or an even number more; and the sign just after 0.
    pub fn variations(&self) -> (usize, Sign) {
        let c = |i: usize| self.coefficients.get(i).cloned().unwrap_or_default();
        let [a, b, c, d] = [c(0), c(1), c(2), c(3)];
        // Thrice the inner ones.
        let first: BigInt = &a * 3u32 + &b;
        let second: BigInt = &first + &b + &c;
        let last: BigInt = &a + b + c + d;
        let mut signs = [a, first, second, last].map(|x| integers::sign(&x)).into_iter();
        let mut signs = signs.by_ref().filter(|&sign| sign != 0);
        let Some(before) = signs.next() else { return (0, 0) };
        let (mut variations, mut sign) = (0, before);
        for next in signs {
            variations += usize::from(next != sign);
            sign = next;
        }
        (variations, before)
    }
}

/// The sign of what is off by at most an error, if that is certain.
pub(super) fn sign_beyond(value: f64, error: f64) -> Option<Sign> {
    if value > error {
        Some(1)
    } else if value < -error {
        Some(-1)
    } else {
        None
    }
}

/// `x / 2^bits`
pub(super) fn scaled(x: &BigInt, bits: u64) -> f64 {
    let own = x.bits();
    if own == 0 {
        return 0.0;
    }
    // The first two digits have 65 bits or more, unless there is only one.
    let mut digits = x.iter_u64_digits().rev();
    let first = digits.next().unwrap_or(0) as f64;
    let (top, dropped) = match digits.next() {
        Some(second) => (first * power_of_two(64) + second as f64, (own - 1) / 64 - 1),
        None => (first, 0),
    };
    let exponent = 64 * dropped as i64 - bits as i64;
    if exponent < -1300 {
        return 0.0;
    }
    times_power_of_two(top, exponent as i32) * f64::from(integers::sign(x))
}

/// `x 2^exponent`, in two steps: the power by itself may be too small.
fn times_power_of_two(x: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    x * power_of_two(half) * power_of_two(exponent - half)
}

/// `x / 2^bits`, where `x` has so many bits at most, as a pair of `f64`.
fn paired(x: &BigInt, bits: u64) -> DoubleDouble {
    let mut exponent = 64 * x.bits().div_ceil(64) as i64 - bits as i64;
    let mut sum = DoubleDouble::ZERO;
    // A digit is the sum of two halves that an `f64` can hold.
    for digit in x.iter_u64_digits().rev().take(3) {
        for half in [digit >> 32, digit & u64::from(u32::MAX)] {
            exponent -= 32;
            if exponent > -1300 {
                let part = times_power_of_two(half as f64, exponent as i32);
                sum = sum + DoubleDouble::difference(part, 0.0);
            }
        }
    }
    if x.sign() == num_bigint::Sign::Minus { -sum } else { sum }
}

/// `2^exponent`, from -1022 to 1023.
const fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

impl Add for &Polynomial {
    type Output = Polynomial;

    fn add(self, other: &Polynomial) -> Polynomial {
        let (long, short) = if self.coefficients.len() < other.coefficients.len() {
            (other, self)
        } else {
            (self, other)
        };
        let mut sum = long.coefficients.clone();
        sum.iter_mut().zip(&short.coefficients).for_each(|(x, y)| *x += y);
        Polynomial::new(sum)
    }
}

impl Neg for &Polynomial {
    type Output = Polynomial;

    fn neg(self) -> Polynomial {
        Polynomial {
            coefficients: self.coefficients.iter().map(|c| -c).collect(),
            rounded: self.rounded.map(|x| -x),
        }
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;

    fn sub(self, other: &Polynomial) -> Polynomial {
        self + &-other
    }
}

#[cfg(test)]
impl std::ops::Mul for &Polynomial {
    type Output = Polynomial;

    fn mul(self, other: &Polynomial) -> Polynomial {
        if self.is_zero() || other.is_zero() {
            return Polynomial::new(Vec::new());
        }
        let mut product =
            vec![BigInt::ZERO; self.coefficients.len() + other.coefficients.len() - 1];
        for (i, x) in self.coefficients.iter().enumerate() {
            for (j, y) in other.coefficients.iter().enumerate() {
                product[i + j] += x * y;
            }
        }
        Polynomial::new(product)
    }
}
