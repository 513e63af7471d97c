//! Distance, nearest points and verdict of two convex shapes.
//!
//! Three runs of GJK, each started where the one before it could not prove its answer: in plain `f64`, in
//! pairs of `f64`, in integers. The first decides almost every query.

use super::exact_gjk::{self, ExactProximity};
use super::gjk::{Descent, GjkOutcome, PairScale, ROUNDOFF, SignedVolumes};
use super::{ConvexError, Simplex, SupportMap};
use crate::geometry::number::{DoubleDouble, Number};
use glam::DVec3;

/// Whether two shapes have a common point, and what is nearest if they have none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Proximity {
    /// They have none.
    Apart(Separation),
    /// They have one; touching counts.
    Intersection(Intersection),
}

/// Two shapes without a common point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// Above zero, and within `error` of the true distance.
    pub distance: f64,
    /// `2^-47` times the distance and the extents of both shapes together, and three times their
    /// slacks, which are zero for shapes by given points.
    pub error: f64,
    /// The nearest points of the two, each rounded to `2^-48` of the coordinates of its vertices.
    pub points: [DVec3; 2],
    /// A separating axis of unit length, from the first shape to the second.
    pub axis: DVec3,
    /// The vertices that the nearest points lie between.
    pub simplex: Simplex,
    /// The steps it took.
    pub steps: GjkSteps,
}

/// Two shapes with a common point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intersection {
    /// Where the shapes would be apart without their radii: the distance of their hulls and the
    /// direction of unit length from the first to the second. Then the penetration is the sum of the
    /// radii less that distance. `None` if the hulls meet.
    pub hulls_apart: Option<(f64, DVec3)>,
    /// Vertices between which a common point lies, or the nearest points of the hulls.
    pub simplex: Simplex,
    /// The steps it took.
    pub steps: GjkSteps,
}

/// Steps of GJK in one query, by arithmetic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GjkSteps {
    /// In plain `f64`.
    pub double: u32,
    /// In pairs of `f64`; `None` if there was no such run.
    pub double_double: Option<u32>,
    /// In integers; `None` if there was no such run.
    pub exact: Option<u32>,
}

/// The distance of two shapes, their nearest points and a separating axis; or that they meet.
///
/// The verdict is exact over the vertices and radii, for all finite values. The distance is within
/// [`Separation::error`] of the true one: each answer is checked against a lower bound from its
/// separating axis before it is returned, and computed with more digits if the two are further
/// apart than that.
///
/// ```
/// use jostle::DVec3;
/// use jostle::convex::{Capsule, Proximity, proximity};
///
/// let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let capsule = Capsule::new(DVec3::new(0.2, 0.2, 2.0), DVec3::new(0.2, 0.2, 5.0), 0.5);
/// let Proximity::Apart(apart) = proximity(&triangle, &capsule)? else { panic!("they are apart") };
/// assert!((apart.distance - 1.5).abs() < 1e-14);
/// assert_eq!(apart.axis, DVec3::Z);
/// # Ok::<(), jostle::convex::ConvexError>(())
/// ```
#[inline]
pub fn proximity(a: &impl SupportMap, b: &impl SupportMap) -> Result<Proximity, ConvexError> {
    search(a, b, &[])
}

/// As [`proximity`], from the simplex of an earlier query of the same shapes.
///
/// A simplex of other shapes costs steps and changes nothing else.
///
/// ```
/// use jostle::DVec3;
/// use jostle::convex::{Proximity, proximity, proximity_from};
///
/// let a = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let mut b = a.map(|p| p + DVec3::splat(2.0));
/// let Proximity::Apart(first) = proximity(&a, &b)? else { panic!() };
/// b = b.map(|p| p + DVec3::new(0.01, -0.02, 0.0));
/// let Proximity::Apart(second) = proximity_from(&a, &b, &first.simplex)? else { panic!() };
/// assert_eq!(second.steps.double, 0, "nothing changed but the numbers");
/// # Ok::<(), jostle::convex::ConvexError>(())
/// ```
#[inline]
pub fn proximity_from(
    a: &impl SupportMap,
    b: &impl SupportMap,
    simplex: &Simplex,
) -> Result<Proximity, ConvexError> {
    search(a, b, simplex.pairs())
}

