//! Elements in clusters of a few dozen that hang together.
//!
//! Neighbours in a mesh stay neighbours as it deforms, so a cluster is worth one box, one direction
//! and one verdict, and stays valid for as long as the topology does. Clusters are grown breadth
//! first over shared vertices, in linear time; those of a surface end where it is folded. A large object is divided into
//! blocks, and what is made of one is made at once by one thread, in a small mesh with vertices of its own. Clusters of
//! a surface are also paired, and the pairs again, into a tree of ever larger patches.

mod block_mesh;
mod blocks;
mod borders;
mod cluster_edges;
mod growth;
mod kept_blocks;
mod patch_tree;
mod shapes;
mod vertex_numbers;

pub use kept_blocks::KeptBlocks;
pub use patch_tree::{PatchNode, PatchTree};
pub use shapes::ClusterShapes;

use super::range_lists::{PartedRanges, RangeList};
use super::stamp::Stamp;
use super::{ElementKind, ObjectElements};
use blocks::Blocks;
pub use borders::{Border, Neighbour};
use borders::{Borders, BordersPart, VERTICES};
use growth::{Grown, GrownBlock, Region, SurfaceGrowth, VolumeGrowth};
use kept_blocks::KeptBlock;
use shapes::{ClusterShape, shapes_of};
use std::sync::Arc;

/// The clusters of one object. They hold for its topology, wherever its vertices are; which ones a surface or a
/// large object has depends on where its elements were when they were made. Vertices and elements are numbered
/// within the object.
///
/// ```
/// use jostle::Scene;
/// use jostle::candidates::TopologyCache;
/// use jostle::mesh::shapes;
///
/// let mut scene = Scene::new();
/// let ball = scene.add("ball", shapes::icosphere(4, 1.0))?;
/// let mut cache = TopologyCache::new();
/// cache.update(&scene);
/// let clusters = cache.object(&scene, ball).clusters();
/// let elements: usize = (0..clusters.len()).map(|c| clusters.elements(c).len()).sum();
/// assert_eq!(elements, scene.element_count());
/// # Ok::<(), jostle::SceneError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clusters {
    elements: PartedRanges<u32>,
    vertices: PartedRanges<u32>,
    borders: PartedRanges<Border>,
    neighbours: PartedRanges<Neighbour>,
    tree: PatchTree,
    stamp: Stamp,
}

impl Clusters {
    /// The most elements of a cluster.
    pub const LARGEST: usize = growth::LARGEST;

    /// The clusters of an object, and their shapes.
    #[doc(hidden)]
    pub fn build(object: &ObjectElements) -> (Clusters, ClusterShapes) {
        match object.kind() {
            ElementKind::Triangle => {
                let blocks = Blocks::of_surface(object);
                let grown =
                    Grown::build::<3, SurfaceGrowth, _>(object, &blocks, |region, buffers| {
                        let (points, edges) = buffers;
                        (shapes_of(region, points), BordersPart::build(region, edges))
                    });
                Clusters::of_grown_surface(object, grown)
            }
            ElementKind::Tetrahedron => Clusters::of_volume(object),
        }
    }

    /// The clusters of an object whose topology was another, given what is kept of its blocks, and what is to be kept of
    /// them now. Their shapes are found if most of it is new.
    #[doc(hidden)]
    pub fn rebuild(
        object: &ObjectElements,
        before: &KeptBlocks,
    ) -> (Clusters, Option<ClusterShapes>, KeptBlocks) {
        if object.kind() == ElementKind::Tetrahedron {
            let (clusters, shapes) = Clusters::build(object);
            return (clusters, Some(shapes), KeptBlocks::default());
        }
        let same = before.find_same(object);
        let is_new = same.is_none();
        let blocks = match &same {
            None => Blocks::of_surface(object),
            Some(same) => same.blocks(),
        };
        let known = |number: usize, elements: &mut [u32]| {
            let own = same.as_ref()?.get(number)?;
            own.list_elements(elements);
            let KeptBlock { sizes, normals, .. } = &*own.block;
            let made = ((Vec::new(), own.borders()), Some(Arc::clone(&own.block)));
            Some(GrownBlock { sizes: sizes.clone(), normals: normals.clone(), made })
        };
        let grown = Grown::build_unless_known::<3, SurfaceGrowth, _>(
            object,
            &blocks,
            known,
            |region, (points, edges)| {
                let shapes = if is_new { shapes_of(region, points) } else { Vec::new() };
                let kept = KeptBlock::new(region, edges).map(Arc::new);
                let borders = match &kept {
                    Some(kept) => kept.borders(|vertex| region.mesh().vertex(vertex)),
                    None => BordersPart::build(region, edges),
                };
                ((shapes, borders), kept)
            },
        );
        let Grown { elements, normals, made } = grown;
        let (made, kept) = made.into_iter().unzip();
        let grown = Grown { elements, normals, made };
        let (clusters, shapes) = Clusters::of_grown_surface(object, grown);
        (clusters, is_new.then_some(shapes), KeptBlocks::new(&blocks, kept))
    }

