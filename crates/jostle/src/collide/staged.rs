//! The search in two stages: all candidates are listed, and then decided, as Tetrahedral kDet (2023,
//! ch. 4) does it and measures it. The fused search is faster; this one shows where the time goes.

use super::decide::{Owners, Worker};
use super::rooms::Rooms;
use super::selection::Selection;
use super::{Query, Test};
use crate::broad::{GroupSearch, Groups, LatticeBox};
use crate::convex::{Penetration, elements, separating_axes};
use crate::mesh::{Element, Scene};
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
        self.clear(workers);
        rooms.search(query.broad_phase(), boxes, &mut self.found, |found, a, b| {
            let (a, b) = (selection.element(a), selection.element(b));
            if owners.of_pair(a, b).is_some() {
                found.push(u64::from(a) << 32 | u64::from(b));
            }
        });
        self.gather();
        let populate = rooms.populate_seconds(query.broad_phase());
        (populate, start.elapsed().as_secs_f64() - populate)
    }

    /// The same of groups, which meet only where the query is about them.
    pub fn list_groups(
        &mut self,
        search: &mut GroupSearch,
        groups: &impl Groups,
        workers: usize,
    ) -> (f64, f64) {
        let start = Instant::now();
        self.clear(workers);
        search.search(groups, &mut self.found, |found, _, pairs| {
            found.extend(pairs.iter().map(|&[a, b]| u64::from(a) << 32 | u64::from(b)));
        });
        self.gather();
        let populate = search.populate_seconds();
        (populate, start.elapsed().as_secs_f64() - populate)
    }

    fn clear(&mut self, workers: usize) {
        self.found.resize_with(workers, Vec::new);
        self.found.iter_mut().for_each(Vec::clear);
        self.all.clear();
    }

    fn gather(&mut self) {
        self.found.iter().for_each(|found| self.all.extend_from_slice(found));
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
        Test::Exact => for_each(&listed.all, owners, workers, |worker, of_pair, pair| {
            owners.decide(scene, mode, worker, of_pair, pair);
        }),
        Test::Sat => for_each(&listed.all, owners, workers, |worker, of_pair, pair| {
            owners.decide_roughly(scene, mode, worker, of_pair, pair, sat::elements);
        }),
        Test::SatNoEdges => for_each(&listed.all, owners, workers, |worker, of_pair, pair| {
            let test = sat::elements_without_edges;
            owners.decide_roughly(scene, mode, worker, of_pair, pair, test);
        }),
        Test::SatMtv => for_each(&listed.all, owners, workers, |worker, of_pair, pair| {
            let test = |a: &Element, b: &Element| {
                matches!(separating_axes::elements(a, b), Ok(Penetration::Overlap(_)))
            };
            owners.decide_roughly(scene, mode, worker, of_pair, pair, test);
        }),
        Test::Gjk => for_each(&listed.all, owners, workers, |worker, of_pair, pair| {
            let test = |a: &Element, b: &Element| elements::intersects(a, b) == Ok(true);
            owners.decide_roughly(scene, mode, worker, of_pair, pair, test);
        }),
    }
}

/// Shows each pair and its objects to one of the workers.
fn for_each(
    pairs: &[u64],
    owners: &Owners,
    workers: &mut [Worker],
    decide: impl Fn(&mut Worker, (u32, u32), [u32; 2]) + Sync,
) {
    let next = AtomicUsize::new(0);
    workers.par_iter_mut().for_each(|worker| {
        loop {
            let first = next.fetch_add(BATCH, Relaxed);
            if first >= pairs.len() {
                break;
            }
            for &pair in &pairs[first..pairs.len().min(first + BATCH)] {
                let (a, b) = ((pair >> 32) as u32, pair as u32);
                if let Some(of_pair) = owners.of_pair(a, b) {
                    decide(worker, of_pair, [a, b]);
                }
            }
        }
    });
}
