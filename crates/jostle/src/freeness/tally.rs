//! What has been counted so far.

use super::near::{Count, Nearness};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Sums that all workers add to; sums do not depend on their order.
pub struct Tally {
    sums: Vec<[AtomicU32; 3]>,
    /// Whether there is one worker, who need not mind others.
    alone: bool,
}

impl Tally {
    pub fn new(elements: usize, workers: usize) -> Tally {
        let mut sums = Vec::new();
        sums.resize_with(elements, Default::default);
        Tally { sums, alone: workers == 1 }
    }

    #[inline(always)]
    pub fn add(&self, element: u32, nearness: Nearness) {
        let sum = &self.sums[element as usize][nearness as usize];
        if self.alone {
            sum.store(sum.load(Relaxed) + 1, Relaxed);
        } else {
            sum.fetch_add(1, Relaxed);
        }
    }

    pub fn counts(self) -> Vec<Count> {
        let count = |sums: [AtomicU32; 3]| {
            let [neighbours, quarter, half] = sums.map(AtomicU32::into_inner);
            let quarter = 1 + neighbours + quarter;
            Count { half: quarter + half, quarter, neighbours }
        };
        self.sums.into_iter().map(count).collect()
    }
}
