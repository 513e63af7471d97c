//! Meshes: vertices and elements, checked; what hangs together in them; shapes made by formula; and
//! the scene that a query is asked of.

mod box_tree;
mod clusters;
mod grouped;
mod scene;
pub mod shapes;
mod simplex_mesh;
mod surface_distance;
pub mod topology;
mod weld;
mod winding;

pub(crate) use box_tree::BoxTree;
pub use clusters::{Border, Clusters, Node, Tree};
pub use grouped::grouped;
pub use scene::{Element, Object, Scene, SceneError};
pub use simplex_mesh::{
    ElementKind, Findings, Mesh, MeshError, SimplexMesh, TetMesh, TriangleMesh,
};
pub use surface_distance::{SurfaceDistance, SurfacePoint};
pub use winding::winding_number;
