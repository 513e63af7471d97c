//! Clusters grown over shared vertices.

use crate::mesh::ObjectElements;
use crate::mesh::topology::Incidence;
use std::collections::VecDeque;

/// Elements that a cluster is grown to.
const TARGET: usize = 96;
/// More than that to complete the last star: what hangs on by a corner makes a ragged border.
const WITH_STAR: usize = TARGET + TARGET / 4;
/// Leftovers smaller than this join a neighbour.
const SMALL: usize = TARGET / 2;
/// Elements of the largest cluster, one with leftovers.
pub(super) const LARGEST: usize = 2 * TARGET;
/// Elements looked at round one vertex for a leftover's neighbours, because a hub has too many.
const LOOKS: usize = 32;

const NONE: u32 = u32::MAX;

/// The cluster of each element, and the elements in the order in which they were taken: star by star and ring by
/// ring, so that a few that follow each other are close together.
pub(super) fn element_clusters(
    object: &ObjectElements,
    incidence: &Incidence,
) -> (Vec<u32>, Vec<u32>) {
    let mut growth = Growth {
        object,
        incidence,
        element_cluster: vec![NONE; object.len()],
        reached: vec![NONE; object.vertex_count()],
        next: incidence.starts().to_vec(),
        front: Vec::new(),
        sizes: Vec::new(),
        order: Vec::with_capacity(object.len()),
    };
    // Where clusters end, others begin.
    let mut seeds = VecDeque::new();
    let mut scan = 0..object.len() as u32;
    loop {
        let seed = match seeds.pop_front() {
            Some(vertex) => growth.next_at(vertex),
            None => match scan.find(|&e| growth.element_cluster[e as usize] == NONE) {
                Some(element) => Some(element),
                None => break,
            },
        };
        if let Some(seed) = seed {
            seeds.extend(growth.grow(seed));
        }
    }
    growth.join_leftovers()
}

struct Growth<'g> {
    object: &'g ObjectElements<'g>,
    incidence: &'g Incidence,
    element_cluster: Vec<u32>,
    /// The last cluster that reached each vertex.
    reached: Vec<u32>,
    /// Where the elements at each vertex go on that may still be free: each is passed once.
    next: Vec<u32>,
    front: Vec<u32>,
    sizes: Vec<u32>,
    /// The elements in the order in which they were taken.
    order: Vec<u32>,
}

impl Growth<'_> {
    /// The next free element at a vertex.
    fn next_at(&mut self, vertex: u32) -> Option<u32> {
        let end = self.incidence.starts()[vertex as usize + 1];
        let next = &mut self.next[vertex as usize];
        while *next < end {
            let element = self.incidence.element(*next);
            if self.element_cluster[element as usize] == NONE {
                return Some(element);
            }
            *next += 1;
        }
        None
    }

    fn take(&mut self, element: u32, cluster: u32) {
        self.element_cluster[element as usize] = cluster;
        self.sizes[cluster as usize] += 1;
        self.order.push(element);
        for v in self.object.corners(element as usize) {
            if std::mem::replace(&mut self.reached[v as usize], cluster) != cluster {
                self.front.push(v);
            }
        }
    }

    /// Grows a cluster from a free element, and tells the vertices where it stopped.
    fn grow(&mut self, seed: u32) -> impl Iterator<Item = u32> {
        let cluster = self.sizes.len() as u32;
        self.sizes.push(0);
        self.front.clear();
        self.take(seed, cluster);
        let mut passed = 0;
        while passed < self.front.len() && self.sizes[cluster as usize] < WITH_STAR as u32 {
            match self.next_at(self.front[passed]) {
                Some(element) => self.take(element, cluster),
                None if self.sizes[cluster as usize] >= TARGET as u32 => break,
                None => passed += 1,
            }
        }
        self.front[passed..].iter().copied()
    }

    /// Lets what is left between larger clusters join one of them, and numbers the rest.
    fn join_leftovers(mut self) -> (Vec<u32>, Vec<u32>) {
        let clusters = self.sizes.len();
        let mut joined: Vec<u32> = (0..clusters as u32).collect();
        let mut members = vec![Vec::new(); clusters];
        for (element, &cluster) in (0..).zip(&self.element_cluster) {
            if (self.sizes[cluster as usize] as usize) < SMALL {
                members[cluster as usize].push(element);
            }
        }
        let mut around = Vec::new();
        for (small, members) in members.iter().enumerate() {
            let size = self.sizes[small];
            if members.is_empty() || joined[small] != small as u32 {
                continue;
            }
            around.clear();
            for &e in members {
                for v in self.object.corners(e as usize) {
                    let others = self.incidence.elements_at(v).iter().take(LOOKS);
                    let clusters =
                        others.map(|&e| joined[self.element_cluster[e as usize] as usize]);
                    around.extend(clusters.filter(|&c| c != small as u32));
                }
            }
            around.sort_unstable();
            let fits = |c: u32| (self.sizes[c as usize] + size) as usize <= LARGEST;
            let neighbours = around.chunk_by(|a, b| a == b).filter(|run| fits(run[0]));
            if let Some(nearest) = neighbours.max_by_key(|run| run.len()).map(|run| run[0]) {
                joined[small] = nearest;
                self.sizes[nearest as usize] += size;
                self.sizes[small] = 0;
            }
        }
        // A leftover may have joined one that joined another later.
        let mut numbers = vec![NONE; clusters];
        let mut count = 0;
        for cluster in &mut self.element_cluster {
            let mut root = *cluster;
            while joined[root as usize] != root {
                root = joined[root as usize];
            }
            let number = &mut numbers[root as usize];
            if *number == NONE {
                *number = count;
                count += 1;
            }
            *cluster = *number;
        }
        (self.element_cluster, self.order)
    }
}
