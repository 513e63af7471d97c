//! Hits against exact arithmetic, and the boxes that lead to them. Answers of whole scenes are compared with
//! brute force in `tests/all/rays.rs`.

use super::closest::square_limit;
use super::exact_ray_triangle::ExactHit;
use super::frame::{Frame, FrameBox, FrameRay};
use super::ray_triangle::{RayTest, times_power};
use super::triangle_blocks::TriangleBlocks;
use super::wide_tree::{BlockVisitor, NO_ITEM, Stack, WideTree};
use super::*;
use crate::geometry::distance::point_triangle;
use crate::geometry::lanes::{Lanes, PortableLanes};
use crate::mesh::shapes;
use crate::mesh::{Element, Mesh, TriangleMesh};
use glam::{DAffine3, DVec3};
use jostle_support::random::SplitMix64;

fn point(random: &mut SplitMix64) -> DVec3 {
    DVec3::new(random.signed(), random.signed(), random.signed())
}

fn triangle(random: &mut SplitMix64) -> [DVec3; 3] {
    [(); 3].map(|()| point(random))
}

/// A point with few digits, so that products of three are not exact in pairs of `f64` and yet differences are.
fn coarse_point(random: &mut SplitMix64) -> DVec3 {
    let digits = 2f64.powi(44);
    (point(random) * digits).round() / digits
}

fn weighted([a, b, c]: [DVec3; 3], u: f64, v: f64) -> DVec3 {
    a + (b - a) * u + (c - a) * v
}

/// The verdict is that of exact arithmetic, and the numbers are within their bounds.
fn check(ray: &Ray, triangle: &[DVec3; 3]) {
    let found = RayTest::new(ray).hit(triangle);
    let exact = ExactHit::find(ray.origin, ray.direction, triangle);
    let exact = exact.filter(|hit| hit.is_up_to(ray.largest));
    assert_eq!(found.is_some(), exact.is_some(), "{ray:?} {triangle:?}");
    let (Some(found), Some(exact)) = (found, exact) else { return };
    assert_eq!(found.turn, exact.turn);
    let t = exact.t();
    if t.is_finite() {
        assert!((found.t - t).abs() <= found.error + t * f64::EPSILON, "{} is {t}", found.t);
        assert!(
            (found.t - t).abs() <= 2f64.powi(-40) * t + f64::from_bits(2),
            "{} is {t}",
            found.t
        );
    } else {
        assert_eq!(found.t, t);
    }
    for (own, exact) in found.weights.into_iter().zip(exact.weights()) {
        assert!(own >= 0.0 && (own - exact).abs() <= 2f64.powi(-40), "{own} is {exact}");
    }
    // The filter of four at a time lets it pass.
    let mut scene = Scene::new();
    scene.add("one", TriangleMesh::new(triangle.to_vec(), vec![[0, 1, 2]])).unwrap();
    let mut tree = SceneTree::new();
    tree.update(&scene).unwrap();
    assert!(tree.cast(&scene, ray).unwrap().is_some(), "{ray:?} {triangle:?}");
}

#[test]
fn rays_next_to_edges_hit_as_in_exact_arithmetic() {
    let mut random = SplitMix64::new(1);
    for round in 0..3000 {
        let (origin, triangle) = (point(&mut random) * 3.0, triangle(&mut random));
        let u = random.unit();
        let at = weighted(triangle, u, if round % 2 == 0 { 0.0 } else { 1.0 - u });
        check(&Ray::new(origin, at - origin), &triangle);
        check(&Ray::new(origin, triangle[round % 3] - origin), &triangle);
    }
}

#[test]
fn rays_through_edges_hit_as_in_exact_arithmetic() {
    let mut random = SplitMix64::new(1);
    for _ in 0..1000 {
        let [origin, a, b, c] = [(); 4].map(|()| coarse_point(&mut random));
        let middle = (a + b) * 0.5;
        for at in [middle, a, b] {
            check(&Ray::new(origin, at - origin), &[a, b, c]);
            check(&Ray::new(origin, (at - origin) * 2.0), &[c, a, b]);
        }
    }
}

