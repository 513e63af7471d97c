//! The border of a patch as seen along a direction: loops that must not cross or touch.
//!
//! While vertices move, all that is asked of it is asked of every moment: what is certain of all
//! coefficients of a quadratic is so at all times ([`super::path`]).

use super::path::{Path, Paths};
use super::view::View;
use crate::conditions::{Condition, bound, required};
use crate::geometry::lanes::{Lanes, WIDE, with_lanes};
use glam::DVec3;
use pulp::NullaryFnOnce;
use std::collections::TryReserveError;

/// Boxes are compared this many at a time.
const LANES: usize = WIDE;

/// The border edges of a patch; keeps its buffers.
#[derive(Debug, Default)]
pub(super) struct Contour {
    /// Edges, each followed by its next if that is not further up: neighbours are close together.
    edges: Vec<[u32; 2]>,
    /// The edge that each edge is followed by.
    next: Vec<u32>,
    /// Whether each edge is followed by one.
    is_linked: bool,
    order: EdgeOrder,
    seen: Vec<bool>,
    /// Boxes of the edges in the picture, eight by eight, and a little larger than they are: where they are
    /// or, for those that move, at the beginning of the step and at its end.
    boxes: Vec<BoxLanes>,
    /// Boxes around the boxes of eight edges, eight by eight.
    arounds: Vec<BoxLanes>,
    /// Boxes of each edge: one or two.
    ends: usize,
}

/// What puts edges one behind the other; keeps its buffers.
#[derive(Debug, Default)]
struct EdgeOrder {
    /// Edges as they are given: mostly in chains, each edge from where the one before ends.
    given: Vec<[u32; 2]>,
    chains: Vec<Chain>,
    /// Chains by where they begin.
    sorted: Vec<[u32; 2]>,
}

/// Edges that follow each other as they are given.
#[derive(Clone, Copy, Debug)]
struct Chain {
    /// Its first edge as given, and the edge behind the last.
    first: u32,
    end: u32,
    /// Where its first edge is in the order, or [`Chain::NO_PLACE`].
    place: u32,
}

impl Chain {
    const NO_PLACE: u32 = u32::MAX;
}

/// The least and the greatest coordinates of eight boxes.
type BoxLanes = [[f32; LANES]; 4];

/// Empty boxes overlap nothing: all others are about as large as one.
const EMPTY: BoxLanes =
    [[f32::MAX; LANES], [f32::MAX; LANES], [f32::MIN; LANES], [f32::MIN; LANES]];

/// What a coordinate of the picture may be off by, where the extents of the patch add up to one.
/// Coordinates are at most one then, and neither overflow nor vanish in `f32`. Rounding to `f32` keeps
/// their order; what the margin is for is that the two directions of the picture are perpendicular to
/// the view, and the products with them exact, only within some `2^-50`.
const MARGIN: f64 = 4.0 * f32::EPSILON as f64;

impl Contour {
    /// For so many edges at rest, to begin with.
    pub fn with_capacity(edges: usize) -> Contour {
        let blocks = edges.div_ceil(LANES);
        Contour {
            edges: Vec::with_capacity(edges),
            next: Vec::with_capacity(edges),
            order: EdgeOrder::with_capacity(edges),
            seen: Vec::with_capacity(edges),
            boxes: Vec::with_capacity(blocks),
            arounds: Vec::with_capacity(blocks.div_ceil(LANES)),
            ..Contour::default()
        }
    }

    /// Reserves capacity for so many edges.
    pub fn reserve(&mut self, edges: usize) -> Result<(), TryReserveError> {
        *self = Contour::default();
        self.edges.try_reserve_exact(edges)?;
        self.next.try_reserve_exact(edges)?;
        self.seen.try_reserve_exact(edges)?;
        self.order.reserve(edges)?;
        let blocks = edges.div_ceil(LANES);
        self.arounds.try_reserve_exact(blocks.div_ceil(LANES))?;
        self.boxes.try_reserve_exact(blocks)
    }

