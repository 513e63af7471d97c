//! A tree of boxes in flat arrays.
//!
//! Nodes are in depth-first order: the left child follows its parent. Leaves hold the same number of
//! elements, all but the last, so that the shape of the tree follows from the number of elements, and
//! any subtree is a range of the nodes and a range of the elements: threads build and refit disjoint
//! ranges.

use crate::broad::LatticeBox;
use jostle_support::parallel;

/// Elements of a leaf. Of 2, 4 and 8 this searched meshes at rest fastest; 2 took up to 1.6 times as
/// long, and 8 about the same.
pub const LEAF: usize = 4;

/// Subtrees with fewer elements are not worth a thread of their own.
const MIN_PARALLEL: usize = 4096;

/// A balanced tree over boxes.
#[derive(Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    entries: Vec<Entry>,
}

/// A node; 32 bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    pub bounds: LatticeBox,
    /// The right child, or 0 for a leaf.
    right: u32,
    /// The first of its entries.
    first: u32,
}

/// A box and its element.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry {
    pub bounds: LatticeBox,
    pub element: u32,
}

impl Tree {
    /// Number of boxes.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Builds the tree for boxes, and returns its cost.
    pub fn build(&mut self, boxes: &[LatticeBox]) -> f64 {
        self.entries.clear();
        self.entries
            .extend((0u32..).zip(boxes).map(|(element, &bounds)| Entry { bounds, element }));
        arrange(&mut self.entries);
        let leaves = boxes.len().div_ceil(LEAF);
        self.nodes.resize((2 * leaves).saturating_sub(1), Node::default());
        self.fit()
    }

    /// Moves the boxes of as many elements, and returns the cost of the same tree around them.
    pub fn refit(&mut self, boxes: &[LatticeBox]) -> f64 {
        parallel::for_each_part_mut(&mut self.entries, MIN_PARALLEL, |_, entries| {
            entries.iter_mut().for_each(|entry| entry.bounds = boxes[entry.element as usize]);
        });
        self.fit()
    }

    fn fit(&mut self) -> f64 {
        if self.nodes.is_empty() {
            return 0.0;
        }
        let areas = fit(&mut self.nodes, &self.entries, 0, 0);
        // Relative to the root, because a body that grows makes for no worse a tree.
        areas / area(&self.nodes[0].bounds).max(1.0)
    }

    pub fn root(&self) -> Option<u32> {
        (!self.nodes.is_empty()).then_some(0)
    }

    #[inline]
    pub fn bounds(&self, node: u32) -> &LatticeBox {
        &self.nodes[node as usize].bounds
    }

    /// The children, unless it is a leaf.
    #[inline]
    pub fn children(&self, node: u32) -> Option<[u32; 2]> {
        let right = self.nodes[node as usize].right;
        (right != 0).then_some([node + 1, right])
    }

    /// The entries of a leaf.
    #[inline]
    pub fn leaf(&self, node: u32) -> &[Entry] {
        let first = self.nodes[node as usize].first as usize;
        &self.entries[first..self.entries.len().min(first + LEAF)]
    }

    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.entries.capacity() * size_of::<Entry>()
    }
}

/// Entries of the left child: half of the leaves, the larger half first. All of them if it is a leaf.
fn left_of(entries: usize) -> usize {
    let leaves = entries.div_ceil(LEAF);
    if leaves > 1 { leaves.div_ceil(2) * LEAF } else { entries }
}

/// Orders entries so that those of each subtree lie together: split at the median, along the axis on
/// which the centres are spread widest.
fn arrange(entries: &mut [Entry]) {
    let middle = left_of(entries.len());
    if middle == entries.len() {
        return;
    }
    let axis = widest_axis(entries);
    entries.select_nth_unstable_by_key(middle, |entry| centre(entry, axis));
    let (left, right) = entries.split_at_mut(middle);
    if middle < MIN_PARALLEL {
        arrange(left);
        arrange(right);
    } else {
        parallel::join(|| arrange(left), || arrange(right));
    }
}

