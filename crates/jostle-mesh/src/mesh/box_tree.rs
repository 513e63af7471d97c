//! A binary tree of boxes, to find what is near without looking at all.

use crate::geometry::Aabb;

/// Items with boxes, halved at the median along the longest edge until few are left.
#[derive(Clone, Debug, Default)]
pub struct BoxTree {
    nodes: Vec<Node>,
    /// Items in the order of the leaves.
    order: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Node {
    reach: Aabb,
    /// A leaf's items in `order`, or the inner node's second child and zero; the first child is
    /// the next node.
    first: u32,
    count: u32,
}

/// Items of a leaf: testing a box costs about as much as testing one.
const LEAF: usize = 4;

impl BoxTree {
    /// Halving 2^32 items takes no more levels than this.
    pub const DEEPEST: usize = 40;

    /// The node that holds everything.
    pub const ROOT: u32 = 0;

    /// Over items in the order of their boxes, in time `n log n`.
    pub fn build(boxes: &[Aabb]) -> BoxTree {
        let order = (0..boxes.len() as u32).collect();
        let mut tree = BoxTree { nodes: Vec::new(), order };
        if !boxes.is_empty() {
            tree.split(boxes, 0, boxes.len());
        }
        tree
    }

    fn split(&mut self, boxes: &[Aabb], from: usize, to: usize) {
        let items = &mut self.order[from..to];
        let reach = items.iter().fold(Aabb::EMPTY, |all, &i| all.union(boxes[i as usize]));
        let at = self.nodes.len();
        self.nodes.push(Node { reach, first: from as u32, count: (to - from) as u32 });
        if to - from <= LEAF {
            return;
        }
        let axis = longest_axis(&reach);
        // Halved before they are added, so that nothing overflows.
        let middle = |i: u32| boxes[i as usize].min[axis] * 0.5 + boxes[i as usize].max[axis] * 0.5;
        let half = (to - from) / 2;
        items
            .select_nth_unstable_by(half, |&s, &t| middle(s).total_cmp(&middle(t)).then(s.cmp(&t)));
        self.split(boxes, from, from + half);
        self.nodes[at].first = self.nodes.len() as u32;
        self.nodes[at].count = 0;
        self.split(boxes, from + half, to);
    }

    /// Fits the boxes of nodes to those of the same items elsewhere, in linear time.
    pub fn refit(&mut self, boxes: &[Aabb]) {
        // Children come after their parents.
        for at in (0..self.nodes.len()).rev() {
            let Node { first, count, .. } = self.nodes[at];
            self.nodes[at].reach = match count {
                0 => self.nodes[at + 1].reach.union(self.nodes[first as usize].reach),
                _ => {
                    let items = &self.order[first as usize..][..count as usize];
                    items.iter().fold(Aabb::EMPTY, |all, &i| all.union(boxes[i as usize]))
                }
            };
        }
    }

    /// How large all boxes of nodes are together, in multiples of the box around everything: what tells a tree that
    /// fits its items from one that fitted them once.
    pub fn spread(&self) -> f64 {
        let size = |node: &Node| node.reach.size().element_sum();
        match self.nodes.first() {
            Some(root) if size(root) > 0.0 => self.nodes.iter().map(size).sum::<f64>() / size(root),
            _ => 0.0,
        }
    }

    /// Bytes of the buffers.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.order.capacity() * size_of::<u32>()
    }

    /// Whether there is no item, and so no node.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The box around all items of a node.
    #[inline]
    pub fn reach(&self, node: u32) -> &Aabb {
        &self.nodes[node as usize].reach
    }

    /// The halves of an inner node.
    #[inline]
    pub fn children(&self, node: u32) -> Option<[u32; 2]> {
        let own = &self.nodes[node as usize];
        (own.count == 0).then_some([node + 1, own.first])
    }

    /// The items of a leaf.
    #[inline]
    pub fn items(&self, node: u32) -> &[u32] {
        let own = &self.nodes[node as usize];
        &self.order[own.first as usize..][..own.count as usize]
    }
}

fn longest_axis(reach: &Aabb) -> usize {
    let size = reach.size();
    if size.x >= size.y.max(size.z) { 0 } else { 1 + usize::from(size.z > size.y) }
}
