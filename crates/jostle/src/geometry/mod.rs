//! The ground: boxes and exact predicates over `f64` coordinates.

mod aabb;
pub mod integers;
pub(crate) mod number;
pub mod predicates;
pub(crate) mod signed_volumes;

pub use aabb::Aabb;
