//! A triangle against a tetrahedron, from the tests of their parts.

use super::filter::Tally;
use super::segment::FACES;
use super::{point, triangle_triangle};
use glam::DVec3;

/// Whether the triangle and the tetrahedron have a point in common; either may be degenerate.
///
/// ```
/// use jostle::{DVec3, narrow::triangle_tetrahedron};
///
/// let tetrahedron = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let inside = [DVec3::splat(0.1), DVec3::splat(0.2), DVec3::new(0.1, 0.1, 0.2)];
/// assert!(triangle_tetrahedron(&inside, &tetrahedron));
/// assert!(!triangle_tetrahedron(&inside.map(|p| p + DVec3::ONE), &tetrahedron));
/// ```
pub fn triangle_tetrahedron(triangle: &[DVec3; 3], tetrahedron: &[DVec3; 4]) -> bool {
    tallied(triangle, tetrahedron, &mut Tally::default())
}

/// [`triangle_tetrahedron`], counting exact fallbacks.
pub fn tallied(triangle: &[DVec3; 3], tetrahedron: &[DVec3; 4], tally: &mut Tally) -> bool {
    // A connected set that meets no face is wholly inside or wholly outside.
    point::tallied(triangle[0], tetrahedron, tally)
        || FACES
            .iter()
            .any(|face| triangle_triangle::tallied(triangle, &face.map(|i| tetrahedron[i]), tally))
}
