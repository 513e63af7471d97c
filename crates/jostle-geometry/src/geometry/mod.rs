//! Boxes, spheres, distances, common parts and exact predicates over `f64` coordinates.

mod aabb;
mod bounding_sphere;
pub mod common_part;
pub mod convex_polygon;
mod diagonal_slabs;
pub mod distance;
pub mod edge_crossing;
pub mod infinitesimal_move;
pub mod integers;
pub mod lanes;
pub mod nearest_on_simplex;
mod normal_cone;
pub mod number;
pub mod predicates;
pub mod ray_crossing;

pub use aabb::Aabb;
pub use bounding_sphere::BoundingSphere;
pub use diagonal_slabs::DiagonalSlabs;
pub use normal_cone::NormalCone;
