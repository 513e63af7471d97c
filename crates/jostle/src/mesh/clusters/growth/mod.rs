//! Clusters grown in the blocks of an object, in linear time.

mod surface;
mod volume;

pub(super) use surface::SurfaceGrowth;
pub(super) use volume::VolumeGrowth;

use super::block_mesh::BlockMesh;
use super::blocks::{Block, Blocks};
use crate::mesh::ObjectElements;
use crate::mesh::range_lists::{PartedRanges, starts_of};
use glam::DVec3;
use rayon::prelude::*;
use std::ops::Range;

/// Triangles that a cluster is grown to: comparisons of two clusters have a fixed cost, of triangles and of their
/// edges and vertices.
const TRIANGLES: u32 = 160;
/// Tetrahedra that a cluster is grown to; here they are as fast with more, but kernels are not.
const TETRAHEDRA: u32 = 96;
/// Elements of the largest cluster, one with leftovers.
pub(super) const LARGEST: usize = 2 * TRIANGLES as usize;
const _: () = assert!(TETRAHEDRA <= TRIANGLES);

/// Whether what has these normals faces away from each other: the surface is folded between them, and a cluster that
/// has both is not seen to be free of self pairs, as each by itself is.
#[inline]
fn is_folded(normal: DVec3, other: DVec3) -> bool {
    normal.dot(other) < 0.0
}

/// Leftovers that are smaller than a cluster by so many times join whatever is next to them.
const TINY: u32 = 10;

const NONE: u32 = u32::MAX;

/// Clusters as they have grown in all blocks, and what has been made of those of each.
pub(super) struct Grown<M> {
    /// The elements of each cluster in the order in which they were taken, ring by ring, so that a few that follow each
    /// other are close together.
    pub elements: PartedRanges<u32>,
    /// Of triangles, the sum of their normals where they were.
    pub normals: Vec<DVec3>,
    pub made: Vec<M>,
}

/// What grows clusters in one block at a time.
pub(super) trait Growth<const N: usize>: Default {
    fn grow(&mut self, object: &ObjectElements, block: Block);

    /// The clusters that have grown.
    fn region(&self) -> &Region<N>;
}

impl<M: Send> Grown<M> {
    /// The clusters of all elements, grown by all threads in blocks that do not depend on how many there are, and what
    /// is made of those of each block while they are in a near cache, with buffers of each thread.
    pub fn build<const N: usize, G: Growth<N>, B: Default>(
        object: &ObjectElements,
        blocks: &Blocks,
        make: impl Fn(&Region<N>, &mut B) -> M + Sync + Send,
    ) -> Grown<M> {
        let mut elements = vec![0; object.len()];
        let mut rest = &mut elements[..];
        let tasks = (0..blocks.len()).map(|number| {
            let block = blocks.block(number);
            (block, rest.split_off_mut(..block.len()).expect("of all elements"))
        });
        let tasks: Vec<(Block, &mut [u32])> = tasks.collect();
        let grow = |(growth, buffers): &mut (G, B), (block, elements): (Block, &mut [u32])| {
            growth.grow(object, block);
            let own = growth.region();
            for (element, &taken) in elements.iter_mut().zip(&own.order) {
                *element = own.mesh.element(taken);
            }
            (own.sizes.clone(), own.normals.clone(), make(own, buffers))
        };
        let grown: Vec<(Vec<u32>, Vec<DVec3>, M)> =
            tasks.into_par_iter().map_init(<(G, B)>::default, grow).collect();
        let count = grown.iter().map(|(sizes, ..)| sizes.len()).sum();
        let (mut all_sizes, mut all_normals) =
            (Vec::with_capacity(count), Vec::with_capacity(count));
        let made = grown.into_iter().map(|(sizes, normals, made)| {
            all_sizes.extend(sizes);
            all_normals.extend(normals);
            made
        });
        let made = made.collect();
        let elements = PartedRanges::of_list(elements, all_sizes.into_iter());
        Grown { elements, normals: all_normals, made }
    }
}

/// The elements of one block, and the clusters they are in so far; keeps its buffers.
#[derive(Default)]
pub(super) struct Region<const N: usize> {
    mesh: BlockMesh<N>,
    /// The cluster of each element, or [`NONE`].
    element_cluster: Vec<u32>,
    /// How many elements have been looked at for one that is free.
    passed: u32,
    sizes: Vec<u32>,
    /// The sum of the normals of each cluster's triangles; zero for tetrahedra.
    normals: Vec<DVec3>,
    /// The elements in the order in which they were taken, and in the end cluster by cluster.
    order: Vec<u32>,
    /// As they were taken.
    taken: Vec<u32>,
}

impl<const N: usize> Region<N> {
    /// Elements that a cluster is grown to.
    const TARGET: u32 = if N == 3 { TRIANGLES } else { TETRAHEDRA };

