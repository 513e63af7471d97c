//! A walk through one tree or two that shows candidates of both kinds.
//!
//! Elements whose volumes overlap have their vertices, edges and faces compared, as far as they own them, so that
//! each pair of features is met once (Curtis, Tamstorf and Manocha 2008).

use super::element_tree::{ElementTree, ROOT};
use super::volume::Volume;
use crate::impact::receiver::{ImpactReceiver, ImpactWorker};
use crate::mesh::topology::OwnedFeatures;
use glam::DVec3;

/// An object, bounded for a step.
pub(in crate::impact) struct BoundedObject<'o, V> {
    pub object: u32,
    pub tree: &'o ElementTree,
    /// The volume of each node.
    pub nodes: &'o [V],
    /// The volume of each element, in the order of the leaves.
    pub elements: &'o [V],
    pub features: &'o OwnedFeatures,
    /// Its faces, by their vertices in it.
    pub faces: &'o [[u32; 3]],
    /// Where its vertices are at both ends of the step.
    pub start: &'o [DVec3],
    pub end: &'o [DVec3],
    pub first_vertex: u32,
    pub first_edge: u32,
    pub first_face: u32,
    /// Whether features of one element can touch: those of a tetrahedron.
    pub compares_own_features: bool,
}

impl<V: Volume> BoundedObject<'_, V> {
    /// The volume of a feature over the step.
    #[inline(always)]
    fn volume(&self, corners: &[u32]) -> V {
        let grow =
            |volume: V, &v: &u32| volume.grown(self.start[v as usize]).grown(self.end[v as usize]);
        corners.iter().fold(V::EMPTY, grow)
    }
}

/// Two nodes that are to be compared: of two objects, or of one; the same node with itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::impact) struct NodePair {
    pub objects: [u32; 2],
    pub nodes: [u32; 2],
}

impl NodePair {
    pub fn roots(objects: [u32; 2]) -> NodePair {
        NodePair { objects, nodes: [ROOT; 2] }
    }

    fn is_within(&self) -> bool {
        self.objects[0] == self.objects[1] && self.nodes[0] == self.nodes[1]
    }
}

/// Which pairs are worth a look.
pub(in crate::impact) trait PairFilter: Sync {
    /// Whether there may be candidates of two nodes, or within one if they are the same.
    #[inline(always)]
    fn admits_nodes(&self, _pair: &NodePair) -> bool {
        true
    }

    /// The child of the first node that stands for it because its other child has nothing to be compared with the
    /// second.
    #[inline(always)]
    fn only_child(&self, _node: u32, _other: u32) -> Option<u32> {
        None
    }

    /// Whether any features that two elements of an object own are to be compared.
    #[inline(always)]
    fn admits_elements(&self, _elements: [u32; 2]) -> bool {
        true
    }

    /// Whether two edges of an object, numbered in it, are to be compared.
    #[inline(always)]
    fn admits_edges(&self, _edges: [u32; 2]) -> bool {
        true
    }

    /// Whether a vertex and a face of an object, numbered in it, are to be compared.
    #[inline(always)]
    fn admits_vertex_face(&self, _vertex: u32, _face: u32) -> bool {
        true
    }
}

/// Everything is compared.
pub(in crate::impact) struct AllPairs;

impl PairFilter for AllPairs {}

/// The two receivers of candidates.
pub(in crate::impact) struct Receivers<'r> {
    pub vertex_face: ImpactReceiver<'r>,
    pub edge_edge: ImpactReceiver<'r>,
}

/// Candidates that are handed over together.
const BATCH: usize = 512;

/// One thread's buffers.
#[derive(Debug, Default)]
pub(in crate::impact) struct Walker {
    stack: Vec<NodePair>,
    vertex_faces: [Vec<[u32; 2]>; 2],
    edge_edges: Vec<[u32; 2]>,
}

impl Walker {
    pub fn bytes(&self) -> usize {
        let pairs = self.vertex_faces.iter().chain([&self.edge_edges]);
        self.stack.capacity() * size_of::<NodePair>()
            + pairs.map(|own| own.capacity() * size_of::<[u32; 2]>()).sum::<usize>()
    }