#[test]
fn rays_from_next_to_triangles_hit_as_in_exact_arithmetic() {
    let mut random = SplitMix64::new(1);
    for _ in 0..3000 {
        let triangle = triangle(&mut random);
        let (u, v) = (random.unit() * 0.5, random.unit() * 0.5);
        let origin = weighted(triangle, u, v);
        check(&Ray::new(origin, point(&mut random)), &triangle);
        check(&Ray::new(origin, triangle[1] - origin), &triangle);
    }
}

#[test]
fn triangles_of_all_sizes_are_hit_as_in_exact_arithmetic() {
    let mut random = SplitMix64::new(1);
    for power in (-1060..1000).step_by(20).chain(-360..-340).chain(300..310) {
        let scale = |p: DVec3| p * 2f64.powi(power / 2) * 2f64.powi(power - power / 2);
        for _ in 0..20 {
            let (origin, triangle) = (point(&mut random), triangle(&mut random));
            let at = weighted(triangle, random.unit() * 0.5, random.unit() * 0.5);
            let direction = at - origin;
            for length in [0, -1000, 900] {
                let ray = Ray::new(scale(origin), direction * 2f64.powi(length));
                check(&ray, &triangle.map(scale));
            }
        }
    }
}

/// Small beside large coordinates of the direction, and origins far beyond the triangle.
#[test]
fn directions_of_all_sizes_hit_as_in_exact_arithmetic() {
    let mut random = SplitMix64::new(1);
    let mut hits = 0;
    for _ in 0..1000 {
        let far = 2f64.powi((random.next_u64() % 1000) as i32);
        let flat = 2f64.powi(-((random.next_u64() % 1000) as i32));
        let triangle = triangle(&mut random);
        let at = weighted(triangle, 0.3, 0.3);
        let by = point(&mut random) * flat;
        let flat = DVec3::new(1.0, by.y, by.z);
        // The same, moving by as little as the triangle is large.
        let crossing = DVec3::new(1.0, by.y / by.y.abs() / far, -0.5 / far);
        for direction in [flat, crossing] {
            check(&Ray::new(at - DVec3::X * far, direction), &triangle);
            let ray = Ray::new(at - direction * far, direction);
            check(&ray, &triangle);
            hits += RayTest::new(&ray).hit(&triangle).is_some() as u32;
        }
        check(&Ray::new(at - DVec3::X * far, DVec3::new(far, -0.0, by.z)), &triangle);
        check(&Ray::new(at - DVec3::X * far, DVec3::X), &triangle);
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn a_ray_that_ends_on_a_triangle_hits_it() {
    let mut random = SplitMix64::new(1);
    for _ in 0..1000 {
        let (origin, triangle) = (point(&mut random) * 3.0, triangle(&mut random));
        let ray = Ray::new(origin, weighted(triangle, 0.3, 0.3) - origin);
        let t = RayTest::new(&ray).hit(&triangle).expect("it goes there").t;
        for largest in [t.next_down().next_down(), t.next_down(), t, t.next_up()] {
            check(&ray.up_to(largest), &triangle);
        }
        // One that is met where the box around it is entered.
        let far = DVec3::new(-(2f64.powi((random.next_u64() % 50) as i32)), origin.y, origin.z);
        let flat = triangle.map(|p| DVec3::new(0.1, p.y, p.z));
        let direction = (weighted(flat, 0.3, 0.3) - far) / 3.0;
        let ray = Ray::new(far, direction);
        if let Some(hit) = RayTest::new(&ray).hit(&flat) {
            for largest in [hit.t.next_down(), hit.t, hit.t.next_up()] {
                check(&ray.up_to(largest), &flat);
            }
        }
    }
}

/// Rays to the middle of a fan, where all of its triangles are hit at once; and to triangles of different planes
/// that are hit so close to each other that rounding decides about their order.
#[test]
fn hits_are_in_their_exact_order() {
    let mut random = SplitMix64::new(1);
    for round in 0..400 {
        let middle = coarse_point(&mut random);
        let mut mesh = TriangleMesh::new(vec![middle], Vec::new());
        for i in 1..9 {
            if round % 2 == 0 {
                mesh.vertices.push(coarse_point(&mut random));
                mesh.elements.extend((i > 1).then_some([0, i - 1, i]));
            } else {
                let [a, b] = [(); 2].map(|()| point(&mut random));
                mesh.vertices.extend([a, b, middle * 3.0 - a - b]);
                mesh.elements.push([3 * i - 2, 3 * i - 1, 3 * i]);
            }
        }
        let mut scene = Scene::new();
        scene.add("mesh", mesh).unwrap();
        let mut tree = SceneTree::new();
        tree.update(&scene).unwrap();
        let origin = coarse_point(&mut random) * 4.0;
        let ray = Ray::new(origin, middle - origin);
        let mut hits = Vec::new();
        tree.cast_all(&scene, &ray, &mut hits).unwrap();
        let test = RayTest::new(&ray);
        let corners = |hit: &RayHit| hit.corners.map(|v| scene.vertices()[v as usize]);
        let pairs = hits.windows(2).map(|pair| [&pair[0], &pair[1]]);
        for pair in pairs {
            let [a, b] = pair.map(|hit| test.exact(&corners(hit)).expect("a hit"));
            let order = a.cmp_time(&b).then(pair[0].element.cmp(&pair[1].element));
            assert!(order.is_lt(), "{pair:?}");
        }
        assert_eq!(tree.cast(&scene, &ray).unwrap().as_ref(), hits.first());
    }
}

#[test]
fn boxes_hold_what_they_are_around() {
    let mut random = SplitMix64::new(1);
    for round in 0..2000 {
        let scale = 2f64.powi((round % 1900) - 1000);
        let points = [(); 3].map(|()| point(&mut random) * scale);
        let bounds = Aabb::from_points(points);
        let frame = Frame::new(&bounds, points[0]);
        let own = frame.outward(&bounds);
        for p in points.map(|p| frame.map(p)) {
            for x in 0..3 {
                assert!(f64::from(own.low[x]) < p[x] && p[x] < f64::from(own.high[x]), "{p}");
                assert!(p[x].abs() <= 1.0, "{p}");
            }
        }
    }
}

/// Scenes of triangles that are small beside the scene, each of them hit by rays from all over; nine of ten are
/// within `spread` of the middle.
fn check_small_triangles(size: f64, far: f64, spread: f64) {
    let mut random = SplitMix64::new(1);
    let mut mesh = TriangleMesh::default();
    for i in 0..300 {
        let at = point(&mut random) * if i % 10 == 0 { 1.0 } else { spread };
        mesh.vertices.extend([(); 3].map(|()| at + point(&mut random) * size));
        mesh.elements.push([3 * i, 3 * i + 1, 3 * i + 2]);
    }
    let mut scene = Scene::new();
    scene.add("small", mesh).unwrap();
    let mut tree = SceneTree::new();
    tree.update(&scene).unwrap();
    let mut hits = Vec::new();
    for round in 0..6000 {
        let e = round % 300;
        let corners = match scene.element_at(e) {
            Element::Triangle(corners) => corners,
            Element::Tetrahedron(_) => unreachable!("triangles only"),
        };
        let origin = point(&mut random) * far;
        // To a corner, without rounding, if it is not far.
        let ray = Ray::new(origin, corners[round % 3] - origin);
        let is_hit = RayTest::new(&ray).hit(&corners).is_some();
        tree.cast_all(&scene, &ray, &mut hits).unwrap();
        let found = hits.iter().any(|hit| hit.element.index() == e);
        assert_eq!(found, is_hit, "{ray:?} {corners:?}");
    }
}

#[test]
fn rays_pass_the_boxes_of_small_triangles_that_they_hit() {
    check_small_triangles(1e-12, 2.0, 1.0);
    check_small_triangles(1e-7, 2.0, 1.0);
    check_small_triangles(1e-3, 2.0, 1.0);
    // Boxes and origins have the least of margins where one of them is next to zero.
    check_small_triangles(1e-12, 3.0, 1e-4);
    check_small_triangles(1e-10, 2.0, 1e-3);
}

#[test]
fn rays_from_far_away_pass_the_boxes_of_what_they_hit() {
    let mut random = SplitMix64::new(1);
    for power in (-1000..900).step_by(100) {
        // Around zero, which is exactly on it.
        let [a, b] = [(); 2].map(|()| coarse_point(&mut random));
        let triangle = [a, b, -(a + b)].map(|p| times_power(p, -1000));
        let origin = times_power(point(&mut random), power);
        let ray = Ray::new(origin, -origin);
        assert!(RayTest::new(&ray).hit(&triangle).is_some());
        check(&ray, &triangle);
        let flat = DVec3::new(origin.x, origin.y * 1e-30, 0.0);
        check(&Ray::new(flat, -flat), &triangle);
    }
    for power in [3, 10, 20, 26, 30, 34, 38, 42, 46] {
        let far = 2f64.powi(power);
        check_small_triangles(far * 1e-15, far, 1.0);
        check_small_triangles(far * 1e-16, far, 1.0);
    }
}

/// Takes all blocks up to a limit.
struct VisitedBlocks {
    limit: f32,
    blocks: Vec<usize>,
}

impl<S: Lanes> BlockVisitor<S> for VisitedBlocks {
    fn limit(&self) -> f32 {
        self.limit
    }

    fn visit(&mut self, _: S, block: usize) {
        self.blocks.push(block);
    }
}

/// A frame and a tree over points, four of each so that they fill blocks. Most of them are next to the middle,
/// where boxes have the least of margins.
fn tree_of_points(random: &mut SplitMix64) -> (Vec<DVec3>, Frame, WideTree) {
    let size = |i: usize| if i < 4 { 1.0 } else { 1e-4 };
    let points: Vec<DVec3> = (0..32).map(|i| point(random) * size(i)).collect();
    let frame = Frame::new(&Aabb::from_points(points.iter().copied()), DVec3::ZERO);
    let boxes = points.iter().map(|&p| frame.outward(&Aabb::from_points([p])));
    let mut tree = WideTree::default();
    tree.build(&boxes.flat_map(|own| [own; 4]).collect::<Vec<_>>());
    (points, frame, tree)
}

/// Whether a block of a tree of points was visited that has one of them.
fn has_visited(visited: &mut VisitedBlocks, tree: &WideTree, point: usize) -> bool {
    let mut blocks = visited.blocks.drain(..);
    blocks.any(|block| tree.blocks()[block].contains(&(4 * point as u32)))
}

#[test]
fn rays_pass_the_boxes_of_points_that_they_go_through() {
    let mut random = SplitMix64::new(1);
    let mut visited = VisitedBlocks { limit: f32::INFINITY, blocks: Vec::new() };
    for _ in 0..200 {
        let (points, frame, tree) = tree_of_points(&mut random);
        for round in 0..1000 {
            let (at, origin) = (points[round % 32], point(&mut random) * 2.0);
            let test = RayTest::new(&Ray::new(origin, at - origin));
            let ray = FrameRay::new(&test, &frame, tree.bounds());
            tree.along_ray(PortableLanes, &ray, &mut Stack::default(), &mut visited);
            assert!(has_visited(&mut visited, &tree, round % 32), "{origin} {at}");
        }
    }
}

#[test]
fn boxes_are_as_close_as_the_points_in_them() {
    let mut random = SplitMix64::new(1);
    let mut visited = VisitedBlocks { limit: 0.0, blocks: Vec::new() };
    for _ in 0..200 {
        let (points, frame, tree) = tree_of_points(&mut random);
        for round in 0..1000 {
            let (at, mut from) = (points[round % 32], point(&mut random) * 2.0);
            // Along an axis, so that one margin has to do.
            if round % 2 == 0 {
                from = DVec3::new(from.x, at.y, at.z);
            }
            visited.limit = square_limit(frame.length(at.distance(from)));
            let query = FrameBox::new(&Aabb::from_points([from]), &frame);
            tree.near_point(PortableLanes, &query, &mut Stack::default(), &mut visited);
            assert!(has_visited(&mut visited, &tree, round % 32), "{from} {at}");
        }
    }
}

/// Points about as far from all triangles, or nearest to a vertex of several.
#[test]
fn the_closest_of_many_at_one_distance_is_the_first() {
    let mut random = SplitMix64::new(1);
    for mesh in [shapes::icosphere(3, 1.0), shapes::cloth(12, 12, [1.0, 1.0])] {
        let points: Vec<DVec3> = (0..400)
            .map(|round| match (round % 4, point(&mut random)) {
                (0, by) => by * 1e-9,
                (1, by) => by * 1e3,
                (2, _) => mesh.vertices[round % mesh.vertices.len()] * 1.5,
                (_, by) => by,
            })
            .collect();
        check_closest(&mesh, &points);
    }
    for _ in 0..1000 {
        check_closest(&facing_triangles(&mut random), &[DVec3::ZERO]);
    }
}

/// Triangles at one distance from zero on all sides, in a random order: boxes are as far away as they are.
fn facing_triangles(random: &mut SplitMix64) -> TriangleMesh {
    let distance = 0.5 + 0.5 * random.unit();
    let mut mesh = TriangleMesh::default();
    for i in 0..48 {
        let (axis, sign) = (i / 2 % 3, if i % 2 == 0 { 1.0 } else { -1.0 });
        for corner in [[-1.0, -1.0], [2.0, -1.0], [-1.0, 2.0]] {
            let size = 0.01 * (1.0 + random.unit());
            let mut at = [0.0; 3];
            at[axis] = sign * distance;
            at[(axis + 1) % 3] = corner[0] * size;
            at[(axis + 2) % 3] = corner[1] * size;
            mesh.vertices.push(at.into());
        }
        mesh.elements.push([3 * i as u32, 3 * i as u32 + 1, 3 * i as u32 + 2]);
    }
    for i in 1..mesh.elements.len() {
        mesh.elements.swap(i, random.next_u64() as usize % (i + 1));
    }
    mesh
}

fn check_closest(mesh: &TriangleMesh, points: &[DVec3]) {
    let mut scene = Scene::new();
    scene.add("mesh", mesh.clone()).unwrap();
    let mut tree = SceneTree::new();
    tree.update(&scene).unwrap();
    for &at in points {
        let all =
            (0..mesh.elements.len()).map(|t| (point_triangle(at, &mesh.corners(t)).distance, t));
        let expected = all.min_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1))).unwrap();
        let found = tree.closest_point(&scene, &PointQuery::new(at)).unwrap().unwrap();
        assert_eq!((found.distance, found.element.index()), expected, "{at}");
    }
}

