//! The vertices that each vertex shares an edge with.

use super::Incidence;
use crate::mesh::ObjectElements;
use jostle_support::parallel;

/// The neighbours of each vertex of an object along edges of its elements, inside too, ascending.
#[derive(Debug)]
pub struct VertexNeighbours {
    starts: Vec<u32>,
    neighbours: Vec<u32>,
}

/// Vertices that a thread takes at a time.
const CHUNK: usize = 4096;

impl VertexNeighbours {
    /// Finds the neighbours of each vertex, given the elements at it.
    pub fn build(object: &ObjectElements, incidence: &Incidence) -> VertexNeighbours {
        let count = object.vertex_count();
        let chunks: Vec<(Vec<u32>, Vec<u32>)> = parallel::map(count.div_ceil(CHUNK), 1, |chunk| {
            let (mut lengths, mut all, mut own) = (Vec::new(), Vec::new(), Vec::new());
            for v in chunk * CHUNK..count.min((chunk + 1) * CHUNK) {
                own.clear();
                for &e in incidence.elements_at(v as u32) {
                    own.extend(object.corners(e as usize).filter(|&other| other != v as u32));
                }
                own.sort_unstable();
                own.dedup();
                lengths.push(own.len() as u32);
                all.extend_from_slice(&own);
            }
            (lengths, all)
        });
        let mut starts = Vec::with_capacity(count + 1);
        let mut neighbours = Vec::with_capacity(chunks.iter().map(|own| own.1.len()).sum());
        let mut end = 0;
        starts.push(0);
        for (lengths, own) in chunks {
            for length in lengths {
                end += length;
                starts.push(end);
            }
            neighbours.extend(own);
        }
        VertexNeighbours { starts, neighbours }
    }

    /// The neighbours of a vertex.
    #[inline]
    pub fn of(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.neighbours[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        (self.starts.capacity() + self.neighbours.capacity()) * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::OwnedVertices;
    use super::*;
    use crate::mesh::{Mesh, Scene, shapes};
    use std::collections::BTreeSet;

    #[test]
    fn neighbours_share_an_element_and_every_vertex_has_one_owner() {
        let meshes: [Mesh; 2] =
            [shapes::ball_tets(3, 1.0).into(), shapes::icosphere(2, 1.0).into()];
        for mesh in meshes {
            let mut scene = Scene::new();
            scene.add("mesh", mesh).unwrap();
            let object = ObjectElements::new(&scene, &scene.objects()[0]);
            let own = VertexNeighbours::build(&object, &Incidence::build(&object));
            let mut expected = vec![BTreeSet::new(); object.vertex_count()];
            for e in 0..object.len() {
                for v in object.corners(e) {
                    expected[v as usize].extend(object.corners(e).filter(|&other| other != v));
                }
            }
            for (v, expected) in (0..).zip(expected) {
                assert_eq!(own.of(v), expected.into_iter().collect::<Vec<_>>());
            }
            let owned = OwnedVertices::build(&object);
            let mut all = Vec::new();
            for e in 0..object.len() {
                for &v in owned.of(e) {
                    let has = |e: &usize| object.corners(*e).any(|corner| corner == v);
                    assert_eq!((0..object.len()).find(has), Some(e));
                    all.push(v);
                }
            }
            all.sort_unstable();
            assert_eq!(all, (0..object.vertex_count() as u32).collect::<Vec<_>>());
        }
    }
}
