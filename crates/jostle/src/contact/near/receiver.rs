//! Candidates in, the features that their nearest points lie in out.

use super::contact::{Mollifier, in_range};
use super::screen;
use crate::candidates::{CandidateCorners, CandidateList, CandidateReceiver, FeaturePair};
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
    corners: Vec<[u32; 4]>,
}

impl NearWorker {
    pub fn reset(&mut self) {
        self.vertex_vertex.clear();
        self.edge_vertex.clear();
        self.edge_edge.clear();
        self.face_vertex.clear();
        (self.candidates, self.measured) = (0, 0);
    }

    pub fn bytes(&self) -> usize {
        self.vertex_vertex.capacity() * size_of::<[u32; 2]>()
            + self.edge_vertex.capacity() * size_of::<[u32; 3]>()
            + (self.edge_edge.capacity() + self.face_vertex.capacity() + self.corners.capacity())
                * size_of::<[u32; 4]>()
    }
}

/// Reduces candidates of one kind.
pub(super) struct NearReceiver<'r> {
    pub corners: CandidateCorners<'r>,
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
        let before = worker.found();
        let mut corners = std::mem::take(&mut worker.corners);
        corners.clear();
        self.corners.extend(list.objects, list.pairs, &mut corners);
        worker.candidates += corners.len() as u64;
        let features = self.corners.input.features;
        let positions = self.corners.input.scene.vertices();
        screen::retain_near(features, positions, &mut corners, self.distance);
        worker.measured += corners.len() as u64;
        match features {
            FeaturePair::VertexFace => corners.iter().for_each(|&own| self.face(worker, own)),
            _ => corners.iter().for_each(|&own| self.edges(worker, own)),
        }
        worker.corners = corners;
        self.found.fetch_add((worker.found() - before) as u64, Ordering::Relaxed);
    }

    fn is_done(&self) -> bool {
        self.found.load(Ordering::Relaxed) > self.limit
    }
}

impl NearReceiver<'_> {
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
        let is_mollified = self.rest.is_some_and(|rest| {
            Mollifier::new(at, Some([a, b, c, d].map(|v| rest[v as usize]))).is_active()
        });
        if is_mollified {
            worker.edge_edge.push([a, b, c, d]);
            return;
        }
        // The end that a nearest point is at, if it is at one.
        let end = |[first, second]: [f64; 2], [from, to]: [u32; 2]| match (first, second) {
            (_, 0.0) => Some(from),
            (0.0, _) => Some(to),
            _ => None,
        };
        match (end(found.weights.0, [a, b]), end(found.weights.1, [c, d])) {
            (None, None) => worker.edge_edge.push([a, b, c, d]),
            (None, Some(end)) => worker.add_edge_vertex([a, b], end),
            (Some(end), None) => worker.add_edge_vertex([c, d], end),
            (Some(one), Some(other)) => worker.add_vertices([one, other]),
        }
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

    fn add_vertices(&mut self, [a, b]: [u32; 2]) {
        self.vertex_vertex.push([a.min(b), a.max(b)]);
    }

    fn add_edge_vertex(&mut self, [a, b]: [u32; 2], vertex: u32) {
        self.edge_vertex.push([a.min(b), a.max(b), vertex]);
    }
}
