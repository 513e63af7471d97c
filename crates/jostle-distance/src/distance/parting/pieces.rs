//! Convex parts of solids.
//!
//! A piece is grown from a point inside: faces of the boundary are taken from the nearest on, and each that no half-space
//! so far leaves out gets one, across the line from the point to what is nearest of the face. In the end no face reaches
//! into the common part of the half-spaces; it is connected and has a point inside, so all of it is.
//! (The obstacle half-spaces of IRIS, Deits and Tedrake 2015, with spheres.)

use super::body::{Body, LocalSolid};
use super::polytope::{HalfSpace, corners};
use crate::conditions::{Condition, required};
use crate::convex::{Hull, Penetration, SupportMap, penetration};
use crate::geometry::Aabb;
use crate::geometry::distance::point_triangle;
use crate::mesh::BoxTree;
use glam::DVec3;
use jostle_support::parallel;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A convex part of an object, as the hull of points.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    points: Vec<DVec3>,
    pub bounds: Aabb,
    middle: DVec3,
    extent: f64,
    /// Where it was grown, and what it is the common part of, about; none for a piece that was not grown.
    grown: Option<(DVec3, Vec<HalfSpace>)>,
}

impl Piece {
    /// `None` without points.
    pub fn from_points(points: Vec<DVec3>) -> Option<Piece> {
        let hull = Hull::from_points(&points)?;
        let (middle, extent) = (hull.middle(), hull.extent());
        let bounds = Aabb::from_points(points.iter().copied());
        Some(Piece { points, bounds, middle, extent, grown: None })
    }

    #[cfg(test)]
    pub fn points(&self) -> &[DVec3] {
        &self.points
    }

    /// Whether another piece adds next to nothing to it; not exact.
    pub fn holds(&self, other: &Piece) -> bool {
        let slack = 1e-6 * self.extent;
        let holds = |p: DVec3| match &self.grown {
            Some((seed, half_spaces)) => {
                half_spaces.iter().all(|h| h.normal.dot(p - *seed) <= h.height + slack)
            }
            None => self.points.contains(&p),
        };
        other.points.iter().all(|&p| holds(p))
    }

    pub fn moved(&self, by: DVec3) -> MovedPiece<'_> {
        MovedPiece { piece: self, by }
    }

    /// How deep two pieces are in each other, rounded down; and the direction of the second's move out.
    pub fn depth(&self, other: &Piece) -> Option<(f64, DVec3)> {
        match penetration(&self.moved(DVec3::ZERO), &other.moved(DVec3::ZERO)) {
            Ok(Penetration::Overlap(overlap)) => {
                Some(((overlap.least - overlap.error).max(0.0), overlap.axis))
            }
            _ => None,
        }
    }
}

/// A piece somewhere else.
pub(super) struct MovedPiece<'p> {
    piece: &'p Piece,
    by: DVec3,
}

impl SupportMap for MovedPiece<'_> {
    fn vertex_count(&self) -> usize {
        self.piece.points.len()
    }

    fn vertex(&self, index: usize) -> DVec3 {
        self.piece.points[index] + self.by
    }

    fn support(&self, direction: DVec3) -> usize {
        let points = &self.piece.points;
        let first = points[0];
        let mut best = (0.0, 0);
        for (i, &p) in points.iter().enumerate().skip(1) {
            let height = direction.dot(p - first);
            if height > best.0 {
                best = (height, i);
            }
        }
        best.1
    }

    fn middle(&self) -> DVec3 {
        self.piece.middle + self.by
    }

    fn extent(&self) -> f64 {
        self.piece.extent
    }

    /// Vertices are rounded once they are moved, and the support is that of vertices which are not.
    fn slack(&self) -> f64 {
        let there = self.piece.bounds;
        2.0 * f64::EPSILON * (there.min.abs().max(there.max.abs()) + self.by.abs()).max_element()
    }
}

/// Half-spaces of one piece. A ball needs about as many to be filled but for one part in fifty.
const MOST_HALF_SPACES: usize = 96;

/// How much further in than the nearest face the next half-space ends at first, so that it leaves out other faces as
/// well; more where many were needed already. Afterwards each is moved out again as far as the faces allow.
fn share_cut(half_spaces: usize) -> f64 {
    match half_spaces {
        0..32 => 0.02,
        32..64 => 0.08,
        _ => 0.2,
    }
}

