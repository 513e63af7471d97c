//! Elements as the oracle takes them.

use jostle::mesh::Element;
use jostle::{ElementId, Scene};
use jostle_oracle::Point;

/// The corners of an element.
pub(super) fn points(scene: &Scene, element: ElementId) -> Vec<Point> {
    match scene.element(element) {
        Element::Triangle(points) => points.map(|p| p.to_array()).to_vec(),
        Element::Tetrahedron(points) => points.map(|p| p.to_array()).to_vec(),
    }
}
