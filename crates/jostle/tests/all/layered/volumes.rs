//! Volumes against the exact ones of the polyhedra.

use super::{Random, image_of, polygon, prism, scene_of, turned};
use jostle::mesh::topology::{self, Boundary};
use jostle::mesh::{Mesh, shapes};
use jostle::volume::layered::{LayeredCube, LayeredQuery, Region, Solid, ViewAxis};
use jostle::{DVec3, TriangleMesh};

/// What two convex surfaces share, and the area of it: by the divergence theorem, over the faces of each cut
/// by the planes of the other.
fn shared_by_convex(a: &TriangleMesh, b: &TriangleMesh) -> (f64, f64) {
    let (mut volume, mut area) = (0.0, 0.0);
    for (one, other) in [(a, b), (b, a)] {
        for face in 0..one.elements.len() {
            let mut part: Vec<DVec3> = one.corners(face).to_vec();
            for plane in 0..other.elements.len() {
                let [p, q, r] = other.corners(plane);
                let normal = (q - p).cross(r - p);
                part = below(&part, p, normal);
            }
            let twice: DVec3 =
                (2..part.len()).map(|i| (part[i - 1] - part[0]).cross(part[i] - part[0])).sum();
            if !part.is_empty() {
                volume += part[0].dot(twice) / 6.0;
                area += twice.length() / 2.0;
            }
        }
    }
    (volume, area)
}

/// The part of a convex polygon behind a plane.
fn below(polygon: &[DVec3], point: DVec3, normal: DVec3) -> Vec<DVec3> {
    let mut kept = Vec::new();
    for (i, &from) in polygon.iter().enumerate() {
        let to = polygon[(i + 1) % polygon.len()];
        let [here, there] = [from, to].map(|p| (p - point).dot(normal));
        if here <= 0.0 {
            kept.push(from);
        }
        if (here <= 0.0) != (there <= 0.0) {
            kept.push(from + (to - from) * (here / (here - there)));
        }
    }
    kept
}

/// Convex pairs that overlap, with a name.
fn convex_pairs() -> Vec<(&'static str, TriangleMesh, TriangleMesh)> {
    let ball = || shapes::icosphere(3, 1.0);
    let cylinder = || prism(&polygon(64, 1.0), 2.0);
    let block = || shapes::box_surface(DVec3::new(1.5, 1.0, 2.0), [1; 3]);
    let tilt = |mesh, angle| turned(mesh, DVec3::new(1.0, 2.0, 3.0), angle);
    vec![
        ("balls", ball(), ball().translated(DVec3::new(0.6, 0.5, 0.3))),
        ("cylinders", cylinder(), cylinder().translated(DVec3::new(0.7, 0.1, 0.4))),
        ("tilted cylinders", tilt(cylinder(), 0.3), tilt(cylinder(), 1.1)),
        ("tilted boxes", tilt(block(), 0.4), tilt(block(), 1.3).translated(DVec3::X * 0.4)),
        ("ball in box", ball(), shapes::box_surface(DVec3::new(4.0, 1.2, 5.0), [1; 3])),
    ]
}

fn shared_volume(a: &TriangleMesh, b: &TriangleMesh, axis: ViewAxis, resolution: u32) -> f64 {
    let (scene, ids) = scene_of([a.clone().into(), b.clone().into()]);
    let query = LayeredQuery::new(ids.clone()).axis(axis).resolution(resolution);
    image_of(&scene, &query).intersection(ids[0], ids[1]).unwrap().volume
}

const AXES: [ViewAxis; 3] = [ViewAxis::X, ViewAxis::Y, ViewAxis::Z];

