//! Roots of polynomials of degree 3 at most, told apart by signs.
//!
//! By Thom's lemma a real root of a polynomial is known by the signs of the derivatives there (Coste
//! and Roy, "Thom's lemma, the coding of real algebraic numbers and the computation of the topology of
//! semi-algebraic sets", 1988). A cubic `f` that rises in the end and has three roots has the first
//! where it rises and bends down, the second where it falls and the third where it rises and bends up.
//! So how a number compares with a root follows from the signs of `f`, `f'` and `f''` at the
//! number, and nothing has to be isolated.
//!
//! The sign of a quadratic `g` at a root of `f` follows from how the root compares with those of `g`.
//! They are [`Surd`]s, where signs of polynomials are found by squaring. The work is a fixed number
//! of products, however close the roots are together.

use super::dyadic::Dyadic;
use super::polynomial::Polynomial;
use super::surd::Surd;
use crate::conditions::{Condition, required};
use crate::geometry::integers;
use crate::geometry::predicates::Sign;
use num_bigint::BigInt;
use std::cmp::Ordering;

/// A root between 0 and 1, neither included.
#[derive(Clone, Debug)]
pub(super) struct Root {
    polynomial: Polynomial,
    place: Place,
    /// Its derivatives, where the place needs them.
    slope: Polynomial,
    bend: Polynomial,
    /// The number itself, if its degree is below 3.
    surd: Option<Surd>,
}

/// Which root of its polynomial it is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// The only one between 0 and 1; below zero before it.
    Only,
    /// Of two, where the polynomial rises in the end.
    First,
    Last,
    /// Of three, where the polynomial rises in the end.
    FirstOfThree,
    SecondOfThree,
    LastOfThree,
}

/// A real number that a root is compared with.
trait Number {
    fn sign_of(&self, polynomial: &Polynomial) -> Sign;
}

/// From 0 to 1.
impl Number for f64 {
    fn sign_of(&self, polynomial: &Polynomial) -> Sign {
        polynomial.sign_at(*self)
    }
}

impl Number for Dyadic {
    fn sign_of(&self, polynomial: &Polynomial) -> Sign {
        integers::sign(&polynomial.value_at(self))
    }
}

impl Number for Surd {
    fn sign_of(&self, polynomial: &Polynomial) -> Sign {
        self.sign_of(polynomial)
    }
}

impl Root {
    /// All roots between 0 and 1 of a polynomial other than zero, in order.
    pub fn all_inside(polynomial: &Polynomial) -> Vec<Root> {
        let (variations, before) = polynomial.variations();
        match (variations, polynomial.coefficients()) {
            (0, _) => Vec::new(),
            (_, [_, _]) => Surd::roots(polynomial).into_iter().map(Root::rational).collect(),
            (_, [_, _, _]) => Root::of_quadratic(polynomial),
            (1, _) => vec![Root::only(polynomial, before)],
            (_, [_, _, _, _]) => match polynomial.rounded_discriminant() {
                Some(sign) => Root::of_cubic_without_double_root(polynomial, sign),
                None => Root::of_cubic(polynomial),
            },
            _ => unreachable!("degree 3 at most"),
        }
    }

    /// Of a cubic whose coefficients in the Bernstein basis change their sign more than once.
    fn of_cubic(polynomial: &Polynomial) -> Vec<Root> {
        let [d, c, b, a] = polynomial.coefficients() else { unreachable!("a cubic") };
        // The discriminant of the Hessian p x^2 + q x + r is minus three times that of the cubic.
        let p: BigInt = b * b - a * c * 3u32;
        let q: BigInt = b * c - a * d * 9u32;
        let r: BigInt = c * c - b * d * 3u32;
        match integers::sign(&(&p * r * 4u32 - &q * &q)) {
            0 => Root::of_cubic_with_double_root([b, a], p, q),
            sign => Root::of_cubic_without_double_root(polynomial, sign),
        }
    }

    /// The same, by the sign of its discriminant: three roots if it is above zero, and one if it is below.
    fn of_cubic_without_double_root(polynomial: &Polynomial, discriminant: Sign) -> Vec<Root> {
        match (discriminant, polynomial.variations()) {
            (1, _) => Root::of_cubic_with_three(polynomial),
            // As many are inside as there are variations, less an even number.
            (_, (3, before)) => vec![Root::only(polynomial, before)],
            _ => Vec::new(),
        }
    }

