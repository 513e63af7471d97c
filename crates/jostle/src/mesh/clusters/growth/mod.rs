//! Clusters grown over a topology, in linear time.

mod surface;
mod volume;

use super::blocks::{Block, Blocks};
use crate::mesh::ObjectElements;
use crate::mesh::range_lists::{PartedRanges, RangeList, starts_of};
use crate::mesh::topology::Incidence;
use glam::DVec3;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Triangles that a cluster is grown to: comparisons of two clusters have a fixed cost, of triangles and of their
/// edges and vertices.
const TRIANGLES: usize = 160;
/// Tetrahedra that a cluster is grown to; here they are as fast with more, but kernels are not.
const TETRAHEDRA: usize = 96;
/// Elements of the largest cluster, one with leftovers.
pub(super) const LARGEST: usize = 2 * TRIANGLES;
/// Corners of all elements of the largest cluster, of triangles or of tetrahedra.
pub(super) const MOST_CORNERS: usize = 2 * 3 * TRIANGLES;
const _: () = assert!(2 * 4 * TETRAHEDRA <= MOST_CORNERS);

/// Whether what has these normals faces away from each other: the surface is folded between them, and a cluster that
/// has both is not seen to be free of self pairs, as each by itself is.
#[inline]
fn is_folded(normal: DVec3, other: DVec3) -> bool {
    normal.dot(other) < 0.0
}

/// Leftovers that are smaller than a cluster by so many times join whatever is next to them.
const TINY: u32 = 10;

const NONE: u32 = u32::MAX;

/// Clusters as they have grown.
pub(super) struct Grown {
    /// The elements of each cluster in the order in which they were taken, ring by ring, so that a few that follow each
    /// other are close together.
    pub elements: PartedRanges<u32>,
    /// Of triangles, the sum of their normals where they were.
    pub normals: Vec<DVec3>,
}

impl Grown {
    /// The clusters of an object of triangles.
    pub fn of_surface(object: &ObjectElements, incidence: &Incidence) -> Grown {
        let blocks = Blocks::of_surface(object, incidence);
        let (marks, free) = rayon::join(
            || surface::VertexMarks::new(incidence, &blocks),
            || free_elements(object, &blocks),
        );
        Grown::build(&free, &blocks, TRIANGLES, |region| {
            surface::grow(object, incidence, &marks, region)
        })
    }

    /// The clusters of an object of tetrahedra.
    pub fn of_volume(object: &ObjectElements, incidence: &Incidence) -> Grown {
        let blocks = Blocks::of_volume(object);
        let state = volume::VertexState::new(incidence, &blocks);
        let free = free_elements(object, &blocks);
        Grown::build(&free, &blocks, TETRAHEDRA, |region| {
            volume::grow(object, incidence, &state, region)
        })
    }

    /// The clusters of all elements, which are marked as free, given how those of a region grow. Those of a large
    /// object are grown by all threads, in blocks that do not depend on how many there are.
    fn build(
        element_cluster: &[AtomicU32],
        blocks: &Blocks,
        target: usize,
        grow: impl Fn(Region) -> RegionClusters + Sync,
    ) -> Grown {
        let grow = |block: usize| {
            let (number, block) = (block as u16, blocks.block(block));
            grow(Region::new(element_cluster, number, block, target))
        };
        let grown: Vec<RegionClusters> = (0..blocks.len()).into_par_iter().map(grow).collect();
        let normals = grown.iter().flat_map(|own| &own.normals).copied().collect();
        let elements = grown.into_iter().map(|own| own.elements).collect();
        Grown { elements: PartedRanges::new(elements), normals }
    }
}

/// Marks elements of a block that are in no cluster yet. Blocks are few, and clusters are not so many.
fn free_mark(block: u16) -> u32 {
    NONE - u32::from(block)
}

/// The mark of its block for each element.
fn free_elements(object: &ObjectElements, blocks: &Blocks) -> Vec<AtomicU32> {
    let all = (0..object.len() as u32).into_par_iter().with_min_len(4096);
    all.map(|element| AtomicU32::new(free_mark(blocks.of_element(element)))).collect()
}

/// The elements of one block, or of all of an object, and the clusters they are in so far.
struct Region<'r> {
    /// The cluster of each element of the object within its block, or the [mark](free_mark) of the block. Each is
    /// changed by that block only.
    element_cluster: &'r [AtomicU32],
    number: u16,
    free_mark: u32,
    block: Block<'r>,
    /// Elements that a cluster is grown to.
    target: u32,
    /// How many elements have been looked at for one that is free.
    passed: usize,
    sizes: Vec<u32>,
    /// The sum of the normals of each cluster's triangles; zero for tetrahedra.
    normals: Vec<DVec3>,
    /// The elements in the order in which they were taken.
    order: Vec<u32>,
}

