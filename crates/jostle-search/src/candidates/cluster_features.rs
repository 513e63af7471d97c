//! The features that each cluster of an object owns.

use crate::broad::LANES;
use crate::geometry::Aabb;
use crate::mesh::Clusters;
use crate::mesh::topology::{OwnedFeatures, OwnedVertices};
use glam::DVec3;
use jostle_support::parallel;

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

    /// The vertices of all elements, inside too, given where they are.
    pub fn of_vertices(
        clusters: &Clusters,
        vertices: &OwnedVertices,
        positions: &[DVec3],
    ) -> FeatureLists {
        let mut lists = FeatureLists::build(clusters, |element, list| {
            vertices.of(element).iter().for_each(|&v| list(v));
        });
        lists.order_by_place(|v| positions[v as usize]);
        lists
    }

    /// Orders the features of each cluster such that those that are compared together are close together, while the
    /// object is about as it is now.
    fn order_by_place(&mut self, place: impl Fn(u32) -> DVec3 + Sync) {
        let mut rest = &mut self.features[..];
        let lengths = self.starts.windows(2).map(|own| (own[1] - own[0]) as usize);
        let mut lists: Vec<&mut [u32]> =
            lengths.map(|length| rest.split_off_mut(..length).expect("as many")).collect();
        parallel::for_each_part_mut(&mut lists, 16, |_, lists| {
            let mut placed = Vec::new();
            for list in lists {
                placed.clear();
                placed.extend(list.iter().map(|&feature| (place(feature), feature)));
                divide(&mut placed);
                list.iter_mut().zip(&placed).for_each(|(feature, own)| *feature = own.1);
            }
        });
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
    /// Given where the vertices of the object are.
    pub fn build(
        clusters: &Clusters,
        features: &OwnedFeatures,
        positions: &[DVec3],
    ) -> ClusterFeatures {
        let mut vertices = FeatureLists::build(clusters, |element, list| {
            features.vertices(element).iter().for_each(|&v| list(v));
        });
        let mut edges = FeatureLists::build(clusters, |element, list| {
            features.edge_range(element).for_each(list);
        });
        let mut faces = FeatureLists::build(clusters, |element, list| {
            features.face_range(element).for_each(list);
        });
        // A quarter of the sum of up to three is in the number range.
        let at = |v: u32| positions[v as usize] * 0.25;
        vertices.order_by_place(at);
        edges.order_by_place(|edge| features.edges()[edge as usize].map(at).into_iter().sum());
        faces.order_by_place(|face| features.faces()[face as usize].map(at).into_iter().sum());
        ClusterFeatures { vertices, edges, faces }
    }

    pub fn bytes(&self) -> usize {
        self.vertices.bytes() + self.edges.bytes() + self.faces.bytes()
    }
}

/// Divides features in two across their longest extent, and each half again, down to those that are compared together.
fn divide(placed: &mut [(DVec3, u32)]) {
    if placed.len() <= LANES {
        return;
    }
    let extent = Aabb::from_points(placed.iter().map(|own| own.0)).size();
    let axis = extent.max_position();
    let half = (placed.len() / 2).next_multiple_of(LANES);
    placed.select_nth_unstable_by(half, |a, b| a.0[axis].total_cmp(&b.0[axis]).then(a.1.cmp(&b.1)));
    let (lower, upper) = placed.split_at_mut(half);
    divide(lower);
    divide(upper);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidates::TopologyCache;
    use crate::mesh::{Scene, shapes};

    /// The mean length of the boxes of eight that follow each other.
    fn mean_length(lists: &FeatureLists, place: impl Fn(u32) -> DVec3) -> f64 {
        let clusters = 0..lists.starts.len() - 1;
        let lengths: Vec<f64> = clusters
            .flat_map(|cluster| lists.of(cluster).chunks_exact(LANES))
            .map(|eight| Aabb::from_points(eight.iter().map(|&own| place(own))).size().length())
            .collect();
        lengths.iter().sum::<f64>() / lengths.len() as f64
    }

    #[test]
    fn features_that_are_compared_together_are_close_together() {
        let mut scene = Scene::new();
        let cloth = scene.add("cloth", shapes::cloth(60, 60, [60.0, 60.0])).unwrap();
        let mut cache = TopologyCache::new();
        cache.update(&scene);
        let object = cache.object(&scene, cloth);
        let (clusters, features) = (object.clusters(), object.features());
        let ordered = object.cluster_features();
        let middle = |corners: &[u32]| {
            corners.iter().map(|&v| scene.vertices()[v as usize]).sum::<DVec3>()
                / corners.len() as f64
        };
        let edge = |edge: u32| middle(&features.edges()[edge as usize]);
        let face = |face: u32| middle(&features.faces()[face as usize]);
        let edges = FeatureLists::build(clusters, |element, list| {
            features.edge_range(element).for_each(list);
        });
        let faces = FeatureLists::build(clusters, |element, list| {
            features.face_range(element).for_each(list);
        });
        let pairs = [
            [mean_length(&ordered.edges, edge), mean_length(&edges, edge)],
            [mean_length(&ordered.faces, face), mean_length(&faces, face)],
        ];
        for [ordered, as_listed] in pairs {
            assert!(ordered < 0.9 * as_listed, "{ordered} beside {as_listed}");
        }
        for cluster in 0..clusters.len() {
            let elements = clusters.elements(cluster).iter().map(|&element| element as usize);
            let mut owned: Vec<u32> = elements.flat_map(|e| features.edge_range(e)).collect();
            let mut own = ordered.edges.of(cluster).to_vec();
            owned.sort_unstable();
            own.sort_unstable();
            assert_eq!(own, owned);
        }
    }
}
