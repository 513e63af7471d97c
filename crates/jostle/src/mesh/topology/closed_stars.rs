//! Which vertices of a volume have stars that close all round.

use crate::conditions::{Condition, required};
use crate::mesh::ObjectElements;
use rayon::prelude::*;

/// For each vertex of a volume, whether every face at it has as many tetrahedra on one side as on the
/// other, as their corners are listed.
#[derive(Debug)]
pub(crate) struct ClosedStars {
    closed: Vec<bool>,
}

impl ClosedStars {
    /// Looks at all vertices of an object of tetrahedra.
    pub fn build(object: &ObjectElements) -> ClosedStars {
        let mut closed = vec![true; object.vertex_count()];
        // Faces with sorted corners, and the parity of the sort.
        let mut faces = Vec::with_capacity(4 * object.len());
        for e in 0..object.len() {
            let [a, b, c, d] = object.tetrahedron(e);
            // As seen from outside, all the same way round.
            faces.extend([[b, d, c], [a, c, d], [a, d, b], [a, b, c]].map(sorted));
        }
        faces.par_sort_unstable();
        for uses in faces.chunk_by(|f, g| f.0 == g.0) {
            // As many on one side as on the other.
            let odd = uses.iter().filter(|(_, is_odd)| *is_odd).count();
            let is_inner =
                2 * odd == uses.len() || !required(Condition::VolumeStarFacesAreBalanced);
            if !is_inner {
                for &vertex in &uses[0].0 {
                    closed[vertex as usize] = false;
                }
            }
        }
        ClosedStars { closed }
    }

    /// Whether the star of a vertex of the object closes all round.
    #[inline]
    pub fn is_closed(&self, vertex: usize) -> bool {
        self.closed[vertex]
    }

    pub fn bytes(&self) -> usize {
        self.closed.capacity()
    }
}

/// The corners in order, and whether that took an odd number of swaps.
fn sorted([mut a, mut b, mut c]: [u32; 3]) -> ([u32; 3], bool) {
    let mut odd = false;
    let mut order = |p: &mut u32, q: &mut u32| {
        if *p > *q {
            std::mem::swap(p, q);
            odd = !odd;
        }
    };
    order(&mut a, &mut b);
    order(&mut b, &mut c);
    order(&mut a, &mut b);
    ([a, b, c], odd)
}
