//! How deep two shapes are in each other: the shortest translation that separates them, by EPA.

use super::gjk::PairScale;
use super::polytope::{InitialPolytope, Polytope};
use super::scaled_shape::{self, ScaledShape};
use super::{ConvexError, Hull, Proximity, Separation, Simplex, SupportMap, proximity};
use crate::geometry::distance::{point_segment, point_triangle, segment_segment};
use glam::DVec3;

/// Whether two shapes overlap, and the translation that separates them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Penetration {
    /// They have no common point.
    Apart(Separation),
    /// They have one; touching counts, with a depth of about zero.
    Overlap(MinimumTranslation),
}

/// The minimum translation vector of two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MinimumTranslation {
    /// Of unit length. Moving the second shape by `axis * depth` leaves the two touching.
    pub axis: DVec3,
    /// At least zero. The move parts the shapes to within `error`.
    pub depth: f64,
    /// No move shorter than this less `error` parts the shapes, in whatever direction.
    pub least: f64,
    /// `2^-47` times the extents and radii, and three times the slacks.
    pub error: f64,
    /// The deepest point of each shape, opposite to each other along the axis.
    pub points: [DVec3; 2],
}

/// New vertices after which the polytope is left as it is. Each step finds a vertex outside by more
/// than rounding, so it ends by itself for polytopes; shapes with thousands of vertices may end
/// here, with `least` below `depth`.
const MOST_STEPS: usize = 500;

/// The minimum translation vector by the expanding polytope algorithm (van den Bergen 2003).
///
/// A polytope inside the differences of the two shapes grows where it is nearest the origin, until
/// a face of it is a face of theirs. Which faces a new vertex sees is decided with pairs of `f64`,
/// so that flat and thin shapes do not break it.
///
/// ```
/// use jostle::DVec3;
/// use jostle::convex::{OrientedBox, Penetration, Pose, Sphere, penetration};
///
/// let cube = OrientedBox::new(DVec3::ONE, Pose::IDENTITY);
/// let sphere = Sphere::new(DVec3::new(0.0, 1.25, 0.0), 0.5);
/// let Penetration::Overlap(overlap) = penetration(&cube, &sphere)? else { panic!() };
/// assert_eq!(overlap.axis, DVec3::Y);
/// assert!((overlap.depth - 0.25).abs() < 1e-14);
/// # Ok::<(), jostle::convex::ConvexError>(())
/// ```
pub fn penetration(a: &impl SupportMap, b: &impl SupportMap) -> Result<Penetration, ConvexError> {
    if PairScale::new(a, b).is_plain() {
        return plain_penetration(a, b);
    }
    super::check(a, b)?;
    match scaled_shape::factor(a, b) {
        None => plain_penetration(a, b),
        Some(factor) => {
            let found = plain_penetration(
                &ScaledShape { shape: a, factor },
                &ScaledShape { shape: b, factor },
            )?;
            match found {
                Penetration::Overlap(overlap) => Ok(Penetration::Overlap(overlap.unscaled(factor))),
                // Unscaled, which keeps all digits.
                Penetration::Apart(_) => plain_penetration(a, b),
            }
        }
    }
}

impl MinimumTranslation {
    /// The translation of the shapes as they were before they were scaled by a factor.
    pub(super) fn unscaled(self, factor: f64) -> MinimumTranslation {
        MinimumTranslation {
            axis: self.axis,
            depth: self.depth / factor,
            least: self.least / factor,
            error: self.error / factor,
            points: self.points.map(|p| p / factor),
        }
    }
}

/// The penetration of shapes away from the ends of the number range.
pub(super) fn plain_penetration(
    a: &impl SupportMap,
    b: &impl SupportMap,
) -> Result<Penetration, ConvexError> {
    let intersection = match proximity(a, b)? {
        Proximity::Apart(apart) => return Ok(Penetration::Apart(apart)),
        Proximity::Intersection(intersection) => intersection,
    };
    let scale = PairScale::new(a, b);
    let overlap = match intersection.hulls_apart {
        Some((distance, axis)) => {
            let depth = (scale.radius - distance).max(0.0);
            MinimumTranslation {
                axis,
                depth,
                least: depth,
                error: overlap_error(&scale),
                points: on_surface(a, b, &intersection.simplex, axis),
            }
        }
        None => expand(a, b, &scale, &intersection.simplex)?,
    };
    Ok(Penetration::Overlap(overlap))
}

pub(super) fn overlap_error(scale: &PairScale) -> f64 {
    4.0 * scale.margin(scale.radius)
}

