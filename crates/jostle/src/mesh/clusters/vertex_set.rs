//! The vertices of one cluster at a time.

use super::growth::MOST_CORNERS;

/// The vertices of one cluster: a table with open addressing, larger than all of the largest cluster's corners, and mostly
/// empty.
pub(super) struct VertexSet {
    /// A vertex, and above it the cluster that put it there: whatever others put is free.
    slots: Vec<u64>,
    cluster: u64,
}

impl VertexSet {
    const BITS: u32 = MOST_CORNERS.ilog2() + 1;

    pub fn new() -> VertexSet {
        VertexSet { slots: vec![0; 1 << VertexSet::BITS], cluster: 0 }
    }

    pub fn clear(&mut self) {
        self.cluster += 1;
    }

    /// Adds a vertex, and tells whether it is new.
    #[inline]
    pub fn insert(&mut self, vertex: u32) -> bool {
        // The golden ratio spreads numbers that follow each other.
        let mut slot = (vertex.wrapping_mul(0x9e37_79b9) >> (u32::BITS - VertexSet::BITS)) as usize;
        let entry = (self.cluster << u32::BITS) | u64::from(vertex);
        loop {
            let own = &mut self.slots[slot];
            if *own == entry {
                return false;
            }
            if *own >> u32::BITS != self.cluster {
                *own = entry;
                return true;
            }
            slot = (slot + 1) % (1 << VertexSet::BITS);
        }
    }
}
