//! The ground: boxes, spheres, distances and exact predicates over `f64` coordinates.

mod aabb;
pub mod distance;
pub mod integers;
pub(crate) mod number;
pub mod predicates;
pub(crate) mod ray;
pub(crate) mod signed_volumes;
mod sphere;

pub use aabb::Aabb;
pub use sphere::Sphere;
