//! Elements in clusters of a few dozen that hang together.
//!
//! Neighbours in a mesh stay neighbours as it deforms, so a cluster is worth one box, one direction
//! and one verdict, and stays valid for as long as the topology does. Clusters are grown breadth
//! first over shared vertices, in linear time; those of a surface are also paired, and the pairs
//! again, into a tree of ever larger patches.

mod borders;
mod growth;
mod patch_tree;

pub(crate) use patch_tree::PatchNode;
use patch_tree::PatchTree;

use super::topology::Incidence;
use super::{ElementKind, ObjectElements};

/// The clusters of one object; depends on its topology only. Vertices and elements are numbered
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
#[derive(Clone, Debug, Default)]
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

    /// The clusters of an object.
    pub(crate) fn build(object: &ObjectElements, incidence: &Incidence) -> Clusters {
        let (mut element_cluster, order) = growth::element_clusters(object, incidence);
        let mut tree = PatchTree::default();
        if object.kind() == ElementKind::Triangle {
            tree = PatchTree::build(object, incidence, &mut element_cluster);
        }
        let (starts, elements) = list_elements(&element_cluster, &order);
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

/// The elements of each cluster in an order of all, given the cluster of each element: starts and list.
fn list_elements(element_cluster: &[u32], order: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let count = element_cluster.iter().max().map_or(0, |&last| last as usize + 1);
    let mut starts = vec![0; count + 1];
    for &cluster in element_cluster {
        starts[cluster as usize + 1] += 1;
    }
    for c in 0..count {
        starts[c + 1] += starts[c];
    }
    let mut next = starts.clone();
    let mut elements = vec![0; element_cluster.len()];
    for &element in order {
        let slot = &mut next[element_cluster[element as usize] as usize];
        elements[*slot as usize] = element;
        *slot += 1;
    }
    (starts, elements)
}

/// The vertices of each cluster: starts and list.
fn list_vertices(
    object: &ObjectElements,
    starts: &[u32],
    elements: &[u32],
) -> (Vec<u32>, Vec<u32>) {
    let mut last_cluster = vec![u32::MAX; object.vertex_count()];
    let mut vertex_starts = vec![0];
    let mut vertices = Vec::new();
    for (cluster, range) in (0..).zip(starts.windows(2)) {
        for &e in &elements[range[0] as usize..range[1] as usize] {
            for v in object.corners(e as usize) {
                if std::mem::replace(&mut last_cluster[v as usize], cluster) != cluster {
                    vertices.push(v);
                }
            }
        }
        vertex_starts.push(vertices.len() as u32);
    }
    vertices.shrink_to_fit();
    (vertex_starts, vertices)
}

#[cfg(test)]
mod tests;
