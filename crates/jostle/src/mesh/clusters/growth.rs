//! Clusters grown over shared vertices.

use super::blocks::Blocks;
use crate::mesh::range_lists::starts_of;
use crate::mesh::topology::Incidence;
use crate::mesh::{ElementKind, ObjectElements};
use rayon::prelude::*;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Triangles that a cluster is grown to: comparisons of two clusters have a fixed cost, of triangles and of their
/// edges and vertices.
const TRIANGLES: usize = 160;
/// Tetrahedra that a cluster is grown to; here they are as fast with more, but kernels are not.
const TETRAHEDRA: usize = 96;
/// Elements of the largest cluster, one with leftovers.
pub(super) const LARGEST: usize = 2 * TRIANGLES;
/// Elements looked at round one vertex for a leftover's neighbours, because a hub has too many.
const LOOKS: usize = 32;

const NONE: u32 = u32::MAX;

/// Clusters as they have grown.
pub(super) struct Grown {
    /// The cluster of each element.
    pub element_cluster: Vec<u32>,
    /// Where the elements of each cluster begin, and the last end.
    pub starts: Vec<u32>,
    /// The elements of each cluster in the order in which they were taken: star by star and ring by ring, so that
    /// a few that follow each other are close together.
    pub elements: Vec<u32>,
}

impl Grown {
    /// The clusters of all elements. Those of a large object are grown by all threads, in blocks that do not depend
    /// on how many there are.
    pub fn build(object: &ObjectElements, incidence: &Incidence) -> Grown {
        let state = GrowthState::new(object, incidence);
        let (starts, elements) = match Blocks::build(object, incidence) {
            None => Growth::new(object, incidence, &state, None).run(0..object.len() as u32),
            Some(blocks) => {
                let grow = |block: usize| {
                    let own = Some((&blocks, block as u16));
                    let elements = blocks.elements(block).iter().copied();
                    Growth::new(object, incidence, &state, own).run(elements)
                };
                let grown: Vec<_> = (0..blocks.len()).into_par_iter().map(grow).collect();
                let sizes = grown.iter().flat_map(|(starts, _)| starts.windows(2));
                let starts = starts_of(sizes.map(|own| (own[1] - own[0]) as usize));
                (starts, grown.into_iter().flat_map(|(_, elements)| elements).collect())
            }
        };
        let clusters = (0..starts.len() - 1).into_par_iter().with_min_len(256);
        clusters.for_each(|cluster| {
            for &e in &elements[starts[cluster] as usize..starts[cluster + 1] as usize] {
                state.element_cluster[e as usize].store(cluster as u32, Relaxed);
            }
        });
        let plain = state.element_cluster.into_iter().map(AtomicU32::into_inner);
        Grown { element_cluster: plain.collect(), starts, elements }
    }
}

/// What all blocks grow in. Each entry is used by one block only, that of the element or vertex.
struct GrowthState {
    /// The cluster of each element within its block.
    element_cluster: Vec<AtomicU32>,
    /// The last cluster that reached each vertex.
    reached: Vec<AtomicU32>,
    /// Where the elements at each vertex go on that may still be free: each is passed once.
    next: Vec<AtomicU32>,
}

impl GrowthState {
    fn new(object: &ObjectElements, incidence: &Incidence) -> GrowthState {
        let none = |count: usize| (0..count).map(|_| AtomicU32::new(NONE)).collect();
        GrowthState {
            element_cluster: none(object.len()),
            reached: none(object.vertex_count()),
            next: incidence.starts().iter().map(|&start| AtomicU32::new(start)).collect(),
        }
    }
}

/// Clusters that grow in one block, or in all of an object.
struct Growth<'g> {
    object: &'g ObjectElements<'g>,
    incidence: &'g Incidence,
    state: &'g GrowthState,
    block: Option<(&'g Blocks, u16)>,
    /// Elements that a cluster is grown to.
    target: u32,
    front: Vec<u32>,
    sizes: Vec<u32>,
    /// The elements in the order in which they were taken.
    order: Vec<u32>,
}

impl<'g> Growth<'g> {
    fn new(
        object: &'g ObjectElements<'g>,
        incidence: &'g Incidence,
        state: &'g GrowthState,
        block: Option<(&'g Blocks, u16)>,
    ) -> Growth<'g> {
        let target = match object.kind() {
            ElementKind::Triangle => TRIANGLES,
            ElementKind::Tetrahedron => TETRAHEDRA,
        };
        let (target, front, sizes, order) = (target as u32, Vec::new(), Vec::new(), Vec::new());
        Growth { object, incidence, state, block, target, front, sizes, order }
    }

    /// Grows clusters of these elements, and lists them: where each begins, and the elements.
    fn run(mut self, mut elements: impl ExactSizeIterator<Item = u32>) -> (Vec<u32>, Vec<u32>) {
        self.order.reserve_exact(elements.len());
        // Where clusters end, others begin.
        let mut seeds = VecDeque::new();
        loop {
            let seed = match seeds.pop_front() {
                Some(vertex) => self.next_at(vertex),
                None => match elements.find(|&e| self.cluster(e) == NONE) {
                    Some(element) => Some(element),
                    None => break,
                },
            };
            if let Some(seed) = seed {
                seeds.extend(self.grow(seed));
            }
        }
        self.list()
    }

