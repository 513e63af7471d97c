//! Curves whose lengths and areas are known.

use super::{block, curves_in, curves_of, vector_area};
use crate::contact::{CurveQuery, CurveSearch};
use crate::mesh::{Mesh, Scene, TriangleMesh, shapes};
use crate::session::Filters;
use glam::{DMat3, DVec3};
use std::f64::consts::PI;

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * (1.0 + b.abs())
}

#[test]
fn a_corner_in_a_box_is_cut_off_by_a_hexagon() {
    for divisions in [1, 3] {
        let cube =
            |at: DVec3| shapes::box_surface(DVec3::splat(2.0), [divisions; 3]).translated(at);
        let curves = curves_of(cube(DVec3::ZERO), cube(DVec3::new(1.1, 1.2, 1.3)));
        let [patch] = curves.patches() else { panic!("{curves:?}") };
        assert!(curves.len() == 1 && curves.curve(0).is_closed && curves.touching().is_empty());
        assert!(near(patch.length, 2.0 * (0.9 + 0.8 + 0.7)), "{patch:?}");
        // What the first shows the second of its faces.
        let area = DVec3::new(0.8 * 0.7, 0.9 * 0.7, 0.9 * 0.8);
        assert!(near(patch.area, area.length()), "{patch:?}");
        assert!(patch.normal.unwrap().distance(area.normalize()) < 1e-12);
        assert_eq!(patch.pair_count, curves.pairs().len());
        // The hexagon is symmetric about the middle of the common part.
        assert!(patch.centroid.distance(DVec3::new(0.55, 0.6, 0.65)) < 1e-12, "{patch:?}");
    }
}

/// Which way triangles face does not matter, as long as they agree.
#[test]
fn surfaces_that_are_inside_out_have_the_same_patches() {
    let cube = |at: DVec3| shapes::box_surface(DVec3::splat(2.0), [2; 3]).translated(at);
    let inside_out = |mut mesh: TriangleMesh| {
        mesh.elements.iter_mut().for_each(|corners| corners.swap(1, 2));
        mesh
    };
    let far = DVec3::new(1.1, 1.2, 1.3);
    let expected = curves_of(cube(DVec3::ZERO), cube(far));
    for (turn_first, turn_second) in [(true, false), (false, true), (true, true)] {
        let first = if turn_first { inside_out(cube(DVec3::ZERO)) } else { cube(DVec3::ZERO) };
        let second = if turn_second { inside_out(cube(far)) } else { cube(far) };
        let curves = curves_of(first, second);
        let ([own], [other]) = (curves.patches(), expected.patches()) else { panic!("one each") };
        assert!(own.normal.unwrap().distance(other.normal.unwrap()) < 1e-12, "{own:?}");
        assert!(near(own.area, other.area) && own.centroid.distance(other.centroid) < 1e-12);
    }
}

#[test]
fn a_bar_through_a_plate_has_a_rectangle_on_either_side() {
    let plate = block([-3.0, -3.0, -0.25], [3.0, 3.0, 0.25]);
    let bar = block([-0.3, -0.4, -2.0], [0.5, 0.7, 2.0]);
    let curves = curves_of(plate, bar);
    assert_eq!((curves.len(), curves.patches().len()), (2, 2));
    for patch in curves.patches() {
        assert!(near(patch.length, 2.0 * (0.8 + 1.1)) && near(patch.area, 0.8 * 1.1), "{patch:?}");
        let normal = patch.normal.unwrap();
        // From the plate to the bar: where the bar comes out, outward.
        assert!(normal.distance(DVec3::Z * patch.centroid.z.signum()) < 1e-12, "{patch:?}");
        assert!(patch.centroid.distance(DVec3::new(0.1, 0.15, 0.25 * normal.z)) < 1e-12);
    }
    // Together they enclose the part of the bar's sides that is in the plate, which looks nowhere on the whole.
    assert!(vector_area(&curves, DVec3::ZERO).length() < 1e-12);
}

