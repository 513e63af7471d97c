//! Clusters of tetrahedra, grown over shared vertices, star by star.

use super::{NONE, Region, RegionClusters};
use crate::mesh::ObjectElements;
use crate::mesh::clusters::blocks::Blocks;
use crate::mesh::topology::Incidence;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Elements looked at round one vertex for a leftover's neighbours, because a hub has too many.
const LOOKS: usize = 32;

/// What all blocks grow in. Each vertex is used by one block only.
pub(super) struct VertexState {
    /// The block whose clusters grow over a vertex: the first of its elements'.
    block: Vec<u16>,
    /// The last cluster that reached each vertex.
    reached: Vec<AtomicU32>,
    /// Where the elements at each vertex go on that may still be free: each is passed once.
    next: Vec<AtomicU32>,
}

impl VertexState {
    pub fn new(incidence: &Incidence, blocks: &Blocks) -> VertexState {
        let count = incidence.starts().len() - 1;
        let first = |v: u32| {
            let own = incidence.elements_at(v).iter().map(|&e| blocks.of_element(e));
            own.min().unwrap_or_default()
        };
        let vertices = (0..count as u32).into_par_iter().with_min_len(4096);
        VertexState {
            block: vertices.map(first).collect(),
            reached: (0..count).map(|_| AtomicU32::new(NONE)).collect(),
            next: incidence.starts().iter().map(|&start| AtomicU32::new(start)).collect(),
        }
    }
}

/// Grows clusters of all elements of a region.
pub(super) fn grow(
    object: &ObjectElements,
    incidence: &Incidence,
    state: &VertexState,
    region: Region,
) -> RegionClusters {
    let mut growth = VertexGrowth { object, incidence, state, region, front: Vec::new() };
    // Where clusters end, others begin.
    let mut seeds = VecDeque::new();
    loop {
        let seed = match seeds.pop_front() {
            Some(vertex) => growth.next_at(vertex),
            None => match growth.region.next_free() {
                Some(element) => Some(element),
                None => break,
            },
        };
        if let Some(seed) = seed {
            seeds.extend(growth.grow(seed));
        }
    }
    growth.region.list(|element, around| {
        for v in object.corners(element as usize) {
            around.extend(incidence.elements_at(v).iter().take(LOOKS));
        }
    })
}

struct VertexGrowth<'g> {
    object: &'g ObjectElements<'g>,
    incidence: &'g Incidence,
    state: &'g VertexState,
    region: Region<'g>,
    front: Vec<u32>,
}

impl VertexGrowth<'_> {
    #[inline]
    fn has_vertex(&self, vertex: u32) -> bool {
        self.state.block[vertex as usize] == self.region.number
    }

    /// The next free element at a vertex.
    fn next_at(&mut self, vertex: u32) -> Option<u32> {
        let end = self.incidence.starts()[vertex as usize + 1];
        let own = &self.state.next[vertex as usize];
        let mut next = own.load(Relaxed);
        let mut found = None;
        while next < end {
            let element = self.incidence.element(next);
            if self.region.is_free(element) {
                found = Some(element);
                break;
            }
            next += 1;
        }
        own.store(next, Relaxed);
        found
    }

    /// Adds the vertices of an element that a cluster has not reached before.
    fn reach(&mut self, element: u32, cluster: u32) {
        for v in self.object.corners(element as usize) {
            if !self.has_vertex(v) {
                continue;
            }
            let reached = &self.state.reached[v as usize];
            if reached.load(Relaxed) != cluster {
                reached.store(cluster, Relaxed);
                self.front.push(v);
            }
        }
    }

    /// Grows a cluster from a free element, and tells the vertices where it stopped.
    fn grow(&mut self, seed: u32) -> impl Iterator<Item = u32> {
        self.front.clear();
        let cluster = self.region.begin();
        self.region.take(seed, cluster);
        self.reach(seed, cluster);
        let target = self.region.target;
        let mut passed = 0;
        // More than asked to complete the last star: what hangs on by a corner makes a ragged border.
        let with_star = target + target / 4;
        while passed < self.front.len() && self.region.sizes[cluster as usize] < with_star {
            match self.next_at(self.front[passed]) {
                Some(element) => {
                    self.region.take(element, cluster);
                    self.reach(element, cluster);
                }
                None if self.region.sizes[cluster as usize] >= target => break,
                None => passed += 1,
            }
        }
        self.front[passed..].iter().copied()
    }
}
