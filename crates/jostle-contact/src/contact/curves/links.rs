//! Segments in, curves out: ends are joined by what they are, and walked from one to the next.

use super::curve::{CrossingPair, CurveFeature, CurvePoint, CurveSpan, IntersectionCurves};
use super::face_pairs::FacePair;
use super::segments::{EndKey, NO_FACE, Segment};
use crate::geometry::edge_crossing;
use crate::mesh::topology::UnionFind;
use crate::mesh::{ObjectId, Scene};
use glam::DVec3;
use jostle_support::parallel;
use rayon::prelude::*;

const NOTHING: u32 = u32::MAX;

/// A curve before it is walked. An end of a segment has twice the segment's number, and one more if it is where the
/// segment ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct CurveHead {
    objects: [ObjectId; 2],
    /// The lowest segment of its patch.
    patch: u32,
    /// The lowest segment of its own.
    lowest: u32,
    /// The end that it starts at.
    first: u32,
    is_closed: bool,
}

/// Ends of segments that are the same point; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// All ends, those of one point in a run.
    ends: Vec<(EndKey, u32)>,
    /// Where each run starts.
    runs: Vec<u32>,
    points: Vec<CurvePoint>,
    /// The point of each end.
    point_of: Vec<u32>,
    /// The end of another segment that follows each end, or [`NOTHING`].
    partner: Vec<u32>,
    patches: UnionFind,
    is_walked: Vec<bool>,
    heads: Vec<CurveHead>,
}

impl Links {
    /// Joins the segments to curves, ordered by objects and patches.
    pub fn update(
        &mut self,
        scene: &Scene,
        pairs: &[FacePair],
        segments: &[Segment],
        curves: &mut IntersectionCurves,
    ) {
        self.ends.clear();
        self.ends.extend(segments.iter().enumerate().flat_map(|(s, segment)| {
            [0, 1].map(|end| (segment.ends[end].key, (2 * s + end) as u32))
        }));
        self.ends.par_sort_unstable();
        self.runs.clear();
        let begins = |&i: &usize| i == 0 || self.ends[i - 1].0 != self.ends[i].0;
        self.runs.extend((0..self.ends.len()).filter(begins).map(|i| i as u32));
        self.join(segments);
        self.place(scene.vertices(), pairs, segments);
        self.find_heads(scene, pairs, segments);
        self.walk(pairs, segments, curves);
    }

    /// Joins the ends of each run: where one surface's segments start with those that end, as its edges have it; and
    /// what is left, where neighbours disagree about the front, two by two.
    fn join(&mut self, segments: &[Segment]) {
        let Links { ends, point_of, partner, patches, .. } = self;
        point_of.clear();
        point_of.resize(ends.len(), 0);
        partner.clear();
        partner.resize(ends.len(), NOTHING);
        patches.reset(segments.len());
        // Seen from the face that the edge is of: on the other face, segments run the other way.
        let starts = |&(_, end): &(EndKey, u32)| {
            let of = segments[end as usize / 2].ends[end as usize % 2].of;
            (end % 2 == 0) == (of == 0)
        };
        let mut link = |a: u32, b: u32| {
            partner[a as usize] = b;
            partner[b as usize] = a;
        };
        for (point, run) in ends.chunk_by(|a, b| a.0 == b.0).enumerate() {
            run.iter().for_each(|end| point_of[end.1 as usize] = point as u32);
            run.windows(2).for_each(|two| patches.unite(two[0].1 / 2, two[1].1 / 2));
            if run[0].0[2] == NO_FACE {
                if let [a, b] = run {
                    link(a.1, b.1);
                }
                continue;
            }
            let mut from = run.iter().filter(|end| starts(end));
            let mut to = run.iter().filter(|end| !starts(end));
            loop {
                match (from.next(), to.next()) {
                    (Some(a), Some(b)) => link(a.1, b.1),
                    (Some(a), None) => {
                        pair_up(a.1, from, &mut link);
                        break;
                    }
                    (None, Some(b)) => {
                        pair_up(b.1, to, &mut link);
                        break;
                    }
                    (None, None) => break,
                }
            }
        }
    }

