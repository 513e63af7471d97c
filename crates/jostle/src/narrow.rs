//! The narrow phase: exact tests of one pair of elements.

#[doc(inline)]
pub use jostle_narrow::narrow::{
    Tally, elements_collide, named_elements_collide, point_tetrahedron, point_triangle,
    segment_segment, segment_triangle, tetrahedron_tetrahedron, tetrahedron_tetrahedron_beyond,
    triangle_tetrahedron, triangle_triangle, triangle_triangle_beyond,
};

/// The classic separating-axis tests in plain `f64`, as the literature uses them: for measurements.
#[doc(hidden)]
pub mod sat {
    #[doc(inline)]
    pub use jostle_narrow::narrow::sat::{
        elements, elements_without_edges, tetrahedra, tetrahedra_without_edges,
    };
}

/// The exact tests, which also count what they needed: for measurements.
#[doc(hidden)]
pub mod tallied {
    #[doc(inline)]
    pub use jostle_narrow::narrow::tallied::{
        tetrahedron_tetrahedron, tetrahedron_tetrahedron_beyond, triangle_tetrahedron,
        triangle_triangle, triangle_triangle_beyond,
    };
}
