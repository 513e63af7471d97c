//! The open cylinder.

use super::{circle::circle, grid, limits};
use crate::mesh::TriangleMesh;
use glam::DVec3;

/// A cylinder along x without lids, with `2 nu nv` triangles that face outward: `nu` cells around,
/// at least 3, and `nv` along, at least 1.
///
/// ```
/// use jostle::mesh::shapes;
///
/// let sleeve = shapes::sleeve(0.5, 3.0, 32, 40);
/// assert_eq!(sleeve.elements.len(), 2 * 32 * 40);
/// ```
pub fn sleeve(radius: f64, length: f64, nu: u32, nv: u32) -> TriangleMesh {
    let [radius, length] = [radius, length].map(limits::length);
    let [nu, nv] = limits::counts([nu.max(3), nv], 1);
    let mut vertices = Vec::with_capacity(nu as usize * (nv as usize + 1));
    for i in 0..nu {
        let (c, s) = circle(i as u64, nu as u64);
        vertices.extend(
            (0..=nv).map(|j| {
                DVec3::new(length * (j as f64 / nv as f64 - 0.5), -radius * c, radius * s)
            }),
        );
    }
    TriangleMesh::new(vertices, grid::triangles([nu, nv], [true, false], false))
}