/// The filter keeps triangles at the very distance that is looked for, and leaves most others out.
#[test]
fn triangles_as_far_as_the_closest_are_measured() {
    let mut random = SplitMix64::new(1);
    let (mut kept, mut count) = (0, 0);
    for power in (-1060..1020).step_by(20).chain(-545..-505).chain(500..520) {
        for round in 0..40 {
            let (at, mut corners) = (point(&mut random), triangle(&mut random));
            match round % 4 {
                0 => corners[2] = weighted(corners, 0.3, 0.0),
                1 => corners[2] = corners[0] + (corners[2] - corners[0]) * 1e-9,
                2 => corners = corners.map(|p| p * 1e-3),
                _ => {}
            }
            let at = times_power(at, power);
            let corners = corners.map(|p| times_power(p, power));
            let mut blocks = TriangleBlocks::default();
            blocks.update(&[[0, NO_ITEM, NO_ITEM, NO_ITEM]], |_| corners);
            let distance = point_triangle(at, &corners).distance;
            let portable = lower_bound(PortableLanes, &blocks, at);
            #[cfg(target_arch = "x86_64")]
            if let Some(simd) = pulp::x86::V3::try_new() {
                assert_eq!(lower_bound(simd, &blocks, at), portable);
            }
            assert!(portable <= distance, "{at} {corners:?}");
            if power.abs() < 350 {
                kept += (portable <= distance * 0.999) as u32;
                count += 1;
            }
        }
    }
    assert!(kept * 2 < count, "{kept} of {count} are kept");
}

