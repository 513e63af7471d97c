//! The boundary of a body of tetrahedra.

use super::Incidence;
use crate::mesh::ObjectElements;
use jostle_support::parallel;

/// The faces of an object's tetrahedra that have more of them on one side than on the other, each as often as that
/// is more: the boundary as a chain, whose faces all count once in an ordinary mesh.
#[derive(Debug)]
pub struct BodyBoundary {
    /// Counterclockwise from outside, if corners of tetrahedra are listed so that their volumes are positive.
    faces: Vec<[u32; 3]>,
}

/// Vertices that a thread takes at a time.
const AT_A_TIME: usize = 1 << 10;

impl BodyBoundary {
    /// The boundary of an object of tetrahedra.
    pub fn build(object: &ObjectElements, incidence: &Incidence) -> BodyBoundary {
        let vertices = object.vertex_count();
        let faces_of = |at_vertex: &mut Vec<_>, part: usize| {
            let mut own = BodyBoundary { faces: Vec::new() };
            for v in part * AT_A_TIME..((part + 1) * AT_A_TIME).min(vertices) {
                own.add_faces(object, incidence, v as u32, at_vertex);
            }
            own
        };
        let parts: Vec<BodyBoundary> =
            parallel::map_ranges(vertices.div_ceil(AT_A_TIME), 1, |parts| {
                let mut at_vertex = Vec::new();
                parts.map(move |part| faces_of(&mut at_vertex, part))
            });
        BodyBoundary { faces: parts.into_iter().flat_map(|part| part.faces).collect() }
    }

    /// Adds the faces of the boundary of which this is the lowest vertex.
    fn add_faces(
        &mut self,
        object: &ObjectElements,
        incidence: &Incidence,
        vertex: u32,
        at_vertex: &mut Vec<([u32; 3], bool)>,
    ) {
        at_vertex.clear();
        for &e in incidence.elements_at(vertex) {
            let faces = outward_faces(object.tetrahedron(e as usize)).map(sorted);
            at_vertex.extend(faces.into_iter().filter(|(corners, _)| corners[0] == vertex));
        }
        at_vertex.sort_unstable();
        for uses in at_vertex.chunk_by(|f, g| f.0 == g.0) {
            let [a, b, c] = uses[0].0;
            let odd = uses.iter().filter(|(_, is_odd)| *is_odd).count();
            let even = uses.len() - odd;
            let face = if odd > even { [a, c, b] } else { [a, b, c] };
            self.faces.extend(std::iter::repeat_n(face, odd.abs_diff(even)));
        }
    }

    /// All faces, counterclockwise from outside where volumes are positive.
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.faces.capacity() * size_of::<[u32; 3]>()
    }
}

/// The faces of a tetrahedron, counterclockwise from outside if its volume is positive.
fn outward_faces([a, b, c, d]: [u32; 4]) -> [[u32; 3]; 4] {
    [[b, c, d], [a, d, c], [a, b, d], [a, c, b]]
}

/// The corners in order, and whether that took an odd number of swaps.
fn sorted([mut a, mut b, mut c]: [u32; 3]) -> ([u32; 3], bool) {
    let mut odd = false;
    let mut order = |p: &mut u32, q: &mut u32| {
        if *p > *q {
            std::mem::swap(p, q);
            odd = !odd;
        }
    };
    order(&mut a, &mut b);
    order(&mut b, &mut c);
    order(&mut a, &mut b);
    ([a, b, c], odd)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{Scene, TetMesh, shapes};
    use glam::DVec3;

    fn boundary(mesh: TetMesh) -> BodyBoundary {
        let mut scene = Scene::new();
        scene.add("before", shapes::icosphere(0, 1.0)).unwrap();
        scene.add("body", mesh).unwrap();
        let object = ObjectElements::new(&scene, &scene.objects()[1]);
        BodyBoundary::build(&object, &Incidence::build(&object))
    }

    #[test]
    fn a_box_is_bounded_by_the_squares_of_its_sides() {
        let mesh = shapes::box_tets([6, 5, 4], DVec3::ONE, shapes::Split::Six, 0.1, 1);
        let vertices = mesh.vertices.clone();
        let own = boundary(mesh);
        assert_eq!(own.faces().len(), 2 * 2 * (6 * 5 + 5 * 4 + 4 * 6));
        // Outward: the volume under all faces is positive.
        let volume = own.faces().iter().map(|face| {
            let [a, b, c] = face.map(|v| vertices[v as usize]);
            a.dot(b.cross(c)) / 6.0
        });
        assert!(volume.sum::<f64>() > 0.5);
    }

    #[test]
    fn faces_count_as_often_as_one_side_has_more() {
        let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::splat(0.1)];
        let count = |elements: &[[u32; 4]], face: [u32; 3]| {
            let own = boundary(TetMesh::new(corners.clone(), elements.to_vec()));
            own.faces().iter().filter(|own| sorted(**own).0 == face).count()
        };
        assert_eq!(count(&[[0, 1, 2, 3]], [0, 1, 2]), 1);
        // On one side both, and on two.
        assert_eq!(count(&[[0, 1, 2, 3], [0, 1, 2, 4]], [0, 1, 2]), 2);
        assert_eq!(count(&[[0, 1, 2, 3], [0, 2, 1, 4]], [0, 1, 2]), 0);
        assert_eq!(count(&[[0, 1, 2, 3], [0, 2, 1, 4], [0, 1, 2, 3]], [0, 1, 2]), 1);
    }
}