/// Loops of balls come nearer to a circle, four times as near for twice as many triangles across.
#[test]
fn balls_meet_in_a_circle() {
    let (radius, offset) = (1.0, DVec3::new(0.7, 0.5, 0.6));
    let circle = (radius * radius - offset.length_squared() / 4.0f64).sqrt();
    let mut errors = Vec::new();
    for frequency in [8, 16, 32, 64] {
        let ball = shapes::geodesic_sphere(frequency, radius);
        let curves = curves_of(ball.clone(), ball.translated(offset));
        let [patch] = curves.patches() else { panic!("{}", curves.patches().len()) };
        assert!(curves.curve(0).is_closed);
        assert!(patch.normal.unwrap().distance(offset.normalize()) < 0.3 / f64::from(frequency));
        assert!(patch.centroid.distance(offset / 2.0) < 0.3 / f64::from(frequency));
        let length = patch.length / (2.0 * PI * circle) - 1.0;
        errors.push((length.abs(), (patch.area / (PI * circle * circle) - 1.0).abs()));
    }
    assert!(errors[3].0 < 1e-3 && errors[3].1 < 2e-3, "{errors:?}");
    assert!(errors[0].0 > 8.0 * errors[3].0 && errors[0].1 > 8.0 * errors[3].1, "{errors:?}");
}

#[test]
fn a_ring_through_a_plate_has_four_loops() {
    let ring = shapes::torus(1.0, 0.3, 48, 24).translated(DVec3::new(0.01, 0.02, 0.03));
    let plate = shapes::box_surface(DVec3::new(0.2, 4.0, 4.0), [1, 8, 8]);
    let curves = curves_of(ring.clone(), plate);
    assert_eq!((curves.len(), curves.patches().len()), (4, 4));
    assert!(curves.curves().all(|curve| curve.is_closed));
    for patch in curves.patches() {
        assert!((patch.area / (PI * 0.09) - 1.0).abs() < 0.06, "{patch:?}");
        // Into the plate from where the ring comes in.
        let normal = patch.normal.unwrap();
        assert!(normal.x * patch.centroid.x < -0.09, "{patch:?}");
    }
    // Laid on the plate it leaves a ring: two loops, the inner one the other way round.
    let floor = shapes::box_surface(DVec3::new(4.0, 4.0, 1.0), [5, 5, 1]);
    let laid = curves_of(floor, ring.translated(DVec3::Z * 0.7));
    assert_eq!(laid.len(), 2);
    let heights: Vec<f64> = laid.patches().iter().map(|p| p.normal.unwrap().z.round()).collect();
    assert!(heights.contains(&1.0) && heights.contains(&-1.0), "{heights:?}");
}

/// Whichever side it stands on, and whichever came first.
#[test]
fn a_box_that_stands_on_another_has_a_curve_round_its_base() {
    let base = block([-2.0, -2.0, -2.0], [2.0, 2.0, 2.0]);
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let mut normal = DVec3::ZERO;
            normal[axis] = side;
            let along = DVec3::splat(1.0) - normal.abs();
            let low = DVec3::new(-0.5, -0.25, -0.75) * along + normal * 2.0;
            let high = DVec3::new(0.5, 1.0, 0.25) * along + normal * 3.0;
            let standing = block(low.min(high).to_array(), low.max(high).to_array());
            let face = (high - low) * along;
            let area = (0..3).filter(|&i| i != axis).map(|i| face[i]).product::<f64>();
            let length = 2.0 * (face.x + face.y + face.z);
            for is_first in [false, true] {
                let curves = match is_first {
                    true => curves_of(standing.clone(), base.clone()),
                    false => curves_of(base.clone(), standing.clone()),
                };
                let [patch] = curves.patches() else { panic!("{axis} {side} {is_first}") };
                assert!(curves.curves().all(|curve| curve.is_closed));
                assert!(near(patch.area, area) && near(patch.length, length), "{patch:?}");
                let normal = if is_first { -normal } else { normal };
                assert!(patch.normal.unwrap().distance(normal) < 1e-12, "{patch:?}");
            }
        }
    }
}

