//! Numbers in order.

use std::ops::Range;

const DIGIT_BITS: u32 = 11;

/// Sorts numbers by some of their bits, from the lowest digit up. The order of those that agree in these
/// is kept; `scratch` keeps its room.
pub(crate) fn sort(values: &mut Vec<u64>, scratch: &mut Vec<u64>, bits: Range<u32>) {
    let count = bits.len() as u32;
    scratch.resize(values.len(), 0);
    // Digits of the same width, so that none has more starts to sum up than it needs.
    let digit_bits = count.div_ceil(count.div_ceil(DIGIT_BITS).max(1));
    // The last one may have fewer bits left.
    let kept = u64::MAX.checked_shr(u64::BITS - bits.end).unwrap_or(0);
    for shift in bits.step_by(digit_bits.max(1) as usize) {
        let digit = |value: u64| ((value & kept) >> shift) as usize & ((1 << digit_bits) - 1);
        let mut starts = [0usize; 1 << DIGIT_BITS];
        for &value in values.iter() {
            starts[digit(value)] += 1;
        }
        let mut sum = 0;
        for start in &mut starts[..1 << digit_bits] {
            sum += std::mem::replace(start, sum);
        }
        for &value in values.iter() {
            let start = &mut starts[digit(value)];
            scratch[*start] = value;
            *start += 1;
        }
        std::mem::swap(values, scratch);
    }
}

#[cfg(test)]
mod tests {
    use crate::mesh::shapes::SplitMix64;

    #[test]
    fn sorts_like_the_standard_library() {
        let tried = [(0, 1), (1, 64), (2047, 64), (2048, 63), (10_000, 40), (5_000, 3), (9, 0)];
        for (count, bits) in tried {
            for low in [0, 1, 17] {
                let mut random = SplitMix64::new(count);
                let mut values: Vec<u64> = (0..count).map(|_| random.next_u64()).collect();
                let mut expected = values.clone();
                let high = (low + bits).min(64);
                let mask =
                    if bits == 0 { 0 } else { (u64::MAX << low) & (u64::MAX >> (64 - high)) };
                expected.sort_by_key(|value| value & mask);
                super::sort(&mut values, &mut Vec::new(), low..high);
                assert_eq!(values, expected, "{count} {low} {bits}");
            }
        }
    }
}
