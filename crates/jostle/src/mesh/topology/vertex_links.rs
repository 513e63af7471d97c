//! The link of each vertex of a surface: its neighbours, in order round it.

use super::HalfEdges;
use crate::mesh::ObjectElements;
use crate::mesh::range_lists::{parts, starts_of};
use rayon::prelude::*;

/// For each vertex whose triangles form one ring or one fan, its neighbours in order; for others
/// nothing.
#[derive(Debug)]
pub(crate) struct VertexLinks {
    /// Where the place of each vertex begins, one longer than its star; one more than there are vertices.
    starts: Vec<u32>,
    /// Neighbours, numbered within the object. A ring ends with its first neighbour again. The place of a vertex
    /// without a link begins with [`NONE`].
    neighbours: Vec<u32>,
}

const NONE: u32 = u32::MAX;
/// Vertices that a thread takes at a time.
const AT_A_TIME: usize = 1 << 12;

impl VertexLinks {
    /// The links of all vertices of an object of triangles.
    pub fn build(object: &ObjectElements, half_edges: &HalfEdges) -> VertexLinks {
        let vertices = 0..object.vertex_count() as u32;
        let starts = starts_of(vertices.map(|vertex| half_edges.valence(vertex) + 1));
        let mut neighbours = vec![NONE; starts[object.vertex_count()] as usize];
        parts(&mut neighbours, &starts, AT_A_TIME).into_par_iter().for_each(|(vertices, part)| {
            let first = starts[vertices.start];
            for vertex in vertices {
                let mut buffer = HalfEdges::LINK;
                let link = half_edges.link(object, vertex as u32, &mut buffer);
                part[(starts[vertex] - first) as usize..][..link.len()].copy_from_slice(link);
            }
        });
        VertexLinks { starts, neighbours }
    }

    /// The neighbours of a vertex in order, or nothing; a ring ends with its first again.
    #[inline]
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        let own = &self.neighbours[self.starts[vertex] as usize..self.starts[vertex + 1] as usize];
        if own[0] == NONE { &[] } else { own }
    }

    pub fn bytes(&self) -> usize {
        (self.starts.capacity() + self.neighbours.capacity()) * size_of::<u32>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{Scene, TriangleMesh, shapes};
    use glam::DVec3;

    fn links(mesh: TriangleMesh) -> VertexLinks {
        let mut scene = Scene::new();
        scene.add("mesh", mesh).unwrap();
        let object = ObjectElements::new(&scene, &scene.objects()[0]);
        VertexLinks::build(&object, &HalfEdges::build(&object))
    }

    #[test]
    fn rings_end_where_they_began_and_fans_do_not() {
        let ball = links(shapes::icosphere(1, 1.0));
        for vertex in 0..42 {
            let ring = ball.neighbours(vertex);
            assert_eq!(ring.first(), ring.last());
            assert!(ring.len() == 6 || ring.len() == 7);
        }
        let sheet = links(shapes::cloth(1, 1, [1.0, 1.0]));
        let fan = (0..4).map(|v| sheet.neighbours(v)).find(|fan| fan.len() == 3).unwrap();
        assert_ne!(fan.first(), fan.last());
    }

    #[test]
    fn two_rings_about_one_edge_have_no_link() {
        let turn = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [0, 1, 4], [0, 4, 5], [0, 5, 1]];
        let vertices = (0..6).map(|v| DVec3::new(v as f64, (v * v) as f64, 1.0)).collect();
        let twice = links(TriangleMesh::new(vertices, turn.to_vec()));
        assert!(twice.neighbours(0).is_empty());
    }

    #[test]
    fn bow_ties_and_doubled_triangles_have_no_link() {
        let at = |x: f64, y: f64| DVec3::new(x, y, 0.0);
        let vertices =
            vec![at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(-1.0, 0.0), at(-1.0, -1.0)];
        let bow_tie = TriangleMesh::new(vertices.clone(), vec![[0, 1, 2], [0, 3, 4]]);
        assert!(links(bow_tie).neighbours(0).is_empty());
        let doubled = TriangleMesh::new(vertices, vec![[0, 1, 2], [0, 1, 2]]);
        assert!(links(doubled).neighbours(0).is_empty());
    }
}