    fn new(polynomial: Polynomial, place: Place) -> Root {
        let zero = || Polynomial::new(Vec::new());
        Root { polynomial, place, slope: zero(), bend: zero(), surd: None }
    }

    fn only(polynomial: &Polynomial, before: Sign) -> Root {
        let polynomial = if before < 0 { polynomial.clone() } else { -polynomial };
        Root::new(polynomial, Place::Only)
    }

    fn rational(surd: Surd) -> Root {
        Root { surd: Some(surd.clone()), ..Root::new(surd.linear(), Place::Only) }
    }

    fn of_quadratic(polynomial: &Polynomial) -> Vec<Root> {
        let surds = Surd::roots(polynomial);
        let roots: Vec<Root> = if surds.len() == 2 {
            let polynomial = rising(polynomial);
            let places = [Place::First, Place::Last].into_iter();
            let root = |(place, surd)| Root {
                slope: polynomial.derivative(),
                surd: Some(surd),
                ..Root::new(polynomial.clone(), place)
            };
            places.zip(surds).map(root).collect()
        } else {
            surds.into_iter().map(Root::rational).collect()
        };
        roots.into_iter().filter(Root::is_inside).collect()
    }

    /// Of `a x^3 + b x^2 + ...`: `-q / 2p` twice, unless `p` is zero, and one that adds up with them to
    /// `-b / a`.
    fn of_cubic_with_double_root([b, a]: [&BigInt; 2], p: BigInt, q: BigInt) -> Vec<Root> {
        let surds = if integers::sign(&p) == 0 {
            vec![Surd::rational(-b, a * 3u32)]
        } else {
            let other = Surd::rational(a * &q - b * &p, a * &p);
            let double = Surd::rational(-q, p * 2u32);
            let is_first = other.sign_of(&double.linear()) > 0;
            if is_first { vec![double, other] } else { vec![other, double] }
        };
        surds.into_iter().map(Root::rational).filter(Root::is_inside).collect()
    }

    fn of_cubic_with_three(polynomial: &Polynomial) -> Vec<Root> {
        let polynomial = rising(polynomial);
        let slope = polynomial.derivative();
        let bend = slope.derivative();
        let root = |place| Root {
            slope: slope.clone(),
            bend: bend.clone(),
            ..Root::new(polynomial.clone(), place)
        };
        let places = [Place::FirstOfThree, Place::SecondOfThree, Place::LastOfThree];
        places.map(root).into_iter().filter(Root::is_inside).collect()
    }

    fn is_inside(&self) -> bool {
        self.cmp(&0.0).is_gt() && self.cmp(&1.0).is_lt()
    }

    /// How it compares with a number; the only one between 0 and 1, with a number from 0 to 1.
    fn cmp(&self, x: &impl Number) -> Ordering {
        let f = || x.sign_of(&self.polynomial);
        let slope = || x.sign_of(&self.slope);
        let bend = || x.sign_of(&self.bend);
        match self.place {
            Place::Only => 0.cmp(&f()),
            Place::First if slope() < 0 => f().cmp(&0),
            Place::First => Ordering::Less,
            Place::Last if slope() > 0 => 0.cmp(&f()),
            Place::Last => Ordering::Greater,
            Place::FirstOfThree if slope() > 0 && bend() < 0 => 0.cmp(&f()),
            Place::FirstOfThree => Ordering::Less,
            Place::SecondOfThree if slope() < 0 => f().cmp(&0),
            Place::SecondOfThree => 0.cmp(&bend()),
            Place::LastOfThree if slope() > 0 && bend() > 0 => 0.cmp(&f()),
            Place::LastOfThree => Ordering::Greater,
        }
    }

    pub fn polynomial(&self) -> &Polynomial {
        &self.polynomial
    }

    /// Whether it is between two numbers, neither included, that are between 0 and 1.
    pub fn is_between(&self, low: &Dyadic, high: &Dyadic) -> bool {
        let is_inside =
            |x: &Dyadic| integers::sign(&x.numerator) > 0 && x.numerator.bits() <= x.bits as u64;
        is_inside(low) && is_inside(high) && self.cmp(low).is_gt() && self.cmp(high).is_lt()
    }

