//! A root with numbers that it is between, closer and closer together.
//!
//! Most signs of other polynomials at a root are those all over two neighbouring `f64` that it is
//! between. With coordinates of very different sizes one of their products outweighs the others, and so
//! roots are next to numbers such as 1, and next to roots of other polynomials, up to hundreds of digits.
//! How far it is from that number is again between two `f64`. If that is not enough, more digits are
//! found by Newton's method, and checked by comparing. What is left are signs that are zero, or might
//! as well be: they are found exactly, which takes longer.

use super::dyadic::Dyadic;
use super::polynomial::Polynomial;
use super::root::Root;
use crate::geometry::predicates::Sign;
use std::cell::OnceCell;

pub(super) struct Located {
    root: Root,
    enclosure: [f64; 2],
    nearby: OnceCell<Nearby>,
    digits: OnceCell<Option<Dyadic>>,
}

/// The root is `base + distance`, or `base - distance` backwards, with a distance between these.
struct Nearby {
    base: f64,
    is_backwards: bool,
    distance: [f64; 2],
}

/// With shorter coefficients exact signs take no longer than digits do.
const LONG: u64 = 400;

/// Rounds of Newton's method: digits double, up to half of the longest coefficients that there are.
const ROUNDS: usize = 12;

/// Units that a number found by Newton's method may be off.
const OFF: i32 = 16;

impl Located {
    pub fn new(root: Root) -> Located {
        let enclosure = root.enclosure();
        Located { root, enclosure, nearby: OnceCell::new(), digits: OnceCell::new() }
    }

    /// Two times next to each other that it is between, or it is both.
    pub fn enclosure(&self) -> [f64; 2] {
        self.enclosure
    }

    /// The sign of a polynomial of degree 2 at most there.
    pub fn sign_of(&self, polynomial: &Polynomial) -> Sign {
        let [low, high] = self.enclosure;
        if low == high {
            return polynomial.sign_at(low);
        }
        let rounded = polynomial.rounded_sign_between(self.enclosure);
        let sign = rounded.or_else(|| self.sign_of_long(polynomial));
        sign.unwrap_or_else(|| self.root.exact_sign_of(polynomial))
    }

    #[cold]
    fn sign_of_long(&self, polynomial: &Polynomial) -> Option<Sign> {
        if polynomial.longest() < LONG {
            return None;
        }
        let Nearby { base, is_backwards, distance } =
            self.nearby.get_or_init(|| Nearby::new(&self.root, self.enclosure));
        let seen = polynomial.seen_from(*base, *is_backwards);
        seen.rounded_sign_between(*distance).or_else(|| self.sign_by_digits(polynomial))
    }

    fn sign_by_digits(&self, polynomial: &Polynomial) -> Option<Sign> {
        let digits = self.digits.get_or_init(|| self.find_digits()).as_ref()?;
        polynomial.sign_around(digits, OFF)
    }

    /// A number next to the root, off by at most so many units of its last digit.
    fn find_digits(&self) -> Option<Dyadic> {
        let polynomial = self.root.polynomial();
        let mut x = self.first_digits();
        // Digits of the distance from the base double, but a few.
        let before = x.bits.saturating_sub(f64::MANTISSA_DIGITS as usize);
        let most = x.bits.max((polynomial.longest() / 2) as usize);
        for _ in 0..ROUNDS {
            let is_last = x.bits == most;
            let doubled = (2 * x.bits).saturating_sub(before + 8);
            x = polynomial.newton_step(&x, doubled.clamp(x.bits, most))?;
            if is_last {
                break;
            }
        }
        let beside = |by: i32| Dyadic { numerator: &x.numerator + by, bits: x.bits };
        let is_between = self.root.is_between(&beside(-OFF), &beside(OFF));
        is_between.then_some(x)
    }

    /// As many as an `f64` has of its distance from the nearer end of the enclosure.
    fn first_digits(&self) -> Dyadic {
        let Nearby { base, is_backwards, distance } =
            self.nearby.get_or_init(|| Nearby::new(&self.root, self.enclosure));
        Dyadic::sum(*base, if *is_backwards { -distance[1] } else { distance[1] })
    }
}

impl Nearby {
    fn new(root: &Root, [low, high]: [f64; 2]) -> Nearby {
        let reach = high - low;
        let distance = root.distance_from(low, false, reach);
        if distance[1] < 0.5 * reach {
            return Nearby { base: low, is_backwards: false, distance };
        }
        let distance = root.distance_from(high, true, reach);
        Nearby { base: high, is_backwards: true, distance }
    }
}