fn lower_bound<S: Lanes>(simd: S, blocks: &TriangleBlocks, at: DVec3) -> f64 {
    blocks.lower_bounds(simd, 0, &[simd.doubles(at.x), simd.doubles(at.y), simd.doubles(at.z)])[0]
}

#[test]
fn an_open_surface_has_the_inside_that_it_winds_around() {
    let mut ball = shapes::icosphere(3, 1.0);
    // Without some triangles that a ray along x from the middle would meet.
    let centre = |t: &[u32; 3]| t.map(|v| ball.vertices[v as usize].x).into_iter().sum::<f64>();
    let kept = ball.elements.iter().copied().filter(|t| centre(t) < 2.7).collect();
    ball.elements = kept;
    let mut scene = Scene::new();
    let object = scene.add("open", ball).unwrap();
    let mut tree = SceneTree::new();
    tree.update(&scene).unwrap();
    let signed = |at: DVec3| tree.signed_distance(&scene, &PointQuery::new(at)).unwrap().unwrap();
    assert!(signed(DVec3::ZERO).distance < 0.0);
    assert!(signed(DVec3::splat(0.9)).distance > 0.0);
    assert!(signed(DVec3::X * 9.0).distance > 0.0);
    assert!(tree.winding_number(&scene, object, DVec3::ZERO).unwrap() > 0.8);
}