impl<'r> Region<'r> {
    fn new(
        element_cluster: &'r [AtomicU32],
        number: u16,
        block: Block<'r>,
        target: usize,
    ) -> Region<'r> {
        let mut region = Region {
            element_cluster,
            number,
            free_mark: free_mark(number),
            block,
            target: target as u32,
            passed: 0,
            sizes: Vec::new(),
            normals: Vec::new(),
            order: Vec::new(),
        };
        region.order.reserve_exact(block.len());
        region
    }

    /// An element that is in no cluster; the first from where the last search ended.
    fn next_free(&mut self) -> Option<u32> {
        while self.passed < self.block.len() {
            let element = self.block.element(self.passed);
            if self.is_free(element) {
                return Some(element);
            }
            self.passed += 1;
        }
        None
    }

    #[inline]
    fn cluster(&self, element: u32) -> u32 {
        self.element_cluster[element as usize].load(Relaxed)
    }

    #[inline]
    fn is_free(&self, element: u32) -> bool {
        self.cluster(element) == self.free_mark
    }

    /// Begins a cluster, and tells its number.
    fn begin(&mut self) -> u32 {
        self.sizes.push(0);
        self.normals.push(DVec3::ZERO);
        self.sizes.len() as u32 - 1
    }

    #[inline]
    fn take(&mut self, element: u32, cluster: u32) {
        self.element_cluster[element as usize].store(cluster, Relaxed);
        self.sizes[cluster as usize] += 1;
        self.order.push(element);
    }

    /// Lets what is left between larger clusters join one of them, and tells what each joins, or itself. Takes the
    /// elements of each, and what lists elements next to one.
    fn join_leftovers(
        &self,
        members: &[&[u32]],
        list_around: impl Fn(u32, &mut Vec<u32>),
    ) -> Vec<u32> {
        let mut joined: Vec<u32> = (0..members.len() as u32).collect();
        let (mut sizes, mut normals) = (self.sizes.clone(), self.normals.clone());
        let mut around = Vec::new();
        let (least, largest) = (self.target / 2, 2 * self.target);
        let small = |(_, own): &(usize, &&[u32])| own.len() < least as usize;
        for (small, members) in members.iter().enumerate().filter(small) {
            around.clear();
            members.iter().for_each(|&e| list_around(e, &mut around));
            around.retain(|&e| self.block.contains(e));
            around.iter_mut().for_each(|e| *e = root(&joined, self.cluster(*e)));
            around.retain(|&c| c != small as u32);
            around.sort_unstable();
            let size = sizes[small];
            let fits = |c: u32| {
                sizes[c as usize] + size <= largest
                    && (size < self.target / TINY
                        || !is_folded(normals[small], normals[c as usize]))
            };
            let neighbours = around.chunk_by(|a, b| a == b).filter(|run| fits(run[0]));
            if let Some(nearest) = neighbours.max_by_key(|run| run.len()).map(|run| run[0]) {
                joined[small] = nearest;
                sizes[nearest as usize] += size;
                let own = normals[small];
                normals[nearest as usize] += own;
                sizes[small] = 0;
            }
        }
        (0..members.len() as u32).map(|cluster| root(&joined, cluster)).collect()
    }

    /// Joins leftovers, given what lists elements next to one, and lists the clusters.
    fn list(self, list_around: impl Fn(u32, &mut Vec<u32>)) -> RegionClusters {
        // The elements of a cluster were taken one after the other.
        let mut rest = &self.order[..];
        let members: Vec<&[u32]> = self
            .sizes
            .iter()
            .map(|&size| rest.split_off(..size as usize).expect("taken"))
            .collect();
        let joined_to = self.join_leftovers(&members, list_around);
        let mut numbers = vec![NONE; members.len()];
        let (mut sizes, mut normals) = (Vec::new(), Vec::new());
        for ((&root, members), own_normal) in joined_to.iter().zip(&members).zip(&self.normals) {
            let number = &mut numbers[root as usize];
            if *number == NONE {
                *number = sizes.len() as u32;
                sizes.push(0);
                normals.push(DVec3::ZERO);
            }
            sizes[*number as usize] += members.len();
            normals[*number as usize] += *own_normal;
        }
        let starts = starts_of(sizes.into_iter());
        let mut next = starts.clone();
        let mut list = vec![0; self.order.len()];
        for (&root, members) in joined_to.iter().zip(members) {
            let number = numbers[root as usize];
            let next = &mut next[number as usize];
            list[*next as usize..][..members.len()].copy_from_slice(members);
            *next += members.len() as u32;
        }
        RegionClusters { elements: RangeList { list, starts }, normals }
    }
}

/// The clusters of a region.
struct RegionClusters {
    elements: RangeList<u32>,
    /// Of triangles, the sum of their normals.
    normals: Vec<DVec3>,
}

/// What a cluster has become a part of: a leftover may have joined one that joined another later.
fn root(joined: &[u32], mut cluster: u32) -> u32 {
    while joined[cluster as usize] != cluster {
        cluster = joined[cluster as usize];
    }
    cluster
}
