//! Nodes of a tree whose triangles do not touch each other in a step, by their normals and their contour (Volino and
//! Magnenat-Thalmann 1994; over a step: Tang, Curtis, Yoon and Manocha 2009).
//!
//! **Theorem.** Let triangles be such that each edge has one of them or two, which walk it opposite ways, and that the
//! edges with one form one loop. If there is a direction along which all normals have positive products throughout the
//! step, and along which no two edges of the loop that do not follow each other touch as they are seen, then no two of
//! the triangles meet in the step but in the simplex they share. *Proof.* At each time, by the theorem of
//! [`Patches`](crate::narrow::Patches): seen along the direction all triangles turn the positive way, and their number
//! over a point is how often the loop winds around it. A loop that does not touch itself winds around each point at
//! most once. ∎ (Edges that follow each other fold back only if another edge is touched too, or if the loop has no
//! area; but its area is that of the triangles.)
//!
//! Turns are told for the whole step by [`TimeNormal`], with its error bound; two edges are apart if the ends of one
//! are on one side of the other throughout.

use super::contours::Contours;
use super::tree_search::ObjectTree;
use super::walk::{NodePair, PairFilter};
use crate::conditions::{Condition, bound, required};
use crate::geometry::Aabb;
use crate::impact::moving::{MovingTriangles, TimeNormal};
use crate::impact::step::Step;
use crate::mesh::ElementKind;
use glam::DVec3;
use jostle_support::parallel;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Which nodes of an object's tree are certified; keeps its buffers.
#[derive(Debug, Default)]
pub(in crate::impact) struct NormalCones {
    /// The topology that the contours are of.
    stamp: u64,
    contours: Contours,
    /// The mean normal of each element over the step, in the order of the leaves; unit vectors, roughly.
    normals: Vec<DVec3>,
    /// The sum of the normals of each node.
    sums: Vec<DVec3>,
    is_certified: Vec<AtomicBool>,
}

impl MovingTriangles<'_> {
    /// The sign of the turn over three vertices as it is seen along a direction, throughout; 0 if it is not certain.
    fn turn(&self, vertices: [u32; 3], direction: DVec3) -> i8 {
        let [start, end] = self.at_both_ends(vertices);
        TimeNormal::new(start, end).side([direction; 2], 0.0)
    }
}

/// Normals that are further from the direction are not worth a try: the cosine of the angle.
const FLATTEST: f64 = 0.05;
/// Elements that a thread looks at, at least.
const FEW: usize = 512;

impl NormalCones {
    /// Certifies the largest nodes that it can.
    pub fn update(&mut self, step: &Step, object: usize, own: &ObjectTree<Aabb>) {
        let scene_object = &step.scene.objects()[object];
        if scene_object.kind() != ElementKind::Triangle || scene_object.elements().is_empty() {
            self.is_certified.clear();
            return;
        }
        let (stamp, moving) = (scene_object.topology_id(), &MovingTriangles::new(step, object));
        let tree = &own.tree;
        if self.stamp != stamp {
            self.contours = Contours::build(tree, moving.triangles);
            self.stamp = stamp;
        }
        let normal = |&triangle: &u32| {
            let [start, end] = moving.corners(triangle as usize);
            let area = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a);
            (area(start) + area(end)).normalize_or_zero()
        };
        self.normals.clear();
        parallel::extend_from(&mut self.normals, tree.order(), FEW, normal);
        self.sums.resize(tree.end(), DVec3::ZERO);
        for node in (1..tree.end() as u32).rev() {
            self.sums[node as usize] = match tree.is_leaf(node) {
                true => self.normals[tree.range(node)].iter().sum(),
                false => self.sums[2 * node as usize] + self.sums[2 * node as usize + 1],
            };
        }
        self.is_certified.resize_with(tree.end(), AtomicBool::default);
        self.is_certified.iter_mut().for_each(|own| *own.get_mut() = false);
        self.certify_below(1, own, moving);
    }

    fn certify_below(&self, node: u32, own: &ObjectTree<Aabb>, moving: &MovingTriangles) {
        if self.holds(node, own, moving) {
            self.is_certified[node as usize].store(true, Relaxed);
        } else if !own.tree.is_leaf(node) {
            let [left, right] = [2 * node, 2 * node + 1];
            match own.tree.range(node).len() > FEW {
                true => {
                    parallel::join(
                        || self.certify_below(left, own, moving),
                        || self.certify_below(right, own, moving),
                    );
                }
                false => {
                    self.certify_below(left, own, moving);
                    self.certify_below(right, own, moving);
                }
            }
        }
    }

    fn holds(&self, node: u32, own: &ObjectTree<Aabb>, moving: &MovingTriangles) -> bool {
        let contour = self.contours.get(node);
        let direction = self.sums[node as usize].normalize_or_zero();
        let range = own.tree.range(node);
        let turns = |&e: &u32| moving.turn(moving.triangles[e as usize], direction) == 1;
        // What is told quickly comes first.
        !contour.is_empty()
            && self.normals[range.clone()].iter().all(|n| n.dot(direction) > FLATTEST)
            && (is_simple(contour, direction, moving) || !required(Condition::ConeContour))
            && (own.tree.order()[range].iter().all(turns) || !required(Condition::ConeNormals))
    }

    pub fn bytes(&self) -> usize {
        self.contours.bytes()
            + (self.normals.capacity() + self.sums.capacity()) * size_of::<DVec3>()
            + self.is_certified.capacity()
    }
}