/// The hulls overlap: grows a polytope from the simplex around the origin.
fn expand(
    a: &impl SupportMap,
    b: &impl SupportMap,
    scale: &PairScale,
    simplex: &Simplex,
) -> Result<MinimumTranslation, ConvexError> {
    let margin = scale.margin(0.0);
    let mut polytope = match Polytope::around(a, b, simplex, 4.0 * margin) {
        InitialPolytope::Solid(polytope) => polytope,
        // The differences lie in a plane, or in less: across it they overlap by nothing.
        InitialPolytope::Flat(axis) => {
            let depth = height(a, b, axis).max(0.0);
            return finish(a, b, axis, depth, 0.0, scale);
        }
    };
    let mut best: Option<(f64, DVec3)> = None;
    let mut least = 0f64;
    for _ in 0..MOST_STEPS {
        let face = polytope.nearest_face();
        least = least.max(face.distance.max(0.0));
        let pair = [a.support(face.normal) as u32, b.support(-face.normal) as u32];
        let [i, j] = pair.map(|index| index as usize);
        let reach = face.normal.dot(a.vertex(i) - b.vertex(j));
        let done = reach - face.distance <= 2.0 * margin;
        // A face where the growth ends is a true one; others may do as well but for rounding.
        if best.is_none_or(|(depth, _)| reach < depth || done && reach <= depth + margin) {
            best = Some((reach, face.normal));
        }
        if done || !polytope.add(a, b, pair) {
            break;
        }
    }
    let (depth, axis) = best.expect("at least one step");
    let depth = depth.max(0.0);
    finish(a, b, axis, depth, least.min(depth), scale)
}

fn finish(
    a: &impl SupportMap,
    b: &impl SupportMap,
    axis: DVec3,
    depth: f64,
    least: f64,
    scale: &PairScale,
) -> Result<MinimumTranslation, ConvexError> {
    let [on_a, on_b] = deepest(a, b, axis, depth, scale)?;
    Ok(MinimumTranslation {
        axis,
        depth: depth + scale.radius,
        least: least + scale.radius,
        error: overlap_error(scale),
        points: [on_a + axis * a.radius(), on_b - axis * b.radius()],
    })
}

/// The points of the hulls where they would touch after a move by the depth: the nearest ones of
/// the two features that face each other.
pub(super) fn deepest(
    a: &impl SupportMap,
    b: &impl SupportMap,
    axis: DVec3,
    depth: f64,
    scale: &PairScale,
) -> Result<[DVec3; 2], ConvexError> {
    let flat = 4.0 * scale.margin(0.0);
    let travel = axis * depth;
    let feature_a = feature(a, axis, flat);
    let feature_b: Vec<DVec3> = feature(b, -axis, flat).iter().map(|&p| p + travel).collect();
    // Features that touch are where GJK has to be exact about whether they do, which nobody asks here.
    if let Some([on_a, on_b]) = nearest_of_few(&feature_a, &feature_b) {
        return Ok([on_a, on_b - travel]);
    }
    let (Some(first), Some(second)) =
        (Hull::from_points(&feature_a), Hull::from_points(&feature_b))
    else {
        unreachable!("a feature has a vertex");
    };
    let simplex = match proximity(&first, &second)? {
        Proximity::Apart(apart) => apart.simplex,
        Proximity::Intersection(intersection) => intersection.simplex,
    };
    let [on_a, on_b] = simplex.points(&first, &second);
    Ok([on_a, on_b - travel])
}

/// The nearest points of two features for which there is a closed form.
fn nearest_of_few(a: &[DVec3], b: &[DVec3]) -> Option<[DVec3; 2]> {
    let points = match (a, b) {
        (&[p], &[q]) => [p, q],
        (&[p], &[q, r]) => point_segment(p, &[q, r]).points,
        (&[p], &[q, r, s]) => point_triangle(p, &[q, r, s]).points,
        (&[p, q], &[r, s]) => segment_segment(&[p, q], &[r, s]).points,
        (_, &[_]) => {
            let [on_b, on_a] = nearest_of_few(b, a)?;
            [on_a, on_b]
        }
        _ => return None,
    };
    Some(points)
}

/// The vertices that are furthest along the axis, to within rounding.
fn feature(shape: &impl SupportMap, axis: DVec3, flat: f64) -> Vec<DVec3> {
    let furthest = shape.vertex(shape.support(axis));
    let level = |p: &DVec3| *p == furthest || axis.dot(furthest - *p) <= flat;
    (0..shape.vertex_count()).map(|i| shape.vertex(i)).filter(level).collect()
}

/// How far the hulls overlap along a unit axis: the height of their differences.
pub(super) fn height(a: &impl SupportMap, b: &impl SupportMap, axis: DVec3) -> f64 {
    axis.dot(a.vertex(a.support(axis)) - b.vertex(b.support(-axis)))
}

/// The weighted points of a simplex, moved out by the radii.
fn on_surface(
    a: &impl SupportMap,
    b: &impl SupportMap,
    simplex: &Simplex,
    axis: DVec3,
) -> [DVec3; 2] {
    let [point_a, point_b] = simplex.points(a, b);
    [point_a + axis * a.radius(), point_b - axis * b.radius()]
}
