//! Where a ray meets a triangle (Möller and Trumbore 1997): a filter in `f64`, the same in pairs of `f64`,
//! and integers for the rest. Whether it does is exact.
//!
//! With edges `e = b - a`, `f = c - a` and `s = origin - a`, the determinants are
//! `D = det(e, d, f)`, `U = det(s, d, f)`, `V = det(d, s, e)`, `W = D - U - V` and `T = det(f, s, e)`:
//! the line meets the triangle if `U`, `V` and `W` have one sign, at `t = T / D` and with the weights
//! `W / D`, `U / D`, `V / D`.
//!
//! **Error.** Let `L` be the largest coordinate of `e` and `f` in magnitude, `M` the larger of `L` and that
//! of `s`; those of `d` are below 2. With `u = 2^-53`, differences are off by `u` of themselves, a
//! component of the cross product of two vectors with coordinates up to `A` and `B` by `8u AB`, and the
//! product with a third up to `C` by `46u ABC`, as in the filter of the narrow phase. So `D`, `U`, `V` are
//! off by `92u LM`, and `W`, which has three of them and two more sums of at most `12 LM` and `36 LM` by
//! at most `(276 + 60)u LM`: less than [`SIDE_BOUND`]` u LM`. `T` is off by `46u LLM`, less than
//! [`TIME_BOUND`]` u LLM`. With `L >= 2^-300` and `M <= 2^300` nothing overflows, and what underflow takes,
//! `2^-1074` times `M` a few times, is less than `u LM`; so is what is lost of a coordinate of the direction
//! that is so small beside the largest that scaling makes it denormal.
//!
//! In pairs, differences are exact, and sums and products are off by `2^-100` of what enters them; at most
//! forty such terms make a determinant, which [`PAIR_ROUNDOFF`] allows for.

use super::exact_ray_triangle::ExactHit;
use super::ray::Ray;
use crate::conditions::{Condition, bound, required};
use crate::geometry::number::{DoubleDouble, Number, Vector};
use crate::geometry::predicates::Sign;
use glam::DVec3;

/// The rounding of `U`, `V`, `W` and `D`, in units of `u LM`.
pub(super) const SIDE_BOUND: f64 = 384.0;
/// The rounding of `T`, in units of `u LLM`.
const TIME_BOUND: f64 = 64.0;
pub(super) const ROUNDOFF: f64 = f64::EPSILON / 2.0;
/// `2^-98`
const PAIR_ROUNDOFF: f64 = f64::from_bits((1023 - 98) << 52);
/// Edges are no shorter where the bounds hold: `2^-300`.
pub(super) const SHORTEST: f64 = f64::from_bits((1023 - 300) << 52);
/// Nothing is further from the origin of the ray: `2^300`.
pub(super) const FURTHEST: f64 = f64::from_bits((1023 + 300) << 52);
/// What a quotient may be off by before it is computed with more digits: `2^-42`.
const ENOUGH: f64 = f64::from_bits((1023 - 42) << 52);

/// A ray made ready for tests.
#[derive(Clone, Copy, Debug)]
pub(super) struct RayTest {
    pub ray: Ray,
    /// The direction times `2^-exponent`, its largest coordinate between one and two.
    pub unit: DVec3,
    pub exponent: i32,
}

/// A hit of one triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct TriangleHit {
    pub t: f64,
    /// What `t` may be off by.
    pub error: f64,
    pub weights: [f64; 3],
    /// The sign of the triangle's normal along the ray.
    pub turn: Sign,
}

impl TriangleHit {
    /// At least the true `t`.
    pub fn upper(&self) -> f64 {
        self.t + self.error
    }
}

/// What arithmetic with an error can tell.
enum Decision {
    Miss,
    Hit(TriangleHit),
    Unsure,
}

/// The five determinants.
struct Determinants<T> {
    whole: T,
    /// `W`, `U` and `V`, in the order of the corners.
    sides: [T; 3],
    time: T,
}

impl RayTest {
    /// Of a valid ray.
    pub fn new(ray: &Ray) -> RayTest {
        let largest = ray.direction.abs().max_element();
        let exponent = exponent_of(largest);
        RayTest { ray: *ray, unit: times_power(ray.direction, -exponent), exponent }
    }

    /// Where the ray meets the triangle first, if it does up to its end.
    pub fn hit(&self, triangle: &[DVec3; 3]) -> Option<TriangleHit> {
        let hit = match self.filtered(triangle) {
            Decision::Miss => return None,
            Decision::Hit(hit) => hit,
            Decision::Unsure => return self.exact_hit(triangle),
        };
        // Written so that what is not a number is not sure.
        if hit.upper() <= self.ray.largest || !required(Condition::RayEndIsExact) {
            return Some(hit);
        }
        if hit.t - hit.error > self.ray.largest {
            return None;
        }
        self.exact(triangle).is_some_and(|exact| exact.is_up_to(self.ray.largest)).then_some(hit)
    }

