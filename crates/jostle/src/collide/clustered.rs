//! The scene as groups of elements: clusters of what hangs together, with patches that are known to
//! be free of collisions labelled as one.

use super::Query;
use crate::broad::{BroadPhase, Groups, LANES, Lattice, LatticeBox, Sweep, reserve};
use crate::geometry::Aabb;
use crate::mesh::{Clusters, ElementKind, Object, Scene};
use crate::narrow::Patches;
use rayon::prelude::*;
use std::collections::TryReserveError;

/// The clusters of a scene and the groups made of them; keeps its buffers, and what depends on
/// topology for as long as that stays.
#[derive(Debug, Default)]
pub(super) struct Clustered {
    objects: Vec<ObjectClusters>,
    /// The object of each cluster.
    owners: Vec<u32>,
    /// The box of each cluster, and of each object.
    bounds: Vec<Aabb>,
    object_bounds: Vec<Aabb>,
    near: NearObjects,
    lattice: Lattice,
    /// Lattice points of all vertices, where most of them are needed.
    points: Vec<[i32; 3]>,
    groups: Vec<Group>,
    boxes: Vec<LatticeBox>,
}

#[derive(Debug, Default)]
struct ObjectClusters {
    /// The topology that this is of.
    topology: u64,
    clusters: Clusters,
    patches: Patches,
    /// The first of its clusters among all.
    first: u32,
}

/// A cluster, or one element of a cluster that has come apart.
#[derive(Clone, Copy, Debug)]
struct Group {
    object: u32,
    cluster: u32,
    element: u32,
    label: u32,
}

/// Stands for all elements of the cluster.
const ALL: u32 = u32::MAX;
/// The label of groups that may meet each other and themselves.
const NO_LABEL: u32 = u32::MAX;
/// Groups are many if they are this share of all clusters.
const MANY: usize = 4;
/// Elements looked at to learn how large those of a cluster are.
const SAMPLES: usize = 4;
/// A cluster whose box is larger than this, in elements put side by side in a square, has come apart:
/// its elements would share no neighbours.
const LOOSE: f64 = 4.0;

impl Clustered {
    /// Makes the groups that can be in a pair.
    pub fn update(&mut self, scene: &Scene, query: &Query) {
        self.update_clusters(scene);
        self.bound(scene);
        self.near.update(scene, query, &self.object_bounds);
        self.certify(scene, query);
        let all = self.object_bounds.iter().fold(Aabb::EMPTY, |all, b| all.union(*b));
        self.lattice = Lattice::from_scene_bounds(scene, all);
        self.group(scene, query);
        self.map_points(scene);
        let (lattice, boxes) = (self.lattice, &mut self.boxes);
        boxes.resize(self.groups.len(), LatticeBox::default());
        let (groups, bounds, objects) = (&self.groups, &self.bounds, &self.objects);
        boxes.par_iter_mut().zip(groups).with_min_len(512).for_each(|(own, group)| {
            *own = match group.element {
                ALL => lattice
                    .aabb(&bounds[(objects[group.object as usize].first + group.cluster) as usize]),
                element => lattice.element(scene, element as usize),
            };
        });
    }

    /// Maps all vertices to the lattice if many groups want theirs: each is shared by several elements.
    fn map_points(&mut self, scene: &Scene) {
        self.points.clear();
        if self.groups.len() * MANY < self.owners.len() {
            return;
        }
        self.points.resize(scene.vertices().len(), [0; 3]);
        let lattice = self.lattice;
        let chunks = self.points.par_chunks_mut(4096).zip(scene.vertices().par_chunks(4096));
        chunks.for_each(|(points, positions)| lattice.points(positions, points));
    }

    fn update_clusters(&mut self, scene: &Scene) {
        self.objects.resize_with(scene.objects().len(), ObjectClusters::default);
        self.objects.par_iter_mut().zip(scene.objects()).for_each(|(own, object)| {
            if std::mem::replace(&mut own.topology, object.topology()) != object.topology() {
                own.clusters = Clusters::from_object(scene, object);
            }
        });
        self.owners.clear();
        for (object, own) in (0..).zip(&mut self.objects) {
            own.first = self.owners.len() as u32;
            self.owners.resize(self.owners.len() + own.clusters.len(), object);
        }
    }

