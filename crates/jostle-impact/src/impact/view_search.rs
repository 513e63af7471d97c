//! Impacts by the view of surfaces: pairs of objects and surfaces that fall back by clusters, the rest by view sets.

use super::methods::TreeSearch;
use super::receiver::ImpactWorker;
use super::step::{ClusterStage, Step};
use super::view::{Decision, ViewObject};
use super::{Impact, ViewStatistics};
use crate::candidates::{Motion, Scope};
use crate::collide::Workspace;
use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use crate::session::Session;
use glam::DVec3;
use std::time::Instant;

/// Finds impacts by the view of surfaces; keeps its buffers, and which surfaces are embedded.
#[derive(Debug, Default)]
pub(super) struct ViewSearch {
    objects: Vec<ViewObject>,
    decisions: Vec<Decision>,
    trees: TreeSearch<Aabb>,
    starts: Workspace,
    /// What is searched by clusters, and what by view sets.
    others: Scope,
    seen: Scope,
    /// Impacts among the features that view sets admit.
    workers: Vec<ImpactWorker>,
    /// The surfaces that have some.
    collides: Vec<bool>,
    shorter_end: Vec<DVec3>,
}

impl ViewSearch {
    /// A search with empty buffers, whose surfaces at rest are searched in a session.
    pub fn in_session(session: &Session) -> ViewSearch {
        ViewSearch { starts: Workspace::in_session(session), ..ViewSearch::default() }
    }

    /// Finds all impacts of a step, or its first, and returns the seconds spent before features were compared.
    pub fn find(
        &mut self,
        step: &Step,
        scope: &Scope,
        clusters: &mut ClusterStage,
        workers: &mut [ImpactWorker],
        statistics: &mut ViewStatistics,
    ) -> f64 {
        let is_first_only = step.query.is_first_only();
        let begin = Instant::now();
        self.look(step, scope, statistics);
        statistics.seconds = begin.elapsed().as_secs_f64();
        let mut seconds = statistics.seconds;
        let decisions = &self.decisions;
        self.others.copy_without_self_pairs(scope, |o| decisions[o] == Decision::All);
        if !self.others.is_empty() {
            let motion = step.motion();
            seconds += clusters.find(step, &self.others, motion, is_first_only, workers);
        }
        self.find_seen(step, scope, workers);
        self.finish(step, scope, statistics);
        if self.collides.contains(&true) {
            let (collides, seen) = (&self.collides, &mut self.seen);
            seen.copy_self_pairs(scope, |o| collides[o]);
            let motion = match is_first_only {
                true => until_first(step, &self.workers, workers, &mut self.shorter_end),
                false => step.motion(),
            };
            seconds += clusters.find(step, &self.seen, motion, is_first_only, workers);
        }
        seconds
    }

    /// Decides what is to be compared of each surface.
    fn look(&mut self, step: &Step, scope: &Scope, statistics: &mut ViewStatistics) {
        let ViewSearch { objects, decisions, trees, starts, .. } = self;
        objects.resize_with(scope.len(), ViewObject::default);
        decisions.clear();
        for (object, own) in objects.iter_mut().enumerate() {
            decisions.push(match scope.has_self_pairs(object) {
                true => own.look(step, object, trees, starts, statistics),
                false => Decision::Free,
            });
        }
    }

    /// Finds the impacts among the features that view sets admit.
    fn find_seen(&mut self, step: &Step, scope: &Scope, counted: &mut [ImpactWorker]) {
        let ViewSearch { objects, decisions, trees, seen, workers, .. } = self;
        workers.resize_with(counted.len(), ImpactWorker::default);
        workers.iter_mut().for_each(ImpactWorker::reset);
        if !decisions.contains(&Decision::Sets) {
            return;
        }
        seen.copy_self_pairs(scope, |o| decisions[o] == Decision::Sets);
        trees.number(step, seen);
        trees.search(step, seen, false, |object| objects[object].sets(), workers);
        for (own, counted) in workers.iter().zip(counted) {
            counted.vertex_faces += own.vertex_faces;
            counted.edge_edges += own.edge_edges;
            counted.tally += own.tally;
            counted.elementary_seconds += own.elementary_seconds;
        }
    }

    /// Notes which surfaces touch themselves, and which end the step embedded.
    fn finish(&mut self, step: &Step, scope: &Scope, statistics: &mut ViewStatistics) {
        self.collides.clear();
        self.collides.resize(scope.len(), false);
        for impact in self.workers.iter().flat_map(|worker| &worker.impacts) {
            self.collides[impact.objects[0].index()] = true;
        }
        statistics.colliding = self.collides.iter().filter(|own| **own).count() as u64;
        for (object, own) in self.objects.iter_mut().enumerate() {
            if scope.has_self_pairs(object) && self.decisions[object] != Decision::All {
                // A search that was cancelled has not seen all impacts.
                let is_finished = !scope.is_cancelled() || !required(Condition::ViewStepIsFinished);
                let is_embedded = !self.collides[object] && is_finished;
                own.finish(step, object, is_embedded);
            }
        }
    }

    pub fn bytes(&self) -> usize {
        self.objects.iter().map(ViewObject::bytes).sum::<usize>()
            + self.trees.bytes()
            + self.others.bytes()
            + self.seen.bytes()
            + self.workers.iter().map(ImpactWorker::bytes).sum::<usize>()
            + self.shorter_end.capacity() * size_of::<DVec3>()
    }
}

/// The motion up to the first impact that is known, with a margin for rounding. There is an impact at that time,
/// and of several the first by its features is asked for, so those that may have its time are to be found.
fn until_first<'m>(
    step: &Step<'m>,
    seen: &[ImpactWorker],
    others: &[ImpactWorker],
    shorter_end: &'m mut Vec<DVec3>,
) -> Motion<'m> {
    let firsts = seen.iter().chain(others).filter_map(|worker| worker.first);
    let earlier = |a: Impact, b: Impact| if b.is_before(&a) { b } else { a };
    let Some(first) = firsts.reduce(earlier) else { return step.motion() };
    // Intervals of time are no longer than the tolerance, or between neighbouring numbers.
    let last = first.time.upper.max(first.time.lower + step.query.time_tolerance()).next_up();
    let start = step.scene.vertices();
    let largest = |positions: &[DVec3]| {
        positions.iter().fold(DVec3::ZERO, |largest, p| largest.max(p.abs())).max_element()
    };
    let largest = largest(start).max(largest(step.end));
    if last >= 1.0 || largest > f64::MAX / 4.0 {
        return step.motion();
    }
    shorter_end.clear();
    let shortened = start.iter().zip(step.end).map(|(a, b)| *a + (*b - *a) * last);
    shorter_end.extend(shortened);
    // A difference and its product are off by `2u` and the sum by `u` of at most three times the largest
    // coordinate; half the margin is on each side.
    Motion { end: Some(shorter_end), margin: 16.0 * f64::EPSILON * largest }
}
