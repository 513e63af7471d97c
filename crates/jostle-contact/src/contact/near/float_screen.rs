//! Candidates that are beyond the distance, told by heights along one direction in single precision, eight at a
//! time.
//!
//! Positions are moved and scaled such that all coordinates are within one of zero, and rounded, by `2^-25` each.
//! Let `u` be any direction, and let all corners of one feature be at a height along it, `u · x`, of at most `a`,
//! and all of the other of at least `b`. Two points of theirs differ by at least `b - a` in height, so they are at
//! least `(b - a) / |u|` apart. Heights are taken from the difference `x` of each corner from the first: its
//! components are off by `2^-24` for what was rounded and `2^-24 |x_i|` for the difference, with `|x_i| <= 2` less
//! than `2^-22` together, and the product with `u` by `|u|` times `sqrt(3) 2^-22` and three roundings of terms that
//! add up to `|u| 2 sqrt(3)` at most: less than `1.1 |u| 2^-20` for a height, and with the rounding of their
//! difference less than `3 |u| 2^-20` for `b - a`. A candidate is left out if `b - a` is above `|u|` times the
//! distance and `2^-17`, which is more than twice as much; what squares and products of these are off by is within
//! another `2^-19` of them, as long as they do not vanish.
//!
//! Of all directions, the one between nearest points parts two features the furthest. So it is guessed.

use super::lane_nearest::{LaneEdges, LanePointEdge};
use crate::candidates::FeaturePair;
use crate::conditions::{Condition, bound, required};
use crate::geometry::Aabb;
use crate::geometry::lanes::{Floats, LaneNumber, LaneVector, Lanes, WIDE, with_lanes};
use glam::DVec3;
use jostle_support::parallel;
use pulp::NullaryFnOnce;

type Number<S> = LaneNumber<S, Floats>;
type Vector<S> = LaneVector<S, Floats>;

/// The positions of a scene in single precision, such that all coordinates are within one of zero; keeps its
/// buffer.
#[derive(Clone, Debug, Default)]
pub(super) struct FloatPositions {
    points: Vec<[f32; 4]>,
    /// What lengths are multiplied with; zero if they leave the number range that way.
    scale: f64,
}

/// Vertices that a thread takes at a time.
const CHUNK: usize = 4096;
/// What heights and their differences are rounded by, twice.
const ROUNDING: f64 = 1.0 / (1 << 17) as f64;
/// What squares are rounded by.
const SQUARE_ROUNDING: f64 = 1.0 / (1 << 19) as f64;
/// The least square of a direction: it times that of the rounding does not vanish.
const SHORTEST_SQUARE: f64 = f64::from_bits((1023 - 90) << 52);
/// Lengths that are scaled to one, and distances.
const RANGE: std::ops::Range<f64> = 1e-100..1e100;

impl FloatPositions {
    pub fn update(&mut self, positions: &[DVec3]) {
        let bounds = Aabb::from_points(positions.iter().copied());
        let middle = bounds.min * 0.5 + bounds.max * 0.5;
        let reach = (bounds.max - middle).max(middle - bounds.min).max_element();
        self.scale = if RANGE.contains(&reach) { 1.0 / reach } else { 0.0 };
        if self.scale == 0.0 {
            return;
        }
        self.points.resize(positions.len(), [0.0; 4]);
        let scale = self.scale;
        parallel::for_each_part_mut(&mut self.points, CHUNK, |first, points| {
            for (point, position) in points.iter_mut().zip(&positions[first..]) {
                let [x, y, z] = ((*position - middle) * scale).to_array();
                *point = [x as f32, y as f32, z as f32, 0.0];
            }
        });
    }

    pub fn bytes(&self) -> usize {
        self.points.capacity() * size_of::<[f32; 4]>()
    }

    /// Leaves out the candidates that are certainly further apart than the distance: a vertex and the corners of a
    /// face, or the ends of two edges. The others are brought to the front, in order, and returned.
    pub fn keep_near<'c>(
        &self,
        features: FeaturePair,
        candidates: &'c mut [[u32; 4]],
        distance: f64,
    ) -> &'c [[u32; 4]] {
        if self.scale == 0.0 || !RANGE.contains(&distance) {
            return candidates;
        }
        let rounding = bound(Condition::NearFloatRounding, ROUNDING);
        let reach = (distance * self.scale + rounding) * (1.0 + SQUARE_ROUNDING);
        if reach >= 1e10 {
            return candidates;
        }
        let kept = keep_near(features, &self.points, candidates, reach * reach);
        &candidates[..kept]
    }
}

fn keep_near(
    features: FeaturePair,
    points: &[[f32; 4]],
    candidates: &mut [[u32; 4]],
    reach_square: f64,
) -> usize {
    with_lanes!(simd => match features {
        FeaturePair::VertexFace => {
            simd.run(Screen::<_, true> { simd, points, candidates, reach_square })
        }
        _ => simd.run(Screen::<_, false> { simd, points, candidates, reach_square }),
    })
}

/// The loop over candidates, of vertices and faces or of edges, compiled for an instruction set.
struct Screen<'s, S, const FACES: bool> {
    simd: S,
    points: &'s [[f32; 4]],
    candidates: &'s mut [[u32; 4]],
    reach_square: f64,
}