#[test]
fn a_corner_or_an_edge_on_a_face_has_a_curve_without_area() {
    let floor = block([-2.0, -2.0, -1.0], [2.0, 2.0, 0.0]);
    // Standing on a corner: x + y + z = 0 is below it.
    let corner = TriangleMesh::new(
        vec![
            DVec3::new(0.25, 0.5, 0.0),
            DVec3::new(1.0, 0.5, 1.0),
            DVec3::new(-0.5, 1.0, 1.0),
            DVec3::new(-0.5, 0.0, 1.0),
        ],
        vec![[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]],
    );
    let curves = curves_of(floor.clone(), corner);
    let [patch] = curves.patches() else { panic!("{curves:?}") };
    assert!(curves.curves().all(|curve| curve.is_closed));
    assert_eq!((patch.length, patch.area), (0.0, 0.0));
    assert_eq!(patch.centroid, DVec3::new(0.25, 0.5, 0.0));
    assert!(patch.normal.unwrap().z > 0.9, "{patch:?}");
    let roof = DMat3::from_cols(DVec3::new(1.0, 0.0, 1.0), DVec3::Y, DVec3::new(-1.0, 0.0, 1.0));
    let mut edge = block([0.0, -0.5, 0.0], [1.0, 0.75, 1.0]);
    edge.vertices.iter_mut().for_each(|v| *v = roof * *v);
    for (curves, up) in
        [(curves_of(floor.clone(), edge.clone()), DVec3::Z), (curves_of(edge, floor), DVec3::NEG_Z)]
    {
        let [patch] = curves.patches() else { panic!("{curves:?}") };
        assert!(curves.curves().all(|curve| curve.is_closed));
        assert!(near(patch.length, 2.0 * 1.25) && patch.area == 0.0, "{patch:?}");
        assert!(patch.normal.unwrap().distance(up) < 0.5, "{patch:?}");
        assert!(patch.centroid.distance(DVec3::new(0.0, 0.125, 0.0)) < 1e-12, "{patch:?}");
    }
}

