//! The volume and the sides of a motion as functions of time, in `f64`, with error bounds.
//!
//! The same formulas for one motion and for several in lanes. Plain loops: closures that are passed on
//! would be compiled for the baseline of the machine.
//!
//! # Error bounds
//!
//! In units `u = 2^-53`; second orders are within what bounds are rounded up by. `X`, `Y` and `Z` are
//! the largest magnitudes of the vectors' components at both ends, as computed. Differences of
//! coordinates are off by `u` of themselves.
//!
//! *Volume.* A coefficient is a sum of 6 products of three components, the inner ones a third of 18. A
//! product passes through 3 differences, 2 multiplications, at most 5 additions and the third, which
//! is rounded itself: off by at most `6 · 12 u XYZ = 72 u XYZ`. Its values between times are weighted means
//! of the coefficients, which are at most `6 XYZ`, in three rounds of `(1 - s) a + s b`, each off by
//! `3 u`: `54 u XYZ` more. Together less than [`VOLUME_BOUND`] times `XYZ`.
//!
//! *Sides.* A coefficient along `n` is a sum of 2 products for each component, the inner one half of 4,
//! each through 2 differences, 2 multiplications and at most 5 additions: off by `2 · 9 u S` for `S =
//! |nx| YZ + |ny| ZX + |nz| XY`. Sums of two are off by `36 u S` and `4 u S` more. Weighted means, of
//! numbers of at most `4 S`, in two rounds: `24 u S` more. Together less than [`SIDE_BOUND`] times `S`.
//!
//! *Until a time.* The vectors at a time `s` are `(1 - s) w + s w'` of differences that are off by `u`. The first
//! product is off by `3 u` of itself and is at most the extent, the second by `2 u` and is at most twice that,
//! since their sum is within the extent, and the sum by `u`: `8 u` of the extent in all, where a difference is
//! off by `u`. With this a volume is off by `6 · 33 u + 54 u`, and a side by `2 · 46 u + 4 u + 24 u`: less than
//! [`UNTIL`] times the bounds.
//!
//! The direction `n` is what it is, however it was computed. Bounds are products of at most 6 factors
//! and 2 sums, and are rounded up by more than that.
//!
//! *Range.* If `X`, `Y` and `Z` are between `2^-200` and `2^200`, nothing overflows; what underflow takes
//! of a volume is below `2^-860`, less than `u XYZ`. Of a cross product it takes less than `2^-1070`, and
//! times a component of `n` that is less than `u S`. Of products with `n`, however small, and of means, it
//! takes less than `2^-1068`, which the bound of sides contains as `SIDE_UNDERFLOW`. An extent may also be zero,
//! as that of features in a plane across an axis is: then all products with components along that axis are zero
//! as they should be, and what is said of the others holds without them. Until a time, such a component may only
//! have underflowed to zero: then the volume is zero as computed and is not told, and sides are taken along the
//! normal as computed, which is along that axis or zero, so that they contain no such component.

use super::motion::{Motion, Pair};
use crate::conditions::{Condition, bound, required};
use crate::geometry::lanes::{Doubles, LaneNumber, Lanes};
use std::ops::{Add, Mul, Sub};

const UNIT: f64 = f64::EPSILON / 2.0;
const VOLUME_BOUND: f64 = 144.0 * UNIT;
const SIDE_BOUND: f64 = 72.0 * UNIT;
const UNTIL: f64 = 3.0;
/// What the square of the normal of two edges is of that of another across one of them, if it says nothing.
const NEARLY_PARALLEL: f64 = 1e-12;
const SMALLEST_EXTENT: f64 = f64::from_bits((1023 - 200) << 52);
const LARGEST_EXTENT: f64 = f64::from_bits((1023 + 200) << 52);
/// `2^-1060`
const SIDE_UNDERFLOW: f64 = f64::from_bits(1 << 14);

/// One `f64`, or one in each lane.
pub(super) trait Real:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// Another number, in each lane.
    fn like(self, x: f64) -> Self;
    fn abs(self) -> Self;
    fn larger(self, other: Self) -> Self;
}

impl Real for f64 {
    #[inline(always)]
    fn like(self, x: f64) -> f64 {
        x
    }

    #[inline(always)]
    fn abs(self) -> f64 {
        self.abs()
    }

    #[inline(always)]
    fn larger(self, other: f64) -> f64 {
        if other > self { other } else { self }
    }
}

impl<S: Lanes> Real for LaneNumber<S, Doubles> {
    #[inline(always)]
    fn like(self, x: f64) -> Self {
        LaneNumber::splat(self.simd(), x)
    }

    #[inline(always)]
    fn abs(self) -> Self {
        LaneNumber::abs(self)
    }

    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        self.max(other)
    }
}

pub(super) type Vector<T> = [T; 3];