    fn bound(&mut self, scene: &Scene) {
        let (objects, owners) = (&self.objects, &self.owners);
        self.bounds.resize(owners.len(), Aabb::EMPTY);
        self.bounds.par_iter_mut().enumerate().with_min_len(64).for_each(|(c, bounds)| {
            let object = owners[c] as usize;
            let own = &objects[object];
            let positions = &scene.vertices()[scene.objects()[object].vertices()];
            let vertices = own.clusters.vertices(c - own.first as usize);
            *bounds = Aabb::from_points(vertices.iter().map(|&v| positions[v as usize]));
        });
        self.object_bounds.clear();
        self.object_bounds.resize(objects.len(), Aabb::EMPTY);
        for (&object, bounds) in owners.iter().zip(&self.bounds) {
            let whole = &mut self.object_bounds[object as usize];
            *whole = whole.union(*bounds);
        }
    }

    fn certify(&mut self, scene: &Scene, query: &Query) {
        let bounds = &self.bounds;
        self.objects.par_iter_mut().enumerate().for_each(|(o, own)| {
            let object = &scene.objects()[o];
            if object.has_self_collision()
                && object.kind() == ElementKind::Triangle
                && query.admits(o)
            {
                let first = own.first as usize;
                let bounds = &bounds[first..first + own.clusters.len()];
                own.patches.update(scene, object, &own.clusters, bounds);
            }
        });
    }

    fn group(&mut self, scene: &Scene, query: &Query) {
        self.groups.clear();
        let mut next_label = scene.objects().len() as u32;
        for (o, own) in self.objects.iter().enumerate() {
            let object = &scene.objects()[o];
            if !query.admits(o) {
                continue;
            }
            let patches = next_label;
            let certifies = object.has_self_collision() && object.kind() == ElementKind::Triangle;
            if certifies {
                next_label += own.clusters.tree().nodes().len() as u32;
            }
            for cluster in 0..own.clusters.len() {
                let bounds = &self.bounds[own.first as usize + cluster];
                let label = match (object.has_self_collision(), certifies) {
                    (false, _) => o as u32,
                    (true, false) => NO_LABEL,
                    (true, true) => match own.patches.of(cluster) {
                        Patches::NONE => NO_LABEL,
                        patch => patches + patch,
                    },
                };
                let near = self.near.of(o);
                let reaches =
                    |other: &(u32, u32)| self.object_bounds[other.1 as usize].overlaps(bounds);
                if !object.has_self_collision() && !near.iter().any(reaches) {
                    continue;
                }
                let whole =
                    Group { object: o as u32, cluster: cluster as u32, element: ALL, label };
                let elements = own.clusters.elements(cluster);
                let first = object.elements().start as u32;
                if is_loose(scene, first, elements, bounds) {
                    let single = |&e: &u32| Group { element: first + e, ..whole };
                    self.groups.extend(elements.iter().map(single));
                } else {
                    self.groups.push(whole);
                }
            }
        }
    }

    /// The most that groups can come to while objects move rigidly, once they have been updated.
    pub fn most(&self, scene: &Scene) -> MostGroups {
        let mut most = MostGroups::default();
        for (own, object) in self.objects.iter().zip(scene.objects()) {
            for cluster in 0..own.clusters.len() {
                let elements = own.clusters.elements(cluster);
                let single = may_be_loose(scene, object, &own.clusters, cluster);
                let (groups, blocks) = if single {
                    (elements.len(), elements.len())
                } else {
                    (1, elements.len().div_ceil(LANES))
                };
                most.groups += groups;
                most.blocks += blocks;
                most.largest = most.largest.max(elements.len());
            }
        }
        most
    }

