//! The ground: boxes, distances and exact predicates over `f64` coordinates.

mod aabb;
pub mod distance;
pub mod integers;
pub(crate) mod number;
pub mod predicates;
pub(crate) mod signed_volumes;

pub use aabb::Aabb;
