//! A hierarchy of bounding boxes: what deformable collision detection commonly uses, and what kDet
//! (2017, sec. 2 and 6) is compared with.
//!
//! The tree is split at medians, refitted while the elements move a little, and rebuilt when it has
//! become worse (van den Bergen 1997; Larsson and Akenine-Möller 2006). It is traversed against
//! itself, beginning with pairs of nodes near the root that workers share.

mod traverse;
mod tree;

use super::batches::Batches;
use super::{BroadPhase, LatticeBox, Workers};
use std::time::{Duration, Instant};
use traverse::Traversal;
use tree::Tree;

/// The bounding box hierarchy; keeps its tree and its buffers.
///
/// Building takes `O(n log n)` time, refitting `O(n)`, and both linear memory. The search takes at
/// least linear time; no bound better than quadratic holds for it, though it is close to linear for
/// ordinary meshes.
#[derive(Debug, Default)]
pub struct Bvh {
    tree: Tree,
    /// What the tree cost when it was built.
    cost_when_built: f64,
    builds: u64,
    traversal: Traversal,
    populating: Duration,
}

/// A refitted tree is kept until it costs this much more than when it was built. Over bodies that
/// twist, rebuilding at 1.1, 1.2, 1.5 and 2 took 0.78, 0.73, 0.72 and 0.73 of the time of rebuilding
/// always.
const WORTH_KEEPING: f64 = 1.5;

/// Tasks for each worker: they differ much in size.
const TASKS_PER_WORKER: usize = 64;

impl Bvh {
    /// How many searches have built a tree and not refitted the one from before.
    #[cfg(test)]
    pub fn builds(&self) -> u64 {
        self.builds
    }

    /// Refits the tree if it is for as many boxes and stays worth keeping, or else builds a new one.
    fn update(&mut self, boxes: &[LatticeBox]) {
        if self.tree.len() == boxes.len() {
            let cost = self.tree.refit(boxes);
            if cost <= self.cost_when_built * WORTH_KEEPING {
                return;
            }
        }
        self.cost_when_built = self.tree.build(boxes);
        self.builds += 1;
    }
}

impl BroadPhase for Bvh {
    fn search_by(&mut self, boxes: &[LatticeBox], workers: &mut dyn Workers) {
        let start = Instant::now();
        self.update(boxes);
        self.populating = start.elapsed();
        let tasks = if workers.count() == 1 { 1 } else { workers.count() * TASKS_PER_WORKER };
        let (tree, tasks) = (&self.tree, self.traversal.split(&self.tree, tasks));
        let batches = Batches::new(tasks.len() as u64, 1);
        workers.run(&|_, pairs| {
            while let Some(task) = batches.take() {
                traverse::search(tree, tasks[task.start as usize], &mut |a, b| pairs.push(a, b));
            }
        });
    }

    fn bytes(&self) -> usize {
        self.tree.bytes() + self.traversal.bytes()
    }

    fn populate_seconds(&self) -> f64 {
        self.populating.as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(count: i32, shift: impl Fn(i32) -> i32) -> Vec<LatticeBox> {
        let at = |i: i32| LatticeBox { min: [i * 10 + shift(i), 0, 0], max: [i * 10 + 12, 5, 5] };
        (0..count).map(at).collect()
    }

    #[test]
    fn a_tree_is_refitted_until_it_is_no_longer_worth_it() {
        let mut bvh = Bvh::default();
        let mut builds_of = |boxes: &[LatticeBox]| {
            let mut count = [0];
            bvh.search(boxes, &mut count, |count, _, _| *count += 1);
            (bvh.builds(), count[0])
        };
        assert_eq!(builds_of(&row(1000, |_| 0)), (1, 999));
        assert_eq!(builds_of(&row(1000, |i| i % 2)), (1, 999));
        let mut shuffled = row(1000, |_| 0);
        (0..1000).for_each(|i| shuffled.swap(i, i * 617 % 1000));
        assert_eq!(builds_of(&shuffled), (2, 999));
        assert_eq!(builds_of(&shuffled), (2, 999));
        assert_eq!(builds_of(&shuffled[1..]).0, 3);
    }
}
