//! The vertices of one cluster at a time.

/// The vertices of one cluster of a block, numbered as they are met: an entry for each vertex of the block.
#[derive(Default)]
pub(super) struct VertexNumbers {
    entries: Vec<Entry>,
    cluster: u32,
    count: u32,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    number: u16,
    /// The cluster that numbered it, up to so many bits.
    cluster: u16,
}

impl VertexNumbers {
    /// Forgets all numbers, and takes vertices below so many.
    pub fn clear(&mut self, vertices: usize) {
        if self.entries.len() < vertices {
            self.entries.resize(vertices, Entry::default());
        }
        self.count = 0;
        self.cluster += 1;
        if self.cluster > u32::from(u16::MAX) {
            self.entries.fill(Entry::default());
            self.cluster = 1;
        }
    }

    /// The number of a vertex, and whether it is new.
    #[inline]
    pub fn number(&mut self, vertex: u32) -> (u16, bool) {
        let (own, cluster) = (&mut self.entries[vertex as usize], self.cluster as u16);
        if own.cluster == cluster {
            return (own.number, false);
        }
        *own = Entry { number: self.count as u16, cluster };
        self.count += 1;
        (own.number, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_numbered_as_they_are_met_in_any_number_of_clusters() {
        let mut own = VertexNumbers::default();
        for cluster in 0..200_000 {
            own.clear(10 + cluster as usize / 10_000);
            for i in 0..3 {
                let vertex = (cluster + 3 * i) % 10;
                assert_eq!(own.number(vertex), (i as u16, true));
                assert_eq!(own.number(vertex), (i as u16, false));
            }
        }
    }
}
