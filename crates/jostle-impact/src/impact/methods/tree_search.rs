//! Candidates of a step by trees of bounding volumes, one for each object, refitted each step.

use super::element_tree::ElementTree;
use super::volume::Volume;
use super::walk::{BoundedObject, NodePair, PairFilter, Receivers, Walker, expand};
use crate::broad::Batches;
use crate::candidates::{FeatureNumbering, FeaturePair, NearObjects, Scope};
use crate::geometry::Aabb;
use crate::impact::receiver::ImpactWorker;
use crate::impact::step::Step;
use crate::mesh::ElementKind;
use glam::DVec3;
use jostle_support::parallel;

/// Elements that a thread bounds at least.
const FEW: usize = 512;
/// Pairs of nodes that each worker finds waiting at the beginning.
const TASKS: usize = 32;

/// Finds the candidates of both kinds in one walk; keeps its buffers.
///
/// [`CandidateSearch`](crate::candidates::CandidateSearch) is asked for one kind of features at a time, and bounds
/// those; a tree of elements bounds both kinds, and is walked once.
#[derive(Debug)]
pub(in crate::impact) struct TreeSearch<V> {
    objects: Vec<ObjectTree<V>>,
    near: NearObjects,
    numbering: FeatureNumbering,
    walkers: Vec<Walker>,
    tasks: Vec<NodePair>,
    opened: Vec<NodePair>,
}

impl<V> Default for TreeSearch<V> {
    fn default() -> TreeSearch<V> {
        TreeSearch {
            objects: Vec::new(),
            near: NearObjects::default(),
            numbering: FeatureNumbering::default(),
            walkers: Vec::new(),
            tasks: Vec::new(),
            opened: Vec::new(),
        }
    }
}

/// The tree of one object, with the volumes of the step.
#[derive(Debug)]
pub(in crate::impact) struct ObjectTree<V> {
    pub tree: ElementTree,
    pub nodes: Vec<V>,
    pub elements: Vec<V>,
    bounds: Aabb,
}

impl<V> Default for ObjectTree<V> {
    fn default() -> ObjectTree<V> {
        ObjectTree {
            tree: ElementTree::default(),
            nodes: Vec::new(),
            elements: Vec::new(),
            bounds: Aabb::EMPTY,
        }
    }
}

impl<V: Volume> ObjectTree<V> {
    /// Bounds elements and nodes over the step.
    pub fn update(&mut self, step: &Step, object: usize) {
        let Step { scene, end, .. } = *step;
        let own = &scene.objects()[object];
        self.tree.update(scene, own);
        self.bounds = Aabb::EMPTY;
        self.elements.clear();
        if own.elements().is_empty() {
            return;
        }
        let start = scene.vertices();
        let first = own.elements().start;
        let volume = |&e: &u32| {
            let corners = scene.corners_at(first + e as usize).iter();
            let grow = |volume: V, &v: &u32| volume.grown(start[v as usize]).grown(end[v as usize]);
            corners.fold(V::EMPTY, grow)
        };
        parallel::extend_from(&mut self.elements, self.tree.order(), FEW, volume);
        self.fit_nodes();
        let grow = |bounds: Aabb, &p: &DVec3| bounds.grown(p);
        let vertices = own.vertices();
        self.bounds = start[vertices.clone()].iter().fold(self.bounds, grow);
        self.bounds = end[vertices].iter().fold(self.bounds, grow);
    }

    fn fit_nodes(&mut self) {
        let ObjectTree { tree, nodes, elements, .. } = self;
        nodes.resize(tree.end(), V::EMPTY);
        let leaves = tree.first_leaf() as usize;
        parallel::for_each_mut(&mut nodes[leaves..], FEW, |leaf, own| {
            let range = tree.range((leaves + leaf) as u32);
            *own = elements[range].iter().fold(V::EMPTY, |all, volume| all.union(*volume));
        });
        let mut level = leaves;
        while level > 1 {
            let (above, below) = nodes.split_at_mut(level);
            level /= 2;
            parallel::for_each_mut(&mut above[level..], FEW, |node, own| {
                *own = below[2 * node].union(below[2 * node + 1]);
            });
        }
    }

    fn bytes(&self) -> usize {
        self.tree.bytes() + (self.nodes.capacity() + self.elements.capacity()) * size_of::<V>()
    }
}

impl<V: Volume> TreeSearch<V> {
    /// Bounds the objects over a step.
    pub fn update(&mut self, step: &Step, scope: &Scope) {
        let count = scope.len();
        self.objects.resize_with(count, ObjectTree::default);
        for object in 0..count {
            // Whatever is not searched is not bounded.
            if scope.takes_part(object) {
                self.objects[object].update(step, object);
            }
        }
        self.number(step, scope);
        self.near.update(scope, self.objects.iter().map(|own| own.bounds));
    }

    /// Bounds one object over a step, for a search within it.
    pub fn update_object(&mut self, step: &Step, object: usize) {
        self.objects.resize_with(step.scene.objects().len(), ObjectTree::default);
        self.objects[object].update(step, object);
    }

