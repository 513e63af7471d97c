//! The topology of a surface.

use super::facets::{self, Edges};
use super::{
    BoundaryLoops, ComponentSummary, Components, boundary_loops, component_summary, orientation,
    stars,
};
use crate::mesh::{MeshError, TriangleMesh};

/// Edges, neighbours, boundary and non-manifold places of a surface.
///
/// Positions play no part: the topology stays good while the mesh deforms, until its elements
/// change.
///
/// ```
/// use jostle::mesh::{shapes, topology::SurfaceTopology};
///
/// let sleeve = shapes::sleeve(1.0, 3.0, 16, 8);
/// let topology = SurfaceTopology::from_mesh(&sleeve)?;
/// assert!(!topology.is_closed());
/// assert_eq!(topology.boundary_loops().len(), 2);
/// # Ok::<(), jostle::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SurfaceTopology {
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) vertex_count: usize,
    pub(super) edges: Edges,
}

impl SurfaceTopology {
    /// Checks the mesh and collects its edges.
    pub fn from_mesh(mesh: &TriangleMesh) -> Result<Self, MeshError> {
        Ok(SurfaceTopology {
            edges: facets::checked(mesh)?,
            triangles: mesh.elements.clone(),
            vertex_count: mesh.vertices.len(),
        })
    }

    /// The edges, with the triangles that use them.
    pub fn edges(&self) -> &Edges {
        &self.edges
    }

    /// The triangles that share an edge with a triangle, once for each edge they share.
    pub fn neighbours(&self, triangle: usize) -> impl Iterator<Item = u32> + '_ {
        self.edges.neighbours(triangle)
    }

    /// The connected components.
    pub fn components(&self) -> Components {
        Components::from_elements(&self.triangles, self.vertex_count)
    }

    /// Whether every edge is used by an even number of triangles: two as a rule, more where sheets
    /// meet. So it is exactly when there are no [boundary loops](Self::boundary_loops), and then a
    /// point off the surface is inside or outside by parity. The empty surface is closed.
    pub fn is_closed(&self) -> bool {
        self.edges.boundary().next().is_none()
    }

    /// Whether no edge is used by more than two triangles.
    pub fn is_edge_manifold(&self) -> bool {
        self.edges.non_manifold().next().is_none()
    }

    /// Whether the triangles around each vertex form one fan or one closed ring.
    pub fn is_vertex_manifold(&self) -> bool {
        !stars::non_manifold(self).contains(&true)
    }

    /// The vertices whose triangles form more than one fan or ring, or meet at an edge of three or
    /// more; ascending. A vertex that no triangle uses is not among them.
    pub fn non_manifold_vertices(&self) -> Vec<u32> {
        let flags = stars::non_manifold(self);
        (0..flags.len() as u32).filter(|&vertex| flags[vertex as usize]).collect()
    }

    /// Whether the triangles agree on a side: an edge of two is walked once in each direction, and
    /// an edge of more as often in one as in the other, give or take the odd one.
    pub fn is_oriented(&self) -> bool {
        (0..self.edges.len()).all(|edge| {
            let users = self.edges.elements(edge);
            let forward = users.iter().filter(|&&user| self.walks_forward(user, edge)).count();
            forward.abs_diff(users.len() - forward) <= 1
        })
    }

    /// Which triangles to turn over so that each edge of two is walked once in each direction, or
    /// `None` where no choice does (as on a Möbius strip). The first triangle of each sheet stays
    /// as it is; edges of three and more bind nothing.
    ///
    /// ```
    /// use jostle::mesh::{shapes, topology::SurfaceTopology};
    ///
    /// let mut sphere = shapes::icosphere(1, 1.0);
    /// sphere.elements[7].swap(0, 1);
    /// let turns = SurfaceTopology::from_mesh(&sphere)?.orientation().expect("a sphere has two sides");
    /// for (triangle, _) in sphere.elements.iter_mut().zip(turns).filter(|(_, turn)| *turn) {
    ///     triangle.swap(0, 1);
    /// }
    /// assert!(SurfaceTopology::from_mesh(&sphere)?.is_oriented());
    /// # Ok::<(), jostle::MeshError>(())
    /// ```
    pub fn orientation(&self) -> Option<Vec<bool>> {
        let (turns, torn) = orientation::orient(self);
        torn.is_empty().then_some(turns)
    }

    /// The boundary as closed loops of vertices; see [`BoundaryLoops`].
    pub fn boundary_loops(&self) -> BoundaryLoops {
        boundary_loops::trace(self)
    }

    /// Counts, Euler characteristic and genus of each component, in the order of
    /// [`components`](Self::components).
    pub fn component_summaries(&self) -> Vec<ComponentSummary> {
        component_summary::count(self)
    }

    /// Whether a triangle of the edge walks it from its lower to its higher vertex.
    pub(super) fn walks_forward(&self, triangle: u32, edge: usize) -> bool {
        let [a, b, c] = self.triangles[triangle as usize];
        let [low, high] = self.edges.corners()[edge];
        [(a, b), (b, c), (c, a)].contains(&(low, high))
    }

    /// Which corner of a triangle a vertex of it is.
    pub(super) fn corner(&self, triangle: u32, vertex: u32) -> usize {
        let [a, b, _] = self.triangles[triangle as usize];
        if a == vertex { 0 } else { 1 + usize::from(b != vertex) }
    }
}
