//! Objects that cross themselves.

use super::{CurveFeature, curves_in};
use crate::contact::{CurveQuery, CurveSearch, TouchingKind};
use crate::mesh::{Scene, TriangleMesh, shapes};
use glam::DVec3;
use jostle_support::random::SplitMix64;

fn alone(mesh: TriangleMesh) -> Scene {
    let mut scene = Scene::new();
    let own = scene.add("mesh", mesh).unwrap();
    scene.set_self_collision(own, true).unwrap();
    scene
}

fn together(mut a: TriangleMesh, b: &TriangleMesh) -> TriangleMesh {
    let first = a.vertices.len() as u32;
    a.vertices.extend(&b.vertices);
    a.elements.extend(b.elements.iter().map(|own| own.map(|v| v + first)));
    a
}

/// Two surfaces in one object cross where they do as two objects.
#[test]
fn surfaces_of_one_object_cross_as_those_of_two() {
    let mut random = SplitMix64::new(5);
    let mut compared = 0;
    for _ in 0..20 {
        let mut shaken = |mut mesh: TriangleMesh| {
            let mut shake = |v: &mut DVec3| *v *= 1.0 + 0.3 * random.signed();
            mesh.vertices.iter_mut().for_each(&mut shake);
            let by = DVec3::new(random.signed(), random.signed(), random.signed());
            mesh.translated(by)
        };
        let (a, b) = (shaken(shapes::icosphere(1, 1.0)), shaken(shapes::torus(1.0, 0.4, 9, 6)));
        let mut apart = Scene::new();
        apart.add("a", a.clone()).unwrap();
        apart.add("b", b.clone()).unwrap();
        let apart = curves_in(&apart);
        // The other way round, numbers of triangles do not tell the surfaces apart along a curve.
        let mut mesh = together(a, &b);
        let count = mesh.elements.len();
        let order = |i: usize| (i * 7 + 3) % count;
        assert!(!count.is_multiple_of(7));
        mesh.elements = (0..count).map(|i| mesh.elements[order(i)]).collect();
        let within = alone(mesh);
        let mut search = CurveSearch::new();
        let within = search.find(&within, &CurveQuery::new()).unwrap().clone();
        // Tori that were shaken may cross themselves as well; curves of both are compared by their points.
        let set = |curves: &super::IntersectionCurves| {
            let mut all: Vec<(usize, bool, Vec<[u64; 3]>)> = Vec::new();
            for curve in curves.curves() {
                let mut points: Vec<[u64; 3]> =
                    curve.points.iter().map(|p| p.position.to_array().map(f64::to_bits)).collect();
                points.sort_unstable();
                all.push((curve.pairs.len(), curve.is_closed, points));
            }
            all.sort_unstable();
            all
        };
        let (apart, within) = (set(&apart), set(&within));
        assert!(apart.iter().all(|curve| within.contains(curve)));
        assert!(apart.iter().all(|curve| curve.1));
        compared += apart.len();
    }
    assert!(compared > 10, "{compared} curves");
}

#[test]
fn sheets_of_one_object_cross_in_a_line() {
    let flat = shapes::cloth(7, 7, [2.0, 2.0]);
    let mut upright = shapes::cloth(5, 5, [1.0, 1.0]);
    upright.vertices.iter_mut().for_each(|v| *v = DVec3::new(v.x + 0.013, 0.017 + 0.1 * v.x, v.y));
    let curves = curves_in(&alone(together(flat, &upright)));
    let [patch] = curves.patches() else { panic!("{}", curves.patches().len()) };
    assert!(curves.len() == 1 && !curves.curve(0).is_closed && curves.touching().is_empty());
    assert!((patch.length - 1.0f64.hypot(0.1)).abs() < 1e-12, "{patch:?}");
    assert_eq!(patch.area, 0.0, "a straight line");
}

/// A cone over a figure of eight, one branch of it higher than the other: it crosses itself from its tip on.
#[test]
fn a_curve_starts_at_the_vertex_whose_star_crosses_itself() {
    let ring = [
        [-1.0, -1.0, 1.2],
        [1.0, 1.1, 1.2],
        [2.0, 0.0, 1.0],
        [1.0, -1.0, 0.8],
        [-1.0, 1.05, 0.8],
        [-2.0, 0.0, 1.0],
    ];
    let mut vertices = vec![DVec3::ZERO];
    vertices.extend(ring.map(DVec3::from));
    let fan = (1..=6).map(|i| [0, i, i % 6 + 1]).collect();
    let curves = curves_in(&alone(TriangleMesh::new(vertices, fan)));
    assert_eq!((curves.len(), curves.touching().len()), (1, 0));
    let curve = curves.curve(0);
    assert!(!curve.is_closed && curve.pairs.len() == 1);
    let is_tip = |point: &super::super::CurvePoint| point.feature == CurveFeature::Vertex(0);
    assert_eq!(curve.points.iter().filter(|point| is_tip(point)).count(), 1);
    let tip = curve.points.iter().find(|point| is_tip(point)).unwrap();
    assert_eq!(tip.position, DVec3::ZERO);
    assert!((curve.length() - 0.8).abs() < 0.05, "{}", curve.length());
}

/// What is no segment between interiors is listed by what it is.
#[test]
fn contacts_within_that_are_no_crossings_are_listed() {
    let triangle = [DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0];
    let touching = |other: [[f64; 3]; 3]| {
        let mut vertices = triangle.to_vec();
        vertices.extend(other.map(DVec3::from));
        let curves = curves_in(&alone(TriangleMesh::new(vertices, vec![[0, 1, 2], [3, 4, 5]])));
        assert!(curves.is_empty());
        let [pair] = curves.touching() else { panic!("{curves:?}") };
        (pair.kind, pair.place)
    };
    // A corner on the face, an edge on the face, an overlap in one plane, an edge through an edge.
    let corner = touching([[1.0, 1.0, 0.0], [1.0, 2.0, 1.0], [2.0, 1.0, 1.0]]);
    assert_eq!(corner, (TouchingKind::Point, DVec3::new(1.0, 1.0, 0.0)));
    let edge = touching([[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [2.0, 1.0, 1.0]]);
    assert_eq!(edge, (TouchingKind::Segment, DVec3::new(1.5, 1.0, 0.0)));
    let area = touching([[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [1.0, 2.0, 0.0]]);
    assert_eq!(area.0, TouchingKind::Area);
    let through = touching([[1.0, 0.0, -1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 0.0]]);
    assert_eq!(through.0, TouchingKind::Segment);
    // A neighbour folded over.
    let mut vertices = triangle.to_vec();
    vertices.push(DVec3::new(2.0, 1.0, 0.0));
    let curves = curves_in(&alone(TriangleMesh::new(vertices, vec![[0, 1, 2], [1, 0, 3]])));
    assert!(curves.is_empty() && curves.touching()[0].kind == TouchingKind::Area);
}
