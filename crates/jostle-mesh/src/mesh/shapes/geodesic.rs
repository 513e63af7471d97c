//! The icosahedron with each face cut into a triangular lattice, and the numbering of its points.

use glam::DVec3;

/// An icosahedron whose lattice points can be named for any frequency.
///
/// A point of a face is three weights, one per corner of the face, that sum to the frequency.
/// Points are numbered corners first, then edges, then faces, so that faces agree on what they
/// share.
pub(super) struct Icosahedron {
    corners: Vec<DVec3>,
    edges: Vec<[usize; 2]>,
    /// Corners of each face, counter-clockwise from outside, and its edges, each opposite a corner.
    faces: Vec<([usize; 3], [usize; 3])>,
}

pub(super) const FACES: usize = 20;

/// Number of lattice points at a frequency of one or more.
pub(super) const fn point_count(frequency: usize) -> usize {
    10 * frequency * frequency + 2
}

impl Icosahedron {
    pub(super) fn new() -> Self {
        let golden = 0.5 * (1.0 + 5f64.sqrt());
        let mut corners = Vec::with_capacity(12);
        for (one, long) in [(1.0, golden), (-1.0, golden), (1.0, -golden), (-1.0, -golden)] {
            corners.push(DVec3::new(0.0, one, long));
            corners.push(DVec3::new(long, 0.0, one));
            corners.push(DVec3::new(one, long, 0.0));
        }
        // Corners joined by an edge are 2 apart; the next distance is twice the golden ratio.
        let joined = |a: usize, b: usize| corners[a].distance_squared(corners[b]) < 5.0;
        let pairs = |from: usize| (from + 1..12).filter(move |&to| joined(from, to));
        let edges: Vec<_> = (0..12).flat_map(|a| pairs(a).map(move |b| [a, b])).collect();
        let edge = |a: usize, b: usize| {
            edges.iter().position(|&edge| edge == [a.min(b), a.max(b)]).unwrap_or(0)
        };
        let mut faces = Vec::with_capacity(FACES);
        for &[a, b] in &edges {
            for c in pairs(b).filter(|&c| joined(a, c)) {
                let outward = corners[a].dot(corners[b].cross(corners[c])) > 0.0;
                let [a, b, c] = if outward { [a, b, c] } else { [a, c, b] };
                faces.push(([a, b, c], [edge(b, c), edge(c, a), edge(a, b)]));
            }
        }
        let corners = corners.iter().map(|corner| corner.normalize()).collect();
        Icosahedron { corners, edges, faces }
    }

    /// The number of a point of a face at the frequency that its weights sum to.
    pub(super) fn index(&self, face: usize, weights: [usize; 3]) -> usize {
        let frequency: usize = weights.iter().sum();
        let (corners, edges) = self.faces[face];
        let positive = weights.iter().filter(|&&weight| weight > 0).count();
        if positive == 1 {
            return corners[weights.iter().position(|&weight| weight > 0).unwrap_or(0)];
        }
        if positive == 2 {
            let opposite = weights.iter().position(|&weight| weight == 0).unwrap_or(0);
            let edge = edges[opposite];
            let high = corners.iter().position(|&corner| corner == self.edges[edge][1]);
            return 12 + edge * (frequency - 1) + weights[high.unwrap_or(0)] - 1;
        }
        let inner = 12 + 30 * (frequency - 1);
        let row = weights[2] - 1;
        // Rows above this one have frequency - 2, frequency - 3, ... points.
        let above = row * (frequency - 2) - row * row.saturating_sub(1) / 2;
        inner + face * ((frequency - 1) * (frequency - 2) / 2) + above + weights[1] - 1
    }

    /// All lattice points of a frequency, moved out to the unit sphere.
    pub(super) fn points(&self, frequency: usize) -> Vec<DVec3> {
        let mut points = Vec::with_capacity(point_count(frequency));
        points.extend(&self.corners);
        for &[low, high] in &self.edges {
            for weight in 1..frequency {
                let sum = self.corners[low] * (frequency - weight) as f64
                    + self.corners[high] * weight as f64;
                points.push(sum.normalize());
            }
        }
        for &([a, b, c], _) in &self.faces {
            for third in 1..frequency.saturating_sub(1) {
                for second in 1..frequency - third {
                    let first = frequency - second - third;
                    let sum = self.corners[a] * first as f64
                        + self.corners[b] * second as f64
                        + self.corners[c] * third as f64;
                    points.push(sum.normalize());
                }
            }
        }
        points
    }

    /// The triangles of a face at a frequency, as weights, counter-clockwise from outside.
    pub(super) fn triangles(frequency: usize) -> impl Iterator<Item = [[usize; 3]; 3]> {
        (0..frequency).flat_map(move |third| {
            (0..frequency - third).flat_map(move |second| {
                let first = frequency - third - second;
                let up = [
                    [first, second, third],
                    [first - 1, second + 1, third],
                    [first - 1, second, third + 1],
                ];
                let down = (first > 1).then(|| {
                    [
                        [first - 1, second + 1, third],
                        [first - 2, second + 1, third + 1],
                        [first - 1, second, third + 1],
                    ]
                });
                std::iter::once(up).chain(down)
            })
        })
    }
}
