//! The view of surfaces against the search in full, and what happens where a condition does not hold.

use super::primitive::{Primitive, Spread};
use super::{ViewFallback, ViewStatistics};
use crate::candidates::Cancellation;
use crate::impact::{ImpactMethod, ImpactQuery, ImpactSearch};
use crate::mesh::{Scene, TriangleMesh, shapes};
use crate::session::{QueryError, Session};
use glam::{DVec2, DVec3};
use num_rational::BigRational;
use std::f64::consts::TAU;

/// A scene of one object that is searched against itself.
fn scene(mesh: TriangleMesh) -> Scene {
    let mut scene = Scene::new();
    let object = scene.add("surface", mesh).unwrap();
    scene.set_self_collision(object, true).unwrap();
    scene
}

/// Compares a step with the search in full, and returns how the surface was seen and whether the step is free.
fn check(search: &mut ImpactSearch, scene: &Scene, end: &[DVec3]) -> (ViewStatistics, bool) {
    let mut seen = ViewStatistics::default();
    let mut is_free = true;
    for query in [ImpactQuery::first(), ImpactQuery::first().tolerance(1e-3), ImpactQuery::all()] {
        let full = ImpactSearch::new().find(scene, end, &query).unwrap().clone();
        let impacts = search.find(scene, end, &query.method(ImpactMethod::View)).unwrap();
        assert_eq!(impacts.all(), full.all());
        assert_eq!(impacts.first(), full.first());
        seen = impacts.statistics().view;
        is_free = full.is_free();
    }
    (seen, is_free)
}

/// A step that collides.
fn check_colliding(mesh: TriangleMesh, end: &[DVec3]) -> ViewStatistics {
    let (seen, is_free) = check(&mut ImpactSearch::new(), &scene(mesh), end);
    assert!(!is_free);
    seen
}

/// A double cone over edges in a plane, with tips above and below the origin. It touches itself where they do.
fn double_cone(points: &[DVec2], edges: &[[u32; 2]]) -> TriangleMesh {
    let count = points.len() as u32;
    let mut vertices = cone_vertices(points);
    let triangles = edges.iter().flat_map(|&[a, b]| [[a, b, count], [b, a, count + 1]]);
    // Nothing is in one plane.
    vertices[count as usize].x += 0.01;
    TriangleMesh::new(vertices, triangles.collect())
}

fn cone_vertices(points: &[DVec2]) -> Vec<DVec3> {
    let flat = points.iter().map(|p| p.extend(0.0));
    flat.chain([DVec3::Z, -DVec3::Z]).collect()
}

fn polar(turns: f64, radius: f64) -> DVec2 {
    DVec2::new((turns * TAU).cos(), (turns * TAU).sin()) * radius
}

fn ring(count: u32) -> Vec<[u32; 2]> {
    (0..count).map(|i| [i, (i + 1) % count]).collect()
}

#[test]
fn a_ball_that_grows_is_free_without_a_test() {
    let scene = scene(shapes::icosphere(3, 1.0));
    let end: Vec<DVec3> = scene.vertices().iter().map(|v| *v * 1.2 + DVec3::X).collect();
    let (seen, is_free) = check(&mut ImpactSearch::new(), &scene, &end);
    assert!(is_free && seen.proven == 1 && seen.start_queries == 0, "{seen:?}");
    assert_eq!(seen.positive, 1280);
}

/// Three edges at each end of a chord within a circle: everything faces outward.
#[test]
fn a_flap_within_a_ball_is_no_surface() {
    let circle = (0..24).map(|i| polar(f64::from(i) / 24.0, 1.0));
    let chord = |radius| (1..8).map(move |i| polar(f64::from(i) / 24.0, radius));
    let start: Vec<DVec2> = circle.clone().chain(chord(0.7)).collect();
    let end: Vec<DVec2> = circle.chain(chord(1.3)).collect();
    let mut edges = ring(24);
    edges.push([0, 24]);
    edges.extend((24..30).map(|i| [i, i + 1]));
    edges.push([30, 8]);
    let seen = check_colliding(double_cone(&start, &edges), &cone_vertices(&end));
    assert_eq!(seen.fallback(ViewFallback::NotManifold), 1);
}

