//! The search for the depth: cubes of translations that are covered by convex parts, nearest first.
//!
//! **Theorem.** If convex sets `P` within `A` and `Q` within `B` are such that `P` meets `Q + t` for all corners `t` of a
//! polytope, they do for all `t` in it: these `t` are the Minkowski difference of `P` and `Q`, which is convex. So if
//! every cube that reaches into the ball of radius `r` is covered in this way, no translation shorter
//! than `r` parts `A` and `B`.
//!
//! **Rounding.** Moved points of pieces are off by some `e`, so what is tested at a corner is whether it is within `e` of
//! the difference `K`. Corners are those of a polytope that holds all within `m >= e` of the cube `X`: from
//! `X + ball(m)` within `K + ball(e)` follows `X` within `K`, since convex sets cancel (Rådström 1952).

use super::ObjectDepthQuery;
use super::body::{Body, Frame, corners, shifted};
use super::descent::descend;
use super::pieces::{Piece, grow, whole};
use super::placement::{Clearance, Meeting, Placement};
use crate::candidates::Cancellation;
use crate::conditions::{Condition, bound};
use crate::convex::{Proximity, elements, intersects};
use crate::distance::depth::Overlap;
use crate::geometry::Aabb;
use crate::mesh::Element;
use glam::DVec3;
use jostle_support::parallel;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A cube of translations.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// At most the length of any translation in it.
    nearest: f64,
    centre: DVec3,
    half_edge: f64,
    /// The order in which cells were made.
    number: usize,
}

impl Cell {
    pub fn new(centre: DVec3, half_edge: f64, number: usize) -> Cell {
        let off = (centre.abs() - half_edge).max(DVec3::ZERO);
        // The difference, the squares, their sums and the root are each high by 2^-53 at most.
        let nearest = off.length() * (1.0 - 4.0 * f64::EPSILON);
        Cell { nearest, centre, half_edge, number }
    }

    /// At least the length of any translation in it.
    fn furthest(&self) -> f64 {
        (self.centre.abs() + self.half_edge).length() * (1.0 + 4.0 * f64::EPSILON)
    }

    /// The eight cubes of half the edge.
    fn halves(&self, number: usize) -> impl Iterator<Item = Cell> + use<> {
        let (centre, half) = (self.centre, self.half_edge * 0.5);
        (0..8).map(move |i| Cell::new(centre + corner(i) * half, half, number + i))
    }
}

/// One of the corners of a cube from -1 to 1.
fn corner(i: usize) -> DVec3 {
    let sign = |bit: usize| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
    DVec3::new(sign(0), sign(1), sign(2))
}

impl PartialEq for Cell {
    fn eq(&self, other: &Cell) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Cell {}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Cell) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Cell {
    /// The largest is the nearest, and of those the first.
    fn cmp(&self, other: &Cell) -> Ordering {
        other.nearest.total_cmp(&self.nearest).then(other.number.cmp(&self.number))
    }
}

/// Pairs of pieces that are tried first.
const MOST_RECENT: usize = 16;

/// Pairs of pieces that are tested for each evaluation that was asked for, on average: few are needed where pieces fit.
const PAIRS_AN_EVALUATION: usize = 16;

/// Faces that pieces are grown past, in all, and the least and most number of growths: some hundred milliseconds for
/// large objects.
const MOST_FACES: usize = 1_500_000;
const GROWTHS: [usize; 2] = [8, 64];

/// Cells smaller than the search radius by this factor are not certain to differ from each other by more than rounding
/// does, nor to be needed: who comes here is at a place where pieces do not overlap.
const SMALLEST_CELL: f64 = 1e-6;

/// Once the bounds are as near as asked for, they are compared again to this tolerance, which the pieces at hand often
/// suffice for; and the evaluations that this may take.
const FINE_TOLERANCE: f64 = 1e-7;
const FINE_EVALUATIONS: usize = 400;

