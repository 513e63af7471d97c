//! One vertex of each connected part of an object.

use super::union_find::UnionFind;
use crate::mesh::ObjectElements;

/// The connected parts of an object: elements that reach each other through shared vertices. A part
/// that crosses nothing is wholly where any one of its vertices is.
#[derive(Debug)]
pub(crate) struct ConnectedParts {
    vertices: Vec<u32>,
}

impl ConnectedParts {
    pub fn build(object: &ObjectElements) -> ConnectedParts {
        let mut sets = UnionFind::new(object.vertex_count());
        let first_corner = |e: usize| object.corners(e).next().expect("elements have corners");
        for e in 0..object.len() {
            object.corners(e).for_each(|corner| sets.unite(first_corner(e), corner));
        }
        let mut is_listed = vec![false; object.vertex_count()];
        let mut vertices = Vec::new();
        for vertex in (0..object.len()).map(first_corner) {
            if !std::mem::replace(&mut is_listed[sets.find(vertex) as usize], true) {
                vertices.push(vertex);
            }
        }
        vertices.shrink_to_fit();
        ConnectedParts { vertices }
    }

    /// A vertex of each part, numbered within the object.
    pub fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    pub fn bytes(&self) -> usize {
        self.vertices.capacity() * size_of::<u32>()
    }
}
