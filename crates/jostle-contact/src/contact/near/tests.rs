use super::contact::{edge_edge, face_vertex};
use super::float_screen::FloatPositions;
use super::regions::{Region, RegionQuery, Verdict, is_beyond_along};
use super::{NearContact, NearError, NearQuery, NearSearch};
use crate::candidates::FeaturePair;
use crate::geometry::distance::{
    point_triangle, segment_segment, segment_segment_weights, weighted_point_triangle,
};
use crate::mesh::Scene;
use crate::mesh::shapes;
use glam::DVec3;
use proptest::prelude::*;

fn point(range: f64) -> impl Strategy<Value = DVec3> {
    [-range..range, -range..range, -range..range].prop_map(DVec3::from_array)
}

fn vertex_is_beyond(corners: [DVec3; 4], distance: f64) -> bool {
    is_beyond(FeaturePair::VertexFace, corners, distance)
}

fn edges_are_beyond(corners: [DVec3; 4], distance: f64) -> bool {
    is_beyond(FeaturePair::EdgeEdge, corners, distance)
}

/// Whether a candidate is left out, wherever it stands among others, which stay.
fn is_beyond(features: FeaturePair, corners: [DVec3; 4], distance: f64) -> bool {
    verdict(features, corners, distance) == Verdict::Beyond
}

/// What is known of a candidate, wherever it stands among others that touch.
fn verdict(features: FeaturePair, corners: [DVec3; 4], distance: f64) -> Verdict {
    let mut positions = corners.to_vec();
    positions.extend([DVec3::ZERO; 4]);
    let (own, other) = ([0, 1, 2, 3], [4, 5, 6, 7]);
    let verdicts = [1, 2, 5].map(|count| {
        let mut candidates = vec![other; count];
        candidates[count / 2] = own;
        let query = RegionQuery { features, positions: &positions, distance, parallel: None };
        let (mut visited, mut found) = (Vec::new(), None);
        query.decide(&candidates, |candidate, verdict| {
            visited.push(*candidate);
            if *candidate == own {
                found = Some(verdict);
            } else {
                assert_eq!(verdict, Verdict::Unclear);
            }
        });
        assert_eq!(visited, candidates);
        found.expect("it is one of them")
    });
    assert!(verdicts.iter().all(|&own| own == verdicts[0]));
    verdicts[0]
}

/// Whether a candidate is left out in single precision, with others that are as far as `beside` from the origin.
fn is_left_out(features: FeaturePair, corners: [DVec3; 4], beside: DVec3, distance: f64) -> bool {
    let mut positions = corners.to_vec();
    positions.extend([-beside, beside]);
    let mut floats = FloatPositions::default();
    floats.update(&positions);
    let (own, other) = ([0, 1, 2, 3], [4, 4, 4, 4]);
    let left_out = [1, 2, 13].map(|count| {
        let mut candidates = vec![other; count];
        candidates[count / 2] = own;
        let kept = floats.keep_near(features, &mut candidates, distance).len();
        candidates.truncate(kept);
        assert_eq!(candidates.iter().filter(|candidate| **candidate == other).count(), count - 1);
        !candidates.contains(&own)
    });
    assert!(left_out.iter().all(|&own| own == left_out[0]));
    left_out[0]
}

/// The distance by closed forms, and which features nearest points lie in.
fn closed_form(features: FeaturePair, [p, a, b, c]: [DVec3; 4]) -> (f64, Region) {
    if features == FeaturePair::VertexFace {
        let found = weighted_point_triangle(p, &[a, b, c]);
        let inside: Vec<usize> = (0..3).filter(|&i| found.weights.1[i] != 0.0).collect();
        let region = match inside[..] {
            [corner] => Region::Corner(corner),
            [one, other] => Region::Side([one, other]),
            _ => Region::Face,
        };
        return (found.nearest.distance, region);
    }
    let found = segment_segment_weights(&[p, a], &[b, c]);
    let end = |[first, second]: [f64; 2]| match (first, second) {
        (_, 0.0) => Some(0),
        (0.0, _) => Some(1),
        _ => None,
    };
    (found.nearest.distance, Region::Edges([end(found.weights.0), end(found.weights.1)]))
}

