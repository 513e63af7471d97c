//! Smallest enclosing spheres (Welzl 1991, "Smallest enclosing disks (balls and ellipsoids)").
//!
//! Which points the sphere rests on is decided exactly: in floating point with running error bounds,
//! and in integers where those cannot tell. So points may repeat, lie on a line, in a plane or on one
//! sphere, and be as far apart as `f64` allows. Only the centre and the radius are rounded.

mod approximate_float;
mod circumsphere;
mod support_set;
#[cfg(test)]
mod tests;

use super::Aabb;
use crate::conditions::{Condition, bound};
use glam::DVec3;
use support_set::SupportSet;

/// A closed ball: its surface belongs to it.
///
/// ```
/// use jostle::{DVec3, geometry::BoundingSphere};
///
/// // An obtuse triangle: the sphere rests on the ends of the longest edge.
/// let sphere = BoundingSphere::smallest(&[DVec3::X, DVec3::NEG_X, DVec3::Y * 0.5]);
/// assert_eq!(sphere.centre, DVec3::ZERO);
/// assert!((1.0..1.0 + 1e-14).contains(&sphere.radius));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingSphere {
    /// The centre.
    pub centre: DVec3,
    /// The radius.
    pub radius: f64,
}

/// Roundings of a computed distance: a difference, its square, two sums, a root, and what follows,
/// each off by at most `2^-53` of itself.
const OUTWARD: f64 = 8.0 * f64::EPSILON;

impl BoundingSphere {
    /// The sphere of no point at all.
    pub const EMPTY: BoundingSphere =
        BoundingSphere { centre: DVec3::ZERO, radius: f64::NEG_INFINITY };

    /// The smallest sphere around the points, rounded outward. Time is linear in their number, as
    /// expected over the order that they are taken in, which is shuffled.
    ///
    /// Every point is at most `radius` from `centre`, as real numbers. With the true sphere's centre
    /// `C` and radius `R`, each coordinate of the centre is off by at most `2^-40 R + 2^-52 |C|`, and
    /// the radius is at most `(1 + 2^-39) R + 2^-50 |C|` (and the smallest denormals, where numbers
    /// are that small). A radius beyond the range of `f64` is infinite. Points that are all the same
    /// have radius zero.
    ///
    /// The coordinates must be finite.
    pub fn smallest(points: &[DVec3]) -> BoundingSphere {
        match *points {
            [] => BoundingSphere::EMPTY,
            [a] => BoundingSphere { centre: a, radius: 0.0 },
            [a, b] => BoundingSphere::from_ordered(&mut [a, b], points),
            [a, b, c] => BoundingSphere::from_ordered(&mut [a, b, c], points),
            [a, b, c, d] => BoundingSphere::from_ordered(&mut [a, b, c, d], points),
            _ => {
                let mut order = points.to_vec();
                shuffle(&mut order);
                BoundingSphere::from_ordered(&mut order, points)
            }
        }
    }

    fn from_ordered(order: &mut [DVec3], points: &[DVec3]) -> BoundingSphere {
        let bounds = Aabb::from_points(points.iter().copied());
        let centre = SupportSet::new(order, &bounds).centre();
        // A centre outside the box is a rounding error, and no better for any of the points.
        BoundingSphere::around(centre.clamp(bounds.min, bounds.max), points)
    }

    /// The smallest sphere with this centre around the points, rounded outward.
    ///
    /// ```
    /// use jostle::{DVec3, geometry::BoundingSphere};
    ///
    /// let sphere = BoundingSphere::around(DVec3::ZERO, &[DVec3::X * 1e-200, DVec3::Y * 2e-200]);
    /// assert!((2e-200..2.0001e-200).contains(&sphere.radius));
    /// ```
    pub fn around(centre: DVec3, points: &[DVec3]) -> BoundingSphere {
        if points.is_empty() {
            return BoundingSphere { centre, ..BoundingSphere::EMPTY };
        }
        let largest = points.iter().map(|&p| (p - centre).abs().max_element()).fold(0.0, f64::max);
        if largest == 0.0 || largest == f64::INFINITY {
            return BoundingSphere { centre, radius: largest };
        }
        // Near one, where squares neither overflow nor, if they matter, underflow.
        let (down, up) = powers_around(largest);
        let distance = |&point: &DVec3| ((point - centre) * down).length_squared();
        let longest = points.iter().map(distance).fold(0.0, f64::max).sqrt()
            * (1.0 + bound(Condition::SphereOutward, OUTWARD));
        // The last product is exact unless it is denormal; one step covers that too.
        BoundingSphere { centre, radius: (longest * up).next_up() }
    }
}

/// A power of two that takes a positive number into `[1/2, 4]`, and its inverse; neither is denormal.
fn powers_around(value: f64) -> (f64, f64) {
    const BIAS: i64 = 1023;
    let exponent = ((value.to_bits() >> 52) as i64 - BIAS).clamp(-1021, 1021);
    let power = |exponent: i64| f64::from_bits(((BIAS + exponent) as u64) << 52);
    (power(-exponent), power(exponent))
}

/// A fixed pseudo-random permutation: the given order may be the worst case.
fn shuffle(points: &mut [DVec3]) {
    // Marsaglia's xorshift (2003), from any state but zero.
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    for i in (1..points.len()).rev() {
        for shift in [13, -7, 17] {
            state ^= if shift > 0 { state << shift } else { state >> -shift };
        }
        points.swap(i, ((u128::from(state) * (i as u128 + 1)) >> 64) as usize);
    }
}
