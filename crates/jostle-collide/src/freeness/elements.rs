//! Sets of convex elements, as the certificate counts them.

use crate::convex::{Proximity, proximity};
use crate::mesh::SimplexMesh;
use glam::DVec3;

/// A set of convex elements: hulls of vertices with finite positions.
pub trait Elements: Sync {
    /// The vertices of one element, at least one.
    type Vertices: AsRef<[u32]>;

    /// Whether elements fill space, as tetrahedra do; it changes the cost only.
    const SOLID: bool;
    /// Vertices of an element; more than any has, where they differ.
    const CORNERS: usize;

    fn len(&self) -> usize;

    fn positions(&self) -> &[DVec3];

    fn vertices(&self, element: usize) -> Self::Vertices;

    /// The diameter of its smallest enclosing sphere, rounded outward.
    fn diameter(&self, element: usize) -> f64;

    fn proximity(&self, a: usize, b: usize) -> Proximity;

    /// A lower bound of the distance of two elements.
    fn least_distance(&self, a: usize, b: usize) -> f64 {
        match self.proximity(a, b) {
            Proximity::Apart(apart) => apart.distance - apart.error,
            Proximity::Intersection(_) => 0.0,
        }
    }
}

impl<const N: usize> Elements for SimplexMesh<N> {
    type Vertices = [u32; N];

    const SOLID: bool = N == 4;
    const CORNERS: usize = N;

    fn len(&self) -> usize {
        self.elements.len()
    }

    fn positions(&self) -> &[DVec3] {
        &self.vertices
    }

    #[inline]
    fn vertices(&self, element: usize) -> [u32; N] {
        self.elements[element]
    }

    #[inline]
    fn diameter(&self, element: usize) -> f64 {
        super::diameter::diameter(&self.corners(element))
    }

    fn proximity(&self, a: usize, b: usize) -> Proximity {
        let corners = |element: usize| self.corners(element);
        proximity(&corners(a), &corners(b)).expect("coordinates are finite")
    }
}
