//! The topology of a volume.

use super::Components;
use super::facets::{self, Faces};
use crate::mesh::{MeshError, TetMesh};

/// Faces and neighbours of a mesh of tetrahedra.
///
/// Positions play no part: the topology stays good while the mesh deforms, until its elements
/// change.
///
/// ```
/// use jostle::mesh::{shapes, topology::VolumeTopology};
///
/// let ball = shapes::ball_tets(3, 1.0);
/// let topology = VolumeTopology::from_mesh(&ball)?;
/// assert_eq!(topology.components().count(), 1);
/// assert!(topology.neighbours(0).count() <= 4);
/// # Ok::<(), jostle::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct VolumeTopology {
    tets: Vec<[u32; 4]>,
    vertex_count: usize,
    faces: Faces,
}

impl VolumeTopology {
    /// Checks the mesh and collects its faces.
    pub fn from_mesh(mesh: &TetMesh) -> Result<Self, MeshError> {
        Ok(VolumeTopology {
            faces: facets::checked(mesh)?,
            tets: mesh.elements.clone(),
            vertex_count: mesh.vertices.len(),
        })
    }

    /// The faces, with the tetrahedra that use them.
    pub fn faces(&self) -> &Faces {
        &self.faces
    }

    /// The tetrahedra that share a face with a tetrahedron, once for each face they share.
    pub fn neighbours(&self, tet: usize) -> impl Iterator<Item = u32> + '_ {
        self.faces.neighbours(tet)
    }

    /// The connected components.
    pub fn components(&self) -> Components {
        Components::from_elements(&self.tets, self.vertex_count)
    }

    /// Number of faces on the boundary: those that an odd number of tetrahedra use. Of these
    /// [`Boundary`](super::Boundary) makes a surface.
    pub fn boundary_face_count(&self) -> usize {
        self.faces.boundary().count()
    }
}
