//! Impacts among candidates that the caller has: the first, or the time of each.

use super::deadline::Deadline;
use super::elementary::{Corners, IndexedQueries, Pair, decide_all, decide_until};
use super::{ImpactTime, Tally, TouchingFeatures};
use crate::candidates::FeatureCandidates;
use glam::DVec3;
use jostle_support::parallel;
use std::ops::Range;
use std::sync::Mutex;

/// Candidates that a thread takes at a time.
const BATCH: usize = 512;

/// The first to touch of some candidates, as a [`FeatureSearch`](crate::candidates::FeatureSearch) lists them or
/// as the caller knows them, and when, in a step between these positions: none has an earlier
/// [`lower`](ImpactTime::lower) time, and of several with the same time it is the first by its features.
///
/// The answer is that of [`vertex_face_within`](super::vertex_face_within) and
/// [`edge_edge_within`](super::edge_edge_within) of all of them, but those that touch later, if at all, are
/// not decided to the end.
///
/// ```
/// use jostle::candidates::{FeatureSearch, Motion};
/// use jostle::impact::first_impact_among;
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Scene};
///
/// let mut scene = Scene::new();
/// scene.add("floor", shapes::cloth(4, 4, [4.0, 4.0]))?;
/// let ball = scene.add("ball", shapes::icosphere(2, 0.5).translated(DVec3::Z * 2.0))?;
/// let mut end = scene.vertices().to_vec();
/// end[scene.object(ball)?.vertices()].iter_mut().for_each(|v| v.z -= 4.0);
///
/// let mut search = FeatureSearch::new();
/// let motion = Motion { end: Some(&end), margin: 0.0 };
/// let candidates = search.find(&scene, &motion)?;
/// let first = first_impact_among(scene.vertices(), &end, candidates, 1e-6);
/// let (_, time) = first.expect("it falls through");
/// assert!((time.lower - 1.5 / 4.0).abs() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Panics
///
/// If there are no positions of a vertex.
pub fn first_impact_among(
    start: &[DVec3],
    end: &[DVec3],
    candidates: FeatureCandidates,
    tolerance: f64,
) -> Option<(TouchingFeatures, ImpactTime)> {
    let step = Step { start, end, tolerance, deadline: Deadline::new(tolerance) };
    let FeatureCandidates { vertex_faces, edge_edges } = candidates;
    let faces = step.first(Pair::VertexFace, vertex_faces, TouchingFeatures::VertexFace);
    let edges = step.first(Pair::EdgeEdge, edge_edges, TouchingFeatures::EdgeEdge);
    earlier(faces, edges)
}

/// When candidates first touch, in their order; `None` for those that do not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CandidateTimes {
    /// Of vertices and faces.
    pub vertex_faces: Vec<Option<ImpactTime>>,
    /// Of edges.
    pub edge_edges: Vec<Option<ImpactTime>>,
}

/// When each of some candidates first touches in a step between these positions, as
/// [`vertex_face_within`](super::vertex_face_within) and [`edge_edge_within`](super::edge_edge_within) tell it;
/// what was in `times` is replaced, and its memory is used again.
///
/// Several candidates are decided at a time, on all threads, where their corners are: nobody gathers them first,
/// as [`vertex_face_batch`](super::vertex_face_batch) needs it.
///
/// ```
/// use jostle::DVec3;
/// use jostle::candidates::{EdgeEdge, FeatureCandidates, VertexFace};
/// use jostle::impact::{CandidateTimes, impact_times_among};
///
/// let start = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(0.25, 0.25, 1.0), DVec3::new(2.0, 2.0, 1.0)];
/// let mut end = start;
/// end[3].z = -1.0;
/// let vertex_faces = [3, 4].map(|vertex| VertexFace { vertex, face: [0, 1, 2] });
/// let edge_edges = [EdgeEdge { edges: [[0, 1], [3, 4]] }];
/// let candidates = FeatureCandidates { vertex_faces: &vertex_faces, edge_edges: &edge_edges };
/// let mut times = CandidateTimes::default();
/// impact_times_among(&start, &end, candidates, 1e-6, &mut times);
/// assert!((times.vertex_faces[0].expect("it falls through").lower - 0.5).abs() < 1e-6);
/// assert_eq!((times.vertex_faces[1], times.edge_edges[0]), (None, None));
/// ```
///
/// # Panics
///
/// If there are no positions of a vertex.
pub fn impact_times_among(
    start: &[DVec3],
    end: &[DVec3],
    candidates: FeatureCandidates,
    tolerance: f64,
    times: &mut CandidateTimes,
) -> Tally {
    let step = Step { start, end, tolerance, deadline: Deadline::new(tolerance) };
    let FeatureCandidates { vertex_faces, edge_edges } = candidates;
    let mut tally = step.times(Pair::VertexFace, vertex_faces, &mut times.vertex_faces);
    tally += step.times(Pair::EdgeEdge, edge_edges, &mut times.edge_edges);
    tally
}

type First = Option<(TouchingFeatures, ImpactTime)>;

fn earlier(a: First, b: First) -> First {
    match (a, b) {
        (Some(a), Some(b)) => Some(if b.1.is_before(&a.1, || b.0 < a.0) { b } else { a }),
        (a, b) => a.or(b),
    }
}

struct Step<'s> {
    start: &'s [DVec3],
    end: &'s [DVec3],
    tolerance: f64,
    deadline: Deadline,
}

impl Step<'_> {
    fn first<C: Corners + Copy + Sync>(
        &self,
        pair: Pair,
        candidates: &[C],
        features: impl Fn(C) -> TouchingFeatures + Sync,
    ) -> First {
        let decide = |candidates: &[C]| {
            let mut first = None;
            let queries = IndexedQueries { start: self.start, end: self.end, candidates };
            let until = self.deadline.time();
            decide_until(&queries, pair, self.tolerance, until, &mut |query, time| {
                first = earlier(first, Some((features(candidates[query]), time)));
                self.deadline.bring_forward(&time)
            });
            first
        };
        // Batches may be combined in any order: `earlier` compares times and then features, so only equals tie.
        let of_batches = |batches: Range<usize>| {
            let end = candidates.len().min(batches.end * BATCH);
            let batches = candidates[batches.start * BATCH..end].chunks(BATCH);
            batches.map(decide).fold(None, earlier)
        };
        parallel::reduce(candidates.len().div_ceil(BATCH), 1, of_batches, earlier).flatten()
    }

    fn times<C: Corners + Sync>(
        &self,
        pair: Pair,
        candidates: &[C],
        times: &mut Vec<Option<ImpactTime>>,
    ) -> Tally {
        times.resize(candidates.len(), None);
        let sum = Mutex::new(Tally::default());
        parallel::for_each_chunk_mut(times, BATCH, |batch, times| {
            let candidates = &candidates[batch * BATCH..][..times.len()];
            let queries = IndexedQueries { start: self.start, end: self.end, candidates };
            let tally = decide_all(&queries, pair, self.tolerance, times);
            *sum.lock().expect("no panic under the lock") += tally;
        });
        sum.into_inner().expect("no panic under the lock")
    }
}
