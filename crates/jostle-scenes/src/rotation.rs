//! Rotations, and sines and cosines of angles in turns that are the same on every platform.

use jostle::DVec3;
use std::f64::consts::FRAC_PI_2;

/// Cosine and sine of an angle in turns, within a few roundings.
pub fn cos_sin(turns: f64) -> (f64, f64) {
    let quarters = 4.0 * (turns - turns.floor());
    let nearest = quarters.round();
    // At most an eighth of a turn away from a quarter turn.
    let x = FRAC_PI_2 * (quarters - nearest);
    let (c, s) = (cosine(x), sine(x));
    match nearest as i64 % 4 {
        0 => (c, s),
        1 => (-s, c),
        2 => (-c, -s),
        _ => (s, -c),
    }
}

pub fn cos(turns: f64) -> f64 {
    cos_sin(turns).0
}

pub fn sin(turns: f64) -> f64 {
    cos_sin(turns).1
}

/// Taylor's series up to `x^15`; the next term is below `2^-54` up to an eighth of a turn.
fn sine(x: f64) -> f64 {
    let rest = |sum: f64, k: u32| 1.0 - x * x / (2 * k * (2 * k + 1)) as f64 * sum;
    x * (1..=7).rev().fold(1.0, rest)
}

/// Taylor's series up to `x^16`.
fn cosine(x: f64) -> f64 {
    (1..=8).rev().fold(1.0, |sum, k: u32| 1.0 - x * x / (2 * k * (2 * k - 1)) as f64 * sum)
}

/// The point rotated about an axis of length 1 through the origin (Rodrigues).
pub fn rotate(point: DVec3, axis: DVec3, turns: f64) -> DVec3 {
    let (c, s) = cos_sin(turns);
    point * c + axis.cross(point) * s + axis * (axis.dot(point) * (1.0 - c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_platform_within_rounding() {
        for i in -4000..4000 {
            let turns = f64::from(i) / 997.0;
            let (c, s) = cos_sin(turns);
            let angle = turns * std::f64::consts::TAU;
            // The platform is handed an angle up to 26, off by a rounding of it.
            assert!((c - angle.cos()).abs() < 1e-14 && (s - angle.sin()).abs() < 1e-14, "{turns}");
        }
        assert_eq!([0.0, 0.25, 0.5, 0.75, 1.0].map(cos), [1.0, 0.0, -1.0, 0.0, 1.0]);
    }

    #[test]
    fn a_quarter_turn_takes_x_to_y() {
        assert_eq!(rotate(DVec3::X, DVec3::Z, 0.25), DVec3::Y);
    }
}
