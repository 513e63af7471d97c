//! Numbers that look random at the points of a lattice.

use jostle_support::random::{STEP, scramble, unit};

/// The number from -1 to 1 that belongs to a point of a lattice.
pub(super) fn at_lattice_point(seed: u64, point: [i64; 3]) -> f64 {
    let key = point.iter().fold(seed, |key, &x| scramble(key.wrapping_add(STEP) ^ x as u64));
    2.0 * unit(key) - 1.0
}
