//! Sort and sweep: boxes sorted along one axis meet only those that begin before they end.

use super::{BroadPhase, Visitor};
use crate::geometry::Aabb;
use rayon::prelude::*;

/// Sorts the boxes by their lower ends along the axis on which they are spread widest, and compares
/// each with those that follow until one begins beyond its upper end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sweep;

/// A box with its coordinates in sweeping order, and its index.
#[derive(Clone, Copy)]
struct Entry {
    min: [f64; 3],
    max: [f64; 3],
    element: u32,
}

impl BroadPhase for Sweep {
    fn search<V: Visitor>(&self, boxes: &[Aabb], visitor: impl Fn() -> V + Sync) -> Vec<V> {
        let axis = widest_axis(boxes);
        let order = |v: glam::DVec3| [v[axis], v[(axis + 1) % 3], v[(axis + 2) % 3]];
        let mut entries: Vec<Entry> = (0u32..)
            .zip(boxes)
            .filter(|(_, b)| !b.is_empty())
            .map(|(element, b)| Entry { min: order(b.min), max: order(b.max), element })
            .collect();
        entries.par_sort_unstable_by(|a, b| {
            a.min[0].total_cmp(&b.min[0]).then(a.element.cmp(&b.element))
        });
        (0..entries.len())
            .into_par_iter()
            .fold(&visitor, |mut visitor, i| {
                let one = &entries[i];
                let reach = entries[i + 1..].iter().take_while(|other| other.min[0] <= one.max[0]);
                let overlaps = |other: &Entry| {
                    (other.min[1] <= one.max[1])
                        & (one.min[1] <= other.max[1])
                        & (other.min[2] <= one.max[2])
                        & (one.min[2] <= other.max[2])
                };
                for other in reach.filter(|other| overlaps(other)) {
                    let (a, b) = (one.element.min(other.element), one.element.max(other.element));
                    if !visitor.visit(a, b) {
                        break;
                    }
                }
                visitor
            })
            .collect()
    }
}

/// The axis with the most room for the boxes' mean size, where the sweep compares the fewest.
fn widest_axis(boxes: &[Aabb]) -> usize {
    let mut all = Aabb::EMPTY;
    let mut sizes = glam::DVec3::ZERO;
    for b in boxes.iter().filter(|b| !b.is_empty()) {
        all = all.union(*b);
        sizes += b.size();
    }
    if all.is_empty() {
        return 0;
    }
    let room = (all.size() / sizes).to_array();
    (0..3).max_by(|&i, &j| room[i].total_cmp(&room[j])).unwrap_or(0)
}
