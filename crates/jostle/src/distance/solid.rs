//! The boundary of an object that has an inside.

use crate::mesh::topology::{Boundary, SurfaceTopology};
use crate::mesh::{Mesh, Scene, TriangleMesh};

/// A closed surface.
pub(super) struct Solid {
    pub boundary: TriangleMesh,
    /// The tetrahedron behind each triangle of the boundary, if it is one of tetrahedra.
    tets: Option<Vec<u32>>,
}

impl Solid {
    /// `None` if the object is a surface with a rim.
    pub fn of(scene: &Scene, object: usize) -> Option<Solid> {
        match scene.mesh(object).ok()? {
            Mesh::Triangles(surface) => {
                let closed = SurfaceTopology::from_mesh(&surface).ok()?.is_closed();
                closed.then_some(Solid { boundary: surface, tets: None })
            }
            Mesh::Tets(volume) => {
                let Boundary { surface, tets, .. } = Boundary::from_mesh(&volume).ok()?;
                Some(Solid { boundary: surface, tets: Some(tets) })
            }
        }
    }

    /// The element of the object that a triangle of the boundary belongs to.
    pub fn element(&self, triangle: u32) -> u32 {
        self.tets.as_ref().map_or(triangle, |tets| tets[triangle as usize])
    }
}
