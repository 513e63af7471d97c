//! Summaries of meshes in a few numbers.

use super::{
    Boundary, Components, SurfaceTopology, VolumeTopology, boundary, signed_volume, surface_area,
    tet_volume,
};
use crate::mesh::{MeshError, TetMesh, TriangleMesh};

/// A surface in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceSummary {
    /// Number of vertices that a triangle uses.
    pub vertices: usize,
    /// Number of triangles.
    pub triangles: usize,
    /// Number of edges.
    pub edges: usize,
    /// Number of edges that an odd number of triangles use.
    pub boundary_edges: usize,
    /// Number of loops that these edges form.
    pub boundary_loops: usize,
    /// Number of edges that three or more triangles use.
    pub non_manifold_edges: usize,
    /// Number of vertices whose triangles form neither one fan nor one ring.
    pub non_manifold_vertices: usize,
    /// Number of connected components.
    pub components: usize,
    /// See [`SurfaceTopology::is_closed`].
    pub closed: bool,
    /// Whether there are neither non-manifold edges nor non-manifold vertices.
    pub manifold: bool,
    /// See [`SurfaceTopology::is_oriented`].
    pub oriented: bool,
    /// Vertices minus edges plus triangles.
    pub euler: i64,
    /// Number of handles of all components together, if [each has one](super::ComponentSummary::genus).
    pub genus: Option<u64>,
    /// See [`surface_area`].
    pub area: f64,
    /// See [`signed_volume`]; for surfaces that are closed and oriented.
    pub volume: Option<f64>,
}

impl SurfaceSummary {
    /// Checks the mesh and counts.
    pub fn from_mesh(mesh: &TriangleMesh) -> Result<Self, MeshError> {
        let topology = SurfaceTopology::from_mesh(mesh)?;
        let components = topology.component_summaries();
        let edges = topology.edges();
        let non_manifold_edges = edges.non_manifold().count();
        let non_manifold_vertices = topology.non_manifold_vertices().len();
        let (closed, oriented) = (topology.is_closed(), topology.is_oriented());
        Ok(SurfaceSummary {
            vertices: components.iter().map(|component| component.vertices).sum(),
            triangles: mesh.elements.len(),
            edges: edges.len(),
            boundary_edges: edges.boundary().count(),
            boundary_loops: components.iter().map(|component| component.boundary_loops).sum(),
            non_manifold_edges,
            non_manifold_vertices,
            components: components.len(),
            closed,
            manifold: non_manifold_edges == 0 && non_manifold_vertices == 0,
            oriented,
            euler: components.iter().map(|component| component.euler()).sum(),
            genus: components.iter().map(|component| component.genus()).sum(),
            area: surface_area(mesh)?,
            volume: (closed && oriented).then(|| signed_volume(mesh)).transpose()?,
        })
    }
}

/// A volume in numbers.
///
/// ```
/// use jostle::mesh::{shapes::{self, Split}, topology::VolumeSummary};
///
/// let beam = shapes::beam_tets(8.0, 1.0, 2, Split::Six);
/// let summary = VolumeSummary::from_mesh(&beam)?;
/// assert_eq!(summary.tets, 16 * 2 * 2 * 6);
/// assert_eq!(summary.inverted, 0);
/// assert_eq!(summary.surface.genus, Some(0));
/// # Ok::<(), jostle::MeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct VolumeSummary {
    /// Number of vertices that a tetrahedron uses.
    pub vertices: usize,
    /// Number of tetrahedra.
    pub tets: usize,
    /// Number of faces.
    pub faces: usize,
    /// Number of faces that three or more tetrahedra use.
    pub non_manifold_faces: usize,
    /// Number of connected components.
    pub components: usize,
    /// Number of tetrahedra with negative volume.
    pub inverted: usize,
    /// Number of tetrahedra with zero volume.
    pub flat: usize,
    /// See [`tet_volume`].
    pub volume: f64,
    /// The boundary.
    pub surface: SurfaceSummary,
}

impl VolumeSummary {
    /// Checks the mesh and counts.
    pub fn from_mesh(mesh: &TetMesh) -> Result<Self, MeshError> {
        let topology = VolumeTopology::from_mesh(mesh)?;
        let faces = topology.faces();
        let signs = || (0..mesh.elements.len()).map(|tet| boundary::sign(mesh.corners(tet)));
        let mut used = vec![false; mesh.vertices.len()];
        for &vertex in mesh.elements.as_flattened() {
            used[vertex as usize] = true;
        }
        Ok(VolumeSummary {
            vertices: used.iter().filter(|used| **used).count(),
            tets: mesh.elements.len(),
            faces: faces.len(),
            non_manifold_faces: faces.non_manifold().count(),
            components: Components::from_elements(&mesh.elements, mesh.vertices.len()).count(),
            inverted: signs().filter(|sign| *sign < 0).count(),
            flat: signs().filter(|sign| *sign == 0).count(),
            volume: tet_volume(mesh)?,
            surface: SurfaceSummary::from_mesh(&Boundary::from_faces(mesh, faces).surface)?,
        })
    }
}
