//! A step that is searched, and its search by clusters.

use super::ImpactQuery;
use super::deadline::Deadline;
use super::receiver::{ImpactReceiver, ImpactWorker};
use crate::candidates::{
    CandidateSearch, ClusterSearch, FeatureNumbering, FeaturePair, Motion, Receiving, Scope,
    SearchInput, TopologyCache,
};
use crate::mesh::Scene;
use glam::DVec3;
use jostle_support::parallel;
use std::time::Instant;

/// What a step is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'s> {
    pub scene: &'s Scene,
    /// Up to date with the scene.
    pub topology: &'s TopologyCache,
    pub end: &'s [DVec3],
    pub query: &'s ImpactQuery,
    /// Until when a first impact is looked for.
    pub deadline: &'s Deadline,
}

impl<'s> Step<'s> {
    pub fn motion(&self) -> Motion<'s> {
        Motion { end: Some(self.end), margin: self.query.distance() }
    }

    /// What a search for candidates is given.
    pub fn input(&self, scope: &'s Scope, features: FeaturePair) -> SearchInput<'s> {
        let Step { scene, topology, .. } = *self;
        let motion = self.motion();
        SearchInput { scene, topology, scope, features, motion, leaves_out_patches: true }
    }

    /// Who decides about candidates.
    pub fn receiver<'r>(
        &self,
        scope: &'r Scope,
        features: FeaturePair,
        numbering: &'r FeatureNumbering,
        is_first_only: bool,
    ) -> ImpactReceiver<'r>
    where
        's: 'r,
    {
        let input = self.input(scope, features);
        let tolerance = self.query.time_tolerance();
        let deadline = is_first_only.then_some(self.deadline);
        let thickness = self.query.distance();
        ImpactReceiver { input, numbering, thickness, tolerance, deadline }
    }
}

/// Finds impacts by clusters; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct ClusterStage {
    search: ClusterSearch,
    numbering: FeatureNumbering,
}

impl ClusterStage {
    /// Finds impacts of both kinds, among features that are near each other in a motion that is that of the step or
    /// a part of it, and returns the seconds spent before features were compared.
    pub fn find(
        &mut self,
        step: &Step,
        scope: &Scope,
        near: Motion,
        is_first_only: bool,
        workers: &mut [ImpactWorker],
    ) -> f64 {
        let begin = Instant::now();
        let mut input = SearchInput { motion: near, ..step.input(scope, FeaturePair::VertexFace) };
        self.search.update(&input);
        self.numbering.copy_from(self.search.numbering());
        let update_seconds = begin.elapsed().as_secs_f64();
        for features in [FeaturePair::VertexFace, FeaturePair::EdgeEdge] {
            input.features = features;
            let receiver = step.receiver(scope, features, &self.numbering, is_first_only);
            self.search.search(&input, &mut Receiving { workers, receiver: &receiver });
            parallel::for_each_mut(workers, 1, |_, worker| receiver.finish(worker));
        }
        update_seconds + self.search.report().populate_seconds
    }

    pub fn bytes(&self) -> usize {
        self.search.bytes() + self.numbering.bytes()
    }
}
