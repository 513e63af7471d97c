//! The ground: boxes and exact predicates over `f64` coordinates.

mod aabb;
pub mod integers;
pub mod predicates;

pub use aabb::Aabb;
