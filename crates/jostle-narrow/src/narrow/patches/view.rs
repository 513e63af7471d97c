//! A patch seen along a direction, and which way it certainly turns there.

use super::path::Path;
use crate::conditions::{Condition, bound, required};
use crate::geometry::Aabb;
use glam::DVec3;

/// The direction that a patch is looked at along, and what determinants with it are worth.
///
/// The direction `n` is taken as exact. Coordinate differences within the patch are at most its
/// extents `X, Y, Z`, and carry a relative error `u = 2^-53`; a component of the cross product of two
/// is off by at most `8u` times its two extents, and its products with `n` and their sum add at most
/// `6u`, so `det(n, e, f)` is off by at most `14u (|nx|YZ + |ny|ZX + |nz|XY)`. While vertices move the
/// extents are those of all their ways, and the inner coefficient is half the sum of two cross products,
/// off by `16u` and, as it is at most four times the two extents, `4u` by its rounding: `10u` when halved,
/// and `16u` in all. The bound of `32u` also covers terms in `u^2`.
pub(super) struct View {
    pub n: DVec3,
    pub extent: DVec3,
    /// What a turn is off by at most.
    pub turn_bound: f64,
}

const UNIT_ROUNDOFF: f64 = f64::EPSILON / 2.0;
/// Between these, products of two extents with a component of a unit vector neither overflow nor
/// lose anything that matters beside the bound: the largest such component is at least a half, and
/// underflow takes less than `2^-1020`.
const SMALLEST: f64 = f64::from_bits((1023 - 200) << 52);
const LARGEST: f64 = f64::from_bits((1023 + 200) << 52);

impl View {
    /// The view of a box along a direction of about unit length, if numbers are in range.
    pub fn new(n: DVec3, bounds: &Aabb) -> Option<View> {
        // Flat boxes are given some depth, which makes the bound larger only.
        let size = bounds.size();
        let extent = size.max(DVec3::splat(size.max_element() * UNIT_ROUNDOFF));
        let in_range = |x: f64| (SMALLEST..=LARGEST).contains(&x);
        let fits = in_range(extent.min_element()) && in_range(extent.max_element());
        let areas = DVec3::new(extent.y * extent.z, extent.z * extent.x, extent.x * extent.y);
        let turn_bound = 32.0 * UNIT_ROUNDOFF * n.abs().dot(areas);
        let turn_bound = bound(Condition::PatchTurnBound, turn_bound);
        let is_in_range = fits && n.abs().max_element() >= 0.5;
        (is_in_range || !required(Condition::PatchRange)).then_some(View { n, extent, turn_bound })
    }

    /// The sign of the turn from `a` over `b` to `c`, if it is certain and the same throughout.
    #[inline]
    pub fn turn<P: Path>(&self, a: P, b: P, c: P) -> Option<bool> {
        let products = (b - a).cross(c - a);
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for product in products.as_ref() {
            let value = self.n.dot(*product);
            (least, most) = (least.min(value), most.max(value));
        }
        match (least > self.turn_bound, most < -self.turn_bound) {
            (false, false) => None,
            (is_positive, _) => Some(is_positive),
        }
    }

    /// What the sum of so many turns may be off by: each has its own error, and each of as many
    /// additions rounds a sum of at most as many turns.
    pub fn sum_bound(&self, turns: u32) -> f64 {
        let turns = f64::from(turns);
        bound(Condition::PatchAreaBound, 2.0 * turns * self.turn_bound * turns.max(1.0))
    }
}
