//! Diameters of smallest enclosing spheres, rounded outward.

use crate::conditions::{Condition, bound, required};
use crate::geometry::BoundingSphere;
use glam::DVec3;

/// Squares of lengths within these neither overflow nor vanish in products of two of them.
const PLAIN: std::ops::Range<f64> = 1e-140..1e140;

/// Roundings of the closed form, each off by at most `2^-53` of itself: 5 of a square of a length, as
/// each coordinate of an edge is a difference; of the square of the cross product, whose terms do not
/// cancel where the angle is at least 60 degrees, 16; a quotient and two roots. Half of them count
/// after the root.
const OUTWARD: f64 = 16.0 * f64::EPSILON;

/// The diameter of the smallest sphere around the points, at most `2^-38` of it and `2^-48` of the
/// coordinates too large, and not too small.
#[inline]
pub fn diameter(points: &[DVec3]) -> f64 {
    match *points {
        [a, b, c] => triangle_diameter(a, b, c),
        _ => 2.0 * BoundingSphere::smallest(points).radius,
    }
}

/// The longest edge, divided by the sine of the angle opposite to it if that is acute. That is the
/// largest angle, from 60 degrees on, and its sine far from zero. Near a right angle the two cases
/// agree to the square of the rounding of the cosine, so it does not matter which of them is taken.
#[inline]
fn triangle_diameter(a: DVec3, b: DVec3, c: DVec3) -> f64 {
    let edges = [b - a, c - b, a - c];
    let squares = edges.map(DVec3::length_squared);
    let longest = squares[0].max(squares[1]).max(squares[2]);
    let shortest = squares[0].min(squares[1]).min(squares[2]);
    // Written so that infinities and NaN are not plain either.
    let is_plain = PLAIN.contains(&longest) && PLAIN.contains(&shortest);
    if !is_plain && required(Condition::DiameterRange) {
        return 2.0 * BoundingSphere::smallest(&[a, b, c]).radius;
    }
    // The two shorter ones, without branches, which could not be predicted.
    let one = if squares[0] == longest { edges[1] } else { edges[0] };
    let other = if squares[2] == longest && squares[0] != longest { edges[1] } else { edges[2] };
    let middle = squares[0].min(squares[1]).max(squares[0].max(squares[1]).min(squares[2]));
    // The edges run round, so the angle between them is acute if their product is negative.
    let round = longest * (shortest * middle / one.cross(other).length_squared());
    let square = if one.dot(other) < 0.0 { round } else { longest };
    square.sqrt() * (1.0 + bound(Condition::DiameterOutward, OUTWARD))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::{Sphere, intersects};
    use jostle_support::random::SplitMix64;

    /// The closed form is as large as the sphere that is decided exactly, but for the rounding of
    /// both, and never smaller than the sphere's exact lower bound: half of any edge.
    #[test]
    fn the_closed_form_is_the_sphere_of_the_exact_one() {
        let mut random = SplitMix64::new(3);
        let mut unit = || random.unit() * 2.0 - 1.0;
        for round in 0..200_000 {
            let thin = 10f64.powi(-(round % 16));
            let far = if round % 3 == 0 { 1e3 } else { 0.0 };
            let scale = 10f64.powi(round % 41 - 20);
            let turn = [[0, 1, 2], [1, 2, 0], [2, 0, 1]][round as usize % 3];
            let mut corners = [DVec3::ZERO; 3];
            for corner in &mut corners {
                let p = [unit(), unit() * thin, unit() * if round % 2 == 0 { thin } else { 0.0 }];
                *corner = (DVec3::from(turn.map(|axis| p[axis])) + far) * scale;
            }
            if round % 5 == 0 {
                corners[2] = corners[0] + (corners[1] - corners[0]) * 0.5 + corners[2] * thin;
            }
            let exact = 2.0 * BoundingSphere::smallest(&corners).radius;
            let closed = diameter(&corners);
            let off = exact * 1e-11 + far * scale * 1e-14;
            assert!((closed - exact).abs() <= off, "{corners:?}: {closed} {exact}");
            // Not too small: the sphere of that diameter round the exact centre holds the corners,
            // but for the rounding of the centre.
            for (p, q) in [(0, 1), (1, 2), (2, 0)] {
                assert!(closed >= corners[p].distance(corners[q]), "{corners:?}");
            }
        }
    }

    #[test]
    fn points_segments_and_extremes() {
        assert_eq!(diameter(&[DVec3::ONE; 3]), 0.0);
        let line = [DVec3::ZERO, DVec3::X * 1e-200, DVec3::X * 3e-200];
        assert!((3e-200..3.0001e-200).contains(&diameter(&line)));
        let line = [DVec3::ZERO, DVec3::ZERO, DVec3::X * 3.0];
        assert!((3.0..3.0001).contains(&diameter(&line)));
        let wide = [DVec3::ZERO, DVec3::X * 1e200, DVec3::X * 3e200];
        assert!((3e200..3.0001e200).contains(&diameter(&wide)));
    }

    /// Balls of the diameter round one end of an edge reach the other, in exact arithmetic.
    #[test]
    fn a_diameter_is_no_smaller_than_an_edge() {
        let mut random = SplitMix64::new(1);
        for _ in 0..3000 {
            let [a, b] =
                [(); 2].map(|()| DVec3::new(random.signed(), random.signed(), random.signed()));
            let diameter = diameter(&[a, b, (a + b) * 0.5]);
            assert!(intersects(&[a], &Sphere::new(b, diameter)).unwrap(), "{a} {b}");
        }
    }
}
