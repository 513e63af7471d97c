//! Polynomials with integer coefficients, and their signs at binary fractions.

use dashu_int::ops::{Abs, Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// The coefficients, constant first; the last is not zero, and zero has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polynomial {
    coefficients: Vec<IBig>,
}

impl Polynomial {
    pub fn new(mut coefficients: Vec<IBig>) -> Polynomial {
        while coefficients.last().is_some_and(IBig::is_zero) {
            coefficients.pop();
        }
        Polynomial { coefficients }
    }

    pub fn coefficients(&self) -> &[IBig] {
        &self.coefficients
    }

    pub fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }

    pub fn is_constant(&self) -> bool {
        self.coefficients.len() <= 1
    }

    pub fn derivative(&self) -> Polynomial {
        let terms = self.coefficients.iter().enumerate().skip(1);
        Polynomial::new(terms.map(|(power, c)| c * IBig::from(power)).collect())
    }

    /// Without the common divisor of its coefficients; signs stay.
    pub fn primitive(mut self) -> Polynomial {
        let mut content = UBig::ZERO;
        // From the leading one, which is not zero: the divisor of zero and zero is undefined.
        for c in self.coefficients.iter().rev().filter(|c| !c.is_zero()) {
            content = if content.is_zero() { c.unsigned_abs() } else { content.gcd(c) };
            if content.is_one() {
                return self;
            }
        }
        let content = IBig::from(content);
        self.coefficients.iter_mut().for_each(|c| *c /= &content);
        self
    }

    fn without_powers_of_two(mut self) -> Polynomial {
        let zeros = self.coefficients.iter().filter_map(IBig::trailing_zeros).min().unwrap_or(0);
        self.coefficients.iter_mut().for_each(|c| *c >>= zeros);
        self
    }

    /// The remainder of the division, times some number above zero.
    ///
    /// Of the common divisor of its coefficients only the power of two is taken out: sequences here
    /// have four terms, and looking for all of it takes longer than longer numbers do.
    pub fn remainder(&self, divisor: &Polynomial) -> Polynomial {
        let lead = divisor.coefficients.last().expect("a divisor is not zero");
        let magnitude = lead.abs();
        let mut rest = self.clone();
        while rest.coefficients.len() >= divisor.coefficients.len() {
            let mut factor = rest.coefficients.pop().expect("at least the divisor's length");
            if *lead < IBig::ZERO {
                factor = -factor;
            }
            rest.coefficients.iter_mut().for_each(|c| *c *= &magnitude);
            let shift = rest.coefficients.len() + 1 - divisor.coefficients.len();
            let (below_lead, _) = divisor.coefficients.split_at(divisor.coefficients.len() - 1);
            for (c, d) in rest.coefficients[shift..].iter_mut().zip(below_lead) {
                *c -= &factor * d;
            }
            rest = Polynomial::new(rest.coefficients);
        }
        rest.without_powers_of_two()
    }

    /// The quotient by a primitive divisor without remainder: integral, by Gauss's lemma.
    pub fn quotient(&self, divisor: &Polynomial) -> Polynomial {
        let lead = divisor.coefficients.last().expect("a divisor is not zero");
        let mut rest = self.coefficients.clone();
        let degree = divisor.coefficients.len() - 1;
        let mut quotient = vec![IBig::ZERO; rest.len() - degree];
        for power in (0..quotient.len()).rev() {
            let factor = &rest[power + degree] / lead;
            for (c, d) in rest[power..].iter_mut().zip(&divisor.coefficients) {
                *c -= &factor * d;
            }
            quotient[power] = factor;
        }
        debug_assert!(rest.iter().all(IBig::is_zero), "{divisor:?} does not divide {self:?}");
        Polynomial::new(quotient)
    }

    /// Its sign at a binary fraction.
    pub fn sign_at(&self, at: &BinaryFraction) -> Ordering {
        let mut terms = self.coefficients.iter().rev();
        let Some(lead) = terms.next() else { return Ordering::Equal };
        // Horner's scheme, times the denominator at each step.
        let mut value = lead.clone();
        let mut shift = 0;
        for c in terms {
            shift += at.bits;
            value = value * &at.numerator + (c << shift);
        }
        value.cmp(&IBig::ZERO)
    }
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

