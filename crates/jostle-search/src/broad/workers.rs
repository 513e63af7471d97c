//! Workers that take pairs in lists: a broad phase is compiled once, whatever they are and do with pairs.

use jostle_support::parallel;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Those who take the pairs of a search.
pub trait Workers {
    /// Number of workers, at least one.
    fn count(&self) -> usize;

    /// Calls a function for each worker, on several threads, with the worker's number and the buffer of its pairs.
    fn run(&mut self, work: &(dyn Fn(usize, &mut PairBuffer) + Sync));
}

/// Pairs that a worker has found, handed over a list at a time, in order.
pub struct PairBuffer<'w> {
    pairs: [[u32; 2]; LIST],
    count: usize,
    take: &'w mut dyn FnMut(&[[u32; 2]]),
}

/// Pairs that are handed over at a time: few enough to stay in the nearest cache.
const LIST: usize = 256;

impl PairBuffer<'_> {
    /// Lets a function fill a buffer, whose pairs are handed to another function.
    pub fn fill(work: impl FnOnce(&mut PairBuffer), take: &mut dyn FnMut(&[[u32; 2]])) {
        let mut buffer = PairBuffer { pairs: [[0; 2]; LIST], count: 0, take };
        work(&mut buffer);
        buffer.hand_over();
    }

    /// Adds a pair.
    #[inline]
    pub fn push(&mut self, a: u32, b: u32) {
        self.pairs[self.count] = [a, b];
        self.count += 1;
        if self.count == LIST {
            self.hand_over();
        }
    }

    #[inline(never)]
    fn hand_over(&mut self) {
        (self.take)(&self.pairs[..self.count]);
        self.count = 0;
    }
}

/// Those who take the pairs of a search through groups.
pub trait GroupWorkers {
    /// Number of workers, at least one.
    fn count(&self) -> usize;

    /// Calls a function for each worker, on several threads, with the worker's number and who takes its pairs.
    fn run(&mut self, work: &(dyn Fn(usize, &mut dyn GroupPairReceiver) + Sync));
}

/// Takes what one worker finds.
pub trait GroupPairReceiver {
    /// Takes pairs of members, with the groups that the first and the second of each are of.
    fn receive(&mut self, groups: [u32; 2], pairs: &[[u32; 2]]);

    /// Whether no more pairs are needed; some may come even so.
    fn is_done(&self) -> bool;
}

/// Workers that a function shows pairs to, one at a time.
pub struct Visited<'w, W, V> {
    /// The workers.
    pub workers: &'w mut [W],
    /// The function.
    pub visit: V,
}

impl<W: Send, V: Fn(&mut W, u32, u32) + Sync> Workers for Visited<'_, W, V> {
    fn count(&self) -> usize {
        self.workers.len()
    }

    fn run(&mut self, work: &(dyn Fn(usize, &mut PairBuffer) + Sync)) {
        let visit = &self.visit;
        parallel::for_each_mut(self.workers, 1, |w, worker| {
            PairBuffer::fill(|pairs| work(w, pairs), &mut |pairs| {
                pairs.iter().for_each(|&[a, b]| visit(worker, a, b))
            });
        });
    }
}

/// Locks the scratch of a worker, which no other worker uses.
pub fn locked<T>(scratch: &Mutex<T>) -> MutexGuard<'_, T> {
    scratch.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The scratch of a worker, while no worker is at work.
pub fn exclusive<T>(scratch: &mut Mutex<T>) -> &mut T {
    scratch.get_mut().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_come_in_order() {
        for count in [0, 1, 255, 256, 257, 1000] {
            let mut found = vec![Vec::new(); 3];
            let mut workers = Visited {
                workers: &mut found,
                visit: |found: &mut Vec<_>, a: u32, b: u32| found.push((a, b)),
            };
            assert_eq!(workers.count(), 3);
            workers.run(&|w, pairs| (0..count).for_each(|i| pairs.push(w as u32, i)));
            for (w, found) in (0..).zip(found) {
                assert!(found.into_iter().eq((0..count).map(|i| (w, i))), "{count}");
            }
        }
    }
}
