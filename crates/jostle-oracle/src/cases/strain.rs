//! What is done to a finished configuration to try the number range and the last bit.

use super::Prng;
use super::draft::Draft;

pub fn apply(prng: &mut Prng, draft: &mut Draft) {
    match prng.below(20) {
        0..=5 => {}
        6..=8 => nudge(prng, draft),
        9 => jitter(prng, draft),
        10..=11 => shear(prng, draft),
        12 => offset(prng, draft),
        13 => rescale(prng, draft),
        14 => shift_exponents(prng, draft),
        15 => stretch(prng, draft),
        16 => flee(prng, draft),
        17 => {
            offset(prng, draft);
            nudge(prng, draft);
        }
        18 => {
            shift_exponents(prng, draft);
            nudge(prng, draft);
        }
        _ => rotate(prng, draft),
    }
    if prng.one_in(8) {
        negative_zeros(prng, draft);
    }
}

/// One unit in the last place of one coordinate.
fn nudge(prng: &mut Prng, draft: &mut Draft) {
    let up = prng.one_in(2);
    let x = &mut draft.any_point(prng)[prng.below(3) as usize];
    let nudged = if up { x.next_up() } else { x.next_down() };
    if nudged.is_finite() {
        *x = nudged;
    }
}

/// A few units in the last place of every coordinate.
fn jitter(prng: &mut Prng, draft: &mut Draft) {
    for x in draft.coordinates_mut() {
        for _ in 0..prng.below(3) {
            *x = if prng.one_in(2) { x.next_up() } else { x.next_down() };
        }
    }
}

/// Whole shears move no answer; they turn what lies along the axes.
fn shear(prng: &mut Prng, draft: &mut Draft) {
    for _ in 0..2 {
        let (to, by) = (prng.below(3) as usize, prng.integer(-2, 2));
        let from = (to + 1 + prng.below(2) as usize) % 3;
        draft.points_mut().for_each(|p| p[to] += by * p[from]);
    }
}

/// Far from the origin, where integers are still exact.
fn offset(prng: &mut Prng, draft: &mut Draft) {
    let offset = [0; 3].map(|_| prng.pick(&[0.0, 1e6, -1e12, 1e15]));
    draft.points_mut().for_each(|p| (0..3).for_each(|axis| p[axis] += offset[axis]));
}

/// Almost to the ends of the number range, or by a factor that rounds and so breaks the contact.
///
/// Coordinates are below `2^12` here, so that `1e304` keeps them finite.
fn rescale(prng: &mut Prng, draft: &mut Draft) {
    // The first two are powers of two that `powi` would reach through the inverse of infinity.
    let denormal = [f64::from_bits(1 << 14), f64::from_bits(1)];
    let factor = prng.pick(&[denormal[0], denormal[1], 1e150, 1e-150, 1e304, 1e-308, 0.1]);
    draft.coordinates_mut().for_each(|x| *x *= factor);
}

/// By a power of two: to where a product of two or three coordinates leaves the number range, or to
/// the brim, where even a difference does.
fn shift_exponents(prng: &mut Prng, draft: &mut Draft) {
    let largest = draft.coordinates_mut().fold(1.0, |largest: f64, x| largest.max(x.abs()));
    let room = i64::from(1023 - exponent(largest));
    let by = match prng.below(4) {
        0 => room,
        1 => prng.integer(-1000, room - 1) as i64,
        2 => prng.integer(-380, -300) as i64,
        _ => prng.integer(300, 380) as i64,
    };
    let factor = 2f64.powi(by as i32);
    draft.coordinates_mut().for_each(|x| *x *= factor);
}

/// Of the leading bit of a normal number.
fn exponent(x: f64) -> i32 {
    (x.to_bits() >> 52 & 0x7ff) as i32 - 1023
}

/// Each axis by its own power of two: contact stays, and huge meets tiny.
fn stretch(prng: &mut Prng, draft: &mut Draft) {
    let range = prng.pick(&[30, 160, 900]);
    let factors = [0; 3].map(|_| 2f64.powi(prng.integer(-range, range) as i32));
    draft.points_mut().for_each(|p| (0..3).for_each(|axis| p[axis] *= factors[axis]));
}

/// One point goes far away or to almost nothing.
fn flee(prng: &mut Prng, draft: &mut Draft) {
    let factor = prng.pick(&[2f64.powi(100), 1e30, 1e-30, 1e150, 1e-150, 1e300, 1e-310]);
    let point = draft.any_point(prng);
    *point = point.map(|x| x * factor);
}

/// By any angle about an axis, rounded.
fn rotate(prng: &mut Prng, draft: &mut Draft) {
    // Not by `sin_cos`, which differs between machines.
    let t = prng.between(-4.0, 4.0);
    let (sin, cos) = (2.0 * t / (1.0 + t * t), (1.0 - t * t) / (1.0 + t * t));
    let axis = prng.below(3) as usize;
    let [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
    for p in draft.points_mut() {
        (p[i], p[j]) = (cos * p[i] - sin * p[j], sin * p[i] + cos * p[j]);
    }
}

fn negative_zeros(prng: &mut Prng, draft: &mut Draft) {
    for x in draft.coordinates_mut().filter(|x| **x == 0.0) {
        *x = if prng.one_in(2) { -0.0 } else { 0.0 };
    }
}
