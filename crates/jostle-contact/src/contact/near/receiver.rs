//! Candidates in, the features that their nearest points lie in out.

use super::contact::{Mollifier, in_range};
use super::float_screen::FloatPositions;
use super::regions::{Region, RegionQuery, Verdict};
use crate::candidates::{
    CandidateCorners, CandidateList, CandidateReceiver, CornerBuffer, FeaturePair,
};
use crate::geometry::distance::{segment_segment_weights, weighted_point_triangle};
use glam::DVec3;
use std::sync::atomic::{AtomicU64, Ordering};

/// One worker's share of the contacts, by their vertices; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct NearWorker {
    pub vertex_vertex: Vec<[u32; 2]>,
    pub edge_vertex: Vec<[u32; 3]>,
    pub edge_edge: Vec<[u32; 4]>,
    pub face_vertex: Vec<[u32; 4]>,
    /// Candidates that were received.
    pub candidates: u64,
    /// Those that were measured.
    pub measured: u64,
    /// Those that wait to be.
    waiting: CornerBuffer,
}

/// Candidates that are told apart at a time: what they need stays in the cache.
const BATCH: usize = 1024;

impl NearWorker {
    pub fn reset(&mut self) {
        self.vertex_vertex.clear();
        self.edge_vertex.clear();
        self.edge_edge.clear();
        self.face_vertex.clear();
        self.waiting.clear();
        (self.candidates, self.measured) = (0, 0);
    }

    pub fn bytes(&self) -> usize {
        self.vertex_vertex.capacity() * size_of::<[u32; 2]>()
            + self.edge_vertex.capacity() * size_of::<[u32; 3]>()
            + (self.edge_edge.capacity() + self.face_vertex.capacity()) * size_of::<[u32; 4]>()
            + self.waiting.bytes()
    }
}

/// Reduces candidates of one kind.
pub(super) struct NearReceiver<'r> {
    pub corners: CandidateCorners<'r>,
    /// The positions in single precision.
    pub floats: &'r FloatPositions,
    pub distance: f64,
    /// Where vertices are at rest, if edges are mollified.
    pub rest: Option<&'r [DVec3]>,
    /// How many pairs may be near; beyond that nothing more is looked at.
    pub limit: u64,
    /// Pairs of all workers that are near.
    pub found: &'r AtomicU64,
}

impl CandidateReceiver for NearReceiver<'_> {
    type Worker = NearWorker;

    fn receive(&self, _: &mut NearWorker, _: [u32; 2], _: [u32; 2]) {
        unreachable!("candidates of clusters come in lists");
    }

    fn receive_list(&self, worker: &mut NearWorker, list: &CandidateList) {
        if self.is_done() {
            return;
        }
        for pairs in list.pairs.chunks(BATCH) {
            self.corners.extend(list.objects, pairs, &mut worker.waiting);
            if worker.waiting.len() >= BATCH {
                self.finish(worker);
            }
        }
    }

    fn is_done(&self) -> bool {
        self.found.load(Ordering::Relaxed) > self.limit
    }
}

