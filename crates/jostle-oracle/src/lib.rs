//! An oracle for the exact tests: whether two elements intersect, by exact linear programming.
//!
//! An element is the convex hull of its one to four points: a closed set, degenerate ones included.
//! Every finite `f64` is an integer times a power of two, so all of it is integer arithmetic:
//! no filter, no rounding, no case distinction by shape. It shares nothing with the engine but
//! the definition, so that the two can be compared.
//!
//! What moves has [`impact`]: when a point and a triangle or two segments first touch, exactly.
//!
//! ```
//! let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
//! let neighbour = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]];
//! assert!(jostle_oracle::intersect(&triangle, &neighbour), "they have an edge in common");
//! assert!(!jostle_oracle::exceeds(2, &triangle, &neighbour), "and nothing but that edge");
//! ```
#![warn(missing_docs)]

pub mod cases;
mod dictionary;
mod differences;
mod distance;
mod fixed_integer;
pub mod impact;
mod integer;
mod shared_hull;

pub use distance::{Separation, separation, separation_at};

use dictionary::Dictionary;
use differences::Differences;
use fixed_integer::FixedInteger;
use integer::Integer;

/// A point by its coordinates, all finite.
pub type Point = [f64; 3];

/// Whether the convex hulls of the two point sets have a point in common.
///
/// # Panics
///
/// If an element has no point or more than four, or a coordinate is not finite.
pub fn intersect(a: &[Point], b: &[Point]) -> bool {
    exceeds(0, a, b)
}

/// Whether the intersection of the two convex hulls is more than the hull of the points they share.
///
/// The first `shared` points of `a` and of `b` are the same ones; none shared asks for any common
/// point at all. An element whose points are all shared cannot reach beyond them.
///
/// # Panics
///
/// As [`intersect`], and if the first `shared` points differ.
pub fn exceeds(shared: usize, a: &[Point], b: &[Point]) -> bool {
    check(shared, a, b);
    if shared == a.len().min(b.len()) || boxes_apart(a, b) {
        return false;
    }
    match Differences::from_points(a, b) {
        Differences::Narrow(coordinates) => {
            let needed = product_bits(shared, coordinates.bits());
            if needed < i128::BITS {
                decide::<i128>(shared, coordinates)
            } else if needed <= FixedInteger::<8>::BITS {
                decide(shared, coordinates.map(FixedInteger::<8>::from))
            } else {
                decide(shared, coordinates.map(FixedInteger::<20>::from))
            }
        }
        Differences::Wide(coordinates) => decide(shared, coordinates),
    }
}

fn decide<T: Integer>(shared: usize, coordinates: differences::Coordinates<T>) -> bool {
    let mut dictionary = Dictionary::new(&coordinates);
    if !dictionary.eliminate_equalities() {
        return false;
    }
    if shared == 0 {
        return dictionary.find_feasible();
    }
    shared_hull::facets(shared, &coordinates.a)
        .iter()
        .any(|facet| dictionary.can_exceed_zero(facet))
}

/// Bits that the widest intermediate product can have, without its sign, for coordinate differences of so many bits.
///
/// A dictionary entry is a minor of the first dictionary: at most three rows of coordinates, two
/// rows of ones and, with shared points, an objective row of facet values (degree 1 for a shared
/// vertex, 2 beyond it). By Leibniz it is below `5! 2^(3 bits)`, or `6! 2^(3 bits + facet)`; a pivot
/// subtracts two products of two entries.
fn product_bits(shared: usize, bits: u32) -> u32 {
    let entry = 3 * bits + 7;
    match shared {
        0 => 2 * entry + 1,
        1 => entry + (3 * bits + 10 + bits + 1) + 1,
        _ => entry + (3 * bits + 10 + 2 * bits + 3) + 1,
    }
}

/// Exact, and spares half of the programs.
fn boxes_apart(a: &[Point], b: &[Point]) -> bool {
    (0..3).any(|axis| {
        let low = |points: &[Point]| points.iter().map(|p| p[axis]).fold(f64::INFINITY, f64::min);
        let high =
            |points: &[Point]| points.iter().map(|p| p[axis]).fold(f64::NEG_INFINITY, f64::max);
        high(a) < low(b) || high(b) < low(a)
    })
}

fn check(shared: usize, a: &[Point], b: &[Point]) {
    for element in [a, b] {
        assert!((1..=4).contains(&element.len()), "an element of {} points", element.len());
        assert!(element.iter().flatten().all(|x| x.is_finite()), "not finite: {element:?}");
    }
    assert!(a[..shared] == b[..shared], "the first {shared} of {a:?} and {b:?} differ");
}

#[cfg(test)]
mod tests {
    use super::*;
    use cases::{Family, Kind, case};
    use dashu_int::IBig;

    /// The widths are chosen by bounds: a bound too low would show here.
    #[test]
    fn all_integers_give_one_answer() {
        let mut narrowest = 0;
        for kind in Kind::ALL.into_iter().filter(|kind| !kind.shares_all_points()) {
            for seed in 0..1000 {
                let family = Family::ALL[seed as usize % 2];
                let case = case(kind, family, seed);
                let narrow = || match Differences::from_points(&case.a, &case.b) {
                    Differences::Narrow(coordinates) => Some(coordinates),
                    Differences::Wide(_) => None,
                };
                let Some(coordinates) = narrow() else { continue };
                let needed = product_bits(kind.shared, coordinates.bits());
                let expected = decide(kind.shared, coordinates.map(IBig::from));
                let again = || narrow().expect("as before");
                assert_eq!(decide(kind.shared, again().map(FixedInteger::<20>::from)), expected);
                if needed <= FixedInteger::<8>::BITS {
                    assert_eq!(decide(kind.shared, again().map(FixedInteger::<8>::from)), expected);
                }
                if needed < i128::BITS {
                    narrowest += 1;
                    assert_eq!(decide(kind.shared, again()), expected);
                }
            }
        }
        assert!(narrowest > 500, "the fast path was hardly taken: {narrowest}");
    }
}