    /// Takes the elements of a block, all of them free.
    fn update(&mut self, object: &ObjectElements, block: Block) {
        self.mesh.update(object, block);
        self.element_cluster.clear();
        self.element_cluster.resize(block.len(), NONE);
        self.passed = 0;
        self.sizes.clear();
        self.normals.clear();
        self.order.clear();
        self.order.reserve_exact(block.len());
    }

    /// The elements, with vertices numbered within the block.
    pub fn mesh(&self) -> &BlockMesh<N> {
        &self.mesh
    }

    /// How many clusters have grown.
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// The corners of the elements of all clusters, one cluster after the other.
    pub fn clusters(&self) -> impl Iterator<Item = impl Iterator<Item = [u32; N]>> {
        let corners = |range: Range<usize>| {
            self.order[range].iter().map(|&element| self.mesh.corners(element))
        };
        self.sizes.iter().scan(0, move |end, &size| {
            *end += size as usize;
            Some(corners(*end - size as usize..*end))
        })
    }

    /// An element that is in no cluster; the first from where the last search ended.
    fn next_free(&mut self) -> Option<u32> {
        let rest = &self.element_cluster[self.passed as usize..];
        self.passed += rest.iter().take_while(|&&cluster| cluster != NONE).count() as u32;
        ((self.passed as usize) < self.element_cluster.len()).then_some(self.passed)
    }

    #[inline]
    fn cluster(&self, element: u32) -> u32 {
        self.element_cluster[element as usize]
    }

    #[inline]
    fn is_free(&self, element: u32) -> bool {
        self.cluster(element) == NONE
    }

    /// Begins a cluster, and tells its number.
    fn begin(&mut self) -> u32 {
        self.sizes.push(0);
        self.normals.push(DVec3::ZERO);
        self.sizes.len() as u32 - 1
    }

    #[inline]
    fn take(&mut self, element: u32, cluster: u32) {
        self.element_cluster[element as usize] = cluster;
        self.sizes[cluster as usize] += 1;
        self.order.push(element);
    }

    /// Lets what is left between larger clusters join one of them, and tells what each joins, or itself. Takes the
    /// elements of each, and of a star, how many of them are looked at.
    fn join_leftovers(&self, members: &[&[u32]], looks: impl Fn(&[u32]) -> usize) -> Vec<u32> {
        let mut joined: Vec<u32> = (0..members.len() as u32).collect();
        let (mut sizes, mut normals) = (self.sizes.clone(), self.normals.clone());
        let mut around = Vec::new();
        let target = Self::TARGET;
        let (least, largest) = (target / 2, 2 * target);
        let small = |(_, own): &(usize, &&[u32])| own.len() < least as usize;
        for (small, members) in members.iter().enumerate().filter(small) {
            around.clear();
            for vertex in members.iter().flat_map(|&element| self.mesh.corners(element)) {
                let star = self.mesh.star(vertex);
                let clusters = star[..looks(star)].iter().map(|&e| root(&joined, self.cluster(e)));
                around.extend(clusters.filter(|&cluster| cluster != small as u32));
            }
            around.sort_unstable();
            let size = sizes[small];
            let fits = |c: u32| {
                sizes[c as usize] + size <= largest
                    && (size < target / TINY || !is_folded(normals[small], normals[c as usize]))
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

    /// Joins leftovers, and puts the elements of each cluster in a row. Takes how many elements of a star are looked at.
    fn finish(&mut self, looks: impl Fn(&[u32]) -> usize) {
        let taken = std::mem::take(&mut self.taken);
        let taken = std::mem::replace(&mut self.order, taken);
        // The elements of a cluster were taken one after the other.
        let mut rest = &taken[..];
        let members: Vec<&[u32]> = self
            .sizes
            .iter()
            .map(|&size| rest.split_off(..size as usize).expect("taken"))
            .collect();
        let joined_to = self.join_leftovers(&members, looks);
        let mut numbers = vec![NONE; members.len()];
        let (mut sizes, mut normals) = (Vec::<u32>::new(), Vec::new());
        for ((&root, members), own_normal) in joined_to.iter().zip(&members).zip(&self.normals) {
            let number = &mut numbers[root as usize];
            if *number == NONE {
                *number = sizes.len() as u32;
                sizes.push(0);
                normals.push(DVec3::ZERO);
            }
            sizes[*number as usize] += members.len() as u32;
            normals[*number as usize] += *own_normal;
        }
        let mut next = starts_of(sizes.iter().map(|&size| size as usize));
        self.order.clear();
        self.order.resize(taken.len(), 0);
        for (&root, members) in joined_to.iter().zip(members) {
            let number = numbers[root as usize];
            let next = &mut next[number as usize];
            self.order[*next as usize..][..members.len()].copy_from_slice(members);
            *next += members.len() as u32;
        }
        (self.sizes, self.normals, self.taken) = (sizes, normals, taken);
    }
}

/// What a cluster has become a part of: a leftover may have joined one that joined another later.
fn root(joined: &[u32], mut cluster: u32) -> u32 {
    while joined[cluster as usize] != cluster {
        cluster = joined[cluster as usize];
    }
    cluster
}
