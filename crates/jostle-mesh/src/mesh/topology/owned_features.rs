//! Vertices, edges and faces of an object's surface, each once, by the element that owns it.

use crate::mesh::{ElementKind, ObjectElements};
use rayon::slice::ParallelSliceMut;

/// The features of an object's surface, numbered within the object. The surface of an object of
/// tetrahedra is its boundary: faces that an odd number of tetrahedra use.
///
/// Each feature is owned by the lowest element whose part of the surface has it, so a search that
/// finds all pairs of elements with overlapping boxes finds all pairs of features, each once
/// (representative triangles, Curtis, Tamstorf and Manocha 2008).
#[derive(Debug)]
pub struct OwnedFeatures {
    vertices: FeaturesByOwner<u32>,
    edges: FeaturesByOwner<[u32; 2]>,
    faces: FeaturesByOwner<[u32; 3]>,
}

/// Features listed by their owners.
#[derive(Debug)]
struct FeaturesByOwner<F> {
    /// Where the features of each element begin; one more than there are elements.
    starts: Vec<u32>,
    features: Vec<F>,
}

impl<F: Copy + Ord + Send> FeaturesByOwner<F> {
    /// Given features with elements that have them.
    fn build(elements: usize, mut uses: Vec<(F, u32)>) -> FeaturesByOwner<F> {
        uses.par_sort_unstable();
        uses.dedup_by_key(|used| used.0);
        uses.par_sort_unstable_by_key(|&(feature, owner)| (owner, feature));
        let mut starts = vec![0; elements + 1];
        for &(_, owner) in &uses {
            starts[owner as usize + 1] += 1;
        }
        for e in 0..elements {
            starts[e + 1] += starts[e];
        }
        // In the place of what it was collected from, which is several times as large.
        let mut features: Vec<F> = uses.into_iter().map(|used| used.0).collect();
        features.shrink_to_fit();
        FeaturesByOwner { starts, features }
    }

    fn range(&self, element: usize) -> std::ops::Range<u32> {
        self.starts[element]..self.starts[element + 1]
    }

    fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.features.capacity() * size_of::<F>()
    }
}

impl OwnedFeatures {
    /// Lists the features of an object by the lowest element that has each.
    pub fn build(object: &ObjectElements) -> OwnedFeatures {
        let faces = match object.kind() {
            // In the order of the elements, corners as they are listed.
            ElementKind::Triangle => FeaturesByOwner {
                starts: (0..=object.len() as u32).collect(),
                features: (0..object.len()).map(|e| object.triangle(e)).collect(),
            },
            ElementKind::Tetrahedron => {
                FeaturesByOwner::build(object.len(), boundary_faces(object))
            }
        };
        let owned = (0..object.len())
            .flat_map(|e| faces.range(e).map(move |face| (face as usize, e as u32)));
        let corners = |face: usize| faces.features[face];
        let count = 3 * faces.features.len();
        // One after the other: lists of uses are the largest thing here.
        let mut uses = Vec::with_capacity(count);
        uses.extend(owned.clone().flat_map(|(face, e)| corners(face).map(|v| (v, e))));
        let vertices = FeaturesByOwner::build(object.len(), uses);
        let mut uses = Vec::with_capacity(count);
        uses.extend(owned.flat_map(|(face, e)| {
            let [a, b, c] = corners(face);
            [[a, b], [b, c], [c, a]].map(|[p, q]| ([p.min(q), p.max(q)], e))
        }));
        let edges = FeaturesByOwner::build(object.len(), uses);
        OwnedFeatures { vertices, edges, faces }
    }

    /// The vertices that an element owns.
    #[inline]
    pub fn vertices(&self, element: usize) -> &[u32] {
        let range = self.vertices.range(element);
        &self.vertices.features[range.start as usize..range.end as usize]
    }

