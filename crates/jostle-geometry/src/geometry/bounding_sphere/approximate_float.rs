//! Floating point with a running error bound.

use super::circumsphere::Ring;
use crate::conditions::{Condition, bound};
use crate::geometry::predicates::{Sign, sign_of};

/// A number within `error` of `value`.
///
/// Each operation adds a bound of its own rounding. Error bounds are rounded too, so twice the unit
/// roundoff is counted where one would do, and a little more. Products may underflow, by less than
/// the smallest normal number.
#[derive(Clone, Copy, Debug)]
pub struct ApproximateFloat {
    pub value: f64,
    pub error: f64,
}

/// Twice the unit roundoff.
const ROUNDING: f64 = f64::EPSILON;

impl ApproximateFloat {
    /// A rounded difference, times a power of two.
    pub fn difference(a: f64, b: f64, power: f64) -> ApproximateFloat {
        ApproximateFloat::rounded((a - b) * power, 0.0)
    }

    /// The result of an operation on numbers whose errors make it this much wrong. That is a sum of
    /// a few products, none off by more than three roundings.
    fn rounded(value: f64, inherited: f64) -> ApproximateFloat {
        let own = value.abs() * ROUNDING;
        ApproximateFloat {
            value,
            error: (inherited + own) * (1.0 + 4.0 * ROUNDING) + f64::MIN_POSITIVE,
        }
    }
}

impl Ring for ApproximateFloat {
    fn one() -> ApproximateFloat {
        ApproximateFloat { value: 1.0, error: 0.0 }
    }

    fn plus(&self, other: &ApproximateFloat) -> ApproximateFloat {
        ApproximateFloat::rounded(self.value + other.value, self.error + other.error)
    }

    fn minus(&self, other: &ApproximateFloat) -> ApproximateFloat {
        ApproximateFloat::rounded(self.value - other.value, self.error + other.error)
    }

    fn times(&self, other: &ApproximateFloat) -> ApproximateFloat {
        let inherited =
            self.value.abs() * other.error + (other.value.abs() + other.error) * self.error;
        ApproximateFloat::rounded(self.value * other.value, inherited)
    }

    fn sign(&self) -> Option<Sign> {
        let error = bound(Condition::SphereError, self.error);
        (self.value.abs() > error).then(|| sign_of(self.value))
    }
}
