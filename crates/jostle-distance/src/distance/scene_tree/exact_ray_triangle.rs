//! Where a ray meets a triangle, in integers. Slow, and only for what floating point cannot tell.

use crate::geometry::integers::{self, IntegerPoint};
use crate::geometry::predicates::Sign;
use glam::DVec3;
use num_bigint::BigInt;
use std::cmp::Ordering;

/// The first common point of a ray and a triangle.
pub(super) struct ExactHit {
    /// `t` as a quotient, the denominator positive.
    time: [BigInt; 2],
    /// Weights of the corners over `whole`, which is positive.
    weights: [BigInt; 3],
    whole: BigInt,
    /// The sign of the triangle's normal along the ray.
    pub turn: Sign,
}

impl ExactHit {
    /// The first point that the ray `origin + t direction`, `t >= 0`, has in common with the hull of the
    /// corners.
    ///
    /// With corners `A`, `B`, `C` seen from the origin, a point `t d` of the line is
    /// `(det(d,B,C) A + det(d,C,A) B + det(d,A,B) C) / (d . n)`, where `n` is the normal and the
    /// denominator the sum of the three determinants. So the line meets the triangle in one point if
    /// the determinants have one sign and are not all zero. They are all zero only if ray and triangle
    /// are in one plane: if `A`, `B`, `C` were independent, `d` would be in three planes through the
    /// origin that have no direction in common; and if they are not, `n` or `d . n` is zero, so the
    /// triangle has no area, or its plane contains the ray.
    pub fn find(origin: DVec3, direction: DVec3, triangle: &[DVec3; 3]) -> Option<ExactHit> {
        let [a, b, c] = *triangle;
        // All at one scale, so that `t` has none.
        let points = integers::at_common_scale(&[origin, direction, a, b, c]);
        let d = &points[1];
        let corners = [2, 3, 4].map(|i| minus(&points[i], &points[0]));
        let [a, b, c] = &corners;
        let mut weights = [[b, c], [c, a], [a, b]].map(|[p, q]| dot(d, &cross(p, q)));
        let signs = weights.each_ref().map(integers::sign);
        if signs == [0; 3] {
            return in_plane(d, &corners);
        }
        if signs.contains(&1) && signs.contains(&-1) {
            return None;
        }
        let normal = cross(&minus(b, a), &minus(c, a));
        let mut time = dot(&normal, a);
        let turn = if signs.contains(&1) { 1 } else { -1 };
        if turn < 0 {
            weights = weights.map(|w| -w);
            time = -time;
        }
        if integers::sign(&time) < 0 {
            return None;
        }
        let whole: BigInt = weights.iter().sum();
        Some(ExactHit { time: [time, whole.clone()], weights, whole, turn })
    }

    /// Which of two hits comes first.
    pub fn cmp_time(&self, other: &ExactHit) -> Ordering {
        let ([t, own], [u, theirs]) = (&self.time, &other.time);
        (t * theirs).cmp(&(u * own))
    }

    /// Whether it is at most a number.
    pub fn is_up_to(&self, largest: f64) -> bool {
        if largest == f64::INFINITY {
            return true;
        }
        let (points, exponent) = integers::with_common_exponent(&[DVec3::splat(largest)]);
        let [time, whole] = &self.time;
        let right = &points[0][0] * whole;
        match exponent {
            0.. => *time <= right << exponent as usize,
            _ => time << (-exponent) as usize <= right,
        }
    }

    /// `t`, off by `2^-52` of itself or the smallest denormal.
    pub fn t(&self) -> f64 {
        integers::quotient(&self.time[0], &self.time[1], 0)
    }

    /// The weights of the corners, each as good.
    pub fn weights(&self) -> [f64; 3] {
        self.weights.each_ref().map(|w| integers::quotient(w, &self.whole, 0))
    }
}

/// For a ray from zero and a triangle in one plane.
fn in_plane(d: &IntegerPoint, corners: &[IntegerPoint; 3]) -> Option<ExactHit> {
    let [a, b, c] = corners;
    let normal = cross(&minus(b, a), &minus(c, a));
    let weights = [[b, c], [c, a], [a, b]].map(|[p, q]| dot(&normal, &cross(p, q)));
    let whole = dot(&normal, &normal);
    let is_inside = weights.iter().all(|w| integers::sign(w) >= 0);
    if integers::sign(&whole) > 0 && is_inside {
        return Some(ExactHit { time: [BigInt::ZERO, BigInt::from(1)], weights, whole, turn: 0 });
    }
    // The ray enters through an edge.
    let edges = [[0, 1], [1, 2], [2, 0]].into_iter().filter_map(|edge| on_edge(d, corners, edge));
    edges.reduce(|first, next| if next.cmp_time(&first).is_lt() { next } else { first })
}

