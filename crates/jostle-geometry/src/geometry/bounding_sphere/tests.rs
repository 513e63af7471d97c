//! Against all supports of up to four points, in rational arithmetic.

use super::*;
use crate::geometry::integers::{self, IntegerPoint};
use num_bigint::BigInt;
use proptest::prelude::*;

/// A rational point: numerators over a positive denominator.
type Fraction = (IntegerPoint, BigInt);

fn dot(a: &IntegerPoint, b: &IntegerPoint) -> BigInt {
    (0..3).map(|axis| &a[axis] * &b[axis]).sum()
}

fn minus(a: &IntegerPoint, b: &IntegerPoint) -> IntegerPoint {
    [0, 1, 2].map(|axis| &a[axis] - &b[axis])
}

/// The squared distance from a centre, times the square of its denominator.
fn squared_distance((centre, weight): &Fraction, point: &IntegerPoint) -> BigInt {
    let scaled = point.each_ref().map(|x| x * weight);
    let difference = minus(&scaled, centre);
    dot(&difference, &difference)
}

/// The centre of the only sphere that rests on some of the points, with its centre in their hull, and
/// has all points in it. Linear systems instead of the engine's formulas.
fn by_all_supports(points: &[IntegerPoint]) -> Fraction {
    let supports = (1u32..1 << points.len()).filter(|set| set.count_ones() <= 4);
    let centres = supports.filter_map(|set| {
        let on: Vec<&IntegerPoint> =
            (0..points.len()).filter(|i| set >> i & 1 == 1).map(|i| &points[i]).collect();
        let edges: Vec<IntegerPoint> = on[1..].iter().map(|p| minus(p, on[0])).collect();
        // 2 e_i . (sum of w_j e_j) = e_i . e_i
        let column = |e| edges.iter().map(|f| dot(e, f) * 2).collect();
        let columns: Vec<Vec<BigInt>> = edges.iter().map(column).collect();
        let right: Vec<BigInt> = edges.iter().map(|e| dot(e, e)).collect();
        let (weights, denominator) = integers::solve(&columns, &right)?;
        let rest = &denominator - weights.iter().sum::<BigInt>();
        if weights.iter().chain([&rest]).any(|weight| integers::sign(weight) < 0) {
            return None;
        }
        let coordinate = |axis: usize| {
            let along: BigInt = weights.iter().zip(&edges).map(|(w, e)| w * &e[axis]).sum();
            &on[0][axis] * &denominator + along
        };
        let centre = ([0, 1, 2].map(coordinate), denominator);
        let radius = squared_distance(&centre, on[0]);
        points.iter().all(|p| squared_distance(&centre, p) <= radius).then_some(centre)
    });
    let centres: Vec<Fraction> = centres.collect();
    let first = centres.first().expect("there is a smallest sphere").clone();
    assert!(centres.iter().all(|centre| same(centre, &first)), "there is only one");
    first
}

fn same((a, weight_a): &Fraction, (b, weight_b): &Fraction) -> bool {
    (0..3).all(|axis| &a[axis] * weight_b == &b[axis] * weight_a)
}

fn support_points(points: &[DVec3]) -> Vec<DVec3> {
    let bounds = Aabb::from_points(points.iter().copied());
    SupportSet::new(&mut points.to_vec(), &bounds).points().to_vec()
}