    /// Computes the point of each run.
    fn place(&mut self, vertices: &[DVec3], pairs: &[FacePair], segments: &[Segment]) {
        let Links { ends, runs, points, .. } = self;
        let point = |run: usize| {
            let (key @ [low, high, face], end) = ends[runs[run] as usize];
            if face == NO_FACE {
                let position = vertices[low as usize];
                return CurvePoint { position, feature: CurveFeature::Vertex(low) };
            }
            let segment = &segments[end as usize / 2];
            let of = segment.ends[end as usize % 2].of as usize;
            debug_assert_eq!(segment.ends[end as usize % 2].key, key);
            let triangle = pairs[segment.pair as usize].corners[1 - of];
            let edge = [low, high].map(|v| vertices[v as usize]);
            let position = edge_crossing::point(edge, triangle.map(|v| vertices[v as usize]));
            let feature = CurveFeature::Crossing { edge: [low, high], triangle };
            CurvePoint { position, feature }
        };
        points.clear();
        parallel::extend(points, runs.len(), 1, point);
    }

    /// Finds where each curve starts: a closed one with its lowest segment.
    fn find_heads(&mut self, scene: &Scene, pairs: &[FacePair], segments: &[Segment]) {
        let Links { partner, patches, is_walked, heads, .. } = self;
        heads.clear();
        is_walked.clear();
        is_walked.resize(segments.len(), false);
        for lowest in 0..segments.len() as u32 {
            if is_walked[lowest as usize] {
                continue;
            }
            let mut first = 2 * lowest;
            let is_closed = loop {
                match partner[first as usize] {
                    NOTHING => break false,
                    end => first = end ^ 1,
                }
                if first == 2 * lowest {
                    break true;
                }
            };
            for_each_end(partner, first, |end| is_walked[end as usize / 2] = true);
            let elements = pairs[segments[lowest as usize].pair as usize].elements;
            let objects = elements.map(|element| scene.owner(element));
            let patch = patches.find(lowest);
            heads.push(CurveHead { objects, patch, lowest, first, is_closed });
        }
        heads.sort_unstable();
    }

    /// Lists points and pairs of all curves.
    fn walk(&self, pairs: &[FacePair], segments: &[Segment], curves: &mut IntersectionCurves) {
        curves.points.clear();
        curves.pairs.clear();
        curves.spans.clear();
        let mut last_patch = None;
        let mut patch = 0;
        for head in &self.heads {
            if last_patch.replace(head.patch).is_some_and(|last| last != head.patch) {
                patch += 1;
            }
            let (first_point, first_pair) = (curves.points.len(), curves.pairs.len());
            let mut left = head.first;
            for_each_end(&self.partner, head.first, |end| {
                curves.points.push(self.points[self.point_of[end as usize] as usize]);
                let pair = &pairs[segments[end as usize / 2].pair as usize];
                let mut crossing =
                    CrossingPair { elements: pair.elements, triangles: pair.corners };
                if pair.is_within && end % 2 == 1 {
                    crossing.elements.reverse();
                    crossing.triangles.reverse();
                }
                curves.pairs.push(crossing);
                left = end ^ 1;
            });
            if !head.is_closed {
                curves.points.push(self.points[self.point_of[left as usize] as usize]);
            }
            curves.spans.push(CurveSpan {
                objects: head.objects,
                is_closed: head.is_closed,
                points: first_point..curves.points.len(),
                pairs: first_pair..curves.pairs.len(),
                patch,
            });
        }
    }

    pub fn bytes(&self) -> usize {
        self.ends.capacity() * size_of::<(EndKey, u32)>()
            + self.points.capacity() * size_of::<CurvePoint>()
            + (self.runs.capacity() + self.point_of.capacity() + self.partner.capacity())
                * size_of::<u32>()
            + self.patches.bytes()
            + self.is_walked.capacity()
            + self.heads.capacity() * size_of::<CurveHead>()
    }
}

/// Joins ends two by two, the first one given.
fn pair_up<'e>(
    first: u32,
    mut others: impl Iterator<Item = &'e (EndKey, u32)>,
    link: &mut impl FnMut(u32, u32),
) {
    let mut one = Some(first);
    while let (Some(a), Some(b)) = (one, others.next()) {
        link(a, b.1);
        one = others.next().map(|end| end.1);
    }
}

/// Visits the ends at which a curve enters its segments, from the first one on.
fn for_each_end(partner: &[u32], first: u32, mut visit: impl FnMut(u32)) {
    let mut end = first;
    loop {
        visit(end);
        match partner[(end ^ 1) as usize] {
            NOTHING => return,
            next if next == first => return,
            next => end = next,
        }
    }
}
