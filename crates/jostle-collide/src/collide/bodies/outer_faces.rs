//! The faces of a boundary beyond which nothing of the body is.

use super::{Aabb, Condition, required};
use crate::mesh::topology::UnionFind;
use glam::DVec3;

/// The faces of one boundary, and which of them are outer; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct OuterFaces {
    faces: Vec<[u32; 3]>,
    /// The faces across the edges of each, which begin at its first, second and third corner.
    neighbours: Vec<[u32; 3]>,
    /// Where the faces at each vertex begin, and the last end.
    starts: Vec<u32>,
    at_vertex: Vec<u32>,
    /// The component of each vertex.
    component: Vec<u32>,
    components: usize,
    state: Vec<FaceState>,
    queue: Vec<u32>,
    groups: UnionFind,
    component_boxes: Vec<Aabb>,
    /// Faces that are not outer, later groups of them, and their boxes.
    inner: Vec<(u32, Aabb)>,
    /// Two vertices of faces that cross.
    crossing: Vec<[u32; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FaceState {
    Unknown,
    Crossed,
    Outer,
}

/// More components than this are not compared with each other.
const MANY: usize = 256;

impl OuterFaces {
    /// The faces of a boundary with so many vertices, if those at each form one ring.
    pub fn new(faces: &[[u32; 3]], vertices: usize) -> Option<OuterFaces> {
        let mut own = OuterFaces { faces: faces.to_vec(), ..OuterFaces::default() };
        own.list_at_vertices(vertices);
        own.find_neighbours()?;
        let rings = (0..vertices).all(|v| own.has_one_ring(v));
        if !rings && required(Condition::BodyHasRings) {
            return None;
        }
        own.groups.reset(vertices);
        for &[a, b, c] in faces {
            own.groups.unite(a, b);
            own.groups.unite(b, c);
        }
        let mut numbers = vec![u32::MAX; vertices];
        for v in 0..vertices as u32 {
            let root = own.groups.find(v) as usize;
            if numbers[root] == u32::MAX {
                numbers[root] = own.components as u32;
                own.components += 1;
            }
            own.component.push(numbers[root]);
        }
        Some(own)
    }

    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }

    pub fn component_count(&self) -> usize {
        self.components
    }

    /// Whether all faces were found to be outer.
    pub fn are_all_outer(&self) -> bool {
        self.state.iter().all(|state| *state == FaceState::Outer)
    }

    fn list_at_vertices(&mut self, vertices: usize) {
        self.starts = vec![0; vertices + 1];
        for &v in self.faces.iter().flatten() {
            self.starts[v as usize + 1] += 1;
        }
        for v in 0..vertices {
            self.starts[v + 1] += self.starts[v];
        }
        let mut next = self.starts.clone();
        self.at_vertex = vec![0; 3 * self.faces.len()];
        for (face, corners) in (0..).zip(&self.faces) {
            for &v in corners {
                self.at_vertex[next[v as usize] as usize] = face;
                next[v as usize] += 1;
            }
        }
    }

    fn faces_at(&self, vertex: usize) -> &[u32] {
        &self.at_vertex[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// Finds the face across each edge: the one that has it the other way, if there is one.
    fn find_neighbours(&mut self) -> Option<()> {
        let mut edges = Vec::with_capacity(3 * self.faces.len());
        for (face, &[a, b, c]) in (0..).zip(&self.faces) {
            edges.extend([(a, b, face), (b, c, face), (c, a, face)]);
        }
        edges.sort_unstable();
        let across = |from: u32, to: u32| {
            let at = edges.partition_point(|&(a, b, _)| (a, b) < (to, from));
            edges.get(at).filter(|&&(a, b, _)| (a, b) == (to, from)).map(|&(_, _, face)| face)
        };
        for &[a, b, c] in &self.faces {
            self.neighbours.push([across(a, b)?, across(b, c)?, across(c, a)?]);
        }
        // An edge that two faces have the same way has four.
        let is_once = edges.windows(2).all(|two| (two[0].0, two[0].1) != (two[1].0, two[1].1));
        (is_once || !required(Condition::BodyHasRings)).then_some(())
    }

    /// Whether one comes from face to face round a vertex, and meets all of them.
    fn has_one_ring(&self, vertex: usize) -> bool {
        let faces = self.faces_at(vertex);
        let Some(&first) = faces.first() else { return true };
        let next = |face: u32| {
            let corners = self.faces[face as usize];
            let corner = corners.iter().position(|&v| v as usize == vertex).expect("a face at it");
            self.neighbours[face as usize][corner]
        };
        let (mut met, mut face) = (1, next(first));
        while face != first && met <= faces.len() {
            (met, face) = (met + 1, next(face));
        }
        met == faces.len()
    }

    /// Finds the outer faces, given where vertices are and the self pairs.
    pub fn find(&mut self, vertices: &[DVec3], pairs: impl Iterator<Item = [usize; 2]>) {
        self.state.clear();
        self.state.resize(self.faces.len(), FaceState::Unknown);
        self.crossing.clear();
        for pair in pairs {
            for face in pair {
                self.state[face] = FaceState::Crossed;
            }
            self.crossing.push(pair.map(|face| self.faces[face][0]));
        }
        if !required(Condition::BodyCrossedFacesStop) {
            self.state.fill(FaceState::Unknown);
        }
        self.component_boxes.clear();
        self.component_boxes.resize(self.components, Aabb::EMPTY);
        for (position, &component) in vertices.iter().zip(&self.component) {
            let own = &mut self.component_boxes[component as usize];
            *own = own.union(Aabb::from_points([*position]));
        }
        if self.components > MANY {
            return;
        }
        for v in 0..vertices.len() {
            if self.is_beyond_all(vertices, v) {
                self.spread_from(v);
            }
        }
    }

    /// Whether a vertex is the farthest of its component along an axis, no other component has a box that reaches
    /// there, and the faces at it are not crossed.
    fn is_beyond_all(&self, vertices: &[DVec3], vertex: usize) -> bool {
        let (position, component) = (vertices[vertex], self.component[vertex] as usize);
        let Aabb { min, max } = self.component_boxes[component];
        if !(position.cmpeq(min) | position.cmpeq(max)).any() {
            return false;
        }
        let own = Aabb::from_points([position]);
        let reaches = |(other, box_of): (usize, &Aabb)| other != component && box_of.overlaps(&own);
        let is_alone = !self.component_boxes.iter().enumerate().any(reaches);
        let state = |face: &u32| self.state[*face as usize];
        let crossed = self.faces_at(vertex).iter().any(|face| state(face) == FaceState::Crossed);
        (is_alone || !required(Condition::BodyComponentsAreApart))
            && (!crossed || !required(Condition::BodyFarthestIsClear))
    }

    /// Marks all faces that hang together with those at a vertex over edges, without crossed ones, as outer.
    fn spread_from(&mut self, vertex: usize) {
        let at_vertex = self.starts[vertex] as usize..self.starts[vertex + 1] as usize;
        self.queue.clear();
        self.queue.extend_from_slice(&self.at_vertex[at_vertex]);
        while let Some(face) = self.queue.pop() {
            let state = &mut self.state[face as usize];
            if *state == FaceState::Unknown {
                *state = FaceState::Outer;
                self.queue.extend(self.neighbours[face as usize]);
            }
        }
    }

    /// The boxes of groups of faces that are not outer.
    pub fn boxes(&mut self, vertices: &[DVec3]) -> impl Iterator<Item = Aabb> {
        let OuterFaces { faces, state, groups, crossing, inner, .. } = self;
        inner.clear();
        if state.iter().any(|state| *state != FaceState::Outer) {
            groups.reset(vertices.len());
            let not_outer = || faces.iter().zip(&*state).filter(|(_, s)| **s != FaceState::Outer);
            for (&[a, b, c], _) in not_outer() {
                groups.unite(a, b);
                groups.unite(b, c);
            }
            crossing.iter().for_each(|&[a, b]| groups.unite(a, b));
            inner.extend(not_outer().map(|(corners, _)| {
                let own = Aabb::from_points(corners.map(|v| vertices[v as usize]));
                (groups.find(corners[0]), own)
            }));
            inner.sort_unstable_by_key(|(group, _)| *group);
            inner.dedup_by(|next, own| {
                let is_same = next.0 == own.0;
                if is_same {
                    own.1 = own.1.union(next.1);
                }
                is_same
            });
        }
        inner.iter().map(|own| own.1)
    }

    pub fn bytes(&self) -> usize {
        (self.faces.capacity() + self.neighbours.capacity()) * size_of::<[u32; 3]>()
            + (self.starts.capacity() + self.at_vertex.capacity() + self.component.capacity())
                * size_of::<u32>()
            + self.state.capacity() * size_of::<FaceState>()
            + self.queue.capacity() * size_of::<u32>()
            + self.groups.bytes()
            + self.component_boxes.capacity() * size_of::<Aabb>()
            + self.inner.capacity() * size_of::<(u32, Aabb)>()
            + self.crossing.capacity() * size_of::<[u32; 2]>()
    }
}