#[test]
fn sheets_that_touch_are_listed() {
    let sheet = shapes::cloth(1, 1, [1.0, 1.0]);
    let beside = sheet.clone().translated(DVec3::X);
    let curves = curves_of(sheet.clone(), beside);
    assert!(curves.is_empty() && !curves.touching().is_empty(), "edge to edge");
    let turned = |mesh: &TriangleMesh| {
        let mut mesh = mesh.clone();
        mesh.vertices.iter_mut().for_each(|v| *v = DVec3::new(v.x, v.z, v.y));
        mesh
    };
    let curves = curves_of(sheet.clone(), turned(&sheet));
    assert!((curves.patches().iter().map(|p| p.length).sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(curves.curves().all(|curve| !curve.is_closed));
}

/// Bodies of tetrahedra have the curves of their boundaries.
#[test]
fn tetrahedra_have_the_curves_of_their_boundaries() {
    let ball = shapes::ball_tets(4, 1.0);
    let boundary = crate::mesh::topology::Boundary::from_mesh(&ball).unwrap().surface;
    let plate = block([-2.0, -2.0, -0.3], [2.0, 2.0, 0.4]);
    let beam = shapes::box_tets([5, 4, 3], DVec3::new(1.0, 1.1, 1.2), Default::default(), 0.0, 1);
    let beam_boundary = crate::mesh::topology::Boundary::from_mesh(&beam).unwrap().surface;
    let shift = DVec3::new(0.81, 0.32, 0.27);
    let cases: [(Mesh, Mesh, Mesh, Mesh); 3] = [
        (ball.clone().into(), plate.clone().into(), boundary.clone().into(), plate.clone().into()),
        (plate.clone().into(), ball.clone().into(), plate.into(), boundary.clone().into()),
        (
            ball.into(),
            beam.translated(shift).into(),
            boundary.into(),
            beam_boundary.translated(shift).into(),
        ),
    ];
    for (a, b, surface_a, surface_b) in cases {
        let (solid, surface) = (curves_of(a, b), curves_of(surface_a, surface_b));
        assert!(!solid.is_empty() && solid.curves().all(|curve| curve.is_closed));
        assert_eq!(solid.pairs().len(), surface.pairs().len());
        assert_eq!(solid.patches().len(), surface.patches().len());
        let sum = |of: &super::IntersectionCurves| -> (f64, DVec3) {
            let length = of.patches().iter().map(|patch| patch.length).sum();
            (length, vector_area(of, DVec3::ZERO))
        };
        let (one, other) = (sum(&solid), sum(&surface));
        assert!(near(one.0, other.0) && one.1.distance(other.1) < 1e-12, "{one:?} {other:?}");
    }
}

/// Objects in pairs, filters, and the order of the answer.
#[test]
fn many_objects_have_curves_pair_by_pair() {
    let mut scene = Scene::new();
    let cube = shapes::box_surface(DVec3::ONE, [2; 3]);
    let ids: Vec<_> = (0..4)
        .map(|i| {
            let at = DVec3::new(0.71, 0.13, 0.17) * f64::from(i);
            scene.add("cube", cube.clone().translated(at)).unwrap()
        })
        .collect();
    let curves = curves_in(&scene);
    let objects: Vec<_> = curves.patches().iter().map(|patch| patch.objects).collect();
    assert_eq!(objects, [[ids[0], ids[1]], [ids[1], ids[2]], [ids[2], ids[3]]]);
    let mut search = CurveSearch::new();
    let query = CurveQuery::new().filters(Filters::new().exclude([(ids[1], ids[2])]));
    assert_eq!(search.find(&scene, &query).unwrap().patches().len(), 2);
    let query = CurveQuery::new().filters(Filters::new().among([ids[0], ids[1]]));
    let some = search.find(&scene, &query).unwrap();
    assert_eq!(some.patches()[0], curves.patches()[0]);
    scene.vertices_mut(ids[3]).unwrap()[0].y = f64::NAN;
    let refusal = search.find(&scene, &CurveQuery::new()).unwrap_err().to_string();
    assert!(refusal.contains("cube") && refusal.contains("NaN"), "{refusal}");
}

/// Curves are the same at any scale that is a power of two, and where squares of coordinates are no numbers.
#[test]
fn curves_scale_with_coordinates() {
    let (a, b) = (shapes::icosphere(2, 1.0), shapes::torus(0.9, 0.3, 12, 8));
    let b = b.translated(DVec3::new(0.3, 0.1, 0.2));
    let plain = curves_of(a.clone(), b.clone());
    for exponent in [-500, 300] {
        let scale = 2f64.powi(exponent);
        let scaled = |mesh: &TriangleMesh| {
            let mut mesh = mesh.clone();
            mesh.vertices.iter_mut().for_each(|v| *v *= scale);
            mesh
        };
        let mut scene = Scene::new();
        scene.add("a", scaled(&a)).unwrap();
        scene.add("b", scaled(&b)).unwrap();
        let mut search = CurveSearch::new();
        let curves = search.find(&scene, &CurveQuery::new()).unwrap();
        assert_eq!(curves.pairs(), plain.pairs());
        for (one, other) in curves.patches().iter().zip(plain.patches()) {
            assert!(near(one.length / scale, other.length), "{one:?} {other:?}");
            assert!(near(one.area / scale / scale, other.area), "{one:?} {other:?}");
            assert!(one.normal.unwrap().distance(other.normal.unwrap()) < 1e-12);
            assert!((one.centroid / scale).distance(other.centroid) < 1e-12);
        }
    }
}