/// The box of an edge over the step, as it is seen along a direction: the least and the greatest of two coordinates.
type SeenBox = [[f64; 2]; 2];

/// Whether no two edges of a loop that do not follow each other touch throughout, seen along a direction.
fn is_simple(contour: &[u32], direction: DVec3, moving: &MovingTriangles) -> bool {
    let count = contour.len();
    let edge = |i: usize| [contour[i], contour[(i + 1) % count]];
    let is_beside = |[a, b]: [u32; 2], ends: [u32; 2]| {
        let [x, y] = ends.map(|end| moving.turn([a, b, end], direction));
        x != 0 && x == y
    };
    let boxes = seen_boxes(contour, direction, moving);
    (0..count).all(|i| {
        let last = if i == 0 { count - 1 } else { count };
        (i + 2..last).all(|j| {
            let (one, other) = (edge(i), edge(j));
            !overlap(&boxes[i], &boxes[j]) || is_beside(one, other) || is_beside(other, one)
        })
    })
}

/// The boxes of a loop's edges in the frame of its first vertex. Coordinates are off by less than `2^-48` of the
/// largest distance from that vertex, also because the two axes are not quite perpendicular to the direction; the
/// margin is far more.
fn seen_boxes(contour: &[u32], direction: DVec3, moving: &MovingTriangles) -> Vec<SeenBox> {
    let across = direction.any_orthonormal_vector();
    let axes = [across, direction.cross(across)];
    let origin = [moving.start, moving.end].map(|positions| positions[contour[0] as usize]);
    let from_origin =
        |v: u32| [moving.start[v as usize] - origin[0], moving.end[v as usize] - origin[1]];
    let vectors = contour.iter().map(|&v| from_origin(v));
    let largest = vectors.clone().flatten().fold(0.0, |largest: f64, d| largest.max(d.length()));
    let margin = bound(Condition::ConeContourMargin, 2f64.powi(-40) * largest);
    let seen: Vec<[[f64; 2]; 2]> =
        vectors.map(|ends| ends.map(|d| axes.map(|axis| d.dot(axis)))).collect();
    (0..seen.len())
        .map(|i| {
            let points = seen[i].into_iter().chain(seen[(i + 1) % seen.len()]);
            let mut own = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
            for point in points {
                for axis in 0..2 {
                    own[0][axis] = own[0][axis].min(point[axis] - margin);
                    own[1][axis] = own[1][axis].max(point[axis] + margin);
                }
            }
            own
        })
        .collect()
}

#[inline(always)]
fn overlap(a: &SeenBox, b: &SeenBox) -> bool {
    (0..2).all(|axis| a[0][axis] <= b[1][axis] && b[0][axis] <= a[1][axis])
}

/// Nothing is compared within nodes that are certified.
impl PairFilter for &NormalCones {
    #[inline(always)]
    fn admits_nodes(&self, pair: &NodePair) -> bool {
        let [a, b] = pair.nodes;
        a != b || !self.is_certified.get(a as usize).is_some_and(|own| own.load(Relaxed))
    }
}

#[cfg(test)]
pub(super) mod tests_of_boxes {
    use super::*;

    /// Whether the boxes of two edges of a loop overlap that does not move.
    pub fn boxes_overlap(positions: &[DVec3], direction: DVec3, edges: [usize; 2]) -> bool {
        let contour: Vec<u32> = (0..positions.len() as u32).collect();
        let moving = MovingTriangles { start: positions, end: positions, triangles: &[] };
        let boxes = seen_boxes(&contour, direction, &moving);
        overlap(&boxes[edges[0]], &boxes[edges[1]])
    }
}