    fn filtered(&self, triangle: &[DVec3; 3]) -> Decision {
        let [a, b, c] = *triangle;
        let edges = (b - a).abs().max((c - a).abs());
        let length = edges.max_element();
        let reach = (self.ray.origin - a).abs().max(edges).max_element();
        let in_range = length >= SHORTEST && reach <= FURTHEST;
        if !in_range && required(Condition::RayRange) {
            return Decision::Unsure;
        }
        let side = bound(Condition::RaySideBound, SIDE_BOUND * ROUNDOFF * (length * reach));
        let time =
            bound(Condition::RayTimeBound, TIME_BOUND * ROUNDOFF * (length * length * reach));
        match self.decide(&self.determinants::<f64>(triangle), side, time) {
            Decision::Unsure => {
                let side = PAIR_ROUNDOFF * SIDE_BOUND * (length * reach);
                let time = PAIR_ROUNDOFF * SIDE_BOUND * (length * length * reach);
                let side = bound(Condition::RayPairBound, side);
                let time = bound(Condition::RayPairBound, time);
                self.decide(&self.determinants::<DoubleDouble>(triangle), side, time)
            }
            sure => sure,
        }
    }

    #[inline]
    fn determinants<T: Number>(&self, &[a, b, c]: &[DVec3; 3]) -> Determinants<T> {
        let direction = Vector::<T>::difference(self.unit, DVec3::ZERO);
        let (e, f) = (Vector::<T>::difference(b, a), Vector::<T>::difference(c, a));
        let s = Vector::<T>::difference(self.ray.origin, a);
        let (p, q) = (direction.cross(f), s.cross(e));
        let (whole, at_b, at_c) = (e.dot(p), s.dot(p), direction.dot(q));
        Determinants { whole, sides: [whole - at_b - at_c, at_b, at_c], time: f.dot(q) }
    }

    /// Given what sides and time may be off by.
    #[inline]
    fn decide<T: Number>(&self, own: &Determinants<T>, side: f64, time: f64) -> Decision {
        let (mut positive, mut negative) = (0, 0);
        for value in own.sides.map(Number::value) {
            positive += (value > side) as u32;
            negative += (value < -side) as u32;
        }
        if positive > 0 && negative > 0 {
            return Decision::Miss;
        }
        if positive + negative < 3 {
            return Decision::Unsure;
        }
        // The sum of three numbers of one sign has it too.
        let sign = if positive > 0 { 1.0 } else { -1.0 };
        let (at, whole) = (own.time.value() * sign, own.whole.value() * sign);
        if at < -time {
            return Decision::Miss;
        }
        let off_whole = side / whole;
        let off = time / at + off_whole;
        if !(at > time && whole > 0.0 && off <= ENOUGH && off_whole <= ENOUGH) {
            return Decision::Unsure;
        }
        let t = (own.time / own.whole).value();
        // Both are off by less than `ENOUGH`, which doubles less than a billionth of it.
        let error = t * (2.0 * off + 8.0 * ROUNDOFF);
        Decision::Hit(TriangleHit {
            t: self.of_ray(t),
            error: self.of_ray(error) + LAST_DIGITS,
            weights: own.sides.map(|w| (w / own.whole).value()),
            turn: if sign > 0.0 { -1 } else { 1 },
        })
    }

    /// A parameter of the scaled direction as one of the ray.
    fn of_ray(&self, t: f64) -> f64 {
        let half = self.exponent / 2;
        t * power_of_two(-half) * power_of_two(half - self.exponent)
    }

    /// The hit in integers.
    #[cold]
    pub fn exact(&self, triangle: &[DVec3; 3]) -> Option<ExactHit> {
        ExactHit::find(self.ray.origin, self.ray.direction, triangle)
    }

    #[cold]
    fn exact_hit(&self, triangle: &[DVec3; 3]) -> Option<TriangleHit> {
        let hit = self.exact(triangle)?;
        let t = hit.t();
        let error = t * (2.0 * f64::EPSILON) + LAST_DIGITS;
        let weights = hit.weights();
        let turn = hit.turn;
        hit.is_up_to(self.ray.largest).then_some(TriangleHit { t, error, weights, turn })
    }
}

/// What may be lost where numbers become denormal: `2^-1073`.
const LAST_DIGITS: f64 = f64::from_bits(2);

/// The exponent of a number that is not zero.
pub(super) fn exponent_of(value: f64) -> i32 {
    match (value.to_bits() >> 52) as i32 & 0x7ff {
        0 => exponent_of(value * power_of_two(64)) - 64,
        biased => biased - 1023,
    }
}

/// `2^exponent`, for one from -1074 to 1023.
pub(super) fn power_of_two(exponent: i32) -> f64 {
    match exponent {
        -1022.. => f64::from_bits(((1023 + exponent) as u64) << 52),
        _ => f64::from_bits(1 << (1074 + exponent)),
    }
}

/// Times a power of two that may not be a number itself.
pub(super) fn times_power(v: DVec3, exponent: i32) -> DVec3 {
    let half = exponent / 2;
    v * power_of_two(half) * power_of_two(exponent - half)
}
