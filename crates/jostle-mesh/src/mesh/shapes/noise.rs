//! Smooth seeded noise.

use super::random::at_lattice_point;
use glam::DVec3;

/// Between -1 and 1, with a continuous second derivative: three octaves of random values on
/// lattices of side 1, 1/2 and 1/4, blended, each half as strong as the one before.
pub(super) fn noise(seed: u64, point: DVec3) -> f64 {
    let octave = |k: u32| {
        let scale = (1 << k) as f64;
        blend(seed.wrapping_add(k as u64), point * scale) / scale
    };
    (0..3).map(octave).sum::<f64>() / 1.75
}

fn blend(seed: u64, point: DVec3) -> f64 {
    let base = point.floor();
    let corner = [base.x as i64, base.y as i64, base.z as i64];
    let [tx, ty, tz] = (point - base).to_array().map(ease);
    // Far out, where the corner saturates, the noise is the same number throughout.
    let next = corner.map(|x| x.saturating_add(1));
    let pick = |axis: usize, up: bool| if up { next[axis] } else { corner[axis] };
    let value = |i, j, k| at_lattice_point(seed, [pick(0, i), pick(1, j), pick(2, k)]);
    let along_x = |j, k| mix(value(false, j, k), value(true, j, k), tx);
    let along_xy = |k| mix(along_x(false, k), along_x(true, k), ty);
    mix(along_xy(false), along_xy(true), tz)
}

fn mix(a: f64, b: f64, t: f64) -> f64 {
    a * (1.0 - t) + b * t
}

/// From 0 to 1 with zero first and second derivative at both ends.
fn ease(t: f64) -> f64 {
    t * t * t * (t * (6.0 * t - 15.0) + 10.0)
}
