//! Candidates that are beyond the distance, told by heights along one direction, four at a time.
//!
//! Let `u` be any direction, and let all corners of one feature be at a height along it, `u · x`, of at most `a`, and
//! all of the other of at least `b`. Two points of theirs differ by at least `b - a` in height, so they are at least
//! `(b - a) / |u|` apart. `u` may be rounded as it likes; heights are rounded by less than `4 eps |u| D` each, where
//! `D` bounds the sum of the absolute components of each corner's difference from the first, and the difference
//! itself by another `eps |u| D`; products that vanish add less than the smallest normal number. A candidate is
//! left out if `b - a` is above `d |u|` by more than all of this.
//!
//! Of all directions, the one between nearest points parts two features the furthest. So it is guessed: nearly
//! everything that is further away than asked for is left out, and what is measured is near.

use crate::candidates::FeaturePair;
use crate::conditions::{Condition, required};
use crate::geometry::lanes::{BLOCK, Doubles, LaneNumber, LaneVector, Lanes, with_lanes};
use glam::DVec3;
use pulp::NullaryFnOnce;

type Number<S> = LaneNumber<S, Doubles>;
type Vector<S> = LaneVector<S, Doubles>;

/// Leaves out the candidates that are certainly further apart than the distance: a vertex and the corners of a
/// face, or the ends of two edges. The others stay in order.
pub(super) fn retain_near(
    features: FeaturePair,
    positions: &[DVec3],
    candidates: &mut Vec<[u32; 4]>,
    distance: f64,
) {
    let kept = keep_near(features, positions, candidates, distance);
    candidates.truncate(kept);
}

fn keep_near(
    features: FeaturePair,
    positions: &[DVec3],
    candidates: &mut [[u32; 4]],
    distance: f64,
) -> usize {
    with_lanes!(simd => match features {
        FeaturePair::VertexFace => {
            simd.run(Screen::<_, true> { simd, positions, candidates, distance })
        }
        _ => simd.run(Screen::<_, false> { simd, positions, candidates, distance }),
    })
}

/// The loop over candidates, of vertices and faces or of edges, compiled for an instruction set.
struct Screen<'s, S, const FACES: bool> {
    simd: S,
    positions: &'s [DVec3],
    candidates: &'s mut [[u32; 4]],
    distance: f64,
}

impl<S: Lanes, const FACES: bool> NullaryFnOnce for Screen<'_, S, FACES> {
    type Output = usize;

    /// Writes those that stay to the front, and tells how many they are.
    #[inline(always)]
    fn call(self) -> usize {
        let Screen { simd, positions, candidates, distance } = self;
        let (count, mut kept) = (candidates.len(), 0);
        for first in (0..count).step_by(BLOCK) {
            // Where there are fewer, the last one again.
            let mut four = [candidates[count - 1]; BLOCK];
            let filled = (count - first).min(BLOCK);
            four[..filled].copy_from_slice(&candidates[first..first + filled]);
            let mut corners = [[[0.0; BLOCK]; 3]; 4];
            for (lane, own) in four.iter().enumerate() {
                for (corner, &vertex) in corners.iter_mut().zip(own) {
                    let at = positions[vertex as usize];
                    (corner[0][lane], corner[1][lane], corner[2][lane]) = (at.x, at.y, at.z);
                }
            }
            let [a, b, c, d] = &corners;
            let corners = [
                Vector::load(simd, a),
                Vector::load(simd, b),
                Vector::load(simd, c),
                Vector::load(simd, d),
            ];
            let limit = Limit { simd, distance };
            let beyond = match FACES {
                true => vertices_are_beyond(limit, corners),
                false => edges_are_beyond(limit, corners),
            };
            for (lane, own) in four[..filled].iter().enumerate() {
                candidates[kept] = *own;
                kept += (!beyond >> lane & 1) as usize;
            }
        }
        kept
    }
}

