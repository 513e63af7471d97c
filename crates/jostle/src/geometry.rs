//! Boxes, spheres, distances, common parts and exact predicates over `f64` coordinates.

pub use jostle_geometry::geometry::common_part;
pub use jostle_geometry::geometry::distance;
pub use jostle_geometry::geometry::integers;
pub use jostle_geometry::geometry::predicates;
pub use jostle_geometry::geometry::{Aabb, BoundingSphere};