/// The search for the depth of two objects, scaled.
pub(super) struct Search<'b> {
    bodies: &'b [Body; 2],
    frame: Frame,
    query: ObjectDepthQuery,
    pub(super) pieces: [Vec<Piece>; 2],
    /// Pairs of pieces that covered a cell lately, the last at the end.
    recent: Vec<[usize; 2]>,
    most_growths: usize,
    growths: usize,
    /// A translation that parts the objects.
    best: DVec3,
    /// No shorter one parts them.
    at_least: f64,
    evaluations: usize,
    /// Pairs of pieces that were tested.
    pair_tests: usize,
}

impl<'b> Search<'b> {
    pub fn new(bodies: &'b [Body; 2], query: &ObjectDepthQuery, frame: &Frame) -> Search<'b> {
        let faces = |body: &Body| body.solid.as_ref().map_or(0, |solid| solid.faces.len());
        let faces = bodies.iter().map(faces).sum::<usize>().max(1);
        Search {
            bodies,
            frame: *frame,
            query: *query,
            pieces: [Vec::new(), Vec::new()],
            recent: Vec::new(),
            most_growths: (MOST_FACES / faces).clamp(GROWTHS[0], GROWTHS[1]),
            growths: 0,
            best: DVec3::ZERO,
            at_least: 0.0,
            evaluations: 0,
            pair_tests: 0,
        }
    }

    pub fn bodies(&self) -> &'b [Body; 2] {
        self.bodies
    }

    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    pub fn best(&self) -> DVec3 {
        self.best
    }

    pub fn at_least(&self) -> f64 {
        self.at_least
    }

    pub fn evaluations(&self) -> usize {
        self.evaluations
    }

    /// Whether the bounds are as near as asked for, or the upper one is rounding and nothing else.
    fn is_closed(&self) -> bool {
        self.is_closed_at(self.best.length())
    }

    /// The same if the upper bound is a length.
    pub fn is_closed_at(&self, at_most: f64) -> bool {
        self.at_least >= at_most * (1.0 - self.query.tolerance)
            || at_most <= 16.0 * self.frame.rounding(at_most)
    }

    fn clearance(&mut self, translation: DVec3) -> Option<Clearance> {
        self.evaluations += 1;
        Placement::new(self.bodies, [DVec3::ZERO, translation]).clearance()
    }

    /// First bounds: what is known of pairs of elements and of vertices, hulls, and a few directions.
    pub fn begin(&mut self, overlap: &Overlap, cancellation: &Cancellation) {
        let known = overlap.depth_at_least() - overlap.error();
        self.at_least = (known * self.frame.scale()).max(0.0);
        let mut directions: Vec<DVec3> = [DVec3::X, DVec3::Y, DVec3::Z].into();
        directions.extend((0..4).map(|i| corner(i).normalize()));
        directions = directions.into_iter().flat_map(|d| [d, -d]).collect();
        let hulls =
            [0, 1].map(|side| Piece::from_points(extreme_points(&self.bodies[side].points)));
        if let [Some(a), Some(b)] = &hulls
            && let Some((_, axis)) = a.depth(b)
        {
            directions.insert(0, axis);
        }
        let size = self.frame.size();
        for (side, pieces) in self.pieces.iter_mut().enumerate() {
            pieces.extend(whole(&self.bodies[side], size));
        }
        if let [Some(a), Some(b)] = [0, 1].map(|side| self.pieces[side].first())
            && let Some((depth, axis)) = a.depth(b)
        {
            self.at_least = self.at_least.max(depth - self.margin());
            directions.insert(0, axis);
        }
        let mut starts: Vec<DVec3> = directions.iter().map(|&d| d * self.hull_depth(d)).collect();
        starts.sort_by(|s, t| s.length_squared().total_cmp(&t.length_squared()));
        self.best = self.apart_from(starts[0]);
        // Along the moves that free the deepest elements, the first translation that parts the objects.
        let pair = overlap.deepest_pair.map(|pair| pair.axis);
        let vertex = overlap.deepest_vertex.and_then(|vertex| {
            let out = ((vertex.nearest - vertex.position) * self.frame.scale()).try_normalize()?;
            Some(out)
        });
        let ways = pair.into_iter().chain(vertex.into_iter().flat_map(|out| [out, -out]));
        for way in ways {
            let mut length = self.at_least.max(self.frame.rounding(0.0)) * 1.01;
            while length < self.best.length() && self.evaluations < self.query.most_evaluations {
                if self.is_closed() || cancellation.is_cancelled() {
                    break;
                }
                if self.try_from(way * length) {
                    break;
                }
                length *= 1.25;
            }
        }
        for start in starts {
            if cancellation.is_cancelled()
                || self.is_closed()
                || self.evaluations >= self.query.most_evaluations
            {
                break;
            }
            self.try_from(start);
        }
    }

