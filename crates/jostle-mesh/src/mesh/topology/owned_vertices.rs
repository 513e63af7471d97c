//! All vertices of an object's elements, inside too, each once, by the element that owns it.

use crate::mesh::ObjectElements;

/// The vertices of an object, listed by the lowest element that has each.
#[derive(Debug)]
pub struct OwnedVertices {
    /// Where the vertices of each element begin; one more than there are elements.
    starts: Vec<u32>,
    vertices: Vec<u32>,
}

impl OwnedVertices {
    /// Lists the vertices of an object by the lowest element that has each.
    pub fn build(object: &ObjectElements) -> OwnedVertices {
        let mut is_owned = vec![false; object.vertex_count()];
        let mut starts = Vec::with_capacity(object.len() + 1);
        let mut vertices = Vec::new();
        starts.push(0);
        for e in 0..object.len() {
            for v in object.corners(e) {
                if !std::mem::replace(&mut is_owned[v as usize], true) {
                    vertices.push(v);
                }
            }
            starts.push(vertices.len() as u32);
        }
        vertices.shrink_to_fit();
        OwnedVertices { starts, vertices }
    }

    /// The vertices that an element owns.
    #[inline]
    pub fn of(&self, element: usize) -> &[u32] {
        &self.vertices[self.starts[element] as usize..self.starts[element + 1] as usize]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        (self.starts.capacity() + self.vertices.capacity()) * size_of::<u32>()
    }
}