/// Twice the centre of a box, which needs 33 bits.
#[inline]
fn centre(entry: &Entry, axis: usize) -> i64 {
    i64::from(entry.bounds.min[axis]) + i64::from(entry.bounds.max[axis])
}

fn widest_axis(entries: &[Entry]) -> usize {
    let mut low = [i64::MAX; 3];
    let mut high = [i64::MIN; 3];
    for entry in entries {
        for axis in 0..3 {
            let centre = centre(entry, axis);
            low[axis] = low[axis].min(centre);
            high[axis] = high[axis].max(centre);
        }
    }
    (0..3).max_by_key(|&axis| high[axis] - low[axis]).unwrap_or(0)
}

/// Fits the boxes of a subtree, whose first node and entry are given, and returns the sum of their
/// areas.
fn fit(nodes: &mut [Node], entries: &[Entry], first_node: u32, first: u32) -> f64 {
    let middle = left_of(entries.len());
    let Some((node, below)) = nodes.split_first_mut() else {
        return 0.0;
    };
    if middle == entries.len() {
        let all = entries.iter().map(|entry| entry.bounds);
        let bounds = all.reduce(|a, b| a.union(&b)).unwrap_or_default();
        *node = Node { bounds, right: 0, first };
        return area(&bounds);
    }
    let left_nodes = 2 * (middle / LEAF) - 1;
    let right = first_node + 1 + left_nodes as u32;
    let (in_left, in_right) = entries.split_at(middle);
    let (left, of_right) = below.split_at_mut(left_nodes);
    let fit_left = |nodes| fit(nodes, in_left, first_node + 1, first);
    let fit_right = |nodes| fit(nodes, in_right, right, first + middle as u32);
    let areas = if middle < MIN_PARALLEL {
        (fit_left(&mut *left), fit_right(&mut *of_right))
    } else {
        parallel::join(|| fit_left(&mut *left), || fit_right(&mut *of_right))
    };
    let bounds = left[0].bounds.union(&of_right[0].bounds);
    *node = Node { bounds, right, first };
    area(&bounds) + areas.0 + areas.1
}

/// Half the surface: how likely boxes are to be met, by the surface area heuristic.
fn area(bounds: &LatticeBox) -> f64 {
    let edge = |axis: usize| f64::from(bounds.max[axis]) - f64::from(bounds.min[axis]);
    let [x, y, z] = [edge(0), edge(1), edge(2)];
    x * y + y * z + z * x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks a subtree, and returns how many entries it holds.
    fn check(tree: &Tree, node: u32, depth: u32) -> usize {
        let contains = |inner: &LatticeBox| tree.bounds(node).union(inner) == *tree.bounds(node);
        assert!(depth < 33);
        match tree.children(node) {
            Some(children) => {
                assert!(children.iter().all(|&child| contains(tree.bounds(child))));
                children.map(|child| check(tree, child, depth + 1)).iter().sum()
            }
            None => {
                assert!(tree.leaf(node).iter().all(|entry| contains(&entry.bounds)));
                tree.leaf(node).len()
            }
        }
    }

    #[test]
    fn nodes_hold_what_is_below_them() {
        for count in (1..70).chain([1000, 20_000]) {
            let at = |i: i32| [i * 7919 % 1000, i * 104_729 % 777, -i];
            let boxes: Vec<_> = (0..count)
                .map(|i| LatticeBox { min: at(i), max: at(i).map(|x| x + i % 5) })
                .collect();
            let mut tree = Tree::default();
            let cost = tree.build(&boxes);
            assert_eq!(check(&tree, 0, 0), boxes.len());
            assert_eq!(tree.refit(&boxes), cost);
            let mut elements: Vec<_> = tree.entries.iter().map(|entry| entry.element).collect();
            elements.sort_unstable();
            assert!(elements.into_iter().eq(0..count as u32));
        }
    }
}
