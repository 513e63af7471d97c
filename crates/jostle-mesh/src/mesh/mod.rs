//! Meshes of vertices and elements, their topology, procedural shapes, and the scenes that queries take.

mod box_tree;
mod clusters;
mod element_pass;
mod element_trees;
mod ids;
mod layers;
mod object_elements;
mod point_pass;
mod range_lists;
mod scene;
pub mod shapes;
mod simplex_mesh;
mod stamp;
mod surface_distance;
pub mod topology;
mod weld;
mod winding;

pub use box_tree::BoxTree;
pub use clusters::Clusters;
pub use clusters::{ClusterShapes, KeptBlocks, PatchNode, PatchTree};
pub use element_trees::{ElementTree, ElementTrees};
pub use ids::{ElementId, LocalElementId, ObjectId};
pub use layers::Layers;
pub use object_elements::ObjectElements;
pub use point_pass::all_finite;
pub use range_lists::lengthen;
pub use scene::first_three;
pub use scene::{Element, ElementCorners, Object, Scene, SceneError};
pub use simplex_mesh::{
    ElementKind, Mesh, MeshDiagnostics, MeshError, SimplexMesh, TetMesh, TriangleMesh,
};
pub use surface_distance::TriangleTree;
pub use surface_distance::{SurfaceDistance, SurfacePoint};
pub use winding::half_solid_angle;
pub use winding::winding_number;