/// Whether two shapes have a common point: boolean GJK, which stops at the first axis that
/// separates them. Exact over the vertices and radii; touching counts.
///
/// ```
/// use jostle::DVec3;
/// use jostle::convex::{Sphere, intersects};
///
/// let cube = std::array::from_fn::<_, 8, _>(|i| {
///     DVec3::new((i & 1) as f64, (i >> 1 & 1) as f64, (i >> 2 & 1) as f64)
/// });
/// assert!(intersects(&cube, &Sphere::new(DVec3::splat(0.5), 0.1))?);
/// assert!(intersects(&cube, &Sphere::new(DVec3::new(3.0, 0.5, 0.5), 2.0))?, "touching");
/// assert!(!intersects(&cube, &Sphere::new(DVec3::new(3.0, 0.5, 0.5), 2f64.next_down()))?);
/// # Ok::<(), jostle::convex::ConvexError>(())
/// ```
#[inline]
pub fn intersects(a: &impl SupportMap, b: &impl SupportMap) -> Result<bool, ConvexError> {
    let scale = PairScale::new(a, b);
    if !scale.is_plain() {
        super::check(a, b)?;
        return Ok(exact_gjk::proximity(a, b, &[]).meet);
    }
    let (mut descent, outcome) = Descent::<f64>::start::<SignedVolumes>(a, b, scale.gap, &[]);
    match outcome.unwrap_or_else(|| descent.descend::<SignedVolumes>(a, b, &scale, true)) {
        GjkOutcome::Inside { certain: true } => return Ok(true),
        GjkOutcome::Separated => return Ok(false),
        _ => {}
    }
    if is_surely_within(&descent, &scale) {
        return Ok(true);
    }
    Ok(exact_gjk::proximity(a, b, &descent.pairs[..descent.len]).meet)
}

/// Whether the radii bridge the gap between the hulls with a margin to spare. Their sum is off by `u` of
/// itself, and the answer hangs on that only if the length is about as large: the margin has more than that
/// to spare, see [`PairScale::margin`].
fn is_surely_within<T: Number>(descent: &Descent<T>, scale: &PairScale) -> bool {
    let length = descent.weighted().length();
    length + 2.0 * scale.margin(length) < scale.radius
}

#[inline]
fn search(
    a: &impl SupportMap,
    b: &impl SupportMap,
    pairs: &[[u32; 2]],
) -> Result<Proximity, ConvexError> {
    let scale = PairScale::new(a, b);
    if !scale.is_plain() {
        super::check(a, b)?;
        return Ok(exact_proximity(a, b, &scale, pairs, GjkSteps::default()));
    }
    let (mut descent, outcome) = Descent::<f64>::start::<SignedVolumes>(a, b, scale.gap, pairs);
    let outcome = outcome.unwrap_or_else(|| descent.descend::<SignedVolumes>(a, b, &scale, false));
    let steps = GjkSteps { double: descent.steps, ..GjkSteps::default() };
    match proven(a, b, &scale, &descent, outcome, steps) {
        Some(proximity) => Ok(proximity),
        None => Ok(with_more_digits(a, b, &scale, &descent, steps)),
    }
}

#[cold]
fn with_more_digits(
    a: &impl SupportMap,
    b: &impl SupportMap,
    scale: &PairScale,
    plain: &Descent<f64>,
    mut steps: GjkSteps,
) -> Proximity {
    let (mut descent, outcome) =
        Descent::<DoubleDouble>::start::<SignedVolumes>(a, b, scale.gap, &plain.pairs[..plain.len]);
    let outcome = outcome.unwrap_or_else(|| descent.descend::<SignedVolumes>(a, b, scale, false));
    steps.double_double = Some(descent.steps);
    proven(a, b, scale, &descent, outcome, steps)
        .unwrap_or_else(|| exact_proximity(a, b, scale, &descent.pairs[..descent.len], steps))
}

/// The answer, if the bounds of the descent prove it.
#[inline]
fn proven<T: Number>(
    a: &impl SupportMap,
    b: &impl SupportMap,
    scale: &PairScale,
    descent: &Descent<T>,
    outcome: GjkOutcome,
    steps: GjkSteps,
) -> Option<Proximity> {
    let simplex = Simplex::new(descent.len, descent.pairs, descent.weights());
    if let GjkOutcome::Inside { certain } = outcome {
        return certain.then_some(Proximity::Intersection(Intersection {
            hulls_apart: None,
            simplex,
            steps,
        }));
    }
    let length = descent.weighted().length();
    let margin = scale.margin(length);
    // Written so that NaN is not proven either.
    let lower = descent.lower();
    if !(length - lower <= 2.0 * margin && lower > margin) {
        return None;
    }
    let axis = -descent.vector.value().normalize();
    if lower - margin > scale.radius {
        let points = simplex.points(a, b);
        Some(Proximity::Apart(Separation {
            // Their bounds may be off by more than they are apart.
            distance: (length - scale.radius).max(f64::from_bits(1)),
            error: error(scale, length),
            points: [points[0] + axis * a.radius(), points[1] - axis * b.radius()],
            axis,
            simplex,
            steps,
        }))
    } else if length + margin < scale.radius {
        Some(Proximity::Intersection(Intersection {
            hulls_apart: Some((length, axis)),
            simplex,
            steps,
        }))
    } else {
        None
    }
}

/// The two bounds may be two margins apart and each off by one; of `64u` three are for the slack.
#[inline]
fn error(scale: &PairScale, length: f64) -> f64 {
    64.0 * ROUNDOFF * (length + scale.extent + scale.radius) + 3.0 * scale.slack
}

