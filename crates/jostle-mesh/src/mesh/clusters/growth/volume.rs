//! Clusters of tetrahedra, grown over shared vertices, star by star.

use super::{Growth, Region, TETRAHEDRA};
use crate::mesh::ObjectElements;
use crate::mesh::clusters::blocks::Block;
use std::collections::VecDeque;

/// Elements looked at round one vertex for a leftover's neighbours, because a hub has too many.
const LOOKS: usize = 32;

/// Grows clusters of tetrahedra; keeps its buffers.
#[derive(Default)]
pub(in crate::mesh::clusters) struct VolumeGrowth {
    region: Region<4>,
    /// Where the elements at each vertex go on that may still be free: each is passed once.
    next: Vec<u32>,
    /// Vertices where clusters ended.
    seeds: VecDeque<u32>,
}

impl Growth<4> for VolumeGrowth {
    fn grow(&mut self, object: &ObjectElements, block: Block) {
        self.region.update(object, block);
        let mesh = self.region.mesh();
        self.next.clear();
        self.next.extend_from_slice(mesh.starts());
        self.seeds.clear();
        // Where clusters end, others begin.
        loop {
            let seed = match self.seeds.pop_front() {
                Some(vertex) => self.next_at(vertex),
                None => match self.region.next_free() {
                    Some(element) => Some(element),
                    None => break,
                },
            };
            if let Some(seed) = seed {
                self.grow_from(seed);
            }
        }
        self.region.finish(|star| star.len().min(LOOKS));
    }

    fn region(&self) -> &Region<4> {
        &self.region
    }
}

impl VolumeGrowth {
    /// The next free element at a vertex.
    fn next_at(&mut self, vertex: u32) -> Option<u32> {
        let end = self.region.mesh().starts()[vertex as usize + 1];
        let next = &mut self.next[vertex as usize];
        while *next < end {
            let element = self.region.mesh().element_at(*next);
            if self.region.is_free(element) {
                return Some(element);
            }
            *next += 1;
        }
        None
    }

    fn take(&mut self, element: u32) {
        let corners = self.region.mesh().corners(element);
        self.region.take(element, corners);
    }

    /// Grows a cluster from a free element. Where it ends, others may begin.
    fn grow_from(&mut self, seed: u32) {
        self.region.begin();
        self.take(seed);
        let mut passed = 0;
        // More than asked to complete the last star: what hangs on by a corner makes a ragged border.
        let with_star = TETRAHEDRA + TETRAHEDRA / 4;
        while passed < self.region.front().len() && self.region.size() < with_star {
            match self.next_at(self.region.front()[passed]) {
                Some(element) => self.take(element),
                None if self.region.size() >= TETRAHEDRA => break,
                None => passed += 1,
            }
        }
        self.seeds.extend(&self.region.front()[passed..]);
        self.region.end();
    }
}
