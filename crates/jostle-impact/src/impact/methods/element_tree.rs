//! A balanced tree over the elements of an object, kept while its topology stays.

use crate::geometry::Aabb;
use crate::mesh::{Object, Scene};
use std::ops::Range;

/// The root; node `n` has the children `2n` and `2n + 1`.
pub(in crate::impact) const ROOT: u32 = 1;

/// Elements of a leaf, at most: looking at two levels of nodes costs more than comparing so few.
const LEAF: usize = 4;

/// The elements of an object, halved at the median along the longest edge of their box where they were when the
/// tree was made, down to leaves of a few. All leaves are on one level, so a node is a number, and its elements
/// are a range of one list.
#[derive(Debug, Default)]
pub(in crate::impact) struct ElementTree {
    /// The [`Object::topology_id`] that this is of.
    stamp: u64,
    /// Elements, numbered in the object, in the order of the leaves.
    order: Vec<u32>,
    depth: u32,
}

impl ElementTree {
    /// Makes the tree anew if the topology is another.
    pub fn update(&mut self, scene: &Scene, object: &Object) {
        if self.stamp == object.topology_id() {
            return;
        }
        let first = object.elements().start;
        let middles: Vec<Aabb> =
            object.elements().map(|element| scene.element_at(element).bounds()).collect();
        self.order.clear();
        self.order.extend(0..(object.elements().end - first) as u32);
        self.depth = 0;
        while self.order.len() > LEAF << self.depth {
            self.depth += 1;
        }
        self.stamp = object.topology_id();
        self.split(ROOT, &middles);
    }

    fn split(&mut self, node: u32, boxes: &[Aabb]) {
        if self.is_leaf(node) {
            return;
        }
        let (range, half) = (self.range(node), self.range(2 * node).len());
        let items = &mut self.order[range];
        let reach = items.iter().fold(Aabb::EMPTY, |all, &e| all.union(boxes[e as usize]));
        let size = reach.size();
        let axis = (0..3).max_by(|&a, &b| size[a].total_cmp(&size[b])).expect("three axes");
        // Halved before they are added, so that nothing overflows.
        let middle = |e: u32| boxes[e as usize].min[axis] * 0.5 + boxes[e as usize].max[axis] * 0.5;
        items
            .select_nth_unstable_by(half, |&s, &t| middle(s).total_cmp(&middle(t)).then(s.cmp(&t)));
        self.split(2 * node, boxes);
        self.split(2 * node + 1, boxes);
    }

    /// One more than the last node.
    pub fn end(&self) -> usize {
        2 << self.depth
    }

    /// The first leaf; all nodes from there on are leaves.
    pub fn first_leaf(&self) -> u32 {
        1 << self.depth
    }

    #[inline(always)]
    pub fn is_leaf(&self, node: u32) -> bool {
        node >= 1 << self.depth
    }

    /// Where the elements of a node are in the order of the leaves.
    #[inline(always)]
    pub fn range(&self, node: u32) -> Range<usize> {
        let level = node.ilog2();
        let index = (node as usize) - (1 << level);
        let at = |index: usize| (self.order.len() * index) >> level;
        at(index)..at(index + 1)
    }

    /// The element at a position of the order.
    #[inline(always)]
    pub fn element(&self, position: usize) -> u32 {
        self.order[position]
    }

    /// Elements in the order of the leaves.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    pub fn bytes(&self) -> usize {
        self.order.capacity() * size_of::<u32>()
    }
}
