//! Distance, nearest points and verdict of two convex shapes.
//!
//! Three descents, each started where the one before it could not tell: in plain `f64`, in pairs of
//! `f64`, in integers. The first settles almost every query.

use super::descent::{Descent, Ending, ROUNDOFF, Scale, SignedVolumes};
use super::exact::{self, Settled};
use super::{ConvexError, Simplex, SupportMap};
use crate::geometry::number::{DoubleDouble, Number};
use glam::DVec3;

/// Whether two shapes have a common point, and what is nearest if they have none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Proximity {
    /// They have none.
    Apart(Apart),
    /// They have one; touching counts.
    Meeting(Meeting),
}

/// Two shapes without a common point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
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
    /// What it cost.
    pub effort: Effort,
}

/// Two shapes with a common point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Where the shapes would be apart without their radii: the distance of their hulls and the
    /// direction of unit length from the first to the second. Then the penetration is what the radii
    /// have more than that. `None` if the hulls meet.
    pub hulls_apart: Option<(f64, DVec3)>,
    /// Vertices between which a common point lies, or the nearest points of the hulls.
    pub simplex: Simplex,
    /// What it cost.
    pub effort: Effort,
}

/// Steps of the descents of one query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// In plain `f64`.
    pub plain: u32,
    /// In pairs of `f64`, and whether there was such a descent.
    pub paired: Option<u32>,
    /// In integers, and whether there was such a descent.
    pub exact: Option<u32>,
}

/// The distance of two shapes, their nearest points and a separating axis; or that they meet.
///
/// The verdict is exact over the vertices and radii, for all finite values. The distance is within
/// [`Apart::error`] of the true one: each answer is checked against a lower bound from its
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
/// assert_eq!(second.effort.plain, 0, "nothing changed but the numbers");
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
    let scale = Scale::of(a, b);
    if !scale.is_plain() {
        super::check(a, b)?;
        return Ok(exact::settle(a, b, &[]).meet);
    }
    let (mut descent, ended) = Descent::<f64>::start::<SignedVolumes>(a, b, scale.gap, &[]);
    match ended.unwrap_or_else(|| descent.descend::<SignedVolumes>(a, b, &scale, true)) {
        Ending::Inside { certain: true } => return Ok(true),
        Ending::Separated => return Ok(false),
        _ => {}
    }
    if surely_within(&descent, &scale) {
        return Ok(true);
    }
    Ok(exact::settle(a, b, &descent.pairs[..descent.len]).meet)
}

/// Whether the radii bridge the gap between the hulls with a margin to spare.
fn surely_within<T: Number>(descent: &Descent<T>, scale: &Scale) -> bool {
    let length = descent.weighted().length();
    length + 2.0 * scale.margin(length) < scale.radius * (1.0 - f64::EPSILON)
}

#[inline]
fn search(
    a: &impl SupportMap,
    b: &impl SupportMap,
    pairs: &[[u32; 2]],
) -> Result<Proximity, ConvexError> {
    let scale = Scale::of(a, b);
    if !scale.is_plain() {
        super::check(a, b)?;
        return Ok(settled(a, b, &scale, pairs, Effort::default()));
    }
    let (mut descent, ended) = Descent::<f64>::start::<SignedVolumes>(a, b, scale.gap, pairs);
    let ending = ended.unwrap_or_else(|| descent.descend::<SignedVolumes>(a, b, &scale, false));
    let effort = Effort { plain: descent.steps, ..Effort::default() };
    match judge(a, b, &scale, &descent, ending, effort) {
        Some(proximity) => Ok(proximity),
        None => Ok(with_more_digits(a, b, &scale, &descent, effort)),
    }
}

#[cold]
fn with_more_digits(
    a: &impl SupportMap,
    b: &impl SupportMap,
    scale: &Scale,
    plain: &Descent<f64>,
    mut effort: Effort,
) -> Proximity {
    let (mut descent, ended) =
        Descent::<DoubleDouble>::start::<SignedVolumes>(a, b, scale.gap, &plain.pairs[..plain.len]);
    let ending = ended.unwrap_or_else(|| descent.descend::<SignedVolumes>(a, b, scale, false));
    effort.paired = Some(descent.steps);
    judge(a, b, scale, &descent, ending, effort)
        .unwrap_or_else(|| settled(a, b, scale, &descent.pairs[..descent.len], effort))
}

/// The answer, if the bounds of the descent prove it.
#[inline]
fn judge<T: Number>(
    a: &impl SupportMap,
    b: &impl SupportMap,
    scale: &Scale,
    descent: &Descent<T>,
    ending: Ending,
    effort: Effort,
) -> Option<Proximity> {
    let simplex = Simplex::new(descent.len, descent.pairs, descent.weights());
    if let Ending::Inside { certain } = ending {
        return certain.then_some(Proximity::Meeting(Meeting {
            hulls_apart: None,
            simplex,
            effort,
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
    let rounding = 2.0 * f64::EPSILON * scale.radius;
    if lower - margin > scale.radius + rounding {
        let points = simplex.points(a, b);
        Some(Proximity::Apart(Apart {
            distance: length - scale.radius,
            error: error(scale, length),
            points: [points[0] + axis * a.radius(), points[1] - axis * b.radius()],
            axis,
            simplex,
            effort,
        }))
    } else if length + margin < scale.radius - rounding {
        Some(Proximity::Meeting(Meeting { hulls_apart: Some((length, axis)), simplex, effort }))
    } else {
        None
    }
}

/// The two bounds may be two margins apart and each off by one; of `64u` three are for the slack.
#[inline]
fn error(scale: &Scale, length: f64) -> f64 {
    64.0 * ROUNDOFF * (length + scale.extent + scale.radius) + 3.0 * scale.slack
}

#[cold]
fn settled(
    a: &impl SupportMap,
    b: &impl SupportMap,
    scale: &Scale,
    pairs: &[[u32; 2]],
    effort: Effort,
) -> Proximity {
    let Settled { simplex, meet, hulls_meet, hull_distance, clearance, direction, steps } =
        exact::settle(a, b, pairs);
    let effort = Effort { exact: Some(steps), ..effort };
    let axis = -direction;
    if meet {
        let hulls_apart = (!hulls_meet).then_some((hull_distance, axis));
        return Proximity::Meeting(Meeting { hulls_apart, simplex, effort });
    }
    let points = simplex.points(a, b);
    Proximity::Apart(Apart {
        // What underflows is still a gap.
        distance: clearance.max(f64::from_bits(1)),
        error: error(scale, hull_distance).min(f64::MAX),
        points: [points[0] + axis * a.radius(), points[1] - axis * b.radius()],
        axis,
        simplex,
        effort,
    })
}
