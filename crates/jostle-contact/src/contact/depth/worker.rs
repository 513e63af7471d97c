//! What a thread works with, and how work is shared.

use super::face_crossing::{FaceCrossing, PlaceOnEdge};
use super::weighted_mean::Influence;
use crate::distance::BoundaryScratch;
use jostle_support::parallel;
use std::sync::{Mutex, PoisonError};

/// One thread's share; keeps its buffers.
#[derive(Default)]
pub(super) struct DepthWorker {
    /// Colliding points, as keys of rows.
    pub found: Vec<u64>,
    /// Candidates that were received.
    pub candidates: u64,
    /// Edges that meet the surface.
    pub intersecting_edges: u64,
    /// Rows that it found.
    pub rows: Vec<u32>,
    pub influences: Vec<Influence>,
    /// Edges that meet faces.
    pub crossings: Vec<FaceCrossing>,
    /// Where an edge meets faces.
    pub places: Vec<PlaceOnEdge>,
    pub scratch: BoundaryScratch,
}

impl std::fmt::Debug for DepthWorker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DepthWorker").field("found", &self.found.len()).finish_non_exhaustive()
    }
}

impl DepthWorker {
    pub fn reset(&mut self) {
        self.found.clear();
        self.rows.clear();
        self.crossings.clear();
        (self.candidates, self.intersecting_edges) = (0, 0);
    }

    pub fn bytes(&self) -> usize {
        self.found.capacity() * size_of::<u64>()
            + self.rows.capacity() * size_of::<u32>()
            + self.influences.capacity() * size_of::<Influence>()
            + self.crossings.capacity() * size_of::<FaceCrossing>()
            + self.places.capacity() * size_of::<PlaceOnEdge>()
    }
}

/// Items that a worker takes at a time.
pub(super) const CHUNK: usize = 256;

/// Shows chunks of items to workers, with the index of the first; each chunk to one of them.
pub(super) fn share<T: Send>(
    workers: &mut [DepthWorker],
    items: &mut [T],
    work: impl Fn(&mut DepthWorker, usize, &mut [T]) + Sync,
) {
    if let [only] = workers {
        return work(only, 0, items);
    }
    if items.len() <= CHUNK {
        return work(&mut workers[0], 0, items);
    }
    let chunks = Mutex::new(items.chunks_mut(CHUNK).enumerate());
    parallel::for_each_mut(workers, 1, |_, worker| {
        loop {
            // The lock is let go of before the work begins.
            let next = chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((index, chunk)) = next else { break };
            work(worker, index * CHUNK, chunk);
        }
    });
}