    #[inline]
    fn cluster(&self, element: u32) -> u32 {
        self.state.element_cluster[element as usize].load(Relaxed)
    }

    #[inline]
    fn has_element(&self, element: u32) -> bool {
        self.block.is_none_or(|(blocks, own)| blocks.of_element(element) == own)
    }

    #[inline]
    fn has_vertex(&self, vertex: u32) -> bool {
        self.block.is_none_or(|(blocks, own)| blocks.of_vertex(vertex) == own)
    }

    /// The next free element at a vertex.
    fn next_at(&mut self, vertex: u32) -> Option<u32> {
        let end = self.incidence.starts()[vertex as usize + 1];
        let own = &self.state.next[vertex as usize];
        let mut next = own.load(Relaxed);
        let mut found = None;
        while next < end {
            let element = self.incidence.element(next);
            if self.has_element(element) && self.cluster(element) == NONE {
                found = Some(element);
                break;
            }
            next += 1;
        }
        own.store(next, Relaxed);
        found
    }

    fn take(&mut self, element: u32, cluster: u32) {
        self.state.element_cluster[element as usize].store(cluster, Relaxed);
        self.sizes[cluster as usize] += 1;
        self.order.push(element);
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
        let cluster = self.sizes.len() as u32;
        self.sizes.push(0);
        self.front.clear();
        self.take(seed, cluster);
        let mut passed = 0;
        // More than asked to complete the last star: what hangs on by a corner makes a ragged border.
        let with_star = self.target + self.target / 4;
        while passed < self.front.len() && self.sizes[cluster as usize] < with_star {
            match self.next_at(self.front[passed]) {
                Some(element) => self.take(element, cluster),
                None if self.sizes[cluster as usize] >= self.target => break,
                None => passed += 1,
            }
        }
        self.front[passed..].iter().copied()
    }

    /// Lets what is left between larger clusters join one of them, and tells what each joins, or itself. Takes the
    /// elements of each.
    fn join_leftovers(&self, members: &[&[u32]]) -> Vec<u32> {
        let mut joined: Vec<u32> = (0..members.len() as u32).collect();
        let mut sizes = self.sizes.clone();
        let mut around = Vec::new();
        let (least, largest) = (self.target / 2, 2 * self.target);
        let small = |(_, own): &(usize, &&[u32])| own.len() < least as usize;
        for (small, members) in members.iter().enumerate().filter(small) {
            around.clear();
            for &e in *members {
                for v in self.object.corners(e as usize) {
                    let others = self.incidence.elements_at(v).iter().take(LOOKS);
                    let own = others.filter(|&&e| self.has_element(e));
                    let clusters = own.map(|&e| root(&joined, self.cluster(e)));
                    around.extend(clusters.filter(|&c| c != small as u32));
                }
            }
            around.sort_unstable();
            let size = sizes[small];
            let fits = |c: u32| sizes[c as usize] + size <= largest;
            let neighbours = around.chunk_by(|a, b| a == b).filter(|run| fits(run[0]));
            if let Some(nearest) = neighbours.max_by_key(|run| run.len()).map(|run| run[0]) {
                joined[small] = nearest;
                sizes[nearest as usize] += size;
                sizes[small] = 0;
            }
        }
        (0..members.len() as u32).map(|cluster| root(&joined, cluster)).collect()
    }

    /// Joins leftovers, and lists the clusters: where each begins, and the elements.
    fn list(self) -> (Vec<u32>, Vec<u32>) {
        // The elements of a cluster were taken one after the other.
        let mut rest = &self.order[..];
        let members: Vec<&[u32]> = self
            .sizes
            .iter()
            .map(|&size| rest.split_off(..size as usize).expect("taken"))
            .collect();
        let joined = self.join_leftovers(&members);
        let mut numbers = vec![NONE; members.len()];
        let mut sizes = Vec::new();
        for (&root, members) in joined.iter().zip(&members) {
            let number = &mut numbers[root as usize];
            if *number == NONE {
                *number = sizes.len() as u32;
                sizes.push(0);
            }
            sizes[*number as usize] += members.len();
        }
        let starts = starts_of(sizes.into_iter());
        let mut next = starts.clone();
        let mut elements = vec![0; self.order.len()];
        for (&root, members) in joined.iter().zip(members) {
            let next = &mut next[numbers[root as usize] as usize];
            elements[*next as usize..][..members.len()].copy_from_slice(members);
            *next += members.len() as u32;
        }
        (starts, elements)
    }
}

/// What a cluster has become a part of: a leftover may have joined one that joined another later.
fn root(joined: &[u32], mut cluster: u32) -> u32 {
    while joined[cluster as usize] != cluster {
        cluster = joined[cluster as usize];
    }
    cluster
}
