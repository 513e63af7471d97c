//! Bodies of tetrahedra, cleared by their boundary.
//!
//! The boundary of an object is the sum of the faces of its tetrahedra, where a face that is used from both sides
//! cancels. Call tetrahedra *upright* whose volumes have one sign, the one that most have, say positive, and the others
//! *inverted*: flat ones, and those that are inside out. For almost every point of space, the number of upright tetrahedra
//! that cover it, less that of tetrahedra inside out, is the number of times that the boundary winds round it. So where
//! no tetrahedron is inverted, the number of those that cover a point, its *cover*, is the winding number of the
//! boundary, which has far fewer triangles, and the tetrahedra may be cleared by a query of that:
//!
//! - A face of the boundary is *crossed* if it is in a self pair of the boundary (closed: touching counts).
//! - On the outer side of a face that is not crossed, the winding number is the same all along it, and as far as one
//!   comes over edges to others that are not crossed: each edge has two faces, since round each vertex of the boundary
//!   there is one ring of them, and no other face comes near. On the inner side it is one more.
//! - A face that is a segment or a point belongs to a flat tetrahedron. If it shares an edge with a face that is neither, that
//!   one is crossed, by the face across another of its edges: so one never comes from such a face to a proper one that is
//!   not crossed, and it is not needed for the border of anything.
//! - Take a component of the boundary, and its vertex that is the farthest along an axis. If the faces at this
//!   vertex are not crossed, they part what is near it in two, of which one is beyond the component, and if no other
//!   component has a box that reaches there, the winding number there is 0, and on the other side 1 or -1. So all that is
//!   connected with these faces is *outer*: the winding number is at most 1 on both of its sides.
//! - Let `U` be connected, off the boundary, with a winding number of 2 or more. A face beside `U` is not outer. What is
//!   between the closure of `U` and infinity is connected, and so is its border (`R^3` is unicoherent), which consists
//!   of such faces: they share vertices, or are self pairs. So `U` is in the box around one group of faces that are not
//!   outer and hang together that way.
//! - Two tetrahedra of which one is inverted both reach into it if they have a point in common. So do two others if a
//!   point that they have in common beyond what they share is in an inverted one. Let both be upright, and no such point
//!   be in an inverted one, edges and faces included.
//! - If their interiors meet, the cover there is 2 or more, and so is the winding number: both reach into the box of a
//!   group.
//! - If they touch in a point `p` only, beyond the simplex they share, they have `p` inside two different faces, edges or
//!   vertices of theirs. One that is not in a face of the boundary is surrounded by tetrahedra that have it, all of them
//!   upright, since they have `p`, and the other tetrahedron makes the cover 2 beside `p`. If both are, `p` is in two
//!   faces of the boundary, beyond what they share, which are crossed; none is a segment or a point, for its tetrahedron
//!   would be flat and have `p`. Inverted tetrahedra are closed, so there are none near `p`, the winding number there is
//!   the cover, and `p` is in the closure of such a `U`, or on crossed faces: in each case both tetrahedra reach into the
//!   box of a group.
//!
//! So both tetrahedra of each self pair reach into one and the same region ([`Regions`]), the box of a group or an inverted
//! tetrahedron itself, and there are none if all faces are outer and all tetrahedra upright. An object with many inverted
//! ones, or with a vertex of the boundary without a ring, is searched as a whole.

mod inverted;
mod outer_faces;
mod regions;
mod surface;
#[cfg(test)]
mod tests;

use super::pair_search::PairSearch;
use super::{Pair, Query};
use crate::candidates::{
    Cancellation, CandidateSearch, ClusterSearch, Scope, SearchInput, TopologyCache,
};
use crate::conditions::{Condition, required};
use crate::geometry::Aabb;
use crate::mesh::{ElementKind, ObjectId, Scene, TriangleMesh};
use crate::session::{Filters, SelfPairs};
use inverted::Inverted;
use jostle_support::memory::vec_bytes;
use regions::Regions;
use std::time::Instant;

pub use surface::BodySurface;

/// Clears bodies of a scene; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Bodies {
    bodies: Vec<Body>,
    /// Their boundaries, an object each.
    boundaries: Scene,
    boundary_search: BoundarySearch,
    /// Where self pairs of one body can be.
    regions: Regions,
    scope: Scope,
}

/// Finds self pairs of boundaries.
#[derive(Debug, Default)]
struct BoundarySearch {
    /// Asks for those of bodies that are mostly upright.
    query: Query,
    topology: TopologyCache,
    scope: Scope,
    // Boundaries are surfaces, which no other boundary clears, so all there is are clusters.
    clusters: ClusterSearch,
    pairs: PairSearch,
}

/// An object of tetrahedra that is searched against itself.
#[derive(Debug)]
struct Body {
    object: usize,
    /// The topology that this is of.
    stamp: u64,
    /// Nothing if some vertex of the boundary has no ring of faces.
    surface: Option<BodySurface>,
    inverted: Inverted,
    /// Whether few are inverted, in this frame.
    is_mostly_upright: bool,
}

