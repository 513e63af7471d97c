//! Roots of polynomials of degree 2 at most, in closed form.

use super::polynomial::{Polynomial, scaled, sign_beyond};
use crate::conditions::{Condition, bound};
use crate::geometry::integers;
use crate::geometry::predicates::Sign;
use num_bigint::BigInt;
use std::cmp::Ordering;

/// The number `(u + s √d) / w`, where `s` is -1, 0 or 1, and `d` and `w` are above zero.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Surd {
    u: BigInt,
    s: Sign,
    d: BigInt,
    w: BigInt,
    /// The coefficients of the quadratic whose root it is, constant first; without, `s` is 0.
    quadratic: Option<[BigInt; 3]>,
}

impl Surd {
    /// `numerator / denominator`; the denominator is not zero.
    pub fn rational(numerator: BigInt, denominator: BigInt) -> Surd {
        let [u, w] = match integers::sign(&denominator) {
            -1 => [-numerator, -denominator],
            _ => [numerator, denominator],
        };
        Surd { u, s: 0, d: BigInt::from(1), w, quadratic: None }
    }

    /// The real roots of a polynomial of degree 1 or 2, in order; a double root once.
    pub fn roots(polynomial: &Polynomial) -> Vec<Surd> {
        match polynomial.coefficients() {
            [c, b] => vec![Surd::rational(-c, b.clone())],
            [c, b, a] => {
                let d: BigInt = b * b - a * c * 4u32;
                let (u, w) = (-b, a * 2u32);
                match integers::sign(&d) {
                    -1 => Vec::new(),
                    0 => vec![Surd::rational(u, w)],
                    _ => {
                        let Surd { u, w, .. } = Surd::rational(u, w);
                        let quadratic = [c, b, a].map(Clone::clone);
                        let root = |s: Sign| Surd {
                            u: u.clone(),
                            s,
                            d: d.clone(),
                            w: w.clone(),
                            quadratic: Some(quadratic.clone()),
                        };
                        vec![root(-1), root(1)]
                    }
                }
            }
            _ => Vec::new(),
        }
    }

    /// `w x - u`, whose root a rational number is.
    pub fn linear(&self) -> Polynomial {
        debug_assert_eq!(self.s, 0);
        Polynomial::new(vec![-&self.u, self.w.clone()])
    }

    /// How it compares with an integer.
    pub fn cmp_integer(&self, x: i8) -> Ordering {
        self.sign_of(&Polynomial::new(vec![BigInt::from(-x), BigInt::from(1)])).cmp(&0)
    }

    /// The sign of a polynomial there.
    pub fn sign_of(&self, polynomial: &Polynomial) -> Sign {
        match &self.quadratic {
            None => self.sign_of_at_rational(polynomial),
            Some(quadratic) => {
                let ([r0, r1], factor) = remainder(polynomial, quadratic);
                factor * self.sign_of_linear(&r0, &r1)
            }
        }
    }

    /// By Horner's scheme times `w` at each step.
    fn sign_of_at_rational(&self, polynomial: &Polynomial) -> Sign {
        let mut terms = polynomial.coefficients().iter().rev();
        let Some(lead) = terms.next() else { return 0 };
        let mut value = lead.clone();
        let mut denominator = BigInt::from(1);
        for c in terms {
            denominator *= &self.w;
            value = value * &self.u + c * &denominator;
        }
        integers::sign(&value)
    }

    /// The sign of `r1 (u + s √d) + r0 w`, a number `x + y √d`.
    fn sign_of_linear(&self, r0: &BigInt, r1: &BigInt) -> Sign {
        let x = r1 * &self.u + r0 * &self.w;
        match [integers::sign(&x), self.s * integers::sign(r1)] {
            [x, 0] => x,
            [0, y] => y,
            [sign, other] if sign == other => sign,
            [sign, _] => {
                let difference = rounded_difference_of_squares(&x, r1, &self.d);
                let exact = || integers::sign(&(&x * &x - r1 * r1 * &self.d));
                sign * difference.unwrap_or_else(exact)
            }
        }
    }
}

/// The sign of `x^2 - y^2 d`, if floating point can tell. The factors are off by `2^-51` of themselves.
fn rounded_difference_of_squares(x: &BigInt, y: &BigInt, d: &BigInt) -> Option<Sign> {
    // In parts of a power of two each, at least half of it and not above.
    let [a, b, c] = [x, y, d].map(|factor| scaled(factor, factor.bits()));
    let exponent = 2 * x.bits() as i64 - 2 * y.bits() as i64 - d.bits() as i64;
    let left = a * a * 2f64.powi(exponent.clamp(-9, 9) as i32);
    let right = b * b * c;
    let error = bound(Condition::ImpactRootBound, 32.0 * f64::EPSILON * right);
    sign_beyond(left - right, error)
}

/// The remainder of a polynomial of degree 3 at most by a quadratic, times a number of the sign that comes
/// with it: `t^2 = -(b t + c) / a` at its roots.
fn remainder(polynomial: &Polynomial, [c, b, a]: &[BigInt; 3]) -> ([BigInt; 2], Sign) {
    match polynomial.coefficients() {
        [] => ([BigInt::ZERO, BigInt::ZERO], 1),
        [f0] => ([f0.clone(), BigInt::ZERO], 1),
        [f0, f1] => ([f0.clone(), f1.clone()], 1),
        [f0, f1, f2] => ([f0 * a - f2 * c, f1 * a - f2 * b], integers::sign(a)),
        [f0, f1, f2, f3] => {
            // a f3 t^3 + a f2 t^2 = inner t^2 - f3 c t, and once more.
            let inner = f2 * a - f3 * b;
            ([(f0 * a) * a - &inner * c, (f1 * a - f3 * c) * a - inner * b], 1)
        }
        _ => unreachable!("degree 3 at most"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polynomial(coefficients: &[i64]) -> Polynomial {
        Polynomial::new(coefficients.iter().map(|&c| BigInt::from(c)).collect())
    }

    #[test]
    fn signs_at_the_roots_of_two() {
        // 1 - 2 x^2, whose lead is below zero.
        let [low, high] = &Surd::roots(&polynomial(&[1, 0, -2]))[..] else { panic!("two roots") };
        assert_eq!([low, high].map(|root| root.sign_of(&polynomial(&[0, 1]))), [-1, 1]);
        assert_eq!([low, high].map(|root| root.sign_of(&polynomial(&[-707, 1000]))), [-1, 1]);
        assert_eq!([low, high].map(|root| root.sign_of(&polynomial(&[-708, 1000]))), [-1, -1]);
        assert_eq!([low, high].map(|root| root.sign_of(&polynomial(&[0, -1, 0, 2]))), [0, 0]);
        assert_eq!([low, high].map(|root| root.sign_of(&polynomial(&[]))), [0, 0]);
        assert!(Surd::roots(&polynomial(&[1, 0, 2])).is_empty());
    }

    #[test]
    fn signs_at_a_third() {
        for third in [polynomial(&[1, -3]), polynomial(&[1, -6, 9])] {
            let [root] = &Surd::roots(&third)[..] else { panic!("one root") };
            assert_eq!(root.sign_of(&polynomial(&[-333, 1000])), 1);
            assert_eq!(root.sign_of(&polynomial(&[-1, 0, 9])), 0);
            assert_eq!(root.sign_of(&polynomial(&[0, 0, -1, 2])), -1);
        }
    }
}