#[test]
fn aligned_boxes_are_exact_at_any_resolution() {
    let a = shapes::box_surface(DVec3::new(2.0, 3.0, 1.0), [3, 1, 2]);
    let b =
        shapes::box_surface(DVec3::new(1.0, 1.0, 4.0), [1, 2, 1]).translated(DVec3::splat(0.75));
    // From 0.25 to 1, 0.25 to 1.25 and -0.5 to 0.5.
    let expected = 0.75;
    for (axis, resolution) in AXES.into_iter().flat_map(|axis| [1, 2, 7, 64].map(|n| (axis, n))) {
        let (scene, ids) = scene_of([a.clone().into(), b.clone().into()]);
        let query = LayeredQuery::new(ids.clone()).axis(axis).resolution(resolution);
        let shared = image_of(&scene, &query).intersection(ids[0], ids[1]).unwrap();
        assert!((shared.volume - expected).abs() < 1e-12, "{} along {axis:?}", shared.volume);
        let centroid = shared.centroid.unwrap();
        assert!((centroid - DVec3::new(0.625, 0.75, 0.0)).length() < 1e-12, "{centroid}");
        assert!((shared.bounds.size() - DVec3::new(0.75, 1.0, 1.0)).length() < 1e-12);
    }
}

#[test]
fn errors_fall_with_the_size_of_pixels() {
    for (name, a, b) in convex_pairs() {
        let (exact, _) = shared_by_convex(&a, &b);
        let mut worst = [0.0_f64; 2];
        for axis in AXES {
            for (at, resolution) in [32, 64, 128, 256, 512].into_iter().enumerate() {
                let error = shared_volume(&a, &b, axis, resolution) / exact - 1.0;
                let bound = 0.5 / f64::from(resolution);
                assert!(error.abs() < bound, "{name} along {axis:?} at {resolution}: {error:e}");
                let half = usize::from(at >= 3);
                worst[half] = worst[half].max(error.abs());
            }
        }
        assert!(worst[1] < worst[0] / 4.0, "{name}: {worst:?}");
    }
}

#[test]
fn formulas_of_round_shapes() {
    let pi = std::f64::consts::PI;
    // Balls of radius one at distance d: pi (4 + d) (2 - d)^2 / 12. The meshes lack a little.
    let d = 0.8;
    let ball = shapes::icosphere(6, 1.0);
    let lens = pi * (4.0 + d) * (2.0 - d) * (2.0 - d) / 12.0;
    let shared = shared_volume(&ball, &ball.clone().translated(DVec3::Y * d), ViewAxis::Z, 256);
    assert!((shared / lens - 1.0).abs() < 2e-3, "{shared} for {lens}");
    // Cylinders at distance d: two segments of the circle, times the common height.
    let cylinder = prism(&polygon(512, 1.0), 3.0);
    let segments = 2.0 * (d / 2.0).acos() - d / 2.0 * (4.0 - d * d).sqrt();
    let moved = cylinder.clone().translated(DVec3::new(d * 0.6, d * 0.8, 1.0));
    for axis in AXES {
        let shared = shared_volume(&cylinder, &moved, axis, 256);
        assert!((shared / (2.0 * segments) - 1.0).abs() < 1e-3, "{shared} along {axis:?}");
    }
}

#[test]
fn three_axes_are_better_than_one() {
    let mut random = Random(1);
    let (mut one, mut three, mut within) = (0.0, 0.0, 0);
    const PAIRS: usize = 16;
    for _ in 0..PAIRS {
        let block = shapes::box_surface(DVec3::new(1.0, 1.2, 1.4), [1; 3]);
        let a = turned(block.clone(), random.vector(), 3.0 * random.unit());
        let b = turned(block, random.vector(), 3.0 * random.unit());
        let b = b.translated(random.vector() * 0.3);
        let (exact, area) = shared_by_convex(&a, &b);
        let (scene, ids) = scene_of([a.into(), b.into()]);
        let mut cube = LayeredCube::new();
        cube.build(&scene, &LayeredQuery::new(ids.clone()).resolution(64)).unwrap();
        let shared = cube.intersection(ids[0], ids[1]).unwrap();
        one += shared.axes.iter().map(|own| (own.volume / exact - 1.0).abs()).sum::<f64>() / 3.0;
        three += (shared.volume / exact - 1.0).abs();
        within += usize::from((shared.volume - exact).abs() < 3.0 * shared.error);
        assert!((shared.area / area - 1.0).abs() < 0.02, "{} for {area}", shared.area);
    }
    assert!(three < 0.8 * one, "{three} of three axes, {one} of one");
    assert!(within * 4 > PAIRS * 3, "the estimate covers {within} of {PAIRS}");
}