/// What is known of a candidate is what closed forms say.
fn check_region(features: FeaturePair, corners: [DVec3; 4], asked: f64) {
    let (distance, region) = closed_form(features, corners);
    match verdict(features, corners, asked) {
        Verdict::Near(found) => assert!(distance < asked && found == region, "{corners:?}"),
        Verdict::Beyond => assert!(distance * (1.0 + 1e-12) + 1e-12 > asked, "{corners:?}"),
        Verdict::Unclear => {}
    }
}

/// Corners on a coarse lattice, where nearest points are often as near as others, then turned and moved, so that
/// rounding decides; some are flattened.
fn lattice_corners() -> impl Strategy<Value = [DVec3; 4]> {
    let corner = prop::array::uniform3(0i32..4).prop_map(|at| DVec3::from(at.map(f64::from)));
    let flatness = prop_oneof![Just(1.0), Just(1e-6), Just(1e-9)];
    let corners = prop::array::uniform4(corner);
    (corners, point(3.0), point(10.0), flatness).prop_map(|(corners, turn, way, flatness)| {
        let rotation = glam::DQuat::from_scaled_axis(turn);
        corners.map(|p| rotation * (p * DVec3::new(1.0, flatness, 1.0)) + way)
    })
}

/// What is exactly a distance apart by its coordinates, far from the origin of heights: a face and a vertex over it,
/// moved by as much as they are large.
fn level(height: f64, at: [f64; 2]) -> [DVec3; 4] {
    let face = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(|[x, y]| DVec3::new(x, y, 0.0));
    [DVec3::new(at[0], at[1], height), face[0], face[1], face[2]]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// With distances next to the true one, where rounding decides.
    #[test]
    fn what_is_left_out_by_heights_is_beyond(
        corners in [point(1.0), point(1.0), point(1.0), point(1.0)],
        tilt in point(1.0),
        height in 0.001f64..0.01,
        at in [0.1f64..0.4, 0.1f64..0.4],
        ulps in 0i64..3,
    ) {
        let rotation = glam::DQuat::from_scaled_axis(tilt);
        let tilted = level(height, at).map(|p| rotation * p);
        let mut edges = tilted;
        edges.swap(0, 3);
        for corners in [corners, tilted, edges] {
            let [p, a, b, c] = corners;
            let below = |distance: f64| f64::from_bits(distance.to_bits() + ulps as u64);
            let distance = point_triangle(p, &[a, b, c]).distance;
            // Within what distances are known to.
            let known = distance + 2f64.powi(-47) * 8.0;
            prop_assert!(!vertex_is_beyond(corners, known));
            let exact = below(distance);
            let is_near = exact_is_within(corners, exact);
            prop_assert!(!(is_near && vertex_is_beyond(corners, exact)));
            // Along the normal too, which parts them the furthest.
            let normal = (b - a).cross(c - a);
            let normal = normal * normal.dot(p - a).signum();
            prop_assert!(!(is_near && is_beyond_along(normal, corners, exact)));
            let distance = segment_segment(&[p, a], &[b, c]).distance;
            prop_assert!(!edges_are_beyond(corners, distance + 2f64.powi(-47) * 8.0));
        }
    }

    /// Features beside others that are far away, with distances next to the true one.
    #[test]
    fn what_is_left_out_in_single_precision_is_beyond(
        corners in [point(1.0), point(1.0), point(1.0), point(1.0)],
        tilt in point(1.0),
        height in 0.001f64..0.01,
        at in [0.1f64..0.4, 0.1f64..0.4],
        beside in point(10.0),
        middle in point(1e3),
    ) {
        let rotation = glam::DQuat::from_scaled_axis(tilt);
        let tilted = level(height, at).map(|p| rotation * p);
        for corners in [corners, tilted, corners.map(|p| p + middle)] {
            for features in [FeaturePair::VertexFace, FeaturePair::EdgeEdge] {
                let distance = closed_form(features, corners).0 * (1.0 + 1e-13);
                prop_assert!(!is_left_out(features, corners, beside, distance));
                // What is clearly beyond is left out.
                let reach = beside.abs().max_element().max(1e3);
                let nearer = distance * (1.0 - 1e-3) - 1e-4 * reach;
                prop_assert!(nearer <= 0.0 || is_left_out(features, corners, beside, nearer));
            }
        }
    }

    #[test]
    fn regions_are_those_of_closed_forms(
        lattice in lattice_corners(),
        random in [point(1.0), point(1.0), point(1.0), point(1.0)],
        ulps in -2i64..=2,
    ) {
        for corners in [lattice, random] {
            for features in [FeaturePair::VertexFace, FeaturePair::EdgeEdge] {
                let distance = closed_form(features, corners).0;
                let next = f64::from_bits((distance.to_bits() as i64 + ulps).max(1) as u64);
                for asked in [next, distance * 1.5 + 0.1, 100.0] {
                    check_region(features, corners, asked);
                }
            }
        }
    }

    /// A vertex that moves changes the distance as the gradient says.
    #[test]
    fn gradients_are_those_of_distances(
        corners in [point(1.0), point(1.0), point(1.0), point(1.0)],
        moves in [point(1.0), point(1.0), point(1.0), point(1.0)],
    ) {
        const SMALL: f64 = 1e-7;
        let moved: [DVec3; 4] = std::array::from_fn(|i| corners[i] + moves[i] * SMALL);
        for measure in [face_vertex, edge_edge] as [fn(&[DVec3], [u32; 4]) -> NearContact<4>; 2] {
            let [before, after] = [corners, moved].map(|own| measure(&own, [0, 1, 2, 3]));
            if before.distance < 0.1 {
                continue;
            }
            let slope: f64 = before.gradient().iter().zip(&moves).map(|(g, m)| g.dot(*m)).sum();
            let change = (after.distance - before.distance) / SMALL;
            // Nearest points that jump from feature to feature do so where both are as near.
            prop_assert!((change - slope).abs() < 1e-2, "{change} and {slope}");
            let sum: f64 = before.coefficients.iter().sum();
            prop_assert!(sum.abs() < 1e-12);
            prop_assert!((before.points[1] - before.points[0]).distance(before.normal * before.distance) < 1e-12);
        }
    }
}

