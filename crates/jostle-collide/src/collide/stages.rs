//! The stages of a query, and the buffers they keep.

use super::baselines::{self, Baseline, CandidateCollector};
use super::bodies::Bodies;
use super::containment::Containment;
use super::pair_decider::{DecisionWorker, PairDecider, PairDecision};
use super::{Broad, Collisions, Pair, Query, QueryOutput, Seconds, Statistics};
use crate::broad::reserve;
use crate::candidates::{
    BoxSearch, BoxSettings, Cancellation, CandidateSearch, ClusterSearch, NearObjects, Receiving,
    RunSearch, Scope, SearchInput, TopologyCache,
};
use crate::mesh::{ElementId, Scene};
use crate::session::QueryError;
use std::collections::TryReserveError;
use std::sync::Arc;
use std::time::Instant;

/// What answers a query on one set of threads.
#[derive(Debug, Default)]
pub(super) struct Stages {
    pub topology: TopologyCache,
    scope: Scope,
    clusters: ClusterSearch,
    boxes: BoxSearch,
    runs: RunSearch,
    near: NearObjects,
    bodies: Bodies,
    /// Whether memory was reserved, which knows nothing of boundaries of bodies.
    is_reserved: bool,
    decision: DecisionStages,
}

/// What takes candidates, whoever finds them, to an answer.
#[derive(Debug, Default)]
struct DecisionStages {
    decider: PairDecider,
    containment: Containment,
    candidates: CandidateCollector,
    workers: Vec<DecisionWorker>,
    scratch: Vec<u64>,
    collisions: Collisions,
}

impl Stages {
    /// Stages with empty buffers that share what topology implies with whoever else has this cache.
    pub fn new(topology: TopologyCache) -> Stages {
        Stages { topology, ..Stages::default() }
    }

    /// Answers a query about a scene that has been checked, unless it is cancelled.
    pub fn run(&mut self, scene: &Scene, query: &Query) -> Result<(), QueryError> {
        let start = Instant::now();
        self.update(scene, query);
        let Stages {
            topology, scope, clusters, boxes, runs, bodies, is_reserved, decision, ..
        } = self;
        let scope = match has_free_choice(query) && query.margin() == 0.0 && !*is_reserved {
            true => bodies.clear(scene, topology, scope),
            false => scope,
        };
        let input = SearchInput::elements_within(scene, topology, scope, query.margin());
        let is_first = has_free_choice(query) && is_first_between(topology, scope);
        match box_settings(query) {
            None if is_first && runs.pays(&input) => decision.run(runs, &input, query, start),
            None => decision.run(clusters, &input, query, start),
            Some(settings) => {
                boxes.set(settings);
                decision.run(boxes, &input, query, start);
            }
        }
        self.decision.collisions.statistics.bytes = self.bytes() as u64;
        self.check_cancellation()
    }

    /// Sets the token that cancels the next query.
    pub fn set_cancellation(&mut self, cancellation: Cancellation) {
        self.scope.set_cancellation(cancellation);
    }

    pub fn cancellation(&self) -> &Cancellation {
        self.scope.cancellation()
    }

    pub fn check_cancellation(&self) -> Result<(), QueryError> {
        match self.scope.is_cancelled() {
            true => Err(QueryError::Cancelled),
            false => Ok(()),
        }
    }

    fn update(&mut self, scene: &Scene, query: &Query) {
        self.topology.update(scene);
        query.chosen_filters().update_scope(scene, &mut self.scope);
    }

    /// The candidates of a query.
    pub fn candidates(&mut self, scene: &Scene, query: &Query) -> Vec<Pair> {
        self.update(scene, query);
        let Stages { topology, scope, clusters, boxes, decision, .. } = self;
        let input = SearchInput::elements_within(scene, topology, scope, query.margin());
        match box_settings(query) {
            None => decision.list_candidates(clusters, &input),
            Some(settings) => {
                boxes.set(settings);
                decision.list_candidates(boxes, &input);
            }
        }
        let pair = |pair: [u32; 2]| {
            let [a, b] = pair.map(ElementId::from_u32);
            Pair::new(a, b)
        };
        let mut pairs: Vec<Pair> = decision.candidates.pairs().map(pair).collect();
        pairs.sort_unstable();
        pairs
    }