    /// How far the second object goes along a direction until a plane across it parts the objects.
    fn hull_depth(&self, direction: DVec3) -> f64 {
        let along = |side: usize, d: DVec3| {
            let heights = self.bodies[side].points.iter().map(|&p| d.dot(p));
            heights.fold(f64::NEG_INFINITY, f64::max)
        };
        let depth = along(0, direction) + along(1, -direction);
        depth.max(0.0) + 2.0 * self.frame.rounding(depth.abs())
    }

    /// A translation that parts the objects, from one along which they come apart.
    fn apart_from(&mut self, mut translation: DVec3) -> DVec3 {
        let direction = translation.try_normalize().unwrap_or(DVec3::X);
        let mut step = self.frame.rounding(translation.length());
        while self.clearance(translation).is_none() && translation.is_finite() {
            translation += direction * step;
            step *= 2.0;
        }
        let best = translation;
        self.best = best;
        self.try_from(best);
        self.best
    }

    /// Descends from a translation; false if it does not part the objects.
    fn try_from(&mut self, start: DVec3) -> bool {
        let rounding = 2.0 * self.frame.rounding(start.length());
        let found = descend(start, rounding, &mut |t| self.clearance(t));
        if let Some(t) = found
            && t.length() < self.best.length()
            && t.length() > 0.0
        {
            self.best = t;
        }
        found.is_some()
    }

    /// Covers cells until the bounds are as near as asked for, or the evaluations are used up.
    pub fn close(&mut self, cancellation: &Cancellation) {
        if !self.is_closed() {
            self.cover(self.query.tolerance, self.query.most_evaluations, cancellation);
        }
        if self.is_closed() && self.at_least < self.best.length() * (1.0 - FINE_TOLERANCE) {
            let most = self.query.most_evaluations.min(self.evaluations + FINE_EVALUATIONS);
            self.cover(FINE_TOLERANCE, most, cancellation);
        }
    }

    /// Raises the lower bound towards the upper one, less a share.
    fn cover(&mut self, tolerance: f64, most_evaluations: usize, cancellation: &Cancellation) {
        let mut cells = BinaryHeap::new();
        let half_edge = self.best.length() * (1.0 - tolerance);
        cells.push(Cell::new(DVec3::ZERO, half_edge, 0));
        let mut made = 1;
        while let Some(cell) = cells.pop() {
            let radius = self.best.length() * (1.0 - tolerance);
            // All cells that are left are at least as far.
            self.at_least = self.at_least.max(cell.nearest.min(radius));
            if cell.nearest >= radius {
                return;
            }
            if cell.furthest() <= self.at_least {
                continue;
            }
            let most_pairs = self.query.most_evaluations.saturating_mul(PAIRS_AN_EVALUATION);
            if cancellation.is_cancelled()
                || self.evaluations >= most_evaluations
                || self.pair_tests >= most_pairs
                || cell.half_edge < half_edge * SMALLEST_CELL
            {
                return;
            }
            self.evaluations += 1;
            if self.is_in_difference(&cell, radius) {
                continue;
            }
            match Placement::new(self.bodies, [DVec3::ZERO, cell.centre]).meeting() {
                None => self.descend_from_cell(&cell),
                Some(meeting) => {
                    if self.is_worth_growing(&cell, half_edge)
                        && self.grow_pieces(cell.centre, meeting)
                        && self.is_in_difference(&cell, radius)
                    {
                        continue;
                    }
                }
            }
            let radius = self.best.length() * (1.0 - tolerance);
            cells.extend(cell.halves(made).filter(|half| half.nearest < radius));
            made += 8;
        }
        let radius = self.best.length() * (1.0 - tolerance);
        self.at_least = self.at_least.max(radius);
    }

