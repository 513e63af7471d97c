//! The surface of a volume.

use super::facets::{self, Faces};
use crate::geometry::predicates::{self, Sign};
use crate::mesh::{MeshError, TetMesh, TriangleMesh};
use glam::DVec3;

/// The boundary of a mesh of tetrahedra, and where it comes from.
///
/// A face is on the boundary if an odd number of tetrahedra use it, so the surface is always
/// closed, whatever the volume. Each triangle turns its back to the tetrahedron it comes from,
/// also where that one is inverted: the sign of the volume decides, in exact arithmetic. A flat
/// tetrahedron has no sign, and is taken by the order of its corners.
///
/// ```
/// use jostle::mesh::{shapes, topology::{self, Boundary}};
///
/// let ball = shapes::ball_tets(4, 1.0);
/// let boundary = Boundary::from_mesh(&ball)?;
/// assert_eq!(boundary.surface.elements.len(), 20 * 4 * 4);
/// assert!(topology::signed_volume(&boundary.surface)? > 0.0);
/// // After the volume has moved, its surface follows.
/// let mut surface = boundary.surface;
/// for (position, &vertex) in surface.vertices.iter_mut().zip(&boundary.vertices) {
///     *position = ball.vertices[vertex as usize];
/// }
/// # Ok::<(), jostle::MeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Boundary {
    /// The surface, of the vertices on the boundary only; triangles sorted by their vertices.
    pub surface: TriangleMesh,
    /// The tetrahedron behind each triangle of the surface; the lowest if there are several.
    pub tets: Vec<u32>,
    /// The vertex of the volume that each vertex of the surface is; ascending.
    pub vertices: Vec<u32>,
}

impl Boundary {
    /// Checks the mesh and collects its boundary.
    pub fn from_mesh(mesh: &TetMesh) -> Result<Self, MeshError> {
        Ok(Self::from_faces(mesh, &facets::checked(mesh)?))
    }

    pub(super) fn from_faces(mesh: &TetMesh, all: &Faces) -> Self {
        let tets: Vec<u32> = all.boundary().map(|face| all.elements(face)[0]).collect();
        let mut triangles: Vec<[u32; 3]> = all
            .boundary()
            .zip(&tets)
            .map(|(face, &tet)| outward(mesh, tet as usize, all.corners()[face]))
            .collect();

        let mut names = vec![None; mesh.vertices.len()];
        for &vertex in triangles.as_flattened() {
            names[vertex as usize] = Some(0);
        }
        let mut vertices = Vec::new();
        for (vertex, name) in names.iter_mut().enumerate().filter(|(_, name)| name.is_some()) {
            *name = Some(vertices.len() as u32);
            vertices.push(vertex as u32);
        }
        for vertex in triangles.as_flattened_mut() {
            *vertex = names[*vertex as usize].unwrap_or_default();
        }
        let positions = vertices.iter().map(|&vertex| mesh.vertices[vertex as usize]).collect();
        Boundary { surface: TriangleMesh::new(positions, triangles), tets, vertices }
    }
}

/// The face, its lowest vertex first, wound so that the tetrahedron lies behind it.
fn outward(mesh: &TetMesh, tet: usize, face: [u32; 3]) -> [u32; 3] {
    let corners = mesh.elements[tet];
    let opposite = corners.iter().position(|corner| !face.contains(corner)).unwrap_or(0);
    // Faces of a positive tetrahedron that point outward, opposite corners 0 to 3.
    const OUTWARD: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
    let [mut a, mut b, mut c] = OUTWARD[opposite].map(|corner| corners[corner]);
    if sign(mesh.corners(tet)) < 0 {
        (b, c) = (c, b);
    }
    while a != face[0] {
        (a, b, c) = (b, c, a);
    }
    [a, b, c]
}

/// The sign of the volume, exact.
pub(super) fn sign([a, b, c, d]: [DVec3; 4]) -> Sign {
    predicates::orient3d(a, b, c, d)
}