    /// Two numbers that its distance from a time is between, next to each other or both that distance; it
    /// is at most so far after the time, or before it if that is backwards.
    pub fn distance_from(&self, base: f64, is_backwards: bool, reach: f64) -> [f64; 2] {
        let seen = |f: &Polynomial| f.seen_from(base, is_backwards);
        let [polynomial, slope, bend] = [&self.polynomial, &self.slope, &self.bend].map(seen);
        let root = Root { polynomial, place: self.place, slope, bend, surd: None };
        let cmp = |distance: f64| {
            let order = root.cmp(&distance);
            if is_backwards { order.reverse() } else { order }
        };
        enclosure([0.0, reach], cmp)
    }

    /// The sign of a polynomial of degree 2 at most there.
    #[cold]
    pub fn exact_sign_of(&self, polynomial: &Polynomial) -> Sign {
        if let Some(surd) = &self.surd {
            return surd.sign_of(polynomial);
        }
        let roots = Surd::roots(&polynomial.without_power_of_two());
        // A double root changes the sign twice.
        let is_double = polynomial.coefficients().len() == 3 && roots.len() == 1;
        let mut sign = polynomial.lead();
        for root in &roots {
            match self.cmp_surd(root) {
                Ordering::Equal => return 0,
                Ordering::Less if !is_double => sign = -sign,
                _ => {}
            }
        }
        sign
    }

    fn cmp_surd(&self, surd: &Surd) -> Ordering {
        if self.place == Place::Only && required(Condition::ImpactOnlyInside) {
            if surd.cmp_integer(0).is_le() {
                return Ordering::Greater;
            }
            if surd.cmp_integer(1).is_ge() {
                return Ordering::Less;
            }
        }
        self.cmp(surd)
    }

    /// Two times next to each other that it is between, or it is both.
    pub fn enclosure(&self) -> [f64; 2] {
        enclosure([0.0, 1.0], |t| self.cmp(&t))
    }
}

/// Narrows two numbers from 0 to 1 that one is between, given how it compares with others.
fn enclosure(interval: [f64; 2], cmp: impl Fn(f64) -> Ordering) -> [f64; 2] {
    // Such numbers are ordered as their bits are.
    let [mut low, mut high] = interval.map(f64::to_bits);
    while high - low > 1 {
        // Halving bits finds the power of two, and then is halving the number.
        let middle = low + (high - low) / 2;
        match cmp(f64::from_bits(middle)) {
            Ordering::Less => high = middle,
            Ordering::Equal => return [f64::from_bits(middle); 2],
            Ordering::Greater => low = middle,
        }
    }
    [low, high].map(f64::from_bits)
}

/// The polynomial or its negative, whichever rises in the end.
fn rising(polynomial: &Polynomial) -> Polynomial {
    if polynomial.lead() < 0 { -polynomial } else { polynomial.clone() }
}

#[cfg(test)]
mod tests {
    use super::super::located::Located;
    use super::*;
    use jostle_support::random::SplitMix64;

    fn polynomial(coefficients: &[i64]) -> Polynomial {
        Polynomial::new(coefficients.iter().map(|&c| BigInt::from(c)).collect())
    }

    /// `denominator x - numerator`
    fn factor(numerator: i64, denominator: i64) -> Polynomial {
        polynomial(&[-numerator, denominator])
    }

    fn product(factors: &[(i64, i64)]) -> Polynomial {
        let factors =
            factors.iter().map(|&(numerator, denominator)| factor(numerator, denominator));
        factors.fold(polynomial(&[1]), |product, factor| &product * &factor)
    }

    fn roots(polynomial: &Polynomial) -> Vec<Root> {
        Root::all_inside(polynomial)
    }

