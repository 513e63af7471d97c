//! What the convex module promises, beyond what `xtask` checks against the oracle.

use jostle::DVec3;
use jostle::convex::{
    Capsule, ContactQuery, ConvexError, Hull, OrientedBox, Penetration, Pose, PosedShape,
    Proximity, Sphere, SupportMap, elements, intersects, penetration, proximity, proximity_from,
    separating_axes,
};
use jostle::geometry::Aabb;
use jostle::mesh::{Element, shapes};
use jostle::narrow::tetrahedron_tetrahedron;
use proptest::prelude::*;

fn distance(a: &impl SupportMap, b: &impl SupportMap) -> Option<f64> {
    match proximity(a, b).unwrap() {
        Proximity::Apart(apart) => Some(apart.distance),
        Proximity::Intersection(_) => None,
    }
}

#[test]
fn no_pair_of_two_volumes_is_missed_at_any_resolution() {
    let (mut candidates, mut pairs) = (0, 0);
    for resolution in [1, 2, 4, 6] {
        let ball = shapes::ball_tets(resolution, 1.0);
        for shift in [DVec3::ZERO, DVec3::X, DVec3::new(0.7, 0.7, 1.2), DVec3::splat(0.1)] {
            for i in 0..ball.elements.len() {
                let a = ball.corners(i);
                for k in (0..ball.elements.len()).step_by(7) {
                    let b = ball.corners(k).map(|p| p + shift);
                    if !Aabb::from_points(a).overlaps(&Aabb::from_points(b)) {
                        continue;
                    }
                    let exact = tetrahedron_tetrahedron(&a, &b);
                    assert_eq!(intersects(&a, &b), Ok(exact), "{a:?} {b:?}");
                    assert_eq!(distance(&a, &b).is_none(), exact, "{a:?} {b:?}");
                    candidates += 1;
                    pairs += u32::from(exact);
                }
            }
        }
    }
    assert!(candidates > 10_000 && pairs > 1_000, "{candidates} {pairs}");
}