/// What rounding can put a face, a product or a corner off by, of a size: positions seen from the middle are off by
/// `2^-53` of it, heights over planes by `2^-50`.
const ROUNDING: f64 = f64::from_bits((1023 - 48) << 52);

/// A convex part around a point; `None` if the point is not clearly inside, or if too many half-spaces would be needed.
pub(super) fn grow(solid: &LocalSolid, seed: DVec3, size: f64) -> Option<Piece> {
    let rounding = ROUNDING * size;
    if !solid.encloses(seed) && required(Condition::PieceSeedIsInside) {
        return None;
    }
    let nearest = |i: usize| {
        let found = point_triangle(seed, &solid.faces[i]);
        (found.distance, i, found.points[1])
    };
    let faces = &solid.faces;
    let mut near: Vec<(f64, usize, DVec3)> = parallel::map(faces.len(), 1024, nearest);
    near.par_sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
    let mut half_spaces: Vec<HalfSpace> = Vec::new();
    for &(distance, face, point) in &near {
        let corners = faces[face].map(|p| p - seed);
        if half_spaces.iter().any(|h| leaves_out(h, &corners)) {
            continue;
        }
        if half_spaces.len() == MOST_HALF_SPACES {
            return None;
        }
        let normal = ((point - seed) / distance).try_normalize()?;
        let height = lowest(normal, &corners);
        if height.is_nan() || height <= 4.0 * rounding {
            return None;
        }
        half_spaces
            .push(HalfSpace { normal, height: height * (1.0 - share_cut(half_spaces.len())) });
    }
    relax(&mut half_spaces, faces, seed);
    for half_space in &mut half_spaces {
        half_space.height -= rounding;
    }
    let points = corners(2.0 * size, &half_spaces).into_iter().map(|p| p + seed).collect();
    let piece = Piece::from_points(points)?;
    Some(Piece { grown: Some((seed, half_spaces)), ..piece })
}

/// Whether all of a face is beyond a half-space.
fn leaves_out(half_space: &HalfSpace, corners: &[DVec3; 3]) -> bool {
    let HalfSpace { normal, height } = *half_space;
    lowest(normal, corners) >= height
        || !required(Condition::PieceLeavesOutWholeFaces)
            && corners.iter().any(|&p| normal.dot(p) >= height)
}

fn lowest(normal: DVec3, corners: &[DVec3; 3]) -> f64 {
    corners.iter().map(|&p| normal.dot(p)).fold(f64::INFINITY, f64::min)
}

/// Moves half-spaces out, one after the other, as far as the faces allow that no other one leaves out; those that are not
/// needed go.
fn relax(half_spaces: &mut Vec<HalfSpace>, faces: &[[DVec3; 3]], seed: DVec3) {
    let count = half_spaces.len();
    // For each face, one bit for each half-space that leaves it out.
    let by_face = |face: &[DVec3; 3]| {
        let corners = face.map(|p| p - seed);
        let leaves_out = |h: &HalfSpace| lowest(h.normal, &corners) >= h.height;
        (0..count).filter(|&i| leaves_out(&half_spaces[i])).fold(0u128, |all, i| all | 1 << i)
    };
    let mut masks: Vec<u128> = parallel::map(faces.len(), 1024, |i| by_face(&faces[i]));
    for (i, half_space) in half_spaces.iter_mut().enumerate() {
        let bit = 1u128 << i;
        let height = |face: &[DVec3; 3]| lowest(half_space.normal, &face.map(|p| p - seed));
        let needed = faces.iter().zip(&masks).filter(|(_, mask)| **mask == bit);
        let least = needed.map(|(face, _)| height(face)).fold(f64::INFINITY, f64::min);
        for (face, mask) in faces.iter().zip(&mut masks) {
            if *mask & bit != 0 && height(face) < least {
                *mask &= !bit;
            }
        }
        half_space.height = least;
    }
    half_spaces.retain(|h| h.height.is_finite());
}

/// Points that a hull is made of at most, so that looking for its supports stays quick. In as many directions all round a
/// ball is cut by less than a thousandth of its radius.
const MOST_POINTS: usize = 2048;

