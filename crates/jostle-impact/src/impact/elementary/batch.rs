//! Many queries, several at a time.

use super::contact::{Contact, Real, Vectors};
use super::floating::Verdict;
use super::motion::{Motion, Pair};
use super::screen::{self, ALL, Number};
use super::thickness::first_time_within;
use super::{
    ImpactTime, Swept, Tally, edge_edge_motion, first_time, first_time_unless_apart,
    vertex_face_motion,
};
use crate::candidates::{EdgeEdge, VertexFace};
use crate::geometry::lanes::{BLOCK, Lanes, with_lanes};
use glam::DVec3;
use pulp::NullaryFnOnce;

/// [`vertex_face_within`](super::vertex_face_within) of each query, in their order; what was in `times`
/// is replaced.
///
/// ```
/// use jostle::impact::{Swept, vertex_face_batch};
///
/// let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let face = Swept::new(triangle, triangle);
/// let down = |x: f64| Swept::new([[x, 0.25, 1.0]], [[x, 0.25, -1.0]]);
/// let queries: Vec<_> = [0.25, 0.5, 1.0].map(|x| (down(x), face)).into();
/// let mut times = Vec::new();
/// vertex_face_batch(&queries, 1e-6, &mut times);
/// assert_eq!(times.iter().map(Option::is_some).collect::<Vec<_>>(), [true, true, false]);
/// ```
pub fn vertex_face_batch(
    queries: &[(Swept<1>, Swept<3>)],
    tolerance: f64,
    times: &mut Vec<Option<ImpactTime>>,
) -> Tally {
    times.resize(queries.len(), None);
    decide_all(&queries, Pair::VertexFace, tolerance, times)
}

/// [`edge_edge_within`](super::edge_edge_within) of each query, in their order; what was in `times` is
/// replaced.
pub fn edge_edge_batch(
    queries: &[(Swept<2>, Swept<2>)],
    tolerance: f64,
    times: &mut Vec<Option<ImpactTime>>,
) -> Tally {
    times.resize(queries.len(), None);
    decide_all(&queries, Pair::EdgeEdge, tolerance, times)
}

/// Queries of one kind. What decides them is compiled once for all kinds, because it is long.
pub(in crate::impact) trait Queries {
    fn len(&self) -> usize;

    fn motion(&self, query: usize) -> Motion;

    /// Those from a query on, a lane each.
    fn block(&self, first: usize) -> Block<'_>;
}

/// The positions of each corner of several queries, at the start and at the end.
type Block<'p> = [[[&'p DVec3; BLOCK]; 2]; 4];

impl Queries for &[(Swept<1>, Swept<3>)] {
    fn len(&self) -> usize {
        <[_]>::len(self)
    }

    fn motion(&self, query: usize) -> Motion {
        vertex_face_motion(&self[query].0, &self[query].1)
    }

    fn block(&self, first: usize) -> Block<'_> {
        block(
            &self[first..],
            #[inline(always)]
            |(point, face), corner| match corner {
                0 => [&point.start[0], &point.end[0]],
                _ => [&face.start[corner - 1], &face.end[corner - 1]],
            },
        )
    }
}

impl Queries for &[(Swept<2>, Swept<2>)] {
    fn len(&self) -> usize {
        <[_]>::len(self)
    }

    fn motion(&self, query: usize) -> Motion {
        edge_edge_motion(&self[query].0, &self[query].1)
    }

    fn block(&self, first: usize) -> Block<'_> {
        block(
            &self[first..],
            #[inline(always)]
            |(one, other), corner| {
                let edge = if corner < 2 { one } else { other };
                [&edge.start[corner % 2], &edge.end[corner % 2]]
            },
        )
    }
}

/// Queries by their four vertices, among positions at both ends of a step.
pub(in crate::impact) struct IndexedQueries<'q, C> {
    pub start: &'q [DVec3],
    pub end: &'q [DVec3],
    pub candidates: &'q [C],
}

