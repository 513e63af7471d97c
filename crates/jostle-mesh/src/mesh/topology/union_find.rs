//! Disjoint sets with path halving; the lowest member is the representative.

/// Disjoint sets of numbered members, which can be united.
#[derive(Debug, Default)]
pub struct UnionFind {
    parent: Vec<u32>,
}

impl UnionFind {
    /// Sets of one member each.
    pub fn new(members: usize) -> Self {
        UnionFind { parent: (0..members as u32).collect() }
    }

    /// As many sets of one member each, in the same memory.
    pub fn reset(&mut self, members: usize) {
        self.parent.clear();
        self.parent.extend(0..members as u32);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.parent.capacity() * size_of::<u32>()
    }

    /// The least member of the set that a member is in.
    pub fn find(&mut self, mut member: u32) -> u32 {
        while self.parent[member as usize] != member {
            let grandparent = self.parent[self.parent[member as usize] as usize];
            self.parent[member as usize] = grandparent;
            member = grandparent;
        }
        member
    }

    /// Unites the sets of two members.
    pub fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        // Path halving alone keeps the cost within a logarithm per call, amortised; linking to the
        // lower index instead of by size makes the representative independent of the order.
        self.parent[a.max(b) as usize] = a.min(b);
    }
}
