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
    decide_all(queries, Pair::VertexFace, tolerance, times)
}

/// [`edge_edge_within`](super::edge_edge_within) of each query, in their order; what was in `times` is
/// replaced.
pub fn edge_edge_batch(
    queries: &[(Swept<2>, Swept<2>)],
    tolerance: f64,
    times: &mut Vec<Option<ImpactTime>>,
) -> Tally {
    times.resize(queries.len(), None);
    decide_all(queries, Pair::EdgeEdge, tolerance, times)
}

/// Queries of one kind.
pub(in crate::impact) trait Queries {
    fn len(&self) -> usize;

    fn motion(&self, query: usize) -> Motion;

    /// Those from a query on, a lane each.
    fn lanes<S: Lanes>(&self, simd: S, first: usize) -> Motion<Number<S>>;
}

impl Queries for [(Swept<1>, Swept<3>)] {
    fn len(&self) -> usize {
        <[_]>::len(self)
    }

    #[inline(always)]
    fn motion(&self, query: usize) -> Motion {
        vertex_face_motion(&self[query].0, &self[query].1)
    }

    #[inline(always)]
    fn lanes<S: Lanes>(&self, simd: S, first: usize) -> Motion<Number<S>> {
        let four: &[_; BLOCK] = self[first..first + BLOCK].try_into().expect("four of them");
        motion_in_lanes(
            simd,
            #[inline(always)]
            |lane, corner| match corner {
                0 => [&four[lane].0.start[0], &four[lane].0.end[0]],
                _ => [&four[lane].1.start[corner - 1], &four[lane].1.end[corner - 1]],
            },
        )
    }
}

impl Queries for [(Swept<2>, Swept<2>)] {
    fn len(&self) -> usize {
        <[_]>::len(self)
    }

    #[inline(always)]
    fn motion(&self, query: usize) -> Motion {
        edge_edge_motion(&self[query].0, &self[query].1)
    }

    #[inline(always)]
    fn lanes<S: Lanes>(&self, simd: S, first: usize) -> Motion<Number<S>> {
        let four: &[_; BLOCK] = self[first..first + BLOCK].try_into().expect("four of them");
        motion_in_lanes(
            simd,
            #[inline(always)]
            |lane, corner| {
                let edge = if corner < 2 { &four[lane].0 } else { &four[lane].1 };
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

    #[inline(always)]
    fn motion(&self, query: usize) -> Motion {
        let corners = self.candidates[query].corners();
        Motion {
            start: corners.map(|v| self.start[v as usize].to_array()),
            end: corners.map(|v| self.end[v as usize].to_array()),
        }
    }

    #[inline(always)]
    fn lanes<S: Lanes>(&self, simd: S, first: usize) -> Motion<Number<S>> {
        let four: &[C; BLOCK] =
            self.candidates[first..first + BLOCK].try_into().expect("four of them");
        motion_in_lanes(
            simd,
            #[inline(always)]
            |lane, corner| {
                let vertex = four[lane].corners()[corner] as usize;
                [&self.start[vertex], &self.end[vertex]]
            },
        )
    }
}

/// Four queries, given both positions of each corner of each.
#[inline(always)]
fn motion_in_lanes<'p, S: Lanes>(
    simd: S,
    at: impl Fn(usize, usize) -> [&'p DVec3; 2],
) -> Motion<Number<S>> {
    // Each by itself: arrays that loops fill are kept in memory, and copied.
    let [start_0, end_0] = corner_in_lanes(simd, &at, 0);
    let [start_1, end_1] = corner_in_lanes(simd, &at, 1);
    let [start_2, end_2] = corner_in_lanes(simd, &at, 2);
    let [start_3, end_3] = corner_in_lanes(simd, &at, 3);
    Motion { start: [start_0, start_1, start_2, start_3], end: [end_0, end_1, end_2, end_3] }
}

/// A corner of each, at both ends.
#[inline(always)]
fn corner_in_lanes<'p, S: Lanes>(
    simd: S,
    at: &impl Fn(usize, usize) -> [&'p DVec3; 2],
    corner: usize,
) -> [[Number<S>; 3]; 2] {
    let [a, b, c, d] = [at(0, corner), at(1, corner), at(2, corner), at(3, corner)];
    [
        screen::corner_in_lanes(simd, [a[0], b[0], c[0], d[0]]),
        screen::corner_in_lanes(simd, [a[1], b[1], c[1], d[1]]),
    ]
}

/// Decides queries over the whole step; there are as many times.
pub(in crate::impact) fn decide_all<Q: Queries + ?Sized>(
    queries: &Q,
    pair: Pair,
    tolerance: f64,
    times: &mut [Option<ImpactTime>],
) -> Tally {
    times.fill(None);
    decide_until(queries, pair, tolerance, 1.0, |query, time| {
        times[query] = Some(time);
        1.0
    })
}

/// Decides queries in their order, and tells those with contact up to a time, which `hit` may bring
/// forward. Some with contact only after that are told too, with the times that they have in any case.
pub(in crate::impact) fn decide_until<Q: Queries + ?Sized>(
    queries: &Q,
    pair: Pair,
    tolerance: f64,
    until: f64,
    hit: impl FnMut(usize, ImpactTime) -> f64,
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
pub(in crate::impact) fn decide_within_distance<Q: Queries + ?Sized>(
    queries: &Q,
    pair: Pair,
    thickness: f64,
    tolerance: f64,
    mut hit: impl FnMut(usize, ImpactTime),
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

struct Decider<F> {
    pair: Pair,
    tolerance: f64,
    until: f64,
    hit: F,
    tally: Tally,
}

/// All but the last few, four at a time.
fn decide_blocks<Q: Queries + ?Sized, F: FnMut(usize, ImpactTime) -> f64>(
    queries: &Q,
    decider: &mut Decider<F>,
) {
    with_lanes!(simd => simd.run(Blocks { simd, queries, decider }))
}

/// The loop over queries, compiled for an instruction set.
struct Blocks<'a, S, Q: ?Sized, F> {
    simd: S,
    queries: &'a Q,
    decider: &'a mut Decider<F>,
}

impl<S: Lanes, Q: Queries + ?Sized, F: FnMut(usize, ImpactTime) -> f64> NullaryFnOnce
    for Blocks<'_, S, Q, F>
{
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Blocks { simd, queries, decider } = self;
        for block in 0..queries.len() / BLOCK {
            let lanes = queries.lanes(simd, block * BLOCK);
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

impl<F: FnMut(usize, ImpactTime) -> f64> Decider<F> {
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
    fn decide<Q: Queries + ?Sized>(&mut self, queries: &Q, query: usize) {
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
