//! Where the surfaces of two solids cross.

use super::crossing::Crossing;
use super::surface::Surface;
use super::winding;
use crate::narrow::crossing_segment;
use jostle_support::parallel;
use rayon::prelude::*;

/// A vertex of the boundary of the common part. The first number tells whose vertex or edge it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// A vertex of a surface.
    Vertex(usize, u32),
    /// A crossing of an edge of a surface, as listed.
    Crossing(usize, u32),
}

/// The segment that a face of the first surface and one of the second have in common.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// The two faces.
    pub faces: [u32; 2],
    /// Its ends, in the order that leaves the second solid to the left on the first's face, and so the
    /// first solid to the left, in the other order, on the second's.
    pub ends: [Point; 2],
}

/// What two surfaces have in common once the second has moved by an infinitesimal amount.
#[derive(Debug)]
pub struct Arrangement<'s> {
    /// The two surfaces.
    pub surfaces: [&'s Surface; 2],
    /// Of the edges of each with the faces of the other, by edge and then by face.
    pub crossings: [Vec<Crossing>; 2],
    /// One for each two faces that cross.
    pub segments: Vec<Segment>,
    /// How often each surface's vertices are inside the other solid.
    pub windings: [Vec<i32>; 2],
}

/// The ends of a segment before crossings have numbers.
type FoundSegment = ([u32; 2], [(usize, Crossing); 2]);

impl<'s> Arrangement<'s> {
    /// Given all pairs of faces that touch. Faces that cross after the move touch before it.
    pub fn build(surfaces: [&'s Surface; 2], pairs: &[[u32; 2]]) -> Arrangement<'s> {
        let segment = |i: usize| common_segment(surfaces, pairs[i]);
        let found: Vec<Option<FoundSegment>> = parallel::map(pairs.len(), 1, segment);
        let found: Vec<FoundSegment> = found.into_iter().flatten().collect();
        let crossings = [0, 1].map(|of| {
            let ends = found.iter().flat_map(|segment| segment.1);
            let mut own: Vec<Crossing> = ends.filter(|end| end.0 == of).map(|end| end.1).collect();
            own.par_sort_unstable();
            own.dedup();
            own
        });
        let number = |(of, crossing): (usize, Crossing)| {
            let at = crossings[of].binary_search(&crossing).expect("every crossing is listed");
            Point::Crossing(of, at as u32)
        };
        let segments = found.iter().map(|&(faces, ends)| Segment { faces, ends: ends.map(number) });
        let segments = segments.collect();
        let windings = [0, 1].map(|of| winding::of_vertices(surfaces, of, &crossings[of]));
        Arrangement { surfaces, crossings, segments, windings }
    }

    /// Whether no point of one is inside the other.
    pub fn is_apart(&self) -> bool {
        self.crossings.iter().all(Vec::is_empty) && self.windings.iter().flatten().all(|&w| w == 0)
    }
}

/// The segment that two faces have in common, if they cross.
fn common_segment(surfaces: [&Surface; 2], faces: [u32; 2]) -> Option<FoundSegment> {
    let corners = [0, 1].map(|of| surfaces[of].corners(faces[of]));
    let ends = crossing_segment(corners, 1)?.map(|end| {
        let (own, face) = (surfaces[end.of], faces[end.of]);
        let sign = if own.runs_up(face, end.corner) { end.sign } else { -end.sign };
        let edge = own.face_edges[face as usize][end.corner];
        (end.of, Crossing { edge, face: faces[1 - end.of], sign })
    });
    Some((faces, ends))
}
