//! The queries of this module for elements of scenes, of either kind.

use super::{ConvexError, Penetration, Proximity};
use crate::mesh::Element;

/// Calls a query with the corners of both elements as arrays.
macro_rules! with_corners {
    ($query:path, $a:expr, $b:expr) => {
        match ($a, $b) {
            (Element::Triangle(a), Element::Triangle(b)) => $query(a, b),
            (Element::Triangle(a), Element::Tetrahedron(b)) => $query(a, b),
            (Element::Tetrahedron(a), Element::Triangle(b)) => $query(a, b),
            (Element::Tetrahedron(a), Element::Tetrahedron(b)) => $query(a, b),
        }
    };
}
pub(super) use with_corners;

/// Whether two elements have a common point, by [`intersects`](super::intersects()).
///
/// ```
/// use jostle::{DVec3, convex::elements, mesh::Element};
///
/// let floor = Element::Triangle([DVec3::ZERO, DVec3::X, DVec3::Y]);
/// let tip = Element::Tetrahedron([DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|p| p * 0.5));
/// assert_eq!(elements::intersects(&floor, &tip), Ok(true));
/// ```
pub fn intersects(a: &Element, b: &Element) -> Result<bool, ConvexError> {
    with_corners!(super::intersects, a, b)
}

/// The distance of two elements, by [`proximity`](super::proximity()).
pub fn proximity(a: &Element, b: &Element) -> Result<Proximity, ConvexError> {
    with_corners!(super::proximity, a, b)
}

/// The minimum translation that separates two elements, by [`penetration`](super::penetration()).
pub fn penetration(a: &Element, b: &Element) -> Result<Penetration, ConvexError> {
    with_corners!(super::penetration, a, b)
}