    /// The clusters of a surface, given those of its blocks with their shapes, or none, and their borders.
    fn of_grown_surface(
        object: &ObjectElements,
        grown: Grown<(Vec<ClusterShape>, BordersPart)>,
    ) -> (Clusters, ClusterShapes) {
        let mut elements = grown.elements;
        let (shapes, parts): (Vec<Vec<ClusterShape>>, _) = grown.made.into_iter().unzip();
        let Borders { mut borders, mut neighbours, mut vertices } =
            Borders::build(object.vertex_count(), parts);
        let (tree, order) = PatchTree::build(&neighbours, &grown.normals);
        let mut shapes = PartedRanges::of_entries(shapes);
        elements.renumber(&order);
        vertices.renumber(&order);
        borders::renumber(&mut borders, &mut neighbours, &order);
        if shapes.len() > 0 {
            shapes.renumber(&order);
        }
        let stamp = Stamp::new();
        let shapes = ClusterShapes::new(shapes, object);
        (Clusters { elements, vertices, borders, neighbours, tree, stamp }, shapes)
    }

    fn of_volume(object: &ObjectElements) -> (Clusters, ClusterShapes) {
        let blocks = Blocks::of_volume(object);
        let grown = Grown::build::<4, VolumeGrowth, _>(object, &blocks, |region, points| {
            (shapes_of(region, points), list_vertices(region))
        });
        let (shapes, vertices): (Vec<Vec<ClusterShape>>, _) = grown.made.into_iter().unzip();
        let (elements, vertices) = (grown.elements, PartedRanges::new(vertices));
        let stamp = Stamp::new();
        let shapes = ClusterShapes::new(PartedRanges::of_entries(shapes), object);
        (Clusters { elements, vertices, stamp, ..Clusters::default() }, shapes)
    }

    /// A number that no other clusters have had: those of one topology differ if vertices have moved in between.
    #[doc(hidden)]
    pub fn id(&self) -> u64 {
        self.stamp.number()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether the object has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements of a cluster, such that those that follow each other are close together.
    #[inline]
    pub fn elements(&self, cluster: usize) -> &[u32] {
        self.elements.range(cluster)
    }

    /// The vertices of a cluster's elements, each once.
    #[inline]
    pub fn vertices(&self, cluster: usize) -> &[u32] {
        self.vertices.range(cluster)
    }

    /// Where a cluster ends, of an object of triangles.
    #[inline]
    #[doc(hidden)]
    pub fn borders(&self, cluster: usize) -> &[Border] {
        self.borders.range(cluster)
    }

    /// Patches of all clusters, of an object of triangles. Clusters are in the places of their numbers.
    #[doc(hidden)]
    pub fn tree(&self) -> &PatchTree {
        &self.tree
    }

    /// What lies next to each cluster, of an object of triangles.
    #[doc(hidden)]
    pub fn neighbours(&self) -> &PartedRanges<Neighbour> {
        &self.neighbours
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.elements.bytes()
            + self.vertices.bytes()
            + self.borders.bytes()
            + self.tree.bytes()
            + self.neighbours.bytes()
    }
}

/// The vertices of each cluster of a block.
fn list_vertices(grown: &Region<4>) -> RangeList<u32> {
    let mesh = grown.mesh();
    let most = (4 * mesh.element_count()).min(VERTICES * grown.len());
    let mut vertices = RangeList::with_capacity(grown.len(), most);
    for cluster in grown.clusters() {
        vertices.list.extend(cluster.vertices.iter().map(|&vertex| mesh.vertex(vertex)));
        vertices.end_range();
    }
    vertices
}

#[cfg(test)]
mod tests;