/// Whether a vertex is within a distance of the plane of a face that it is over, exactly: the square of a volume
/// against that of an area times the distance, in integers.
fn exact_is_within([p, a, b, c]: [DVec3; 4], distance: f64) -> bool {
    use crate::geometry::integers::with_common_exponent;
    use num_bigint::BigInt;
    let nearest = point_triangle(p, &[a, b, c]);
    let found = super::contact::face_vertex(&[a, b, c, p], [0, 1, 2, 3]);
    if found.coefficients[..3].iter().any(|&own| own > -1e-3) || nearest.distance == 0.0 {
        return false;
    }
    let (points, _) = with_common_exponent(&[p, a, b, c, DVec3::splat(distance)]);
    let minus =
        |i: usize| -> [BigInt; 3] { std::array::from_fn(|k| &points[i][k] - &points[1][k]) };
    let (p, b, c) = (minus(0), minus(2), minus(3));
    let cross: [BigInt; 3] = std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        &b[i] * &c[j] - &b[j] * &c[i]
    });
    let dot = |u: &[BigInt; 3], v: &[BigInt; 3]| &u[0] * &v[0] + &u[1] * &v[1] + &u[2] * &v[2];
    let volume = dot(&cross, &p);
    &volume * &volume <= dot(&cross, &cross) * (&points[4][0] * &points[4][0])
}

/// What is further away than asked for by more than rounding is left out, whatever is nearest.
#[test]
fn what_is_beyond_is_left_out() {
    let mut random = jostle_support::random::SplitMix64::new(5);
    for _ in 0..20_000 {
        let corners: [DVec3; 4] =
            std::array::from_fn(|_| DVec3::from_array(std::array::from_fn(|_| random.signed())));
        let [p, a, b, c] = corners;
        let distance = point_triangle(p, &[a, b, c]).distance;
        assert!(distance < 1e-6 || vertex_is_beyond(corners, distance * (1.0 - 1e-6)));
        let distance = segment_segment(&[p, a], &[b, c]).distance;
        assert!(distance < 1e-6 || edges_are_beyond(corners, distance * (1.0 - 1e-6)));
        // Parallel edges too.
        let [c, d] = [c, c + (a - p) * 0.5];
        let distance = segment_segment(&[p, a], &[c, d]).distance;
        assert!(distance < 1e-6 || edges_are_beyond([p, a, c, d], distance * (1.0 - 1e-6)));
    }
}

