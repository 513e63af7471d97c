//! The boundary of the common part, as weighted segments round its faces.

use super::arrangement::{Arrangement, Point};
use super::crossing::Crossing;

/// Where two windings are known, what lies between them along an edge: the crossings of each edge.
struct EdgeCrossings<'c> {
    starts: Vec<u32>,
    crossings: &'c [Crossing],
}

impl<'c> EdgeCrossings<'c> {
    fn build(edges: usize, crossings: &'c [Crossing]) -> EdgeCrossings<'c> {
        let mut starts = vec![0u32; edges + 1];
        for crossing in crossings {
            starts[crossing.edge as usize + 1] += 1;
        }
        for edge in 0..edges {
            starts[edge + 1] += starts[edge];
        }
        EdgeCrossings { starts, crossings }
    }

    fn range(&self, edge: u32) -> std::ops::Range<u32> {
        self.starts[edge as usize]..self.starts[edge as usize + 1]
    }
}

impl Arrangement<'_> {
    /// Hands over segments in the plane of each face, with weights: summed, they are the boundary of
    /// the face's part inside the other solid, with that part to the left. Where a surface
    /// intersects itself, a part counts as often as the other solid winds round it.
    ///
    /// What is inside along an edge from `p` to `q` need not be sorted: with the winding number `w`,
    /// crossings `c` of sign `s`, and any start `a`, the pieces inside are
    /// `w(q) [a, q] - w(p) [a, p] - sum s [a, c]` as a chain, because `w(q) - w(p) = sum s`. The start is
    /// a point of the common part, so that a long edge costs no digits.
    pub fn for_each_segment(&self, mut visit: impl FnMut(usize, u32, [Point; 2], i32)) {
        for segment in &self.segments {
            let [from, to] = segment.ends;
            visit(0, segment.faces[0], [from, to], 1);
            visit(1, segment.faces[1], [to, from], 1);
        }
        for of in [0, 1] {
            let (surface, windings) = (self.surfaces[of], &self.windings[of]);
            let crossings = EdgeCrossings::build(surface.edges.len(), &self.crossings[of]);
            for face in 0..surface.mesh.elements.len() as u32 {
                for corner in 0..3 {
                    let edge = surface.face_edges[face as usize][corner];
                    let along = if surface.runs_up(face, corner) { 1 } else { -1 };
                    let [low, high] = surface.edges[edge as usize];
                    let [from, to] = [low, high].map(|v| windings[v as usize]);
                    let range = crossings.range(edge);
                    let start = match (from != 0, to != 0, range.is_empty()) {
                        (true, ..) => Point::Vertex(of, low),
                        (_, true, _) => Point::Vertex(of, high),
                        (.., false) => Point::Crossing(of, range.start),
                        (.., true) => continue,
                    };
                    let mut add = |end: Point, weight: i32| {
                        if end != start && weight != 0 {
                            visit(of, face, [start, end], along * weight);
                        }
                    };
                    add(Point::Vertex(of, low), -from);
                    add(Point::Vertex(of, high), to);
                    for i in range {
                        let sign = crossings.crossings[i as usize].sign;
                        add(Point::Crossing(of, i), -i32::from(sign));
                    }
                }
            }
        }
    }
}
