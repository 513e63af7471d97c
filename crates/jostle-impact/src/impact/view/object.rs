//! The view of one surface, from step to step.

use super::ghosts::Ghosts;
use super::primitive::{Primitive, Spread};
use super::sets::{SetSizes, View, ViewSets};
use super::surface::ViewSurface;
use super::{ViewFallback, ViewStatistics};
use crate::collide::{Query, Workspace};
use crate::conditions::{Condition, required};
use crate::geometry::{Aabb, ray_crossing};
use crate::impact::methods::TreeSearch;
use crate::impact::moving::MovingTriangles;
use crate::impact::step::Step;
use crate::mesh::ObjectId;
use crate::session::{Filters, SelfPairs};
use glam::DVec3;
use jostle_support::parallel;
use std::ops::Range;

/// What is left to be done about a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::impact) enum Decision {
    /// Nothing: it touches itself nowhere in the step.
    Free,
    /// To compare the features that its [sets](ViewObject::sets) admit.
    Sets,
    /// To compare all features.
    All,
}

/// A surface and how it is seen; keeps its buffers, and where the last step ended if that is known to be embedded.
#[derive(Debug, Default)]
pub(in crate::impact) struct ViewObject {
    /// The topology that this is of.
    stamp: u64,
    surface: ViewSurface,
    sets: ViewSets,
    ghosts: Ghosts,
    /// Half of the segment that the surface is seen from; zero if it is seen from a point.
    half: DVec3,
    steps: u32,
    /// Views from the other kind of primitive.
    other: Vec<View>,
    is_embedded: bool,
    end: Vec<DVec3>,
}

/// Steps after which points and segments are compared.
const PERIOD: u32 = 16;
/// Triangles that a thread looks at, at least.
const FEW: usize = 1024;

impl ViewObject {
    /// Which features are to be compared.
    pub fn sets(&self) -> &ViewSets {
        &self.sets
    }

    /// Looks at the surface of an object in a step.
    pub fn look(
        &mut self,
        step: &Step,
        object: usize,
        trees: &mut TreeSearch<Aabb>,
        starts: &mut Workspace,
        statistics: &mut ViewStatistics,
    ) -> Decision {
        let decision = self.decide(step, object, trees, starts, statistics);
        decision.unwrap_or_else(|reason| {
            statistics.add_fallback(reason);
            self.is_embedded = false;
            Decision::All
        })
    }

    fn decide(
        &mut self,
        step: &Step,
        object: usize,
        trees: &mut TreeSearch<Aabb>,
        starts: &mut Workspace,
        statistics: &mut ViewStatistics,
    ) -> Result<Decision, ViewFallback> {
        let Step { scene, topology, .. } = *step;
        let (own, topology) = (&scene.objects()[object], topology.object_at(scene, object));
        if self.stamp != own.topology_id() {
            self.surface = ViewSurface::new(own.kind(), &topology);
            self.sets.reset(&topology, own.vertices().len());
            self.stamp = own.topology_id();
            self.is_embedded = false;
            (self.half, self.steps) = (DVec3::ZERO, 0);
        }
        if let Some(defect) = self.surface.defect {
            return Err(defect);
        }
        let moving = MovingTriangles::new(step, object);
        let primitive = self.classify(&moving);
        self.ghosts.update(&self.surface, &moving);
        if !self.is_known(&moving) {
            if self.is_seen_once(&moving, &primitive) {
                self.count(statistics);
                statistics.proven += 1;
                return Ok(Decision::Free);
            }
            statistics.start_queries += 1;
            let filters = Filters::new().self_pairs(SelfPairs::Only).among([ObjectId::new(object)]);
            let query = Query::first_pair().containment(false).filters(filters);
            let is_free = starts.collide(scene, &query).is_ok_and(|found| !found.any());
            if !is_free && required(Condition::ViewStartIsFree) {
                return Err(ViewFallback::StartNotFree);
            }
        }
        if !self.surface.ghosts.is_empty() {
            trees.update_object(step, object);
            let tree = trees.object(object);
            self.ghosts.mark(&self.surface, &moving, tree, &mut self.sets.views);
        }
        let sizes = self.count(statistics);
        if sizes.positive == moving.triangles.len() as u64 {
            statistics.proven += 1;
            return Ok(Decision::Free);
        }
        if self.surface.ghosts.is_empty() {
            trees.update_object(step, object);
        }
        self.sets.mark(&self.surface, &topology, &trees.object(object).tree);
        Ok(Decision::Sets)
    }

