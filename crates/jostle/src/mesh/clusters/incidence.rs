//! The elements at each vertex.

use super::Part;

/// The elements at each vertex, as ranges of one list.
pub(super) struct Incidence {
    pub starts: Vec<u32>,
    elements: Vec<u32>,
}

impl Incidence {
    pub fn build(part: &Part) -> Incidence {
        let mut starts = vec![0; part.vertex_count() + 2];
        let mut corners = 0;
        for e in 0..part.len() {
            for v in part.corners(e) {
                starts[v as usize + 2] += 1;
                corners += 1;
            }
        }
        for v in 2..starts.len() {
            starts[v] += starts[v - 1];
        }
        let mut elements = vec![0; corners];
        for e in 0..part.len() {
            for v in part.corners(e) {
                // Shifted by one, so that after filling each start is where it should be.
                let next = &mut starts[v as usize + 1];
                elements[*next as usize] = e as u32;
                *next += 1;
            }
        }
        starts.pop();
        Incidence { starts, elements }
    }

    #[inline]
    pub fn at(&self, vertex: u32) -> &[u32] {
        let v = vertex as usize;
        &self.elements[self.starts[v] as usize..self.starts[v + 1] as usize]
    }

    #[inline]
    pub fn element(&self, position: u32) -> u32 {
        self.elements[position as usize]
    }
}