impl Neg for Polynomial {
    type Output = Polynomial;

    fn neg(self) -> Polynomial {
        Polynomial { coefficients: self.coefficients.into_iter().map(|c| -c).collect() }
    }
}

impl Sub for &Polynomial {
    type Output = Polynomial;

    fn sub(self, other: &Polynomial) -> Polynomial {
        self + &-other.clone()
    }
}

impl Mul for &Polynomial {
    type Output = Polynomial;

    fn mul(self, other: &Polynomial) -> Polynomial {
        if self.is_zero() || other.is_zero() {
            return Polynomial::new(Vec::new());
        }
        let mut product = vec![IBig::ZERO; self.coefficients.len() + other.coefficients.len() - 1];
        for (i, x) in self.coefficients.iter().enumerate() {
            for (j, y) in other.coefficients.iter().enumerate() {
                product[i + j] += x * y;
            }
        }
        Polynomial::new(product)
    }
}

/// The number `numerator / 2^bits`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BinaryFraction {
    pub numerator: IBig,
    pub bits: usize,
}

impl BinaryFraction {
    pub const ZERO: BinaryFraction = BinaryFraction { numerator: IBig::ZERO, bits: 0 };
    pub const ONE: BinaryFraction = BinaryFraction { numerator: IBig::ONE, bits: 0 };

    /// So many eighths of the way from one to another.
    pub fn eighths_between(eighths: u8, low: &BinaryFraction, high: &BinaryFraction) -> Self {
        let bits = low.bits.max(high.bits);
        let [low, high] = [low, high].map(|x| &x.numerator << (bits - x.bits));
        let numerator = low * IBig::from(8 - eighths) + high * IBig::from(eighths);
        let zeros = numerator.trailing_zeros().unwrap_or(bits + 3).min(bits + 3);
        BinaryFraction { numerator: numerator >> zeros, bits: bits + 3 - zeros }
    }
}

impl Ord for BinaryFraction {
    fn cmp(&self, other: &BinaryFraction) -> Ordering {
        let bits = self.bits.max(other.bits);
        let [left, right] = [self, other].map(|x| &x.numerator << (bits - x.bits));
        left.cmp(&right)
    }
}

impl PartialOrd for BinaryFraction {
    fn partial_cmp(&self, other: &BinaryFraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(coefficients: &[i32]) -> Polynomial {
        Polynomial::new(coefficients.iter().map(|&c| IBig::from(c)).collect())
    }

    #[test]
    fn division_by_hand() {
        // x^3 - 2x + 1 = (x - 1)(x^2 + x - 1).
        let cubic = polynomial(&[1, -2, 0, 1]);
        assert_eq!(cubic.quotient(&polynomial(&[-1, 1])), polynomial(&[-1, 1, 1]));
        assert!(cubic.remainder(&polynomial(&[-1, 1])).is_zero());
        // By 2x^2 + 1 it leaves -5/2 x + 1; a divisor's sign does not matter.
        assert_eq!(cubic.remainder(&polynomial(&[1, 0, 2])), polynomial(&[2, -5]));
        assert_eq!(cubic.remainder(&polynomial(&[-1, 0, -2])), polynomial(&[2, -5]));
        assert_eq!(polynomial(&[1, 2]).remainder(&cubic), polynomial(&[1, 2]));
    }

    #[test]
    fn signs_at_binary_fractions() {
        // (4x - 3)(x - 1)
        let parabola = polynomial(&[3, -7, 4]);
        let at = |numerator: i32, bits| {
            parabola.sign_at(&BinaryFraction { numerator: IBig::from(numerator), bits })
        };
        assert_eq!(
            [at(0, 0), at(1, 1), at(1, 0)],
            [Ordering::Greater, Ordering::Greater, Ordering::Equal]
        );
        assert_eq!(
            [at(3, 2), at(6, 3), at(7, 3)],
            [Ordering::Equal, Ordering::Equal, Ordering::Less]
        );
    }
}