/// The hull of a solid, made smaller about a point inside until no face reaches into it: all of a convex one but for
/// rounding, and for what a hull of fewer points leaves out. `None` if there is no such point, or if little would be left.
///
/// How far the points are along the normal of a face is told by a tree of their boxes, in about the logarithm of their
/// number where the object is convex; where it is not, some face soon says that little would be left.
pub(super) fn whole(body: &Body, size: f64) -> Option<Piece> {
    let solid = body.solid.as_ref()?;
    let share = 1.0 / body.points.len() as f64;
    let seed = body.points.iter().fold(DVec3::ZERO, |sum, &p| sum + p * share);
    if !solid.encloses(seed) {
        return None;
    }
    let boxes: Vec<Aabb> = body.points.iter().map(|&p| Aabb::from_points([p - seed])).collect();
    let supports = Supports { tree: BoxTree::build(&boxes), boxes };
    let rounding = ROUNDING * size;
    let is_little = AtomicBool::new(false);
    let allowed = |face: &[DVec3; 3]| {
        if is_little.load(Relaxed) {
            return 0.0;
        }
        let corners = face.map(|p| p - seed);
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
        // A face without area is a segment that other faces have too.
        let Some(normal) = normal.try_normalize() else { return 1.0 };
        let normal = if normal.dot(corners[0]) < 0.0 { -normal } else { normal };
        let height = lowest(normal, &corners) - rounding;
        let furthest = supports.furthest(normal).0 + rounding;
        let share = if height > 0.0 { height / furthest } else { 0.0 };
        // What is left would be less than other pieces.
        if share < 0.5 {
            is_little.store(true, Relaxed);
        }
        share
    };
    let least = |range: Range<usize>| solid.faces[range].iter().map(allowed).fold(1.0, f64::min);
    let share = parallel::reduce(solid.faces.len(), 64, least, f64::min).unwrap_or(1.0);
    if share < 0.5 {
        return None;
    }
    let made_smaller = |p: DVec3| seed + (p - seed) * share;
    if body.points.len() <= 2 * MOST_POINTS {
        return Piece::from_points(body.points.iter().map(|&p| made_smaller(p)).collect());
    }
    let mut chosen: Vec<u32> =
        (0..MOST_POINTS).map(|i| supports.furthest(direction(i)).1).collect();
    chosen.sort_unstable();
    chosen.dedup();
    Piece::from_points(chosen.iter().map(|&p| made_smaller(body.points[p as usize])).collect())
}

/// One of [`MOST_POINTS`] directions, evenly all round: along a spiral whose turns are the golden ratio apart.
fn direction(i: usize) -> DVec3 {
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let z = 1.0 - (2 * i + 1) as f64 / MOST_POINTS as f64;
    let (sin, cos) = (golden * i as f64).sin_cos();
    let radius = (1.0 - z * z).max(0.0).sqrt();
    DVec3::new(radius * cos, radius * sin, z)
}

/// Points that are looked for along directions.
struct Supports {
    tree: BoxTree,
    /// Of each point, seen from the seed.
    boxes: Vec<Aabb>,
}

impl Supports {
    /// How far the points are along a direction of unit length, at least zero, and which of them is so far. What rounding
    /// may hide is less than `2^-50` of their size.
    fn furthest(&self, direction: DVec3) -> (f64, u32) {
        let mut best = (0.0, 0);
        self.descend(BoxTree::ROOT, direction, &mut best);
        best
    }

    fn descend(&self, node: u32, direction: DVec3, best: &mut (f64, u32)) {
        let Some(mut halves) = self.tree.children(node) else {
            for &item in self.tree.items(node) {
                let height = direction.dot(self.boxes[item as usize].min);
                if height > best.0 {
                    *best = (height, item);
                }
            }
            return;
        };
        let mut heights = halves.map(|half| {
            let around = self.tree.reach(half);
            (direction * around.min).max(direction * around.max).element_sum()
        });
        if heights[1] > heights[0] {
            halves.swap(0, 1);
            heights.swap(0, 1);
        }
        for (half, height) in halves.into_iter().zip(heights) {
            if height > best.0 {
                self.descend(half, direction, best);
            }
        }
    }
}