/// What has four vertices.
pub(in crate::impact) trait Corners {
    fn corners(&self) -> [u32; 4];
}

impl Corners for [u32; 4] {
    #[inline(always)]
    fn corners(&self) -> [u32; 4] {
        *self
    }
}

impl Corners for VertexFace {
    #[inline(always)]
    fn corners(&self) -> [u32; 4] {
        let [a, b, c] = self.face;
        [self.vertex, a, b, c]
    }
}

impl Corners for EdgeEdge {
    #[inline(always)]
    fn corners(&self) -> [u32; 4] {
        let [[a, b], [c, d]] = self.edges;
        [a, b, c, d]
    }
}

impl<C: Corners> Queries for IndexedQueries<'_, C> {
    fn len(&self) -> usize {
        self.candidates.len()
    }

    fn motion(&self, query: usize) -> Motion {
        let [a, b, c, d] = self.candidates[query].corners().map(|v| v as usize);
        let at = |positions: &[DVec3]| [a, b, c, d].map(|vertex| positions[vertex].to_array());
        Motion { start: at(self.start), end: at(self.end) }
    }

    fn block(&self, first: usize) -> Block<'_> {
        block(
            &self.candidates[first..],
            #[inline(always)]
            |candidate, corner| {
                let vertex = candidate.corners()[corner] as usize;
                [&self.start[vertex], &self.end[vertex]]
            },
        )
    }
}

/// The first few queries, given both positions of each corner of each.
#[inline(always)]
fn block<'p, Q>(queries: &'p [Q], at: impl Fn(&'p Q, usize) -> [&'p DVec3; 2]) -> Block<'p> {
    let [a, b, c, d] = queries.first_chunk::<BLOCK>().expect("as many as lanes");
    let corner = |corner| {
        let [a, b, c, d] = [at(a, corner), at(b, corner), at(c, corner), at(d, corner)];
        [[a[0], b[0], c[0], d[0]], [a[1], b[1], c[1], d[1]]]
    };
    // Each by itself: arrays that loops fill are kept in memory, and copied.
    [corner(0), corner(1), corner(2), corner(3)]
}

/// The motions of a block.
#[inline(always)]
fn motion_in_lanes<S: Lanes>(simd: S, [a, b, c, d]: &Block) -> Motion<Number<S>> {
    let at = |corner: &[[&DVec3; BLOCK]; 2], end: usize| screen::corner_in_lanes(simd, corner[end]);
    Motion {
        start: [at(a, 0), at(b, 0), at(c, 0), at(d, 0)],
        end: [at(a, 1), at(b, 1), at(c, 1), at(d, 1)],
    }
}

/// Decides queries over the whole step; there are as many times.
pub(in crate::impact) fn decide_all(
    queries: &dyn Queries,
    pair: Pair,
    tolerance: f64,
    times: &mut [Option<ImpactTime>],
) -> Tally {
    times.fill(None);
    decide_until(queries, pair, tolerance, 1.0, &mut |query, time| {
        times[query] = Some(time);
        1.0
    })
}

/// Decides queries in their order, and tells those with contact up to a time, which `hit` may bring
/// forward. Some with contact only after that are told too, with the times that they have in any case.
pub(in crate::impact) fn decide_until(
    queries: &dyn Queries,
    pair: Pair,
    tolerance: f64,
    until: f64,
    hit: &mut dyn FnMut(usize, ImpactTime) -> f64,
) -> Tally {
    let mut decider = Decider { pair, tolerance, until, hit, tally: Tally::default() };
    decide_blocks(queries, &mut decider);
    for query in queries.len() / BLOCK * BLOCK..queries.len() {
        let motion = queries.motion(query);
        if let Some(time) = first_time(pair, &motion, tolerance, &mut decider.tally) {
            decider.until = (decider.hit)(query, time);
        }
    }
    decider.tally
}

