//! Sums of near elements: of one block, and shared by all workers.

use super::nearness::{Count, Nearness};
use crate::broad::LANES;
use jostle_support::parallel;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The sums of all elements, which all workers add to; the result does not depend on their order.
pub struct SharedCounters {
    sums: Vec<[AtomicU32; 3]>,
    /// With one worker plain loads and stores do.
    single_worker: bool,
}

/// How many near elements each element of a block has, by nearness.
#[derive(Clone, Copy, Default)]
pub struct BlockCounters([[u32; LANES]; 3]);

/// Eight counts of less than 256 in the bytes of one number, for the elements of a block.
#[derive(Clone, Copy, Default)]
pub struct ByteCounters(u64);

const _: () = assert!(LANES == 8);

impl ByteCounters {
    /// Adds one to each lane with a bit.
    #[inline(always)]
    pub fn add(&mut self, bits: u32) {
        const ONES: u64 = 0x0101_0101_0101_0101;
        // The bits copied to all bytes; each byte masked to its own bit; moved to the top bit; to the lowest.
        let own = (u64::from(bits) * ONES) & 0x8040_2010_0804_0201;
        self.0 += ((own + 0x7f * ONES) >> 7) & ONES;
    }
}

impl BlockCounters {
    #[inline(always)]
    pub fn add(&mut self, lane: usize, nearness: Nearness, count: u32) {
        self.0[nearness as usize][lane] += count;
    }

    #[inline(always)]
    pub fn add_bytes(&mut self, nearness: Nearness, counts: ByteCounters) {
        let sums = &mut self.0[nearness as usize];
        let counts = counts.0.to_le_bytes();
        for lane in 0..LANES {
            sums[lane] += u32::from(counts[lane]);
        }
    }

    /// The counts of one element, by nearness.
    pub fn lane(&self, lane: usize) -> [u32; 3] {
        self.0.map(|sums| sums[lane])
    }
}

impl SharedCounters {
    pub fn new(elements: usize, workers: usize) -> SharedCounters {
        let mut sums = Vec::new();
        sums.resize_with(elements, Default::default);
        SharedCounters { sums, single_worker: workers == 1 }
    }

    /// Adds the counts of one element, by nearness.
    #[inline(always)]
    pub fn add(&self, element: u32, counts: [u32; 3]) {
        for (sum, count) in self.sums[element as usize].iter().zip(counts) {
            if self.single_worker {
                sum.store(sum.load(Relaxed) + count, Relaxed);
            } else if count > 0 {
                sum.fetch_add(count, Relaxed);
            }
        }
    }

    pub fn into_counts(self) -> Vec<Count> {
        let count = |sums: &[AtomicU32; 3]| {
            let [neighbours, quarter, half] = sums.each_ref().map(|sum| sum.load(Relaxed));
            let quarter = 1 + neighbours + quarter;
            Count { half: quarter + half, quarter, neighbours }
        };
        let mut counts = Vec::new();
        parallel::extend_from(&mut counts, &self.sums, 1, count);
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_added_lane_by_lane() {
        let (mut bytes, mut expected) = (ByteCounters::default(), [0; LANES]);
        for bits in 0..255 {
            bytes.add(bits);
            for lane in 0..LANES {
                expected[lane] += bits >> lane & 1;
            }
        }
        let mut counters = BlockCounters::default();
        counters.add_bytes(Nearness::Half, bytes);
        for lane in 0..LANES {
            assert_eq!(counters.lane(lane), [0, 0, expected[lane]]);
        }
    }
}
