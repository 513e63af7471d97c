//! Candidates through clusters: clusters with overlapping boxes first, then their features, eight at
//! a time.
//!
//! Patches of clusters that are certified to be free of collisions carry one label, and clusters with
//! the same label are not compared. A cluster that has come apart, as in an explosion, is searched
//! element by element.

mod capacity;
mod groups;

use super::feature_boxes::{FeatureBoxes, swept_bounds};
use super::feature_numbering::FeatureNumbering;
use super::{
    CandidateList, CandidateReceiver, CandidateSearch, FeaturePair, NearObjects, SearchInput,
    SearchReport,
};
use crate::broad::{GroupSearch, LatticeBox};
use crate::conditions::{Condition, bound, required};
use crate::geometry::Aabb;
use crate::mesh::{Clusters, ElementKind, Scene};
use crate::narrow::Patches;
use groups::{Group, InputGroups};
use rayon::prelude::*;

/// Finds candidates through clusters; keeps its buffers.
#[derive(Debug, Default)]
pub(crate) struct ClusterSearch {
    scene: ClusteredScene,
    search: GroupSearch,
}

/// The clusters of a scene, bounded, and the groups that are searched.
#[derive(Debug, Default)]
struct ClusteredScene {
    objects: Vec<ObjectClusters>,
    /// The object of each cluster.
    cluster_object: Vec<u32>,
    /// The box of each cluster, along the step.
    cluster_bounds: Vec<Aabb>,
    near: NearObjects,
    boxes: FeatureBoxes,
    numbering: FeatureNumbering,
    groups: Vec<Group>,
    group_boxes: Vec<LatticeBox>,
    /// Features of each group on both sides, where they are not elements.
    group_lengths: Vec<[u32; 2]>,
}

#[derive(Debug, Default)]
struct ObjectClusters {
    patches: Patches,
    /// The first of its clusters among all.
    first: u32,
}

impl CandidateSearch for ClusterSearch {
    fn update(&mut self, input: &SearchInput) {
        self.scene.update(input);
    }

    fn search<R: CandidateReceiver>(
        &mut self,
        input: &SearchInput,
        workers: &mut [R::Worker],
        receiver: &R,
    ) {
        let groups = InputGroups { own: &self.scene, input };
        let members = self.search.find_near(&groups, workers.len());
        // A feature has a vertex of its own at most, and maps two or more if they are not mapped.
        if members >= input.scene.vertices().len() / 2 {
            self.scene.boxes.map_points(input);
        }
        let (own, groups) = (&self.scene, InputGroups { own: &self.scene, input });
        self.search.search(&groups, workers, |worker, pair, pairs| {
            let objects = pair.map(|group| own.groups[group as usize].object);
            let [a, b] = pair.map(|group| own.bounds(input, group));
            receiver.receive_list(worker, &CandidateList { objects, bounds: a.union(b), pairs });
        });
    }

    fn near_objects(&self) -> &NearObjects {
        &self.scene.near
    }

    fn report(&self) -> SearchReport {
        let grid = self.search.report();
        SearchReport {
            levels: grid.levels,
            entries: grid.entries,
            cells: grid.cells,
            fullest_cell: grid.fullest,
            duplicates: 0, // Each feature is in one group.
            populate_seconds: self.search.populate_seconds(),
        }
    }

    fn bytes(&self) -> usize {
        self.scene.bytes() + self.search.bytes()
    }
}

impl ClusterSearch {
    /// The numbers of edges and faces.
    pub fn numbering(&self) -> &FeatureNumbering {
        &self.scene.numbering
    }
}

impl ClusteredScene {
    fn update(&mut self, input: &SearchInput) {
        self.number_clusters(input);
        self.bound(input);
        self.certify(input);
        if input.features != FeaturePair::Elements {
            self.numbering.update(input.scene, input.topology, input.scope);
        }
        self.boxes.update(input, self.near.all());
        self.group(input);
        self.bound_groups(input);
    }

    fn number_clusters(&mut self, input: &SearchInput) {
        self.objects.resize_with(input.scope.len(), ObjectClusters::default);
        // Those that are not made yet are made by all threads.
        (0..input.scope.len()).into_par_iter().for_each(|object| {
            input.topology.object_at(input.scene, object).clusters();
        });
        self.cluster_object.clear();
        for (object, own) in self.objects.iter_mut().enumerate() {
            own.first = self.cluster_object.len() as u32;
            let count = input.topology.object_at(input.scene, object).clusters().len();
            self.cluster_object.resize(self.cluster_object.len() + count, object as u32);
        }
    }