    /// The centre of a cell parts the objects.
    fn descend_from_cell(&mut self, cell: &Cell) {
        let Some(there) = self.clearance(cell.centre) else { return };
        let length = cell.centre.length();
        if length - there.distance < self.best.length() {
            let share = 1.0 - 0.999 * (there.distance / length).min(1.0);
            if !self.try_from(cell.centre * share) {
                self.try_from(cell.centre);
            }
        }
    }

    /// More than rounding puts pieces off by, when they are tested at a translation.
    fn margin(&self) -> f64 {
        const SHARE: f64 = f64::from_bits((1023 - 46) << 52);
        SHARE * (self.frame.size() + self.best.length())
    }

    /// Whether two pieces meet all over the part of a cell that is within a radius.
    pub(super) fn is_in_difference(&mut self, cell: &Cell, radius: f64) -> bool {
        let margin = bound(Condition::CellMargin, self.margin());
        let translations = cell_corners(cell, radius, margin);
        let bounds = Aabb::from_points(translations.iter().copied());
        let [a, b] = [0, 1].map(|side| self.pieces[side].len());
        let recent = self.recent.iter().rev().copied();
        let others = (0..a).flat_map(|i| (0..b).map(move |j| [i, j]));
        let others = others.filter(|pair| !self.recent.contains(pair));
        let mut tests = 0;
        let found = recent.chain(others).find(|&pair| {
            let fits = self.difference(pair).contains(&bounds);
            tests += usize::from(fits);
            fits && self.meet(pair, &translations)
        });
        self.pair_tests += tests;
        if let Some(pair) = found {
            self.recent.retain(|other| *other != pair);
            if self.recent.len() == MOST_RECENT {
                self.recent.remove(0);
            }
            self.recent.push(pair);
        }
        found.is_some()
    }

    /// The box around the translations at which two pieces meet.
    fn difference(&self, [i, j]: [usize; 2]) -> Aabb {
        let (a, b) = (&self.pieces[0][i].bounds, &self.pieces[1][j].bounds);
        Aabb { min: a.min - b.max, max: a.max - b.min }
    }

    /// Whether two pieces meet at all of some translations.
    fn meet(&self, [i, j]: [usize; 2], translations: &[DVec3]) -> bool {
        let (a, b) = (&self.pieces[0][i], &self.pieces[1][j]);
        let still = a.moved(DVec3::ZERO);
        translations.iter().all(|&t| intersects(&still, &b.moved(t)) == Ok(true))
    }

    /// Whether new pieces may help: if those at hand do not even meet at the centre, or the cell is already small.
    fn is_worth_growing(&mut self, cell: &Cell, half_edge: f64) -> bool {
        if self.growths >= self.most_growths {
            return false;
        }
        let centre = Cell { half_edge: 0.0, ..*cell };
        cell.half_edge < half_edge / 20.0 || !self.is_in_difference(&centre, f64::INFINITY)
    }

    /// Adds a convex part of each object at a place that they have in common at a translation.
    fn grow_pieces(&mut self, translation: DVec3, meeting: Meeting) -> bool {
        self.growths += 1;
        let seed = self.seed(translation, meeting);
        let size = self.frame.size();
        let mut is_new = false;
        for side in 0..2 {
            let body = &self.bodies[side];
            let grown = body.solid.as_ref().zip(seed).and_then(|(solid, seed)| {
                let at = if side == 0 { seed } else { seed - translation };
                grow(solid, at, size)
            });
            // Without an inside, or at its rim: the element that meets the other object.
            let piece = grown.or_else(|| match meeting {
                Meeting::Elements(elements) => {
                    let element = &body.elements[elements[side] as usize];
                    let local = corners(element).iter().map(|&p| self.frame.local(p));
                    Piece::from_points(local.collect())
                }
                Meeting::Inside { .. } => None,
            });
            let pieces = &mut self.pieces[side];
            if let Some(piece) = piece.filter(|piece| !pieces.iter().any(|old| old.holds(piece))) {
                pieces.push(piece);
                is_new = true;
            }
        }
        is_new
    }