    pub fn update<P: Paths>(
        &mut self,
        edges: impl Iterator<Item = [u32; 2]>,
        paths: P,
        view: &View,
    ) {
        self.is_linked = self.order.put_in_order(edges, &mut self.edges, &mut self.next);
        if !self.is_linked {
            return;
        }
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
                let mut block = EMPTY;
                // Where the edge before ended, mostly.
                let mut last = None;
                for (lane, &[from, to]) in edges.iter().enumerate() {
                    let known = last.filter(|&(vertex, _)| vertex == from).map(|(_, at)| at);
                    let p = known.unwrap_or_else(|| see(paths.at(from).position(end)));
                    let q = see(paths.at(to).position(end));
                    last = Some((to, q));
                    for axis in 0..2 {
                        block[axis][lane] = (p[axis].min(q[axis]) - margin) as f32;
                        block[axis + 2][lane] = (p[axis].max(q[axis]) + margin) as f32;
                    }
                }
                self.boxes.push(block);
            }
        }
        self.arounds.clear();
        for blocks in self.boxes.chunks(LANES * self.ends) {
            for end in 0..self.ends {
                let mut around = EMPTY;
                for (lane, block) in blocks.iter().skip(end).step_by(self.ends).enumerate() {
                    for axis in 0..2 {
                        around[axis][lane] = block[axis].into_iter().fold(f32::MAX, f32::min);
                        let greatest = block[axis + 2].into_iter().fold(f32::MIN, f32::max);
                        around[axis + 2][lane] = greatest;
                    }
                }
                self.arounds.push(around);
            }
        }
    }

    /// Whether the border is certainly made of simple loops that do not touch, only one of them
    /// positive, at all times.
    pub fn is_simple(&mut self, paths: impl Paths, view: &View) -> bool {
        self.is_linked
            && (self.edges_are_apart(paths, view) || !required(Condition::PatchBorderIsSimple))
            && (self.one_is_positive(paths, view) || !required(Condition::PatchHasOneOutline))
    }

    /// Whether no two edges touch but where one follows the other.
    ///
    /// Two that follow each other may fold back onto each other. Then the end of the shorter one lies on
    /// the longer one, and so does the begin of a third edge, which follows the shorter one and not the
    /// longer one, and touches it; unless there are only two or three edges in the loop. That loop has
    /// no area. The areas of all loops add up to that of the triangles, which is positive, so another
    /// one is positive, and a loop without area cannot pass as the one that need not be a hole.
    fn edges_are_apart(&self, paths: impl Paths, view: &View) -> bool {
        with_lanes!(simd => simd.run(EdgesApart { simd, contour: self, paths, view }))
    }

    /// The boxes of one of eight edges, or of what is around a block of them, at the beginning of the step and at its end.
    #[inline(always)]
    fn ends_of(&self, boxes: &[BoxLanes], at: usize) -> [[f32; 4]; 2] {
        let own = |end: usize| boxes[at / LANES * self.ends + end].map(|side| side[at % LANES]);
        [own(0), own(self.ends - 1)]
    }

    /// A bit for each of eight boxes, unless it is certainly on one side of the given one throughout.
    #[inline(always)]
    fn hits<L: Lanes>(&self, simd: L, own: [[f32; 4]; 2], boxes: &[BoxLanes], block: usize) -> u32 {
        match self.ends {
            1 => overlaps(simd, own[0], &boxes[block]),
            _ => overlaps_throughout(simd, own, [&boxes[2 * block], &boxes[2 * block + 1]]),
        }
    }

    #[inline(never)]
    fn is_apart(&self, i: usize, j: usize, paths: impl Paths, view: &View) -> bool {
        let [[p, q], [r, s]] = [i, j].map(|edge| self.edges[edge].map(|v| paths.at(v)));
        one_side(view.turn(p, q, r), view.turn(p, q, s))
            || one_side(view.turn(r, s, p), view.turn(r, s, q))
    }

    /// Whether one of two edges follows the other.
    #[inline(always)]
    fn is_followed(&self, i: usize, j: usize) -> bool {
        self.next[i] as usize == j || self.next[j] as usize == i
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
            let mut at = first;
            let mut count = 0;
            while !seen[at] {
                seen[at] = true;
                at = next[at] as usize;
                count += 1;
            }
            if count == edges.len() {
                return true;
            }
            let origin = paths.at(edges[first][0]);
            // The coefficients of its area: one, or three while it moves.
            let mut areas = [0.0; 3];
            let mut coefficients = 0;
            at = first;
            for _ in 0..count {
                let [p, q] = edges[at].map(|v| paths.at(v) - origin);
                let products = p.cross(q);
                coefficients = products.as_ref().len();
                for (area, product) in areas.iter_mut().zip(products.as_ref()) {
                    *area += view.n.dot(*product);
                }
                at = next[at] as usize;
            }
            let is_hole = areas[..coefficients].iter().all(|&a| a < -view.sum_bound(count as u32));
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
            + (self.boxes.capacity() + self.arounds.capacity()) * size_of::<BoxLanes>()
            + self.order.bytes()
    }
}

impl EdgeOrder {
    fn with_capacity(edges: usize) -> EdgeOrder {
        EdgeOrder {
            given: Vec::with_capacity(edges),
            chains: Vec::with_capacity(edges),
            sorted: Vec::with_capacity(edges),
        }
    }

