//! Takes pairs that collide, and keeps of them what the output of the query asks for.

use super::QueryOutput;
use super::pair_worker::PairWorker;
use crate::conditions::{Condition, required};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Hands the pairs of one query to the workers that found them; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct OutputSink {
    output: QueryOutput,
    /// Whether pairs come with distances.
    has_distances: bool,
    /// Elements known to collide, in [`QueryOutput::CollidingElements`].
    colliding: Vec<AtomicBool>,
}

impl OutputSink {
    /// Prepares for a query about a scene with this number of elements.
    pub fn update(&mut self, output: QueryOutput, has_distances: bool, elements: usize) {
        (self.output, self.has_distances) = (output, has_distances);
        self.colliding.clear();
        if output == QueryOutput::CollidingElements {
            self.colliding.resize_with(elements, AtomicBool::default);
        }
    }

    /// Whether each pair changes the answer, whatever is known of others.
    pub fn wants_every_pair(&self) -> bool {
        matches!(self.output, QueryOutput::AllPairs | QueryOutput::PairCount)
    }

    /// Whether a pair cannot change the answer, given what is known of others. Two elements that collide with
    /// others may still be the only ones by which their objects touch: `is_awaited` says whether that matters.
    #[inline(always)]
    pub fn knows(
        &self,
        worker: &PairWorker,
        pair: [u32; 2],
        is_awaited: impl FnOnce() -> bool,
    ) -> bool {
        match self.output {
            QueryOutput::AllPairs | QueryOutput::PairCount => false,
            QueryOutput::CollidingElements => {
                pair.iter().all(|&e| self.colliding[e as usize].load(Relaxed)) && !is_awaited()
            }
            // The first pair is the least: the answer must not depend on who finds it when.
            QueryOutput::FirstPair => worker.pairs.first().is_some_and(|&first| {
                first < packed(pair) || !required(Condition::FirstPairIsLeast)
            }),
        }
    }

    /// Takes a pair that collides, or is within the distance asked for.
    #[inline(always)]
    pub fn put(&self, worker: &mut PairWorker, is_self: bool, pair: [u32; 2], distance: f64) {
        match self.output {
            QueryOutput::AllPairs | QueryOutput::PairCount => {
                worker.count += 1;
                worker.self_count += is_self as u64;
                if self.output == QueryOutput::AllPairs {
                    self.push(worker, pair, distance);
                }
            }
            QueryOutput::CollidingElements => {
                for &e in &pair {
                    self.colliding[e as usize].store(true, Relaxed);
                }
            }
            QueryOutput::FirstPair => {
                if worker.pairs.first().is_none_or(|&first| packed(pair) < first) {
                    worker.pairs.clear();
                    worker.distances.clear();
                    self.push(worker, pair, distance);
                }
            }
        }
    }

    #[inline(always)]
    fn push(&self, worker: &mut PairWorker, pair: [u32; 2], distance: f64) {
        worker.pairs.push(packed(pair));
        if self.has_distances {
            worker.distances.push(distance);
        }
    }

    /// The elements known to collide, in order, in [`QueryOutput::CollidingElements`].
    pub fn colliding(&self) -> impl Iterator<Item = u32> {
        (0u32..).zip(&self.colliding).filter(|(_, hit)| hit.load(Relaxed)).map(|(e, _)| e)
    }

    pub fn bytes(&self) -> usize {
        let OutputSink { output: _, has_distances: _, colliding } = self;
        colliding.capacity()
    }
}

/// A pair as one number, the lower element in the upper half.
#[inline]
fn packed([a, b]: [u32; 2]) -> u64 {
    u64::from(a.min(b)) << 32 | u64::from(a.max(b))
}