    /// Numbers the features of the objects that take part.
    pub fn number(&mut self, step: &Step, scope: &Scope) {
        self.numbering.update(step.scene, step.topology, scope);
    }

    /// The tree of an object of the last update.
    pub fn object(&self, object: usize) -> &ObjectTree<V> {
        &self.objects[object]
    }

    /// Hands every candidate that is in the scope to the receivers, once. The filter is asked about pairs within
    /// objects only.
    pub fn search<F: PairFilter>(
        &mut self,
        step: &Step,
        scope: &Scope,
        is_first_only: bool,
        filters: impl Fn(usize) -> F + Sync,
        workers: &mut [ImpactWorker],
    ) {
        let receiver = |pair| step.receiver(scope, pair, &self.numbering, is_first_only);
        let receivers = &Receivers {
            vertex_face: receiver(FeaturePair::VertexFace),
            edge_edge: receiver(FeaturePair::EdgeEdge),
        };
        self.walkers.resize_with(workers.len(), Walker::default);
        self.tasks.clear();
        let objects = 0..scope.len() as u32;
        let within = objects.filter(|&o| scope.has_self_pairs(o as usize)).map(|o| [o; 2]);
        let between = self.near.pairs().iter().filter(|(a, b)| a < b).map(|&(a, b)| [a, b]);
        let has_elements = |o: &u32| !self.objects[*o as usize].elements.is_empty();
        let pairs = within.chain(between).filter(|pair| pair.iter().all(has_elements));
        self.tasks.extend(pairs.map(NodePair::roots));
        let numbering = &self.numbering;
        let bounded = |object: u32| bounded(&self.objects, numbering, step, object as usize);
        open(&mut self.tasks, &mut self.opened, TASKS * workers.len(), &bounded, &filters);
        let tasks = &self.tasks;
        let batches = Batches::new(tasks.len() as u64, 1);
        parallel::for_each_mut2(workers, &mut self.walkers, 1, |_, worker, walker| {
            while let Some(batch) = batches.take().filter(|_| !scope.is_cancelled()) {
                for task in &tasks[batch.start as usize..batch.end as usize] {
                    let [a, b] = task.objects.map(bounded);
                    let objects = [&a, &b];
                    if task.objects[0] == task.objects[1] {
                        let filter = filters(task.objects[0] as usize);
                        walker.walk(*task, objects, &filter, receivers, worker);
                    } else {
                        walker.walk(*task, objects, &super::AllPairs, receivers, worker);
                    }
                }
            }
            receivers.vertex_face.finish(worker);
            receivers.edge_edge.finish(worker);
        });
    }

    pub fn bytes(&self) -> usize {
        self.objects.iter().map(ObjectTree::bytes).sum::<usize>()
            + self.near.bytes()
            + self.numbering.bytes()
            + self.walkers.iter().map(Walker::bytes).sum::<usize>()
            + (self.tasks.capacity() + self.opened.capacity()) * size_of::<NodePair>()
    }
}

fn bounded<'o, V>(
    objects: &'o [ObjectTree<V>],
    numbering: &FeatureNumbering,
    step: &Step<'o>,
    object: usize,
) -> BoundedObject<'o, V> {
    let (own, scene_object) = (&objects[object], &step.scene.objects()[object]);
    let features = step.topology.object_at(step.scene, object).features();
    let vertices = scene_object.vertices();
    BoundedObject {
        object: object as u32,
        tree: &own.tree,
        nodes: &own.nodes,
        elements: &own.elements,
        features,
        faces: features.faces(),
        start: &step.scene.vertices()[vertices.clone()],
        end: &step.end[vertices],
        first_vertex: scene_object.vertices().start as u32,
        first_edge: numbering.first_edge(object),
        first_face: numbering.first_face(object),
        compares_own_features: scene_object.kind() == ElementKind::Tetrahedron,
    }
}

/// Opens pairs of nodes, level by level, until there are enough or only leaves are left.
fn open<'o, V: Volume + 'o, F: PairFilter>(
    tasks: &mut Vec<NodePair>,
    opened: &mut Vec<NodePair>,
    enough: usize,
    bounded: &impl Fn(u32) -> BoundedObject<'o, V>,
    filters: &impl Fn(usize) -> F,
) {
    let mut has_changed = true;
    while has_changed && !tasks.is_empty() && tasks.len() < enough {
        has_changed = false;
        opened.clear();
        for &task in tasks.iter() {
            let [a, b] = task.objects.map(bounded);
            let mut show = |pair| {
                has_changed = true;
                opened.push(pair);
            };
            let leaves = if task.objects[0] == task.objects[1] {
                expand(task, [&a, &b], &filters(task.objects[0] as usize), &mut show)
            } else {
                expand(task, [&a, &b], &super::AllPairs, &mut show)
            };
            opened.extend(leaves);
        }
        std::mem::swap(tasks, opened);
    }
}