#[test]
fn a_stale_tree_is_refused() {
    let mut scene = Scene::new();
    let mut tree = SceneTree::new();
    let ray = Ray::new(DVec3::ZERO, DVec3::X);
    assert_eq!(tree.cast(&scene, &ray), Ok(None), "nothing is there");
    let object = scene.add("ball", shapes::icosphere(1, 1.0)).unwrap();
    let missing = SceneTreeError::WrongObjectCount { tree: 0, scene: 1 };
    assert_eq!(tree.cast(&scene, &ray), Err(missing));
    tree.update(&scene).unwrap();
    assert!(tree.cast(&scene, &ray).unwrap().is_some());
    let stale = SceneTreeError::Stale { object, name: "ball".into() };
    scene.replace(object, Mesh::from(shapes::icosphere(2, 2.0))).unwrap();
    assert_eq!(tree.cast(&scene, &ray), Err(stale.clone()));
    tree.update(&scene).unwrap();
    let hit = tree.cast(&scene, &ray).unwrap().unwrap();
    assert!((hit.t - 2.0).abs() < 0.1);
    scene.vertices_mut(object).unwrap()[0].x += 1.0;
    assert_eq!(tree.cast(&scene, &ray), Err(stale.clone()));
    tree.update(&scene).unwrap();
    scene.transform(object, &DAffine3::from_translation(DVec3::X * 9.0)).unwrap();
    assert_eq!(tree.cast(&scene, &ray), Err(stale));
    tree.update(&scene).unwrap();
    let hit = tree.cast(&scene, &ray).unwrap().unwrap();
    assert!((hit.t - 7.0).abs() < 0.1, "{}", hit.t);
    assert_eq!(
        tree.cast(&Scene::new(), &ray),
        Err(SceneTreeError::WrongObjectCount { tree: 1, scene: 0 })
    );
}
