//! The link of each vertex of a surface: its neighbours, in order round it.

use super::Incidence;
use crate::conditions::{Condition, required};
use crate::mesh::ObjectElements;
use crate::mesh::range_lists::parts;
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
    /// The vertices whose triangles form one ring that meets each neighbour once.
    is_simple_ring: Vec<bool>,
}

const NONE: u32 = u32::MAX;
/// Larger stars are left to the pairwise test: putting one in order is quadratic.
const LARGEST_STAR: usize = 64;
/// Vertices that a thread takes at a time.
const AT_A_TIME: usize = 1 << 12;

impl VertexLinks {
    /// The links of all vertices of an object of triangles.
    pub fn build(object: &ObjectElements, incidence: &Incidence) -> VertexLinks {
        let starts: Vec<u32> =
            (0..).zip(incidence.starts()).map(|(vertex, start)| start + vertex).collect();
        let mut neighbours = vec![NONE; starts[object.vertex_count()] as usize];
        let mut is_simple_ring = vec![false; object.vertex_count()];
        let parts = parts(&mut neighbours, &starts, AT_A_TIME);
        let rings = is_simple_ring.par_chunks_mut(AT_A_TIME);
        let star = || Vec::with_capacity(LARGEST_STAR);
        parts.into_par_iter().zip(rings).for_each_init(star, |star, ((vertices, part), rings)| {
            let first = starts[vertices.start];
            for (vertex, ring) in vertices.zip(rings) {
                let own = &mut part[(starts[vertex] - first) as usize..];
                *ring = find_link(object, incidence, vertex as u32, star, own);
            }
        });
        VertexLinks { starts, neighbours, is_simple_ring }
    }

    /// The neighbours of a vertex in order, or nothing; a ring ends with its first again.
    #[inline]
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        let own = &self.neighbours[self.starts[vertex] as usize..self.starts[vertex + 1] as usize];
        if own[0] == NONE { &[] } else { own }
    }

    /// Whether the triangles at a vertex form one ring that meets each neighbour once: two triangles use each edge
    /// at it, and they turn the same way.
    #[inline]
    pub fn is_simple_ring(&self, vertex: u32) -> bool {
        self.is_simple_ring[vertex as usize]
    }

    pub fn bytes(&self) -> usize {
        (self.starts.capacity() + self.neighbours.capacity()) * size_of::<u32>()
            + self.is_simple_ring.capacity()
    }
}

/// Writes the neighbours of a vertex in order, if it has a link, and tells whether that is a simple ring.
fn find_link(
    object: &ObjectElements,
    incidence: &Incidence,
    vertex: u32,
    star: &mut Vec<[u32; 2]>,
    neighbours: &mut [u32],
) -> bool {
    let elements = incidence.elements_at(vertex);
    if elements.is_empty() || elements.len() > LARGEST_STAR {
        return false;
    }
    star.clear();
    star.extend(elements.iter().map(|&e| opposite_edge(object.triangle(e as usize), vertex)));
    if !put_in_order(star) {
        return false;
    }
    neighbours[0] = star[0][0];
    for (neighbour, edge) in neighbours[1..].iter_mut().zip(&*star) {
        *neighbour = edge[1];
    }
    let is_new = |i: usize| star[..i].iter().all(|before| before[1] != star[i][1]);
    neighbours[0] == neighbours[star.len()] && (1..star.len()).all(is_new)
}

/// The edge of a triangle opposite one of its corners, in the order of the triangle.
fn opposite_edge([a, b, c]: [u32; 3], vertex: u32) -> [u32; 2] {
    if vertex == a {
        [b, c]
    } else if vertex == b {
        [c, a]
    } else {
        [a, b]
    }
}

/// Orders the triangles of a star so that each begins where the one before ends, and tells whether that
/// could be done. A neighbour may be met twice: between its two places the triangles wind round the
/// vertex, which is for whoever asks of the star to see.
fn put_in_order(star: &mut [[u32; 2]]) -> bool {
    // A fan begins at the neighbour where no triangle ends; a ring begins anywhere.
    let begin = (0..star.len()).find(|&i| star.iter().all(|other| other[1] != star[i][0]));
    star.swap(0, begin.unwrap_or(0));
    for i in 1..star.len() {
        let end = star[i - 1][1];
        let Some(next) = (i..star.len()).find(|&j| star[j][0] == end) else {
            return !required(Condition::StarIsOneFan);
        };
        star.swap(i, next);
    }
    true
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
        VertexLinks::build(&object, &Incidence::build(&object))
    }

    #[test]
    fn rings_end_where_they_began_and_fans_do_not() {
        let ball = links(shapes::icosphere(1, 1.0));
        for vertex in 0..42 {
            let ring = ball.neighbours(vertex);
            assert_eq!(ring.first(), ring.last());
            assert!(ring.len() == 6 || ring.len() == 7);
            assert!(ball.is_simple_ring(vertex as u32));
        }
        let sheet = links(shapes::cloth(1, 1, [1.0, 1.0]));
        let fan = (0..4).map(|v| sheet.neighbours(v)).find(|fan| fan.len() == 3).unwrap();
        assert_ne!(fan.first(), fan.last());
        assert!((0..4).all(|v| !sheet.is_simple_ring(v)));
    }

    #[test]
    fn a_ring_that_meets_a_neighbour_twice_is_not_simple() {
        // Twice round the first vertex, over four neighbours, of which the first is met in between.
        let turn = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [0, 1, 4], [0, 4, 5], [0, 5, 1]];
        let vertices = (0..6).map(|v| DVec3::new(v as f64, (v * v) as f64, 1.0)).collect();
        let twice = links(TriangleMesh::new(vertices, turn.to_vec()));
        assert_eq!(twice.neighbours(0).len(), 7);
        assert!(!twice.is_simple_ring(0));
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
