//! Exact arithmetic for the coordinates that no floating-point expansion can hold.
//!
//! Every finite `f64` is an integer times a power of two. A handful of points share the smallest of
//! those powers, so all of them become integers at one scale, and determinants of integers are
//! exact. Slow, and rarely reached: far outside the usual range of exponents, and where the sign of
//! one determinant is not enough.

use glam::DVec3;
use num_bigint::{BigInt, Sign as BigSign};

/// A point whose coordinates are integers at a scale it shares with others.
pub type IntegerPoint = [BigInt; 3];

/// The sign of an integer: -1, 0 or 1.
pub fn sign(value: &BigInt) -> i8 {
    match value.sign() {
        BigSign::Minus => -1,
        BigSign::NoSign => 0,
        BigSign::Plus => 1,
    }
}

/// The points as integers at one common power of two.
///
/// ```
/// use jostle::{DVec3, geometry::integers};
///
/// let points = integers::at_common_scale(&[DVec3::new(0.5, 0.0, -0.25)]);
/// assert_eq!(points[0].each_ref().map(|c| c.to_string()), ["2", "0", "-1"]);
/// ```
pub fn at_common_scale(points: &[DVec3]) -> Vec<IntegerPoint> {
    with_common_exponent(points).0
}

/// The points as integers at one common power of two, and its exponent.
pub fn with_common_exponent(points: &[DVec3]) -> (Vec<IntegerPoint>, i32) {
    let parts: Vec<[(i64, i32); 3]> =
        points.iter().map(|p| p.to_array().map(mantissa_and_exponent)).collect();
    let scale = parts.iter().flatten().filter(|part| part.0 != 0).map(|part| part.1).min();
    let scale = scale.unwrap_or(0);
    let integer = |(mantissa, exponent): (i64, i32)| match mantissa {
        0 => BigInt::ZERO,
        _ => BigInt::from(mantissa) << (exponent - scale) as usize,
    };
    (parts.into_iter().map(|point| point.map(integer)).collect(), scale)
}

/// `numerator / denominator * 2^exponent`, off by at most `2^-52` of itself, or by the smallest
/// denormal; infinite beyond the range of `f64`. The denominator is positive.
pub fn quotient(numerator: &BigInt, denominator: &BigInt, exponent: i32) -> f64 {
    // A quotient of 64 or 65 bits: what is cut off it is far below the last bit that `f64` keeps.
    let shift = denominator.bits() as i64 - numerator.bits() as i64 + 64;
    let quotient = match shift {
        0.. => (numerator << shift as usize) / denominator,
        _ => numerator / (denominator << (-shift) as usize),
    };
    let value = i128::try_from(quotient).expect("65 bits") as f64;
    // In steps, because a power that is not a number by itself may be needed to reach one that is.
    let exponent = (i64::from(exponent) - shift).clamp(-4000, 4000) as i32;
    (0..4).fold(value, |value, step| value * 2f64.powi((exponent + step) >> 2))
}

/// `value = mantissa * 2^exponent`, with an odd mantissa unless the value is zero.
pub fn mantissa_and_exponent(value: f64) -> (i64, i32) {
    debug_assert!(value.is_finite());
    let bits = value.to_bits();
    let biased = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) =
        if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    if mantissa == 0 {
        return (0, 0);
    }
    let zeros = mantissa.trailing_zeros();
    let magnitude = mantissa >> zeros;
    (if value < 0.0 { -magnitude } else { magnitude }, exponent + zeros as i32)
}

/// The sign of `det(b - a, c - a, d - a)`.
pub fn orient3d(points: [DVec3; 4]) -> i8 {
    let p = at_common_scale(&points);
    let edge = |i: usize, axis: usize| &p[i][axis] - &p[0][axis];
    let [b, c, d] = [1, 2, 3].map(|i| [edge(i, 0), edge(i, 1), edge(i, 2)]);
    let minor = |i: usize, j: usize| &b[i] * &c[j] - &b[j] * &c[i];
    sign(&(&d[0] * minor(1, 2) + &d[1] * minor(2, 0) + &d[2] * minor(0, 1)))
}

