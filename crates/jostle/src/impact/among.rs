//! The first impact among candidates that the caller has.

use super::deadline::Deadline;
use super::elementary::{Corners, IndexedQueries, Pair, decide_until};
use super::{ImpactTime, TouchingFeatures};
use crate::candidates::FeatureCandidates;
use glam::DVec3;
use rayon::prelude::*;

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
            decide_until(&queries, pair, self.tolerance, until, |query, time| {
                first = earlier(first, Some((features(candidates[query]), time)));
                self.deadline.bring_forward(&time)
            });
            first
        };
        candidates.par_chunks(BATCH).map(decide).reduce(|| None, earlier)
    }
}
