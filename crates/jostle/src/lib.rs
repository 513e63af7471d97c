//! Exact collision detection for meshes that deform, tear and crumple.
#![warn(missing_docs)]

pub mod broad;
pub mod collide;
pub mod geometry;
pub mod mesh;
pub mod narrow;

pub use collide::{Collisions, Pair, Query, collide};
pub use glam::DVec3;
pub use mesh::{Mesh, MeshError, Scene, SceneError, SimplexMesh, TetMesh, TriangleMesh};