    /// Makes the answer of pairs that another engine has found; see
    /// [`Workspace::answer_with_pairs`](super::Workspace::answer_with_pairs).
    pub fn adopt(
        &mut self,
        scene: &Scene,
        query: &Query,
        pairs: &mut Vec<Pair>,
        statistics: Statistics,
    ) {
        self.update(scene, query);
        let start = Instant::now();
        let Stages { topology, scope, near, decision, .. } = self;
        let excluded = query.chosen_filters().excluded_elements();
        let has_filters = scope.has_filters() || excluded.is_some();
        let is_clear = pairs.is_empty() || has_filters;
        // Pairs that are left out tell that objects touch.
        if decision.looks_inside(query, is_clear) {
            near.update(scope, scene.objects().iter().map(|own| scene.object_bounds(own)));
            decision.containment.update(near, true);
            decision.containment.note_pairs(scene, pairs);
        }
        let admits = |pair: &Pair| {
            let objects = [pair.a, pair.b].map(|element| scene.owner(element).index() as u32);
            (!scope.has_filters() || scope.admits(objects))
                && excluded.is_none_or(|excluded| !excluded.contains(*pair))
        };
        if has_filters {
            pairs.retain(admits);
        }
        decision.collisions.adopt(scene, query, pairs, statistics);
        if decision.looks_inside(query, !decision.collisions.any()) {
            decision.find_inside(scene, topology);
        }
        let seconds = &mut decision.collisions.statistics.seconds;
        seconds.containment = start.elapsed().as_secs_f64();
    }

    /// Reserves whatever frames of the scene can need in which objects move rigidly, with so many pairs
    /// at most, once the query has run on these threads.
    pub fn reserve(
        &mut self,
        scene: &Scene,
        query: &Query,
        pairs: usize,
    ) -> Result<(), TryReserveError> {
        // All threads are to have started.
        rayon::broadcast(|_| ());
        self.is_reserved = true;
        let Stages { topology, scope, clusters, decision, .. } = self;
        // The first frame may have gone without.
        (0..scope.len()).filter(|&object| scope.has_self_pairs(object)).for_each(|object| {
            topology.object_at(scene, object).incidence();
        });
        let input = SearchInput::elements_within(scene, topology, scope, query.margin());
        let threads = decision.workers.len();
        let most = clusters.reserve(&input, threads)?;
        let (listed, colliding) = match query.output() {
            QueryOutput::AllPairs => (pairs, scene.element_count().min(pairs.saturating_mul(2))),
            QueryOutput::FirstPair => (threads, 0),
            QueryOutput::PairCount => (0, 0),
            QueryOutput::CollidingElements => (0, scene.element_count()),
        };
        let list = most.largest * most.largest;
        let distances = if query.distance().is_some() { listed } else { 0 };
        let of_worker = if query.margin() > 0.0 { distances } else { 0 };
        decision
            .workers
            .iter_mut()
            .try_for_each(|worker| worker.reserve(listed, of_worker, list))?;
        reserve(&mut decision.scratch, listed)?;
        decision.collisions.reserve(scene, query.output(), listed, colliding)?;
        let objects = (0..scope.len()).filter(|&object| scope.takes_part(object)).count();
        decision.collisions.reserve_distances(scene.element_count(), distances, objects)?;
        if query.tests_containment() {
            let inside = &mut decision.collisions.inside;
            decision.containment.reserve(scene, topology, scope, inside)?;
        }
        Ok(())
    }

    pub fn set_fallback(&mut self, reason: Option<Arc<str>>) {
        self.decision.collisions.statistics.fallback = reason;
    }

    pub fn collisions(&self) -> &Collisions {
        &self.decision.collisions
    }

    pub fn into_collisions(self) -> Collisions {
        self.decision.collisions
    }

