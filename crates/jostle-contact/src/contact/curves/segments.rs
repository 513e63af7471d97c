//! Pairs of faces in, the segments that they have in common out.

use super::curve::{TouchingKind, TouchingPair};
use super::face_pairs::FacePair;
use crate::conditions::{Condition, required};
use crate::geometry::common_part::{self, CommonPart};
use crate::mesh::Element;
use crate::mesh::topology::UnionFind;
use crate::narrow::{
    EdgeCrossing, Tally, crossing_segment, named_elements_collide, proper_crossings,
};
use glam::DVec3;
use jostle_support::parallel;
use rayon::prelude::*;

/// What an end of a segment is: an edge, lower vertex first, and the number of a face, or a vertex, twice, and
/// [`NO_FACE`].
pub(super) type EndKey = [u32; 3];

pub(super) const NO_FACE: u32 = u32::MAX;

/// An end of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SegmentEnd {
    pub key: EndKey,
    /// Which of the two faces the edge is of.
    pub of: u8,
}

/// What two faces that cross have in common, from start to end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    /// The number of the pair.
    pub pair: u32,
    pub ends: [SegmentEnd; 2],
}

/// What was decided about a pair of faces.
#[derive(Clone, Copy, Debug)]
enum Decision {
    Apart,
    Touching,
    Crossing([SegmentEnd; 2]),
}

/// The segments of all pairs of faces; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Segments {
    pub segments: Vec<Segment>,
    decisions: Vec<Decision>,
    /// Edges with faces, and the pairs that have them.
    keys: Vec<(EndKey, u32)>,
    groups: UnionFind,
    has_crossing: Vec<bool>,
}

impl Segments {
    /// Decides all pairs, and lists those that touch without crossing.
    pub fn update(
        &mut self,
        vertices: &[DVec3],
        pairs: &[FacePair],
        touching: &mut Vec<TouchingPair>,
    ) {
        self.decisions.clear();
        parallel::extend(&mut self.decisions, pairs.len(), 1, |i| decide(vertices, &pairs[i], 1));
        self.move_the_other_way(vertices, pairs);
        self.segments.clear();
        touching.clear();
        for (i, (pair, decision)) in pairs.iter().zip(&self.decisions).enumerate() {
            match *decision {
                Decision::Apart => {}
                Decision::Touching => touching.push(touching_pair(vertices, pair)),
                Decision::Crossing(ends) => self.segments.push(Segment { pair: i as u32, ends }),
            }
        }
    }

    /// Decides groups of touching pairs without a crossing again, with the opposite move.
    ///
    /// Segments that follow each other have an edge and a face in common, and pairs that cross after a move touch
    /// before it. So the segments after either move that hang together are of one group, and groups may be moved
    /// independently of each other.
    fn move_the_other_way(&mut self, vertices: &[DVec3], pairs: &[FacePair]) {
        let Segments { decisions, keys, groups, has_crossing, .. } = self;
        let touches = |(pair, decision): (&FacePair, &Decision)| {
            !pair.is_within && matches!(decision, Decision::Touching)
        };
        if !pairs.iter().zip(&*decisions).any(touches) {
            return;
        }
        keys.clear();
        for (i, (pair, decision)) in pairs.iter().zip(&*decisions).enumerate() {
            if pair.is_within || matches!(decision, Decision::Apart) {
                continue;
            }
            let all = [0, 1].into_iter().flat_map(|of| (0..3).map(move |corner| (of, corner)));
            keys.extend(all.map(|(of, corner)| (key(pair, of, corner), i as u32)));
        }
        keys.par_sort_unstable();
        groups.reset(pairs.len());
        for run in keys.chunk_by(|a, b| a.0 == b.0) {
            run.windows(2).for_each(|two| groups.unite(two[0].1, two[1].1));
        }
        has_crossing.clear();
        has_crossing.resize(pairs.len(), false);
        for (i, decision) in decisions.iter().enumerate() {
            if matches!(decision, Decision::Crossing(_)) {
                has_crossing[groups.find(i as u32) as usize] = true;
            }
        }
        for (i, pair) in pairs.iter().enumerate().filter(|(_, pair)| !pair.is_within) {
            let is_free = !has_crossing[groups.find(i as u32) as usize]
                || !required(Condition::CurveGroupIsMovedWhole);
            if is_free && matches!(decisions[i], Decision::Touching) {
                decisions[i] = decide(vertices, pair, 0);
            }
        }
    }

    pub fn bytes(&self) -> usize {
        self.segments.capacity() * size_of::<Segment>()
            + self.decisions.capacity() * size_of::<Decision>()
            + self.keys.capacity() * size_of::<(EndKey, u32)>()
            + self.groups.bytes()
            + self.has_crossing.capacity()
    }
}

/// The edge of one of two faces from a corner on, with the other face.
fn key(pair: &FacePair, of: usize, corner: usize) -> EndKey {
    let own = pair.corners[of];
    let (p, q) = (own[corner], own[(corner + 1) % 3]);
    [p.min(q), p.max(q), pair.faces[1 - of]]
}

/// Whether two faces cross. Of different objects, one of them, 0 or 1, is moved.
fn decide(vertices: &[DVec3], pair: &FacePair, moved: usize) -> Decision {
    let corners = pair.corners.map(|own| own.map(|v| vertices[v as usize]));
    let end = |crossing: EdgeCrossing| SegmentEnd {
        key: key(pair, crossing.of, crossing.corner),
        of: crossing.of as u8,
    };
    let ends = match pair.is_within {
        false => crossing_segment(corners, moved).map(|ends| ends.map(end)),
        true => {
            let mut shared = pair.corners[0].into_iter().filter(|v| pair.corners[1].contains(v));
            match (shared.next(), shared.next()) {
                (Some(_), Some(_)) => None,
                (Some(v), None) => {
                    let vertex = SegmentEnd { key: [v, v, NO_FACE], of: 0 };
                    match proper_crossings(corners) {
                        [Some(start), None] => Some([end(start), vertex]),
                        [None, Some(to)] => Some([vertex, end(to)]),
                        _ => None,
                    }
                }
                _ => match proper_crossings(corners) {
                    [Some(start), Some(to)] => Some([end(start), end(to)]),
                    _ => None,
                },
            }
        }
    };
    match ends {
        Some(ends) => Decision::Crossing(ends),
        None if pair.collides || collide(pair, corners) => Decision::Touching,
        None => Decision::Apart,
    }
}

/// Whether two faces collide.
fn collide(pair: &FacePair, corners: [[DVec3; 3]; 2]) -> bool {
    let [a, b] = [0, 1].map(|of| (Element::Triangle(corners[of]), &pair.corners[of][..]));
    named_elements_collide(a, b, &mut Tally::default())
}

fn touching_pair(vertices: &[DVec3], pair: &FacePair) -> TouchingPair {
    let [a, b] = pair.corners.map(|own| own.map(|v| vertices[v as usize]));
    let part = common_part::triangle_triangle(&a, &b);
    let kind = match part {
        CommonPart::Point(_) => TouchingKind::Point,
        CommonPart::Segment(_) => TouchingKind::Segment,
        CommonPart::Polygon(_) => TouchingKind::Area,
    };
    let points = part.points();
    let count = points.len() as f64;
    let place = points.iter().map(|point| *point / count).sum();
    TouchingPair { elements: pair.elements, triangles: pair.corners, kind, place }
}
