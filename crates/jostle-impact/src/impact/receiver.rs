//! Candidates in, impacts out.

use super::deadline::Deadline;
use super::elementary::{IndexedQueries, Pair, decide_until, decide_within_distance};
use super::{Impact, ImpactTime, Tally, TouchingFeatures};
use crate::candidates::{
    CandidateCorners, CandidateList, CandidateReceiver, CornerBuffer, EdgeEdge, FeatureNumbering,
    FeaturePair, SearchInput, VertexFace,
};
use crate::mesh::{ObjectId, Scene};
use std::time::Instant;

/// Candidates that are decided at a time: what they need stays in the cache.
const BATCH: usize = 512;

/// One worker's share of the answer; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct ImpactWorker {
    pub impacts: Vec<Impact>,
    pub first: Option<Impact>,
    pub vertex_faces: u64,
    pub edge_edges: u64,
    pub tally: Tally,
    /// Seconds of elementary tests.
    pub elementary_seconds: f64,
    /// The vertices of candidates that are not decided yet: those of vertices and faces, and of edges.
    waiting: [CornerBuffer; 2],
}

impl ImpactWorker {
    pub fn reset(&mut self) {
        self.impacts.clear();
        self.first = None;
        (self.vertex_faces, self.edge_edges, self.tally) = (0, 0, Tally::default());
        self.elementary_seconds = 0.0;
    }

    pub fn bytes(&self) -> usize {
        self.impacts.capacity() * size_of::<Impact>()
            + self.waiting.iter().map(CornerBuffer::bytes).sum::<usize>()
    }
}

/// Decides the candidates of one kind.
pub(super) struct ImpactReceiver<'r> {
    pub input: SearchInput<'r>,
    pub numbering: &'r FeatureNumbering,
    pub thickness: f64,
    pub tolerance: f64,
    /// If only the first impact is asked for.
    pub deadline: Option<&'r Deadline>,
}

impl CandidateReceiver for ImpactReceiver<'_> {
    type Worker = ImpactWorker;

    fn receive(&self, worker: &mut ImpactWorker, objects: [u32; 2], pair: [u32; 2]) {
        self.take(worker, objects, &[pair]);
    }

    fn receive_list(&self, worker: &mut ImpactWorker, list: &CandidateList) {
        self.receive_all(worker, list.objects, list.pairs);
    }
}

impl ImpactReceiver<'_> {
    /// Receives candidates of two objects, or of one.
    pub fn receive_all(&self, worker: &mut ImpactWorker, objects: [u32; 2], pairs: &[[u32; 2]]) {
        pairs.chunks(BATCH).for_each(|pairs| self.take(worker, objects, pairs));
    }

    /// Which of the lists of a worker this receiver's candidates wait in.
    fn list(&self) -> usize {
        (self.input.features == FeaturePair::EdgeEdge) as usize
    }

    /// Decides what is waiting; to be called once all candidates have been received.
    pub fn finish(&self, worker: &mut ImpactWorker) {
        if self.input.scope.is_cancelled() {
            worker.waiting[self.list()].clear();
            return;
        }
        let begin = Instant::now();
        let waiting = std::mem::take(&mut worker.waiting[self.list()]);
        let (start, end) = (self.input.scene.vertices(), self.input.motion.end);
        let queries =
            IndexedQueries { start, end: end.unwrap_or(start), candidates: waiting.written() };
        let (pair, count) = match self.input.features {
            FeaturePair::VertexFace => (Pair::VertexFace, &mut worker.vertex_faces),
            FeaturePair::EdgeEdge => (Pair::EdgeEdge, &mut worker.edge_edges),
            FeaturePair::Elements | FeaturePair::VertexTetrahedron | FeaturePair::EdgeFace => {
                unreachable!("impacts are of vertices with faces, and of edges")
            }
        };
        *count += waiting.len() as u64;
        let ImpactWorker { impacts, first, .. } = worker;
        let mut hit = |query: usize, time: ImpactTime| {
            let impact = self.impact(pair, waiting.written()[query], time);
            if first.is_none_or(|first| impact.is_before(&first)) {
                *first = Some(impact);
            }
            match self.deadline {
                Some(deadline) => deadline.bring_forward(&time),
                None => {
                    impacts.push(impact);
                    1.0
                }
            }
        };
        let Self { thickness, tolerance, .. } = *self;
        worker.tally += if thickness == 0.0 {
            let until = self.deadline.map_or(1.0, Deadline::time);
            decide_until(&queries, pair, tolerance, until, &mut hit)
        } else {
            decide_within_distance(&queries, pair, thickness, tolerance, &mut |query, time| {
                hit(query, time);
            })
        };
        worker.waiting[self.list()] = waiting;
        worker.waiting[self.list()].clear();
        worker.elementary_seconds += begin.elapsed().as_secs_f64();
    }

    fn impact(&self, pair: Pair, [a, b, c, d]: [u32; 4], time: ImpactTime) -> Impact {
        let (scene, thickness) = (self.input.scene, self.thickness);
        let (features, second) = match pair {
            Pair::VertexFace => {
                (TouchingFeatures::VertexFace(VertexFace { vertex: a, face: [b, c, d] }), b)
            }
            Pair::EdgeEdge => (TouchingFeatures::EdgeEdge(EdgeEdge { edges: [[a, b], [c, d]] }), c),
        };
        Impact { features, objects: [a, second].map(|v| object_of(scene, v)), time, thickness }
    }

    /// Takes some candidates, and decides when there are enough.
    fn take(&self, worker: &mut ImpactWorker, objects: [u32; 2], pairs: &[[u32; 2]]) {
        let waiting = &mut worker.waiting[self.list()];
        let Self { input, numbering, .. } = *self;
        CandidateCorners { input, numbering }.extend(objects, pairs, waiting);
        if waiting.len() >= BATCH {
            self.finish(worker);
        }
    }
}

/// The object of a vertex.
fn object_of(scene: &Scene, vertex: u32) -> ObjectId {
    let objects = scene.objects();
    ObjectId::new(objects.partition_point(|own| own.vertices().end <= vertex as usize))
}
