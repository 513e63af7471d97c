//! The trees of one object: over its boundary, and over its elements.

use super::frame::{Frame, FrameBox};
use super::triangle_blocks::TriangleBlocks;
use super::wide_tree::{NO_ITEM, Stack, WideTree};
use crate::candidates::CachedTopology;
use crate::geometry::Aabb;
use crate::geometry::distance::tetrahedron_contains;
use crate::mesh::{Element, ElementKind, Object, Scene, half_solid_angle};
use glam::DVec3;

/// One object: a tree over the triangles of a surface, or trees over the boundary and the tetrahedra of a
/// body.
#[derive(Clone, Debug, Default)]
pub(super) struct ObjectTree {
    topology: u64,
    /// The [`positions_id`](Object::positions_id) that the trees are fitted to.
    positions: u64,
    /// The box of its elements, if it has any.
    pub bounds: Option<Aabb>,
    pub frame: Frame,
    /// Over the triangles, or the faces of the boundary.
    pub faces: WideTree,
    pub triangles: TriangleBlocks,
    /// Of a body: the corners of each face, turned outward from a positive tetrahedron, and its owner.
    body_faces: Vec<([u32; 3], u32)>,
    /// Of a body: over the tetrahedra, unless only boundaries are asked about.
    tetrahedra: WideTree,
    /// Whether only boundaries are asked about.
    pub is_boundary_only: bool,
    /// What the tree of the faces cost when it was built.
    built_cost: f64,
}

/// A tree is built anew when rays may expect to be tested against so many times as many boxes.
const WORN: f64 = 2.0;

impl ObjectTree {
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Fits the trees to the object as it stands, in linear time; builds them if its topology is new, or
    /// if it has come so far from where they were built that they are no good.
    pub fn update(&mut self, scene: &Scene, object: &Object, topology: CachedTopology) {
        let bounds = scene.object_bounds(object);
        self.positions = object.positions_id();
        self.bounds = (!bounds.is_empty()).then_some(bounds);
        self.frame = Frame::new(&bounds, middle(scene, object));
        if self.topology != object.topology_id() {
            self.topology = object.topology_id();
            self.body_faces.clear();
            if object.kind() == ElementKind::Tetrahedron {
                self.body_faces.extend(body_faces(scene, object, topology));
            }
            self.build(scene, object);
        } else {
            self.refit(scene, object);
            if self.faces.cost() > WORN * self.built_cost {
                self.build(scene, object);
            }
        }
        let ObjectTree { faces, triangles, body_faces, .. } = self;
        triangles.update(faces.blocks(), |face| corners(scene, object, body_faces, face));
    }

    fn build(&mut self, scene: &Scene, object: &Object) {
        let frame = self.frame;
        let count = self.face_count(object);
        let face_box = |face: usize| {
            let corners = corners(scene, object, &self.body_faces, face as u32);
            frame.outward(&Aabb::from_points(corners))
        };
        let boxes: Vec<_> = (0..count).map(face_box).collect();
        self.faces.build(&boxes);
        self.faces.finish();
        self.built_cost = self.faces.cost();
        self.tetrahedra = WideTree::default();
        if object.kind() == ElementKind::Tetrahedron && !self.is_boundary_only {
            let elements = object.elements();
            let boxes: Vec<_> =
                elements.map(|e| frame.outward(&scene.element_at(e).bounds())).collect();
            self.tetrahedra.build(&boxes);
            self.tetrahedra.finish();
        }
    }

    fn refit(&mut self, scene: &Scene, object: &Object) {
        let ObjectTree { frame, faces, body_faces, tetrahedra, .. } = self;
        faces.refit(|face| {
            frame.outward(&Aabb::from_points(corners(scene, object, body_faces, face)))
        });
        if tetrahedra.is_empty() {
            return;
        }
        let first = object.elements().start;
        tetrahedra.refit(|e| frame.outward(&scene.element_at(first + e as usize).bounds()));
    }

    fn face_count(&self, object: &Object) -> usize {
        match object.kind() {
            ElementKind::Triangle => object.elements().len(),
            ElementKind::Tetrahedron => self.body_faces.len(),
        }
    }

    /// The element that a face belongs to.
    pub fn element(&self, face: u32) -> u32 {
        self.body_faces.get(face as usize).map_or(face, |own| own.1)
    }

    /// The vertices of a face, numbered within the object.
    pub fn vertices(&self, scene: &Scene, object: &Object, face: u32) -> [u32; 3] {
        let first = object.vertices().start as u32;
        match self.body_faces.get(face as usize) {
            Some(own) => own.0,
            None => {
                let corners = scene.corners_at(object.elements().start + face as usize);
                [0, 1, 2].map(|i| corners[i] - first)
            }
        }
    }

