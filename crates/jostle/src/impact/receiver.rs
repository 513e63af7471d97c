//! Candidates in, impacts out.

use super::{
    Impact, ImpactTime, Swept, Tally, TouchingFeatures, edge_edge_batch, vertex_face_batch,
};
use crate::candidates::{
    CandidateList, CandidateReceiver, EdgeEdge, FeatureNumbering, FeaturePair, SearchInput,
    VertexFace,
};
use crate::mesh::ObjectId;
use std::time::Instant;

/// Candidates that are decided at a time: what they need stays in the cache.
const BATCH: usize = 256;

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
    vertex_face_batch: Vec<(Swept<1>, Swept<3>)>,
    edge_edge_batch: Vec<(Swept<2>, Swept<2>)>,
    /// What the queries of a batch are about.
    features: Vec<TouchingFeatures>,
    times: Vec<Option<ImpactTime>>,
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
            + self.vertex_face_batch.capacity() * size_of::<(Swept<1>, Swept<3>)>()
            + self.edge_edge_batch.capacity() * size_of::<(Swept<2>, Swept<2>)>()
            + self.features.capacity() * size_of::<TouchingFeatures>()
            + self.times.capacity() * size_of::<Option<ImpactTime>>()
    }
}

/// Decides the candidates of one kind.
pub(super) struct ImpactReceiver<'r> {
    pub input: SearchInput<'r>,
    pub numbering: &'r FeatureNumbering,
    pub tolerance: f64,
    pub is_first_only: bool,
}

impl CandidateReceiver for ImpactReceiver<'_> {
    type Worker = ImpactWorker;

    fn receive(&self, worker: &mut ImpactWorker, objects: [u32; 2], pair: [u32; 2]) {
        self.decide(worker, objects, &[pair]);
    }

    fn receive_list(&self, worker: &mut ImpactWorker, list: &CandidateList) {
        self.decide_all(worker, list.objects, list.pairs);
    }
}

impl ImpactReceiver<'_> {
    /// Decides candidates of two objects, or of one.
    pub fn decide_all(&self, worker: &mut ImpactWorker, objects: [u32; 2], pairs: &[[u32; 2]]) {
        let begin = Instant::now();
        pairs.chunks(BATCH).for_each(|pairs| self.decide(worker, objects, pairs));
        worker.elementary_seconds += begin.elapsed().as_secs_f64();
    }

    fn decide(&self, worker: &mut ImpactWorker, objects: [u32; 2], pairs: &[[u32; 2]]) {
        worker.features.clear();
        let tally = match self.input.features {
            FeaturePair::VertexFace => self.decide_vertex_faces(worker, objects, pairs),
            FeaturePair::EdgeEdge => self.decide_edge_edges(worker, objects, pairs),
            FeaturePair::Elements => unreachable!("elements do not move as a whole"),
        };
        worker.tally += tally;
        let objects = objects.map(|object| ObjectId::new(object as usize));
        for (&features, time) in worker.features.iter().zip(&worker.times) {
            let Some(time) = *time else { continue };
            let objects = match features {
                // The lower edge is first, of whatever object.
                TouchingFeatures::EdgeEdge(_) => {
                    [objects[0].min(objects[1]), objects[0].max(objects[1])]
                }
                TouchingFeatures::VertexFace(_) => objects,
            };
            let impact = Impact { features, objects, time };
            if worker.first.is_none_or(|first| impact.is_before(&first)) {
                worker.first = Some(impact);
            }
            if !self.is_first_only {
                worker.impacts.push(impact);
            }
        }
    }

    fn decide_vertex_faces(
        &self,
        worker: &mut ImpactWorker,
        objects: [u32; 2],
        pairs: &[[u32; 2]],
    ) -> Tally {
        let SearchInput { scene, topology, .. } = self.input;
        worker.vertex_face_batch.clear();
        for &[vertex, face] in pairs {
            let face = self.numbering.face(scene, topology, objects[1] as usize, face);
            if !face.contains(&vertex) {
                worker.features.push(TouchingFeatures::VertexFace(VertexFace { vertex, face }));
                worker.vertex_face_batch.push((self.swept([vertex]), self.swept(face)));
            }
        }
        worker.vertex_faces += worker.features.len() as u64;
        vertex_face_batch(&worker.vertex_face_batch, self.tolerance, &mut worker.times)
    }

    fn decide_edge_edges(
        &self,
        worker: &mut ImpactWorker,
        objects: [u32; 2],
        pairs: &[[u32; 2]],
    ) -> Tally {
        let SearchInput { scene, topology, .. } = self.input;
        worker.edge_edge_batch.clear();
        for &pair in pairs {
            let corners =
                |i: usize| self.numbering.edge(scene, topology, objects[i] as usize, pair[i]);
            let [one, other] = [corners(0), corners(1)];
            // In this order, so that the answer does not depend on who found the pair.
            let edges = [one.min(other), one.max(other)];
            if edges[0].iter().all(|v| !edges[1].contains(v)) {
                worker.features.push(TouchingFeatures::EdgeEdge(EdgeEdge { edges }));
                worker.edge_edge_batch.push((self.swept(edges[0]), self.swept(edges[1])));
            }
        }
        worker.edge_edges += worker.features.len() as u64;
        edge_edge_batch(&worker.edge_edge_batch, self.tolerance, &mut worker.times)
    }

    #[inline(always)]
    fn swept<const N: usize>(&self, vertices: [u32; N]) -> Swept<N> {
        let start = self.input.scene.vertices();
        let end = self.input.motion.end.unwrap_or(start);
        Swept { start: vertices.map(|v| start[v as usize]), end: vertices.map(|v| end[v as usize]) }
    }
}
