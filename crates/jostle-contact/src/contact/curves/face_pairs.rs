//! Colliding elements in, pairs of faces of their surfaces out.

use crate::candidates::TopologyCache;
use crate::geometry::predicates::orient3d;
use crate::mesh::{ElementId, ElementKind, ObjectId, Scene};
use crate::session::Pair;
use crate::volume;
use jostle_support::parallel;

/// Two faces of surfaces whose elements collide.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacePair {
    /// The elements that the faces are of, the lower first.
    pub elements: [ElementId; 2],
    /// Numbers of the faces, through the scene.
    pub faces: [u32; 2],
    /// Corners of the faces, numbered through the scene, fronts outside.
    pub corners: [[u32; 3]; 2],
    /// Whether they are of one object.
    pub is_within: bool,
    /// Whether the faces are known to collide, because they are the elements.
    pub collides: bool,
}

/// The pairs of faces; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct FacePairs {
    pub pairs: Vec<FacePair>,
    /// The number of the first face of each object.
    first: Vec<u32>,
    /// Of each object that has pairs, whether it is a closed surface with its fronts inside.
    inside_out: Vec<Option<bool>>,
}

impl FacePairs {
    /// Given all pairs of elements that collide.
    ///
    /// Faces that touch belong to tetrahedra that do; if those share vertices, and the faces meet outside the simplex
    /// that they share, the tetrahedra do too, because a face of a tetrahedron that is not flat has no more in common
    /// with what they share than its own vertices there.
    pub fn update(&mut self, scene: &Scene, topology: &TopologyCache, found: &[Pair]) {
        self.find_inside_out(scene, topology, found);
        let inside_out = &self.inside_out;
        let is_tet = |o: usize| scene.objects()[o].kind() == ElementKind::Tetrahedron;
        if !(0..scene.objects().len()).any(is_tet) {
            self.pairs.clear();
            parallel::extend(&mut self.pairs, found.len(), 1, |i| {
                triangles(scene, inside_out, &found[i])
            });
            return;
        }
        self.first.clear();
        let mut next = 0;
        for (o, object) in scene.objects().iter().enumerate() {
            self.first.push(next);
            next += match is_tet(o) {
                true => topology.object_at(scene, o).faces().len() as u32,
                false => object.elements().len() as u32,
            };
        }
        let FacePairs { pairs, first, inside_out } = self;
        pairs.clear();
        for pair in found {
            let [a, b] = [pair.a, pair.b].map(|element| {
                let object = scene.owner(element).index();
                let own = &scene.objects()[object];
                let local = element.index() - own.elements().start;
                match own.kind() {
                    ElementKind::Triangle => {
                        let local = local as u32;
                        (object, local..local + 1, None)
                    }
                    ElementKind::Tetrahedron => {
                        let features = topology.object_at(scene, object).features();
                        (object, features.face_range(local), Some(features.faces()))
                    }
                }
            });
            let face = |of: &(usize, _, Option<&[[u32; 3]]>), element: ElementId, local: u32| {
                let corners = match of.2 {
                    None => triangle(scene, inside_out, element),
                    Some(faces) => outward(scene, of.0, element, faces[local as usize]),
                };
                (first[of.0] + local, corners)
            };
            for i in a.1.clone() {
                let (face_a, corners_a) = face(&a, pair.a, i);
                for j in b.1.clone() {
                    let (face_b, corners_b) = face(&b, pair.b, j);
                    pairs.push(FacePair {
                        elements: [pair.a, pair.b],
                        faces: [face_a, face_b],
                        corners: [corners_a, corners_b],
                        is_within: a.0 == b.0,
                        collides: a.2.is_none() && b.2.is_none(),
                    });
                }
            }
        }
    }

    fn find_inside_out(&mut self, scene: &Scene, topology: &TopologyCache, found: &[Pair]) {
        self.inside_out.clear();
        self.inside_out.resize(scene.objects().len(), None);
        for element in found.iter().flat_map(|pair| [pair.a, pair.b]) {
            let object = scene.owner(element).index();
            self.inside_out[object].get_or_insert_with(|| {
                topology.object_at(scene, object).is_oriented_surface()
                    && volume::is_inside_out(scene, ObjectId::new(object))
            });
        }
    }

    pub fn bytes(&self) -> usize {
        self.pairs.capacity() * size_of::<FacePair>()
            + self.first.capacity() * size_of::<u32>()
            + self.inside_out.capacity() * size_of::<Option<bool>>()
    }
}

/// A pair in a scene of triangles only, whose faces are numbered as they are.
fn triangles(scene: &Scene, inside_out: &[Option<bool>], pair: &Pair) -> FacePair {
    let both = [pair.a, pair.b];
    FacePair {
        elements: both,
        faces: both.map(|element| element.index() as u32),
        corners: both.map(|element| triangle(scene, inside_out, element)),
        is_within: scene.owner(pair.a) == scene.owner(pair.b),
        collides: true,
    }
}

/// The corners of a triangle, turned if its surface is inside out.
fn triangle(scene: &Scene, inside_out: &[Option<bool>], element: ElementId) -> [u32; 3] {
    let [a, b, c] = scene.corner_indices(element).try_into().expect("a triangle");
    match inside_out[scene.owner(element).index()] {
        Some(true) => [a, c, b],
        _ => [a, b, c],
    }
}

/// A face of a tetrahedron, numbered within its object, turned so that the tetrahedron is behind it. Of a flat
/// one, as it is.
fn outward(scene: &Scene, object: usize, element: ElementId, face: [u32; 3]) -> [u32; 3] {
    let first = scene.objects()[object].vertices().start as u32;
    let [a, b, c] = face.map(|v| v + first);
    let corners = scene.corner_indices(element);
    let opposite = corners.iter().find(|v| ![a, b, c].contains(v)).copied().unwrap_or(a);
    let [p, q, r, s] = [a, b, c, opposite].map(|v| scene.vertices()[v as usize]);
    if orient3d(p, q, r, s) > 0 { [a, c, b] } else { [a, b, c] }
}
