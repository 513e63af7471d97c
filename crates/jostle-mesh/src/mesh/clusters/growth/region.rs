//! The clusters of one block while they grow.

use super::cluster_lists::{ClusterList, ClusterLists};
use super::{TETRAHEDRA, TINY, TRIANGLES, is_folded};
use crate::mesh::ObjectElements;
use crate::mesh::clusters::block_mesh::BlockMesh;
use crate::mesh::clusters::blocks::Block;
use crate::mesh::clusters::vertex_numbers::VertexNumbers;
use glam::DVec3;

const NONE: u32 = u32::MAX;

/// The elements of one block, and the clusters they are in so far; keeps its buffers.
#[derive(Default)]
pub(in crate::mesh::clusters) struct Region<const N: usize> {
    mesh: BlockMesh<N>,
    /// The cluster of each element, or [`NONE`].
    element_cluster: Vec<u32>,
    /// How many elements have been looked at for one that is free.
    passed: u32,
    /// What each cluster took, and in the end what it is with leftovers.
    lists: ClusterLists<N>,
    /// The sum of the normals of each cluster's triangles; zero for tetrahedra.
    normals: Vec<DVec3>,
    /// Of the vertices of the cluster that grows.
    numbers: VertexNumbers,
    /// What clusters took before leftovers joined others.
    taken: ClusterLists<N>,
    /// Of the vertices of a leftover in the cluster that it joins.
    new_numbers: Vec<u16>,
}

impl<const N: usize> Region<N> {
    /// Elements that a cluster is grown to.
    const TARGET: u32 = if N == 3 { TRIANGLES } else { TETRAHEDRA };

    /// Takes the elements of a block, all of them free.
    pub(super) fn update(&mut self, object: &ObjectElements, block: Block) {
        self.mesh.update(object, block);
        self.element_cluster.clear();
        self.element_cluster.resize(block.len(), NONE);
        self.passed = 0;
        self.lists.clear(block.len());
        self.normals.clear();
    }

    /// The elements, with vertices numbered within the block.
    #[inline]
    pub fn mesh(&self) -> &BlockMesh<N> {
        &self.mesh
    }

    /// How many clusters have grown.
    pub fn len(&self) -> usize {
        self.lists.len()
    }

    /// All clusters that have grown.
    pub fn clusters(&self) -> impl Iterator<Item = ClusterList<'_, N>> {
        self.lists.iter()
    }

    /// How many elements each cluster has.
    pub fn sizes(&self) -> impl Iterator<Item = u32> {
        self.lists.iter().map(|own| own.elements.len() as u32)
    }

    /// The elements of all clusters, one cluster after the other.
    pub fn elements(&self) -> &[u32] {
        self.lists.elements()
    }

    /// The sum of the normals of each cluster's triangles; zero for tetrahedra.
    pub fn normals(&self) -> &[DVec3] {
        &self.normals
    }

    /// An element that is in no cluster; the first from where the last search ended.
    pub(super) fn next_free(&mut self) -> Option<u32> {
        let rest = &self.element_cluster[self.passed as usize..];
        self.passed += rest.iter().take_while(|&&cluster| cluster != NONE).count() as u32;
        ((self.passed as usize) < self.element_cluster.len()).then_some(self.passed)
    }

    #[inline]
    pub(super) fn is_free(&self, element: u32) -> bool {
        self.cluster(element) == NONE
    }

    #[inline]
    fn cluster(&self, element: u32) -> u32 {
        self.element_cluster[element as usize]
    }

    /// Begins a cluster.
    pub(super) fn begin(&mut self) {
        self.numbers.clear(self.mesh.vertex_count());
        self.normals.push(DVec3::ZERO);
    }

    /// The sum of the normals of the cluster that grows.
    #[inline]
    pub(super) fn normal(&mut self) -> &mut DVec3 {
        self.normals.last_mut().expect("a cluster has begun")
    }

    /// Lets the cluster that grows have an element with these corners.
    #[inline]
    pub(super) fn take(&mut self, element: u32, corners: [u32; N]) {
        self.element_cluster[element as usize] = self.lists.len() as u32;
        self.lists.push(element, corners, &mut self.numbers);
    }

    /// How many elements the cluster has that grows.
    #[inline]
    pub(super) fn size(&self) -> u32 {
        self.lists.open_size()
    }

    /// The vertices that the cluster has reached that grows.
    #[inline]
    pub(super) fn front(&self) -> &[u32] {
        self.lists.open_vertices()
    }

    pub(super) fn end(&mut self) {
        self.lists.end_cluster();
    }

    /// Lets what is left between larger clusters join one of them, and tells what each joins, or itself. Takes of a star
    /// how many of its elements are looked at.
    fn join_leftovers(&self, looks: impl Fn(&[u32]) -> usize) -> Vec<u32> {
        let count = self.len() as u32;
        let mut joined: Vec<u32> = (0..count).collect();
        let (mut sizes, mut normals) = (self.sizes().collect::<Vec<u32>>(), self.normals.clone());
        let mut around = Vec::new();
        let target = Self::TARGET;
        let (least, largest) = (target / 2, 2 * target);
        let all = self.clusters().enumerate();
        for (small, own) in all.filter(|(_, own)| own.elements.len() < least as usize) {
            around.clear();
            for vertex in own.elements.iter().flat_map(|&element| self.mesh.corners(element)) {
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
        (0..count).map(|cluster| root(&joined, cluster)).collect()
    }

    /// Joins leftovers, and puts the elements of each cluster in a row. Takes how many elements of a star are looked at.
    pub(super) fn finish(&mut self, looks: impl Fn(&[u32]) -> usize) {
        let joined_to = self.join_leftovers(looks);
        let Region { lists, taken, numbers, new_numbers, .. } = self;
        std::mem::swap(lists, taken);
        lists.clear(taken.elements().len());
        // Those that join each other, by the first of them.
        let mut first = vec![NONE; taken.len()];
        for (cluster, &root) in (0..).zip(&joined_to) {
            first[root as usize] = first[root as usize].min(cluster);
        }
        let mut order: Vec<u32> = (0..taken.len() as u32).collect();
        order.sort_by_key(|&cluster| first[joined_to[cluster as usize] as usize]);
        let mut parts = Vec::new();
        let old_normals = std::mem::take(&mut self.normals);
        for own in order.chunk_by(|&a, &b| joined_to[a as usize] == joined_to[b as usize]) {
            parts.clear();
            parts.extend(own.iter().map(|&cluster| taken.get(cluster as usize)));
            if own.len() > 1 {
                numbers.clear(self.mesh.vertex_count());
            }
            lists.push_joined(&parts, numbers, new_numbers);
            self.normals.push(own.iter().map(|&cluster| old_normals[cluster as usize]).sum());
        }
    }
}

/// What a cluster has become a part of: a leftover may have joined one that joined another later.
fn root(joined: &[u32], mut cluster: u32) -> u32 {
    while joined[cluster as usize] != cluster {
        cluster = joined[cluster as usize];
    }
    cluster
}