impl NearReceiver<'_> {
    /// Tells apart what is waiting; to be called once all candidates have been received.
    pub fn finish(&self, worker: &mut NearWorker) {
        let before = worker.found();
        let mut waiting = std::mem::take(&mut worker.waiting);
        worker.candidates += waiting.len() as u64;
        let features = self.corners.input.features;
        let near = self.floats.keep_near(features, waiting.written_mut(), self.distance);
        let positions = self.corners.input.scene.vertices();
        // Edges that are where they are at rest are parallel by their angle alone.
        let is_at_rest = self.rest.is_some_and(|rest| std::ptr::eq(rest, positions));
        let parallel = is_at_rest.then_some(Mollifier::PARALLEL);
        let query = RegionQuery { features, positions, distance: self.distance, parallel };
        query.decide(near, |&own, verdict| self.take(worker, own, verdict));
        waiting.clear();
        worker.waiting = waiting;
        self.found.fetch_add((worker.found() - before) as u64, Ordering::Relaxed);
    }

    /// A candidate of which this is known.
    #[inline]
    fn take(&self, worker: &mut NearWorker, own: [u32; 4], verdict: Verdict) {
        let [a, b, c, d] = own;
        worker.measured += (verdict != Verdict::Beyond) as u64;
        match verdict {
            Verdict::Beyond => {}
            Verdict::Unclear if self.corners.input.features == FeaturePair::VertexFace => {
                self.face(worker, own);
            }
            Verdict::Unclear => self.edges(worker, own),
            Verdict::Near(Region::Face) => worker.face_vertex.push([b, c, d, a]),
            Verdict::Near(Region::Side(side)) => {
                worker.add_edge_vertex(side.map(|corner| own[1 + corner]), a);
            }
            Verdict::Near(Region::Corner(corner)) => worker.add_vertices([own[1 + corner], a]),
            Verdict::Near(Region::Parallel) => worker.edge_edge.push(own),
            Verdict::Near(Region::Edges([one, other])) => {
                // Without a mollifier, or at rest, this has been told.
                if self.rest.is_some_and(|rest| !std::ptr::eq(rest, self.positions()))
                    && self.is_mollified(own)
                {
                    worker.edge_edge.push(own);
                    return;
                }
                worker.add_edges(own, [one.map(|end| own[end]), other.map(|end| own[2 + end])]);
            }
        }
    }

    fn positions(&self) -> &[DVec3] {
        self.corners.input.scene.vertices()
    }

    /// Whether two edges are kept as they are because they are parallel.
    fn is_mollified(&self, edges: [u32; 4]) -> bool {
        self.rest.is_some_and(|rest| {
            let at = edges.map(|v| self.positions()[v as usize]);
            Mollifier::new(at, Some(edges.map(|v| rest[v as usize]))).is_active()
        })
    }

    /// A vertex and a face.
    #[inline]
    fn face(&self, worker: &mut NearWorker, [v, a, b, c]: [u32; 4]) {
        let vertices = self.corners.input.scene.vertices();
        let at = [v, a, b, c].map(|v| vertices[v as usize]);
        let ([p, q, r, s], scale) = in_range(at);
        let found = weighted_point_triangle(p, &[q, r, s]);
        if found.nearest.distance * scale >= self.distance {
            return;
        }
        match found.weights.1.map(|weight| weight != 0.0) {
            [true, true, true] => worker.face_vertex.push([a, b, c, v]),
            [true, true, false] => worker.add_edge_vertex([a, b], v),
            [false, true, true] => worker.add_edge_vertex([b, c], v),
            [true, false, true] => worker.add_edge_vertex([a, c], v),
            [true, ..] => worker.add_vertices([a, v]),
            [_, true, _] => worker.add_vertices([b, v]),
            _ => worker.add_vertices([c, v]),
        }
    }

    /// Two edges.
    #[inline]
    fn edges(&self, worker: &mut NearWorker, [a, b, c, d]: [u32; 4]) {
        let vertices = self.corners.input.scene.vertices();
        let at = [a, b, c, d].map(|v| vertices[v as usize]);
        let ([p, q, r, s], scale) = in_range(at);
        let found = segment_segment_weights(&[p, q], &[r, s]);
        if found.nearest.distance * scale >= self.distance {
            return;
        }
        if self.is_mollified([a, b, c, d]) {
            worker.edge_edge.push([a, b, c, d]);
            return;
        }
        // The end that a nearest point is at, if it is at one.
        let end = |[first, second]: [f64; 2], [from, to]: [u32; 2]| match (first, second) {
            (_, 0.0) => Some(from),
            (0.0, _) => Some(to),
            _ => None,
        };
        let ends = [end(found.weights.0, [a, b]), end(found.weights.1, [c, d])];
        worker.add_edges([a, b, c, d], ends);
    }
}

impl NearWorker {
    /// Pairs that were found to be near.
    fn found(&self) -> usize {
        self.vertex_vertex.len()
            + self.edge_vertex.len()
            + self.edge_edge.len()
            + self.face_vertex.len()
    }

    /// Two edges, given the ends that nearest points are at.
    fn add_edges(&mut self, [a, b, c, d]: [u32; 4], ends: [Option<u32>; 2]) {
        match ends {
            [None, None] => self.edge_edge.push([a, b, c, d]),
            [None, Some(end)] => self.add_edge_vertex([a, b], end),
            [Some(end), None] => self.add_edge_vertex([c, d], end),
            [Some(one), Some(other)] => self.add_vertices([one, other]),
        }
    }

    fn add_vertices(&mut self, [a, b]: [u32; 2]) {
        self.vertex_vertex.push([a.min(b), a.max(b)]);
    }

    fn add_edge_vertex(&mut self, [a, b]: [u32; 2], vertex: u32) {
        self.edge_vertex.push([a.min(b), a.max(b), vertex]);
    }
}
