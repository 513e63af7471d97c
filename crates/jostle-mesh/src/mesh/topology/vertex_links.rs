//! The link of each vertex of a surface: its neighbours, in order round it.

use super::Incidence;
use crate::conditions::{Condition, required};
use crate::mesh::ObjectElements;
use crate::mesh::range_lists::{parts, starts_of};
use jostle_support::parallel;

/// For each vertex whose triangles form one ring or one fan, its neighbours in order; for others
/// nothing.
#[derive(Debug)]
pub struct VertexLinks {
    /// Where the place of each vertex begins, one longer than its star; one more than there are vertices.
    starts: Vec<u32>,
    /// Neighbours, numbered within the object. A ring ends with its first neighbour again. The place of a vertex
    /// without a link begins with [`NONE`].
    neighbours: Vec<u32>,
}

const NONE: u32 = u32::MAX;
/// Vertices that a thread takes at a time.
const AT_A_TIME: usize = 1 << 12;
/// Larger stars have no link: whoever asks for one passes over all of it, again and again.
const LARGEST_STAR: usize = 64;

/// The link of one vertex.
#[derive(Clone, Copy, Debug)]
pub struct VertexLink {
    neighbours: [u32; LARGEST_STAR + 1],
    /// How many there are, or 0 if the vertex has no link.
    len: usize,
}

impl VertexLink {
    /// The link of a vertex without one.
    const NONE: VertexLink = VertexLink { neighbours: [NONE; LARGEST_STAR + 1], len: 0 };

    /// The neighbours of a vertex in order round it, if its triangles form one fan or one ring and are not many;
    /// else none. A ring ends with its first neighbour again. A neighbour may be met twice: between its two places
    /// the triangles wind round the vertex, which is for whoever asks of the star to see.
    #[inline]
    pub fn find(object: &ObjectElements, incidence: &Incidence, vertex: u32) -> VertexLink {
        let star = incidence.elements_at(vertex);
        if star.is_empty() || star.len() > LARGEST_STAR {
            return VertexLink::NONE;
        }
        // The edge of each triangle across from the vertex.
        let mut edges = [[NONE; 2]; LARGEST_STAR];
        let edges = &mut edges[..star.len()];
        for (edge, &triangle) in edges.iter_mut().zip(star) {
            let [a, b, c] = object.triangle(triangle as usize);
            *edge = match vertex {
                v if v == a => [b, c],
                v if v == b => [c, a],
                _ => [a, b],
            };
        }
        let mut link = VertexLink::NONE;
        link.follow(edges);
        link
    }

    /// The neighbours.
    #[inline]
    pub fn neighbours(&self) -> &[u32] {
        &self.neighbours[..self.len]
    }

    /// Puts edges, of which there are some, one behind the other, if all follow each other.
    #[inline]
    fn follow(&mut self, edges: &mut [[u32; 2]]) {
        [self.neighbours[0], self.neighbours[1]] = edges[0];
        let mut met = 1;
        // Not on beyond the end of a ring.
        while met < edges.len() && self.neighbours[met] != self.neighbours[0] {
            let end = self.neighbours[met];
            let Some(next) = (met..edges.len()).find(|&next| edges[next][0] == end) else { break };
            self.neighbours[met + 1] = edges[next][1];
            edges.swap(met, next);
            met += 1;
        }
        if met < edges.len() && self.neighbours[met] != self.neighbours[0] {
            met = self.prepend(edges, met);
        }
        let is_one = met == edges.len() || !required(Condition::StarIsOneFan);
        self.len = if is_one { met + 1 } else { 0 };
    }

    /// Puts edges that lead to the first of a fan in front of those that have been met, and tells how many are then.
    #[cold]
    fn prepend(&mut self, edges: &mut [[u32; 2]], mut met: usize) -> usize {
        let mut begin = self.neighbours[0];
        while let Some(before) = (met..edges.len()).find(|&before| edges[before][1] == begin) {
            begin = edges[before][0];
            self.neighbours.copy_within(..=met, 1);
            self.neighbours[0] = begin;
            edges.swap(met, before);
            met += 1;
        }
        met
    }
}

