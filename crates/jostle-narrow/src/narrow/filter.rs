//! A floating-point filter whose error bound is computed once for all determinants of a pair.

use crate::conditions::{Condition, bound as bound_if, required};
use crate::geometry::predicates::{self, Sign, sign_of};
use glam::DVec3;

/// How often a test had to leave plain floating point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Signs that the filter could not tell.
    pub exact: u64,
}

/// Decides signs of `det(p - q, r - s, t - u)` over the points of one pair of elements.
///
/// All coordinate differences are at most the extents `X`, `Y`, `Z` of the pair's box, so with
/// `V = XYZ` and `u = 2^-53` one bound serves every determinant. The differences carry a relative
/// error `u`; a component of the cross product of two of them is off by at most `8u` times its two
/// extents; the dot product of three such components with a third difference is off by at most
/// `3 * 12uV` from its factors and `10uV` from its sums, `46uV` in all.
/// [`Filter::bound`] is `64uV`: the rest covers terms in `u^2`, the rounding of `V` itself, and
/// underflow, since extents outside `[2^-200, 2^200]` are not filtered at all (products of three
/// then neither overflow nor lose more than `2^-770`, far below `uV >= 2^-653`).
#[derive(Debug)]
pub(super) struct Filter<'t> {
    /// A determinant larger than this in magnitude has the right sign.
    pub bound: f64,
    /// The points share a coordinate, so every determinant is exactly zero.
    flat: bool,
    tally: &'t mut Tally,
}

const UNIT_ROUNDOFF: f64 = f64::EPSILON / 2.0;
const SMALLEST_EXTENT: f64 = f64::from_bits((1023 - 200) << 52);
const LARGEST_EXTENT: f64 = f64::from_bits((1023 + 200) << 52);

impl<'t> Filter<'t> {
    #[inline(always)]
    pub fn for_pair<const A: usize, const B: usize>(
        a: &[DVec3; A],
        b: &[DVec3; B],
        tally: &'t mut Tally,
    ) -> Self {
        let (mut low, mut high) = (a[0], a[0]);
        for &p in a[1..].iter().chain(b) {
            // `f64::min` must handle NaN; comparing is one instruction.
            let min = |a: f64, b: f64| if b < a { b } else { a };
            let max = |a: f64, b: f64| if b > a { b } else { a };
            low = DVec3::new(min(low.x, p.x), min(low.y, p.y), min(low.z, p.z));
            high = DVec3::new(max(high.x, p.x), max(high.y, p.y), max(high.z, p.z));
        }
        let extent = high - low;
        let bound = bound_within(extent);
        // Equal coordinates have a difference of exactly zero, and no others have.
        let flat = bound == f64::INFINITY
            && (extent.to_array().contains(&0.0) || !required(Condition::FilterFlat));
        Filter { bound, flat, tally }
    }

    /// The sign of `det(b - a, c - a, d - a)`, given its floating-point value.
    #[inline(always)]
    pub fn sign(&mut self, value: f64, a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
        if value.abs() > self.bound { sign_of(value) } else { self.exact(a, b, c, d) }
    }

    /// The sign of `det(b - a, c - a, d - a)`.
    #[inline(always)]
    pub fn orient3d(&mut self, a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
        self.sign((b - a).cross(c - a).dot(d - a), a, b, c, d)
    }

    /// The signs of three points against the plane of a triangle.
    #[inline(always)]
    pub fn sides(&mut self, plane: &[DVec3; 3], points: &[DVec3; 3]) -> [Sign; 3] {
        let [a, b, c] = *plane;
        let normal = (b - a).cross(c - a);
        let mut signs = [0; 3];
        for i in 0..3 {
            signs[i] = self.sign(normal.dot(points[i] - a), a, b, c, points[i]);
        }
        signs
    }

    /// The sign without the filter.
    #[cold]
    pub fn exact(&mut self, a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
        // Two equal points make two columns of the determinant equal, or one zero.
        if self.flat || d == a || d == b || d == c || a == b || a == c || b == c {
            return 0;
        }
        self.tally.exact += 1;
        predicates::orient3d(a, b, c, d)
    }

    /// For the tests that a test falls back on.
    pub fn tally(&mut self) -> &mut Tally {
        self.tally
    }
}

/// The bound for points within a box of these extents: infinite if they are out of range.
#[inline(always)]
pub(super) fn bound_within(extent: DVec3) -> f64 {
    let in_range = |x: f64| (SMALLEST_EXTENT..=LARGEST_EXTENT).contains(&x);
    let fits = in_range(extent.x) & in_range(extent.y) & in_range(extent.z);
    if fits | !required(Condition::FilterRange) {
        let bound = 64.0 * UNIT_ROUNDOFF * (extent.x * extent.y * extent.z);
        bound_if(Condition::FilterBound, bound)
    } else {
        f64::INFINITY
    }
}

/// Whether all signs are strictly on one side.
#[inline(always)]
pub(super) fn one_side(&[a, b, c]: &[Sign; 3]) -> bool {
    ((a > 0) & (b > 0) & (c > 0)) | ((a < 0) & (b < 0) & (c < 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle_support::random::SplitMix64;

    fn point(random: &mut SplitMix64) -> DVec3 {
        DVec3::new(random.signed(), random.signed(), random.signed())
    }

    /// The filter never says another sign, nor does what its bound says is certain.
    fn check(a: DVec3, b: DVec3, c: DVec3, d: DVec3) {
        let exact = predicates::orient3d(a, b, c, d);
        let mut tally = Tally::default();
        let mut filter = Filter::for_pair(&[a, b, c], &[d, d, d], &mut tally);
        assert_eq!(filter.orient3d(a, b, c, d), exact, "{a} {b} {c} {d}");
        let value = (b - a).cross(c - a).dot(d - a);
        let is_certain = value.abs() > filter.bound;
        assert!(!is_certain || sign_of(value) == exact, "{a} {b} {c} {d}");
    }

    #[test]
    fn signs_are_those_of_exact_arithmetic() {
        let mut random = SplitMix64::new(1);
        for _ in 0..5000 {
            let [a, b, c] = [(); 3].map(|()| point(&mut random));
            let in_plane = a + (b - a) * random.signed() + (c - a) * random.signed();
            check(a, b, c, in_plane);
        }
    }

    #[test]
    fn signs_are_those_of_exact_arithmetic_at_the_ends_of_the_number_range() {
        let mut random = SplitMix64::new(1);
        for power in [-359, -358, -357, -340, 335, 340] {
            for _ in 0..4000 {
                let [a, b, c, d] = [(); 4].map(|()| point(&mut random) * 2f64.powi(power));
                check(a, b, c, d);
            }
        }
    }
}