    /// The boxes of clusters and objects.
    fn bound(&mut self, input: &SearchInput) {
        let SearchInput { scene, topology, motion, .. } = *input;
        let (objects, cluster_object) = (&self.objects, &self.cluster_object);
        self.cluster_bounds.resize(cluster_object.len(), Aabb::EMPTY);
        self.cluster_bounds.par_iter_mut().enumerate().with_min_len(64).for_each(|(c, bounds)| {
            let object = cluster_object[c] as usize;
            let clusters = topology.object_at(scene, object).clusters();
            let first = scene.objects()[object].vertices().start;
            let vertices = clusters.vertices(c - objects[object].first as usize);
            let end = motion.end.filter(|_| required(Condition::StepOfClusters));
            *bounds = swept_bounds(scene, end, vertices.iter().map(|&v| first + v as usize));
        });
        let clusters = cluster_object.chunk_by(|a, b| a == b);
        let mut at = 0;
        let mut object_bounds = clusters.map(|own| {
            at += own.len();
            let own_bounds = &self.cluster_bounds[at - own.len()..at];
            (own[0] as usize, own_bounds.iter().fold(Aabb::EMPTY, |all, b| all.union(*b)))
        });
        let mut next = object_bounds.next();
        let bounds = (0..objects.len()).map(|object| {
            // An object without elements has no clusters.
            let own = next.take_if(|(own, _)| *own == object);
            if own.is_some() {
                next = object_bounds.next();
            }
            own.map_or(Aabb::EMPTY, |(_, bounds)| {
                bounds.inflated(bound(Condition::MarginOfObjects, motion.margin))
            })
        });
        self.near.update(input.scope, bounds);
    }

    /// Whether patches of an object can exclude pairs: of its triangles with each other, at rest.
    fn uses_patches(input: &SearchInput, object: usize) -> bool {
        (input.features == FeaturePair::Elements || !required(Condition::PatchesOfElements))
            && (input.motion.is_rest() || !required(Condition::PatchesAtRest))
            && input.scope.has_self_pairs(object)
            && input.scene.objects()[object].kind() == ElementKind::Triangle
    }

    fn certify(&mut self, input: &SearchInput) {
        let bounds = &self.cluster_bounds;
        self.objects.par_iter_mut().enumerate().for_each(|(o, own)| {
            if Self::uses_patches(input, o) {
                let clusters = input.topology.object_at(input.scene, o).clusters();
                let first = own.first as usize;
                let bounds = &bounds[first..first + clusters.len()];
                own.patches.update(input.scene, &input.scene.objects()[o], clusters, bounds);
            }
        });
    }

    /// The box of a group.
    fn bounds(&self, input: &SearchInput, group: u32) -> Aabb {
        let group = &self.groups[group as usize];
        match group.single() {
            None => {
                let first = self.objects[group.object as usize].first;
                self.cluster_bounds[(first + group.cluster) as usize]
            }
            Some(element) => element_bounds(input, element),
        }
    }

    fn bytes(&self) -> usize {
        self.objects.iter().map(|own| own.patches.bytes()).sum::<usize>()
            + self.objects.capacity() * size_of::<ObjectClusters>()
            + self.cluster_object.capacity() * size_of::<u32>()
            + self.cluster_bounds.capacity() * size_of::<Aabb>()
            + self.near.bytes()
            + self.boxes.bytes()
            + self.numbering.bytes()
            + self.groups.capacity() * size_of::<Group>()
            + self.group_boxes.capacity() * size_of::<LatticeBox>()
            + self.group_lengths.capacity() * size_of::<[u32; 2]>()
    }
}

/// The box of an element along the step.
fn element_bounds(input: &SearchInput, element: u32) -> Aabb {
    let Some(end) = input.motion.end else {
        return input.scene.element_at(element as usize).bounds();
    };
    let corners = input.scene.corners_at(element as usize).iter();
    swept_bounds(input.scene, Some(end), corners.map(|&v| v as usize))
}

/// The elements of a cluster in the scene.
fn scene_elements<'c>(
    scene: &Scene,
    clusters: &'c Clusters,
    object: usize,
    cluster: usize,
) -> impl ExactSizeIterator<Item = u32> + Clone + use<'c> {
    let first = scene.objects()[object].elements().start as u32;
    clusters.elements(cluster).iter().map(move |e| first + e)
}
