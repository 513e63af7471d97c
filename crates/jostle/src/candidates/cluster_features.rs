//! The features that each cluster of an object owns.

use crate::mesh::Clusters;
use crate::mesh::topology::{OwnedFeatures, OwnedVertices};

/// Vertices, edges and faces of an object's surface, by the clusters that own them.
#[derive(Debug)]
pub(super) struct ClusterFeatures {
    pub vertices: FeatureLists,
    pub edges: FeatureLists,
    pub faces: FeatureLists,
}

/// A list of features for each cluster.
#[derive(Debug)]
pub(super) struct FeatureLists {
    starts: Vec<u32>,
    features: Vec<u32>,
}

impl FeatureLists {
    fn build(
        clusters: &Clusters,
        mut show: impl FnMut(usize, &mut dyn FnMut(u32)),
    ) -> FeatureLists {
        let mut starts = vec![0];
        let mut features = Vec::new();
        for cluster in 0..clusters.len() {
            for &element in clusters.elements(cluster) {
                show(element as usize, &mut |feature| features.push(feature));
            }
            starts.push(features.len() as u32);
        }
        features.shrink_to_fit();
        FeatureLists { starts, features }
    }

    /// The vertices of all elements, inside too.
    pub fn of_vertices(clusters: &Clusters, vertices: &OwnedVertices) -> FeatureLists {
        FeatureLists::build(clusters, |element, list| {
            vertices.of(element).iter().for_each(|&v| list(v));
        })
    }

    /// The features of a cluster, numbered as [`OwnedFeatures`] does.
    #[inline]
    pub fn of(&self, cluster: usize) -> &[u32] {
        &self.features[self.starts[cluster] as usize..self.starts[cluster + 1] as usize]
    }

    pub fn bytes(&self) -> usize {
        (self.starts.capacity() + self.features.capacity()) * size_of::<u32>()
    }
}

impl ClusterFeatures {
    pub fn build(clusters: &Clusters, features: &OwnedFeatures) -> ClusterFeatures {
        ClusterFeatures {
            vertices: FeatureLists::build(clusters, |element, list| {
                features.vertices(element).iter().for_each(|&v| list(v));
            }),
            edges: FeatureLists::build(clusters, |element, list| {
                features.edge_range(element).for_each(list);
            }),
            faces: FeatureLists::build(clusters, |element, list| {
                features.face_range(element).for_each(list);
            }),
        }
    }

    pub fn bytes(&self) -> usize {
        self.vertices.bytes() + self.edges.bytes() + self.faces.bytes()
    }
}
