//! The nearest points of two objects that do not touch: branch and bound over two trees of boxes.

use super::error;
use crate::conditions::{Condition, bound};
use crate::convex::{Proximity, elements};
use crate::geometry::Aabb;
use crate::mesh::{BoxTree, ElementTree, ElementTrees, LocalElementId, ObjectId, Scene};
use glam::DVec3;
use jostle_support::parallel;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Two objects without a common point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    /// Above zero, and within `error` of the true distance.
    pub distance: f64,
    /// `2^-47` times the distance and the extents of the largest element of each object together;
    /// the extent of an element is the sum of the edges of its box.
    pub error: f64,
    /// A point of each object, that far from each other.
    pub points: [DVec3; 2],
    /// The elements that the points are on; of several pairs with this distance, rounding included,
    /// the lowest.
    pub elements: [LocalElementId; 2],
}

impl Apart {
    /// From the point of the first object to that of the second: the direction that separates them best, as
    /// long as the distance. Moved by less along it, the first object does not reach the second.
    pub fn vector(&self) -> DVec3 {
        self.points[1] - self.points[0]
    }

    /// Of two objects of a scene, which do not touch.
    pub(super) fn search(scene: &Scene, objects: [ObjectId; 2], trees: &mut ElementTrees) -> Apart {
        trees.update(scene, objects.map(ObjectId::index));
        let search = Search::new(scene, objects, trees);
        search.look(search.greedily());
        let nearest = search.descend([BoxTree::ROOT; 2], 0).expect("there are elements");
        let [a, b] = nearest.elements;
        let Proximity::Apart(found) = search.proximity([a, b]) else {
            unreachable!("two exact tests disagree about elements {a} and {b}");
        };
        let extents = search.sides.iter().map(|side| side.own.largest_extent).sum();
        Apart {
            distance: found.distance,
            error: error(found.distance, extents),
            points: found.points,
            elements: nearest.elements.map(|e| LocalElementId::new(e as usize)),
        }
    }
}

/// One object.
struct Side<'s> {
    /// The first of its elements in the scene.
    first: usize,
    /// Not scaled.
    own: &'s ElementTree,
}

/// A pair of elements and its distance, scaled.
#[derive(Clone, Copy, Debug)]
struct ElementDistance {
    distance: f64,
    elements: [u32; 2],
}

impl ElementDistance {
    fn nearer(self, other: ElementDistance) -> ElementDistance {
        let order = self.distance.total_cmp(&other.distance);
        if order.then(self.elements.cmp(&other.elements)).is_le() { self } else { other }
    }
}

struct Search<'s> {
    scene: &'s Scene,
    sides: [Side<'s>; 2],
    /// A power of two that brings all coordinates within one, where no square overflows.
    scale: f64,
    /// The bits of the least distance found so far, which are in the order of the distances.
    best: AtomicU64,
}

/// Splits of the way down that are offered to other threads; below, there is too little to do.
const OFFERED: usize = 20;

