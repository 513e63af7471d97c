//! Meshes of vertices and elements, their topology, procedural shapes, and the scenes that queries take.

pub use jostle_mesh::mesh::shapes;
pub use jostle_mesh::mesh::topology;
pub use jostle_mesh::mesh::{
    Clusters, Element, ElementCorners, ElementId, ElementKind, Layers, LocalElementId, Mesh,
    MeshDiagnostics, MeshError, Object, ObjectId, Scene, SceneError, SimplexMesh, SurfaceDistance,
    SurfacePoint, TetMesh, TriangleMesh, winding_number,
};