/// An edge of denormal length and a long one far away.
#[test]
fn directions_that_vanish_leave_nothing_out() {
    let short = [DVec3::new(-5e-324, 1e-323, 1.5e-323), DVec3::new(0.0, 2e-323, 1e-323)];
    let long = [DVec3::new(1.0, 1.0, 2.0) * 1e150, DVec3::new(0.0, 2.0, 1.0) * 1e150];
    let distance = segment_segment(&short, &long).distance;
    assert!(!edges_are_beyond([short[0], short[1], long[0], long[1]], distance * 1.5));
    assert!(!vertex_is_beyond([long[0], short[0], short[1], DVec3::ZERO], distance * 1.5));
    // The normal of a small face has a length whose square is none.
    let small = [DVec3::ZERO, DVec3::X * 1e-85, DVec3::Y * 1e-85];
    let corners = [DVec3::Z, small[0], small[1], small[2]];
    assert!(!vertex_is_beyond(corners, 1.5));
    assert!(!is_beyond_along(small[1].cross(small[2]), corners, 1.5));
}

/// Lattice points on a plane but for a little, turned and moved: their faces are as flat as rounding, or more so.
#[test]
fn regions_of_flat_features_are_those_of_closed_forms() {
    let mut random = jostle_support::random::SplitMix64::new(21);
    for case in 0..200_000 {
        let flat = DVec3::new(1.0, 10f64.powi(-6 - case % 10), 1.0);
        let mut vector = || DVec3::from_array(std::array::from_fn(|_| random.signed()));
        let (rotation, way) = (glam::DQuat::from_scaled_axis(vector() * 3.0), vector() * 10.0);
        let corners = std::array::from_fn(|_| rotation * ((vector() * 2.0).round() * flat) + way);
        check_region(FeaturePair::VertexFace, corners, 100.0);
        check_region(FeaturePair::EdgeEdge, corners, 100.0);
    }
}

/// Features that meet have no direction between nearest points.
#[test]
fn directions_that_vanish_in_single_precision_leave_nothing_out() {
    let edges = [-DVec3::X, DVec3::X, -DVec3::Y, DVec3::Y];
    assert!(!is_left_out(FeaturePair::EdgeEdge, edges, DVec3::ONE, 0.1));
    let face = [DVec3::ZERO, DVec3::ZERO, DVec3::X, DVec3::Y];
    assert!(!is_left_out(FeaturePair::VertexFace, face, DVec3::ONE, 0.1));
}

/// Most of what is near is told by lanes: closed forms take much longer.
#[test]
fn regions_of_random_candidates_are_mostly_clear() {
    let mut random = jostle_support::random::SplitMix64::new(9);
    let mut clear = [0; 2];
    for _ in 0..10_000 {
        let corners: [DVec3; 4] =
            std::array::from_fn(|_| DVec3::from_array(std::array::from_fn(|_| random.signed())));
        for (features, clear) in
            [FeaturePair::VertexFace, FeaturePair::EdgeEdge].into_iter().zip(&mut clear)
        {
            *clear += matches!(verdict(features, corners, 10.0), Verdict::Near(_)) as u32;
        }
    }
    assert!(clear.iter().all(|&clear| clear > 9_000), "{clear:?}");
}

#[test]
fn distances_that_are_none_are_refused() {
    let mut scene = Scene::new();
    scene.add("ball", shapes::icosphere(1, 1.0)).unwrap();
    for distance in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let found = NearSearch::new().find(&scene, &NearQuery::within(distance)).cloned();
        let Err(NearError::BadDistance { distance: told }) = found else { panic!("{distance}") };
        assert!(told == distance || told.is_nan());
    }
}

/// A limit is kept by what is found, and by what is known to be found.
#[test]
fn too_many_contacts_are_refused() {
    let mut scene = Scene::new();
    scene.add("ball", shapes::icosphere(2, 1.0)).unwrap();
    scene.add("other", shapes::icosphere(2, 1.0).translated(DVec3::X * 2.001)).unwrap();
    let mut search = NearSearch::new();
    let all = |distance: f64| NearQuery::within(distance);
    let count = search.find(&scene, &all(0.1)).unwrap().len() as u64;
    assert!(count > 10);
    // As many pairs of edges as there are, and more of others.
    for (distance, limit) in [(0.1, count / 2), (1e300, 480 * 480), (1e300, 480 * 480 - 1)] {
        let refused = search.find(&scene, &all(distance).limit(limit));
        assert_eq!(refused, Err(NearError::TooMany { limit, distance }));
        assert!(search.contacts().is_empty());
    }
    let enough = search.find(&scene, &all(0.1).limit(1_000_000)).unwrap();
    assert_eq!(enough.len() as u64, count);
}
