//! The border of a patch as seen along a direction: loops that must not cross or touch.
//!
//! While vertices move, all that is asked of it is asked of every moment: what is certain of all
//! coefficients of a quadratic is so at all times ([`super::path`]).

use super::path::{Path, Paths};
use super::view::View;
use crate::conditions::{Condition, bound, required};
use glam::DVec3;
use std::collections::TryReserveError;

/// Boxes are compared this many at a time.
const LANES: usize = 8;

/// The border edges of a patch; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Contour {
    /// Edges, sorted by where they begin.
    edges: Vec<[u32; 2]>,
    /// The edge that each edge is followed by.
    next: Vec<u32>,
    seen: Vec<bool>,
    /// Boxes of the edges in the picture, eight by eight, and a little larger than they are: where they are
    /// or, for those that move, at the beginning of the step and at its end.
    boxes: Vec<BoxLanes>,
    /// Boxes of each edge: one or two.
    ends: usize,
}

/// The least and the greatest coordinates of eight boxes.
type BoxLanes = [[f32; LANES]; 4];

/// What a coordinate of the picture may be off by, where the extents of the patch add up to one.
/// Coordinates are at most one then, and neither overflow nor vanish in `f32`. Rounding to `f32` keeps
/// their order; what the margin is for is that the two directions of the picture are perpendicular to
/// the view, and the products with them exact, only within some `2^-50`.
const MARGIN: f64 = 4.0 * f32::EPSILON as f64;

impl Contour {
    /// Reserves capacity for so many edges.
    pub fn reserve(&mut self, edges: usize) -> Result<(), TryReserveError> {
        *self = Contour::default();
        self.edges.try_reserve_exact(edges)?;
        self.next.try_reserve_exact(edges)?;
        self.seen.try_reserve_exact(edges)?;
        self.boxes.try_reserve_exact(edges.div_ceil(LANES))
    }

    pub fn update<P: Paths>(
        &mut self,
        edges: impl Iterator<Item = [u32; 2]>,
        paths: P,
        view: &View,
    ) {
        self.edges.clear();
        self.edges.extend(edges);
        self.edges.sort_unstable();
        let across = view.n.any_orthonormal_vector();
        let up = view.n.cross(across);
        let origin = self.edges.first().map_or(DVec3::ZERO, |edge| paths.at(edge[0]).position(0));
        // Extents are between powers of two that have a reciprocal (see `View::new`).
        let scale = 1.0 / view.extent.element_sum();
        let see = |p: DVec3| {
            let p = p - origin;
            [p.dot(across) * scale, p.dot(up) * scale]
        };
        let margin = bound(Condition::PatchBorderMargin, MARGIN);
        self.boxes.clear();
        self.ends = P::Path::ENDS;
        for edges in self.edges.chunks(LANES) {
            for end in 0..P::Path::ENDS {
                // Empty boxes overlap nothing: all others are about as large as one.
                let mut block = [f32::MAX, f32::MAX, f32::MIN, f32::MIN].map(|side| [side; LANES]);
                for (lane, edge) in edges.iter().enumerate() {
                    let [p, q] = edge.map(|v| see(paths.at(v).position(end)));
                    for axis in 0..2 {
                        block[axis][lane] = (p[axis].min(q[axis]) - margin) as f32;
                        block[axis + 2][lane] = (p[axis].max(q[axis]) + margin) as f32;
                    }
                }
                self.boxes.push(block);
            }
        }
    }

    /// Whether the border is certainly made of simple loops that do not touch, only one of them
    /// positive, at all times.
    pub fn is_simple(&mut self, paths: impl Paths, view: &View) -> bool {
        self.link()
            && (self.edges_are_apart(paths, view) || !required(Condition::PatchBorderIsSimple))
            && (self.one_is_positive(paths, view) || !required(Condition::PatchHasOneOutline))
    }

    /// Finds an edge that each edge is followed by, if there is one. Where more than one edge begins or
    /// ends at a vertex, some two of them do not follow each other and touch there.
    fn link(&mut self) -> bool {
        let Contour { edges, next, .. } = self;
        next.clear();
        for edge in edges.iter() {
            match edges.binary_search_by_key(&edge[1], |other| other[0]) {
                Ok(at) => next.push(at as u32),
                Err(_) => return false,
            }
        }
        true
    }

    /// Whether no two edges touch but where one follows the other.
    ///
    /// Two that follow each other may fold back onto each other. Then the end of the shorter one lies on
    /// the longer one, and so does the begin of a third edge, which follows the shorter one and not the
    /// longer one, and touches it; unless there are only two or three edges in the loop. That loop has
    /// no area. The areas of all loops add up to that of the triangles, which is positive, so another
    /// one is positive, and a loop without area cannot pass as the one that need not be a hole.
    fn edges_are_apart(&self, paths: impl Paths, view: &View) -> bool {
        pulp::Arch::new().dispatch(
            #[inline(always)]
            || {
                (0..self.edges.len()).all(
                    #[inline(always)]
                    |i| self.is_apart_from_later(i, paths, view),
                )
            },
        )
    }