    pub fn bytes(&self) -> usize {
        self.topology.bytes()
            + self.scope.bytes()
            + self.clusters.bytes()
            + self.boxes.bytes()
            + self.runs.bytes()
            + self.near.bytes()
            + self.bodies.bytes()
            + self.decision.bytes()
    }
}

/// The broad phase over boxes that a query asks for, or none if it asks for clusters.
fn box_settings(query: &Query) -> Option<BoxSettings> {
    let method = Broad::box_method(query.broad_phase())?;
    let baseline = query.baseline_settings();
    Some(BoxSettings { method, keys: baseline.keys, duplicates: baseline.duplicates })
}

/// Whether a query leaves it to us how it is answered.
fn has_free_choice(query: &Query) -> bool {
    query.broad_phase() == Broad::Auto && *query.baseline_settings() == Baseline::default()
}

/// Whether objects are met for the first time, and none is compared with itself. Clusters pay from the second time
/// on, and for objects that are compared with themselves at once.
fn is_first_between(topology: &TopologyCache, scope: &Scope) -> bool {
    !scope.has_any_self_pairs() && topology.meets_new(scope)
}

impl DecisionStages {
    /// Bounds, broad and narrow phase, sorting, containment.
    fn run(
        &mut self,
        search: &mut dyn CandidateSearch,
        input: &SearchInput,
        query: &Query,
        start: Instant,
    ) {
        search.update(input);
        let in_lists = search.lists_candidates() && !query.baseline_settings().is_staged();
        self.decider.update(input, query.output(), in_lists);
        let looks_inside = query.tests_containment();
        self.containment.update(search.near_objects(), looks_inside);
        let bounded = Instant::now();
        let (populate, find) = self.search(search, input, query);
        let searched = Instant::now();
        if input.scope.is_cancelled() {
            // Nothing is sorted that nobody will see.
            self.workers.iter_mut().for_each(DecisionWorker::reset);
        }
        let DecisionStages { collisions, workers, decider, scratch, .. } = self;
        collisions.gather(input.scene, query, workers, decider, scratch);
        let gathered = Instant::now();
        if !input.scope.is_cancelled() && self.looks_inside(query, !self.collisions.any()) {
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

    /// Broad and narrow phase in one: each candidate is decided where it is found, unless the query
    /// is staged. Returns the seconds of populating and finding if it is.
    fn search(
        &mut self,
        search: &mut dyn CandidateSearch,
        input: &SearchInput,
        query: &Query,
    ) -> (f64, f64) {
        self.workers.resize_with(rayon::current_num_threads(), DecisionWorker::default);
        self.workers.iter_mut().for_each(DecisionWorker::reset);
        let baseline = query.baseline_settings();
        let mut seconds = (0.0, 0.0);
        if baseline.is_staged() {
            let start = Instant::now();
            self.collect(search, input);
            let populate = search.report().populate_seconds;
            seconds = (populate, start.elapsed().as_secs_f64() - populate);
        }
        let (decider, touching) = (&self.decider, self.containment.touching());
        let decision = PairDecision {
            input,
            output: query.output(),
            decider,
            touching,
            limit: query.margin(),
            excluded: query.chosen_filters().excluded_elements(),
        };
        match baseline.is_staged() {
            true => {
                baselines::decide(baseline.test, &self.candidates, &decision, &mut self.workers);
            }
            false => search
                .search(input, &mut Receiving { workers: &mut self.workers, receiver: &decision }),
        }
        seconds
    }

    fn list_candidates(&mut self, search: &mut dyn CandidateSearch, input: &SearchInput) {
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
    fn looks_inside(&self, query: &Query, is_clear: bool) -> bool {
        query.tests_containment() && (query.output() != QueryOutput::FirstPair || is_clear)
    }

    fn find_inside(&mut self, scene: &Scene, topology: &TopologyCache) {
        self.containment.find(scene, topology, &mut self.collisions.inside);
    }

    fn bytes(&self) -> usize {
        self.decider.bytes()
            + self.containment.bytes()
            + self.candidates.bytes()
            + self.workers.iter().map(DecisionWorker::bytes).sum::<usize>()
            + self.scratch.capacity() * size_of::<u64>()
            + self.collisions.bytes()
    }
}
