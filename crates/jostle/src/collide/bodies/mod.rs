//! Bodies of tetrahedra, cleared by their boundary.
//!
//! Let all tetrahedra of an object have volumes of one sign, say positive. The boundary is the sum of their faces,
//! where a face that is used from both sides cancels. Then for almost every point of space the number of tetrahedra
//! that cover it, its *cover*, is the number of times that the boundary winds round it. So the tetrahedra may be
//! cleared by a query of their boundary, which has far fewer triangles:
//!
//! - A face of the boundary is *crossed* if it is in a self pair of the boundary (closed: touching counts).
//! - On the outer side of a face that is not crossed, the cover is the same all along it, and as far as one comes over
//!   edges to others that are not crossed: each edge has two faces, since round each vertex of the boundary there is
//!   one ring of them, and no other face comes near. On the inner side it is one more.
//! - Take a component of the boundary, and its vertex that is the farthest along an axis. If the faces at this
//!   vertex are not crossed, they part what is near it in two, of which one is beyond the component, and if no other
//!   component has a box that reaches there, the cover there is 0. It is not negative on the other side, so that is the
//!   inner side. So all that is connected with these faces is *outer*: the cover beyond it is 0.
//! - Let `U` be connected, off the boundary, with a cover of 2 or more. A face beside `U` has a cover of 1 or more on its
//!   outer side, or is crossed: it is not outer. What is between the closure of `U` and infinity is connected, and so is
//!   its border (`R^3` is unicoherent), which consists of such faces: they share vertices, or are self pairs. So `U` is
//!   in the box around one group of faces that are not outer and hang together that way.
//! - Two tetrahedra whose interiors meet have a cover of 2 there: both reach into the box of a group.
//! - Two that touch in a point `p` only, beyond the simplex they share, have `p` inside two different faces, edges or
//!   vertices of theirs. One that is not in a face of the boundary is surrounded by tetrahedra that have it, and the
//!   other tetrahedron makes the cover 2 beside `p`. If both are, `p` is in two faces of the boundary, beyond what they
//!   share, which are crossed. In each case both tetrahedra reach into the box of a group.
//!
//! So self pairs are among the tetrahedra that reach into these boxes, and there are none if all faces are outer. An
//! object with a tetrahedron that is flat or of the other sign, or with a vertex of the boundary without a ring, is
//! searched as a whole.

mod outer_faces;
#[cfg(test)]
mod tests;

use super::stages::Stages;
use crate::candidates::{Scope, TopologyCache};
use crate::conditions::{Condition, bound, required};
use crate::geometry::Aabb;
use crate::geometry::predicates::orient3d;
use crate::mesh::{Element, ElementKind, Object, ObjectId, Scene, TriangleMesh};
use outer_faces::OuterFaces;
use rayon::prelude::*;

/// Clears bodies of a scene; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    bodies: Vec<Body>,
    /// Their boundaries, an object each.
    boundaries: Scene,
    /// What finds the self pairs of the boundaries.
    stages: Option<Box<Stages>>,
    scope: Scope,
}

/// An object of tetrahedra that is searched against itself.
#[derive(Debug)]
struct Body {
    object: usize,
    /// The topology that this is of.
    stamp: u64,
    /// The vertices of the boundary, within the object.
    vertices: Vec<u32>,
    faces: OuterFaces,
    /// Whether each vertex of the boundary has one ring of faces.
    has_rings: bool,
    /// Whether all tetrahedra have one sign, in this frame.
    has_one_sign: bool,
}

impl Bodies {
    /// The scope with self pairs of bodies only where they can be.
    pub fn clear(&mut self, scene: &Scene, topology: &TopologyCache, scope: &Scope) -> &Scope {
        self.scope.copy_without_self_pairs(scope, |_| true);
        self.update(scene, topology, scope);
        if self.bodies.iter().any(Body::can_be_cleared) {
            self.search();
            for (own, boundary) in self.bodies.iter_mut().zip(self.boundaries.objects()) {
                if own.can_be_cleared() {
                    let vertices = &self.boundaries.vertices()[boundary.vertices()];
                    self.scope.search_within(own.object, own.faces.boxes(vertices));
                }
            }
        }
        &self.scope
    }

    /// Makes the boundaries of new bodies, and moves them where they are.
    fn update(&mut self, scene: &Scene, topology: &TopologyCache, scope: &Scope) {
        let is_body = |o: &usize| {
            scope.has_self_pairs(*o) && scene.objects()[*o].kind() == ElementKind::Tetrahedron
        };
        let current = || (0..scope.len()).filter(is_body);
        let stamps = current().map(|o| (o, scene.objects()[o].topology_id()));
        if !self.bodies.iter().map(|own| (own.object, own.stamp)).eq(stamps) {
            self.bodies.clear();
            self.boundaries = Scene::new();
            for object in current() {
                let own = Body::new(scene, topology, object, &mut self.boundaries);
                self.bodies.push(own);
            }
        }
        for (own, at) in self.bodies.iter_mut().zip(0..) {
            let object = &scene.objects()[own.object];
            own.has_one_sign = own.has_rings && has_one_sign(scene, object);
            if own.can_be_cleared() {
                let positions = &scene.vertices()[object.vertices()];
                let boundary =
                    self.boundaries.vertices_mut(ObjectId::new(at)).expect("one for each body");
                for (position, &v) in boundary.iter_mut().zip(&own.vertices) {
                    *position = positions[v as usize];
                }
            }
        }
    }