    fn reserve(&mut self, edges: usize) -> Result<(), TryReserveError> {
        self.given.try_reserve_exact(edges)?;
        self.chains.try_reserve_exact(edges)?;
        self.sorted.try_reserve_exact(edges)
    }

    /// Puts edges one behind the other, with an edge that each is followed by, and tells whether there is one for all.
    /// Where more than one edge begins or ends at a vertex, some two of them do not follow each other and touch there.
    fn put_in_order(
        &mut self,
        edges: impl Iterator<Item = [u32; 2]>,
        ordered: &mut Vec<[u32; 2]>,
        ordered_next: &mut Vec<u32>,
    ) -> bool {
        self.list_chains(edges);
        let EdgeOrder { given, chains, sorted } = self;
        ordered.clear();
        ordered_next.clear();
        for first in 0..chains.len() {
            let mut at = first;
            while chains[at].place == Chain::NO_PLACE {
                chains[at].place = ordered.len() as u32;
                let own = &given[chains[at].first as usize..chains[at].end as usize];
                ordered.extend_from_slice(own);
                // Mostly the one that is put there next.
                ordered_next.extend(ordered_next.len() as u32 + 1..=ordered.len() as u32);
                let end = own.last().map_or(0, |edge| edge[1]);
                match sorted.binary_search_by_key(&end, |other| other[0]) {
                    Ok(next) => at = sorted[next][1] as usize,
                    Err(_) => return false,
                }
            }
            if let Some(last) =
                ordered_next.last_mut().filter(|last| **last == ordered.len() as u32)
            {
                *last = chains[at].place;
            }
        }
        true
    }

    /// Lists the edges, the chains that they come in, and where these begin.
    fn list_chains(&mut self, edges: impl Iterator<Item = [u32; 2]>) {
        let EdgeOrder { given, chains, sorted } = self;
        given.clear();
        given.extend(edges);
        chains.clear();
        sorted.clear();
        let mut first = 0;
        for chain in given.chunk_by(|edge, next| edge[1] == next[0]) {
            let end = first + chain.len() as u32;
            sorted.push([chain[0][0], chains.len() as u32]);
            chains.push(Chain { first, end, place: Chain::NO_PLACE });
            first = end;
        }
        sorted.sort_unstable();
    }

    fn bytes(&self) -> usize {
        self.given.capacity() * size_of::<[u32; 2]>()
            + self.chains.capacity() * size_of::<Chain>()
            + self.sorted.capacity() * size_of::<[u32; 2]>()
    }
}

fn one_side(a: Option<bool>, b: Option<bool>) -> bool {
    a.is_some() && a == b
}

/// The comparison of all edges, compiled for an instruction set.
struct EdgesApart<'c, L, P> {
    simd: L,
    contour: &'c Contour,
    paths: P,
    view: &'c View,
}

impl<L: Lanes, P: Paths> NullaryFnOnce for EdgesApart<'_, L, P> {
    type Output = bool;

    /// Blocks of eight by what is around them, and then the edges of two that are near each other.
    #[inline(always)]
    fn call(self) -> bool {
        let EdgesApart { simd, contour, paths, view } = self;
        let Contour { edges, boxes, arounds, ends, .. } = contour;
        for block in 0..edges.len().div_ceil(LANES) {
            let around = contour.ends_of(arounds, block);
            let own = block * LANES..edges.len().min((block + 1) * LANES);
            for group in block / LANES..arounds.len() / ends {
                let earlier = !(u32::MAX << block.saturating_sub(group * LANES));
                let mut near = contour.hits(simd, around, arounds, group) & !earlier;
                while near != 0 {
                    let other = group * LANES + near.trailing_zeros() as usize;
                    near &= near - 1;
                    for i in own.clone() {
                        let mut hits = contour.hits(simd, contour.ends_of(boxes, i), boxes, other);
                        if other == block {
                            // Later ones only.
                            hits &= u32::MAX << (i % LANES) << 1;
                        }
                        while hits != 0 {
                            let j = other * LANES + hits.trailing_zeros() as usize;
                            hits &= hits - 1;
                            if !contour.is_followed(i, j) && !contour.is_apart(i, j, paths, view) {
                                return false;
                            }
                        }
                    }
                }
            }
        }
        true
    }
}

/// A bit for each of eight boxes that overlaps the given one.
#[inline(always)]
fn overlaps<L: Lanes>(simd: L, [left, low, right, high]: [f32; 4], others: &BoxLanes) -> u32 {
    let [lefts, lows, rights, highs] = [0, 1, 2, 3].map(|side| simd.load_floats(&others[side]));
    simd.floats_up_to(lefts, simd.floats(right))
        & simd.floats_up_to(simd.floats(left), rights)
        & simd.floats_up_to(lows, simd.floats(high))
        & simd.floats_up_to(simd.floats(low), highs)
}