impl<S: Lanes, const FACES: bool> NullaryFnOnce for Screen<'_, S, FACES> {
    type Output = usize;

    /// Writes those that stay to the front, and tells how many they are.
    #[inline(always)]
    fn call(self) -> usize {
        let Screen { simd, points, candidates, reach_square } = self;
        let (count, mut kept) = (candidates.len(), 0);
        for first in (0..count / WIDE).map(|block| block * WIDE) {
            let eight: [[u32; 4]; WIDE] =
                candidates[first..first + WIDE].try_into().expect("eight of them");
            let beyond = are_beyond::<S, FACES>(simd, points, &eight, reach_square);
            for (lane, own) in eight.iter().enumerate() {
                candidates[kept] = *own;
                kept += (!beyond >> lane & 1) as usize;
            }
        }
        let first = count / WIDE * WIDE;
        if first < count {
            // Where there are fewer, the last one again.
            let mut eight = [candidates[count - 1]; WIDE];
            eight[..count - first].copy_from_slice(&candidates[first..]);
            let beyond = are_beyond::<S, FACES>(simd, points, &eight, reach_square);
            for (lane, own) in eight[..count - first].iter().enumerate() {
                candidates[kept] = *own;
                kept += (!beyond >> lane & 1) as usize;
            }
        }
        kept
    }
}

/// A bit for each of eight candidates that is certainly beyond the distance.
#[inline(always)]
fn are_beyond<S: Lanes, const FACES: bool>(
    simd: S,
    points: &[[f32; 4]],
    eight: &[[u32; 4]; WIDE],
    reach_square: f64,
) -> u32 {
    let corners = [
        corner_in_lanes(simd, points, eight, 0),
        corner_in_lanes(simd, points, eight, 1),
        corner_in_lanes(simd, points, eight, 2),
        corner_in_lanes(simd, points, eight, 3),
    ];
    let limit = Limit { simd, reach_square };
    match FACES {
        true => vertices_are_beyond(limit, corners),
        false => edges_are_beyond(limit, corners),
    }
}

/// One corner of each of eight candidates.
#[inline(always)]
fn corner_in_lanes<S: Lanes>(
    simd: S,
    points: &[[f32; 4]],
    eight: &[[u32; 4]; WIDE],
    corner: usize,
) -> Vector<S> {
    let [a, b, c, d, e, f, g, h] = eight;
    let [a, b, c, d] = [
        &points[a[corner] as usize],
        &points[b[corner] as usize],
        &points[c[corner] as usize],
        &points[d[corner] as usize],
    ];
    let [e, f, g, h] = [
        &points[e[corner] as usize],
        &points[f[corner] as usize],
        &points[g[corner] as usize],
        &points[h[corner] as usize],
    ];
    Vector::load_points(simd, [a, b, c, d, e, f, g, h])
}

/// A bit for each vertex that is certainly further than the distance from its face.
#[inline(always)]
fn vertices_are_beyond<S: Lanes>(limit: Limit<S>, [p, a, b, c]: [Vector<S>; 4]) -> u32 {
    let (p, b, c) = (p - a, b - a, c - a);
    // From the nearest point of the border, and along the normal.
    let ab = LanePointEdge::new(limit.simd, p, b);
    let ac = LanePointEdge::new(limit.simd, p, c);
    let bc = LanePointEdge::new(limit.simd, p - b, c - b);
    let border = LanePointEdge::nearer((ab.away, ab.away_square), &ac);
    let border = LanePointEdge::nearer(border, &bc);
    let (normal, zero) = (b.cross(c), Number::splat(limit.simd, 0.0));
    let origin = Vector { x: zero, y: zero, z: zero };
    let facing = Vector::select_up_to([zero, normal.dot(p)], normal, origin - normal);
    let mut beyond = 0;
    for (u, square) in [border, (facing, facing.dot(facing))] {
        let (low, high) = (u.dot(p), u.dot(b).max(u.dot(c)).max(zero));
        beyond |= limit.is_exceeded(square, low - high);
    }
    beyond
}

/// A bit for each two edges that are certainly further than the distance from each other.
#[inline(always)]
fn edges_are_beyond<S: Lanes>(limit: Limit<S>, [a, b, c, d]: [Vector<S>; 4]) -> u32 {
    let (b, c, d) = (b - a, c - a, d - a);
    let u = LaneEdges::new(limit.simd, b, c, d).between;
    let (low, high) = (u.dot(c).min(u.dot(d)), u.dot(b).max(Number::splat(limit.simd, 0.0)));
    limit.is_exceeded(u.dot(u), low - high)
}

/// The distance that candidates are to be within.
#[derive(Clone, Copy)]
struct Limit<S> {
    simd: S,
    reach_square: f64,
}

impl<S: Lanes> Limit<S> {
    /// A bit for each lane where heights along a direction, whose square is given, prove it.
    #[inline(always)]
    fn is_exceeded(self, square: Number<S>, gap: Number<S>) -> u32 {
        let gap = gap.max(Number::splat(self.simd, 0.0));
        let reach = square * Number::splat(self.simd, self.reach_square);
        // None of those that are not numbers.
        let is_known = match required(Condition::NearFloatRange) {
            true => Number::splat(self.simd, SHORTEST_SQUARE).up_to(square),
            false => u32::MAX,
        };
        is_known & reach.up_to(gap * gap)
    }
}
