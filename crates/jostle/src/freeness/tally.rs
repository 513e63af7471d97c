//! What has been counted so far.

use super::lanes::LANES;
use super::near::{Count, Nearness};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Sums that all workers add to, by the slots of elements; sums do not depend on their order.
pub struct Tally {
    sums: Vec<[AtomicU32; 3]>,
    /// Whether there is one worker, who need not mind others.
    alone: bool,
}

/// Eight counts of less than 256 side by side, for the elements of a block.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Eight(u64);

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

impl Tally {
    pub fn new(slots: usize, workers: usize) -> Tally {
        let mut sums = Vec::new();
        sums.resize_with(slots, Default::default);
        Tally { sums, alone: workers == 1 }
    }

    #[inline(always)]
    pub fn add(&self, slot: u32, nearness: Nearness, count: u32) {
        let sum = &self.sums[slot as usize][nearness as usize];
        if self.alone {
            sum.store(sum.load(Relaxed) + count, Relaxed);
        } else if count > 0 {
            sum.fetch_add(count, Relaxed);
        }
    }

    /// Adds to the eight slots from the first on.
    #[inline(always)]
    pub fn add_eight(&self, first: u32, nearness: Nearness, counts: Eight) {
        if counts == Eight::default() {
            return;
        }
        for (lane, count) in counts.0.to_le_bytes().into_iter().enumerate() {
            self.add(first + lane as u32, nearness, count.into());
        }
    }

    /// The counts of a slot.
    pub fn count(&self, slot: usize) -> Count {
        let [neighbours, quarter, half] = [0, 1, 2].map(|n| self.sums[slot][n].load(Relaxed));
        let quarter = 1 + neighbours + quarter;
        Count { half: quarter + half, quarter, neighbours }
    }
}

const _: () = assert!(LANES == 8);
