//! Bodies of tetrahedra that are cleared by their boundary (jostle: collide/bodies, which has the proof).
//!
//! Where topology is prepared, the triangles of the boundary of each body that is to be tested against itself stand on
//! the device beside the elements of the scene, and only they are compared with each other: tetrahedra of the body are
//! compared with other objects only, and kernels see to it that all have one sign. If the frame finds self pairs of the
//! boundary, or a tetrahedron of another sign, the body is not clear, and is searched as a whole from then on; after a
//! while, which doubles each time, its boundary is tried again.

use crate::cluster_labels::has_self_pairs;
use crate::counters::Counters;
use jostle::candidates::TopologyCache;
use jostle::collide::BodySurface;
use jostle::mesh::{Element, ElementKind, TriangleMesh};
use jostle::narrow::{Tally, elements_collide, named_elements_collide};
use jostle::{ElementId, ObjectId, Query, Scene};

/// Queries for which a body that was not clear is searched at first.
const FIRST_WAIT: u32 = 256;

/// The bodies of a scene whose topology is prepared.
#[derive(Debug, Default)]
pub(crate) struct Bodies {
    bodies: Vec<Body>,
    /// The boundaries, an object each, where they were when topology was prepared, and what their topology implies.
    pub boundaries: Scene,
    pub topology: TopologyCache,
    /// The triangles of all boundaries, in the vertices of the scene.
    faces: Vec<[u32; 3]>,
    /// Whether a body is cleared that was searched, or the other way round, since queries were counted.
    has_changed: bool,
}

#[derive(Debug)]
struct Body {
    object: ObjectId,
    surface: BodySurface,
    /// Where its triangles end.
    faces_end: usize,
    /// Whether it is cleared by its boundary; if not, it is searched for so many queries more.
    is_cleared: bool,
    wait: u32,
    next_wait: u32,
}

impl Bodies {
    /// The bodies that take part.
    pub fn new(scene: &Scene, query: &Query, cache: &TopologyCache) -> Bodies {
        let mut own = Bodies::default();
        for (object, o) in scene.object_ids().zip(scene.objects()) {
            let is_body = o.kind() == ElementKind::Tetrahedron && !o.elements().is_empty();
            if !is_body || !query.chosen_filters().admits(object) || !has_self_pairs(o, query) {
                continue;
            }
            let Some(surface) = BodySurface::new(scene, cache, object) else { continue };
            let mesh = surface.mesh(scene);
            let first = o.vertices().start as u32;
            let in_scene = |v: u32| first + surface.vertices()[v as usize];
            own.faces.extend(mesh.elements.iter().map(|face| face.map(in_scene)));
            own.add_boundary(mesh);
            let faces_end = own.faces.len();
            let (wait, next_wait) = (0, FIRST_WAIT);
            own.bodies.push(Body { object, surface, faces_end, is_cleared: true, wait, next_wait });
        }
        own.topology.update(&own.boundaries);
        own
    }

    fn add_boundary(&mut self, mesh: TriangleMesh) {
        let added = self.boundaries.add("", mesh).expect("of a scene that has been checked");
        self.boundaries.set_self_collision(added, true).expect("it has just been added");
    }

    /// Counts a query, and tells whether a body is cleared that was searched, or the other way round, since the last.
    pub fn count_query(&mut self, clears_bodies: bool) -> bool {
        for own in &mut self.bodies {
            own.wait = own.wait.saturating_sub(1);
            if own.is_cleared && !clears_bodies {
                own.search();
                self.has_changed = true;
            } else if !own.is_cleared && own.wait == 0 && clears_bodies {
                own.is_cleared = true;
                self.has_changed = true;
            }
        }
        std::mem::take(&mut self.has_changed)
    }

    /// Whether an object is cleared by its boundary.
    pub fn is_cleared(&self, object: ObjectId) -> bool {
        self.cleared().any(|(_, own)| own.object == object)
    }

    /// The bodies that are cleared, with the object that is their boundary.
    fn cleared(&self) -> impl Iterator<Item = (ObjectId, &Body)> {
        let all = self.boundaries.object_ids().zip(&self.bodies);
        all.filter(|(_, own)| own.is_cleared)
    }

    /// The object of a boundary, if it is cleared by it.
    pub fn object_cleared_by(&self, boundary: ObjectId) -> Option<ObjectId> {
        let own = &self.bodies[boundary.index()];
        own.is_cleared.then_some(own.object)
    }

    /// The boundary of each body that is cleared: the body, the boundary, and vertices within the body.
    pub fn cleared_surfaces(&self) -> impl Iterator<Item = (ObjectId, ObjectId, &[u32])> {
        self.cleared().map(|(boundary, own)| (own.object, boundary, own.surface.vertices()))
    }

    /// The triangles of all boundaries, in the vertices of the scene.
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }

    /// Searches those bodies from now on that the last frame did not clear, and tells whether there are any. Triangles
    /// of boundaries in self pairs are numbered after the elements of the scene.
    pub fn search_unclear(
        &mut self,
        scene: &Scene,
        counters: &Counters,
        crossed: impl Iterator<Item = u32>,
    ) -> bool {
        let elements = scene.element_count();
        let mut has_pairs = vec![false; self.bodies.len()];
        for face in crossed {
            let face = face as usize - elements;
            has_pairs[self.bodies.partition_point(|own| own.faces_end <= face)] = true;
        }
        for (own, has_pairs) in self.bodies.iter_mut().zip(has_pairs) {
            if own.is_cleared && (has_pairs || !own.is_clear_without_pairs(scene, counters)) {
                own.search();
                self.has_changed = true;
            }
        }
        self.has_changed
    }

    /// The exact test of two elements, or of two triangles of boundaries.
    pub fn collide(&self, scene: &Scene, a: ElementId, b: ElementId, tally: &mut Tally) -> bool {
        let elements = scene.element_count();
        if b.index() < elements {
            return elements_collide(scene, a, b, tally);
        }
        let [a, b] = [a, b].map(|face| &self.faces[face.index() - elements]);
        let triangle =
            |face: &[u32; 3]| Element::Triangle(face.map(|v| scene.vertices()[v as usize]));
        named_elements_collide((triangle(a), a), (triangle(b), b), tally)
    }

    pub fn bytes(&self) -> usize {
        self.bodies.iter().map(|own| own.surface.bytes()).sum::<usize>()
            + size_of_val(self.boundaries.vertices())
            + self.boundaries.element_count() * size_of::<[u32; 4]>()
            + self.topology.bytes()
            + self.faces.capacity() * size_of::<[u32; 3]>()
    }
}

impl Body {
    /// Whether it has no self pairs if its boundary has none.
    fn is_clear_without_pairs(&mut self, scene: &Scene, counters: &Counters) -> bool {
        let is_in_doubt = counters.body_doubts >> (self.object.index() % 32) & 1 != 0;
        self.surface.is_simple(scene)
            && (!is_in_doubt || BodySurface::has_one_sign(scene, self.object))
    }

    fn search(&mut self) {
        self.is_cleared = false;
        self.wait = self.next_wait;
        self.next_wait = self.next_wait.saturating_mul(2);
    }
}
