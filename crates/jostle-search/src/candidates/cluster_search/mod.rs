//! Candidates through clusters: clusters with overlapping boxes first, then their features, eight at
//! a time. What moves is bounded at both ends of the step.
//!
//! Patches of clusters that are certified to be free of collisions carry one label, and clusters with
//! the same label are not compared. A cluster that has come apart, as in an explosion, is searched
//! element by element.

mod capacity;
mod groups;

use super::feature_boxes::{FeatureBoxes, swept_bounds};
use super::feature_numbering::FeatureNumbering;
use super::group_lists::GroupLists;
use super::{CandidateSearch, CandidateWorkers, NearObjects, SearchInput, SearchReport};
use crate::broad::{GroupSearch, Groups, LatticeBox, MovingBox};
use crate::conditions::{Condition, bound, required};
use crate::geometry::lanes::{Lanes, with_lanes};
use crate::geometry::{Aabb, DiagonalSlabs};
use crate::mesh::{ClusterShapes, Clusters, ElementKind, Scene};
use crate::narrow::Patches;
use glam::DVec3;
use groups::{ClusterChoice, Group};
use jostle_support::parallel;
use pulp::NullaryFnOnce;

/// Finds candidates through clusters; keeps its buffers.
#[derive(Debug, Default)]
pub struct ClusterSearch {
    scene: ClusteredScene,
    at_rest: GroupSearch<LatticeBox>,
    over_step: GroupSearch<MovingBox>,
    /// Whether near groups have been found since the last update.
    has_near: bool,
}

/// The clusters of a scene, bounded, and the groups that are searched.
#[derive(Debug, Default)]
struct ClusteredScene {
    objects: Vec<ObjectClusters>,
    /// The object of each cluster.
    cluster_object: Vec<u32>,
    /// The box of each cluster, along the step.
    cluster_bounds: Vec<Aabb>,
    /// What else each cluster is within, if it does not move.
    cluster_slabs: Vec<DiagonalSlabs>,
    /// The boxes of each cluster that moves at the beginning of the step and at its end.
    cluster_ends: Vec<[Aabb; 2]>,
    near: NearObjects,
    boxes: FeatureBoxes,
    numbering: FeatureNumbering,
    /// What is searched of each cluster.
    cluster_choices: Vec<Option<ClusterChoice>>,
    groups: Vec<Group>,
    group_boxes: Vec<LatticeBox>,
    /// The box of each group that moves.
    group_regions: Vec<MovingBox>,
    /// Features of each group on both sides, where they are not elements.
    group_lengths: Vec<[u32; 2]>,
}

#[derive(Debug, Default)]
struct ObjectClusters {
    patches: Patches,
    /// The first of its clusters among all.
    first: u32,
    /// The shapes of its clusters, while they are what has just been found.
    shapes: Option<ClusterShapes>,
}

impl CandidateSearch for ClusterSearch {
    /// Holds for searches of vertices with faces and of edges.
    fn update(&mut self, input: &SearchInput) {
        self.scene.update(input);
        self.has_near = false;
    }

    fn search(&mut self, input: &SearchInput, workers: &mut dyn CandidateWorkers) {
        self.scene.count_features(input);
        let is_new = !std::mem::replace(&mut self.has_near, true);
        let moves = input.motion.end.is_some();
        let members = match moves {
            false => choose(&mut self.at_rest, &self.scene.at_rest(input), workers.count(), is_new),
            true => choose(&mut self.over_step, &self.scene.moving(input), workers.count(), is_new),
        };
        // A feature has a vertex of its own at most, and maps two or more if they are not mapped.
        if members >= input.scene.vertices().len() / 2 {
            self.scene.boxes.map_points(input);
        }
        let own = &self.scene;
        let describe = |groups: [u32; 2]| {
            let objects = groups.map(|group| own.groups[group as usize].object);
            let [a, b] = groups.map(|group| own.bounds(input, group));
            (objects, a.union(b))
        };
        let mut lists = GroupLists { input, workers, describe: &describe };
        if moves {
            self.over_step.search(&own.moving(input), &mut lists);
        } else {
            self.at_rest.search(&own.at_rest(input), &mut lists);
        }
    }

    fn lists_candidates(&self) -> bool {
        true
    }

    fn near_objects(&self) -> &NearObjects {
        &self.scene.near
    }

    fn report(&self) -> SearchReport {
        let own = SearchReport::of_groups(&self.at_rest);
        let populate_seconds = own.populate_seconds + self.over_step.populate_seconds();
        SearchReport { populate_seconds, ..own }
    }

    fn bytes(&self) -> usize {
        self.scene.bytes() + self.at_rest.bytes() + self.over_step.bytes()
    }
}

