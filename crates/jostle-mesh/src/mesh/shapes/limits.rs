//! Parameters clamped to what shapes can be made of, so that none is refused.

/// Cubes of lengths in this range, and of cells a thousandth of them, are normal numbers.
const LENGTHS: [f64; 2] = [1e-90, 1e90];

/// A cell has at most eight elements and eight vertices, so this many can be named by `u32`.
const MOST_CELLS: u64 = 1 << 29;

pub(super) fn length(value: f64) -> f64 {
    if value.is_nan() { 1.0 } else { value.clamp(LENGTHS[0], LENGTHS[1]) }
}

/// Between zero and the most; NaN reads as zero.
pub(super) fn fraction(value: f64, most: f64) -> f64 {
    // `max` returns the other operand where one is NaN.
    value.max(0.0).min(most)
}

/// Each count at least the least, and lowered as far as their product would be too large with those
/// before it as they are and those behind it at the least.
pub(super) fn counts<const D: usize>(counts: [u32; D], least: u32) -> [u32; D] {
    let mut left = MOST_CELLS / (least as u64).pow(D as u32 - 1);
    counts.map(|count| {
        let count = (count.max(least) as u64).min(left);
        left = left * least as u64 / count;
        count as u32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extreme_parameters_are_clamped() {
        assert_eq!(length(f64::NAN), 1.0);
        assert_eq!(length(f64::INFINITY), 1e90);
        assert_eq!(length(-3.0), 1e-90);
        assert_eq!(fraction(f64::NAN, 1.0), 0.0);
        assert_eq!(fraction(7.0, 0.5), 0.5);
    }

    #[test]
    fn counts_stay_within_what_indices_can_name() {
        assert_eq!(counts([100_000, 10], 3), [100_000, 10]);
        assert_eq!(counts([0, 7, 1], 1), [1, 7, 1]);
        for wild in [[u32::MAX; 3], [u32::MAX, 1, 1], [1, u32::MAX, 5], [2, 2, u32::MAX]] {
            let product: u64 = counts(wild, 1).iter().map(|&n| n as u64).product();
            assert!(product <= MOST_CELLS, "{product}");
        }
        let [nu, nv] = counts([u32::MAX; 2], 3);
        assert!(nu as u64 * nv as u64 <= MOST_CELLS && nv >= 3);
    }
}
