//! Floating point that knows how far off it may be.

use super::circumsphere::Number;
use crate::geometry::predicates::{Sign, sign_of};

/// A number within `error` of `value`.
///
/// Each operation adds what its own rounding can do. Errors are rounded too, and so twice the unit
/// roundoff is counted where one would do, and a little on top. Products may underflow, by less than
/// the smallest normal number.
#[derive(Clone, Copy, Debug)]
pub struct Approximate {
    pub value: f64,
    pub error: f64,
}

/// Twice the unit roundoff.
const ROUNDING: f64 = f64::EPSILON;

impl Approximate {
    /// A rounded difference, times a power of two.
    pub fn difference(a: f64, b: f64, power: f64) -> Approximate {
        Approximate::rounded((a - b) * power, 0.0)
    }

    /// The result of an operation on numbers whose errors make it this much wrong. That is a sum of
    /// a few products, none off by more than three roundings.
    fn rounded(value: f64, inherited: f64) -> Approximate {
        let own = value.abs() * ROUNDING;
        Approximate { value, error: (inherited + own) * (1.0 + 4.0 * ROUNDING) + f64::MIN_POSITIVE }
    }
}

impl Number for Approximate {
    fn one() -> Approximate {
        Approximate { value: 1.0, error: 0.0 }
    }

    fn plus(&self, other: &Approximate) -> Approximate {
        Approximate::rounded(self.value + other.value, self.error + other.error)
    }

    fn minus(&self, other: &Approximate) -> Approximate {
        Approximate::rounded(self.value - other.value, self.error + other.error)
    }

    fn times(&self, other: &Approximate) -> Approximate {
        let inherited =
            self.value.abs() * other.error + (other.value.abs() + other.error) * self.error;
        Approximate::rounded(self.value * other.value, inherited)
    }

    fn sign(&self) -> Option<Sign> {
        (self.value.abs() > self.error).then(|| sign_of(self.value))
    }
}