/// A circle with three layers in a part of it, the middle one seen from behind.
fn folded_ring(middle: f64) -> Vec<DVec2> {
    let layer = |from: f64, to: f64, radius: f64| {
        (0..=10).map(move |i| (from + (to - from) * f64::from(i) / 10.0, radius))
    };
    let folded = layer(0.0, 0.2, 1.0).chain(layer(0.19, 0.05, 0.8)).chain(layer(0.06, 0.2, 0.6));
    let rest = (0..=30).map(|i| (0.22 + 0.77 * f64::from(i) / 30.0, 1.0));
    let bulge = move |(i, (turns, radius)): (usize, (f64, f64))| {
        polar(turns, if (14..=18).contains(&i) { middle } else { radius })
    };
    folded.chain(rest).enumerate().map(bulge).collect()
}

#[test]
fn triangles_turned_over_are_no_surface() {
    let (start, end) = (folded_ring(0.8), folded_ring(1.05));
    let mesh = double_cone(&start, &ring(start.len() as u32));
    let end = cone_vertices(&end);
    let seen = check_colliding(mesh.clone(), &end);
    assert!(seen.negative > 10 && seen.positive > 50 && seen.colliding == 1, "{seen:?}");
    let mut turned = mesh;
    turned.elements[22..42].iter_mut().for_each(|corners| corners.swap(0, 1));
    let seen = check_colliding(turned, &end);
    assert_eq!(seen.fallback(ViewFallback::NotOriented), 1);
}

#[test]
fn a_ball_within_a_ball_is_no_surface() {
    let (mut both, inner) = (shapes::icosphere(2, 1.0), shapes::icosphere(2, 0.8));
    let count = both.vertices.len();
    both.vertices.extend(inner.vertices.iter().map(|v| *v + DVec3::new(0.01, 0.02, 0.03)));
    both.elements.extend(inner.elements.iter().map(|t| t.map(|v| v + count as u32)));
    let mut end = both.vertices.clone();
    end[count..].iter_mut().for_each(|v| *v *= 1.5);
    let seen = check_colliding(both, &end);
    assert_eq!(seen.fallback(ViewFallback::NotConnected), 1);
}

/// Two turns about the middle, which cross once, everything facing outward.
fn two_turns(inner: f64) -> Vec<DVec2> {
    let radius = |i: u32| if i < 24 { 1.0 } else { inner };
    (0..48).map(|i| polar(f64::from(i) / 24.0 + 0.001, radius(i))).collect()
}

#[test]
fn a_surface_that_winds_twice_is_searched() {
    let mesh = double_cone(&two_turns(0.6), &ring(48));
    let seen = check_colliding(mesh, &cone_vertices(&two_turns(1.4)));
    assert_eq!(seen.fallback(ViewFallback::StartNotFree), 1, "{seen:?}");
}

#[test]
fn a_start_that_collides_is_searched_in_full() {
    let mesh = double_cone(&two_turns(0.6), &ring(48));
    let scene = scene(mesh);
    let end = cone_vertices(&two_turns(1.4));
    let mut search = ImpactSearch::new();
    let (seen, is_free) = check(&mut search, &scene, &end);
    assert!(!is_free && seen.fallback(ViewFallback::StartNotFree) == 1);
    // Nor is it free after a step that collides.
    let mut next = scene.clone();
    next.set_vertices(next.object_ids().next().unwrap(), &end).unwrap();
    let (seen, is_free) = check(&mut search, &next, &cone_vertices(&two_turns(0.7)));
    assert!(!is_free && seen.fallback(ViewFallback::StartNotFree) == 1);
}