    /// Finds the self pairs of the boundaries, and what is outer.
    fn search(&mut self) {
        let bodies = &mut self.bodies;
        let stages = self.stages.get_or_insert_default();
        let takes_part = bodies.iter().map(Body::can_be_cleared);
        stages.find_self_pairs(&self.boundaries, takes_part, self.scope.cancellation());
        let mut pairs = stages.collisions().pairs();
        for (own, boundary) in bodies.iter_mut().zip(self.boundaries.objects()) {
            let elements = boundary.elements();
            let count = pairs.partition_point(|pair| pair.a.index() < elements.end);
            let pairs = pairs.split_off(..count).expect("no more than there are");
            if own.can_be_cleared() {
                let within =
                    pairs.iter().map(|pair| [pair.a, pair.b].map(|e| e.index() - elements.start));
                own.faces.find(&self.boundaries.vertices()[boundary.vertices()], within);
            }
        }
    }

    pub fn bytes(&self) -> usize {
        let of_body = |own: &Body| own.vertices.capacity() * size_of::<u32>() + own.faces.bytes();
        self.bodies.iter().map(of_body).sum::<usize>()
            + size_of_val(self.boundaries.vertices())
            + self.boundaries.element_count() * size_of::<[u32; 3]>()
            + self.stages.as_ref().map_or(0, |stages| stages.bytes())
            + self.scope.bytes()
    }
}

impl Body {
    /// An object of tetrahedra, whose boundary is added to the others.
    fn new(scene: &Scene, topology: &TopologyCache, object: usize, boundaries: &mut Scene) -> Body {
        let cached = topology.object_at(scene, object);
        let boundary = cached.body_boundary().expect("an object of tetrahedra");
        // Numbered within the boundary, in the order in which faces have them.
        const NONE: u32 = u32::MAX;
        let own = &scene.objects()[object];
        let mut numbers = vec![NONE; own.vertices().len()];
        let mut vertices = Vec::new();
        let mut number = |v: u32| {
            let number = &mut numbers[v as usize];
            if *number == NONE {
                *number = vertices.len() as u32;
                vertices.push(v);
            }
            *number
        };
        let faces: Vec<[u32; 3]> =
            boundary.faces().iter().map(|face| face.map(&mut number)).collect();
        let positions = &scene.vertices()[own.vertices()];
        let positions = vertices.iter().map(|&v| positions[v as usize]).collect();
        let outer = OuterFaces::new(&faces, vertices.len());
        let mesh = TriangleMesh::new(positions, faces);
        let added = boundaries.add("", mesh).expect("of a scene that has been checked");
        boundaries.set_self_collision(added, true).expect("it has just been added");
        Body {
            object,
            stamp: own.topology_id(),
            vertices,
            has_rings: outer.is_some() || !required(Condition::BodyHasRings),
            faces: outer.unwrap_or_default(),
            has_one_sign: false,
        }
    }

    fn can_be_cleared(&self) -> bool {
        self.has_rings && self.has_one_sign
    }
}

/// Whether all tetrahedra of an object have volumes of the same sign, which is not zero.
///
/// With `X, Y, Z` the extents of a tetrahedron's box, its volume is off by at most `46u XYZ`, as in
/// `narrow/filter.rs`; where that leaves it open, or products may vanish or overflow, exact arithmetic decides.
fn has_one_sign(scene: &Scene, object: &Object) -> bool {
    const ERROR: f64 = 46.0 * (f64::EPSILON / 2.0);
    const SMALLEST: f64 = f64::from_bits((1023 - 200) << 52);
    const LARGEST: f64 = f64::from_bits((1023 + 200) << 52);
    let sign_of = |e: usize| -> i8 {
        let Element::Tetrahedron([a, b, c, d]) = scene.element_at(e) else { return 0 };
        let extent = a.max(b).max(c.max(d)) - a.min(b).min(c.min(d));
        let volume = (b - a).cross(c - a).dot(d - a);
        let error = bound(Condition::BodyVolumeBound, ERROR * extent.x * extent.y * extent.z);
        let is_in_range = extent.min_element() >= SMALLEST && extent.max_element() <= LARGEST;
        match volume.abs() > error && is_in_range {
            true => volume.signum() as i8,
            false => orient3d(a, b, c, d),
        }
    };
    if !required(Condition::BodyHasOneSign) {
        return true;
    }
    let elements = object.elements();
    let Some(first) = elements.clone().next().map(sign_of) else { return true };
    first != 0 && elements.into_par_iter().with_min_len(4096).all(|e| sign_of(e) == first)
}