/// The same of features that come within a distance of each other, one at a time.
pub(in crate::impact) fn decide_within_distance(
    queries: &dyn Queries,
    pair: Pair,
    thickness: f64,
    tolerance: f64,
    hit: &mut dyn FnMut(usize, ImpactTime),
) -> Tally {
    let mut tally = Tally::default();
    for query in 0..queries.len() {
        let motion = queries.motion(query);
        if let Some(time) = first_time_within(pair, &motion, thickness, tolerance, &mut tally) {
            hit(query, time);
        }
    }
    tally
}

struct Decider<'h> {
    pair: Pair,
    tolerance: f64,
    until: f64,
    hit: &'h mut dyn FnMut(usize, ImpactTime) -> f64,
    tally: Tally,
}

/// All but the last few, four at a time.
fn decide_blocks(queries: &dyn Queries, decider: &mut Decider) {
    with_lanes!(simd => simd.run(Blocks { simd, queries, decider }))
}

/// The loop over queries, compiled for an instruction set.
struct Blocks<'a, 'h, S> {
    simd: S,
    queries: &'a dyn Queries,
    decider: &'a mut Decider<'h>,
}

impl<S: Lanes> NullaryFnOnce for Blocks<'_, '_, S> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Blocks { simd, queries, decider } = self;
        for block in 0..queries.len() / BLOCK {
            let lanes = motion_in_lanes(simd, &queries.block(block * BLOCK));
            let mut left = match decider.until < 1.0 {
                false => decider.screen(&lanes),
                true => decider.screen_until(&lanes),
            };
            while left != 0 {
                decider.decide(queries, block * BLOCK + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }
}

impl Decider<'_> {
    /// Which of four queries may have contact, a bit each.
    #[inline(always)]
    fn screen<S: Lanes>(&mut self, lanes: &Motion<Number<S>>) -> u32 {
        // Of candidates whose boxes overlap, the volume decides most, and few are apart.
        let vectors = Vectors::new(self.pair, lanes);
        let misses = screen::misses_by_volume(&vectors);
        if misses == ALL {
            self.tally.floating += BLOCK as u64;
            return 0;
        }
        self.left(&vectors, screen::apart(self.pair, lanes), misses)
    }

    /// Which of four queries may have contact until the time, a bit each.
    #[inline(always)]
    fn screen_until<S: Lanes>(&mut self, lanes: &Motion<Number<S>>) -> u32 {
        let until = lanes.start[0][0].like(self.until);
        let apart = screen::apart_until(self.pair, lanes, until);
        if apart == ALL {
            self.tally.apart += BLOCK as u64;
            return 0;
        }
        let vectors = Vectors::until(self.pair, lanes, until);
        let misses = screen::misses_by_volume(&vectors);
        self.left(&vectors, apart, misses)
    }

    /// Those that are left, given who is apart and who misses by the volume.
    #[inline(always)]
    fn left<S: Lanes>(&mut self, vectors: &Vectors<Number<S>>, apart: u32, misses: u32) -> u32 {
        let misses = match apart | misses {
            ALL => misses,
            _ => misses | screen::misses_by_sides(vectors),
        };
        self.tally.apart += u64::from(apart.count_ones());
        self.tally.floating += u64::from((misses & !apart).count_ones());
        ALL & !(apart | misses)
    }

    #[inline(never)]
    fn decide(&mut self, queries: &dyn Queries, query: usize) {
        let motion = queries.motion(query);
        if self.until < 1.0 {
            let contact = Contact::new(self.pair, &motion);
            if contact.is_in_range()
                && contact.decide_until(self.until, self.tolerance) == Verdict::Miss
            {
                self.tally.floating += 1;
                return;
            }
        }
        // Times are those of the whole step, so that they do not depend on what was decided before.
        let time = first_time_unless_apart(self.pair, &motion, self.tolerance, &mut self.tally);
        if let Some(time) = time {
            self.until = (self.hit)(query, time);
        }
    }
}
