//! Whether two elements are within a distance, as far as plain floating point can tell.

use super::SupportMap;
use super::elements::with_corners;
use super::gjk::{Descent, GjkOutcome, PairScale, SignedVolumes};
use crate::conditions::{Condition, bound, required};
use crate::mesh::Element;

/// Whether two elements are within a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reach {
    /// They are not.
    Beyond,
    /// They are, and this far apart: as [`proximity`](super::proximity()) has it, or zero if they meet.
    Within(f64),
    /// That is for exact arithmetic to say.
    Unsure,
}

/// Whether two elements are within a distance, which is finite and above zero.
///
/// One descent of GJK, which stops at the first axis along which the elements are further apart. If there
/// is none, it is the descent of [`proximity`](super::proximity()), and ends with the same distance. What
/// it says is certain: a bound is compared with the limit only with the margin (`PairScale::margin`) that it
/// can be off by, and elements are said to be apart only if the lower bound exceeds the margin.
#[inline]
pub fn reach(a: &Element, b: &Element, limit: f64) -> Reach {
    with_corners!(corners_reach, a, b, limit)
}

#[inline]
fn corners_reach(a: &impl SupportMap, b: &impl SupportMap, limit: f64) -> Reach {
    let scale = PairScale::new(a, b);
    if !scale.is_plain() {
        return Reach::Unsure;
    }
    let wide = PairScale { radius: limit, ..scale };
    let (mut descent, outcome) = Descent::<f64>::start::<SignedVolumes>(a, b, scale.gap, &[]);
    match outcome.unwrap_or_else(|| descent.descend::<SignedVolumes>(a, b, &wide, true)) {
        GjkOutcome::Separated => return Reach::Beyond,
        GjkOutcome::Inside { certain: true } => return Reach::Within(0.0),
        GjkOutcome::Inside { certain: false } => return Reach::Unsure,
        GjkOutcome::Nearest => {}
    }
    let (length, lower) = (descent.weighted().length(), descent.lower());
    let margin = scale.margin(length);
    // Written so that NaN is not proven either.
    let is_proven = length - lower <= 2.0 * margin && lower > margin;
    if !is_proven && (required(Condition::ReachIsProven) || length.is_nan()) {
        return Reach::Unsure;
    }
    let margin = bound(Condition::ReachMargin, margin);
    if length + margin < limit {
        Reach::Within(length)
    } else if lower - margin > limit {
        Reach::Beyond
    } else {
        Reach::Unsure
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::{Proximity, elements, intersects, proximity};
    use glam::DVec3;
    use jostle_support::random::SplitMix64;

    fn point(random: &mut SplitMix64) -> DVec3 {
        DVec3::new(random.signed(), random.signed(), random.signed())
    }

    /// What is said is what exact arithmetic says, and the distance is that of `proximity`.
    fn check(a: [DVec3; 3], b: [DVec3; 3], limit: f64) -> Reach {
        let elements = [a, b].map(Element::Triangle);
        let found = reach(&elements[0], &elements[1], limit);
        if found != Reach::Unsure {
            let is_within = intersects(&a, &b.inflated(limit)).unwrap();
            assert_eq!(matches!(found, Reach::Within(_)), is_within, "{a:?} {b:?} {limit:e}");
        }
        if let Reach::Within(distance) = found {
            let expected = match elements::proximity(&elements[0], &elements[1]).unwrap() {
                Proximity::Apart(apart) => apart.distance,
                Proximity::Intersection(_) => 0.0,
            };
            assert_eq!(distance, expected, "{a:?} {b:?} {limit:e}");
        }
        found
    }

    #[test]
    fn what_is_almost_within_reach_is_told_as_in_exact_arithmetic() {
        let mut random = SplitMix64::new(1);
        let mut told = 0;
        for _ in 0..1000 {
            let [a, b] = [(); 2].map(|()| [(); 3].map(|()| point(&mut random)));
            let b = b.map(|p| p + DVec3::X * 3.0);
            let Proximity::Apart(apart) = proximity(&a, &b).unwrap() else { continue };
            for digits in -3..=3 {
                check(a, b, apart.distance * (1.0 + f64::from(digits) * f64::EPSILON));
            }
            for limit in [1e-3, 1e3, 1e300].map(|factor| apart.distance * factor) {
                told += (check(a, b, limit) != Reach::Unsure) as u32;
            }
        }
        assert_eq!(told, 3000, "floating point tells what is not about the distance");
    }

    #[test]
    fn what_almost_touches_is_told_as_in_exact_arithmetic() {
        let mut random = SplitMix64::new(1);
        for _ in 0..3000 {
            let [mut a, b] = [(); 2].map(|()| [(); 3].map(|()| point(&mut random)));
            // On the plane of the other, but for the last digits.
            let (s, t) = (random.unit() * 0.5, random.unit() * 0.5);
            let normal = (b[1] - b[0]).cross(b[2] - b[0]);
            a = a.map(|p| p + normal * (3.0 * random.unit()));
            a[0] = b[0] + (b[1] - b[0]) * s + (b[2] - b[0]) * t;
            check(a, b, 0.5);
            check(b, a, 1e-17);
        }
    }
}
