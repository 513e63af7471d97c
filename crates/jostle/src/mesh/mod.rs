//! Meshes: vertices and elements, checked.

mod simplex_mesh;

pub use simplex_mesh::{
    ElementKind, Findings, Mesh, MeshError, SimplexMesh, TetMesh, TriangleMesh,
};