#[cold]
fn exact_proximity(
    a: &impl SupportMap,
    b: &impl SupportMap,
    scale: &PairScale,
    pairs: &[[u32; 2]],
    steps: GjkSteps,
) -> Proximity {
    let ExactProximity {
        simplex,
        meet,
        hulls_meet,
        hull_distance,
        clearance,
        direction,
        steps: exact,
    } = exact_gjk::proximity(a, b, pairs);
    let steps = GjkSteps { exact: Some(exact), ..steps };
    let axis = -direction;
    if meet {
        let hulls_apart = (!hulls_meet).then_some((hull_distance, axis));
        return Proximity::Intersection(Intersection { hulls_apart, simplex, steps });
    }
    let points = simplex.points(a, b);
    Proximity::Apart(Separation {
        // What underflows is still a gap.
        distance: clearance.max(f64::from_bits(1)),
        error: error(scale, hull_distance).min(f64::MAX),
        points: [points[0] + axis * a.radius(), points[1] - axis * b.radius()],
        axis,
        simplex,
        steps,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::{Pose, PosedShape};
    use glam::{DQuat, DVec3};
    use jostle_support::random::SplitMix64;

    fn point(random: &mut SplitMix64) -> DVec3 {
        DVec3::new(random.signed(), random.signed(), random.signed())
    }

    /// Both answers are those of exact arithmetic.
    fn check(a: &impl SupportMap, b: &impl SupportMap) {
        let meet = exact_gjk::proximity(a, b, &[]).meet;
        assert_eq!(intersects(a, b).unwrap(), meet);
        assert_eq!(matches!(proximity(a, b).unwrap(), Proximity::Intersection(_)), meet);
    }

    /// Hulls whose radii bridge the gap between them, or do not, by the last digits.
    fn check_with_radii(random: &mut SplitMix64, a: &impl SupportMap, b: &impl SupportMap) {
        let Proximity::Apart(apart) = proximity(a, b).unwrap() else { return };
        let share = random.unit();
        for digits in -3..=3 {
            let radius = apart.distance * (1.0 + f64::from(digits) * f64::EPSILON);
            let own = radius * share;
            check(&a.inflated(own), &b.inflated(radius - own));
        }
    }

    #[test]
    fn radii_that_almost_bridge_a_gap_are_told_as_in_exact_arithmetic() {
        let mut random = SplitMix64::new(1);
        for round in 0..1000 {
            let [a, b] = [(); 2].map(|()| [(); 3].map(|()| point(&mut random)));
            let b = b.map(|p| p + DVec3::X * 3.0);
            match round % 2 {
                0 => check_with_radii(&mut random, &a, &b),
                _ => check_with_radii(&mut random, &[a[0]], &[b[0]]),
            }
        }
    }

    /// Points whose distance is hardly rounded, so that the sum of the radii is what is.
    #[test]
    fn radii_are_added_as_in_exact_arithmetic() {
        let mut random = SplitMix64::new(1);
        for _ in 0..3000 {
            let gap = 1.0 + random.unit();
            let own = gap * random.unit();
            let (a, b) = ([DVec3::ZERO], [DVec3::X * gap]);
            for digits in -2..=2 {
                let rest = (gap - own) * (1.0 + f64::from(digits) * f64::EPSILON);
                check(&a.inflated(own), &b.inflated(rest));
            }
        }
    }

    /// Cubes face to face and far away, where the vertices of a moved cube are rounded more than its size
    /// tells.
    #[test]
    fn moved_shapes_are_told_as_in_exact_arithmetic() {
        let mut random = SplitMix64::new(1);
        let corner = |i: usize| [i & 1, i >> 1 & 1, i >> 2 & 1].map(|bit| bit as f64 * 1e-6);
        let cube = std::array::from_fn::<_, 8, _>(|i| DVec3::from(corner(i)));
        for _ in 0..100 {
            let far = point(&mut random) * 1e6;
            let turn = DQuat::from_axis_angle(point(&mut random).normalize(), random.signed());
            let gap = turn * DVec3::new(3e-6, random.signed() * 1e-6, random.signed() * 1e-6);
            let [a, b] = [far, far + gap].map(|at| PosedShape::new(cube, Pose::new(turn, at)));
            let Proximity::Apart(apart) = proximity(&a, &b).unwrap() else { panic!("apart") };
            for step in -20..20 {
                let radius = apart.distance + f64::from(step) * 1e-11;
                check(&(&a).inflated(radius * 0.5), &(&b).inflated(radius * 0.5));
            }
        }
    }

    /// Products are at the end of the number range, and beyond.
    #[test]
    fn shapes_of_all_sizes_are_told_as_in_exact_arithmetic() {
        let mut random = SplitMix64::new(1);
        let all = (-1000..1000).step_by(20).map(|power| (power, 2));
        for (power, count) in all.chain([(-538, 3000)]) {
            for _ in 0..count {
                let scale = 2f64.powi(power / 2) * 2f64.powi(power - power / 2);
                let mut shape = || {
                    let by = point(&mut random) * 0.2;
                    [(); 4].map(|()| (point(&mut random) + by) * scale)
                };
                check(&shape(), &shape());
            }
        }
    }
}