/// The promises of [`BoundingSphere::smallest`], one by one.
fn check(points: &[DVec3]) {
    let support = support_points(points);
    let sphere = BoundingSphere::smallest(points);
    // All at one scale: the points, those of the support, the centre and the radius.
    let radius = DVec3::new(sphere.radius, 0.0, 0.0);
    let all = [points, &support, &[sphere.centre, radius]].concat();
    let (all, exponent) = integers::with_common_exponent(&all);
    let (points, rest) = all.split_at(points.len());
    let (support, rest) = rest.split_at(support.len());
    let [centre, radius] = rest else { unreachable!() };

    let expected = by_all_supports(points);
    let chosen = match support {
        [point] => (point.clone(), BigInt::from(1)),
        _ => support_set::fraction(support),
    };
    assert!(same(&chosen, &expected), "the support is another: {support:?}");

    let rounded = (centre.clone(), BigInt::from(1));
    let reach = points.iter().map(|p| squared_distance(&rounded, p)).max().unwrap();
    assert!(&radius[0] * &radius[0] >= reach, "{sphere:?} leaves a point out");

    // The bounds, with the true radius rounded to 15 digits.
    let float = |x: &BigInt, y: &BigInt| integers::quotient(x, y, exponent);
    let true_reach = points.iter().map(|p| squared_distance(&expected, p)).max().unwrap();
    let true_radius = float(&true_reach.sqrt(), &expected.1);
    let unit = |power: i32| 2f64.powi(-power);
    let mut norm = 0f64;
    for axis in 0..3 {
        let off = &centre[axis] * &expected.1 - &expected.0[axis];
        let coordinate = float(&expected.0[axis], &expected.1).abs();
        norm = norm.max(coordinate);
        let allowed = unit(40) * true_radius + unit(52) * coordinate + 5e-324;
        assert!(float(&off, &expected.1).abs() <= allowed, "axis {axis} of {sphere:?}");
    }
    let allowed = (1.0 + unit(39)) * true_radius + unit(50) * norm + 15e-324;
    assert!(sphere.radius <= allowed, "{sphere:?}, but {true_radius:e} is enough");
}

/// Points of one scale, many of them on lines, planes and spheres.
fn point() -> impl Strategy<Value = DVec3> {
    let small = || (-3i32..=3).prop_map(f64::from);
    let any = || -1.0..1.0f64;
    let nearly = || (-2i32..=2, -2i32..=2).prop_map(|(x, e)| f64::from(x) + f64::from(e) * 1e-16);
    prop_oneof![
        (small(), small(), small()).prop_map(DVec3::from),
        (any(), any(), any()).prop_map(DVec3::from),
        (nearly(), nearly(), nearly()).prop_map(DVec3::from),
        (small(), Just(0.0), Just(0.0)).prop_map(DVec3::from),
        (any(), any(), Just(0.25)).prop_map(DVec3::from),
        // On a sphere, as well as rounding lets them be.
        (any(), any(), any()).prop_map(|p| DVec3::from(p).normalize_or(DVec3::X)),
    ]
}

/// Sets of them that are moved and scaled together, or each by itself.
fn point_set(most: usize) -> impl Strategy<Value = Vec<DVec3>> {
    let exponent = || prop_oneof![3 => Just(0), 2 => -500i32..500, 1 => -1070i32..900];
    let together = prop::collection::vec(point(), 1..=most);
    let offset = prop_oneof![2 => Just(DVec3::ZERO), 1 => Just(DVec3::new(1e8, -3e15, 0.1))];
    let moved = (together, exponent(), offset).prop_map(|(points, exponent, offset)| {
        points.iter().map(|&p| scaled(p + offset, exponent)).collect()
    });
    let apart = prop::collection::vec((point(), exponent()), 1..=most)
        .prop_map(|points| points.iter().map(|&(p, exponent)| scaled(p, exponent)).collect());
    prop_oneof![4 => moved, 1 => apart]
}

