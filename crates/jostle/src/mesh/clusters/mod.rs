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
mod patch_tree;
mod shapes;
mod vertex_numbers;

pub(crate) use patch_tree::{PatchNode, PatchTree};
pub(crate) use shapes::{ClusterShape, ClusterShapes};

use super::range_lists::{PartedRanges, RangeList};
use super::stamp::Stamp;
use super::{ElementKind, ObjectElements};
use blocks::Blocks;
pub(crate) use borders::{Border, Neighbour};
use borders::{Borders, BordersPart, VERTICES};
use growth::{Grown, Region, SurfaceGrowth, VolumeGrowth};
use shapes::shapes_of;

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
    pub(crate) fn build(object: &ObjectElements) -> (Clusters, ClusterShapes) {
        let (clusters, shapes) = match object.kind() {
            ElementKind::Triangle => Clusters::of_surface(object),
            ElementKind::Tetrahedron => Clusters::of_volume(object),
        };
        let shapes = ClusterShapes::new(shapes, object);
        (clusters, shapes)
    }

    fn of_surface(object: &ObjectElements) -> (Clusters, Vec<ClusterShape>) {
        let blocks = Blocks::of_surface(object);
        let grown = Grown::build::<3, SurfaceGrowth, _>(object, &blocks, |region, buffers| {
            let (points, edges) = buffers;
            (shapes_of(region, points), BordersPart::build(region, edges))
        });
        let mut elements = grown.elements;
        let (shapes, parts): (Vec<Vec<ClusterShape>>, _) = grown.made.into_iter().unzip();
        let Borders { mut borders, mut neighbours, mut vertices } =
            Borders::build(object.vertex_count(), parts);
        let (tree, order) = PatchTree::build(&neighbours, &grown.normals);
        let shapes = shapes.concat();
        let shapes = order.iter().map(|&own| shapes[own as usize]).collect();
        elements.renumber(&order);
        vertices.renumber(&order);
        borders::renumber(&mut borders, &mut neighbours, &order);
        let stamp = Stamp::new();
        (Clusters { elements, vertices, borders, neighbours, tree, stamp }, shapes)
    }

    fn of_volume(object: &ObjectElements) -> (Clusters, Vec<ClusterShape>) {
        let blocks = Blocks::of_volume(object);
        let grown = Grown::build::<4, VolumeGrowth, _>(object, &blocks, |region, points| {
            (shapes_of(region, points), list_vertices(region))
        });
        let (shapes, vertices): (Vec<Vec<ClusterShape>>, _) = grown.made.into_iter().unzip();
        let (elements, vertices) = (grown.elements, PartedRanges::new(vertices));
        let stamp = Stamp::new();
        (Clusters { elements, vertices, stamp, ..Clusters::default() }, shapes.concat())
    }

    /// A number that no other clusters have had: those of one topology differ if vertices have moved in between.
    pub(crate) fn id(&self) -> u64 {
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
    pub(crate) fn borders(&self, cluster: usize) -> &[Border] {
        self.borders.range(cluster)
    }

    /// Patches of all clusters, of an object of triangles. Clusters are in the places of their numbers.
    pub(crate) fn tree(&self) -> &PatchTree {
        &self.tree
    }

    /// What lies next to each cluster, of an object of triangles.
    pub(crate) fn neighbours(&self) -> &PartedRanges<Neighbour> {
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
