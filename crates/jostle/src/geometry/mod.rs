//! The ground: boxes and exact predicates over `f64` coordinates.

mod aabb;

pub use aabb::Aabb;