fn scaled(point: DVec3, exponent: i32) -> DVec3 {
    (0..2).fold(point, |point, step| point * 2f64.powi((exponent + step) >> 1))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6_000))]

    #[test]
    fn up_to_four_points_as_by_all_supports(points in point_set(4)) {
        check(&points);
    }

    /// Where floating point finds the support but not the centre: nearly flat, nearly on a circle.
    #[test]
    fn flat_and_round_tetrahedra_as_by_all_supports(
        angles in prop::array::uniform4(0.0..1.5f64), heights in prop::array::uniform4(-1.0..1.0f64),
        exponent in -30i32..0,
    ) {
        let height = |i: usize| if i & 1 == 0 { 1.0 + heights[i] } else { heights[i] - 1.0 };
        check(&[0, 1, 2, 3].map(|i| {
            let (sin, cos) = (angles[i] + i as f64 * std::f64::consts::FRAC_PI_2).sin_cos();
            DVec3::new(cos, sin, height(i) * 2f64.powi(exponent))
        }));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn more_points_as_by_all_supports(points in point_set(9)) {
        check(&points);
    }

    #[test]
    fn many_points_lie_in_the_sphere_of_their_support(
        points in prop::collection::vec(point(), 1..300)
    ) {
        let support = support_points(&points);
        let sphere = BoundingSphere::smallest(&points);
        let smaller = BoundingSphere::smallest(&support);
        check(&support);
        prop_assert!((sphere.radius - smaller.radius).abs() <= 1e-11 * sphere.radius);
        let (all, _) =
            integers::with_common_exponent(&[&points[..], &[sphere.centre, DVec3::splat(sphere.radius)]].concat());
        let [rest @ .., centre, radius] = &all[..] else { unreachable!() };
        let centre = (centre.clone(), BigInt::from(1));
        let radius = &radius[0] * &radius[0];
        prop_assert!(rest.iter().all(|p| squared_distance(&centre, p) <= radius));
    }
}

#[test]
fn known_spheres() {
    let close = |sphere: BoundingSphere, centre: DVec3, radius: f64| {
        assert!((sphere.centre - centre).length() < 1e-14, "{sphere:?}");
        assert!((sphere.radius - radius).abs() < 1e-14, "{sphere:?}");
    };
    // Right, acute and obtuse triangles, and a triangle that is a segment.
    let p = DVec3::new;
    close(
        BoundingSphere::smallest(&[p(0., 0., 0.), p(2., 0., 0.), p(0., 2., 0.)]),
        p(1., 1., 0.),
        2f64.sqrt(),
    );
    close(
        BoundingSphere::smallest(&[DVec3::X, DVec3::Y, DVec3::Z]),
        DVec3::splat(1. / 3.),
        (2f64 / 3.).sqrt(),
    );
    close(
        BoundingSphere::smallest(&[p(0., 0., 0.), p(4., 0., 0.), p(1., 1., 0.)]),
        p(2., 0., 0.),
        2.,
    );
    close(
        BoundingSphere::smallest(&[p(1., 1., 1.), p(3., 3., 3.), p(2., 2., 2.)]),
        p(2., 2., 2.),
        3f64.sqrt(),
    );
    // A regular tetrahedron, and a corner of a cube, which rests on its far face.
    let regular = [p(1., 1., 1.), p(1., -1., -1.), p(-1., 1., -1.), p(-1., -1., 1.)];
    close(BoundingSphere::smallest(&regular), DVec3::ZERO, 3f64.sqrt());
    let corner = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    close(BoundingSphere::smallest(&corner), DVec3::splat(1. / 3.), (2f64 / 3.).sqrt());
}

#[test]
fn the_ends_of_the_range() {
    assert_eq!(BoundingSphere::smallest(&[]), BoundingSphere::EMPTY);
    let point = DVec3::new(1.5e308, -2e-310, 7.0);
    for count in [1, 2, 3, 4, 20] {
        let same = BoundingSphere::smallest(&vec![point; count]);
        assert_eq!(same, BoundingSphere { centre: point, radius: 0.0 });
    }
    let huge = BoundingSphere::smallest(&[DVec3::X * f64::MAX, DVec3::NEG_X * f64::MAX]);
    assert_eq!(huge.centre, DVec3::ZERO);
    assert_eq!(huge.radius, f64::INFINITY, "outward from the largest number");
    let tiny = BoundingSphere::smallest(&[DVec3::X * 5e-324, DVec3::ZERO]);
    assert!((5e-324..=15e-324).contains(&tiny.radius), "{tiny:?}");
    for scale in [1e-150, 1.0, 1e150] {
        let sphere = BoundingSphere::smallest(&[DVec3::X, DVec3::Y, DVec3::Z].map(|p| p * scale));
        assert!((sphere.radius / scale - (2f64 / 3.0).sqrt()).abs() < 1e-14);
    }
}
