//! One vertex of each connected component of an object.

use super::union_find::UnionFind;
use crate::mesh::ObjectElements;

/// The connected components of an object: elements that reach each other through shared
/// vertices. A component that crosses nothing is wholly where any one of its vertices is.
#[derive(Debug)]
pub struct ComponentVertices {
    vertices: Vec<u32>,
}

impl ComponentVertices {
    /// Finds the connected components of an object, and one vertex of each.
    pub fn build(object: &ObjectElements) -> ComponentVertices {
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
        ComponentVertices { vertices }
    }

    /// A vertex of each component, numbered within the object.
    pub fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.vertices.capacity() * size_of::<u32>()
    }
}
