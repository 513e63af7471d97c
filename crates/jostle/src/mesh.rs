//! Meshes of vertices and elements, their topology, procedural shapes, and the scenes that queries take.

#[doc(inline)]
pub use jostle_mesh::mesh::{
    Clusters, Element, ElementCorners, ElementId, ElementKind, Layers, LocalElementId, Mesh,
    MeshDiagnostics, MeshError, Object, ObjectId, Scene, SceneError, SimplexMesh, SurfaceDistance,
    SurfacePoint, TetMesh, TriangleMesh, winding_number,
};

/// Shapes made by formula, for tests, benchmarks and examples.
pub mod shapes {
    #[doc(inline)]
    pub use jostle_mesh::mesh::shapes::{
        Diagonals, MAX_JITTER, Split, ball_tets, beam_tets, box_surface, box_tets, bumpy_sphere,
        chazelle, cloth, geodesic_sphere, icosphere, icosphere_near, rippled_cloth, rod_tets,
        sleeve, torus, torus_knot,
    };
}

/// Topology of meshes: edges and faces, neighbours, components, boundaries and non-manifold places.
pub mod topology {
    #[doc(inline)]
    pub use jostle_mesh::mesh::topology::{
        Boundary, BoundaryLoops, ComponentSummary, Components, Edges, Faces, Facets,
        SurfaceSummary, SurfaceTopology, VolumeSummary, VolumeTopology, signed_volume,
        surface_area, tet_volume,
    };
}