    /// Keeps where a step ended, if its start is known to be embedded and nothing touches.
    pub fn finish(&mut self, step: &Step, object: usize, is_free: bool) {
        self.is_embedded = is_free;
        if is_free {
            self.end.clear();
            self.end.extend_from_slice(MovingTriangles::new(step, object).end);
        }
    }

    /// Whether the last step ended embedded where this one starts.
    fn is_known(&self, moving: &MovingTriangles) -> bool {
        self.is_embedded && (self.end == moving.start || !required(Condition::ViewStartIsCurrent))
    }

    /// Looks at all triangles from a point or a segment, whichever has more of them positive; now and then from
    /// both.
    fn classify(&mut self, moving: &MovingTriangles) -> Primitive {
        let is_due = self.steps.is_multiple_of(PERIOD);
        self.steps = self.steps.wrapping_add(1);
        let spread = match is_due {
            true => Spread::new(moving.start, moving.end),
            false => Spread { half: self.half, ..Spread::middle(moving.start, moving.end) },
        };
        let from_line = Primitive { centre: spread.centre, half: spread.half };
        let from_point = Primitive { half: DVec3::ZERO, ..from_line };
        let mut primitive = if is_due { from_point } else { from_line };
        let positive = look_from(&primitive, moving, &mut self.sets.views);
        if is_due && from_line.is_line() && positive < moving.triangles.len() {
            self.other.resize(self.sets.views.len(), View::Positive);
            let by_line = look_from(&from_line, moving, &mut self.other);
            if by_line > positive {
                std::mem::swap(&mut self.other, &mut self.sets.views);
                primitive = from_line;
            }
        }
        self.half = primitive.half;
        primitive
    }

    /// Whether Theorem 1 says that the step is free.
    fn is_seen_once(&self, moving: &MovingTriangles, primitive: &Primitive) -> bool {
        let Some(&first) = self.sets.views.first() else { return false };
        // Signs were turned so that more are positive.
        if first != View::Positive || self.sets.views.iter().any(|&view| view != first) {
            return false;
        }
        let [start, end] = moving.corners(0);
        let side = primitive.side(start, end);
        let are_seen = self.ghosts.are_seen(&self.surface, moving, primitive, side);
        (are_seen || !required(Condition::ViewGhostsAreSeen))
            && (self.degree(moving, primitive.centre[0]) == i64::from(side)
                || !required(Condition::ViewDegree))
    }

    /// How often the surface with its ghost triangles winds around a point at the start, exactly; the point is on
    /// none of them.
    fn degree(&self, moving: &MovingTriangles, point: DVec3) -> i64 {
        let crossing = |corners: [DVec3; 3]| i64::from(ray_crossing::crossing(point, corners));
        let own = |triangles: Range<usize>| -> i64 {
            triangles.map(|triangle| crossing(moving.corners(triangle)[0])).sum()
        };
        parallel::reduce(moving.triangles.len(), FEW, own, |a, b| a + b).unwrap_or(0)
            + self.ghosts.at_start(&self.surface, moving).map(crossing).sum::<i64>()
    }

    fn count(&self, statistics: &mut ViewStatistics) -> SetSizes {
        let sizes = self.sets.sizes();
        statistics.positive += sizes.positive;
        statistics.negative += sizes.negative;
        statistics.zero += sizes.zero;
        statistics.violated += sizes.violated;
        statistics.points += u64::from(self.half == DVec3::ZERO);
        statistics.lines += u64::from(self.half != DVec3::ZERO);
        sizes
    }

    pub fn bytes(&self) -> usize {
        self.surface.bytes()
            + self.sets.bytes()
            + self.ghosts.bytes()
            + self.other.capacity() * size_of::<View>()
            + self.end.capacity() * size_of::<DVec3>()
    }
}

/// Looks at all triangles, and returns how many are positive. Signs are turned if more are negative, which is as good.
fn look_from(primitive: &Primitive, moving: &MovingTriangles, views: &mut [View]) -> usize {
    let counts = |own: &[View]| {
        let count = |view| own.iter().filter(|&&own| own == view).count();
        [count(View::Positive), count(View::Negative)]
    };
    parallel::for_each_mut(views, FEW, |triangle, view| {
        let [start, end] = moving.corners(triangle);
        *view = match primitive.side(start, end) {
            1 => View::Positive,
            -1 => View::Negative,
            _ => View::Zero,
        };
    });
    let [positive, negative] = counts(views);
    if negative <= positive {
        return positive;
    }
    for view in views {
        *view = match *view {
            View::Positive => View::Negative,
            View::Negative => View::Positive,
            other => other,
        };
    }
    negative
}
