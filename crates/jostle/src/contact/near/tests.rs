use super::contact::{edge_edge, face_vertex};
use super::screen::retain_near;
use super::{NearContact, NearError, NearQuery, NearSearch};
use crate::candidates::FeaturePair;
use crate::geometry::distance::{point_triangle, segment_segment};
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
    let mut positions = corners.to_vec();
    positions.extend([DVec3::ZERO; 4]);
    let (own, stays) = ([0, 1, 2, 3], [4, 5, 6, 7]);
    let left_out = [1, 2, 5].map(|count| {
        let mut candidates = vec![stays; count];
        candidates[count / 2] = own;
        retain_near(features, &positions, &mut candidates, distance);
        assert_eq!(candidates.iter().filter(|candidate| **candidate == stays).count(), count - 1);
        !candidates.contains(&own)
    });
    assert!(left_out.iter().all(|&own| own == left_out[0]));
    left_out[0]
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
            let distance = segment_segment(&[p, a], &[b, c]).distance;
            prop_assert!(!edges_are_beyond(corners, distance + 2f64.powi(-47) * 8.0));
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
    let mut random = shapes::SplitMix64::new(5);
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
    assert!(!vertex_is_beyond([DVec3::Z, small[0], small[1], small[2]], 1.5));
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
