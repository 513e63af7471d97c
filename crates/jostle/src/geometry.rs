//! Boxes, spheres, distances, common parts and exact predicates over `f64` coordinates.

#[doc(inline)]
pub use jostle_geometry::geometry::{Aabb, BoundingSphere};

/// What two triangles that intersect have in common: a point, a segment or a polygon.
pub mod common_part {
    #[doc(inline)]
    pub use jostle_geometry::geometry::common_part::{CommonPart, triangle_triangle};
}

/// Nearest points of a point, a segment, a triangle and a tetrahedron, where a closed form is best.
pub mod distance {
    #[doc(inline)]
    pub use jostle_geometry::geometry::distance::{
        NearestPoints, point_segment, point_tetrahedron, point_triangle, segment_segment,
    };
}

/// Exact arithmetic for the coordinates that no floating-point expansion can hold.
pub mod integers {
    #[doc(inline)]
    pub use jostle_geometry::geometry::integers::{
        IntegerPoint, at_common_scale, orient2d, orient3d, quotient, sign, solve,
        with_common_exponent,
    };
}

/// Exact predicates: signs of determinants of the given `f64` coordinates, never of rounded ones.
pub mod predicates {
    #[doc(inline)]
    pub use jostle_geometry::geometry::predicates::{CoordinatePlane, Sign, collinear, orient3d};
}
