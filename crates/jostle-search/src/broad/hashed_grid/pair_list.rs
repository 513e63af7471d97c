//! All pairs with their duplicates in a list, sorted and made unique (Tetrahedral kDet 2023,
//! sec. 4.2.3). Lists grow as they must, where the paper guesses a size that is quadratic.

use crate::broad::Workers;
use crate::broad::batches::Batches;
use jostle_support::parallel;
use rayon::prelude::*;

/// Pairs as they were met, and then in order.
#[derive(Debug, Default)]
pub struct PairList {
    met: Vec<Met>,
    sorted: Vec<u64>,
    dropped: u64,
}

/// The pairs that one worker met, the lower index in the upper half.
#[derive(Debug, Default)]
pub struct Met(Vec<u64>);

impl Met {
    #[inline]
    pub fn push(&mut self, a: u32, b: u32) {
        self.0.push(u64::from(a) << 32 | u64::from(b));
    }
}

/// Pairs that a worker shows at a time.
const BATCH: u64 = 4096;

impl PairList {
    /// Lists what a number of workers meet.
    pub fn gather(&mut self, workers: usize, look_up: impl Fn(&mut Met) + Sync) {
        self.met.resize_with(workers, Met::default);
        parallel::for_each_mut(&mut self.met, 1, |_, met| {
            met.0.clear();
            look_up(met);
        });
        self.sorted.clear();
        self.met.iter().for_each(|met| self.sorted.extend_from_slice(&met.0));
        self.sorted.par_sort_unstable();
        let listed = self.sorted.len();
        self.sorted.dedup();
        self.dropped = (listed - self.sorted.len()) as u64;
    }

    /// How many of the listed pairs were there already.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Shows the pairs to workers.
    pub fn show(&self, workers: &mut dyn Workers) {
        let batches = Batches::new(self.sorted.len() as u64, BATCH);
        workers.run(&|_, pairs| {
            while let Some(batch) = batches.take() {
                for pair in &self.sorted[batch.start as usize..batch.end as usize] {
                    pairs.push((pair >> 32) as u32, *pair as u32);
                }
            }
        });
    }

    pub fn bytes(&self) -> usize {
        let met: usize = self.met.iter().map(|met| met.0.capacity()).sum();
        (met + self.sorted.capacity()) * size_of::<u64>()
    }
}
