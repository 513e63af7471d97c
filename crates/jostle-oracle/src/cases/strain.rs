//! What is done to a finished configuration to try the number range and the last bit.

use super::Prng;
use super::draft::Draft;

pub fn apply(prng: &mut Prng, draft: &mut Draft) {
    match prng.below(20) {
        0..=6 => {}
        7..=9 => nudge(prng, draft),
        10..=11 => shear(prng, draft),
        12 => offset(prng, draft),
        13..=14 => rescale(prng, draft),
        15 => stretch(prng, draft),
        16 => flee(prng, draft),
        17 => {
            offset(prng, draft);
            nudge(prng, draft);
        }
        18 => {
            rescale(prng, draft);
            nudge(prng, draft);
        }
        _ => {
            rotate(prng, draft);
        }
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

/// To the ends of the number range, or by a factor that rounds and so breaks the contact.
///
/// Coordinates are below `2^12` here, so that `2^1010` keeps them finite; `from_bits` makes small
/// powers of two, which `powi` would reach through the inverse of infinity.
fn rescale(prng: &mut Prng, draft: &mut Draft) {
    let factor = prng.pick(&[
        2f64.powi(1010),
        f64::from_bits(1 << 14),
        f64::from_bits(1),
        2f64.powi(500),
        2f64.powi(-500),
        1e150,
        1e-150,
        1e-308,
        1e304,
        0.1,
    ]);
    draft.coordinates_mut().for_each(|x| *x *= factor);
}

/// Each axis by its own power of two: contact stays, and huge meets tiny.
fn stretch(prng: &mut Prng, draft: &mut Draft) {
    let factors = [0; 3].map(|_| 2f64.powi(prng.integer(-160, 160) as i32));
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