    /// Hands all candidates below a pair of nodes to the receivers.
    pub fn walk<'o, V: Volume + 'o>(
        &mut self,
        pair: NodePair,
        objects: [&BoundedObject<'o, V>; 2],
        filter: &impl PairFilter,
        receivers: &Receivers,
        worker: &mut ImpactWorker,
    ) {
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push(pair);
        while let Some(pair) = stack.pop() {
            let leaves = expand(pair, objects, filter, |pair| stack.push(pair));
            if let Some(leaves) = leaves {
                self.compare_leaves(leaves, objects, filter);
                self.flush(BATCH, objects, receivers, worker);
            }
        }
        self.flush(0, objects, receivers, worker);
        self.stack = stack;
    }

    fn compare_leaves<V: Volume>(
        &mut self,
        pair: NodePair,
        [a, b]: [&BoundedObject<V>; 2],
        filter: &impl PairFilter,
    ) {
        let [left, right] = [a.tree.range(pair.nodes[0]), b.tree.range(pair.nodes[1])];
        let meet = |i: usize, j: usize| {
            filter.admits_elements([a.tree.element(i), b.tree.element(j)])
                && a.elements[i].overlaps(&b.elements[j])
        };
        if pair.is_within() {
            let first = usize::from(!a.compares_own_features);
            for i in left.clone() {
                for j in i + first..left.end {
                    if i == j || meet(i, j) {
                        self.compare_elements([a, a], [i, j], filter);
                    }
                }
            }
        } else {
            for i in left {
                for j in right.clone() {
                    if meet(i, j) {
                        self.compare_elements([a, b], [i, j], filter);
                    }
                }
            }
        }
    }

    #[inline]
    fn compare_elements<V: Volume>(
        &mut self,
        [a, b]: [&BoundedObject<V>; 2],
        [i, j]: [usize; 2],
        filter: &impl PairFilter,
    ) {
        let [e, f] = [a.tree.element(i) as usize, b.tree.element(j) as usize];
        let is_same = a.object == b.object && e == f;
        let both = [([a, b], [e, f], j, 0), ([b, a], [f, e], i, 1)];
        for ([own, other], [e, f], at, side) in both.into_iter().take(2 - usize::from(is_same)) {
            let list = &mut self.vertex_faces[side];
            for &v in own.features.vertices(e) {
                if !own.volume(&[v]).overlaps(&other.elements[at]) {
                    continue;
                }
                for face in other.features.face_range(f) {
                    let shares = a.object == b.object && other.faces[face as usize].contains(&v);
                    if !shares && filter.admits_vertex_face(v, face) {
                        list.push([own.first_vertex + v, other.first_face + face]);
                    }
                }
            }
        }
        let edges = [a.features.edges(), b.features.edges()];
        for edge in a.features.edge_range(e) {
            let corners = edges[0][edge as usize];
            let volume = a.volume(&corners);
            if !volume.overlaps(&b.elements[j]) {
                continue;
            }
            for other in b.features.edge_range(f) {
                let [c, d] = edges[1][other as usize];
                let shares = a.object == b.object && (corners.contains(&c) || corners.contains(&d));
                let is_first = !is_same || edge < other;
                if is_first
                    && !shares
                    && filter.admits_edges([edge, other])
                    && volume.overlaps(&b.volume(&[c, d]))
                {
                    self.edge_edges.push([a.first_edge + edge, b.first_edge + other]);
                }
            }
        }
    }

    fn flush<V>(
        &mut self,
        more_than: usize,
        [a, b]: [&BoundedObject<V>; 2],
        receivers: &Receivers,
        worker: &mut ImpactWorker,
    ) {
        let [forward, back] = &mut self.vertex_faces;
        let objects = [a.object, b.object];
        let lists = [
            (forward, &receivers.vertex_face, objects),
            (back, &receivers.vertex_face, [b.object, a.object]),
            (&mut self.edge_edges, &receivers.edge_edge, objects),
        ];
        for (list, receiver, objects) in lists {
            if list.len() > more_than {
                receiver.receive_all(worker, objects, list);
                list.clear();
            }
        }
    }
}

/// Shows the pairs of nodes that take the place of a pair, or gives it back if it is of leaves.
#[inline(always)]
pub(in crate::impact) fn expand<V: Volume>(
    mut pair: NodePair,
    [a, b]: [&BoundedObject<V>; 2],
    filter: &impl PairFilter,
    mut show: impl FnMut(NodePair),
) -> Option<NodePair> {
    if !filter.admits_nodes(&pair) {
        return None;
    }
    if pair.is_within() {
        let [node, _] = pair.nodes;
        if a.tree.is_leaf(node) {
            return Some(pair);
        }
        let (left, right) = (2 * node, 2 * node + 1);
        for nodes in [[left, right], [left, left], [right, right]] {
            show(NodePair { nodes, ..pair });
        }
        return None;
    }
    let [mut left, mut right] = pair.nodes;
    while !a.tree.is_leaf(left)
        && let Some(child) = filter.only_child(left, right)
    {
        left = child;
    }
    while !b.tree.is_leaf(right)
        && let Some(child) = filter.only_child(right, left)
    {
        right = child;
    }
    pair.nodes = [left, right];
    if !a.nodes[left as usize].overlaps(&b.nodes[right as usize]) {
        return None;
    }
    match [a.tree.is_leaf(left), b.tree.is_leaf(right)] {
        [true, true] => return Some(pair),
        // The higher node, which holds more elements, is opened.
        [is_leaf, other_is_leaf] if !is_leaf && (other_is_leaf || left <= right) => {
            for child in [2 * left, 2 * left + 1] {
                show(NodePair { nodes: [child, right], ..pair });
            }
        }
        _ => {
            for child in [2 * right, 2 * right + 1] {
                show(NodePair { nodes: [left, child], ..pair });
            }
        }
    }
    None
}