    /// A point that is inside both objects at a translation, as far as possible from their boundaries.
    fn seed(&self, translation: DVec3, meeting: Meeting) -> Option<DVec3> {
        let local = |side: usize, element: u32| {
            let own = &self.bodies[side].elements[element as usize];
            let by = if side == 0 { DVec3::ZERO } else { translation };
            let middle = self.frame.local(DVec3::ZERO);
            shifted(&shifted(own, middle), by)
        };
        let (start, found): (DVec3, Vec<Element>) = match meeting {
            Meeting::Elements(pair) => {
                let [a, b] = [0, 1].map(|side| local(side, pair[side]));
                (common_point(&a, &b), vec![a, b])
            }
            Meeting::Inside { inner, component } => {
                let vertex = self.bodies[inner].components[component as usize];
                let has = |e: &Element| corners(e).contains(&vertex);
                let element = self.bodies[inner].elements.iter().position(has)? as u32;
                let element = local(inner, element);
                (middle(&element), vec![element])
            }
        };
        let inward = |element: &Element| match element {
            Element::Triangle([a, b, c]) => {
                let normal = (*b - *a).cross(*c - *a).try_normalize().unwrap_or(DVec3::X);
                vec![normal, -normal]
            }
            Element::Tetrahedron(_) => vec![(middle(element) - start).normalize_or_zero()],
        };
        let ways: Vec<DVec3> = match &found[..] {
            [a, b] => {
                let of_b = inward(b);
                let sums = inward(a)
                    .into_iter()
                    .flat_map(|n| of_b.iter().map(move |m| n + *m).collect::<Vec<DVec3>>());
                [DVec3::ZERO].into_iter().chain(sums).collect()
            }
            _ => inward(&found[0]),
        };
        let mut length = 0.25 * self.frame.size();
        let mut best: Option<(f64, DVec3)> = None;
        // From far to near; where a way leaves one of the objects, a shorter one may not.
        while best.is_none() && length > 4.0 * self.margin() {
            for way in &ways {
                let at = start + *way * length;
                let depth = self.depth_inside(translation, at).map_or(0.0, |(depth, _)| depth);
                if depth > best.map_or(4.0 * self.margin(), |(most, _)| most) {
                    best = Some((depth, at));
                }
            }
            length *= 0.25;
        }
        Some(self.deeper(translation, best?.1))
    }

    /// How far a point is inside both objects at a translation, and the nearest point of their boundaries; an object
    /// without an inside does not count.
    fn depth_inside(&self, translation: DVec3, at: DVec3) -> Option<(f64, DVec3)> {
        let mut least: Option<(f64, DVec3)> = None;
        for (side, by) in [DVec3::ZERO, translation].into_iter().enumerate() {
            let Some(solid) = &self.bodies[side].solid else { continue };
            if !solid.encloses(at - by) {
                return None;
            }
            let (nearest, distance) = solid.nearest(at - by)?;
            if least.is_none_or(|(least, _)| distance < least) {
                least = Some((distance, nearest + by));
            }
        }
        least
    }

    /// Moves a point away from the nearest boundary, by less than its distance, while that makes it deeper.
    fn deeper(&self, translation: DVec3, mut at: DVec3) -> DVec3 {
        let Some((mut depth, mut nearest)) = self.depth_inside(translation, at) else { return at };
        let mut share = 0.9;
        for _ in 0..MOST_MOVES {
            let next = at + (at - nearest).normalize_or_zero() * (depth * share);
            match self.depth_inside(translation, next) {
                Some((more, there)) if more > depth * (1.0 + 1e-3) => {
                    (at, depth, nearest) = (next, more, there);
                }
                _ => share *= 0.4,
            }
        }
        at
    }
}

