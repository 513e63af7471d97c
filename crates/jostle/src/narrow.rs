//! The narrow phase: exact tests of one pair of elements.

pub use jostle_narrow::narrow::sat;
pub use jostle_narrow::narrow::tallied;
pub use jostle_narrow::narrow::{
    Tally, elements_collide, named_elements_collide, point_tetrahedron, point_triangle,
    segment_segment, segment_triangle, tetrahedron_tetrahedron, tetrahedron_tetrahedron_beyond,
    triangle_tetrahedron, triangle_triangle, triangle_triangle_beyond,
};