    #[inline(always)]
    fn is_apart_from_later(&self, i: usize, paths: impl Paths, view: &View) -> bool {
        let lane = i % LANES;
        let own = |end: usize| self.boxes[i / LANES * self.ends + end].map(|side| side[lane]);
        let (first, last) = (own(0), own(self.ends - 1));
        let blocks = self.boxes.chunks_exact(self.ends).enumerate();
        for (b, others) in blocks.skip(i / LANES) {
            let hits = match others {
                [others] => overlaps(first, others),
                _ => overlaps_throughout([first, last], [&others[0], &others[1]]),
            };
            if hits == [0; LANES] {
                continue;
            }
            for (lane, hit) in hits.into_iter().enumerate() {
                let j = b * LANES + lane;
                if hit != 0 && j > i && !self.is_apart(i, j, paths, view) {
                    return false;
                }
            }
        }
        true
    }

    fn is_apart(&self, i: usize, j: usize, paths: impl Paths, view: &View) -> bool {
        let [[p, q], [r, s]] = [i, j].map(|edge| self.edges[edge].map(|v| paths.at(v)));
        match (self.next[i] as usize == j, self.next[j] as usize == i) {
            (false, false) => {
                one_side(view.turn(p, q, r), view.turn(p, q, s))
                    || one_side(view.turn(r, s, p), view.turn(r, s, q))
            }
            _ => true,
        }
    }

    /// Whether all loops but one certainly turn the negative way throughout, as the rims of holes do. A single
    /// loop needs no look: triangles that are all positive cannot have a negative border.
    fn one_is_positive(&mut self, paths: impl Paths, view: &View) -> bool {
        let Contour { edges, next, seen, .. } = self;
        seen.clear();
        seen.resize(edges.len(), false);
        let mut loops = 0;
        let mut holes = 0;
        for first in 0..edges.len() {
            if seen[first] {
                continue;
            }
            loops += 1;
            let origin = paths.at(edges[first][0]);
            // The coefficients of its area: one, or three while it moves.
            let mut areas = [0.0; 3];
            let (mut count, mut coefficients, mut at) = (0, 0, first);
            while !seen[at] {
                seen[at] = true;
                let [p, q] = edges[at].map(|v| paths.at(v) - origin);
                let products = p.cross(q);
                coefficients = products.as_ref().len();
                for (area, product) in areas.iter_mut().zip(products.as_ref()) {
                    *area += view.n.dot(*product);
                }
                count += 1;
                at = next[at] as usize;
            }
            let is_hole = areas[..coefficients].iter().all(|&a| a < -view.sum_bound(count));
            holes += is_hole as u32;
        }
        loops == 1 || holes + 1 == loops
    }
}

impl Contour {
    pub fn bytes(&self) -> usize {
        self.edges.capacity() * size_of::<[u32; 2]>()
            + self.next.capacity() * size_of::<u32>()
            + self.seen.capacity()
            + self.boxes.capacity() * size_of::<BoxLanes>()
    }
}

fn one_side(a: Option<bool>, b: Option<bool>) -> bool {
    a.is_some() && a == b
}

/// For each of eight boxes, 1 if it overlaps the given one.
#[inline(always)]
fn overlaps([left, low, right, high]: [f32; 4], others: &BoxLanes) -> [u32; LANES] {
    let mut hits = [0; LANES];
    for lane in 0..LANES {
        let overlap = (others[0][lane] <= right)
            & (left <= others[2][lane])
            & (others[1][lane] <= high)
            & (low <= others[3][lane]);
        hits[lane] = overlap as u32;
    }
    hits
}

/// For each of eight boxes that move, 0 if it is on one side of the given one throughout: what is so at
/// both ends of straight lines is so in between.
#[inline(always)]
fn overlaps_throughout(own: [[f32; 4]; 2], others: [&BoxLanes; 2]) -> [u32; LANES] {
    let mut hits = [0; LANES];
    let last = if required(Condition::PatchBorderAtBothEnds) { 1 } else { 0 };
    for lane in 0..LANES {
        let mut apart = false;
        for axis in 0..2 {
            let before = (others[0][axis + 2][lane] < own[0][axis])
                & (others[last][axis + 2][lane] < own[last][axis]);
            let after = (others[0][axis][lane] > own[0][axis + 2])
                & (others[last][axis][lane] > own[last][axis + 2]);
            apart |= before | after;
        }
        hits[lane] = !apart as u32;
    }
    hits
}
