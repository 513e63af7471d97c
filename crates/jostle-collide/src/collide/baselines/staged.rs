//! The search in two stages: all candidates are listed, and then decided, as Tetrahedral kDet (2023,
//! ch. 4) does it and measures it. The fused search is faster; this one shows where the time goes.

use super::IntersectionTest;
use crate::candidates::CandidateReceiver;
use crate::collide::pair_decider::PairDecision;
use crate::collide::pair_worker::PairWorker;
use crate::convex::{Penetration, elements, separating_axes};
use crate::mesh::Element;
use crate::narrow::sat;
use jostle_support::parallel;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// A candidate and its objects.
type Candidate = ([u32; 2], [u32; 2]);

/// Lists the candidates of a query; keeps its buffers.
#[derive(Debug, Default)]
pub(in crate::collide) struct CandidateCollector {
    workers: Vec<Vec<Candidate>>,
    all: Vec<Candidate>,
}

/// Receives candidates for a list.
pub(in crate::collide) struct CandidateLister;

impl CandidateReceiver for CandidateLister {
    type Worker = Vec<Candidate>;

    #[inline]
    fn receive(&self, worker: &mut Vec<Candidate>, objects: [u32; 2], pair: [u32; 2]) {
        worker.push((pair, objects));
    }
}

impl CandidateCollector {
    /// Lists what a search hands over to so many workers.
    pub fn collect(
        &mut self,
        workers: usize,
        search: impl FnOnce(&mut [Vec<Candidate>], &CandidateLister),
    ) {
        self.workers.resize_with(workers, Vec::new);
        self.workers.iter_mut().for_each(Vec::clear);
        self.all.clear();
        search(&mut self.workers, &CandidateLister);
        self.workers.iter().for_each(|found| self.all.extend_from_slice(found));
    }

    /// The candidates, without their objects.
    pub fn pairs(&self) -> impl Iterator<Item = [u32; 2]> {
        self.all.iter().map(|candidate| candidate.0)
    }

    pub fn bytes(&self) -> usize {
        let found: usize = self.workers.iter().map(Vec::capacity).sum();
        (found + self.all.capacity()) * size_of::<Candidate>()
    }
}

/// Candidates that a worker takes at a time.
const BATCH: usize = 4096;

/// Decides all candidates with a test.
pub(in crate::collide) fn decide(
    test: IntersectionTest,
    candidates: &CandidateCollector,
    decision: &PairDecision,
    workers: &mut [PairWorker],
) {
    match test {
        IntersectionTest::Exact => for_each(candidates, workers, |worker, (pair, objects)| {
            decision.receive(worker, objects, pair);
        }),
        IntersectionTest::Sat => inexactly(candidates, decision, workers, sat::elements),
        IntersectionTest::SatNoEdges => {
            inexactly(candidates, decision, workers, sat::elements_without_edges);
        }
        IntersectionTest::SatMtv => inexactly(candidates, decision, workers, |a, b| {
            matches!(separating_axes::elements(a, b), Ok(Penetration::Overlap(_)))
        }),
        IntersectionTest::Gjk => {
            inexactly(candidates, decision, workers, |a, b| elements::intersects(a, b) == Ok(true))
        }
    }
}

fn inexactly(
    candidates: &CandidateCollector,
    decision: &PairDecision,
    workers: &mut [PairWorker],
    test: impl Fn(&Element, &Element) -> bool + Sync,
) {
    for_each(candidates, workers, |worker, (pair, objects)| {
        decision.decide_inexactly(worker, objects, pair, &test);
    });
}

/// Shows each candidate to one of the workers.
fn for_each(
    candidates: &CandidateCollector,
    workers: &mut [PairWorker],
    decide: impl Fn(&mut PairWorker, Candidate) + Sync,
) {
    let (all, next) = (&candidates.all, AtomicUsize::new(0));
    parallel::for_each_mut(workers, 1, |_, worker| {
        loop {
            let first = next.fetch_add(BATCH, Relaxed);
            if first >= all.len() {
                break;
            }
            for &candidate in &all[first..all.len().min(first + BATCH)] {
                decide(worker, candidate);
            }
        }
    });
}
