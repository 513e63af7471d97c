//! Elements in clusters of a few dozen that hang together.
//!
//! Neighbours in a mesh stay neighbours as it deforms, so a cluster is worth one box, one direction
//! and one verdict, and stays valid for as long as the topology does. Clusters are grown breadth
//! first over shared vertices, in linear time, in blocks if the object is large; those of a surface end where it is
//! folded. Clusters of a surface are also paired, and the pairs again, into a tree of ever larger patches.

mod blocks;
mod borders;
mod cluster_edges;
mod growth;
mod patch_tree;
mod vertex_numbers;

pub(crate) use patch_tree::{PatchNode, PatchTree};

use super::range_lists::{PartedRanges, RangeList};
use super::topology::Incidence;
use super::{ElementKind, ObjectElements};
use borders::{Borders, VERTICES, at_a_time};
use growth::Grown;
use rayon::prelude::*;
use vertex_numbers::VertexNumbers;

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
    tree: PatchTree,
}

impl Clusters {
    /// The most elements of a cluster.
    pub const LARGEST: usize = growth::LARGEST;

    /// The clusters of an object.
    pub(crate) fn build(object: &ObjectElements, incidence: &Incidence) -> Clusters {
        match object.kind() {
            ElementKind::Triangle => Clusters::of_surface(object, incidence),
            ElementKind::Tetrahedron => Clusters::of_volume(object, incidence),
        }
    }

    fn of_surface(object: &ObjectElements, incidence: &Incidence) -> Clusters {
        let Grown { mut elements, normals } = Grown::of_surface(object, incidence);
        let Borders { borders, neighbours, mut vertices } =
            Borders::build(object, incidence, &elements);
        let (tree, order) = PatchTree::build(borders, neighbours, normals);
        elements.renumber(&order);
        vertices.renumber(&order);
        Clusters { elements, vertices, tree }
    }

    fn of_volume(object: &ObjectElements, incidence: &Incidence) -> Clusters {
        let elements = Grown::of_volume(object, incidence).elements;
        let vertices = list_vertices(object, &elements);
        Clusters { elements, vertices, tree: PatchTree::default() }
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

    /// Patches of clusters, of an object of triangles.
    pub(crate) fn tree(&self) -> &PatchTree {
        &self.tree
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.elements.bytes() + self.vertices.bytes() + self.tree.bytes()
    }
}

/// The vertices of each cluster.
fn list_vertices(object: &ObjectElements, elements: &PartedRanges<u32>) -> PartedRanges<u32> {
    let clusters: Vec<usize> = (0..elements.len()).collect();
    let list = |met: &mut VertexNumbers, clusters: &[usize]| {
        let corners = 4 * clusters.iter().map(|&c| elements.range(c).len()).sum::<usize>();
        let mut vertices = RangeList::with_capacity(corners.min(VERTICES * clusters.len()));
        for &cluster in clusters {
            met.clear();
            for &e in elements.range(cluster) {
                vertices.list.extend(object.corners(e as usize).filter(|&v| met.number(v).1));
            }
            vertices.end_range();
        }
        vertices
    };
    let parts = clusters.par_chunks(at_a_time(clusters.len()));
    PartedRanges::new(parts.map_init(VertexNumbers::new, list).collect())
}

#[cfg(test)]
mod tests;
