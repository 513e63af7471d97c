//! Clusters grown in the blocks of an object, in linear time.

mod cluster_lists;
mod region;
mod surface;
mod volume;

pub(super) use cluster_lists::ClusterList;
pub(super) use region::Region;
pub(super) use surface::SurfaceGrowth;
pub(super) use volume::VolumeGrowth;

use super::blocks::{Block, Blocks};
use crate::mesh::ObjectElements;
use crate::mesh::range_lists::PartedRanges;
use glam::DVec3;
use jostle_support::parallel;

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

/// Clusters as they have grown in all blocks, and what has been made of those of each.
pub(super) struct Grown<M> {
    /// The elements of each cluster in the order in which they were taken, ring by ring, so that a few that follow each
    /// other are close together.
    pub elements: PartedRanges<u32>,
    /// Of triangles, the sum of the normals of each cluster where they were.
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
        Grown::build_unless_known::<N, G, B>(object, blocks, |_, _| None, make)
    }

    /// The same where some blocks, given their numbers, are known, and the elements of their clusters are listed.
    pub fn build_unless_known<const N: usize, G: Growth<N>, B: Default>(
        object: &ObjectElements,
        blocks: &Blocks,
        known: impl Fn(usize, &mut [u32]) -> Option<GrownBlock<M>> + Sync + Send,
        make: impl Fn(&Region<N>, &mut B) -> M + Sync + Send,
    ) -> Grown<M> {
        let mut elements = vec![0; object.len()];
        let mut rest = &mut elements[..];
        let tasks = (0..blocks.len()).map(|number| {
            let length = blocks.block(number).len();
            (rest.split_off_mut(..length).expect("of all elements"), None)
        });
        let mut tasks: Vec<(&mut [u32], Option<GrownBlock<M>>)> = tasks.collect();
        let grow = |(growth, buffers): &mut (G, B), number: usize, elements: &mut [u32]| {
            if let Some(known) = known(number, elements) {
                return known;
            }
            growth.grow(object, blocks.block(number));
            let region = growth.region();
            for (element, &taken) in elements.iter_mut().zip(region.elements()) {
                *element = region.mesh().element(taken);
            }
            GrownBlock {
                sizes: region.sizes().collect(),
                normals: region.normals().to_vec(),
                made: make(region, buffers),
            }
        };
        parallel::for_each_part_mut(&mut tasks, 1, |first, tasks| {
            let mut state = <(G, B)>::default();
            for (number, (elements, grown)) in (first..).zip(tasks) {
                *grown = Some(grow(&mut state, number, elements));
            }
        });
        let grown: Vec<GrownBlock<M>> =
            tasks.into_iter().map(|(_, grown)| grown.expect("all blocks have grown")).collect();
        let count = grown.iter().map(|own| own.sizes.len()).sum();
        let mut sizes = Vec::with_capacity(count);
        let mut normals = Vec::with_capacity(count);
        let made = grown.into_iter().map(|own| {
            sizes.extend(own.sizes);
            normals.extend(own.normals);
            own.made
        });
        let made = made.collect();
        let elements = PartedRanges::of_list(elements, sizes.into_iter());
        Grown { elements, normals, made }
    }
}

/// The clusters of a block, and what has been made of them.
pub(super) struct GrownBlock<M> {
    /// How many elements each cluster has.
    pub sizes: Vec<u32>,
    /// Of triangles, the sum of the normals of each cluster where they were.
    pub normals: Vec<DVec3>,
    pub made: M,
}
