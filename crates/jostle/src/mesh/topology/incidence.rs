//! The elements at each vertex.

use crate::mesh::ObjectElements;

/// The elements at each vertex of an object, as ranges of one list; elements ascend.
#[derive(Debug)]
pub(crate) struct Incidence {
    starts: Vec<u32>,
    elements: Vec<u32>,
}

impl Incidence {
    pub fn build(object: &ObjectElements) -> Incidence {
        let mut starts = vec![0; object.vertex_count() + 2];
        let mut corners = 0;
        for e in 0..object.len() {
            for v in object.corners(e) {
                starts[v as usize + 2] += 1;
                corners += 1;
            }
        }
        for v in 2..starts.len() {
            starts[v] += starts[v - 1];
        }
        let mut elements = vec![0; corners];
        for e in 0..object.len() {
            for v in object.corners(e) {
                // Shifted by one, so that after filling each start is where it should be.
                let next = &mut starts[v as usize + 1];
                elements[*next as usize] = e as u32;
                *next += 1;
            }
        }
        starts.pop();
        Incidence { starts, elements }
    }

    /// Where the elements of each vertex begin in the list, and the last end.
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The elements at a vertex.
    #[inline]
    pub fn elements_at(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.elements[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    /// The element at a position of the list.
    #[inline]
    pub fn element(&self, position: u32) -> u32 {
        self.elements[position as usize]
    }

    pub fn bytes(&self) -> usize {
        (self.starts.capacity() + self.elements.capacity()) * size_of::<u32>()
    }
}
