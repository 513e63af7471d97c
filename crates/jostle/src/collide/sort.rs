//! Pairs in order.

/// Sorts numbers below `2^bits`, from the lowest digit up; `scratch` keeps its room.
pub(super) fn sort(values: &mut Vec<u64>, scratch: &mut Vec<u64>, bits: u32) {
    const DIGIT_BITS: u32 = 11;
    const SMALL: usize = 2048;
    if values.len() < SMALL {
        return values.sort_unstable();
    }
    scratch.resize(values.len(), 0);
    for shift in (0..bits).step_by(DIGIT_BITS as usize) {
        let digit = |value: u64| (value >> shift) as usize & ((1 << DIGIT_BITS) - 1);
        let mut starts = [0usize; 1 << DIGIT_BITS];
        for &value in values.iter() {
            starts[digit(value)] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
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
        for (count, bits) in [(0, 1), (1, 64), (2047, 64), (2048, 64), (10_000, 40), (5_000, 3)] {
            let mut random = SplitMix64::new(count);
            let mut values: Vec<u64> =
                (0..count).map(|_| random.next_u64() >> (64 - bits)).collect();
            let mut expected = values.clone();
            expected.sort_unstable();
            super::sort(&mut values, &mut Vec::new(), bits);
            assert_eq!(values, expected);
        }
    }
}