#[test]
fn a_step_from_elsewhere_is_asked_about() {
    let circle = |radius: f64| (0..48).map(move |i| polar(f64::from(i) / 48.0, radius)).collect();
    let [small, large]: [Vec<DVec2>; 2] = [circle(0.9), circle(1.1)];
    let mut scene = scene(double_cone(&small, &ring(48)));
    let object = scene.object_ids().next().unwrap();
    let mut search = ImpactSearch::new();
    let (seen, is_free) = check(&mut search, &scene, &cone_vertices(&large));
    assert!(is_free && seen.proven == 1);
    scene.set_vertices(object, &cone_vertices(&two_turns(0.6))).unwrap();
    let (_, is_free) = check(&mut search, &scene, &cone_vertices(&two_turns(1.4)));
    assert!(!is_free);
    // From where the last step ended nothing is asked.
    scene.set_vertices(object, &cone_vertices(&small)).unwrap();
    let folded: Vec<DVec2> =
        (0..48).map(|i| polar(f64::from(i) / 48.0, if i % 2 == 0 { 1.0 } else { 0.05 })).collect();
    check(&mut search, &scene, &cone_vertices(&small));
    let (seen, is_free) = check(&mut search, &scene, &cone_vertices(&folded));
    assert!(is_free && seen.start_queries == 0, "{seen:?}");
}

#[test]
fn a_step_that_was_cancelled_proves_nothing() {
    let circle: Vec<DVec2> = (0..48).map(|i| polar(f64::from(i) / 48.0, 0.9)).collect();
    let mut scene = scene(double_cone(&circle, &ring(48)));
    let object = scene.object_ids().next().unwrap();
    let (session, cancellation) = (Session::new(), Cancellation::new());
    session.set_cancellation(cancellation.clone());
    let mut search = ImpactSearch::in_session(&session);
    let query = ImpactQuery::all().method(ImpactMethod::View);
    // From here on the start is known to be embedded, without a query that would be cancelled too.
    let still = scene.vertices().to_vec();
    assert!(search.find(&scene, &still, &query).unwrap().is_free());
    let crossing = cone_vertices(&two_turns(0.6));
    cancellation.cancel();
    let refused = search.find(&scene, &crossing, &query).map(|_| ());
    assert_eq!(refused, Err(QueryError::Cancelled.into()));
    cancellation.reset();
    scene.set_vertices(object, &crossing).unwrap();
    let (_, is_free) = check(&mut search, &scene, &cone_vertices(&two_turns(1.4)));
    assert!(!is_free);
}

/// A sheet rolled up by one and a quarter turns, open all round, of which a part of the inner layer has this radius.
fn roll(bulge: f64) -> TriangleMesh {
    const ACROSS: u32 = 16;
    const AROUND: u32 = 100;
    let mut vertices = Vec::new();
    for row in 0..=ACROSS {
        for i in 0..=AROUND {
            let turns = 1.25 * f64::from(i) / f64::from(AROUND);
            let is_middle = (7..=13).contains(&i) && (7..=9).contains(&row);
            let radius = if is_middle { bulge } else { 0.6 + 0.4 * turns / 1.25 };
            let height = 3.0 * (f64::from(row) / f64::from(ACROSS) - 0.5);
            vertices.push(polar(turns, radius).extend(height + 0.01 * f64::from(i).sin()));
        }
    }
    let at = |row: u32, i: u32| row * (AROUND + 1) + i;
    let squares = (0..ACROSS).flat_map(|row| (0..AROUND).map(move |i| (row, i)));
    let triangles = squares.flat_map(|(row, i)| {
        let [a, b, c, d] = [at(row, i), at(row, i + 1), at(row + 1, i + 1), at(row + 1, i)];
        [[a, b, c], [a, c, d]]
    });
    TriangleMesh::new(vertices, triangles.collect())
}

fn check_roll() {
    let seen = check_colliding(roll(0.63), &roll(1.1).vertices);
    assert!(seen.violated > 100 && seen.violated < 2000 && seen.colliding == 1, "{seen:?}");
}

#[test]
fn a_roll_with_its_ends_inside_is_searched() {
    check_roll();
}

#[test]
fn a_boundary_that_rolls_is_compared() {
    check_roll();
}

#[test]
fn what_ghosts_cut_off_is_compared() {
    check_roll();
}