    /// The edges, lower vertex first, in the order of their owners.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges.features
    }

    /// The edges that an element owns.
    #[inline]
    pub fn edge_range(&self, element: usize) -> std::ops::Range<u32> {
        self.edges.range(element)
    }

    /// The faces, in the order of their owners.
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces.features
    }

    /// The faces that an element owns: itself, if it is a triangle.
    #[inline]
    pub fn face_range(&self, element: usize) -> std::ops::Range<u32> {
        self.faces.range(element)
    }

    /// The element that owns a face.
    pub fn face_owner(&self, face: u32) -> u32 {
        self.faces.starts.partition_point(|&start| start <= face) as u32 - 1
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.vertices.bytes() + self.edges.bytes() + self.faces.bytes()
    }
}

/// Faces that an odd number of tetrahedra use, with the lowest of these.
fn boundary_faces(object: &ObjectElements) -> Vec<([u32; 3], u32)> {
    let mut uses = Vec::with_capacity(4 * object.len());
    for e in 0..object.len() {
        let [a, b, c, d] = object.tetrahedron(e);
        for mut face in [[b, c, d], [a, c, d], [a, b, d], [a, b, c]] {
            face.sort_unstable();
            uses.push((face, e as u32));
        }
    }
    uses.par_sort_unstable();
    uses.chunk_by(|f, g| f.0 == g.0)
        .filter(|uses| uses.len() % 2 == 1)
        .map(|uses| uses[0])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::topology::{Boundary, SurfaceTopology};
    use crate::mesh::{Mesh, Scene, shapes};

    fn features(mesh: impl Into<Mesh>) -> (Scene, OwnedFeatures) {
        let mut scene = Scene::new();
        scene.add("mesh", mesh).unwrap();
        let features = OwnedFeatures::build(&ObjectElements::new(&scene, &scene.objects()[0]));
        (scene, features)
    }

    #[test]
    fn every_feature_of_a_surface_has_one_owner_the_lowest() {
        let mesh = shapes::torus(1.0, 0.3, 12, 8);
        let topology = SurfaceTopology::from_mesh(&mesh).unwrap();
        let (_, features) = features(mesh.clone());
        assert_eq!(features.faces(), mesh.elements);
        let mut edges = Vec::new();
        let mut vertices = Vec::new();
        for e in 0..mesh.elements.len() {
            assert_eq!(features.face_range(e), e as u32..e as u32 + 1);
            assert_eq!(features.face_owner(e as u32), e as u32);
            for edge in features.edge_range(e) {
                let corners = features.edges()[edge as usize];
                let at = topology.edges().find(corners).unwrap();
                assert_eq!(topology.edges().elements(at)[0], e as u32);
                edges.push(corners);
            }
            for &v in features.vertices(e) {
                let first = mesh.elements.iter().position(|corners| corners.contains(&v));
                assert_eq!(first, Some(e));
                vertices.push(v);
            }
        }
        edges.sort_unstable();
        vertices.sort_unstable();
        assert_eq!(edges, topology.edges().corners());
        assert_eq!(vertices, (0..mesh.vertices.len() as u32).collect::<Vec<_>>());
    }

    #[test]
    fn the_features_of_a_volume_are_those_of_its_boundary() {
        let ball = shapes::ball_tets(3, 1.0);
        let boundary = Boundary::from_mesh(&ball).unwrap();
        let (_, features) = features(ball.clone());
        let mut faces: Vec<[u32; 3]> = features.faces().to_vec();
        faces.sort_unstable();
        let mut expected: Vec<[u32; 3]> = boundary.surface.elements.clone();
        for face in &mut expected {
            *face = face.map(|v| boundary.vertices[v as usize]);
            face.sort_unstable();
        }
        expected.sort_unstable();
        assert_eq!(faces, expected);
        let owners: usize = (0..ball.elements.len()).map(|e| features.vertices(e).len()).sum();
        assert_eq!(owners, boundary.vertices.len());
        for e in 0..ball.elements.len() {
            let has = |v: &u32| ball.elements[e].contains(v);
            assert!(features.vertices(e).iter().all(has));
            assert!(features.edge_range(e).all(|i| features.edges()[i as usize].iter().all(has)));
            assert!(features.face_range(e).all(|i| features.faces()[i as usize].iter().all(has)));
            assert!(features.face_range(e).all(|i| features.face_owner(i) == e as u32));
        }
    }
}
