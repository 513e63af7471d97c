//! Vertices at the same place become one.

use super::SimplexMesh;
use rayon::prelude::*;

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
        let place = |v: u32| self.vertices[v as usize].to_array().map(|x| (x + 0.0).to_bits());
        let mut order: Vec<([u64; 3], u32)> =
            (0..self.vertices.len() as u32).into_par_iter().map(|v| (place(v), v)).collect();
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
}