/// Finds near groups, if they are not known, and tells how many members they have.
fn choose<G: Groups>(
    search: &mut GroupSearch<G::Bounds>,
    groups: &G,
    workers: usize,
    is_new: bool,
) -> usize {
    if is_new {
        search.find_near(groups, workers);
    }
    search.choose(groups)
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
        if input.features.is_of_surfaces() {
            self.numbering.update(input.scene, input.topology, input.scope);
        }
        self.boxes.update(input, self.near.all());
        self.group(input);
        self.bound_groups(input);
    }

    fn number_clusters(&mut self, input: &SearchInput) {
        self.objects.resize_with(input.scope.len(), ObjectClusters::default);
        // Those that are not made yet are made by all threads.
        parallel::for_each(input.scope.len(), 1, |object| {
            input.topology.object_at(input.scene, object).clusters();
        });
        self.cluster_object.clear();
        for (object, own) in self.objects.iter_mut().enumerate() {
            own.first = self.cluster_object.len() as u32;
            let topology = input.topology.object_at(input.scene, object);
            own.shapes = topology.take_shapes();
            let count = topology.clusters().len();
            self.cluster_object.resize(self.cluster_object.len() + count, object as u32);
        }
    }

    /// The boxes of clusters and objects.
    fn bound<'i>(&mut self, input: &SearchInput<'i>) {
        let SearchInput { scene, topology, motion, .. } = *input;
        let (objects, cluster_object) = (&self.objects, &self.cluster_object);
        let vertices_of = |c: usize, positions: &'i [DVec3]| {
            let object = cluster_object[c] as usize;
            let clusters = topology.object_at(scene, object).clusters();
            let own = &positions[scene.objects()[object].vertices()];
            (clusters.vertices(c - objects[object].first as usize), own)
        };
        let bounds_at = |c: usize, positions: &'i [DVec3]| {
            let (vertices, positions) = vertices_of(c, positions);
            Aabb::from_points(vertices.iter().map(|&v| positions[v as usize]))
        };
        let at_rest = |c: usize| {
            let own = &objects[cluster_object[c] as usize];
            if let Some(shapes) = &own.shapes {
                let shape = shapes.of(c - own.first as usize);
                return (shape.bounds, shape.slabs);
            }
            let (vertices, positions) = vertices_of(c, scene.vertices());
            bounds_and_slabs(vertices, positions)
        };
        self.cluster_bounds.resize(cluster_object.len(), Aabb::EMPTY);
        let all = &mut self.cluster_bounds;
        match motion.end.filter(|_| required(Condition::StepOfClusters)) {
            None => {
                self.cluster_slabs.resize(cluster_object.len(), DiagonalSlabs::default());
                parallel::for_each_mut2(all, &mut self.cluster_slabs, 16, |c, bounds, slabs| {
                    (*bounds, *slabs) = at_rest(c);
                });
                self.cluster_ends.clear();
                if motion.end.is_some() {
                    self.cluster_ends.extend(self.cluster_bounds.iter().map(|&own| [own; 2]));
                }
            }
            Some(end) => {
                self.cluster_ends.resize(cluster_object.len(), [Aabb::EMPTY; 2]);
                parallel::for_each_mut2(all, &mut self.cluster_ends, 16, |c, bounds, ends| {
                    *ends = [bounds_at(c, scene.vertices()), bounds_at(c, end)];
                    *bounds = ends[0].union(ends[1]);
                });
            }
        }
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

    /// Whether patches of an object can exclude pairs: of its triangles with each other, for contact.
    fn uses_patches(input: &SearchInput, object: usize) -> bool {
        input.leaves_out_patches
            && (input.motion.margin == 0.0 || !required(Condition::PatchesWithoutMargin))
            && input.scope.has_self_pairs(object)
            && input.scene.objects()[object].kind() == ElementKind::Triangle
    }

    fn certify(&mut self, input: &SearchInput) {
        let bounds = &self.cluster_bounds;
        parallel::for_each_mut(&mut self.objects, 1, |o, own| {
            let shapes = own.shapes.take();
            if Self::uses_patches(input, o) {
                let clusters = input.topology.object_at(input.scene, o).clusters();
                let first = own.first as usize;
                let bounds = &bounds[first..first + clusters.len()];
                let (scene, end) = (input.scene, input.motion.end);
                let (object, shapes) = (&scene.objects()[o], shapes.as_ref());
                own.patches.update(scene, end, object, clusters, bounds, shapes);
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
            + self.cluster_slabs.capacity() * size_of::<DiagonalSlabs>()
            + self.cluster_ends.capacity() * size_of::<[Aabb; 2]>()
            + self.group_regions.capacity() * size_of::<MovingBox>()
            + self.near.bytes()
            + self.boxes.bytes()
            + self.numbering.bytes()
            + self.cluster_choices.capacity() * size_of::<Option<ClusterChoice>>()
            + self.groups.capacity() * size_of::<Group>()
            + self.group_boxes.capacity() * size_of::<LatticeBox>()
            + self.group_lengths.capacity() * size_of::<[u32; 2]>()
    }
}

/// The box and the slabs of some vertices.
fn bounds_and_slabs(vertices: &[u32], positions: &[DVec3]) -> (Aabb, DiagonalSlabs) {
    with_lanes!(simd => simd.run(BoundsAndSlabs { simd, vertices, positions }))
}

/// The same, compiled for an instruction set.
struct BoundsAndSlabs<'p, S> {
    simd: S,
    vertices: &'p [u32],
    positions: &'p [DVec3],
}

impl<S: Lanes> NullaryFnOnce for BoundsAndSlabs<'_, S> {
    type Output = (Aabb, DiagonalSlabs);

    #[inline(always)]
    fn call(self) -> (Aabb, DiagonalSlabs) {
        DiagonalSlabs::of(self.simd, self.vertices, self.positions)
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