impl Bodies {
    /// The scope with self pairs of bodies only where they can be.
    pub fn clear(&mut self, scene: &Scene, topology: &TopologyCache, scope: &Scope) -> &Scope {
        self.scope.copy_without_self_pairs(scope, |_| true);
        self.update(scene, topology, scope);
        if self.bodies.iter().any(|own| own.is_mostly_upright) {
            self.search();
            for (own, boundary) in self.bodies.iter_mut().zip(self.boundaries.objects()) {
                if own.is_mostly_upright
                    && let Some(surface) = &mut own.surface
                {
                    let vertices = &self.boundaries.vertices()[boundary.vertices()];
                    let inverted = own.inverted.elements().iter();
                    let inverted = inverted.map(|&element| scene.tetrahedron_at(element));
                    let regions = &mut self.regions;
                    regions.update(surface.faces.boxes(vertices), inverted);
                    let elements = scene.objects()[own.object].elements();
                    self.scope.search_within(own.object, elements, regions.boxes(), |element| {
                        regions.reached_by(&scene.tetrahedron_at(element))
                    });
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
            // Without a boundary there is nothing to clear it by.
            own.is_mostly_upright = own.surface.is_some() && own.inverted.find(scene, object);
            if let Some(surface) = own.surface_to_clear_by() {
                let positions = &scene.vertices()[object.vertices()];
                let boundary =
                    self.boundaries.vertices_mut(ObjectId::new(at)).expect("one for each body");
                for (position, &v) in boundary.iter_mut().zip(surface.vertices()) {
                    *position = positions[v as usize];
                }
            }
        }
    }

    /// Finds the self pairs of the boundaries, and what is outer.
    fn search(&mut self) {
        let Bodies { bodies, boundaries, boundary_search, scope, .. } = self;
        let upright = bodies.iter().enumerate().filter(|(_, own)| own.is_mostly_upright);
        boundary_search.ask(upright.map(|(boundary, _)| ObjectId::new(boundary)));
        let mut pairs = boundary_search.run(boundaries, scope.cancellation());
        for (own, boundary) in bodies.iter_mut().zip(boundaries.objects()) {
            let elements = boundary.elements();
            let count = pairs.partition_point(|pair| pair.a.index() < elements.end);
            let pairs = pairs.split_off(..count).expect("no more than there are");
            if let Some(surface) = own.surface_to_clear_by() {
                let within =
                    pairs.iter().map(|pair| [pair.a, pair.b].map(|e| e.index() - elements.start));
                surface.faces.find(&boundaries.vertices()[boundary.vertices()], within);
            }
        }
    }

    pub fn bytes(&self) -> usize {
        let Bodies { bodies, boundaries, boundary_search, regions, scope } = self;
        vec_bytes(bodies)
            + bodies.iter().map(Body::bytes).sum::<usize>()
            + size_of_val(boundaries.vertices())
            + boundaries.element_count() * size_of::<[u32; 3]>()
            + boundary_search.bytes()
            + regions.bytes()
            + scope.bytes()
    }
}

impl BoundarySearch {
    /// Asks for the self pairs of these boundaries. Makes a new query only if it asked for others before.
    fn ask(&mut self, boundaries: impl Iterator<Item = ObjectId> + Clone) {
        let asked = self.query.chosen_filters().objects();
        if !asked.is_some_and(|asked| asked.iter().copied().eq(boundaries.clone())) {
            let filters =
                Filters::new().self_pairs(SelfPairs::Only).among(boundaries.collect::<Vec<_>>());
            self.query = Query::all_pairs().containment(false).filters(filters);
        }
    }

    /// The self pairs, in order. If it is cancelled there are none: whoever asked looks at the cancellation, too.
    fn run(&mut self, boundaries: &Scene, cancellation: &Cancellation) -> &[Pair] {
        let start = Instant::now();
        let BoundarySearch { query, topology, scope, clusters, pairs } = self;
        topology.update(boundaries);
        scope.set_cancellation(cancellation.clone());
        query.chosen_filters().update_scope(boundaries, scope);
        pairs.run(
            clusters,
            &SearchInput::elements_within(boundaries, topology, scope, 0.0),
            query,
            start,
        );
        pairs.collisions.pairs()
    }

    fn bytes(&self) -> usize {
        let BoundarySearch { query: _, topology, scope, clusters, pairs } = self;
        topology.bytes() + scope.bytes() + clusters.bytes() + pairs.bytes()
    }
}

impl Body {
    /// An object of tetrahedra, whose boundary is added to the others.
    fn new(scene: &Scene, topology: &TopologyCache, object: usize, boundaries: &mut Scene) -> Body {
        let surface = BodySurface::new(scene, topology, ObjectId::new(object));
        let mesh = surface.as_ref().map_or(TriangleMesh::default(), |own| own.mesh(scene));
        boundaries.add("", mesh).expect("of a scene that has been checked");
        let stamp = scene.objects()[object].topology_id();
        Body { object, stamp, surface, inverted: Inverted::default(), is_mostly_upright: false }
    }

    fn bytes(&self) -> usize {
        let Body { object: _, stamp: _, surface, inverted, is_mostly_upright: _ } = self;
        surface.as_ref().map_or(0, BodySurface::bytes) + inverted.bytes()
    }

    /// Its boundary, if that can tell whether it has self pairs.
    fn surface_to_clear_by(&mut self) -> Option<&mut BodySurface> {
        self.surface.as_mut().filter(|_| self.is_mostly_upright)
    }
}
