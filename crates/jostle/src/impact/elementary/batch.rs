//! Many queries, several at a time.

use super::contact::{Contact, Vectors};
use super::floating::Verdict;
use super::motion::{Motion, Pair};
use super::screen::{self, LANES, Lanes};
use super::thickness::first_time_within;
use super::{
    ImpactTime, Swept, Tally, edge_edge_motion, first_time, first_time_unless_apart,
    vertex_face_motion,
};
use crate::candidates::{EdgeEdge, VertexFace};
use glam::DVec3;

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
    fn lanes(&self, first: usize) -> Motion<Lanes>;
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
    fn lanes(&self, first: usize) -> Motion<Lanes> {
        let four: &[_; LANES] = self[first..first + LANES].try_into().expect("four of them");
        motion_in_lanes(
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
    fn lanes(&self, first: usize) -> Motion<Lanes> {
        let four: &[_; LANES] = self[first..first + LANES].try_into().expect("four of them");
        motion_in_lanes(
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
    fn lanes(&self, first: usize) -> Motion<Lanes> {
        let four: &[C; LANES] =
            self.candidates[first..first + LANES].try_into().expect("four of them");
        motion_in_lanes(
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
fn motion_in_lanes<'p>(at: impl Fn(usize, usize) -> [&'p DVec3; 2]) -> Motion<Lanes> {
    // Each by itself: arrays that loops fill are kept in memory, and copied.
    let [start_0, end_0] = corner_in_lanes(&at, 0);
    let [start_1, end_1] = corner_in_lanes(&at, 1);
    let [start_2, end_2] = corner_in_lanes(&at, 2);
    let [start_3, end_3] = corner_in_lanes(&at, 3);
    Motion { start: [start_0, start_1, start_2, start_3], end: [end_0, end_1, end_2, end_3] }
}

/// A corner of each, at both ends.
#[inline(always)]
fn corner_in_lanes<'p>(
    at: &impl Fn(usize, usize) -> [&'p DVec3; 2],
    corner: usize,
) -> [[Lanes; 3]; 2] {
    let [a, b, c, d] = [at(0, corner), at(1, corner), at(2, corner), at(3, corner)];
    [
        screen::corner_in_lanes([a[0], b[0], c[0], d[0]]),
        screen::corner_in_lanes([a[1], b[1], c[1], d[1]]),
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
    pulp::Arch::new().dispatch(Blocks { queries, decider: &mut decider });
    for query in queries.len() / LANES * LANES..queries.len() {
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

/// Queries that are decided by a loop that is compiled for the machine's vector instructions too, and
/// chosen when the program runs.
struct Blocks<'a, Q: ?Sized, F> {
    queries: &'a Q,
    decider: &'a mut Decider<F>,
}

impl<Q: Queries + ?Sized, F: FnMut(usize, ImpactTime) -> f64> pulp::WithSimd for Blocks<'_, Q, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let Blocks { queries, decider } = self;
        for block in 0..queries.len() / LANES {
            let lanes = queries.lanes(block * LANES);
            let left = match decider.until < 1.0 {
                false => decider.screen(&lanes),
                true => decider.screen_until(&lanes),
            };
            if left != [false; LANES] {
                for lane in 0..LANES {
                    if left[lane] {
                        decider.decide(queries, block * LANES + lane);
                    }
                }
            }
        }
    }
}

impl<F: FnMut(usize, ImpactTime) -> f64> Decider<F> {
    /// Which of four queries may have contact.
    #[inline(always)]
    fn screen(&mut self, lanes: &Motion<Lanes>) -> [bool; LANES] {
        let apart = screen::apart(self.pair, lanes).is_positive();
        if apart == [true; LANES] {
            self.tally.apart += LANES as u64;
            return [false; LANES];
        }
        let misses = screen::misses(&Vectors::new(self.pair, lanes), apart);
        self.left(apart, misses)
    }

    /// Which of four queries may have contact until the time.
    #[inline(always)]
    fn screen_until(&mut self, lanes: &Motion<Lanes>) -> [bool; LANES] {
        let until = Lanes::splat(self.until);
        let apart = screen::apart_until(self.pair, lanes, until).is_positive();
        if apart == [true; LANES] {
            self.tally.apart += LANES as u64;
            return [false; LANES];
        }
        let misses = screen::misses(&Vectors::until(self.pair, lanes, until), apart);
        self.left(apart, misses)
    }

    #[inline(always)]
    fn left(&mut self, apart: [bool; LANES], misses: [bool; LANES]) -> [bool; LANES] {
        let mut left = [false; LANES];
        for lane in 0..LANES {
            self.tally.apart += apart[lane] as u64;
            self.tally.floating += (!apart[lane] & misses[lane]) as u64;
            left[lane] = !(apart[lane] | misses[lane]);
        }
        left
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
