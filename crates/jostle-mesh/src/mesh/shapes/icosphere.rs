//! Spheres of nearly equal triangles.

use super::geodesic::{FACES, Icosahedron};
use super::limits;
use crate::mesh::TriangleMesh;

/// `20 f^2` triangles and half as many vertices can be named up to here.
pub(super) const MOST_FREQUENT: u32 = 10_000;

/// A sphere whose edges have been halved a number of times, from the icosahedron on:
/// `20 * 4^subdivisions` triangles. At most 13 subdivisions (1.3 billion triangles).
///
/// ```
/// use jostle::mesh::shapes;
///
/// let sphere = shapes::icosphere(3, 1.0);
/// assert_eq!(sphere.elements.len(), 1280);
/// ```
pub fn icosphere(subdivisions: u32, radius: f64) -> TriangleMesh {
    geodesic_sphere(1 << subdivisions.min(13), radius)
}

/// A sphere whose number of triangles is `20 f^2` for the `f` that brings it nearest to a number.
///
/// ```
/// use jostle::mesh::shapes;
///
/// let sphere = shapes::icosphere_near(100_000, 1.0);
/// assert_eq!(sphere.elements.len(), 20 * 71 * 71);
/// ```
pub fn icosphere_near(triangles: usize, radius: f64) -> TriangleMesh {
    let lower = (triangles / FACES).isqrt() as u64;
    let miss = |frequency: u64| (FACES as u64 * frequency * frequency).abs_diff(triangles as u64);
    let frequency = if miss(lower + 1) < miss(lower) { lower + 1 } else { lower };
    geodesic_sphere(frequency.min(MOST_FREQUENT as u64) as u32, radius)
}

/// A sphere whose icosahedral edges are cut into `frequency` parts each, from 1 to 10,000:
/// `20 frequency^2` triangles, all vertices on the sphere.
///
/// ```
/// use jostle::mesh::shapes;
///
/// let sphere = shapes::geodesic_sphere(3, 2.0);
/// assert_eq!(sphere.vertices.len(), 92);
/// assert_eq!(sphere.elements.len(), 180);
/// ```
pub fn geodesic_sphere(frequency: u32, radius: f64) -> TriangleMesh {
    let frequency = frequency.clamp(1, MOST_FREQUENT) as usize;
    let radius = limits::length(radius);
    let icosahedron = Icosahedron::new();
    let vertices = icosahedron.points(frequency).iter().map(|p| *p * radius).collect();
    let mut elements = Vec::with_capacity(FACES * frequency * frequency);
    for face in 0..FACES {
        elements.extend(
            Icosahedron::triangles(frequency)
                .map(|corners| corners.map(|weights| icosahedron.index(face, weights) as u32)),
        );
    }
    TriangleMesh::new(vertices, elements)
}
