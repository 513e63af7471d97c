//! Clusters of triangles, grown star by star.

use super::{Region, load};
use crate::mesh::ObjectElements;
use crate::mesh::clusters::blocks::Blocks;
use crate::mesh::range_lists::RangeList;
use crate::mesh::topology::HalfEdges;
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
const CLUSTER_BITS: u32 = 24;
/// Of a vertex that no cluster has reached.
const UNREACHED: u32 = (1 << CLUSTER_BITS) - 1;
/// Blocks that marks can tell, with one number left for vertices that no cluster grows over.
const MOST_BLOCKS: usize = (1 << (u32::BITS - CLUSTER_BITS)) - 1;

impl VertexMarks {
    pub fn new(object: &ObjectElements, half_edges: &HalfEdges, blocks: &Blocks) -> VertexMarks {
        assert!(blocks.len() <= MOST_BLOCKS, "few blocks");
        let vertices = (0..object.vertex_count() as u32).into_par_iter().with_min_len(4096);
        let mark = |vertex: u32| match half_edges.valence(vertex) {
            1..=LARGEST_STAR => {
                let block = blocks.of_element(half_edges.triangle_at(vertex));
                u32::from(block) << CLUSTER_BITS | UNREACHED
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
    half_edges: &HalfEdges,
    marks: &VertexMarks,
    region: Region,
) -> RangeList<u32> {
    let mut growth = SurfaceGrowth { object, half_edges, marks, region, front: Vec::new() };
    if let Some(run) = growth.region.block.run() {
        load(object, half_edges, growth.region.element_cluster, run);
    }
    // Where clusters end, others begin.
    let mut seeds = VecDeque::new();
    loop {
        let seed = match seeds.pop_front() {
            Some(half_edge) => {
                let mut free = None;
                half_edges.for_each_in_star(half_edge, |element| {
                    free = free.or(growth.region.is_free(element).then_some(element));
                });
                free
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
        around.extend(half_edges.across(element));
        let corners = object.triangle(element as usize);
        around.extend(corners.map(|vertex| half_edges.triangle_at(vertex)));
    })
}

struct SurfaceGrowth<'g> {
    object: &'g ObjectElements<'g>,
    half_edges: &'g HalfEdges,
    marks: &'g VertexMarks,
    region: Region<'g>,
    /// A half-edge that begins at each vertex that was reached.
    front: Vec<u32>,
}

impl SurfaceGrowth<'_> {
    /// Adds the vertices of an element that a cluster has not reached before.
    #[inline]
    fn reach(&mut self, element: u32, mark: u32) {
        for (corner, vertex) in (0..).zip(self.object.triangle(element as usize)) {
            if self.marks.reach(vertex, mark) {
                self.front.push(HalfEdges::number(element, corner));
            }
        }
    }

    /// Grows a cluster from a free element, and tells how much of the front was passed.
    fn grow(&mut self, seed: u32) -> usize {
        self.front.clear();
        let cluster = self.region.begin(seed);
        let mark = (u32::from(self.region.number) << CLUSTER_BITS) | (cluster % UNREACHED);
        self.reach(seed, mark);
        let target = self.region.target;
        let mut passed = 0;
        // Whole stars: what hangs on by a corner makes a ragged border.
        while passed < self.front.len() && self.region.sizes[cluster as usize] < target {
            let half_edges = self.half_edges;
            half_edges.for_each_in_star(self.front[passed], |element| {
                if self.region.is_free(element) {
                    self.region.take(element, cluster);
                    self.reach(element, mark);
                }
            });
            passed += 1;
        }
        passed
    }
}
