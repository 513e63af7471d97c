//! Two objects moved: whether they have a common point, exactly, and how far apart they are.

use super::body::{Body, shifted};
use crate::convex::{Proximity, elements};
use crate::distance::apart::gap;
use crate::geometry::{Aabb, ray_crossing};
use crate::mesh::{BoxTree, Element};
use crate::narrow;
use glam::DVec3;

/// Both objects, each vertex moved and rounded to `f64`.
///
/// Rounding is monotone, so the box of moved points is the moved box: trees need not be built again.
pub(super) struct Placement<'b> {
    bodies: &'b [Body; 2],
    shifts: [DVec3; 2],
}

/// Why two objects are not apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meeting {
    /// An element of each has a common point with the other.
    Elements([u32; 2]),
    /// A connected component of one object, by its number, is inside the other; which object.
    Inside { inner: usize, component: u32 },
}

/// Two objects that are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clearance {
    pub distance: f64,
    /// Of unit length, from the first object to the second, where they are nearest.
    pub normal: DVec3,
}

impl<'b> Placement<'b> {
    pub fn new(bodies: &'b [Body; 2], shifts: [DVec3; 2]) -> Placement<'b> {
        Placement { bodies, shifts }
    }

    fn element(&self, side: usize, element: u32) -> Element {
        shifted(&self.bodies[side].elements[element as usize], self.shifts[side])
    }

    fn reach(&self, side: usize, node: u32) -> Aabb {
        let Aabb { min, max } = *self.bodies[side].tree.reach(node);
        Aabb { min: min + self.shifts[side], max: max + self.shifts[side] }
    }

    /// Something that the objects have in common; `None` if they are apart.
    pub fn meeting(&self) -> Option<Meeting> {
        let is_hit = |a: &Element, b: &Element| elements_meet(a, b);
        let pair = self.find_pair(0.0, is_hit).map(Meeting::Elements);
        pair.or_else(|| self.component_inside())
    }

    /// Whether the objects meet, or are no further apart than a distance.
    pub fn is_within(&self, distance: f64) -> bool {
        let is_hit = |a: &Element, b: &Element| {
            elements::are_within(a, b, distance).expect("finite, as placements are")
        };
        self.find_pair(distance, is_hit).is_some() || self.component_inside().is_some()
    }

    /// The first pair of elements with boxes within a distance that has a property.
    fn find_pair(
        &self,
        distance: f64,
        is_hit: impl Fn(&Element, &Element) -> bool,
    ) -> Option<[u32; 2]> {
        let mut stack = vec![[BoxTree::ROOT; 2]];
        while let Some(nodes) = stack.pop() {
            let [of_a, of_b] = [0, 1].map(|side| self.reach(side, nodes[side]));
            if !of_a.inflated(distance).overlaps(&of_b) {
                continue;
            }
            if let Some(halves) = self.split(nodes, [&of_a, &of_b]) {
                stack.extend(halves);
                continue;
            }
            for &a in self.bodies[0].tree.items(nodes[0]) {
                let first = self.element(0, a);
                let bounds = first.bounds().inflated(distance);
                for &b in self.bodies[1].tree.items(nodes[1]) {
                    let second = self.element(1, b);
                    if bounds.overlaps(&second.bounds()) && is_hit(&first, &second) {
                        return Some([a, b]);
                    }
                }
            }
        }
        None
    }

    /// The larger of two nodes halved; `None` for two leaves.
    fn split(&self, nodes: [u32; 2], boxes: [&Aabb; 2]) -> Option<[[u32; 2]; 2]> {
        let [of_a, of_b] = [0, 1].map(|side| self.bodies[side].tree.children(nodes[side]));
        let [size_a, size_b] = boxes.map(|b| b.size().max_element());
        match (of_a, of_b) {
            (None, None) => None,
            (Some(halves), None) => Some(halves.map(|half| [half, nodes[1]])),
            (Some(halves), Some(_)) if size_a >= size_b => {
                Some(halves.map(|half| [half, nodes[1]]))
            }
            (_, Some(halves)) => Some(halves.map(|half| [nodes[0], half])),
        }
    }

    /// A component of one object that is inside the other, which its elements do not meet.
    fn component_inside(&self) -> Option<Meeting> {
        [0, 1].into_iter().filter(|&inner| self.bodies[1 - inner].is_hollow).find_map(|inner| {
            let components = &self.bodies[inner].components;
            let is_inside = |p: &DVec3| self.encloses(1 - inner, *p + self.shifts[inner]);
            let component = components.iter().position(is_inside)? as u32;
            Some(Meeting::Inside { inner, component })
        })
    }

    /// Whether a ray from a point crosses the elements of an object, triangles, an odd number of times.
    fn encloses(&self, side: usize, point: DVec3) -> bool {
        let tree = &self.bodies[side].tree;
        let mut odd = false;
        let mut stack = vec![BoxTree::ROOT];
        while let Some(at) = stack.pop() {
            if !ray_crossing::may_cross(point, &self.reach(side, at)) {
                continue;
            }
            match tree.children(at) {
                Some(children) => stack.extend(children),
                None => {
                    for &item in tree.items(at) {
                        if let Element::Triangle(corners) = self.element(side, item) {
                            odd ^= ray_crossing::crosses(point, corners);
                        }
                    }
                }
            }
        }
        odd
    }

    /// How far apart the objects are, if they do not meet.
    pub fn clearance(&self) -> Option<Clearance> {
        if self.meeting().is_some() {
            return None;
        }
        let mut best = Clearance { distance: f64::INFINITY, normal: DVec3::X };
        let root = [BoxTree::ROOT; 2];
        let gap_of = |nodes: [u32; 2]| gap(&self.reach(0, nodes[0]), &self.reach(1, nodes[1]));
        let mut stack = vec![(gap_of(root), root)];
        while let Some((least, nodes)) = stack.pop() {
            if least >= best.distance {
                continue;
            }
            let boxes = [0, 1].map(|side| self.reach(side, nodes[side]));
            if let Some(halves) = self.split(nodes, [&boxes[0], &boxes[1]]) {
                let mut halves = halves.map(|half| (gap_of(half), half));
                // The nearer is looked at first.
                if halves[0].0 < halves[1].0 {
                    halves.swap(0, 1);
                }
                stack.extend(halves);
                continue;
            }
            for &a in self.bodies[0].tree.items(nodes[0]) {
                let first = self.element(0, a);
                for &b in self.bodies[1].tree.items(nodes[1]) {
                    let second = self.element(1, b);
                    if gap(&first.bounds(), &second.bounds()) >= best.distance {
                        continue;
                    }
                    let found = elements::proximity(&first, &second);
                    if let Ok(Proximity::Apart(apart)) = found
                        && apart.distance < best.distance
                    {
                        best = Clearance { distance: apart.distance, normal: apart.axis };
                    }
                }
            }
        }
        best.distance.is_finite().then_some(best)
    }
}

/// Whether two elements of different objects have a common point, exactly.
fn elements_meet(a: &Element, b: &Element) -> bool {
    use Element::{Tetrahedron, Triangle};
    match (a, b) {
        (Triangle(p), Triangle(q)) => narrow::triangle_triangle(p, q),
        (Tetrahedron(p), Tetrahedron(q)) => narrow::tetrahedron_tetrahedron(p, q),
        (Triangle(p), Tetrahedron(q)) | (Tetrahedron(q), Triangle(p)) => {
            narrow::triangle_tetrahedron(p, q)
        }
    }
}