impl<'s> Search<'s> {
    fn new(scene: &'s Scene, objects: [ObjectId; 2], trees: &'s ElementTrees) -> Search<'s> {
        let bounds = objects.map(|object| scene.object_bounds(&scene.objects()[object.index()]));
        let bounds = bounds[0].union(bounds[1]);
        let scale = to_unit(bounds.min.abs().max(bounds.max.abs()).max_element());
        let side = |object: ObjectId| Side {
            first: scene.objects()[object.index()].elements().start,
            own: trees.object(object.index()),
        };
        let best = AtomicU64::new(f64::INFINITY.to_bits());
        Search { scene, sides: objects.map(side), scale, best }
    }

    fn best(&self) -> f64 {
        f64::from_bits(self.best.load(Relaxed))
    }

    fn proximity(&self, [a, b]: [u32; 2]) -> Proximity {
        let element =
            |side: usize, e: u32| self.scene.element_at(self.sides[side].first + e as usize);
        let found = elements::proximity(&element(0, a), &element(1, b));
        found.expect("finite, as the scene has checked")
    }

    /// A pair of leaves that is likely to be near: always the nearer half.
    fn greedily(&self) -> [u32; 2] {
        let mut nodes = [BoxTree::ROOT; 2];
        while let Some([near, _]) = self.split(nodes) {
            nodes = near;
        }
        nodes
    }

    /// The least of all pairs below two nodes that are not further apart than the best of all.
    ///
    /// A pair is left out only if its boxes, or boxes around them, are further apart than the
    /// distance of another pair. Boxes are no further apart than boxes within them, rounding included,
    /// and a pair counts as no nearer than its boxes: so the least pair of all is never left out,
    /// whatever order threads come in.
    fn descend(&self, nodes: [u32; 2], depth: usize) -> Option<ElementDistance> {
        if self.gap_of(nodes) > self.best() {
            return None;
        }
        let Some([near, far]) = self.split(nodes) else {
            return self.look(nodes);
        };
        let below = depth + 1;
        let (near, far) = if depth < OFFERED {
            parallel::join(|| self.descend(near, below), || self.descend(far, below))
        } else {
            (self.descend(near, below), self.descend(far, below))
        };
        near.into_iter().chain(far).reduce(ElementDistance::nearer)
    }

    /// Tests the pairs of two leaves.
    fn look(&self, nodes: [u32; 2]) -> Option<ElementDistance> {
        let [of_a, of_b] = [0, 1].map(|side| self.sides[side].own.tree.items(nodes[side]));
        let pairs = of_a.iter().flat_map(|&a| of_b.iter().map(move |&b| [a, b]));
        let mut least: Option<ElementDistance> = None;
        for elements in pairs {
            let [a, b] = elements.map(|e| e as usize);
            let gap = self.gap(&self.sides[0].own.boxes[a], &self.sides[1].own.boxes[b]);
            if gap > self.best() {
                continue;
            }
            let distance = match self.proximity(elements) {
                Proximity::Apart(apart) => (apart.distance * self.scale).max(gap),
                Proximity::Intersection(_) => 0.0,
            };
            self.best.fetch_min(distance.to_bits(), Relaxed);
            let found = ElementDistance { distance, elements };
            least = Some(least.map_or(found, |least| least.nearer(found)));
        }
        least
    }

    /// The larger of two nodes halved, the nearer half first; `None` for two leaves.
    fn split(&self, nodes: [u32; 2]) -> Option<[[u32; 2]; 2]> {
        let [of_a, of_b] = [0, 1].map(|side| self.sides[side].own.tree.children(nodes[side]));
        let size = |side: usize| self.sides[side].own.tree.reach(nodes[side]).size().max_element();
        let mut halves = match (of_a, of_b) {
            (None, None) => return None,
            (Some(halves), None) => halves.map(|half| [half, nodes[1]]),
            (Some(halves), Some(_)) if size(0) >= size(1) => halves.map(|half| [half, nodes[1]]),
            (_, Some(halves)) => halves.map(|half| [nodes[0], half]),
        };
        if self.gap_of(halves[1]) < self.gap_of(halves[0]) {
            halves.swap(0, 1);
        }
        Some(halves)
    }

    fn gap_of(&self, nodes: [u32; 2]) -> f64 {
        let [a, b] = [0, 1].map(|side| self.sides[side].own.tree.reach(nodes[side]));
        self.gap(a, b)
    }

    /// Of two boxes, scaled. Products with a power of two are monotone, so that boxes within others stay there.
    fn gap(&self, a: &Aabb, b: &Aabb) -> f64 {
        let scaled = |own: &Aabb| Aabb { min: own.min * self.scale, max: own.max * self.scale };
        gap(&scaled(a), &scaled(b))
    }
}

/// At most the distance of anything in two boxes within one unit, rounding included; no larger for
/// larger boxes.
pub(super) fn gap(a: &Aabb, b: &Aabb) -> f64 {
    let off = (a.min - b.max).max(b.min - a.max).max(DVec3::ZERO);
    // Each of the three differences, three squares, two sums and the root may be high by 2^-53; every
    // one of these steps is monotone, and so is this.
    off.length_squared().sqrt() * (1.0 - bound(Condition::GapIsLow, 8.0 * f64::EPSILON))
}

/// The power of two that brings a magnitude to between one half and one, or about so at the ends of
/// the number range.
pub(super) fn to_unit(largest: f64) -> f64 {
    let exponent = ((largest.to_bits() >> 52) as i32 - 1022).clamp(-1000, 1000);
    2f64.powi(-exponent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::{Sphere, intersects};
    use jostle_support::random::SplitMix64;

    /// A sphere that is smaller than the gap does not reach, in exact arithmetic.
    #[test]
    fn a_gap_is_no_larger_than_the_distance() {
        let mut random = SplitMix64::new(1);
        for _ in 0..5000 {
            let [a, b] =
                [(); 2].map(|()| DVec3::new(random.signed(), random.signed(), random.signed()));
            let gap = gap(&Aabb::from_points([a]), &Aabb::from_points([b]));
            assert!(!intersects(&[a], &Sphere::new(b, gap.next_down())).unwrap(), "{a} {b}");
        }
    }
}
