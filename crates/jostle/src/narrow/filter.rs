//! A floating-point filter whose error bound is computed once for all determinants of a pair.

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
    pub fn of<const A: usize, const B: usize>(
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
        let volume = extent.x * extent.y * extent.z;
        let in_range = |x: f64| (SMALLEST_EXTENT..=LARGEST_EXTENT).contains(&x);
        if in_range(extent.x) & in_range(extent.y) & in_range(extent.z) {
            Filter { bound: 64.0 * UNIT_ROUNDOFF * volume, flat: false, tally }
        } else {
            // Equal coordinates have a difference of exactly zero, and no others have.
            Filter { bound: f64::INFINITY, flat: extent.to_array().contains(&0.0), tally }
        }
    }

    /// The sign of `det(b - a, c - a, d - a)`, given its floating-point value.
    #[inline]
    pub fn sign(&mut self, value: f64, a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
        if value.abs() > self.bound { sign_of(value) } else { self.exact(a, b, c, d) }
    }

    /// The sign of `det(b - a, c - a, d - a)`.
    #[inline]
    pub fn orient3d(&mut self, a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
        self.sign((b - a).cross(c - a).dot(d - a), a, b, c, d)
    }

    /// The signs of three points against the plane of a triangle.
    #[inline]
    pub fn sides(&mut self, plane: &[DVec3; 3], points: &[DVec3; 3]) -> [Sign; 3] {
        let [a, b, c] = *plane;
        let normal = (b - a).cross(c - a);
        let values = points.map(|p| normal.dot(p - a));
        if values.iter().all(|v| v.abs() > self.bound) {
            return values.map(sign_of);
        }
        [0, 1, 2].map(|i| self.sign(values[i], a, b, c, points[i]))
    }

    /// The sign without the filter.
    #[cold]
    pub fn exact(&mut self, a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
        if self.flat {
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

/// Whether all signs are strictly on one side.
#[inline]
pub(super) fn one_side<const N: usize>(signs: &[Sign; N]) -> bool {
    signs.iter().all(|&s| s > 0) || signs.iter().all(|&s| s < 0)
}
