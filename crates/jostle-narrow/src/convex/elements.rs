//! The queries of this module for elements of scenes, of either kind.

use super::{ConvexError, Penetration, Proximity, SupportMap};
use crate::mesh::Element;

/// Calls a query with the corners of both elements as arrays.
macro_rules! with_corners {
    ($query:path, $a:expr, $b:expr $(, $more:expr)*) => {
        match ($a, $b) {
            (Element::Triangle(a), Element::Triangle(b)) => $query(a, b $(, $more)*),
            (Element::Triangle(a), Element::Tetrahedron(b)) => $query(a, b $(, $more)*),
            (Element::Tetrahedron(a), Element::Triangle(b)) => $query(a, b $(, $more)*),
            (Element::Tetrahedron(a), Element::Tetrahedron(b)) => $query(a, b $(, $more)*),
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

/// Whether two elements are within a distance of each other, exactly: whether one of them and the other,
/// [inflated](SupportMap::inflated) by it, have a common point.
///
/// ```
/// use jostle::{DVec3, convex::elements, mesh::Element};
///
/// let floor = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let above = Element::Triangle(floor.map(|p| p + DVec3::Z * 0.1));
/// let floor = Element::Triangle(floor);
/// assert_eq!(elements::are_within(&floor, &above, 0.1), Ok(true));
/// assert_eq!(elements::are_within(&floor, &above, 0.1f64.next_down()), Ok(false));
/// ```
pub fn are_within(a: &Element, b: &Element, distance: f64) -> Result<bool, ConvexError> {
    with_corners!(corners_are_within, a, b, distance)
}

fn corners_are_within(
    a: &impl SupportMap,
    b: &impl SupportMap,
    distance: f64,
) -> Result<bool, ConvexError> {
    super::intersects(a, &b.inflated(distance))
}

/// The distance of two elements, by [`proximity`](super::proximity()).
pub fn proximity(a: &Element, b: &Element) -> Result<Proximity, ConvexError> {
    with_corners!(super::proximity, a, b)
}

/// The minimum translation that separates two elements, by [`penetration`](super::penetration()).
pub fn penetration(a: &Element, b: &Element) -> Result<Penetration, ConvexError> {
    with_corners!(super::penetration, a, b)
}
