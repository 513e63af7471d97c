//! Vertices at the same place become one.

use super::SimplexMesh;
use glam::DVec3;
use jostle_support::parallel;
use rayon::slice::ParallelSliceMut;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

impl<const N: usize> SimplexMesh<N> {
    /// Makes elements name the first of all vertices at exactly the same position (`-0.0` equals
    /// `0.0`), and returns how many vertices that leaves unused. Vertices keep their numbers.
    ///
    /// Elements with two corners at one place now name a vertex twice;
    /// [`without_collapsed`](Self::without_collapsed) removes them.
    ///
    /// ```
    /// use jostle::{DVec3, TriangleMesh};
    ///
    /// let vertices = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::X, DVec3::Y, DVec3::ONE];
    /// let mut mesh = TriangleMesh::new(vertices, vec![[0, 1, 2], [3, 4, 5]]);
    /// assert_eq!(mesh.weld(), 2);
    /// assert_eq!(mesh.elements, [[0, 1, 2], [1, 2, 5]]);
    /// ```
    pub fn weld(&mut self) -> usize {
        // Adding zero turns -0.0 into 0.0 and nothing else.
        let place = |v: usize| self.vertices[v].to_array().map(|x| (x + 0.0).to_bits());
        let mut order: Vec<([u64; 3], u32)> =
            parallel::map(self.vertices.len(), 1, |v| (place(v), v as u32));
        order.par_sort_unstable();
        let mut first = vec![0; self.vertices.len()];
        let mut merged = 0;
        for same in order.chunk_by(|p, q| p.0 == q.0) {
            merged += same.len() - 1;
            for (_, vertex) in same {
                first[*vertex as usize] = same[0].1;
            }
        }
        for vertex in self.elements.as_flattened_mut() {
            *vertex = first[*vertex as usize];
        }
        merged
    }
    /// Makes elements name the first vertex that is at most so far away and is kept itself, and returns how
    /// many vertices that leaves unused; a distance of zero [welds](Self::weld) equal positions. Kept
    /// vertices are further than the distance from each other, and none of them moves.
    ///
    /// A distance that is negative or no number is taken as zero.
    ///
    /// ```
    /// use jostle::{DVec3, TriangleMesh};
    ///
    /// let vertices = [0.0, 1.0, 1.05, 1.15, 2.0].map(|x| DVec3::new(x, x * x, 0.0)).to_vec();
    /// let mut mesh = TriangleMesh::new(vertices, vec![[0, 1, 4], [0, 2, 3]]);
    /// assert_eq!(mesh.weld_within(0.2), 1);
    /// assert_eq!(mesh.elements, [[0, 1, 4], [0, 1, 3]]);
    /// ```
    pub fn weld_within(&mut self, distance: f64) -> usize {
        if distance.is_nan() || distance <= 0.0 {
            return self.weld();
        }
        let mut kept = KeptVertices::new(distance);
        let first: Vec<u32> = (0..).zip(&self.vertices).map(|(v, &p)| kept.vertex(v, p)).collect();
        for vertex in self.elements.as_flattened_mut() {
            *vertex = first[*vertex as usize];
        }
        (0..).zip(&first).filter(|&(vertex, &first)| vertex != first).count()
    }
}

/// Vertices that are further than a distance from each other, in cells of that size. So few of them are in
/// one cell that the search around a place takes constant time.
struct KeptVertices {
    distance: f64,
    /// The last vertex of each cell.
    cells: HashMap<[i64; 3], u32>,
    /// For each vertex, its position and the one before it in its cell, or itself.
    vertices: Vec<(DVec3, u32)>,
}

impl KeptVertices {
    fn new(distance: f64) -> KeptVertices {
        KeptVertices { distance, cells: HashMap::new(), vertices: Vec::new() }
    }

    /// The number of a cell along an axis. Where cells are smaller than the steps of `f64`, each coordinate is a
    /// cell of its own: those that differ are a cell's size apart or more, and so near only if they follow
    /// each other.
    fn cell(&self, x: f64) -> i64 {
        let cell = (x / self.distance).floor();
        if cell.abs() < 2f64.powi(52) { cell as i64 } else { x.to_bits() as i64 }
    }

    /// The lowest kept vertex near a place, or the given one, which is kept now.
    fn vertex(&mut self, vertex: u32, position: DVec3) -> u32 {
        let cell = position.to_array().map(|x| self.cell(x));
        let mut found = vertex;
        for offset in 0..27 {
            let offsets = [offset % 3 - 1, offset / 3 % 3 - 1, offset / 9 - 1];
            let near = [0, 1, 2].map(|axis| cell[axis].wrapping_add(offsets[axis]));
            let mut next = self.cells.get(&near).copied();
            while let Some(kept) = next {
                let (place, before) = self.vertices[kept as usize];
                if kept < found && place.distance(position) <= self.distance {
                    found = kept;
                }
                next = (before != kept).then_some(before);
            }
        }
        let mut before = vertex;
        if found == vertex {
            match self.cells.entry(cell) {
                Entry::Occupied(mut last) => before = last.insert(vertex),
                Entry::Vacant(place) => {
                    place.insert(vertex);
                }
            }
        }
        self.vertices.push((position, before));
        found
    }
}

#[cfg(test)]
mod tests {
    use crate::mesh::TriangleMesh;
    use glam::DVec3;
    use jostle_support::random::SplitMix64;

    /// What the documentation says, vertex by vertex.
    fn plainly(vertices: &[DVec3], distance: f64) -> Vec<u32> {
        let mut first: Vec<u32> = Vec::new();
        for (v, position) in (0..).zip(vertices) {
            let near = |&kept: &u32| {
                first[kept as usize] == kept
                    && vertices[kept as usize].distance(*position) <= distance
            };
            first.push((0..v).find(near).unwrap_or(v));
        }
        first
    }

    /// A vertex far away is no reason to weld less.
    #[test]
    fn a_vertex_far_away_changes_nothing() {
        let vertices =
            [0.0, 1e-7, 1.0, 2.0, 1e10, 1e300].map(|x| DVec3::new(x, x.min(3.0), 0.0)).to_vec();
        let mut mesh = TriangleMesh::new(vertices, vec![[0, 2, 3], [1, 2, 4], [2, 3, 5]]);
        assert_eq!(mesh.weld_within(1e-6), 1);
        assert_eq!(mesh.elements, [[0, 2, 3], [0, 2, 4], [2, 3, 5]]);
    }

    #[test]
    fn vertices_near_an_earlier_one_are_welded_to_it() {
        let mut random = SplitMix64::new(1);
        for round in 0..60 {
            let size = 10f64.powi(round % 7 * 40 - 120);
            let vertices: Vec<DVec3> = (0..99)
                .map(|_| DVec3::new(random.signed(), random.signed(), random.signed()) * size)
                .collect();
            let elements: Vec<[u32; 3]> = (0..33).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
            let distance = size * [0.0, 1e-20, 0.1, 0.3, 1.0, 10.0][round as usize % 6];
            let mut mesh = TriangleMesh::new(vertices.clone(), elements);
            let welded = mesh.weld_within(distance);
            let expected = plainly(&vertices, distance);
            assert_eq!(mesh.elements.as_flattened(), expected);
            assert_eq!(welded, (0..).zip(&expected).filter(|&(v, &first)| v != first).count());
        }
    }
}
