//! Perturbations of a configuration: to the ends of the number range, and by the last bit.

use super::SplitMix64;
use super::case_builder::CaseBuilder;

pub fn apply(random: &mut SplitMix64, case: &mut CaseBuilder) {
    match random.below(20) {
        0..=5 => {}
        6..=8 => nudge(random, case),
        9 => jitter(random, case),
        10..=11 => shear(random, case),
        12 => offset(random, case),
        13 => rescale(random, case),
        14 => shift_exponents(random, case),
        15 => stretch(random, case),
        16 => rescale_one_point(random, case),
        17 => {
            offset(random, case);
            nudge(random, case);
        }
        18 => {
            shift_exponents(random, case);
            nudge(random, case);
        }
        _ => rotate(random, case),
    }
    if random.one_in(8) {
        negative_zeros(random, case);
    }
}

/// One unit in the last place of one coordinate.
fn nudge(random: &mut SplitMix64, case: &mut CaseBuilder) {
    let up = random.one_in(2);
    let x = &mut case.any_point(random)[random.below(3) as usize];
    let nudged = if up { x.next_up() } else { x.next_down() };
    if nudged.is_finite() {
        *x = nudged;
    }
}

/// A few units in the last place of every coordinate.
fn jitter(random: &mut SplitMix64, case: &mut CaseBuilder) {
    for x in case.coordinates_mut() {
        for _ in 0..random.below(3) {
            *x = if random.one_in(2) { x.next_up() } else { x.next_down() };
        }
    }
}

/// Whole shears move no answer; they turn what lies along the axes.
fn shear(random: &mut SplitMix64, case: &mut CaseBuilder) {
    for _ in 0..2 {
        let (to, by) = (random.below(3) as usize, random.integer(-2, 2));
        let from = (to + 1 + random.below(2) as usize) % 3;
        case.points_mut().for_each(|p| p[to] += by * p[from]);
    }
}

/// Far from the origin, where integers are still exact.
fn offset(random: &mut SplitMix64, case: &mut CaseBuilder) {
    let offset = [0; 3].map(|_| random.pick(&[0.0, 1e6, -1e12, 1e15]));
    case.points_mut().for_each(|p| (0..3).for_each(|axis| p[axis] += offset[axis]));
}

/// Almost to the ends of the number range, or by a factor that rounds and so breaks the contact.
///
/// Coordinates are below `2^12` here, so that `1e304` keeps them finite.
fn rescale(random: &mut SplitMix64, case: &mut CaseBuilder) {
    // The first two are powers of two that `powi` would reach through the inverse of infinity.
    let denormal = [f64::from_bits(1 << 14), f64::from_bits(1)];
    let factor = random.pick(&[denormal[0], denormal[1], 1e150, 1e-150, 1e304, 1e-308, 0.1]);
    case.coordinates_mut().for_each(|x| *x *= factor);
}

/// By a power of two: to where a product of two or three coordinates leaves the number range, or to
/// the brim, where even a difference does.
fn shift_exponents(random: &mut SplitMix64, case: &mut CaseBuilder) {
    let largest = case.coordinates_mut().fold(1.0, |largest: f64, x| largest.max(x.abs()));
    let largest_shift = i64::from(1023 - exponent(largest));
    let by = match random.below(4) {
        0 => largest_shift,
        1 => random.integer(-1000, largest_shift - 1) as i64,
        2 => random.integer(-380, -300) as i64,
        _ => random.integer(300, 380) as i64,
    };
    let factor = 2f64.powi(by as i32);
    case.coordinates_mut().for_each(|x| *x *= factor);
}

/// Of the leading bit of a normal number.
fn exponent(x: f64) -> i32 {
    (x.to_bits() >> 52 & 0x7ff) as i32 - 1023
}

/// Each axis by its own power of two: contact stays, and huge meets tiny.
fn stretch(random: &mut SplitMix64, case: &mut CaseBuilder) {
    let range = random.pick(&[30, 160, 900]);
    let factors = [0; 3].map(|_| 2f64.powi(random.integer(-range, range) as i32));
    case.points_mut().for_each(|p| (0..3).for_each(|axis| p[axis] *= factors[axis]));
}

/// One point goes far away or to almost nothing.
fn rescale_one_point(random: &mut SplitMix64, case: &mut CaseBuilder) {
    let factor = random.pick(&[2f64.powi(100), 1e30, 1e-30, 1e150, 1e-150, 1e300, 1e-310]);
    let point = case.any_point(random);
    *point = point.map(|x| x * factor);
}

/// By any angle about an axis, rounded.
fn rotate(random: &mut SplitMix64, case: &mut CaseBuilder) {
    // Not by `sin_cos`, which differs between machines.
    let t = random.between(-4.0, 4.0);
    let (sin, cos) = (2.0 * t / (1.0 + t * t), (1.0 - t * t) / (1.0 + t * t));
    let axis = random.below(3) as usize;
    let [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
    for p in case.points_mut() {
        (p[i], p[j]) = (cos * p[i] - sin * p[j], sin * p[i] + cos * p[j]);
    }
}

fn negative_zeros(random: &mut SplitMix64, case: &mut CaseBuilder) {
    for x in case.coordinates_mut().filter(|x| **x == 0.0) {
        *x = if random.one_in(2) { -0.0 } else { 0.0 };
    }
}