    #[test]
    fn roots_inside_are_found_in_order() {
        let lows = |f: &Polynomial| -> Vec<f64> {
            roots(f).iter().map(|root| root.enclosure()[0]).collect()
        };
        assert_eq!(lows(&product(&[(3, 4), (1, 4), (1, 2)])), [0.25, 0.5, 0.75]);
        assert_eq!(lows(&-&product(&[(3, 4), (1, 4), (1, 2)])), [0.25, 0.5, 0.75]);
        assert_eq!(lows(&product(&[(3, 4), (1, 4), (1, 4)])), [0.25, 0.75], "a double root");
        assert_eq!(lows(&product(&[(3, 4), (3, 4), (1, 4)])), [0.25, 0.75]);
        assert_eq!(lows(&product(&[(1, 4), (1, 4), (1, 4)])), [0.25], "a triple root");
        assert_eq!(lows(&product(&[(1, 2), (1, 2)])), [0.5]);
        assert_eq!(lows(&product(&[(1, 2), (1, 4)])), [0.25, 0.5]);
        assert_eq!(lows(&product(&[(0, 1), (1, 1), (1, 2)])), [0.5], "not the ends");
        assert_eq!(lows(&product(&[(0, 1), (0, 1), (1, 1)])), [0.0; 0]);
        assert_eq!(lows(&product(&[(-1, 2), (3, 2), (1, 2)])), [0.5], "nor beyond");
        assert_eq!(lows(&polynomial(&[1, 0, 1])), [0.0; 0]);
        assert_eq!(lows(&polynomial(&[1, -5, 5, 3])).len(), 2);
        // x (x - 1/2)^2 + something small: the double root is lost, or parts.
        let touching = &product(&[(0, 1), (1, 2), (1, 2)]) * &polynomial(&[1 << 40]);
        let parted = |c: i64| lows(&(&touching - &polynomial(&[c]))).len();
        assert_eq!([parted(1), parted(-1)], [3, 0]);
    }

    #[test]
    fn signs_at_a_root_that_is_alone_between_0_and_1() {
        // Beyond 1 it is below zero again, and before 0 above.
        let cubic = product(&[(-1, 1), (1, 3), (2, 1)]);
        let root = &roots(&cubic)[0];
        assert_eq!(root.place, Place::Only);
        for (g, sign) in
            [(factor(-3, 1), 1), (factor(3, 1), -1), (factor(-1, 2), 1), (factor(1, 3), 0)]
        {
            assert_eq!(root.exact_sign_of(&g), sign, "{g:?}");
            assert_eq!(root.exact_sign_of(&(&g * &g)), sign.abs(), "{g:?}");
            assert_eq!(root.exact_sign_of(&(&g * &factor(3, 2))), -sign, "{g:?}");
        }
    }

    #[test]
    fn signs_all_over_an_enclosure() {
        let third = Located::new(roots(&factor(1, 3))[0].clone());
        // Long coefficients, whose roots are as close as digits are found to, and closer.
        for bits in [20, 60, 600, 1200, 3000] {
            let one = BigInt::from(1) << bits;
            let beside = |by: i32| Polynomial::new(vec![-&one + by, &one * 3]);
            let cubic = &beside(0) * &product(&[(-1, 1), (2, 1)]);
            let located = Located::new(roots(&cubic)[0].clone());
            for by in -1..=1 {
                for root in [&third, &located] {
                    assert_eq!(root.sign_of(&beside(by)), by.signum() as Sign, "{bits} {by}");
                    let square = &beside(by) * &beside(by);
                    assert_eq!(root.sign_of(&square), by.abs() as Sign, "{bits} {by}");
                }
            }
        }
    }

    #[test]
    fn times_are_compared_as_in_integers() {
        // Close together, so that values next to them cancel.
        for k in 1..200i64 {
            let [first, second, third] =
                [1, 2, 3].map(|i| (1_000_000 * k + i * k * k % 1009, 211_000_007));
            let polynomial = product(&[first, second, third]);
            for root in roots(&polynomial) {
                let [low, high] = root.enclosure();
                let [before, after] = [low, high].map(|t| root.polynomial.exact_sign_at(t));
                assert!(before * after < 0 && low.next_up() == high, "{k}");
            }
        }
    }

    #[test]
    fn signs_that_pairs_of_floats_cannot_tell_are_those_of_integers() {
        let mut random = SplitMix64::new(1);
        for bits in [60, 100, 140, 300, 2000] {
            for _ in 0..100 {
                // The factor times t, less what that is at a number, and one more or less.
                let digits = random.next_u64() >> 12;
                let t = digits as f64 * 2f64.powi(-52);
                let factor =
                    (BigInt::from(random.next_u64()) << (bits - 60)) + (random.next_u64() >> 5);
                for by in -1..=1 {
                    let constant = by - &factor * digits;
                    let polynomial = Polynomial::new(vec![constant, &factor << 52]);
                    assert_eq!(polynomial.sign_at(t), by as Sign, "{bits} {t} {by}");
                }
            }
        }
    }
}