    /// Makes room for these, once they have been updated for a query.
    pub fn reserve(
        &mut self,
        scene: &Scene,
        query: &Query,
        most: &MostGroups,
        threads: usize,
    ) -> Result<(), TryReserveError> {
        self.near.reserve(scene.objects().len())?;
        reserve(&mut self.points, scene.vertices().len())?;
        reserve(&mut self.groups, most.groups)?;
        reserve(&mut self.boxes, most.groups)?;
        for (o, own) in self.objects.iter_mut().enumerate() {
            let object = &scene.objects()[o];
            if object.has_self_collision()
                && object.kind() == ElementKind::Triangle
                && query.admits(o)
            {
                own.patches.reserve(&own.clusters, threads)?;
            }
        }
        Ok(())
    }

    /// The object of a group.
    #[inline]
    pub fn owner(&self, group: u32) -> u32 {
        self.groups[group as usize].object
    }

    /// The box of a group.
    pub fn bounds(&self, scene: &Scene, group: u32) -> Aabb {
        let group = &self.groups[group as usize];
        match group.element {
            ALL => {
                let first = self.objects[group.object as usize].first;
                self.bounds[(first + group.cluster) as usize]
            }
            element => scene.element(element as usize).bounds(),
        }
    }

    /// These groups, for a search.
    pub fn of<'s>(&'s self, scene: &'s Scene) -> impl Groups {
        SceneGroups { clustered: self, scene }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let of = |own: &ObjectClusters| own.clusters.bytes() + own.patches.bytes();
        self.objects.iter().map(of).sum::<usize>()
            + self.objects.capacity() * size_of::<ObjectClusters>()
            + self.owners.capacity() * size_of::<u32>()
            + (self.bounds.capacity() + self.object_bounds.capacity()) * size_of::<Aabb>()
            + self.points.capacity() * size_of::<[i32; 3]>()
            + self.groups.capacity() * size_of::<Group>()
            + self.boxes.capacity() * size_of::<LatticeBox>()
            + self.near.bytes()
    }
}

/// The most that the groups of a scene can come to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MostGroups {
    pub groups: usize,
    /// Blocks that their elements fill.
    pub blocks: usize,
    /// Elements of one of them.
    pub largest: usize,
}

/// Whether a cluster is loose in some orientation: the longest edge of a box is no longer than what it
/// holds is wide, and no shorter than a root of 3 of that.
fn may_be_loose(scene: &Scene, object: &Object, clusters: &Clusters, cluster: usize) -> bool {
    /// More than the rounding of moved vertices can do, unless they move very far.
    const SLACK: f64 = 1.01;
    let positions = &scene.vertices()[object.vertices()];
    let vertices = clusters.vertices(cluster).iter().map(|&v| positions[v as usize]);
    let bounds = Aabb::from_points(vertices.clone());
    let centre = bounds.min + bounds.size() * 0.5;
    let width = 2.0 * vertices.map(|p| p.distance(centre)).fold(0.0, f64::max);
    let elements = clusters.elements(cluster);
    let first = object.elements().start;
    let wide = |&e: &u32| {
        let corners = scene.corner_indices(first + e as usize);
        let at = |v: &u32| scene.vertices()[*v as usize];
        let widths =
            corners.iter().flat_map(|v| corners.iter().map(move |w| at(v).distance(at(w))));
        widths.fold(0.0, f64::max)
    };
    let samples = elements.iter().step_by(elements.len().div_ceil(SAMPLES));
    let count = samples.len() as f64;
    let typical = samples.map(wide).sum::<f64>() / count / 3f64.sqrt();
    width * SLACK > LOOSE * (elements.len() as f64).sqrt() * typical
}

fn is_loose(scene: &Scene, first: u32, elements: &[u32], bounds: &Aabb) -> bool {
    let step = elements.len().div_ceil(SAMPLES);
    let samples = elements.iter().step_by(step);
    let count = samples.len() as f64;
    let extent = |&e: &u32| scene.element((first + e) as usize).bounds().size().max_element();
    let typical = samples.map(extent).sum::<f64>() / count;
    bounds.size().max_element() > LOOSE * (elements.len() as f64).sqrt() * typical
}