/// The three coefficients of a quadratic vector; the inner one twice.
type Quadratic<T> = [Vector<T>; 3];

/// What decides contact, with error bounds.
pub(super) struct Contact<T = f64> {
    pub pair: Pair,
    q: Quadratic<T>,
    r: Quadratic<T>,
    p: Quadratic<T>,
    /// A vector that is across both features, roughly.
    normal: Quadratic<T>,
    pub extent: Vector<T>,
    /// Coefficients in the Bernstein basis.
    pub volume: [T; 4],
    /// A volume that is larger in magnitude has the right sign.
    pub volume_bound: T,
    /// What the bound of sides is in units of their size.
    side_unit: f64,
}

/// The three sides along a direction, each by its coefficients in the Bernstein basis.
pub(super) struct Sides<T> {
    pub q: [T; 3],
    pub r: [T; 3],
    pub p: [T; 3],
    /// One that is larger in magnitude has the right sign, and so have `p + q` and `p - r`.
    pub bound: T,
}

/// The three vectors of a motion at both ends, and what decides most of it.
pub(super) struct Vectors<T = f64> {
    pub pair: Pair,
    start: [Vector<T>; 3],
    end: [Vector<T>; 3],
    /// By how much more than a difference of coordinates they are off.
    looseness: f64,
    pub extent: Vector<T>,
    q: Quadratic<T>,
    /// Coefficients in the Bernstein basis.
    pub volume: [T; 4],
    /// A volume that is larger in magnitude has the right sign.
    pub volume_bound: T,
}

impl<T: Real> Vectors<T> {
    #[inline(always)]
    pub fn new(pair: Pair, motion: &Motion<T>) -> Vectors<T> {
        let (start, end) = (pair.vectors(&motion.start, minus), pair.vectors(&motion.end, minus));
        Vectors::from_ends(pair, start, end, 1.0)
    }

    /// The same of the motion from the beginning to some time of it, which is 1 then.
    #[inline(always)]
    pub fn until(pair: Pair, motion: &Motion<T>, time: T) -> Vectors<T> {
        let (start, end) = (pair.vectors(&motion.start, minus), pair.vectors(&motion.end, minus));
        let before = time.like(1.0) - time;
        let weights = [before, time];
        let then = [
            weighted(weights, start[0], end[0]),
            weighted(weights, start[1], end[1]),
            weighted(weights, start[2], end[2]),
        ];
        Vectors::from_ends(pair, start, then, bound(Condition::ImpactUntilBound, UNTIL))
    }

    #[inline(always)]
    fn from_ends(
        pair: Pair,
        start: [Vector<T>; 3],
        end: [Vector<T>; 3],
        looseness: f64,
    ) -> Vectors<T> {
        let ([x0, y0, z0], [x1, y1, z1]) = (start, end);
        let extent = [
            largest([x0[0], y0[0], z0[0], x1[0], y1[0], z1[0]]),
            largest([x0[1], y0[1], z0[1], x1[1], y1[1], z1[1]]),
            largest([x0[2], y0[2], z0[2], x1[2], y1[2], z1[2]]),
        ];
        let q = quadratic([y0, y1], [z0, z1]);
        let third = extent[0].like(1.0 / 3.0);
        let volume = [
            dot(x0, q[0]),
            (dot(x1, q[0]) + dot(x0, q[1])) * third,
            (dot(x1, q[1]) + dot(x0, q[2])) * third,
            dot(x1, q[2]),
        ];
        let [x, y, z] = extent;
        let unit = x.like(bound(Condition::ImpactVolumeBound, looseness * VOLUME_BOUND));
        let volume_bound = unit * (x * y * z);
        Vectors { pair, start, end, looseness, extent, q, volume, volume_bound }
    }
}

impl<T: Real> Contact<T> {
    #[inline(always)]
    pub fn new(pair: Pair, motion: &Motion<T>) -> Contact<T> {
        Contact::from_vectors(&Vectors::new(pair, motion))
    }

    #[inline(always)]
    pub fn from_vectors(vectors: &Vectors<T>) -> Contact<T> {
        let &Vectors { pair, looseness, extent, q, volume, volume_bound, .. } = vectors;
        let ([x0, y0, z0], [x1, y1, z1]) = (vectors.start, vectors.end);
        let r = quadratic([z0, z1], [x0, x1]);
        let p = quadratic([x0, x1], [y0, y1]);
        let normal = match pair {
            Pair::VertexFace => [
                plus(plus(q[0], r[0]), p[0]),
                plus(plus(q[1], r[1]), p[1]),
                plus(plus(q[2], r[2]), p[2]),
            ],
            Pair::EdgeEdge => p,
        };
        let side_unit = bound(Condition::ImpactSideBound, looseness * SIDE_BOUND);
        Contact { pair, q, r, p, normal, extent, volume, volume_bound, side_unit }
    }