/// Triangles and tetrahedra by both ways; on a lattice, where they are often flat and touch.
fn element(lattice: bool) -> impl Strategy<Value = Element> {
    let coordinate =
        if lattice { (-2i32..3).prop_map(f64::from).boxed() } else { (-2.0..2.0f64).boxed() };
    let corners = prop::array::uniform4(prop::array::uniform3(coordinate));
    (corners, any::<bool>()).prop_map(|(corners, solid)| {
        let [a, b, c, d] = corners.map(DVec3::from_array);
        if solid { Element::Tetrahedron([a, b, c, d]) } else { Element::Triangle([a, b, c]) }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn separating_axes_of_elements_agree_with_the_polytope(
        (a, b) in any::<bool>().prop_flat_map(|l| (element(l), element(l)))
    ) {
        let meet = elements::intersects(&a, &b).unwrap();
        match (separating_axes::elements(&a, &b).unwrap(), elements::penetration(&a, &b).unwrap()) {
            (Penetration::Overlap(axes), Penetration::Overlap(polytope)) => {
                prop_assert!(meet);
                let tolerance = axes.error + polytope.error;
                let (by_axes, by_polytope) = (axes.depth, polytope.depth);
                prop_assert!((by_axes - by_polytope).abs() <= tolerance, "{by_axes} {by_polytope}");
            }
            (Penetration::Apart(axes), Penetration::Apart(polytope)) => {
                prop_assert!(!meet);
                prop_assert_eq!(axes.distance, polytope.distance);
            }
            (axes, polytope) => prop_assert!(false, "{axes:?} {polytope:?}"),
        }
    }
}

#[test]
fn parallel_segments_are_apart_unless_they_share_a_point() {
    let segment = |from: DVec3, to: DVec3| Element::Triangle([from, to, from]);
    let along = DVec3::new(3.0, -3.0, -1.0);
    // Coordinates of which the differences need more bits than an `f64` has, too.
    for offset in [DVec3::ZERO, DVec3::new(0.1, 1e-9, 3e7)] {
        let a = segment(offset, offset + along);
        for shift in [DVec3::new(-1.0, 0.0, -1.0), DVec3::Z * 0.01, DVec3::Y, along * 1.5] {
            let b = segment(offset + shift, offset + shift + along * 3.0);
            let apart = separating_axes::elements(&a, &b).unwrap();
            assert!(matches!(apart, Penetration::Apart(_)), "{offset} {shift}: {apart:?}");
        }
    }
    let [a, b] = [0.0, 0.5].map(|t| segment(along * t, along * (t + 1.0)));
    let Penetration::Overlap(overlap) = separating_axes::elements(&a, &b).unwrap() else {
        panic!("they share half of their length")
    };
    assert!(overlap.depth.abs() <= overlap.error, "{overlap:?}");
}

#[test]
fn the_ends_of_the_number_range() {
    let unit = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    for scale in [1e-300, 1e-200, 1e-100, 1.0, 1e100, 1e200, 1e300] {
        let a = unit.map(|p| p * scale);
        let b = unit.map(|p| (p + DVec3::new(0.0, 0.0, -3.0)) * scale);
        let d = distance(&a, &b).expect("apart");
        assert!((d / scale - 2.0).abs() < 1e-12, "{scale:e}: {d:e}");
        assert!(intersects(&a, &unit.map(|p| p * (0.5 * scale))).unwrap());
        let Ok(Penetration::Overlap(overlap)) = penetration(&a, &a) else { panic!("{scale:e}") };
        // The width of the tetrahedron: its height over the largest face.
        let expected = 3f64.sqrt().recip() * scale;
        assert!((overlap.depth - expected).abs() <= 1e-12 * scale, "{scale:e} {overlap:?}");
        let Ok(Penetration::Overlap(by_axes)) = separating_axes::tetrahedra(&a, &a) else {
            panic!()
        };
        assert!((by_axes.depth - expected).abs() <= 1e-12 * scale, "{scale:e} {by_axes:?}");
        let contact = ContactQuery::default().between(&a, &a).unwrap().expect("they touch");
        assert!(contact.points.iter().all(|p| p.depth.is_finite() && p.points[0].is_finite()));
    }
    let far = [DVec3::splat(-f64::MAX), DVec3::splat(f64::MAX)];
    assert_eq!(distance(&[far[0]], &[far[1]]), Some(f64::MAX), "the end of the range");
    let tiny = [DVec3::ZERO, DVec3::X * 5e-324];
    assert_eq!(distance(&tiny, &[DVec3::Y * 5e-324]), Some(5e-324));
    assert_eq!(distance(&[DVec3::ONE], &[DVec3::ONE]), None, "a point meets itself");
    // Huge and tiny in one pair.
    let plate = [DVec3::new(-1e9, -1e9, 0.0), DVec3::new(1e9, -1e9, 0.0), DVec3::Y * 1e9];
    let crumb = unit.map(|p| p * 1e-9 + DVec3::Z * 2e-9);
    let d = distance(&plate, &crumb).expect("apart");
    assert!((d - 2e-9).abs() <= 2f64.powi(-47) * 1e10, "{d:e}");
}

#[test]
fn bad_shapes_are_named() {
    let good = [DVec3::ZERO];
    let bad = [DVec3::ZERO, DVec3::new(0.0, f64::NAN, 0.0)];
    let refused = proximity(&good, &bad).unwrap_err();
    let ConvexError::NonFinite { shape: "second", vertex: 1, .. } = refused else {
        panic!("{refused}")
    };
    assert!(refused.to_string().contains("vertex 1 of the second shape"), "{refused}");
    let endless = [DVec3::X * f64::INFINITY];
    assert!(intersects(&endless, &good).is_err());
    assert!(penetration(&endless, &good).is_err());
    for radius in [-1.0, f64::NAN, f64::INFINITY] {
        let sphere = Sphere::new(DVec3::ZERO, radius);
        let refused = intersects(&sphere, &good).unwrap_err();
        assert!(matches!(refused, ConvexError::BadRadius { shape: "first", .. }), "{refused}");
    }
    let flat = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::X * f64::NAN];
    assert!(separating_axes::tetrahedra(&flat, &flat).is_err());
    assert!(Hull::from_points(&[]).is_none());
    let none: [DVec3; 0] = [];
    assert!(matches!(proximity(&none, &good), Err(ConvexError::Empty { shape: "first" })));
}

#[test]
fn kinds_of_shapes_agree_about_one_shape() {
    let pose =
        Pose::new(glam::DQuat::from_euler(glam::EulerRot::XYZ, 0.3, -1.1, 0.7), DVec3::X * 4.0);
    let half = DVec3::new(1.0, 0.5, 0.25);
    let placed = OrientedBox::new(half, pose);
    let posed = PosedShape::new(OrientedBox::new(half, Pose::IDENTITY), pose);
    let vertices = placed.vertices();
    let hull = Hull::from_points(&vertices).unwrap();
    let probe = Capsule::new(DVec3::new(-1.0, 0.2, 0.0), DVec3::new(0.5, 1.0, 3.0), 0.25);
    let expected = distance(&placed, &probe).unwrap();
    for d in [distance(&posed, &probe), distance(&vertices, &probe), distance(&hull, &probe)] {
        assert!((d.unwrap() - expected).abs() < 1e-13);
    }
    let slim = [DVec3::new(-1.0, 0.2, 0.0), DVec3::new(0.5, 1.0, 3.0)];
    assert!((distance(&placed, &slim).unwrap() - 0.25 - expected).abs() < 1e-13);
    let both = placed.inflated(0.1).inflated(0.05);
    assert!((distance(&both, &slim).unwrap() - 0.1 - expected).abs() < 1e-13);
}

fn tetrahedron() -> impl Strategy<Value = [DVec3; 4]> {
    prop::array::uniform4(prop::array::uniform3(-1.0..1.0f64))
        .prop_map(|t| t.map(DVec3::from_array))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_start_leads_to_the_same_distance(
        a in tetrahedron(), b in tetrahedron(), c in tetrahedron(), by in prop::array::uniform3(-3.0..3.0f64)
    ) {
        let b = b.map(|p| p + DVec3::from_array(by));
        let simplex = match proximity(&b, &c).unwrap() {
            Proximity::Apart(apart) => apart.simplex,
            Proximity::Intersection(intersection) => intersection.simplex,
        };
        match (proximity(&a, &b).unwrap(), proximity_from(&a, &b, &simplex).unwrap()) {
            (Proximity::Apart(cold), Proximity::Apart(warm)) => {
                prop_assert!((cold.distance - warm.distance).abs() <= cold.error);
                let again = proximity_from(&a, &b, &cold.simplex).unwrap();
                let Proximity::Apart(again) = again else { panic!("the same pair") };
                prop_assert_eq!(again.steps.double, 0);
            }
            (Proximity::Intersection(_), Proximity::Intersection(_)) => (),
            (cold, warm) => prop_assert!(false, "{cold:?} {warm:?}"),
        }
        // Swapping the shapes turns the axis around.
        if let (Proximity::Apart(one), Proximity::Apart(other)) =
            (proximity(&a, &b).unwrap(), proximity(&b, &a).unwrap())
        {
            prop_assert!((one.distance - other.distance).abs() <= one.error);
            prop_assert!((one.axis + other.axis).length() < 1e-6);
        }
    }
}