/// A bit for each of eight boxes that move, unless it is on one side of the given one throughout: what is so at
/// both ends of straight lines is so in between.
#[inline(always)]
fn overlaps_throughout<L: Lanes>(simd: L, own: [[f32; 4]; 2], others: [&BoxLanes; 2]) -> u32 {
    let last = if required(Condition::PatchBorderAtBothEnds) { 1 } else { 0 };
    let mut hits = (1 << LANES) - 1;
    for axis in 0..2 {
        // Not wholly before it at one of both ends, and not wholly behind it.
        let up_to_own = |end: usize| {
            let lowest = simd.load_floats(&others[end][axis]);
            simd.floats_up_to(lowest, simd.floats(own[end][axis + 2]))
        };
        let from_own = |end: usize| {
            let highest = simd.load_floats(&others[end][axis + 2]);
            simd.floats_up_to(simd.floats(own[end][axis]), highest)
        };
        hits &= (up_to_own(0) | up_to_own(last)) & (from_own(0) | from_own(last));
    }
    hits
}

#[cfg(test)]
mod tests {
    use super::super::path::Lines;
    use super::*;
    use crate::geometry::Aabb;
    use crate::geometry::lanes::PortableLanes;
    use jostle_support::random::SplitMix64;
    use std::f64::consts::TAU;

    /// Whether edges are apart, by the box of each and all others.
    fn are_apart(contour: &Contour, paths: impl Paths, view: &View) -> bool {
        let hits = |i: usize, j: usize| {
            let own = contour.ends_of(&contour.boxes, i);
            contour.hits(PortableLanes, own, &contour.boxes, j / LANES) >> (j % LANES) & 1 == 1
        };
        let later = |i: usize| i + 1..contour.edges.len();
        (0..contour.edges.len()).all(|i| {
            later(i).all(|j| {
                !hits(i, j) || contour.is_followed(i, j) || contour.is_apart(i, j, paths, view)
            })
        })
    }

    fn check(contour: &mut Contour, edges: &[[u32; 2]], paths: impl Paths, view: &View) -> bool {
        contour.update(edges.iter().copied(), paths, view);
        assert!(contour.is_linked);
        let follows = |(edge, &next): (&[u32; 2], &u32)| edge[1] == contour.edges[next as usize][0];
        assert!(contour.edges.iter().zip(&contour.next).all(follows));
        let mut all = [edges.to_vec(), contour.edges.clone()];
        all.iter_mut().for_each(|edges| edges.sort_unstable());
        assert_eq!(all[0], all[1]);
        let are_apart = are_apart(contour, paths, view);
        assert_eq!(contour.edges_are_apart(paths, view), are_apart, "{} edges", edges.len());
        are_apart
    }

    #[test]
    fn edges_that_cross_are_found_wherever_they_are_in_the_loop() {
        let mut random = SplitMix64::new(11);
        let mut contour = Contour::default();
        let mut apart = [0; 2];
        for round in 0..300 {
            let count = 3 + (random.next_u64() % 400) as usize;
            let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
            // Two vertices of every second outline change places, and all have numbers in any order.
            let mut around: Vec<usize> = (0..count).collect();
            if round % 2 == 1 {
                around.swap(below(count), below(count));
            }
            let mut numbers: Vec<u32> = (0..count as u32).collect();
            (1..count).for_each(|i| numbers.swap(i, below(i + 1)));
            let mut start = vec![DVec3::ZERO; count];
            for (place, number) in around.iter().zip(&numbers) {
                let (sin, cos) = (TAU * *place as f64 / count as f64).sin_cos();
                let radius = 1.0 + 0.3 * random.signed();
                start[*number as usize] = DVec3::new(cos, sin, 0.0) * radius;
            }
            let edge = |i: usize| [numbers[i], numbers[(i + 1) % count]];
            let edges: Vec<[u32; 2]> = (0..count).map(edge).collect();
            let small = 0.2 / count as f64;
            let end: Vec<DVec3> =
                start.iter().map(|p| p * 1.5 + DVec3::X * small * random.signed()).collect();
            let bounds = Aabb::from_points(start.iter().chain(&end).copied());
            let view = View::new(DVec3::Z, &bounds).unwrap();
            apart[0] += i32::from(check(&mut contour, &edges, &start[..], &view));
            let lines = Lines { start: &start, end: &end };
            apart[1] += i32::from(check(&mut contour, &edges, lines, &view));
        }
        assert!(apart.iter().all(|count| (100..200).contains(count)), "{apart:?}");
    }
}