impl VertexLinks {
    /// The links of all vertices of an object of triangles.
    pub fn build(object: &ObjectElements, incidence: &Incidence) -> VertexLinks {
        let vertices = 0..object.vertex_count() as u32;
        let starts = starts_of(vertices.map(|vertex| incidence.valence(vertex) + 1));
        let mut neighbours = vec![NONE; starts[object.vertex_count()] as usize];
        let mut parts = parts(&mut neighbours, &starts, AT_A_TIME);
        parallel::for_each_mut(&mut parts, 1, |_, (vertices, part)| {
            let first = starts[vertices.start];
            for vertex in vertices.clone() {
                let link = VertexLink::find(object, incidence, vertex as u32);
                let link = link.neighbours();
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

    /// Bytes held.
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
        VertexLinks::build(&object, &Incidence::build(&object))
    }

    /// A link passes every triangle at its vertex once.
    fn check(mesh: &TriangleMesh) -> VertexLinks {
        let own = links(mesh.clone());
        let mut around = vec![Vec::new(); mesh.vertices.len()];
        for &[a, b, c] in &mesh.elements {
            for [vertex, from, to] in [[a, b, c], [b, c, a], [c, a, b]] {
                around[vertex as usize].push([from, to]);
            }
        }
        for (vertex, mut around) in around.into_iter().enumerate() {
            let link = own.neighbours(vertex);
            if !link.is_empty() {
                let mut passed: Vec<_> = link.windows(2).map(|two| [two[0], two[1]]).collect();
                passed.sort_unstable();
                around.sort_unstable();
                assert_eq!(passed, around, "of {vertex}");
            }
        }
        own
    }

    #[test]
    fn links_of_soups_pass_every_triangle_once() {
        let mut random = jostle_support::random::SplitMix64::new(1);
        let mut found = 0;
        for round in 0..400 {
            let vertices = 4 + round % 9;
            let mut vertex = || (random.signed().abs() * f64::from(vertices)) as u32 % vertices;
            let triangles = (0..vertices).map(|_| [vertex(), vertex(), vertex()]);
            let whole = triangles.filter(|[a, b, c]| a != b && b != c && c != a).collect();
            let mesh = TriangleMesh::new(vec![DVec3::ZERO; vertices as usize], whole);
            let own = check(&mesh);
            found += (0..vertices as usize).filter(|&v| !own.neighbours(v).is_empty()).count();
        }
        assert!(found > 400, "{found}");
    }

    #[test]
    fn fans_are_complete_in_whatever_order_they_are_listed() {
        let spokes = 7u32;
        let vertices = (0..=spokes).map(|v| DVec3::new(v.into(), (v * v).into(), 0.0)).collect();
        let fan: Vec<[u32; 3]> = (1..spokes).map(|v| [0, v, v + 1]).collect();
        for step in [1, 5] {
            for turn in 0..fan.len() {
                let order = (0..fan.len()).map(|i| fan[(turn + i * step) % fan.len()]).collect();
                let own = check(&TriangleMesh::new(Vec::clone(&vertices), order));
                assert!(own.neighbours(0).iter().copied().eq(1..=spokes));
            }
        }
    }

    #[test]
    fn large_stars_have_no_link() {
        let fan = |spokes: u32| {
            let elements = (1..=spokes).map(|v| [0, v, v % spokes + 1]).collect();
            links(TriangleMesh::new(vec![DVec3::ZERO; spokes as usize + 1], elements))
        };
        assert_eq!(fan(LARGEST_STAR as u32).neighbours(0).len(), LARGEST_STAR + 1);
        assert!(fan(LARGEST_STAR as u32 + 1).neighbours(0).is_empty());
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
