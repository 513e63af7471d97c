//! The vertices of one cluster at a time.

use super::growth::MOST_CORNERS;

/// The vertices of one cluster, numbered as they are met: a table with open addressing, larger than all of the largest
/// cluster's corners, and mostly empty.
pub(super) struct VertexNumbers {
    slots: Vec<Slot>,
    cluster: u32,
    count: u32,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    vertex: u32,
    number: u16,
    /// The cluster that put it there, up to so many bits: whatever others put is free.
    cluster: u16,
}

impl VertexNumbers {
    const BITS: u32 = MOST_CORNERS.ilog2() + 1;
    const SLOTS: usize = 1 << VertexNumbers::BITS;

    pub fn new() -> VertexNumbers {
        VertexNumbers { slots: vec![Slot::default(); VertexNumbers::SLOTS], cluster: 0, count: 0 }
    }

    /// Forgets all vertices.
    pub fn clear(&mut self) {
        self.count = 0;
        self.cluster += 1;
        if self.cluster > u32::from(u16::MAX) {
            self.slots.fill(Slot::default());
            self.cluster = 1;
        }
    }

    /// The number of a vertex, and whether it is new.
    #[inline]
    pub fn number(&mut self, vertex: u32) -> (u32, bool) {
        // The golden ratio spreads numbers that follow each other.
        let hash = vertex.wrapping_mul(0x9e37_79b9) >> (u32::BITS - VertexNumbers::BITS);
        let (mut slot, cluster) = (hash as usize, self.cluster as u16);
        loop {
            let own = &mut self.slots[slot % VertexNumbers::SLOTS];
            if own.cluster != cluster {
                *own = Slot { vertex, number: self.count as u16, cluster };
                self.count += 1;
                return (self.count - 1, true);
            }
            if own.vertex == vertex {
                return (u32::from(own.number), false);
            }
            slot += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_numbered_as_they_are_met_in_any_number_of_clusters() {
        let mut own = VertexNumbers::new();
        for cluster in 0..200_000u32 {
            own.clear();
            for i in 0..3 {
                let vertex = cluster.wrapping_mul(77).wrapping_add(i << 22);
                assert_eq!(own.number(vertex), (i, true));
                assert_eq!(own.number(vertex), (i, false));
            }
        }
        own.clear();
        let vertices = (0..MOST_CORNERS as u32).map(|i| i * 0x0010_0003);
        for is_new in [true, false] {
            for (number, vertex) in (0..).zip(vertices.clone()) {
                assert_eq!(own.number(vertex), (number, is_new));
            }
        }
    }
}
