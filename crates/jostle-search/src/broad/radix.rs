//! Radix sort of 64-bit keys.

use jostle_support::parallel;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

const DIGIT_BITS: u32 = 11;

/// One digit of some bits of numbers.
#[derive(Clone, Copy)]
struct Digit {
    /// The bits up to the last of all.
    kept: u64,
    shift: u32,
    bits: u32,
}

impl Digit {
    /// From the lowest up, all of the same width, so that none has more starts to sum up than it needs;
    /// the last may have fewer bits left.
    fn split(bits: Range<u32>) -> impl Iterator<Item = Digit> {
        let count = bits.len() as u32;
        let width = count.div_ceil(count.div_ceil(DIGIT_BITS).max(1)).max(1);
        let kept = u64::MAX.checked_shr(u64::BITS - bits.end).unwrap_or(0);
        bits.step_by(width as usize).map(move |shift| Digit { kept, shift, bits: width })
    }

    #[inline(always)]
    fn at(self, value: u64) -> usize {
        ((value & self.kept) >> self.shift) as usize & ((1 << self.bits) - 1)
    }
}

/// Sorts numbers by some of their bits, from the lowest digit up. The order of those that agree in these
/// is kept; `scratch` keeps its capacity.
pub fn sort(values: &mut Vec<u64>, scratch: &mut Vec<u64>, bits: Range<u32>) {
    scratch.resize(values.len(), 0);
    for digit in Digit::split(bits) {
        let mut starts = [0usize; 1 << DIGIT_BITS];
        for &value in values.iter() {
            starts[digit.at(value)] += 1;
        }
        let mut sum = 0;
        for start in &mut starts[..1 << digit.bits] {
            sum += std::mem::replace(start, sum);
        }
        for &value in values.iter() {
            let start = &mut starts[digit.at(value)];
            scratch[*start] = value;
            *start += 1;
        }
        std::mem::swap(values, scratch);
    }
}

/// The same by all threads, each with a part of the numbers. They write to places that are theirs alone;
/// atomic numbers, which cost no more than others here, let them do so.
pub fn par_sort(values: Vec<u64>, bits: Range<u32>) -> Vec<u64> {
    let atomic =
        |values: Vec<u64>| -> Vec<AtomicU64> { values.into_iter().map(Into::into).collect() };
    let mut scratch = atomic(vec![0; values.len()]);
    let mut values = atomic(values);
    let part = values.len().div_ceil(rayon::current_num_threads()).max(1);
    for digit in Digit::split(bits) {
        let count = |values: &[AtomicU64]| {
            let mut counts = vec![0usize; 1 << digit.bits];
            values.iter().for_each(|value| counts[digit.at(value.load(Relaxed))] += 1);
            counts
        };
        let own = |p: usize| &values[p * part..values.len().min((p + 1) * part)];
        let mut starts = parallel::map(values.len().div_ceil(part), 1, |p| count(own(p)));
        let mut sum = 0;
        for at in 0..1 << digit.bits {
            for own in &mut starts {
                sum += std::mem::replace(&mut own[at], sum);
            }
        }
        parallel::for_each_mut(&mut starts, 1, |p, starts| {
            for value in own(p) {
                let value = value.load(Relaxed);
                let start = &mut starts[digit.at(value)];
                scratch[*start].store(value, Relaxed);
                *start += 1;
            }
        });
        std::mem::swap(&mut values, &mut scratch);
    }
    values.into_iter().map(AtomicU64::into_inner).collect()
}

#[cfg(test)]
mod tests {
    use jostle_support::random::SplitMix64;

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
                assert_eq!(super::par_sort(values.clone(), low..high), expected);
                super::sort(&mut values, &mut Vec::new(), low..high);
                assert_eq!(values, expected, "{count} {low} {bits}");
            }
        }
    }
}
