//! What a search of elements at rest needs at most while objects move rigidly, reserved beforehand.

use super::groups::{LOOSE, SAMPLES};
use super::{ClusterSearch, ClusteredScene, scene_elements};
use crate::broad::{block_count, reserve};
use crate::candidates::SearchInput;
use crate::geometry::Aabb;
use crate::mesh::{Clusters, Scene};
use std::collections::TryReserveError;

/// The most that the groups of a scene can come to.
#[derive(Clone, Copy, Debug, Default)]
pub struct GroupCapacity {
    pub groups: usize,
    /// Blocks that their elements fill.
    pub blocks: usize,
    /// Elements of one of them.
    pub largest: usize,
}

impl ClusterSearch {
    /// Reserves what any placement of the objects needs, once the search has been updated, and tells
    /// what that is.
    pub fn reserve(
        &mut self,
        input: &SearchInput,
        threads: usize,
    ) -> Result<GroupCapacity, TryReserveError> {
        let most = self.scene.capacity(input);
        self.scene.reserve(input, &most, threads)?;
        self.at_rest.reserve(most.groups, most.blocks, most.largest, threads)?;
        Ok(most)
    }
}

impl ClusteredScene {
    fn capacity(&self, input: &SearchInput) -> GroupCapacity {
        let mut most = GroupCapacity::default();
        for object in 0..self.objects.len() {
            let clusters = input.topology.object_at(input.scene, object).clusters();
            for cluster in 0..clusters.len() {
                let elements = clusters.elements(cluster).len();
                let (groups, blocks) = match may_be_loose(input.scene, clusters, object, cluster) {
                    true => (elements, elements),
                    false => (1, block_count(elements)),
                };
                most.groups += groups;
                most.blocks += blocks;
                most.largest = most.largest.max(elements);
            }
        }
        most
    }

    fn reserve(
        &mut self,
        input: &SearchInput,
        most: &GroupCapacity,
        threads: usize,
    ) -> Result<(), TryReserveError> {
        self.near.reserve(input.scope.len())?;
        self.boxes.reserve(input.scene.vertices().len())?;
        reserve(&mut self.groups, most.groups)?;
        reserve(&mut self.group_boxes, most.groups)?;
        for (o, own) in self.objects.iter_mut().enumerate() {
            if Self::uses_patches(input, o) {
                let clusters = input.topology.object_at(input.scene, o).clusters();
                own.patches.reserve(clusters, threads)?;
            }
        }
        Ok(())
    }
}

/// Whether a cluster is loose in some orientation: the longest edge of a box is no longer than what it
/// holds is wide, and no shorter than a root of 3 of that.
fn may_be_loose(scene: &Scene, clusters: &Clusters, object: usize, cluster: usize) -> bool {
    /// More than the rounding of moved vertices can do, unless they move very far.
    const SLACK: f64 = 1.01;
    let positions = &scene.vertices()[scene.objects()[object].vertices()];
    let vertices = clusters.vertices(cluster).iter().map(|&v| positions[v as usize]);
    let bounds = Aabb::from_points(vertices.clone());
    let centre = bounds.min + bounds.size() * 0.5;
    let width = 2.0 * vertices.map(|p| p.distance(centre)).fold(0.0, f64::max);
    let wide = |element: u32| {
        let corners = scene.corners_at(element as usize);
        let at = |v: &u32| scene.vertices()[*v as usize];
        let widths =
            corners.iter().flat_map(|v| corners.iter().map(move |w| at(v).distance(at(w))));
        widths.fold(0.0, f64::max)
    };
    let elements = scene_elements(scene, clusters, object, cluster);
    let count = elements.len();
    let samples = elements.step_by(count.div_ceil(SAMPLES));
    let sampled = samples.len() as f64;
    let typical = samples.map(wide).sum::<f64>() / sampled / 3f64.sqrt();
    width * SLACK > LOOSE * (count as f64).sqrt() * typical
}
