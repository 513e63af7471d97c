//! A time of first contact, exactly.

use super::polynomial::BinaryFraction;
use super::sturm::Root;
use crate::differences::Dyadic;
use dashu_int::IBig;
use std::cmp::Ordering;

/// A time from 0 to 1: an algebraic number of degree 3 at most.
///
/// It is compared exactly, with its like and with floating-point numbers:
///
/// ```
/// use jostle_oracle::impact::vertex_face;
///
/// let triangle = [[-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.0]];
/// let with = |point| [point, triangle[0], triangle[1], triangle[2]];
/// let time = vertex_face(&with([0.0, 0.0, 1.0]), &with([0.0, 0.0, -2.0])).expect("contact");
/// assert!(time >= 0.333 && time < 0.334);
/// assert_ne!(time, 1.0 / 3.0, "a third is not a floating-point number");
/// assert_eq!(time.to_string(), "0.3333333333333333");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FirstTime(pub(super) Time);

/// In order: 0, what is between, and 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Time {
    Start,
    Inside(Root),
    End,
}

impl FirstTime {
    /// Whether it is 0.
    pub fn is_start(&self) -> bool {
        self.0 == Time::Start
    }

    /// A polynomial that it is a simple root of, constant first; not always the one of least degree.
    pub fn polynomial(&self) -> Vec<IBig> {
        match &self.0 {
            Time::Start => vec![IBig::ZERO, IBig::ONE],
            Time::Inside(root) => root.polynomial().coefficients().to_vec(),
            Time::End => vec![IBig::NEG_ONE, IBig::ONE],
        }
    }

    /// Between which `numerator / 2^bits` it is the only root of its [polynomial](Self::polynomial),
    /// both included.
    pub fn isolating_interval(&self) -> [(IBig, usize); 2] {
        let ends = match &self.0 {
            Time::Start => [BinaryFraction::ZERO; 2],
            Time::Inside(root) => root.interval().map(Clone::clone),
            Time::End => [BinaryFraction::ONE; 2],
        };
        ends.map(|end| (end.numerator, end.bits))
    }

    /// The largest `f64` that is not above it and the least that is not below: one number, if it is an `f64`.
    pub fn enclosure(&self) -> [f64; 2] {
        // Numbers from 0 to 1 are ordered as their bits are.
        let (mut low, mut high) = (0.0f64.to_bits(), 1.0f64.to_bits());
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if *self < f64::from_bits(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        let [low, high] = [low, high].map(f64::from_bits);
        if *self == low {
            [low; 2]
        } else if *self == high {
            [high; 2]
        } else {
            [low, high]
        }
    }
}

/// To 16 digits.
impl std::fmt::Display for FirstTime {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.enclosure()[0].fmt(f)
    }
}

impl PartialEq<f64> for FirstTime {
    fn eq(&self, x: &f64) -> bool {
        self.partial_cmp(x) == Some(Ordering::Equal)
    }
}

impl PartialOrd<f64> for FirstTime {
    fn partial_cmp(&self, x: &f64) -> Option<Ordering> {
        match &self.0 {
            Time::Start => 0.0.partial_cmp(x),
            Time::End => 1.0.partial_cmp(x),
            Time::Inside(root) => Some(match x {
                _ if x.is_nan() => return None,
                _ if *x <= 0.0 => Ordering::Greater,
                _ if *x >= 1.0 => Ordering::Less,
                _ => root.compare_with(&binary_fraction(*x)),
            }),
        }
    }
}

/// A number between 0 and 1.
fn binary_fraction(x: f64) -> BinaryFraction {
    let x = Dyadic::from_f64(x);
    BinaryFraction { numerator: x.odd.into(), bits: (-x.exponent) as usize }
}
