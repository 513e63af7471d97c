//! The border of a patch as seen along a direction: loops that must not cross or touch.

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
    /// Boxes of the edges in the picture, eight by eight, and a little larger than they are.
    boxes: Vec<[[f32; LANES]; 4]>,
}

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

    pub fn update(
        &mut self,
        edges: impl Iterator<Item = [u32; 2]>,
        positions: &[DVec3],
        view: &View,
    ) {
        self.edges.clear();
        self.edges.extend(edges);
        self.edges.sort_unstable();
        let across = view.n.any_orthonormal_vector();
        let up = view.n.cross(across);
        let origin = self.edges.first().map_or(DVec3::ZERO, |edge| positions[edge[0] as usize]);
        // Extents are between powers of two that have a reciprocal (see `View::new`).
        let scale = 1.0 / view.extent.element_sum();
        let see = |v: u32| {
            let p = positions[v as usize] - origin;
            [p.dot(across) * scale, p.dot(up) * scale]
        };
        let margin = bound(Condition::PatchBorderMargin, MARGIN);
        self.boxes.clear();
        for edges in self.edges.chunks(LANES) {
            // Empty boxes overlap nothing: all others are about as large as one.
            let mut block = [f32::MAX, f32::MAX, f32::MIN, f32::MIN].map(|end| [end; LANES]);
            for (lane, edge) in edges.iter().enumerate() {
                let [p, q] = edge.map(see);
                for axis in 0..2 {
                    block[axis][lane] = (p[axis].min(q[axis]) - margin) as f32;
                    block[axis + 2][lane] = (p[axis].max(q[axis]) + margin) as f32;
                }
            }
            self.boxes.push(block);
        }
    }

    /// Whether the border is certainly made of simple loops that do not touch, only one of them
    /// positive.
    pub fn is_simple(&mut self, positions: &[DVec3], view: &View) -> bool {
        self.link()
            && (self.edges_are_apart(positions, view) || !required(Condition::PatchBorderIsSimple))
            && (self.one_is_positive(positions, view) || !required(Condition::PatchHasOneOutline))
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
    fn edges_are_apart(&self, positions: &[DVec3], view: &View) -> bool {
        pulp::Arch::new().dispatch(
            #[inline(always)]
            || {
                (0..self.edges.len()).all(
                    #[inline(always)]
                    |i| self.is_apart_from_later(i, positions, view),
                )
            },
        )
    }

    #[inline(always)]
    fn is_apart_from_later(&self, i: usize, positions: &[DVec3], view: &View) -> bool {
        let (block, lane) = (&self.boxes[i / LANES], i % LANES);
        let own = [block[0][lane], block[1][lane], block[2][lane], block[3][lane]];
        for (b, others) in self.boxes.iter().enumerate().skip(i / LANES) {
            let hits = overlaps(own, others);
            if hits == [0; LANES] {
                continue;
            }
            for (lane, hit) in hits.into_iter().enumerate() {
                let j = b * LANES + lane;
                if hit != 0 && j > i && !self.is_apart(i, j, positions, view) {
                    return false;
                }
            }
        }
        true
    }

    fn is_apart(&self, i: usize, j: usize, positions: &[DVec3], view: &View) -> bool {
        let [[p, q], [r, s]] = [i, j].map(|edge| self.edges[edge].map(|v| positions[v as usize]));
        match (self.next[i] as usize == j, self.next[j] as usize == i) {
            (false, false) => {
                one_side(view.turn(p, q, r), view.turn(p, q, s))
                    || one_side(view.turn(r, s, p), view.turn(r, s, q))
            }
            _ => true,
        }
    }

    /// Whether all loops but one certainly turn the negative way, as the rims of holes do. A single
    /// loop needs no look: triangles that are all positive cannot have a negative border.
    fn one_is_positive(&mut self, positions: &[DVec3], view: &View) -> bool {
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
            let origin = positions[edges[first][0] as usize];
            let (mut area, mut count, mut at) = (0.0, 0, first);
            while !seen[at] {
                seen[at] = true;
                let [p, q] = edges[at].map(|v| positions[v as usize] - origin);
                area += view.n.dot(p.cross(q));
                count += 1;
                at = next[at] as usize;
            }
            holes += (area < -view.sum_bound(count)) as u32;
        }
        loops == 1 || holes + 1 == loops
    }
}

impl Contour {
    pub fn bytes(&self) -> usize {
        self.edges.capacity() * size_of::<[u32; 2]>()
            + self.next.capacity() * size_of::<u32>()
            + self.seen.capacity()
            + self.boxes.capacity() * size_of::<[[f32; LANES]; 4]>()
    }
}

fn one_side(a: Option<bool>, b: Option<bool>) -> bool {
    a.is_some() && a == b
}

/// For each of eight boxes, 1 if it overlaps the given one.
#[inline(always)]
fn overlaps([left, low, right, high]: [f32; 4], others: &[[f32; LANES]; 4]) -> [u32; LANES] {
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