/// A bit for each vertex that is certainly further than the distance from its face.
#[inline(always)]
fn vertices_are_beyond<S: Lanes>(limit: Limit<S>, [p, a, b, c]: [Vector<S>; 4]) -> u32 {
    let (p, b, c) = (p - a, b - a, c - a);
    let size = extent(p).max(extent(b)).max(extent(c));
    // From the nearest point of the border, and along the normal.
    let from_first = nearer(limit.away_from_edge(p, b), limit.away_from_edge(p, c));
    let from_border = nearer(from_first, limit.away_from_edge(p - b, c - b));
    let (normal, zero) = (b.cross(c), limit.splat(0.0));
    let origin = Vector { x: zero, y: zero, z: zero };
    let facing = Vector::select_up_to([zero, normal.dot(p)], normal, origin - normal);
    let mut beyond = 0;
    for u in [from_border, facing] {
        let (low, high) = (u.dot(p), u.dot(b).max(u.dot(c)).max(zero));
        beyond |= limit.is_exceeded(u, low - high, size);
    }
    beyond
}

/// A bit for each two edges that are certainly further than the distance from each other.
#[inline(always)]
fn edges_are_beyond<S: Lanes>(limit: Limit<S>, [a, b, c, d]: [Vector<S>; 4]) -> u32 {
    let (b, c, d) = (b - a, c - a, d - a);
    let size = extent(b).max(extent(c)).max(extent(d));
    // The nearest points of both lines; then, held to the other edge, that of each edge.
    let other = d - c;
    let (own_square, square, product) = (b.dot(b), other.dot(other), b.dot(other));
    let (along_own, along) = (b.dot(c), other.dot(c));
    let determinant = own_square * square - product * product;
    let s = limit.unit_clamped((along_own * square - product * along) / determinant);
    let t = limit.unit_clamped((product * s - along) / square);
    let s = limit.unit_clamped((product * t + along_own) / own_square);
    let u = c + other * t - b * s;
    let (low, high) = (u.dot(c).min(u.dot(d)), u.dot(b).max(limit.splat(0.0)));
    limit.is_exceeded(u, low - high, size)
}

/// The shorter of two.
#[inline(always)]
fn nearer<S: Lanes>(u: Vector<S>, v: Vector<S>) -> Vector<S> {
    Vector::select_up_to([u.dot(u), v.dot(v)], u, v)
}

/// The distance that candidates are to be within.
#[derive(Clone, Copy)]
struct Limit<S> {
    simd: S,
    distance: f64,
}

impl<S: Lanes> Limit<S> {
    #[inline(always)]
    fn splat(self, value: f64) -> Number<S> {
        Number::splat(self.simd, value)
    }

    /// Held between zero and one.
    #[inline(always)]
    fn unit_clamped(self, number: Number<S>) -> Number<S> {
        number.max(self.splat(0.0)).min(self.splat(1.0))
    }

    /// From the nearest point of an edge from the origin.
    #[inline(always)]
    fn away_from_edge(self, p: Vector<S>, edge: Vector<S>) -> Vector<S> {
        p - edge * self.unit_clamped(p.dot(edge) / edge.dot(edge))
    }

    /// A bit for each lane where heights along a direction prove it.
    #[inline(always)]
    fn is_exceeded(self, u: Vector<S>, gap: Number<S>, size: Number<S>) -> u32 {
        let length = u.dot(u).sqrt();
        let rounding = match required(Condition::NearScreenRounding) {
            true => size * self.splat(16.0 * f64::EPSILON),
            false => self.splat(0.0),
        };
        let factor = self.splat(1.0 + 8.0 * f64::EPSILON);
        let reach = length * (self.splat(self.distance) + rounding) * factor;
        // None of those that are not numbers. Where squares leave the number range the length is not known.
        let is_known = match required(Condition::NearScreenRange) {
            true => length.above(self.splat(SHORTEST)) & self.splat(LONGEST).above(length),
            false => u32::MAX,
        };
        is_known & gap.above(reach + self.splat(f64::MIN_POSITIVE))
    }
}

/// Of directions, such that their squares are told to the last digits.
const SHORTEST: f64 = 1e-140;
const LONGEST: f64 = 1e150;

#[inline(always)]
fn extent<S: Lanes>(difference: Vector<S>) -> Number<S> {
    difference.x.abs() + difference.y.abs() + difference.z.abs()
}