/// All closed shapes, and closed surfaces of the same volume.
pub fn closed_shapes() -> Vec<(&'static str, Mesh, TriangleMesh)> {
    let surfaces = [
        ("icosphere", shapes::icosphere(4, 1.0)),
        ("geodesic_sphere", shapes::geodesic_sphere(9, 0.7)),
        ("torus", shapes::torus(1.0, 0.3, 64, 32)),
        ("torus_knot", shapes::torus_knot(2, 3, 0.3, 200, 16)),
        ("box_surface", shapes::box_surface(DVec3::new(1.0, 2.0, 3.0), [2, 3, 4])),
        ("bumpy_sphere", shapes::bumpy_sphere(16, 0.2, 3)),
        ("chazelle", shapes::chazelle(6, 0.1)),
    ];
    let split = shapes::Split::Five;
    let volumes = [
        ("ball_tets", shapes::ball_tets(6, 1.0)),
        ("rod_tets", shapes::rod_tets(3.0, 0.5, 4, 12)),
        ("box_tets", shapes::box_tets([3, 4, 5], DVec3::ONE, split, 0.1, 7)),
        ("beam_tets", shapes::beam_tets(4.0, 0.5, 2, split)),
    ];
    let own = |(name, mesh): (&'static str, TriangleMesh)| (name, mesh.clone().into(), mesh);
    let boundary = |mesh: &_| Boundary::from_mesh(mesh).unwrap().surface;
    let volumes = volumes.into_iter().map(|(name, mesh)| {
        let surface = boundary(&mesh);
        (name, mesh.into(), surface)
    });
    surfaces.into_iter().map(own).chain(volumes).collect()
}

#[test]
fn every_closed_shape_has_its_volume() {
    for (name, mesh, surface) in closed_shapes() {
        let exact = topology::signed_volume(&surface).unwrap();
        // Turned, so that nothing lines up with the pixels.
        for tilt in [0.0, 0.7] {
            let mut mesh = mesh.clone();
            let turn = jostle::glam::DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), tilt);
            let vertices = match &mut mesh {
                Mesh::Triangles(mesh) => &mut mesh.vertices,
                Mesh::Tets(mesh) => &mut mesh.vertices,
            };
            vertices.iter_mut().for_each(|v| *v = turn * *v);
            let (scene, ids) = scene_of([mesh]);
            let query = LayeredQuery::new(ids.clone()).region(Region::Whole).resolution(512);
            let image = image_of(&scene, &query);
            let volume = image.measure(&Solid::from(ids[0])).unwrap().volume;
            assert!((volume / exact - 1.0).abs() < 1e-3, "{name} by {tilt}: {volume} for {exact}");
        }
    }
}

#[test]
fn pairs_of_many_objects_are_those_of_two_by_two() {
    let mut random = Random(5);
    let meshes: Vec<Mesh> = (0..6)
        .map(|_| shapes::icosphere(2, 0.5).translated(random.vector() * 0.7).into())
        .chain([shapes::ball_tets(3, 0.4).into()])
        .collect();
    let (scene, ids) = scene_of(meshes);
    let query = LayeredQuery::new(ids.clone()).region(Region::AnyOverlap).resolution(96);
    let image = image_of(&scene, &query);
    let overlaps = image.pair_overlaps();
    let mut found = 0;
    for (i, &a) in ids.iter().enumerate() {
        for &b in &ids[i + 1..] {
            let expected = image.intersection(a, b).unwrap();
            let own = overlaps.iter().find(|own| own.objects == [a, b]);
            match own {
                Some(own) => assert_eq!(own.shared, expected),
                None => assert_eq!(expected.volume, 0.0),
            }
            found += usize::from(own.is_some());
            // An image of the two alone has smaller pixels, and says about the same.
            let two = LayeredQuery::new([a, b]).resolution(96);
            let alone = image_of(&scene, &two).intersection(a, b).unwrap();
            assert!((alone.volume - expected.volume).abs() < 2e-3, "{a} and {b}");
        }
    }
    assert!(found == overlaps.len() && found > 5, "{found}");
}