struct SceneGroups<'s> {
    clustered: &'s Clustered,
    scene: &'s Scene,
}

impl Groups for SceneGroups<'_> {
    fn boxes(&self) -> &[LatticeBox] {
        &self.clustered.boxes
    }

    #[inline]
    fn may_meet(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|group| self.clustered.groups[group as usize].label);
        a != b || a == NO_LABEL
    }

    fn len(&self, group: u32) -> usize {
        let group = &self.clustered.groups[group as usize];
        let own = &self.clustered.objects[group.object as usize];
        if group.element == ALL { own.clusters.elements(group.cluster as usize).len() } else { 1 }
    }

    #[inline]
    fn for_each(&self, group: u32, mut visit: impl FnMut(u32, LatticeBox)) {
        let group = &self.clustered.groups[group as usize];
        let lattice = &self.clustered.lattice;
        if group.element != ALL {
            return visit(group.element, lattice.element(self.scene, group.element as usize));
        }
        let own = &self.clustered.objects[group.object as usize];
        let first = self.scene.objects()[group.object as usize].elements().start as u32;
        let points = &self.clustered.points;
        for e in own.clusters.elements(group.cluster as usize) {
            let element = first + e;
            let corners = self.scene.corner_indices(element as usize);
            visit(
                element,
                match points.is_empty() {
                    true => lattice.element(self.scene, element as usize),
                    false => LatticeBox::from_corners(corners, points),
                },
            );
        }
    }
}

/// Pairs of objects whose boxes overlap; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct NearObjects {
    boxes: Vec<LatticeBox>,
    sweep: Sweep,
    /// Both ways round, sorted.
    pairs: Vec<(u32, u32)>,
    starts: Vec<u32>,
}

impl NearObjects {
    /// Finds the pairs among the objects that the query is about, given their boxes.
    pub fn update(&mut self, scene: &Scene, query: &Query, bounds: &[Aabb]) {
        let admitted = |o: usize| if query.admits(o) { bounds[o] } else { Aabb::EMPTY };
        let objects = 0..scene.objects().len();
        let all = objects.clone().map(admitted).fold(Aabb::EMPTY, Aabb::union);
        let lattice = Lattice::from_bounds(all);
        self.boxes.clear();
        self.boxes.extend(objects.clone().map(|o| lattice.aabb(&admitted(o))));
        let mut workers = [std::mem::take(&mut self.pairs)];
        workers[0].clear();
        self.sweep.search(&self.boxes, &mut workers, |pairs, a, b| {
            if bounds[a as usize].overlaps(&bounds[b as usize]) {
                pairs.push((a, b));
                pairs.push((b, a));
            }
        });
        [self.pairs] = workers;
        self.pairs.sort_unstable();
        self.starts.clear();
        let mut at = 0;
        for object in objects {
            self.starts.push(at as u32);
            at += self.pairs[at..].partition_point(|pair| pair.0 as usize <= object);
        }
        self.starts.push(at as u32);
    }

    /// Makes room for so many objects, all near each other.
    pub fn reserve(&mut self, objects: usize) -> Result<(), TryReserveError> {
        reserve(&mut self.boxes, objects)?;
        reserve(&mut self.starts, objects + 1)?;
        reserve(&mut self.pairs, objects * objects.saturating_sub(1))?;
        self.sweep.reserve(objects)
    }

    /// The pairs of an object, itself first in each.
    pub fn of(&self, object: usize) -> &[(u32, u32)] {
        &self.pairs[self.starts[object] as usize..self.starts[object + 1] as usize]
    }

    pub fn bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<LatticeBox>()
            + self.pairs.capacity() * size_of::<(u32, u32)>()
            + self.starts.capacity() * size_of::<u32>()
            + self.sweep.bytes()
    }
}
