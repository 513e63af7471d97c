//! Meshes: vertices and elements, checked; and the scene that a query is asked of.

mod scene;
mod simplex_mesh;

pub use scene::{Element, Object, Scene, SceneError};
pub use simplex_mesh::{
    ElementKind, Findings, Mesh, MeshError, SimplexMesh, TetMesh, TriangleMesh,
};
