//! The search in two stages: all candidates are listed, and then decided, as Tetrahedral kDet (2023,
//! ch. 4) does it and measures it. The fused search is faster; this one shows where the time goes.

use super::decide::{Owners, Worker};
use super::rooms::Rooms;
use super::selection::Selection;
use super::{Query, Test};
use crate::broad::LatticeBox;
use crate::mesh::Scene;
use crate::narrow::sat;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

/// The candidates of a query; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Listed {
    /// What each worker found, the lower element in the upper half.
    found: Vec<Vec<u64>>,
    all: Vec<u64>,
}

/// Candidates that a worker takes at a time.
const BATCH: usize = 4096;

impl Listed {
    /// Lists the candidates that the query is about; returns the seconds of populating and of finding.
    pub fn list(
        &mut self,
        query: &Query,
        rooms: &mut Rooms,
        boxes: &[LatticeBox],
        selection: &Selection,
        owners: &Owners,
        workers: usize,
    ) -> (f64, f64) {
        let start = Instant::now();
        self.found.resize_with(workers, Vec::new);
        self.found.iter_mut().for_each(Vec::clear);
        rooms.search(query.broad_phase(), boxes, &mut self.found, |found, a, b| {
            let (a, b) = (selection.element(a), selection.element(b));
            if owners.asks(a, b) {
                found.push(u64::from(a) << 32 | u64::from(b));
            }
        });
        self.all.clear();
        self.found.iter().for_each(|found| self.all.extend_from_slice(found));
        let populate = rooms.populate_seconds(query.broad_phase());
        (populate, start.elapsed().as_secs_f64() - populate)
    }

    pub fn bytes(&self) -> usize {
        let found: usize = self.found.iter().map(Vec::capacity).sum();
        (found + self.all.capacity()) * size_of::<u64>()
    }
}

/// Decides all candidates with the test that the query chose.
pub(super) fn decide(
    scene: &Scene,
    query: &Query,
    listed: &Listed,
    owners: &Owners,
    workers: &mut [Worker],
) {
    let mode = query.mode();
    match query.intersection_test() {
        Test::Exact => for_each(&listed.all, workers, |worker, (a, b)| {
            owners.decide(scene, mode, worker, a, b);
        }),
        Test::Sat => for_each(&listed.all, workers, |worker, pair| {
            owners.decide_roughly(scene, mode, worker, pair, sat::elements);
        }),
        Test::SatNoEdges => for_each(&listed.all, workers, |worker, pair| {
            owners.decide_roughly(scene, mode, worker, pair, sat::elements_without_edges);
        }),
    }
}

fn for_each(
    pairs: &[u64],
    workers: &mut [Worker],
    decide: impl Fn(&mut Worker, (u32, u32)) + Sync,
) {
    let next = AtomicUsize::new(0);
    workers.par_iter_mut().for_each(|worker| {
        loop {
            let first = next.fetch_add(BATCH, Relaxed);
            if first >= pairs.len() {
                break;
            }
            for &pair in &pairs[first..pairs.len().min(first + BATCH)] {
                decide(worker, ((pair >> 32) as u32, pair as u32));
            }
        }
    });
}
