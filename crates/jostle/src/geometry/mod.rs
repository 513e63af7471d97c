//! Boxes, spheres, distances, common parts and exact predicates over `f64` coordinates.

mod aabb;
mod bounding_sphere;
pub mod common_part;
pub(crate) mod convex_polygon;
mod diagonal_slabs;
pub mod distance;
pub(crate) mod edge_crossing;
pub(crate) mod infinitesimal_move;
pub mod integers;
pub(crate) mod lanes;
pub(crate) mod nearest_on_simplex;
mod normal_cone;
pub(crate) mod number;
pub mod predicates;
pub(crate) mod ray_crossing;

pub use aabb::Aabb;
pub use bounding_sphere::BoundingSphere;
pub(crate) use diagonal_slabs::DiagonalSlabs;
pub(crate) use normal_cone::NormalCone;
