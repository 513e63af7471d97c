//! Numbers whose denominator is a power of two, as every `f64` is.

use crate::geometry::integers::mantissa_and_exponent;
use num_bigint::BigInt;

/// The number `numerator / 2^bits`.
#[derive(Clone, Debug)]
pub(super) struct Dyadic {
    pub numerator: BigInt,
    pub bits: usize,
}

impl Dyadic {
    /// The sum of two numbers that are at most 1.
    pub fn sum(a: f64, b: f64) -> Dyadic {
        let parts = [a, b].map(mantissa_and_exponent);
        let bits = parts.map(|(_, exponent)| exponent.unsigned_abs() as usize);
        let most = bits[0].max(bits[1]);
        let [a, b] = [0, 1].map(|i: usize| BigInt::from(parts[i].0) << (most - bits[i]));
        Dyadic { numerator: a + b, bits: most }
    }
}
