//! Triangles and tetrahedra over the same vertices.

use jostle::mesh::ElementKind;
use jostle::{DVec3, MeshError};

/// Triangles and tetrahedra over the same vertices, for writing; see [`write_mixed`](crate::write_mixed).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MixedMesh {
    /// Positions.
    pub vertices: Vec<DVec3>,
    /// Corners of each triangle.
    pub triangles: Vec<[u32; 3]>,
    /// Corners of each tetrahedron.
    pub tets: Vec<[u32; 4]>,
}

impl MixedMesh {
    /// Number of triangles and tetrahedra.
    pub fn element_count(&self) -> usize {
        self.triangles.len() + self.tets.len()
    }

    /// Refuses positions that are not finite and corners that do not exist; tetrahedra are numbered from 0 too.
    pub(crate) fn check(&self) -> Result<(), MeshError> {
        let vertices = self.vertices.len();
        if let Some(vertex) = self.vertices.iter().position(|p| !p.is_finite()) {
            return Err(MeshError::NonFinite { vertex, position: self.vertices[vertex] });
        }
        for number in 0..self.element_count() {
            let corners = self.corners(number);
            if let Some(&vertex) = corners.iter().find(|&&corner| corner as usize >= vertices) {
                let (kind, element) = match number.checked_sub(self.triangles.len()) {
                    None => (ElementKind::Triangle, number),
                    Some(tet) => (ElementKind::Tetrahedron, tet),
                };
                return Err(MeshError::BadIndex { kind, element, vertex, vertices });
            }
        }
        Ok(())
    }

    /// The corners of an element, triangles first.
    pub(crate) fn corners(&self, element: usize) -> &[u32] {
        match self.triangles.get(element) {
            Some(corners) => corners,
            None => &self.tets[element - self.triangles.len()],
        }
    }
}
