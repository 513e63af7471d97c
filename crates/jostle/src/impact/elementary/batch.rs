//! Many queries, several at a time.

use super::motion::{Motion, Pair};
use super::screen::{self, LANES};
use super::thickness::first_time_within;
use super::{
    ImpactTime, Swept, Tally, edge_edge_motion, first_time, first_time_unless_apart,
    vertex_face_motion,
};

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
    decide(queries, tolerance, times)
}

/// [`edge_edge_within`](super::edge_edge_within) of each query, in their order; what was in `times` is
/// replaced.
pub fn edge_edge_batch(
    queries: &[(Swept<2>, Swept<2>)],
    tolerance: f64,
    times: &mut Vec<Option<ImpactTime>>,
) -> Tally {
    decide(queries, tolerance, times)
}

/// [`vertex_face_within_distance`](super::vertex_face_within_distance) of each query, in their order.
pub(in crate::impact) fn vertex_face_batch_within_distance(
    queries: &[(Swept<1>, Swept<3>)],
    thickness: f64,
    tolerance: f64,
    times: &mut Vec<Option<ImpactTime>>,
) -> Tally {
    decide_within_distance(queries, thickness, tolerance, times)
}

/// [`edge_edge_within_distance`](super::edge_edge_within_distance) of each query, in their order.
pub(in crate::impact) fn edge_edge_batch_within_distance(
    queries: &[(Swept<2>, Swept<2>)],
    thickness: f64,
    tolerance: f64,
    times: &mut Vec<Option<ImpactTime>>,
) -> Tally {
    decide_within_distance(queries, thickness, tolerance, times)
}

/// Two features.
trait Query {
    const PAIR: Pair;
    fn motion(&self) -> Motion;
}

impl Query for (Swept<1>, Swept<3>) {
    const PAIR: Pair = Pair::VertexFace;

    #[inline(always)]
    fn motion(&self) -> Motion {
        vertex_face_motion(&self.0, &self.1)
    }
}

impl Query for (Swept<2>, Swept<2>) {
    const PAIR: Pair = Pair::EdgeEdge;

    #[inline(always)]
    fn motion(&self) -> Motion {
        edge_edge_motion(&self.0, &self.1)
    }
}

fn decide<Q: Query>(queries: &[Q], tolerance: f64, times: &mut Vec<Option<ImpactTime>>) -> Tally {
    let mut tally = Tally::default();
    times.clear();
    times.reserve(queries.len());
    let (blocks, rest) = queries.as_chunks::<LANES>();
    pulp::Arch::new().dispatch(Blocks { blocks, tolerance, times, tally: &mut tally });
    for query in rest {
        times.push(first_time(Q::PAIR, &query.motion(), tolerance, &mut tally));
    }
    tally
}

fn decide_within_distance<Q: Query>(
    queries: &[Q],
    thickness: f64,
    tolerance: f64,
    times: &mut Vec<Option<ImpactTime>>,
) -> Tally {
    let mut tally = Tally::default();
    times.clear();
    times.extend(queries.iter().map(|query| {
        first_time_within(Q::PAIR, &query.motion(), thickness, tolerance, &mut tally)
    }));
    tally
}

/// Queries that are decided by a loop that is compiled for the machine's vector instructions too, and
/// chosen when the program runs.
struct Blocks<'a, Q> {
    blocks: &'a [[Q; LANES]],
    tolerance: f64,
    times: &'a mut Vec<Option<ImpactTime>>,
    tally: &'a mut Tally,
}

impl<Q: Query> pulp::WithSimd for Blocks<'_, Q> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        for [a, b, c, d] in self.blocks {
            let motions = [a.motion(), b.motion(), c.motion(), d.motion()];
            decide_block(Q::PAIR, &motions, self.tolerance, self.times, self.tally);
        }
    }
}

#[inline(always)]
fn decide_block(
    pair: Pair,
    motions: &[Motion; LANES],
    tolerance: f64,
    times: &mut Vec<Option<ImpactTime>>,
    tally: &mut Tally,
) {
    let lanes = screen::in_lanes(motions);
    let apart = screen::apart(pair, &lanes).is_positive();
    let misses = if apart == [true; LANES] { apart } else { screen::misses(pair, &lanes) };
    for lane in 0..LANES {
        times.push(match (apart[lane], misses[lane]) {
            (true, _) => {
                tally.apart += 1;
                None
            }
            (_, true) => {
                tally.floating += 1;
                None
            }
            _ => first_time_unless_apart(pair, &motions[lane], tolerance, tally),
        });
    }
}
