//! From a search for candidates to the answer of a query.

use super::baselines::{self, CandidateCollector};
use super::containment::Containment;
use super::gathering::Gathering;
use super::output_sink::OutputSink;
use super::pair_decider::{PairDecider, PairDecision};
use super::pair_worker::PairWorker;
use super::{Collisions, Query, QueryOutput, Seconds};
use crate::candidates::{CandidateSearch, Receiving, SearchInput, TopologyCache};
use crate::mesh::Scene;
use jostle_support::memory::vec_bytes;
use std::time::Instant;

/// Decides the candidates of any search, and sorts an answer from them; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct PairSearch {
    pub decider: PairDecider,
    pub containment: Containment,
    pub candidates: CandidateCollector,
    pub workers: Vec<PairWorker>,
    sink: OutputSink,
    pub gathering: Gathering,
    pub collisions: Collisions,
}

impl PairSearch {
    /// Answers a query: bounds, broad and narrow phase in one, sorting, containment.
    pub fn run(
        &mut self,
        search: &mut dyn CandidateSearch,
        input: &SearchInput,
        query: &Query,
        start: Instant,
    ) {
        search.update(input);
        self.prepare(search, input, query);
        let bounded = Instant::now();
        let (populate, find) = self.decide_candidates(search, input, query);
        let searched = Instant::now();
        let is_cancelled = input.scope.is_cancelled();
        if is_cancelled {
            // Nothing is sorted that nobody will see.
            self.workers.iter_mut().for_each(PairWorker::reset);
        }
        let PairSearch { gathering, workers, sink, collisions, .. } = self;
        gathering.gather(input.scene, query, workers, sink, collisions);
        let gathered = Instant::now();
        if !is_cancelled && self.looks_inside(query, !self.collisions.any()) {
            self.find_inside(input.scene, input.topology);
        }
        let is_staged = query.baseline_settings().is_staged();
        let search_seconds = (searched - bounded).as_secs_f64();
        let report = search.report();
        let statistics = &mut self.collisions.statistics;
        statistics.levels = report.levels;
        statistics.entries = report.entries;
        statistics.cells = report.cells;
        statistics.fullest_cell = report.fullest_cell;
        statistics.duplicates += report.duplicates;
        statistics.seconds = Seconds {
            boxes: (bounded - start).as_secs_f64(),
            search: search_seconds,
            sort: (gathered - searched).as_secs_f64(),
            containment: gathered.elapsed().as_secs_f64(),
            populate,
            find,
            narrow: if is_staged { search_seconds - populate - find } else { 0.0 },
        };
    }

    fn prepare(&mut self, search: &dyn CandidateSearch, input: &SearchInput, query: &Query) {
        let in_lists = search.lists_candidates() && !query.baseline_settings().is_staged();
        self.decider.update(input, in_lists);
        self.containment.update(search.near_objects(), query.tests_containment());
        self.sink.update(query.output(), query.margin() > 0.0, input.scene.element_count());
        self.workers.resize_with(rayon::current_num_threads(), PairWorker::default);
        self.workers.iter_mut().for_each(PairWorker::reset);
    }

    /// Decides each candidate where it is found, unless the query is staged. Returns the seconds of populating and
    /// finding if it is.
    fn decide_candidates(
        &mut self,
        search: &mut dyn CandidateSearch,
        input: &SearchInput,
        query: &Query,
    ) -> (f64, f64) {
        let baseline = query.baseline_settings();
        let mut seconds = (0.0, 0.0);
        if baseline.is_staged() {
            let start = Instant::now();
            self.collect(search, input);
            let populate = search.report().populate_seconds;
            seconds = (populate, start.elapsed().as_secs_f64() - populate);
        }
        let decision = PairDecision {
            input,
            sink: &self.sink,
            decider: &self.decider,
            touching: self.containment.touching(),
            limit: query.margin(),
            excluded: query.chosen_filters().excluded_elements(),
        };
        let workers = &mut self.workers;
        if baseline.is_staged() {
            baselines::decide(baseline.test, &self.candidates, &decision, workers);
        } else {
            search.search(input, &mut Receiving { workers, receiver: &decision });
        }
        seconds
    }

    /// Lists the candidates of a search.
    pub fn list_candidates(&mut self, search: &mut dyn CandidateSearch, input: &SearchInput) {
        search.update(input);
        self.collect(search, input);
    }

    fn collect(&mut self, search: &mut dyn CandidateSearch, input: &SearchInput) {
        let threads = rayon::current_num_threads();
        self.candidates.collect(threads, |workers, receiver| {
            search.search(input, &mut Receiving { workers, receiver })
        });
    }

    /// Whether it is still of interest what is inside what: the first pair settles a query for it.
    pub fn looks_inside(&self, query: &Query, is_clear: bool) -> bool {
        query.tests_containment() && (query.output() != QueryOutput::FirstPair || is_clear)
    }

    /// Finds what is inside what.
    pub fn find_inside(&mut self, scene: &Scene, topology: &TopologyCache) {
        self.containment.find(scene, topology, &mut self.collisions.inside);
    }

    pub fn bytes(&self) -> usize {
        let PairSearch { decider, containment, candidates, workers, sink, gathering, collisions } =
            self;
        decider.bytes()
            + containment.bytes()
            + candidates.bytes()
            + vec_bytes(workers)
            + workers.iter().map(PairWorker::bytes).sum::<usize>()
            + sink.bytes()
            + gathering.bytes()
            + collisions.bytes()
    }
}
