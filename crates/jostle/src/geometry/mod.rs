//! The ground: boxes, spheres and exact predicates over `f64` coordinates.

mod aabb;
pub mod integers;
pub mod predicates;
mod sphere;

pub use aabb::Aabb;
pub use sphere::Sphere;