/// The first common point with an edge in one plane with the ray.
fn on_edge(d: &IntegerPoint, corners: &[IntegerPoint; 3], [i, j]: [usize; 2]) -> Option<ExactHit> {
    let (p, q) = (&corners[i], &corners[j]);
    let along = minus(q, p);
    let normal = cross(d, &along);
    let square = dot(&normal, &normal);
    // `t d = p + s (q - p)`, where `t` and `s` are over the denominator.
    let (time, share, whole) = if integers::sign(&square) > 0 {
        (dot(&cross(p, &along), &normal), dot(&cross(p, d), &normal), square)
    } else {
        if cross(p, d).iter().any(|x| integers::sign(x) != 0) {
            return None;
        }
        // On one line: where it begins, which is an end of the edge or the start of the ray.
        let whole = dot(d, d);
        let (at_p, at_q) = (dot(p, d), dot(q, d));
        match (integers::sign(&at_p), integers::sign(&at_q)) {
            (-1, -1) => return None,
            (-1, _) | (_, -1) => {
                let length = &at_q - &at_p;
                let share = match integers::sign(&length) {
                    1 => -at_p,
                    _ => at_p,
                };
                (BigInt::ZERO, share, BigInt::from(integers::sign(&length)) * length)
            }
            _ if at_p <= at_q => (at_p, BigInt::ZERO, whole),
            _ => (at_q, whole.clone(), whole),
        }
    };
    if integers::sign(&time) < 0 || integers::sign(&share) < 0 || share > whole {
        return None;
    }
    let mut weights = [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO];
    weights[i] = &whole - &share;
    weights[j] = share;
    Some(ExactHit { time: [time, whole.clone()], weights, whole, turn: 0 })
}

fn minus(a: &IntegerPoint, b: &IntegerPoint) -> IntegerPoint {
    [0, 1, 2].map(|i| &a[i] - &b[i])
}

fn cross(a: &IntegerPoint, b: &IntegerPoint) -> IntegerPoint {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| &a[i] * &b[j] - &a[j] * &b[i])
}

fn dot(a: &IntegerPoint, b: &IntegerPoint) -> BigInt {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: [DVec3; 3] = [DVec3::ZERO, DVec3::X, DVec3::Y];

    fn t(origin: DVec3, direction: DVec3, triangle: &[DVec3; 3]) -> Option<(f64, [f64; 3], Sign)> {
        ExactHit::find(origin, direction, triangle).map(|hit| (hit.t(), hit.weights(), hit.turn))
    }

    #[test]
    fn through_the_inside_an_edge_and_a_corner() {
        let down = DVec3::Z * -2.0;
        let above = DVec3::new(0.25, 0.5, 1.0);
        assert_eq!(t(above, down, &TRIANGLE), Some((0.5, [0.25, 0.25, 0.5], -1)));
        assert_eq!(t(above, -down, &TRIANGLE), None, "behind");
        assert_eq!(
            t(DVec3::new(0.25, 0.75, -2.0), -down, &TRIANGLE),
            Some((1.0, [0.0, 0.25, 0.75], 1))
        );
        assert_eq!(t(DVec3::X + DVec3::Z, down, &TRIANGLE), Some((0.5, [0.0, 1.0, 0.0], -1)));
        assert_eq!(t(DVec3::new(1.0, 5e-324, 1.0), down, &TRIANGLE), None, "beside the corner");
    }

    #[test]
    fn in_the_plane() {
        let left = DVec3::new(-2.0, 0.25, 0.0);
        assert_eq!(t(left, DVec3::X, &TRIANGLE), Some((2.0, [0.75, 0.0, 0.25], 0)));
        assert_eq!(t(left, -DVec3::X, &TRIANGLE), None);
        assert_eq!(t(left + DVec3::Z * 1e-300, DVec3::X, &TRIANGLE), None, "beside the plane");
        let inside = DVec3::new(0.25, 0.25, 0.0);
        assert_eq!(t(inside, DVec3::X, &TRIANGLE), Some((0.0, [0.5, 0.25, 0.25], 0)));
        // Along the lower edge, from before it, from on it and from behind it.
        assert_eq!(t(-DVec3::X, DVec3::X, &TRIANGLE), Some((1.0, [1.0, 0.0, 0.0], 0)));
        assert_eq!(t(DVec3::X * 0.25, DVec3::X, &TRIANGLE), Some((0.0, [0.75, 0.25, 0.0], 0)));
        assert_eq!(t(DVec3::X * 2.0, DVec3::X, &TRIANGLE), None);
        assert_eq!(t(DVec3::X * 2.0, -DVec3::X, &TRIANGLE), Some((1.0, [0.0, 1.0, 0.0], 0)));
    }

    #[test]
    fn of_no_area() {
        let segment = [DVec3::ZERO, DVec3::X * 4.0, DVec3::X];
        assert_eq!(t(DVec3::new(3.0, 2.0, 0.0), -DVec3::Y, &segment).map(|hit| hit.0), Some(2.0));
        assert_eq!(t(DVec3::new(3.0, 2.0, 1.0), -DVec3::Y, &segment), None);
        assert_eq!(t(DVec3::X * 9.0, -DVec3::X, &segment).map(|hit| hit.0), Some(5.0));
        assert_eq!(t(DVec3::X * 2.0, -DVec3::X, &segment).map(|hit| hit.0), Some(0.0));
        let point = [DVec3::ONE; 3];
        assert_eq!(t(DVec3::ZERO, DVec3::splat(0.25), &point).map(|hit| hit.0), Some(4.0));
        assert_eq!(t(DVec3::ONE, DVec3::X, &point).map(|hit| hit.0), Some(0.0));
        assert_eq!(t(DVec3::ZERO, DVec3::new(1.0, 1.0, 1.0 + 1e-15), &point), None);
    }
}
