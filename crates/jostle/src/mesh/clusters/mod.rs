//! Elements in clusters of a few dozen that hang together.
//!
//! Neighbours in a mesh stay neighbours as it deforms, so a cluster is worth one box, one direction
//! and one verdict, and stays valid for as long as the topology does. Clusters are grown breadth
//! first, in linear time, in blocks if the object is large: those of a surface over shared edges, those of a volume
//! over shared vertices. Clusters of a surface are also paired, and the pairs again, into a tree of ever larger patches.

mod blocks;
mod borders;
mod growth;
mod patch_tree;

pub(crate) use patch_tree::{PatchNode, PatchTree};

use super::ObjectElements;
use super::range_lists::{joined, reordered, starts_of};
use super::topology::{HalfEdges, Incidence};
use borders::Borders;
use growth::Grown;
use rayon::prelude::*;

/// The clusters of one object. They hold for its topology, wherever its vertices are; which ones a large object
/// has depends on where its elements were when they were made. Vertices and elements are numbered within the
/// object.
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
    starts: Vec<u32>,
    elements: Vec<u32>,
    vertex_starts: Vec<u32>,
    vertices: Vec<u32>,
    tree: PatchTree,
}

impl Clusters {
    /// The most elements of a cluster.
    pub const LARGEST: usize = growth::LARGEST;

    /// The clusters of an object of triangles.
    pub(crate) fn of_surface(object: &ObjectElements, half_edges: &HalfEdges) -> Clusters {
        let grown = Grown::of_surface(object, half_edges);
        let (tree, order) = PatchTree::build(Borders::build(object, half_edges, &grown));
        let (starts, elements) = reordered(&grown.starts, &grown.elements, &order);
        Clusters::list(object, tree, starts, elements)
    }

    /// The clusters of an object of tetrahedra.
    pub(crate) fn of_volume(object: &ObjectElements, incidence: &Incidence) -> Clusters {
        let grown = Grown::of_volume(object, incidence);
        Clusters::list(object, PatchTree::default(), grown.starts, grown.elements)
    }

    fn list(
        object: &ObjectElements,
        tree: PatchTree,
        starts: Vec<u32>,
        elements: Vec<u32>,
    ) -> Clusters {
        let (vertex_starts, vertices) = list_vertices(object, &starts, &elements);
        Clusters { starts, elements, vertex_starts, vertices, tree }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// Whether the object has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements of a cluster, such that those that follow each other are close together.
    #[inline]
    pub fn elements(&self, cluster: usize) -> &[u32] {
        &self.elements[self.starts[cluster] as usize..self.starts[cluster + 1] as usize]
    }

    /// The vertices of a cluster's elements, each once.
    #[inline]
    pub fn vertices(&self, cluster: usize) -> &[u32] {
        let range = self.vertex_starts[cluster] as usize..self.vertex_starts[cluster + 1] as usize;
        &self.vertices[range]
    }

    /// Patches of clusters, of an object of triangles.
    pub(crate) fn tree(&self) -> &PatchTree {
        &self.tree
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let numbers = [&self.starts, &self.elements, &self.vertex_starts, &self.vertices];
        let numbers: usize = numbers.iter().map(|list| list.capacity()).sum();
        numbers * size_of::<u32>() + self.tree.bytes()
    }
}

/// The vertices of each cluster: starts and list.
fn list_vertices(
    object: &ObjectElements,
    starts: &[u32],
    elements: &[u32],
) -> (Vec<u32>, Vec<u32>) {
    /// Clusters that a thread takes at a time.
    const AT_A_TIME: usize = 32;
    let clusters = starts.len() - 1;
    let parts: Vec<(Vec<usize>, Vec<u32>)> = (0..clusters.div_ceil(AT_A_TIME))
        .into_par_iter()
        .with_min_len(4)
        .map_init(VertexSet::new, |met, part| {
            // Mostly less than that.
            let capacity = 128 * AT_A_TIME;
            let mut counts = Vec::with_capacity(AT_A_TIME);
            let mut vertices = Vec::with_capacity(capacity);
            for c in part * AT_A_TIME..((part + 1) * AT_A_TIME).min(clusters) {
                let before = vertices.len();
                met.clear();
                for &e in &elements[starts[c] as usize..starts[c + 1] as usize] {
                    vertices.extend(object.corners(e as usize).filter(|&v| met.insert(v)));
                }
                counts.push(vertices.len() - before);
            }
            (counts, vertices)
        })
        .collect();
    let vertex_starts = starts_of(parts.iter().flat_map(|(counts, _)| counts.iter().copied()));
    let lists = parts.iter().map(|(_, own)| &own[..]);
    let vertices = joined(lists, vertex_starts[clusters] as usize);
    (vertex_starts, vertices)
}

/// The vertices of one cluster: a table with open addressing, larger than all of the largest cluster's corners, and mostly
/// empty.
struct VertexSet {
    /// A vertex, and above it the cluster that put it there: whatever others put is free.
    slots: Vec<u64>,
    cluster: u64,
}

impl VertexSet {
    const BITS: u32 = growth::MOST_CORNERS.ilog2() + 1;

    fn new() -> VertexSet {
        VertexSet { slots: vec![0; 1 << VertexSet::BITS], cluster: 0 }
    }

    fn clear(&mut self) {
        self.cluster += 1;
    }

    /// Adds a vertex, and tells whether it is new.
    #[inline]
    fn insert(&mut self, vertex: u32) -> bool {
        // The golden ratio spreads numbers that follow each other.
        let mut slot = (vertex.wrapping_mul(0x9e37_79b9) >> (u32::BITS - VertexSet::BITS)) as usize;
        let entry = (self.cluster << u32::BITS) | u64::from(vertex);
        loop {
            let own = &mut self.slots[slot];
            if *own == entry {
                return false;
            }
            if *own >> u32::BITS != self.cluster {
                *own = entry;
                return true;
            }
            slot = (slot + 1) % (1 << VertexSet::BITS);
        }
    }
}

#[cfg(test)]
mod tests;
