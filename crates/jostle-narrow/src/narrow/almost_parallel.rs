//! Vectors for tests of what happens in the last digit.

use jostle_support::random::SplitMix64;

/// Two vectors of positive whole numbers of so many bits, the second one shorter, on one line but for the
/// last digit: their determinant is 1 or -1.
pub(super) fn almost_parallel(random: &mut SplitMix64, bits: u32) -> [[i64; 2]; 2] {
    let mut long = [1, 1];
    let mut short = if random.signed() < 0.0 { [0, 1] } else { [1, 0] };
    loop {
        let times = (2.0 + 1.5 * random.signed()) as i64;
        let next = [0, 1].map(|i| times * long[i] + short[i]);
        if next[0].max(next[1]) >= 1 << bits {
            return [long, short];
        }
        (long, short) = (next, long);
    }
}
