//! The link of each vertex of a surface: its neighbours, in order round it.

use super::Incidence;
use crate::conditions::{Condition, required};
use crate::mesh::ObjectElements;

/// For each vertex whose triangles form one ring or one fan, its neighbours in order; for others
/// nothing.
#[derive(Debug)]
pub(crate) struct VertexLinks {
    /// Where the link of each vertex begins; one more than there are vertices.
    starts: Vec<u32>,
    /// Neighbours, numbered within the object. A ring ends with its first neighbour again.
    neighbours: Vec<u32>,
}

/// Larger stars are left to the pairwise test: putting one in order is quadratic.
const LARGEST_STAR: usize = 64;

impl VertexLinks {
    /// The links of all vertices of an object of triangles.
    pub fn build(object: &ObjectElements, incidence: &Incidence) -> VertexLinks {
        let mut links = VertexLinks {
            starts: Vec::with_capacity(object.vertex_count() + 1),
            neighbours: Vec::new(),
        };
        // A star's triangles, and one vertex more to end with.
        links.neighbours.reserve(3 * object.len() + object.vertex_count());
        let mut star = Vec::with_capacity(LARGEST_STAR);
        for vertex in 0..object.vertex_count() as u32 {
            links.starts.push(links.neighbours.len() as u32);
            let elements = incidence.elements_at(vertex);
            if elements.is_empty() || elements.len() > LARGEST_STAR {
                continue;
            }
            star.clear();
            star.extend(
                elements.iter().map(|&e| opposite_edge(object.triangle(e as usize), vertex)),
            );
            if put_in_order(&mut star) {
                links.neighbours.push(star[0][0]);
                links.neighbours.extend(star.iter().map(|edge| edge[1]));
            }
        }
        links.starts.push(links.neighbours.len() as u32);
        links
    }

    /// The neighbours of a vertex in order, or nothing; a ring ends with its first again.
    #[inline]
    pub fn neighbours(&self, vertex: usize) -> &[u32] {
        &self.neighbours[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    pub fn bytes(&self) -> usize {
        (self.starts.capacity() + self.neighbours.capacity()) * size_of::<u32>()
    }
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
        }
        let sheet = links(shapes::cloth(1, 1, [1.0, 1.0]));
        let fan = (0..4).map(|v| sheet.neighbours(v)).find(|fan| fan.len() == 3).unwrap();
        assert_ne!(fan.first(), fan.last());
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
