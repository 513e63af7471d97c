//! The tree against itself.
//!
//! A node with itself is its children with themselves and with each other, so each pair of leaves is
//! met once. Recursion is as deep as two branches of a balanced tree are long.

use super::tree::Tree;

/// Two nodes whose elements are to be compared; twice the same for a node with itself.
pub type Task = [u32; 2];

/// Buffers of tasks.
#[derive(Debug, Default)]
pub struct Traversal {
    tasks: Vec<Task>,
    finer: Vec<Task>,
}

impl Traversal {
    /// Splits the search into tasks, about as many as wanted or more.
    pub fn split(&mut self, tree: &Tree, wanted: usize) -> &[Task] {
        let Traversal { tasks, finer } = self;
        tasks.clear();
        tasks.extend(tree.root().map(|root| [root, root]));
        while tasks.len() < wanted {
            finer.clear();
            let mut split = false;
            for &task in tasks.iter() {
                split |= for_each_finer(tree, task, |task| finer.push(task));
            }
            std::mem::swap(tasks, finer);
            if !split {
                break;
            }
        }
        tasks
    }

    pub fn bytes(&self) -> usize {
        (self.tasks.capacity() + self.finer.capacity()) * size_of::<Task>()
    }
}

/// Calls `visit` with the tasks that a task consists of; with itself, and false, if it is leaves.
fn for_each_finer(tree: &Tree, task: Task, mut visit: impl FnMut(Task)) -> bool {
    let [a, b] = task;
    if a == b {
        let Some([left, right]) = tree.children(a) else {
            visit(task);
            return false;
        };
        [[left, left], [right, right], [left, right]].into_iter().for_each(visit);
    } else if tree.bounds(a).overlaps(tree.bounds(b)) {
        let Some((kept, children)) = descend(tree, a, b) else {
            visit(task);
            return false;
        };
        children.into_iter().for_each(|child| visit([kept, child]));
    }
    true
}

/// The node to keep, and the children of the other: the larger, unless it is a leaf.
#[inline]
fn descend(tree: &Tree, a: u32, b: u32) -> Option<(u32, [u32; 2])> {
    match (tree.children(a), tree.children(b)) {
        (Some(of_a), Some(of_b)) => {
            if tree.bounds(a).extent() > tree.bounds(b).extent() {
                Some((b, of_a))
            } else {
                Some((a, of_b))
            }
        }
        (Some(of_a), None) => Some((b, of_a)),
        (None, Some(of_b)) => Some((a, of_b)),
        (None, None) => None,
    }
}

/// Shows all pairs of a task.
pub fn search(tree: &Tree, [a, b]: Task, visit: &mut impl FnMut(u32, u32)) {
    if a == b { within(tree, a, visit) } else { between(tree, a, b, visit) }
}

fn within(tree: &Tree, node: u32, visit: &mut impl FnMut(u32, u32)) {
    if let Some([left, right]) = tree.children(node) {
        within(tree, left, visit);
        within(tree, right, visit);
        between(tree, left, right, visit);
        return;
    }
    let entries = tree.leaf(node);
    for (i, one) in entries.iter().enumerate() {
        for other in &entries[i + 1..] {
            if one.bounds.overlaps(&other.bounds) {
                visit(one.element.min(other.element), one.element.max(other.element));
            }
        }
    }
}

fn between(tree: &Tree, a: u32, b: u32, visit: &mut impl FnMut(u32, u32)) {
    if !tree.bounds(a).overlaps(tree.bounds(b)) {
        return;
    }
    if let Some((kept, [left, right])) = descend(tree, a, b) {
        between(tree, kept, left, visit);
        between(tree, kept, right, visit);
        return;
    }
    let others = tree.bounds(b);
    for one in tree.leaf(a).iter().filter(|entry| entry.bounds.overlaps(others)) {
        for other in tree.leaf(b) {
            if one.bounds.overlaps(&other.bounds) {
                visit(one.element.min(other.element), one.element.max(other.element));
            }
        }
    }
}