/// The sign of `det(b - a, c - a)` in the plane of the coordinates `u` and `v`.
pub fn orient2d(points: [DVec3; 3], u: usize, v: usize) -> i8 {
    let p = at_common_scale(&points);
    let edge = |i: usize, axis: usize| &p[i][axis] - &p[0][axis];
    sign(&(edge(1, u) * edge(2, v) - edge(1, v) * edge(2, u)))
}

/// The one solution of `columns * x = right` as numerators over a common positive denominator, or
/// `None` where there is none or more than one.
///
/// Fraction-free elimination (Bareiss): all intermediate values are minors of the input, so they
/// stay integers and grow no faster than determinants do.
pub fn solve(columns: &[Vec<BigInt>], right: &[BigInt]) -> Option<(Vec<BigInt>, BigInt)> {
    let (unknowns, equations) = (columns.len(), right.len());
    if unknowns > equations {
        return None;
    }
    let mut rows: Vec<Vec<BigInt>> = (0..equations)
        .map(|r| columns.iter().map(|c| c[r].clone()).chain([right[r].clone()]).collect())
        .collect();
    let mut divisor = BigInt::from(1);
    for pivot in 0..unknowns {
        let row = (pivot..equations).find(|&r| sign(&rows[r][pivot]) != 0)?;
        rows.swap(pivot, row);
        let (done, rest) = rows.split_at_mut(pivot + 1);
        let (above, pivot_row) = done.split_at_mut(pivot);
        let pivot_row = &pivot_row[0];
        for row in above.iter_mut().chain(rest) {
            let factor = row[pivot].clone();
            for (value, from) in row.iter_mut().zip(pivot_row) {
                *value = (&*value * &pivot_row[pivot] - &factor * from) / &divisor;
            }
        }
        divisor = pivot_row[pivot].clone();
    }
    if rows[unknowns..].iter().any(|row| sign(&row[unknowns]) != 0) {
        return None;
    }
    let flip = sign(&divisor) < 0;
    let orient = |value: BigInt| if flip { -value } else { value };
    let numerators = rows[..unknowns].iter_mut().map(|row| orient(row.pop().unwrap())).collect();
    Some((numerators, orient(divisor)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_float_becomes_its_integer() {
        for value in [0.0, -0.0, 1.0, -1.5, f64::MAX, f64::MIN_POSITIVE, 5e-324, -3e-310] {
            let (mantissa, exponent) = mantissa_and_exponent(value);
            // Two factors, because 2^-1074 * 2^53 cannot be written as one power below.
            let half = exponent / 2;
            let back = mantissa as f64 * 2f64.powi(half) * 2f64.powi(exponent - half);
            assert_eq!(back, value);
        }
    }

    #[test]
    fn quotients_are_the_nearest_floats_or_next_to_them() {
        let int = |value: i64| BigInt::from(value);
        for value in [1.0, -0.3, 5e-324, -3e-310, f64::MAX, 1e-150, 1e150] {
            let (points, exponent) = with_common_exponent(&[DVec3::new(value, 0.0, 0.0)]);
            assert_eq!(quotient(&points[0][0], &int(1), exponent), value);
            assert_eq!(quotient(&(&points[0][0] * int(7)), &int(7), exponent), value);
        }
        let third = quotient(&int(-1), &int(3), 0);
        assert!((third + 1.0 / 3.0).abs() <= f64::EPSILON / 4.0, "{third}");
        assert_eq!(quotient(&int(1), &int(3), -3000), 0.0);
        assert_eq!(quotient(&int(1), &int(3), 3000), f64::INFINITY);
        assert_eq!(quotient(&int(0), &int(3), 5), 0.0);
    }

    #[test]
    fn solve_tells_unique_from_none_and_many() {
        let int = |values: &[i32]| values.iter().map(|&v| BigInt::from(v)).collect::<Vec<_>>();
        let unique = solve(&[int(&[2, 0, 2]), int(&[0, -3, -3])], &int(&[1, 1, 2])).unwrap();
        assert_eq!(unique, (int(&[3, -2]), BigInt::from(6)));
        assert!(solve(&[int(&[1, 1]), int(&[2, 2])], &int(&[1, 1])).is_none(), "many");
        assert!(solve(&[int(&[1, 1])], &int(&[1, 2])).is_none(), "none");
    }
}