/// The folded ring as a tube between two tips, with a vertex on a fold that is moved outward.
fn folded_tube(radius: f64, turns: f64) -> TriangleMesh {
    const ROWS: u32 = 9;
    let ring = folded_ring(0.8);
    let count = ring.len() as u32;
    let mut vertices = Vec::new();
    for row in 0..ROWS {
        let height = 0.2 * (f64::from(row) - 4.0);
        let raised = |(i, p): (usize, &DVec2)| p.extend(height + 0.01 * (i as f64).sin());
        vertices.extend(ring.iter().enumerate().map(raised));
    }
    // The last vertex of the middle layer, in the middle row.
    vertices[(4 * count + 21) as usize] = polar(turns, radius).extend(0.07);
    vertices.extend([DVec3::Z, -DVec3::Z]);
    let mut triangles = Vec::new();
    let tip = ROWS * count;
    for i in 0..count {
        let next = (i + 1) % count;
        for row in 0..ROWS - 1 {
            let [a, b] = [row * count + i, row * count + next];
            triangles.extend([[a, b, b + count], [a, b + count, a + count]]);
        }
        let last = (ROWS - 1) * count;
        triangles.extend([[last + i, last + next, tip], [next, i, tip + 1]]);
    }
    TriangleMesh::new(vertices, triangles)
}

/// A vertex on a fold comes out and meets the middle of a triangle, which is seen from the front as the triangle is
/// that owns the vertex: the first of those that have it.
#[test]
fn features_belong_to_all_their_triangles() {
    let (mut mesh, end) = (folded_tube(0.75, 0.04), folded_tube(1.05, 0.031).vertices);
    let tip = 4 * folded_ring(0.8).len() as u32 + 21;
    let point =
        Primitive { centre: Spread::middle(&mesh.vertices, &end).centre, half: DVec3::ZERO };
    let side = |corners: &[u32; 3]| {
        let at = |positions: &[DVec3]| corners.map(|v| positions[v as usize]);
        point.side(at(&mesh.vertices), at(&end))
    };
    let has_tip = |corners: &&[u32; 3]| corners.contains(&tip);
    let sides: Vec<i8> = mesh.elements.iter().filter(has_tip).map(side).collect();
    assert!(sides.contains(&1) && sides.contains(&-1) && !sides.contains(&0), "{sides:?}");
    let owner = mesh.elements.iter().position(|t| has_tip(&t) && side(t) == 1).unwrap();
    mesh.elements.swap(0, owner);
    let seen = check_colliding(mesh, &end);
    assert!(seen.colliding == 1 && seen.negative > 100, "{seen:?}");
}