    /// Half of the sum of the solid angles that the triangles are seen under, in their order.
    pub fn solid_angles(&self, scene: &Scene, object: &Object, point: DVec3) -> f64 {
        let angle = |face: usize| {
            let corners = corners(scene, object, &self.body_faces, face as u32);
            half_solid_angle(corners.map(|p| match p - point {
                by if by.is_finite() => by,
                _ => p * 0.5 - point * 0.5,
            }))
        };
        (0..self.face_count(object)).map(angle).sum()
    }

    /// Whether a point is in a tetrahedron.
    pub fn holds(&self, scene: &Scene, object: &Object, point: DVec3, stack: &mut Stack) -> bool {
        let (at, first) = (Aabb::from_points([point]), object.elements().start);
        let mut holds = false;
        self.elements_in_box(&at, stack, |e| {
            if let Element::Tetrahedron(corners) = scene.element_at(first + e as usize) {
                holds |= tetrahedron_contains(&corners, point);
            }
        });
        holds
    }

    /// Shows the faces whose boxes overlap a box, and their corners.
    pub fn faces_in_box(
        &self,
        bounds: &Aabb,
        stack: &mut Stack,
        mut visit: impl FnMut(u32, [DVec3; 3]),
    ) {
        let query = FrameBox::new(bounds, &self.frame);
        self.faces.blocks_in_box(&query, stack, |block| {
            for (lane, &item) in self.faces.blocks()[block].iter().enumerate() {
                if item != NO_ITEM {
                    visit(item, self.triangles.corners(block, lane));
                }
            }
        });
    }

    /// Shows the elements, numbered within the object, whose boxes overlap a box.
    pub fn elements_in_box(&self, bounds: &Aabb, stack: &mut Stack, mut visit: impl FnMut(u32)) {
        let query = FrameBox::new(bounds, &self.frame);
        let tree = if self.tetrahedra.is_empty() { &self.faces } else { &self.tetrahedra };
        tree.blocks_in_box(&query, stack, |block| {
            tree.blocks()[block]
                .iter()
                .filter(|&&item| item != NO_ITEM)
                .for_each(|&item| visit(item));
        });
    }

    pub fn bytes(&self) -> usize {
        self.faces.bytes()
            + self.tetrahedra.bytes()
            + self.triangles.bytes()
            + self.body_faces.capacity() * size_of::<([u32; 3], u32)>()
    }
}

fn corners(
    scene: &Scene,
    object: &Object,
    body_faces: &[([u32; 3], u32)],
    face: u32,
) -> [DVec3; 3] {
    let at = |vertex: usize| scene.vertices()[vertex];
    match body_faces.get(face as usize) {
        Some(own) => own.0.map(|v| at(object.vertices().start + v as usize)),
        None => {
            let corners = scene.corners_at(object.elements().start + face as usize);
            [0, 1, 2].map(|i| at(corners[i] as usize))
        }
    }
}

/// The faces of a body's boundary with their owners. Each is turned outward if its owner is positive.
fn body_faces<'s>(
    scene: &'s Scene,
    object: &'s Object,
    topology: CachedTopology<'s>,
) -> impl Iterator<Item = ([u32; 3], u32)> + 's {
    let (first, elements) = (object.vertices().start as u32, object.elements().start);
    let faces = topology.faces().iter().enumerate();
    faces.map(move |(f, face)| {
        let owner = topology.features().face_owner(f as u32);
        let corners = scene.corners_at(elements + owner as usize);
        // Faces of a positive tetrahedron that point outward, opposite corners 0 to 3.
        const OUTWARD: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
        let opposite = corners.iter().position(|&corner| !face.contains(&(corner - first)));
        (OUTWARD[opposite.unwrap_or(0)].map(|i| corners[i] - first), owner)
    })
}

/// Vertices that are looked at for the middle.
const SAMPLE: usize = 63;

/// About the median of an object's vertices, along each axis: where most of them are.
fn middle(scene: &Scene, object: &Object) -> DVec3 {
    let vertices = &scene.vertices()[object.vertices()];
    if vertices.is_empty() {
        return DVec3::ZERO;
    }
    let count = vertices.len().min(SAMPLE);
    let axis = |x: usize| {
        let mut sample = [0.0; SAMPLE];
        for (i, value) in sample[..count].iter_mut().enumerate() {
            *value = vertices[i * vertices.len() / count][x];
        }
        *sample[..count].select_nth_unstable_by(count / 2, f64::total_cmp).1
    };
    DVec3::new(axis(0), axis(1), axis(2))
}
