//! A sheet of cloth.

use super::{grid, limits, noise::noise};
use crate::mesh::TriangleMesh;
use glam::DVec3;

/// How the cells of a cloth are cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Diagonals {
    /// All alike: the cloth gives more along one diagonal than along the other.
    #[default]
    Same,
    /// Like the fields of a chessboard.
    Alternating,
}

/// A flat rectangle in the plane `z = 0` that faces up, with `2 nx ny` triangles; one cell at least
/// each way.
///
/// ```
/// use jostle::mesh::shapes;
///
/// let cloth = shapes::cloth(20, 10, [2.0, 1.0]);
/// assert_eq!(cloth.elements.len(), 400);
/// ```
pub fn cloth(nx: u32, ny: u32, size: [f64; 2]) -> TriangleMesh {
    rippled_cloth(nx, ny, size, Diagonals::Same, 0.0, 0)
}

/// A rectangle as of [`cloth`] with a choice of diagonals, and rippled by seeded smooth noise up
/// to a height of `ripple` times the shorter side, which is clamped to `0..=1`. It stays a height
/// field, hence free of self-intersection.
///
/// ```
/// use jostle::mesh::shapes::{self, Diagonals};
///
/// let cloth = shapes::rippled_cloth(20, 20, [1.0, 1.0], Diagonals::Alternating, 0.05, 3);
/// assert!(cloth.vertices.iter().all(|v| v.z.abs() <= 0.05));
/// ```
pub fn rippled_cloth(
    nx: u32,
    ny: u32,
    size: [f64; 2],
    diagonals: Diagonals,
    ripple: f64,
    seed: u64,
) -> TriangleMesh {
    /// Ripples are about this many to the shorter side.
    const RIPPLES: f64 = 4.0;
    let [nx, ny] = limits::counts([nx, ny], 1);
    let [width, depth] = size.map(limits::length);
    let side = width.min(depth);
    let height = side * limits::fraction(ripple, 1.0);
    let mut vertices = Vec::with_capacity((nx as usize + 1) * (ny as usize + 1));
    for j in 0..=ny {
        for i in 0..=nx {
            let x = width * (i as f64 / nx as f64 - 0.5);
            let y = depth * (j as f64 / ny as f64 - 0.5);
            vertices.push(DVec3::new(x, y, 0.0));
        }
    }
    if height > 0.0 {
        for vertex in &mut vertices {
            vertex.z = height * noise(seed, *vertex * (RIPPLES / side));
        }
    }
    let alternate = diagonals == Diagonals::Alternating;
    TriangleMesh::new(vertices, grid::triangles([ny, nx], [false, false], alternate))
}
