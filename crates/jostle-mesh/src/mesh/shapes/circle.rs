//! Points on the unit circle without a platform's sine and cosine, whose last bits differ.

use std::f64::consts::FRAC_PI_4;

/// Cosine and sine of `i / n` of a turn; `n` is not zero.
///
/// The octant is found in integers, so the circle has its eight-fold symmetry to the last bit, and
/// quarter turns are exact.
pub(super) fn circle(i: u64, n: u64) -> (f64, f64) {
    let (i, n) = ((i % n) as u128, n as u128);
    let (octant, rest) = (8 * i / n, 8 * i % n);
    let part = if octant % 2 == 0 { rest } else { n - rest };
    let x = FRAC_PI_4 * (part as f64 / n as f64);
    let (c, s) = if octant % 2 == 0 { (cos(x), sin(x)) } else { (sin(x), cos(x)) };
    match octant / 2 {
        0 => (c, s),
        1 => (-s, c),
        2 => (-c, -s),
        _ => (s, -c),
    }
}

/// Taylor's series up to `x^17`; the next term is below `2^-62` up to an eighth of a turn.
fn sin(x: f64) -> f64 {
    let rest = |sum: f64, k: u32| 1.0 - x * x / (2 * k * (2 * k + 1)) as f64 * sum;
    x * (1..=8).rev().fold(1.0, rest)
}

/// Taylor's series up to `x^18`; the next term is below `2^-62` up to an eighth of a turn.
fn cos(x: f64) -> f64 {
    (1..=9).rev().fold(1.0, |sum, k: u32| 1.0 - x * x / (2 * k * (2 * k - 1)) as f64 * sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_platform_within_rounding() {
        for n in [1, 2, 3, 7, 8, 100, 12_345] {
            for i in 0..n {
                let angle = std::f64::consts::TAU * (i as f64 / n as f64);
                let (c, s) = circle(i, n);
                // The angle handed to the platform is below 8, and off by three roundings of up to
                // 2^-51 each.
                let bound = 2f64.powi(-49);
                assert!((c - angle.cos()).abs() < bound && (s - angle.sin()).abs() < bound);
            }
        }
    }

    #[test]
    fn quarter_turns_are_exact() {
        assert_eq!([0, 1, 2, 3].map(|i| circle(i, 4)), [(1., 0.), (0., 1.), (-1., 0.), (0., -1.)]);
        assert_eq!(circle(u64::MAX, u64::MAX), (1.0, 0.0));
    }
}
