//! The narrow phase: exact tests of one pair of elements.
//!
//! Sets are closed: touching is intersecting. An element is the convex hull of its corners, so a
//! triangle of zero area is tested as the segment or point that it is, and a flat tetrahedron as
//! the polygon. Every answer is exact over the given coordinates, for all finite `f64`, and so it
//! does not depend on the order of the arguments or of their corners.
//!
//! Elements that share corners always touch there, so for them the question is another: is their
//! intersection *more* than the simplex they share? The functions ending in `_beyond` answer it;
//! they take the shared corners first, in the same order on both sides.
//!
//! Each test runs on a filter: plain `f64` arithmetic with a proven error bound,
//! and exact arithmetic only for the signs that the bound cannot tell. A [`Tally`] counts those.

#[cfg(test)]
mod almost_parallel;
mod crossing;
mod decided;
mod element_pair;
mod filter;
mod neighbour_lanes;
mod neighbours;
mod patches;
mod planar;
mod point;
mod rational;
pub mod sat;
mod screen;
mod segment;
mod stars;
mod tetrahedron_lanes;
mod tetrahedron_tetrahedron;
mod tetrahedron_tetrahedron_beyond;
mod triangle_lanes;
mod triangle_tetrahedron;
mod triangle_triangle;
mod triangle_triangle_beyond;

pub use crossing::{EdgeCrossing, crossing_segment, proper_crossings};
pub use element_pair::{elements_collide, named_elements_collide};
pub use filter::Tally;
pub use neighbours::Neighbours;
pub use patches::Patches;
pub use point::{point_tetrahedron, point_triangle};
pub use screen::Screen;
pub use segment::{segment_segment, segment_triangle};
pub use stars::Stars;
pub use tetrahedron_tetrahedron::tetrahedron_tetrahedron;
pub use tetrahedron_tetrahedron_beyond::tetrahedron_tetrahedron_beyond;
pub use triangle_tetrahedron::triangle_tetrahedron;
pub use triangle_triangle::triangle_triangle;
pub use triangle_triangle_beyond::triangle_triangle_beyond;

/// The same tests, counting their exact fallbacks; for callers that decide many pairs.
pub mod tallied {
    pub use super::tetrahedron_tetrahedron::tallied as tetrahedron_tetrahedron;
    pub use super::tetrahedron_tetrahedron_beyond::tallied as tetrahedron_tetrahedron_beyond;
    pub use super::triangle_tetrahedron::tallied as triangle_tetrahedron;
    pub use super::triangle_triangle::tallied as triangle_triangle;
    pub use super::triangle_triangle_beyond::tallied as triangle_triangle_beyond;
}
