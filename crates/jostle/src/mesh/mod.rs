//! Meshes: vertices and elements, checked; what hangs together in them; and shapes made by formula.

pub mod shapes;
mod simplex_mesh;
pub mod topology;

pub use simplex_mesh::{
    ElementKind, Findings, Mesh, MeshError, SimplexMesh, TetMesh, TriangleMesh,
};
