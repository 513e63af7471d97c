//! The stages of a query, and the buffers they keep.

use super::baselines::Baseline;
use super::bodies::Bodies;
use super::pair_search::PairSearch;
use super::{Broad, Collisions, Pair, Query, QueryOutput, Statistics};
use crate::candidates::{
    BoxSearch, BoxSettings, Cancellation, CandidateSearch, ClusterSearch, NearObjects, RunSearch,
    Scope, SearchInput, TopologyCache,
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
    pairs: PairSearch,
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
        let Stages { topology, scope, clusters, boxes, runs, bodies, is_reserved, pairs, .. } =
            self;
        let scope = if has_free_choice(query) && query.margin() == 0.0 && !*is_reserved {
            bodies.clear(scene, topology, scope)
        } else {
            scope
        };
        let input = SearchInput::elements_within(scene, topology, scope, query.margin());
        let is_first = has_free_choice(query) && is_first_between(topology, scope);
        let search: &mut dyn CandidateSearch = match box_settings(query) {
            None if is_first && runs.pays(&input) => runs,
            None => clusters,
            Some(settings) => {
                boxes.set(settings);
                boxes
            }
        };
        pairs.run(search, &input, query, start);
        self.pairs.collisions.statistics.bytes = self.bytes() as u64;
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
        if self.scope.is_cancelled() { Err(QueryError::Cancelled) } else { Ok(()) }
    }

    fn update(&mut self, scene: &Scene, query: &Query) {
        self.topology.update(scene);
        query.chosen_filters().update_scope(scene, &mut self.scope);
    }

    /// The candidates of a query.
    pub fn candidates(&mut self, scene: &Scene, query: &Query) -> Vec<Pair> {
        self.update(scene, query);
        let Stages { topology, scope, clusters, boxes, pairs, .. } = self;
        let input = SearchInput::elements_within(scene, topology, scope, query.margin());
        match box_settings(query) {
            None => pairs.list_candidates(clusters, &input),
            Some(settings) => {
                boxes.set(settings);
                pairs.list_candidates(boxes, &input);
            }
        }
        let pair = |pair: [u32; 2]| {
            let [a, b] = pair.map(ElementId::from_u32);
            Pair::new(a, b)
        };
        let mut pairs: Vec<Pair> = pairs.candidates.pairs().map(pair).collect();
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
        let Stages { topology, scope, near, pairs: search, .. } = self;
        let excluded = query.chosen_filters().excluded_elements();
        let has_filters = scope.has_filters() || excluded.is_some();
        let is_clear = pairs.is_empty() || has_filters;
        // Pairs that are left out tell that objects touch.
        if search.looks_inside(query, is_clear) {
            near.update(scope, scene.objects().iter().map(|own| scene.object_bounds(own)));
            search.containment.update(near, true);
            search.containment.note_pairs(scene, pairs);
        }
        let admits = |pair: &Pair| {
            let objects = [pair.a, pair.b].map(|element| scene.owner(element).index() as u32);
            (!scope.has_filters() || scope.admits(objects))
                && excluded.is_none_or(|excluded| !excluded.contains(*pair))
        };
        if has_filters {
            pairs.retain(admits);
        }
        search.gathering.adopt(scene, query, pairs, statistics, &mut search.collisions);
        if search.looks_inside(query, !search.collisions.any()) {
            search.find_inside(scene, topology);
        }
        let seconds = &mut search.collisions.statistics.seconds;
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
        let Stages { topology, scope, clusters, pairs: search, .. } = self;
        // The first frame may have gone without.
        (0..scope.len()).filter(|&object| scope.has_self_pairs(object)).for_each(|object| {
            topology.object_at(scene, object).incidence();
        });
        let input = SearchInput::elements_within(scene, topology, scope, query.margin());
        let threads = search.workers.len();
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
        search.workers.iter_mut().try_for_each(|worker| worker.reserve(listed, of_worker, list))?;
        let PairSearch { gathering, collisions, containment, .. } = search;
        gathering.reserve(scene, query.output(), listed, colliding, collisions)?;
        let objects = (0..scope.len()).filter(|&object| scope.takes_part(object)).count();
        gathering.reserve_distances(scene.element_count(), distances, objects, collisions)?;
        if query.tests_containment() {
            containment.reserve(scene, topology, scope, &mut collisions.inside)?;
        }
        Ok(())
    }

    pub fn set_fallback(&mut self, reason: Option<Arc<str>>) {
        self.pairs.collisions.statistics.fallback = reason;
    }

    pub fn collisions(&self) -> &Collisions {
        &self.pairs.collisions
    }

    pub fn into_collisions(self) -> Collisions {
        self.pairs.collisions
    }

    pub fn bytes(&self) -> usize {
        let Stages { topology, scope, clusters, boxes, runs, near, bodies, is_reserved: _, pairs } =
            self;
        topology.bytes()
            + scope.bytes()
            + clusters.bytes()
            + boxes.bytes()
            + runs.bytes()
            + near.bytes()
            + bodies.bytes()
            + pairs.bytes()
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