    /// The normal at a time, roughly.
    #[inline(always)]
    pub fn normal_at(&self, t: T) -> Vector<T> {
        value_at(&self.normal, t)
    }

    /// The sides along a direction.
    #[inline(always)]
    pub fn sides(&self, direction: Vector<T>) -> Sides<T> {
        let [nx, ny, nz] = [direction[0].abs(), direction[1].abs(), direction[2].abs()];
        let [x, y, z] = self.extent;
        let size = nx * (y * z) + ny * (z * x) + nz * (x * y);
        let unit = x.like(self.side_unit);
        let underflow = x.like(bound(Condition::ImpactSideBound, SIDE_UNDERFLOW));
        Sides {
            q: along(direction, &self.q),
            r: along(direction, &self.r),
            p: along(direction, &self.p),
            bound: unit * size + underflow,
        }
    }
}

/// A side along a direction, by its coefficients in the Bernstein basis.
#[inline(always)]
fn along<T: Real>(direction: Vector<T>, side: &Quadratic<T>) -> [T; 3] {
    let inner = direction[0].like(0.5) * dot(direction, side[1]);
    [dot(direction, side[0]), inner, dot(direction, side[2])]
}

impl Contact {
    /// A vector across both features at a time, or across both and what is between them if they are almost
    /// parallel, roughly.
    #[inline(always)]
    pub fn direction_at(&self, t: f64) -> Vector<f64> {
        let normal = self.normal_at(t);
        if self.pair == Pair::EdgeEdge {
            let q = value_at(&self.q, t);
            if dot(normal, normal) < NEARLY_PARALLEL * dot(q, q) {
                return q;
            }
        }
        normal
    }

    /// Whether bounds hold: nothing overflows, and little underflows.
    #[inline(always)]
    pub fn is_in_range(&self) -> bool {
        is_in_range(self.extent)
    }
}

/// The lanes, a bit each, where bounds hold with these extents.
#[inline(always)]
pub(super) fn lanes_in_range<S: Lanes>(extent: Vector<LaneNumber<S, Doubles>>) -> u32 {
    if !required(Condition::ImpactRange) {
        return !0;
    }
    !(lanes_outside(extent[0]) | lanes_outside(extent[1]) | lanes_outside(extent[2]))
}

#[inline(always)]
fn lanes_outside<S: Lanes>(x: LaneNumber<S, Doubles>) -> u32 {
    let is_tiny = x.like(SMALLEST_EXTENT).above(x) & x.above(x.like(0.0));
    is_tiny | x.above(x.like(LARGEST_EXTENT))
}

/// Whether bounds hold with these extents: nothing overflows, and little underflows.
#[inline(always)]
fn is_in_range(extent: Vector<f64>) -> bool {
    let fits = |x: f64| (SMALLEST_EXTENT..=LARGEST_EXTENT).contains(&x) | (x == 0.0);
    (fits(extent[0]) & fits(extent[1]) & fits(extent[2])) | !required(Condition::ImpactRange)
}

/// `(1 - t) a + t b`
#[inline(always)]
pub(super) fn mean(a: f64, b: f64, t: f64) -> f64 {
    (1.0 - t) * a + t * b
}

/// The largest magnitude.
#[inline(always)]
fn largest<T: Real>([a, b, c, d, e, f]: [T; 6]) -> T {
    let [a, b, c] = [a.abs().larger(b.abs()), c.abs().larger(d.abs()), e.abs().larger(f.abs())];
    a.larger(b).larger(c)
}

/// A weighted mean of two vectors.
#[inline(always)]
fn weighted<T: Real>([a, b]: [T; 2], u: Vector<T>, v: Vector<T>) -> Vector<T> {
    [a * u[0] + b * v[0], a * u[1] + b * v[1], a * u[2] + b * v[2]]
}

/// The value of a quadratic vector.
#[inline(always)]
fn value_at<T: Real>([first, inner, last]: &Quadratic<T>, t: T) -> Vector<T> {
    let before = t.like(1.0) - t;
    let [a, b, c] = [before * before, before * t, t * t];
    [
        a * first[0] + b * inner[0] + c * last[0],
        a * first[1] + b * inner[1] + c * last[1],
        a * first[2] + b * inner[2] + c * last[2],
    ]
}

#[inline(always)]
fn minus<T: Real>(a: &Vector<T>, b: &Vector<T>) -> Vector<T> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn plus<T: Real>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
fn dot<T: Real>(a: Vector<T>, b: Vector<T>) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
fn cross<T: Real>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The cross product of two vectors, each given at both ends.
#[inline(always)]
fn quadratic<T: Real>(a: [Vector<T>; 2], b: [Vector<T>; 2]) -> Quadratic<T> {
    let inner = plus(cross(a[0], b[1]), cross(a[1], b[0]));
    [cross(a[0], b[0]), inner, cross(a[1], b[1])]
}
