//! What has been counted so far.

use super::count::{Count, Nearness};
use crate::broad::LANES;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Sums that all workers add to; sums do not depend on their order.
pub struct Tally {
    sums: Vec<[AtomicU32; 3]>,
    /// Whether there is one worker, who need not mind others.
    alone: bool,
}

/// Of the elements of a block how many each has counted, by nearness.
#[derive(Clone, Copy, Default)]
pub struct Sums([[u32; LANES]; 3]);

/// Eight counts of less than 256 side by side, for the elements of a block.
#[derive(Clone, Copy, Default)]
pub struct Eight(u64);

const _: () = assert!(LANES == 8);

impl Eight {
    /// One more for each lane with a bit.
    #[inline(always)]
    pub fn add(&mut self, bits: u32) {
        const ONES: u64 = 0x0101_0101_0101_0101;
        // The bits in all bytes; of each byte its own; as the top bit; as the lowest.
        let own = (u64::from(bits) * ONES) & 0x8040_2010_0804_0201;
        self.0 += ((own + 0x7f * ONES) >> 7) & ONES;
    }
}

impl Sums {
    #[inline(always)]
    pub fn add(&mut self, lane: usize, nearness: Nearness, count: u32) {
        self.0[nearness as usize][lane] += count;
    }

    #[inline(always)]
    pub fn add_eight(&mut self, nearness: Nearness, counts: Eight) {
        let sums = &mut self.0[nearness as usize];
        let counts = counts.0.to_le_bytes();
        for lane in 0..LANES {
            sums[lane] += u32::from(counts[lane]);
        }
    }

    /// Those of one element.
    pub fn of(&self, lane: usize) -> [u32; 3] {
        self.0.map(|sums| sums[lane])
    }
}

impl Tally {
    pub fn new(elements: usize, workers: usize) -> Tally {
        let mut sums = Vec::new();
        sums.resize_with(elements, Default::default);
        Tally { sums, alone: workers == 1 }
    }

    /// Adds what an element has counted, by nearness.
    #[inline(always)]
    pub fn add(&self, element: u32, counts: [u32; 3]) {
        for (sum, count) in self.sums[element as usize].iter().zip(counts) {
            if self.alone {
                sum.store(sum.load(Relaxed) + count, Relaxed);
            } else if count > 0 {
                sum.fetch_add(count, Relaxed);
            }
        }
    }

    pub fn counts(self) -> Vec<Count> {
        let count = |sums: [AtomicU32; 3]| {
            let [neighbours, quarter, half] = sums.map(AtomicU32::into_inner);
            let quarter = 1 + neighbours + quarter;
            Count { half: quarter + half, quarter, neighbours }
        };
        self.sums.into_par_iter().map(count).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_added_lane_by_lane() {
        let (mut eight, mut expected) = (Eight::default(), [0; LANES]);
        for bits in 0..255 {
            eight.add(bits);
            for lane in 0..LANES {
                expected[lane] += bits >> lane & 1;
            }
        }
        let mut sums = Sums::default();
        sums.add_eight(Nearness::Half, eight);
        for lane in 0..LANES {
            assert_eq!(sums.of(lane), [0, 0, expected[lane]]);
        }
    }
}
