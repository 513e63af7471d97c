//! Checks one pair against the oracle.

use super::shapes::{Shape, query};
use jostle::DVec3;
use jostle::convex::{GjkSteps, Proximity, gjk_comparison, intersects};
use jostle::geometry::distance;
use jostle_oracle::separation;

/// Without the slack of posed shapes: `2^-47` of distance and extents.
const BOUND: f64 = 64.0 * f64::EPSILON / 2.0;

/// What the check of one pair found.
pub struct PairReport {
    /// What is wrong, if anything is.
    pub wrong: Option<String>,
    pub meets: bool,
    pub steps: GjkSteps,
    /// The error over the distance and extents together.
    pub relative_error: f64,
    /// The error over the error promised.
    pub share_of_bound: f64,
    /// Whether plain estimates are off by more than the bound: signed volumes, Johnson.
    pub estimates_fail: [bool; 2],
}

/// Compares distance, points, axis and verdicts of a pair with the oracle's.
pub fn check_pair(a: &Shape, b: &Shape) -> PairReport {
    let exact = separation(&a.vertices(), &b.vertices());
    let radii = [a.radius(), b.radius()];
    let meets = exact.meets_within(radii);
    let hulls = exact.distance();
    let truth = if meets { 0.0 } else { (hulls - (radii[0] + radii[1])).max(0.0) };
    let extent = a.with(&mut |s| s.extent()) + b.with(&mut |s| s.extent());
    let slack = a.with(&mut |s| s.slack()) + b.with(&mut |s| s.slack());
    let size = hulls + extent + radii[0] + radii[1];
    let bound = BOUND * size + 3.0 * slack;
    let mut wrong = None;
    let (mut error, mut promised) = (0.0, bound);
    let steps = match query(a, b) {
        Proximity::Intersection(intersection) => {
            if !meets {
                wrong = Some("said to meet, but apart".to_owned());
            }
            if let Some((distance, axis)) = intersection.hulls_apart {
                if (distance - hulls).abs() > bound || (axis.length() - 1.0).abs() > 1e-9 {
                    wrong = Some(format!("hulls said to be {distance:e} apart, not {hulls:e}"));
                }
            } else if hulls > bound {
                wrong = Some("hulls said to meet".to_owned());
            }
            intersection.steps
        }
        Proximity::Apart(apart) => {
            error = (apart.distance - truth).abs();
            promised = apart.error;
            let between = (apart.points[1] - apart.points[0]).length();
            let coordinates = a.vertices().into_iter().chain(b.vertices()).flatten();
            let far = coordinates.fold(0.0, |far: f64, x| far.max(x.abs()));
            if meets {
                wrong = Some("said to be apart, but they meet".to_owned());
            } else if error.is_nan() || error > promised {
                wrong = Some(format!("distance {:e}, not {truth:e}", apart.distance));
            } else if (between - truth).abs() > 2.0 * promised + 32.0 * f64::EPSILON * far {
                wrong = Some(format!("points {between:e} apart, not {truth:e}"));
            } else if gap_along(a, b, apart.axis) < truth - 4.0 * promised {
                wrong = Some(format!("the axis {} does not separate so far", apart.axis));
            }
            apart.steps
        }
    };
    let boolean = a.with(&mut |a| b.with(&mut |b| intersects(&a, &b).expect("finite")));
    if boolean != meets {
        wrong = Some(format!("boolean GJK says {boolean}"));
    }
    if let Some(distance) = closed_form(a, b)
        && (distance.is_nan() || (distance - hulls).abs() > bound)
    {
        wrong = Some(format!("closed form {distance:e}, not {hulls:e}"));
    }
    let [signed_volumes, johnson] = a.with(&mut |a| {
        b.with(&mut |b| [gjk_comparison::signed_volumes(&a, &b), gjk_comparison::johnson(&a, &b)])
    });
    let fails = |estimate: gjk_comparison::Estimate| {
        let off = (estimate.distance - truth).abs();
        off.is_nan() || off > bound
    };
    PairReport {
        wrong,
        meets,
        steps,
        // The vertices of posed shapes are rounded relative to their position, not to their size.
        relative_error: if slack > 0.0 { 0.0 } else { error } / size.max(f64::MIN_POSITIVE),
        share_of_bound: error / promised.max(f64::MIN_POSITIVE),
        estimates_fail: [fails(signed_volumes), fails(johnson)],
    }
}

/// The distance by a closed form, for the pairs that have one.
fn closed_form(a: &Shape, b: &Shape) -> Option<f64> {
    use Shape::{Point, Segment, Tetrahedron, Triangle};
    let nearest = match (a, b) {
        (Point([p]), Segment(s)) | (Segment(s), Point([p])) => distance::point_segment(*p, s),
        (Point([p]), Triangle(t)) | (Triangle(t), Point([p])) => distance::point_triangle(*p, t),
        (Point([p]), Tetrahedron(t)) | (Tetrahedron(t), Point([p])) => {
            distance::point_tetrahedron(*p, t)
        }
        (Segment(s), Segment(t)) => distance::segment_segment(s, t),
        _ => return None,
    };
    Some(nearest.distance)
}

/// By how much the axis separates the shapes, from the first vertex so that digits are kept.
fn gap_along(a: &Shape, b: &Shape, axis: DVec3) -> f64 {
    let points = |shape: &Shape| shape.vertices().into_iter().map(DVec3::from_array);
    let from = points(a).next().expect("it has vertices");
    let heights = |shape: &Shape| points(shape).map(|p| axis.dot(p - from)).collect::<Vec<_>>();
    let highest = heights(a).into_iter().fold(f64::NEG_INFINITY, f64::max);
    let lowest = heights(b).into_iter().fold(f64::INFINITY, f64::min);
    lowest - highest - a.radius() - b.radius()
}
