//! Counts, Euler characteristic and genus of each component of a surface.

use super::{SurfaceTopology, boundary_loops, orientation, stars};

/// One component of a surface.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComponentSummary {
    /// Number of vertices.
    pub vertices: usize,
    /// Number of edges.
    pub edges: usize,
    /// Number of triangles.
    pub triangles: usize,
    /// Number of boundary loops.
    pub boundary_loops: usize,
    /// Whether it is manifold at every edge and vertex.
    pub manifold: bool,
    /// Whether it has two sides, however its triangles are turned now.
    pub orientable: bool,
}

impl ComponentSummary {
    /// Vertices minus edges plus triangles: 2 for a sphere, 1 for a disc, 0 for a torus.
    pub fn euler(&self) -> i64 {
        self.vertices as i64 - self.edges as i64 + self.triangles as i64
    }

    /// Number of handles, where that means something: the component is manifold and has two sides.
    pub fn genus(&self) -> Option<u64> {
        // Closing each loop with a disc adds one to the characteristic, which is then 2 - 2 genus.
        let twice = 2 - self.euler() - self.boundary_loops as i64;
        (self.manifold && self.orientable).then_some(twice as u64 / 2)
    }
}

pub(super) fn count(surface: &SurfaceTopology) -> Vec<ComponentSummary> {
    let labelled = surface.components();
    let fresh =
        ComponentSummary { manifold: true, orientable: true, ..ComponentSummary::default() };
    let mut components = vec![fresh; labelled.count()];
    let label = |triangle: u32| labelled.labels()[triangle as usize] as usize;

    let mut vertex_component = vec![None; surface.vertex_count];
    for (triangle, corners) in surface.triangles.iter().enumerate() {
        components[label(triangle as u32)].triangles += 1;
        for &corner in corners {
            vertex_component[corner as usize] = Some(label(triangle as u32));
        }
    }
    for component in vertex_component.iter().flatten() {
        components[*component].vertices += 1;
    }
    for edge in 0..surface.edges.len() {
        let component = &mut components[label(surface.edges.elements(edge)[0])];
        component.edges += 1;
        component.manifold &= surface.edges.uses(edge) <= 2;
    }
    for (component, odd) in vertex_component.iter().zip(stars::non_manifold(surface)) {
        if let (Some(component), true) = (component, odd) {
            components[*component].manifold = false;
        }
    }
    for vertices in boundary_loops::trace(surface).iter() {
        if let Some(component) = vertex_component[vertices[0] as usize] {
            components[component].boundary_loops += 1;
        }
    }
    for triangle in orientation::orient(surface).1 {
        components[label(triangle)].orientable = false;
    }
    components
}
