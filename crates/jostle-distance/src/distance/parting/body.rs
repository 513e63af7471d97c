//! One of the two objects, ready to be placed anywhere.

use crate::candidates::TopologyCache;
use crate::geometry::Aabb;
use crate::mesh::{BoxTree, Element, ElementKind, ObjectId, Scene, TriangleTree};
use glam::DVec3;

/// The scale and the middle of both objects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// A power of two that brings all coordinates within one, where no square overflows. Multiplying by it changes no
    /// digit, so what is true of scaled positions, sums of them included, is true of the given ones.
    scale: f64,
    /// Scaled. Positions less the middle are good to `2^-53` of the objects' size, wherever the objects are.
    middle: DVec3,
    /// At least the distance of the middle from any vertex, scaled.
    size: f64,
}

impl Frame {
    pub fn new(scene: &Scene, objects: [ObjectId; 2]) -> Frame {
        let bounds = objects.map(|object| scene.object_bounds(&scene.objects()[object.index()]));
        let bounds = bounds[0].union(bounds[1]);
        let largest = bounds.min.abs().max(bounds.max.abs()).max_element();
        let scale = super::super::apart::to_unit(largest);
        let (min, max) = (bounds.min * scale, bounds.max * scale);
        let size = (max - min).element_sum();
        Frame { scale, middle: min * 0.5 + max * 0.5, size }
    }

    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// Of both objects together, scaled.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// More than a placement is off from the translation that it stands for, and from any other placement for about
    /// the same one. Coordinates are at most one, so each sum of one and a translation is off by `2^-53` of one and the
    /// translation, along three axes; and translations that are computed in different ways differ by `2^-51`.
    pub fn rounding(&self, translation: f64) -> f64 {
        2.0 * f64::EPSILON * (1.0 + 4.0 * translation)
    }

    /// A point as seen from the middle, scaled.
    pub fn local(&self, scaled: DVec3) -> DVec3 {
        scaled - self.middle
    }
}

/// An object, its coordinates scaled.
pub(super) struct Body {
    /// Where they are in the scene.
    pub elements: Vec<Element>,
    pub tree: BoxTree,
    /// One vertex of each connected component.
    pub components: Vec<DVec3>,
    /// Whether it is a closed surface: what is inside meets no element of it.
    pub is_hollow: bool,
    /// The vertices that elements have, seen from the middle.
    pub points: Vec<DVec3>,
    /// The boundary seen from the middle, if there is an inside.
    pub solid: Option<LocalSolid>,
}

/// The boundary of a solid, seen from the middle of the frame.
///
/// A point is inside if a ray from it crosses an odd number of faces. Of tetrahedra, faces are those that an odd number
/// of them use: then an odd number of tetrahedra holds the point, at least one.
pub(super) struct LocalSolid {
    pub faces: Vec<[DVec3; 3]>,
    tree: TriangleTree,
}

impl LocalSolid {
    pub fn encloses(&self, point: DVec3) -> bool {
        self.tree.encloses(&|t| self.faces[t], point)
    }

    /// The nearest point of the boundary and its distance.
    pub fn nearest(&self, point: DVec3) -> Option<(DVec3, f64)> {
        let found = self.tree.nearest(&|t| self.faces[t], point, 0.0)?;
        Some((found.point, found.distance))
    }
}

impl Body {
    pub fn build(scene: &Scene, topology: &TopologyCache, object: ObjectId, frame: &Frame) -> Body {
        let own = &scene.objects()[object.index()];
        let topology = topology.object(scene, object);
        let at =
            |vertex: u32| scene.vertices()[own.vertices().start + vertex as usize] * frame.scale;
        let scaled = |element: usize| match scene.element_at(element) {
            Element::Triangle(corners) => Element::Triangle(corners.map(|p| p * frame.scale)),
            Element::Tetrahedron(corners) => Element::Tetrahedron(corners.map(|p| p * frame.scale)),
        };
        let elements: Vec<Element> = own.elements().map(scaled).collect();
        let boxes: Vec<Aabb> = elements.iter().map(Element::bounds).collect();
        let is_surface = own.kind() == ElementKind::Triangle;
        let is_hollow = is_surface && topology.is_closed_surface();
        let solid = (is_hollow || !is_surface).then(|| {
            let corners = |face: &[u32; 3]| face.map(|v| frame.local(at(v)));
            let faces: Vec<[DVec3; 3]> = topology.faces().iter().map(corners).collect();
            let tree = TriangleTree::build(faces.len(), |t| faces[t]);
            LocalSolid { faces, tree }
        });
        let used =
            (0..own.vertices().len() as u32).filter(|&v| !topology.elements_at(v).is_empty());
        Body {
            tree: BoxTree::build(&boxes),
            elements,
            components: topology.component_vertices().iter().map(|&v| at(v)).collect(),
            is_hollow,
            points: used.map(|v| frame.local(at(v))).collect(),
            solid,
        }
    }
}

/// The corners of an element.
pub(super) fn corners(element: &Element) -> &[DVec3] {
    match element {
        Element::Triangle(corners) => corners,
        Element::Tetrahedron(corners) => corners,
    }
}

/// An element, each coordinate moved and rounded.
pub(super) fn shifted(element: &Element, by: DVec3) -> Element {
    match element {
        Element::Triangle(corners) => Element::Triangle(corners.map(|p| p + by)),
        Element::Tetrahedron(corners) => Element::Tetrahedron(corners.map(|p| p + by)),
    }
}