/// Balls that crumple: from where the last step can go without contact, in random directions.
#[test]
fn random_steps_are_as_in_the_full_search() {
    let mut random = Random(1);
    let (mut colliding, mut seen_sides) = (0, [0, 0]);
    for _ in 0..30 {
        let mut scene = scene(shapes::icosphere(1, 1.0));
        let object = scene.object_ids().next().unwrap();
        let mut search = ImpactSearch::new();
        for _ in 0..5 {
            let shift = |v: &DVec3| *v + random.vector() * 0.9;
            let end: Vec<DVec3> = scene.vertices().to_vec().iter().map(shift).collect();
            let (seen, is_free) = check(&mut search, &scene, &end);
            assert_eq!(seen.fallbacks, [0; 5]);
            colliding += u32::from(!is_free);
            seen_sides[0] += seen.positive;
            seen_sides[1] += seen.negative;
            let free = search.impacts().free_step() * 0.9;
            let moved = scene.vertices().iter().zip(&end).map(|(a, b)| a.lerp(*b, free));
            let moved: Vec<DVec3> = moved.collect();
            scene.set_vertices(object, &moved).unwrap();
        }
    }
    assert!(colliding > 100 && seen_sides.iter().all(|&count| count > 100), "{seen_sides:?}");
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Components between -1 and 1.
    fn vector(&mut self) -> DVec3 {
        DVec3::from_array([0; 3].map(|_| (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0))
    }
}

/// In the plane `x = y`, on both sides of the line through the middle of the segment.
#[test]
fn triangles_across_a_line_are_seen_at_all_corners() {
    let line = Primitive { centre: [DVec3::ZERO; 2], half: DVec3::X };
    let corner = |x: f64, z: f64| DVec3::new(x, x, z);
    let one_side = [corner(0.2, 1.0), corner(0.8, 1.0), corner(0.5, 2.0)];
    let across = [corner(0.5, 1.0), corner(-0.5, 1.0), corner(0.1, 2.0)];
    assert_ne!(line.side(one_side, one_side), 0);
    assert_eq!(line.side(across, across), 0);
    // A ball is seen from one side all round.
    let ball = shapes::icosphere(2, 3.0);
    for corners in (0..ball.elements.len()).map(|triangle| ball.corners(triangle)) {
        assert_eq!(line.side(corners, corners), 1);
    }
}

#[test]
fn sides_are_those_of_exact_arithmetic() {
    let (mut told, mut random) = (0, Random(2));
    for case in 0..40_000 {
        // In one plane but for the last digits.
        let tiny = f64::EPSILON * 2f64.powi(case % 24);
        let mut point = || {
            let [x, y, dx, dy, dz] = [0; 5].map(|_| (random.next() % 7) as f64);
            DVec3::new(1.0 + x + dx * tiny, 3.0 + y + dy * tiny, x + 2.0 * y + dz * tiny)
        };
        let (start, end) = ([0; 3].map(|_| point()), [0; 3].map(|_| point()));
        let centre = [point(), point()];
        let half = if case % 2 == 0 { DVec3::ZERO } else { point() - point() };
        let side = Primitive { centre, half }.side(start, end);
        if side == 0 {
            continue;
        }
        told += 1;
        for time in [0.0, 0.25, 0.5, 1.0] {
            for corner in 0..3 {
                let exact = exact_side(start, end, centre, half, corner, time);
                assert_eq!(exact, side, "{start:?} {end:?} {centre:?} {half:?} at {time}");
            }
        }
    }
    assert!(told > 1000, "{told}");
}

/// The sign of the product of the normal and the ray of a corner at a time.
fn exact_side(
    start: [DVec3; 3],
    end: [DVec3; 3],
    centre: [DVec3; 2],
    half: DVec3,
    corner: usize,
    time: f64,
) -> i8 {
    type Vector = [BigRational; 3];
    let exact = |x: f64| BigRational::from_float(x).unwrap();
    let vector = |v: DVec3| -> Vector { v.to_array().map(exact) };
    let minus = |a: &Vector, b: &Vector| -> Vector { std::array::from_fn(|i| &a[i] - &b[i]) };
    let dot = |a: &Vector, b: &Vector| -> BigRational { (0..3).map(|i| &a[i] * &b[i]).sum() };
    let cross = |a: &Vector, b: &Vector| -> Vector {
        std::array::from_fn(|i| {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            &a[j] * &b[k] - &a[k] * &b[j]
        })
    };
    let at = |a: DVec3, b: DVec3| -> Vector {
        let (a, b) = (vector(a), vector(b));
        std::array::from_fn(|i| &a[i] + (&b[i] - &a[i]) * exact(time))
    };
    let corners: [Vector; 3] = std::array::from_fn(|i| at(start[i], end[i]));
    let normal = cross(&minus(&corners[1], &corners[0]), &minus(&corners[2], &corners[0]));
    let mut ray = minus(&corners[corner], &at(centre[0], centre[1]));
    if half != DVec3::ZERO {
        let half = vector(half);
        let one = exact(1.0);
        let along = (dot(&ray, &half) / dot(&half, &half)).clamp(-one.clone(), one);
        ray = std::array::from_fn(|i| &ray[i] - &half[i] * &along);
    }
    let value = dot(&normal, &ray);
    let zero = exact(0.0);
    i8::from(value > zero) - i8::from(value < zero)
}

/// The first component of the normal is beyond all numbers, but the product with it is smaller than the others.
#[test]
fn sides_of_large_triangles_are_not_told() {
    let side = |length: f64, near: f64| {
        let [b, c] = [DVec3::new(0.0, length, length), DVec3::new(1.0, -length, length)];
        let triangle = [DVec3::ZERO, b, c];
        let centre = [DVec3::new(-near, 1.0, 0.0); 2];
        Primitive { centre, half: DVec3::ZERO }.side(triangle, triangle)
    };
    assert_eq!(side(10.0, 1e-3), -1);
    assert_eq!(side(9.6e153, 1e-160), 0);
}
