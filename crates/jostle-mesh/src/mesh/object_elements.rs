//! The elements of one object of a scene, with vertices numbered within it.

use super::{ElementCorners, ElementKind, Object, Scene};
use glam::DVec3;

/// One object's elements, numbered within it as its vertices are.
#[derive(Clone, Copy, Debug)]
pub struct ObjectElements<'s> {
    scene: &'s Scene,
    object: &'s Object,
}

impl<'s> ObjectElements<'s> {
    /// The elements of an object of the scene.
    pub fn new(scene: &'s Scene, object: &'s Object) -> ObjectElements<'s> {
        ObjectElements { scene, object }
    }

    /// The kind of all elements.
    pub fn kind(&self) -> ElementKind {
        self.object.kind()
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.object.elements().len()
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.object.elements().is_empty()
    }

    /// The number of vertices, used or not.
    pub fn vertex_count(&self) -> usize {
        self.object.vertices().len()
    }

    /// Where the vertices are.
    pub fn positions(&self) -> &'s [DVec3] {
        &self.scene.vertices()[self.object.vertices()]
    }

    /// The [`Object::positions_id`].
    pub fn positions_id(&self) -> u64 {
        self.object.positions_id()
    }

    /// The corners of an element.
    #[inline]
    pub fn corners(&self, element: usize) -> impl Iterator<Item = u32> + use<'s> {
        let first = self.object.vertices().start as u32;
        let corners = self.scene.corners_at(self.object.elements().start + element);
        corners.iter().map(move |v| v - first)
    }

    /// The corners of an element of an object of triangles.
    #[inline]
    pub fn triangle(&self, element: usize) -> [u32; 3] {
        let first = self.object.vertices().start as u32;
        let corners = self.scene.element_corners();
        corners.triangle(self.object.elements().start + element).map(|v| v - first)
    }

    /// The corners of all elements, numbered in the scene, and the first vertex of the object there.
    pub fn corners_in_scene(&self) -> (ElementCorners<'s>, u32) {
        let own = self.scene.element_corners().range(self.object.elements());
        (own, self.object.vertices().start as u32)
    }

    /// The corners of an element of an object of tetrahedra.
    #[inline]
    pub fn tetrahedron(&self, element: usize) -> [u32; 4] {
        self.corners_of(element)
    }

    /// The corners of an element of an object whose elements have so many.
    #[inline]
    pub fn corners_of<const N: usize>(&self, element: usize) -> [u32; N] {
        let first = self.object.vertices().start as u32;
        let corners = self.scene.corners_at(self.object.elements().start + element);
        let corners: [u32; N] = corners.try_into().expect("so many");
        corners.map(|v| v - first)
    }
}