/// Moves of a seed towards the middle of what the objects have in common.
const MOST_MOVES: usize = 20;

/// A point that two elements have in common, but for rounding.
fn common_point(a: &Element, b: &Element) -> DVec3 {
    let simplex = match elements::proximity(a, b) {
        Ok(Proximity::Intersection(found)) => found.simplex,
        Ok(Proximity::Apart(apart)) => apart.simplex,
        Err(_) => return middle(a),
    };
    let corners = corners(a);
    let weighted = simplex.pairs().iter().zip(simplex.weights());
    weighted.fold(DVec3::ZERO, |sum, (&[i, _], &weight)| sum + corners[i as usize] * weight)
}

fn middle(element: &Element) -> DVec3 {
    let corners = corners(element);
    corners.iter().fold(DVec3::ZERO, |sum, &p| sum + p / corners.len() as f64)
}

/// Points beyond which starts are looked for among extreme ones only.
const MOST_POINTS: usize = 512;

/// Some of the points that span a hull, if there are many.
fn extreme_points(points: &[DVec3]) -> Vec<DVec3> {
    if points.len() <= MOST_POINTS {
        return points.to_vec();
    }
    let direction = |i: usize| {
        // The spiral of the golden angle: about evenly on the sphere.
        let z = 1.0 - (8.0 * i as f64 + 4.0) / MOST_POINTS as f64;
        let angle = i as f64 * 2.399963229728653;
        let across = (1.0 - z * z).sqrt();
        DVec3::new(across * angle.cos(), across * angle.sin(), z)
    };
    let mut extreme: Vec<usize> = parallel::map(MOST_POINTS / 4, 1, |i| {
        let d = direction(i);
        let higher = |best: (f64, usize), (i, p): (usize, &DVec3)| {
            let height = d.dot(*p);
            if height > best.0 { (height, i) } else { best }
        };
        points.iter().enumerate().fold((f64::NEG_INFINITY, 0), higher).1
    });
    extreme.sort_unstable();
    extreme.dedup();
    extreme.into_iter().map(|i| points[i]).collect()
}

/// Points whose hull holds all within a margin of the translations in a cell that are no longer than a radius: the
/// corners of the cell, cut off by a plane that touches the ball.
pub(super) fn cell_corners(cell: &Cell, radius: f64, margin: f64) -> Vec<DVec3> {
    let half = cell.half_edge + margin;
    let all: [DVec3; 8] = std::array::from_fn(|i| cell.centre + corner(i) * half);
    let direction = cell.centre.normalize_or_zero();
    // A direction that is a little longer or shorter than one, and products, are made up for.
    let height = (radius + 2.0 * margin) * (1.0 + 8.0 * f64::EPSILON);
    let over = all.map(|p| direction.dot(p) - height);
    let mut points: Vec<DVec3> = Vec::with_capacity(12);
    for i in 0..8 {
        if over[i] <= 0.0 {
            points.push(all[i]);
            continue;
        }
        for bit in 0..3 {
            let k = i ^ (1 << bit);
            if over[k] > 0.0 {
                continue;
            }
            // On the edge to a corner within, a little beyond the plane, or the corner itself: no more is cut off than
            // the plane cuts off.
            let beyond = height * 4.0 * f64::EPSILON;
            let share = (over[i] - beyond) / (over[i] - over[k]);
            let mut at = all[i];
            at[bit] += (all[k][bit] - all[i][bit]) * share.max(0.0);
            let is_beyond = direction.dot(at) - height > 0.0;
            points.push(if is_beyond { at } else { all[i] });
        }
    }
    // Where a cell is not covered, it most often is not at its furthest corner.
    points.sort_by(|p, q| q.length_squared().total_cmp(&p.length_squared()));
    points
}
