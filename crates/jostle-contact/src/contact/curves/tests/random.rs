//! Random surfaces: every pair once, any number of threads, either order.

use super::{curves_in, curves_of, vector_area};
use crate::contact::{CurveQuery, CurveSearch};
use crate::mesh::shapes;
use crate::mesh::{Scene, TriangleMesh};
use crate::narrow::{segment_triangle, triangle_triangle};
use crate::session::Session;
use glam::DVec3;
use jostle_support::random::SplitMix64;
use proptest::prelude::*;

fn bumpy(random: &mut SplitMix64, mesh: TriangleMesh) -> TriangleMesh {
    let mut mesh = mesh;
    mesh.vertices.iter_mut().for_each(|v| *v *= 1.0 + 0.4 * random.signed());
    let shift = DVec3::new(random.signed(), random.signed(), random.signed());
    mesh.translated(shift * 0.8)
}

fn two(seed: u64) -> [TriangleMesh; 2] {
    let mut random = SplitMix64::new(seed);
    [shapes::icosphere(1, 1.0), shapes::torus(0.8, 0.4, 6, 5)].map(|m| bumpy(&mut random, m))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// In general position every two triangles that meet cross, and are on one curve.
    #[test]
    fn curves_have_the_pairs_of_brute_force(seed: u64) {
        let [a, b] = two(seed);
        let curves = curves_of(a.clone(), b.clone());
        prop_assert!(curves.touching().is_empty());
        prop_assert!(curves.curves().all(|curve| curve.is_closed));
        let mut count = 0;
        for i in 0..a.elements.len() {
            for j in 0..b.elements.len() {
                let (p, q) = (a.corners(i), b.corners(j));
                let meets = triangle_triangle(&p, &q);
                let edges = |t: [DVec3; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
                let crossings = edges(p).iter().filter(|e| segment_triangle(e, &q)).count()
                    + edges(q).iter().filter(|e| segment_triangle(e, &p)).count();
                prop_assert_eq!(crossings, if meets { 2 } else { 0 });
                count += usize::from(meets);
            }
        }
        prop_assert_eq!(curves.pairs().len(), count);
    }

    #[test]
    fn swapping_the_objects_reverses_the_curves(seed: u64) {
        let [a, b] = two(seed);
        let (one, other) = (curves_of(a.clone(), b.clone()), curves_of(b, a));
        prop_assert_eq!(one.len(), other.len());
        let listed = |curves: &super::IntersectionCurves, is_reversed: bool| {
            let key = |p: DVec3| p.to_array().map(f64::to_bits);
            let ordered = |[p, q]: [DVec3; 2]| if is_reversed { [q, p] } else { [p, q] };
            let segments = curves.curves().flat_map(|curve| curve.segments());
            let mut all: Vec<_> = segments.map(|ends| ordered(ends).map(key)).collect();
            all.sort_unstable();
            all
        };
        prop_assert_eq!(listed(&one, false), listed(&other, true));
        let sum = vector_area(&one, DVec3::ZERO) + vector_area(&other, DVec3::ZERO);
        prop_assert!(sum.length() < 1e-12);
        let mut areas = [&one, &other].map(|curves| {
            curves.patches().iter().map(|patch| patch.area).collect::<Vec<f64>>()
        });
        areas.iter_mut().for_each(|own| own.sort_by(f64::total_cmp));
        prop_assert!(areas[0].iter().zip(&areas[1]).all(|(p, q)| (p - q).abs() < 1e-12));
    }

    /// The vector area of what two solids show each other is the same on both, whatever is between.
    #[test]
    fn areas_are_those_of_the_surface_inside(seed: u64) {
        // A triangle's part inside a convex solid is cut off by its planes.
        let mut random = SplitMix64::new(seed);
        let inner = bumpy(&mut random, shapes::icosphere(1, 1.0));
        let cube = shapes::box_surface(DVec3::splat(1.5), [1; 3]);
        let curves = curves_of(inner.clone(), cube);
        let mut expected = DVec3::ZERO;
        for i in 0..inner.elements.len() {
            let mut polygon = inner.corners(i).to_vec();
            for axis in 0..3 {
                for side in [-1.0, 1.0] {
                    polygon = clipped(&polygon, |p| 0.75 - side * p[axis]);
                }
            }
            for i in 1..polygon.len().saturating_sub(1) {
                let (p, q) = (polygon[i] - polygon[0], polygon[i + 1] - polygon[0]);
                expected += 0.5 * p.cross(q);
            }
        }
        let found = vector_area(&curves, DVec3::ZERO);
        prop_assert!(found.distance(expected) < 1e-9, "{found} is not {expected}");
    }
}

fn clipped(polygon: &[DVec3], height: impl Fn(DVec3) -> f64) -> Vec<DVec3> {
    let mut kept = Vec::new();
    for (i, &p) in polygon.iter().enumerate() {
        let q = polygon[(i + 1) % polygon.len()];
        let (h, g) = (height(p), height(q));
        if h >= 0.0 {
            kept.push(p);
        }
        if h * g < 0.0 {
            kept.push(p + (q - p) * (h / (h - g)));
        }
    }
    kept
}

#[test]
fn the_answer_is_the_same_for_any_number_of_threads() {
    let mut scene = Scene::new();
    let sheet = shapes::rippled_cloth(40, 40, [2.0, 2.0], Default::default(), 0.4, 1);
    let sheet = scene.add("sheet", sheet).unwrap();
    scene.set_self_collision(sheet, true).unwrap();
    scene.add("ball", shapes::bumpy_sphere(10, 0.3, 2)).unwrap();
    scene.add("tets", shapes::ball_tets(4, 0.7).translated(DVec3::new(0.6, 0.1, 0.2))).unwrap();
    scene.add("cube", shapes::box_surface(DVec3::ONE, [3; 3])).unwrap();
    scene.add("twin", shapes::box_surface(DVec3::ONE, [3; 3])).unwrap();
    let expected = curves_in(&scene);
    assert!(expected.patches().len() > 5);
    for threads in [1, 2, 3] {
        let mut search = CurveSearch::in_session(&Session::new().threads(threads));
        for _ in 0..2 {
            assert_eq!(search.find(&scene, &CurveQuery::new()).unwrap(), &expected);
        }
    }
}
