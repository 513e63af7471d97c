//! Clusters of triangles, grown star by star.

use super::{Region, RegionClusters, is_folded};
use crate::mesh::ObjectElements;
use crate::mesh::clusters::blocks::Blocks;
use crate::mesh::topology::Incidence;
use glam::DVec3;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Triangles of the largest star that clusters grow over: a star is passed over again by each cluster that ends in it.
const LARGEST_STAR: usize = 64;

/// Which clusters have reached which vertices.
///
/// The mark of a vertex is the block whose clusters grow over it, that of one of its triangles, and below the last of
/// them that did. No other block changes it.
pub(super) struct VertexMarks(Vec<AtomicU32>);

/// Bits of a mark that tell the cluster. Of two that are so far from each other that these are the same, the second
/// does not grow over what the first reached.
const CLUSTER_BITS: u32 = 20;
/// Of a vertex that no cluster has reached.
const UNREACHED: u32 = (1 << CLUSTER_BITS) - 1;
/// Blocks that marks can tell, with one number left for vertices that no cluster grows over.
const MOST_BLOCKS: usize = (1 << (u32::BITS - CLUSTER_BITS)) - 1;

impl VertexMarks {
    pub fn new(incidence: &Incidence, blocks: &Blocks) -> VertexMarks {
        assert!(blocks.len() <= MOST_BLOCKS, "few blocks");
        let count = incidence.starts().len() as u32 - 1;
        let vertices = (0..count).into_par_iter().with_min_len(4096);
        let mark = |vertex: u32| match incidence.elements_at(vertex) {
            [first, others @ ..] if others.len() < LARGEST_STAR => {
                u32::from(blocks.of_element(*first)) << CLUSTER_BITS | UNREACHED
            }
            _ => u32::MAX,
        };
        VertexMarks(vertices.map(|vertex| AtomicU32::new(mark(vertex))).collect())
    }

    /// Notes that a cluster with this mark reached a vertex, and tells whether it may grow over it from there.
    #[inline]
    fn reach(&self, vertex: u32, mark: u32) -> bool {
        let own = &self.0[vertex as usize];
        let before = own.load(Relaxed);
        let is_new = before != mark && before >> CLUSTER_BITS == mark >> CLUSTER_BITS;
        if is_new {
            own.store(mark, Relaxed);
        }
        is_new
    }
}

/// Grows clusters of all elements of a region.
pub(super) fn grow(
    object: &ObjectElements,
    incidence: &Incidence,
    marks: &VertexMarks,
    region: Region,
) -> RegionClusters {
    let mut growth = SurfaceGrowth {
        object,
        incidence,
        marks,
        region,
        positions: object.positions(),
        front: Vec::new(),
    };
    // Where clusters end, others begin.
    let mut seeds = VecDeque::new();
    loop {
        let seed = match seeds.pop_front() {
            Some(vertex) => {
                let mut star = incidence.elements_at(vertex).iter().copied();
                star.find(|&element| growth.region.is_free(element))
            }
            None => match growth.region.next_free() {
                Some(element) => Some(element),
                None => break,
            },
        };
        if let Some(seed) = seed {
            let passed = growth.grow(seed);
            seeds.extend(&growth.front[passed..]);
        }
    }
    growth.region.list(|element, around| {
        for vertex in object.triangle(element as usize) {
            let star = incidence.elements_at(vertex);
            around.extend(if star.len() <= LARGEST_STAR { star } else { &star[..1] });
        }
    })
}

struct SurfaceGrowth<'g> {
    object: &'g ObjectElements<'g>,
    incidence: &'g Incidence,
    marks: &'g VertexMarks,
    region: Region<'g>,
    positions: &'g [DVec3],
    /// The vertices that the cluster has reached.
    front: Vec<u32>,
}

impl SurfaceGrowth<'_> {
    /// Takes an element, unless the surface is folded there, and adds the vertices that the cluster has not reached
    /// before.
    #[inline]
    fn take(&mut self, element: u32, cluster: u32, mark: u32) {
        let corners = self.object.triangle(element as usize);
        let [a, b, c] = corners.map(|vertex| self.positions[vertex as usize]);
        let normal = (b - a).cross(c - a);
        if is_folded(normal, self.region.normals[cluster as usize]) {
            return;
        }
        self.region.take(element, cluster);
        self.region.normals[cluster as usize] += normal;
        for vertex in corners {
            if self.marks.reach(vertex, mark) {
                self.front.push(vertex);
            }
        }
    }

    /// Grows a cluster from a free element, and tells how much of the front was passed.
    fn grow(&mut self, seed: u32) -> usize {
        self.front.clear();
        let cluster = self.region.begin();
        let mark = (u32::from(self.region.number) << CLUSTER_BITS) | (cluster % UNREACHED);
        self.take(seed, cluster, mark);
        let target = self.region.target;
        let mut passed = 0;
        // Whole stars: what hangs on by a corner makes a ragged border.
        while passed < self.front.len() && self.region.sizes[cluster as usize] < target {
            let incidence = self.incidence;
            for &element in incidence.elements_at(self.front[passed]) {
                if self.region.is_free(element) {
                    self.take(element, cluster, mark);
                }
            }
            passed += 1;
        }
        passed
    }
}
