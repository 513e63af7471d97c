//! A sphere with hills and dales.

use super::{geodesic_sphere, limits, noise::noise};
use crate::mesh::TriangleMesh;

/// Hills are about this many to a radius.
const HILLS: f64 = 2.5;

/// A unit sphere of `20 resolution^2` triangles, raised and lowered by seeded smooth noise of at
/// most `amplitude`, which is clamped to `0..=0.9`.
///
/// It is star-shaped about the origin, hence free of self-intersection: a vertex moves along its
/// ray only, so each triangle keeps its own cone.
///
/// ```
/// use jostle::mesh::shapes;
///
/// let pebble = shapes::bumpy_sphere(16, 0.3, 1);
/// assert!(pebble.vertices.iter().all(|v| (0.7..=1.3).contains(&v.length())));
/// assert_eq!(pebble, shapes::bumpy_sphere(16, 0.3, 1));
/// ```
pub fn bumpy_sphere(resolution: u32, amplitude: f64, seed: u64) -> TriangleMesh {
    let amplitude = limits::fraction(amplitude, 0.9);
    let mut mesh = geodesic_sphere(resolution, 1.0);
    for vertex in &mut mesh.vertices {
        *vertex *= 1.0 + amplitude * noise(seed, HILLS * *vertex);
    }
    mesh
}
