//! Exact predicates: signs of determinants of the given `f64` coordinates, never of rounded ones.
//!
//! Two ways to the same sign. Expansions (the `robust` crate, after Shewchuk 1997) are exact as
//! long as no product overflows or underflows; outside that range of exponents integers take over
//! ([`integers`]). Filters that avoid both in almost every case belong to the
//! callers, who know how large their numbers are.

use super::integers;
use crate::conditions::{Condition, required};
use glam::DVec3;
use robust::{Coord, Coord3D};

/// A sign: -1, 0 or 1.
pub type Sign = i8;

/// Sign of a number that is known not to be NaN.
pub fn sign_of(value: f64) -> Sign {
    (value > 0.0) as Sign - (value < 0.0) as Sign
}

/// Largest magnitude for which expansions are exact: the product of three differences and its
/// error terms must stay below 2^1024.
const LARGEST: f64 = f64::from_bits((1023 + 250) << 52);
/// Smallest non-zero magnitude: the last bit of such a number is 2^-302, and a product of three
/// of them must stay above the smallest denormal, 2^-1074.
const SMALLEST: f64 = f64::from_bits((1023 - 250) << 52);

fn fits_expansions(point: DVec3) -> bool {
    let fits = |value: f64| value == 0.0 || (SMALLEST..=LARGEST).contains(&value.abs());
    (fits(point.x) && fits(point.y) && fits(point.z)) || !required(Condition::ExpansionRange)
}

/// The sign of `dot(cross(b - a, c - a), d - a)`: positive when `d` sees `a`, `b`, `c` turn
/// clockwise, zero when the four points lie in one plane. Exact for all finite coordinates.
///
/// ```
/// use jostle::{DVec3, geometry::predicates::orient3d};
///
/// assert_eq!(orient3d(DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z), 1);
/// let tiny = DVec3::splat(5e-324);
/// assert_eq!(orient3d(DVec3::ZERO, DVec3::X, DVec3::Y, tiny), 1);
/// ```
#[cold]
pub fn orient3d(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
    if [a, b, c, d].into_iter().all(fits_expansions) {
        let coord = |p: DVec3| Coord3D { x: p.x, y: p.y, z: p.z };
        -sign_of(robust::orient3d(coord(a), coord(b), coord(c), coord(d)))
    } else {
        integers::orient3d([a, b, c, d])
    }
}

/// A coordinate plane that points are projected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoordinatePlane {
    /// Drops x.
    Yz,
    /// Drops y.
    Zx,
    /// Drops z.
    Xy,
}

impl CoordinatePlane {
    /// All three, in the order of the coordinate they drop.
    pub const ALL: [CoordinatePlane; 3] =
        [CoordinatePlane::Yz, CoordinatePlane::Zx, CoordinatePlane::Xy];

    /// The indices of its two coordinates.
    pub const fn coordinates(self) -> (usize, usize) {
        match self {
            CoordinatePlane::Yz => (1, 2),
            CoordinatePlane::Zx => (2, 0),
            CoordinatePlane::Xy => (0, 1),
        }
    }

    /// The sign of the area of the projected triangle `a`, `b`, `c`: positive when it turns
    /// counter-clockwise. Exact for all finite coordinates.
    pub fn orient2d(self, a: DVec3, b: DVec3, c: DVec3) -> Sign {
        let (u, v) = self.coordinates();
        if [a, b, c].into_iter().all(fits_expansions) {
            let coord = |p: DVec3| Coord { x: p[u], y: p[v] };
            sign_of(robust::orient2d(coord(a), coord(b), coord(c)))
        } else {
            integers::orient2d([a, b, c], u, v)
        }
    }

    /// A plane to which the triangle projects with an area, or `None` when its corners lie on a line.
    pub fn for_triangle(a: DVec3, b: DVec3, c: DVec3) -> Option<CoordinatePlane> {
        CoordinatePlane::ALL.into_iter().find(|plane| plane.orient2d(a, b, c) != 0)
    }
}

/// Whether the three points lie on a line: a triangle of zero area.
///
/// ```
/// use jostle::{DVec3, geometry::predicates::collinear};
///
/// assert!(collinear(DVec3::ZERO, DVec3::ONE, DVec3::splat(0.1)));
/// assert!(!collinear(DVec3::ZERO, DVec3::ONE, DVec3::new(0.1, 0.1, 0.1 + 1e-17)));
/// ```
pub fn collinear(a: DVec3, b: DVec3, c: DVec3) -> bool {
    CoordinatePlane::for_triangle(a, b, c).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn coordinate() -> impl Strategy<Value = f64> {
        prop_oneof![
            (-4i32..=4).prop_map(f64::from),
            -1.0..1.0f64,
            Just(1e-150),
            Just(-1e150),
            Just(5e-324),
            Just(1.5e308),
            (-1e3..1e3f64).prop_map(|x| x + 1e12),
        ]
    }

    fn point() -> impl Strategy<Value = DVec3> {
        (coordinate(), coordinate(), coordinate()).prop_map(DVec3::from)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn expansions_and_integers_agree(points: [i8; 12], scale in -250i32..200) {
            let p = |i: usize| DVec3::new(
                points[i] as f64, points[i + 1] as f64, points[i + 2] as f64
            ) * 2f64.powi(scale);
            let [a, b, c, d] = [p(0), p(3), p(6), p(9)];
            prop_assert_eq!(orient3d(a, b, c, d), integers::orient3d([a, b, c, d]));
            for projection in CoordinatePlane::ALL {
                let (u, v) = projection.coordinates();
                prop_assert_eq!(
                    projection.orient2d(a, b, c), integers::orient2d([a, b, c], u, v)
                );
            }
        }

        #[test]
        fn swapping_two_points_flips_the_sign(a in point(), b in point(), c in point(), d in point()) {
            let sign = orient3d(a, b, c, d);
            prop_assert_eq!(sign, -orient3d(b, a, c, d));
            prop_assert_eq!(sign, -orient3d(a, c, b, d));
            prop_assert_eq!(sign, -orient3d(a, b, d, c));
            prop_assert_eq!(sign, integers::orient3d([a, b, c, d]));
        }
    }
}
