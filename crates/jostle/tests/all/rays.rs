//! Answers of `SceneTree` against brute force in exact arithmetic, on scenes and queries full of ties.

use jostle::convex::Sphere;
use jostle::distance::{PointQuery, Ray, RayHit, RaySide, SceneTree, SceneTreeError};
use jostle::geometry::distance::point_triangle;
use jostle::geometry::integers::{self, IntegerPoint};
use jostle::geometry::{Aabb, predicates};
use jostle::mesh::{Element, shapes, winding_number};
use jostle::{DVec3, ElementId, Mesh, ObjectId, Scene, TetMesh, TriangleMesh};
use jostle_testing::SplitMix64;
use num_bigint::BigInt;
use std::cmp::Ordering;
use std::collections::HashMap;

/// A triangle, or a face of the boundary of a body.
struct Face {
    object: usize,
    element: usize,
    /// Numbered within the object, ascending.
    vertices: [u32; 3],
    corners: [DVec3; 3],
    /// The direction in which it is seen from behind, by three of its corners.
    outward: [DVec3; 3],
}

fn faces(scene: &Scene) -> Vec<Face> {
    let mut faces = Vec::new();
    for (object, own) in scene.objects().iter().enumerate() {
        let first = own.vertices().start as u32;
        let mut uses: HashMap<[u32; 3], Vec<(usize, [u32; 3])>> = HashMap::new();
        for e in own.elements() {
            let corners = scene.corner_indices(ElementId::new(e));
            let element = e - own.elements().start;
            let sides: &[[usize; 3]] = match corners.len() {
                3 => &[[0, 1, 2]],
                _ => &[[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]],
            };
            for side in sides {
                let turned = side.map(|i| corners[i]);
                let mut sorted = turned;
                sorted.sort_unstable();
                // Each triangle of a surface counts, even twice.
                let key =
                    if corners.len() == 3 { [u32::MAX, u32::MAX, element as u32] } else { sorted };
                uses.entry(key).or_default().push((element, turned));
            }
        }
        for owners in uses.into_values().filter(|owners| owners.len() % 2 == 1) {
            let &(element, turned) = owners.iter().min().expect("an odd number");
            let at = |v: u32| scene.vertices()[v as usize];
            let mut outward = turned.map(at);
            if let Element::Tetrahedron([a, b, c, d]) =
                scene.element(ElementId::new(own.elements().start + element))
                && predicates::orient3d(a, b, c, d) < 0
            {
                outward.swap(0, 1);
            }
            let mut vertices = turned.map(|v| v - first);
            vertices.sort_unstable();
            faces.push(Face { object, element, vertices, corners: turned.map(at), outward });
        }
    }
    faces
}

fn minus(a: &IntegerPoint, b: &IntegerPoint) -> IntegerPoint {
    [0, 1, 2].map(|i| &a[i] - &b[i])
}

/// The least `t >= 0` with `origin + t direction` in the hull of the corners, as a quotient.
///
/// It is the solution of a linear program in `t` and three weights, so that it is a basic one: of those that
/// are determined by some of the four unknowns, with the others zero.
fn first_common_point(ray: &Ray, corners: &[DVec3; 3]) -> Option<[BigInt; 2]> {
    let [a, b, c] = *corners;
    let points = integers::at_common_scale(&[ray.origin, ray.direction, a, b, c]);
    let column =
        |p: &IntegerPoint, one: i32| p.iter().cloned().chain([one.into()]).collect::<Vec<_>>();
    let direction = points[1].clone().map(|x| -x);
    let mut columns = vec![column(&direction, 0)];
    columns.extend(points[2..].iter().map(|p| column(p, 1)));
    let right = column(&points[0], 1);
    let basic = |unknowns: u32| {
        let columns: Vec<_> =
            (0..4).filter(|i| unknowns >> i & 1 == 1).map(|i| columns[i].clone()).collect();
        let (values, whole) = integers::solve(&columns, &right)?;
        let is_in = values.iter().all(|value| integers::sign(value) >= 0);
        let t = if unknowns & 1 == 1 { values[0].clone() } else { BigInt::ZERO };
        is_in.then_some([t, whole])
    };
    let has_one_solution = integers::solve(&columns, &right).is_some();
    if has_one_solution {
        return basic(0b1111);
    }
    (1..15).filter_map(basic).min_by(compare)
}

fn compare(a: &[BigInt; 2], b: &[BigInt; 2]) -> Ordering {
    (&a[0] * &b[1]).cmp(&(&b[0] * &a[1]))
}

fn is_up_to(t: &[BigInt; 2], largest: f64) -> bool {
    if largest == f64::INFINITY {
        return true;
    }
    let (points, exponent) = integers::with_common_exponent(&[DVec3::splat(largest)]);
    let largest = &points[0][0] * &t[1];
    if exponent >= 0 {
        t[0] <= largest << exponent as usize
    } else {
        &t[0] << -exponent as usize <= largest
    }
}

/// On which side of a face's front a ray comes in.
fn side(ray: &Ray, face: &Face) -> RaySide {
    let [a, b, c] = face.outward;
    let p = integers::at_common_scale(&[a, b, c, ray.direction]);
    let (e, f, d) = (minus(&p[1], &p[0]), minus(&p[2], &p[0]), &p[3]);
    let minor = |i: usize, j: usize| &e[i] * &f[j] - &e[j] * &f[i];
    match integers::sign(&(&d[0] * minor(1, 2) + &d[1] * minor(2, 0) + &d[2] * minor(0, 1))) {
        0 => RaySide::Along,
        1 => RaySide::Back,
        _ => RaySide::Front,
    }
}

/// Compares both casts of a ray with brute force.
fn check_ray(scene: &Scene, tree: &SceneTree, faces: &[Face], ray: &Ray) {
    let hit = |face| {
        let t =
            first_common_point(ray, &Face::corners(face)).filter(|t| is_up_to(t, ray.largest))?;
        Some((t, face))
    };
    let mut expected: Vec<([BigInt; 2], &Face)> = faces.iter().filter_map(hit).collect();
    expected.sort_by(|(t, a), (u, b)| {
        compare(t, u)
            .then((a.object, a.element, a.vertices).cmp(&(b.object, b.element, b.vertices)))
    });
    let mut found = Vec::new();
    tree.cast_all(scene, ray, &mut found).unwrap();
    assert_eq!(tree.cast(scene, ray).unwrap().as_ref(), found.first());
    // Faces of one tetrahedron at one point are in an order of their own.
    let sorted = |hit: &RayHit| {
        let mut corners = hit.corners;
        corners.sort_unstable();
        corners
    };
    let mut from = 0;
    while from < expected.len().min(found.len()) {
        let is_tied = |(t, face): &([BigInt; 2], &Face)| {
            compare(t, &expected[from].0).is_eq()
                && (face.object, face.element)
                    == (expected[from].1.object, expected[from].1.element)
        };
        let to = from + expected[from..].iter().take_while(|own| is_tied(own)).count();
        let to = to.min(found.len());
        found[from..to].sort_by_key(sorted);
        from = to;
    }
    let key = |hit: &RayHit| (hit.object.index(), hit.element.index(), sorted(hit), hit.side);
    let expected_key = |(_, face): &([BigInt; 2], &Face)| {
        (face.object, face.element, face.vertices, side(ray, face))
    };
    let found_keys: Vec<_> = found.iter().map(key).collect();
    let expected_keys: Vec<_> = expected.iter().map(expected_key).collect();
    assert_eq!(found_keys, expected_keys, "{ray:?}");
    for (hit, ([t, whole], face)) in found.iter().zip(&expected) {
        let t = integers::quotient(t, whole, 0);
        let is_close = (hit.t - t).abs() <= 2f64.powi(-40) * t + f64::from_bits(4);
        assert!(is_close || hit.t == t, "{} is {t}", hit.t);
        check_weights(scene, ray, hit, face);
    }
}

impl Face {
    fn corners(&self) -> [DVec3; 3] {
        self.corners
    }
}

/// The weights are those of the point on the ray, as far as `f64` can tell.
fn check_weights(scene: &Scene, ray: &Ray, hit: &RayHit, face: &Face) {
    assert!(hit.weights.iter().all(|&w| w >= 0.0));
    let first = scene.object(hit.object).unwrap().vertices().start;
    let corners = hit.corners.map(|v| scene.vertices()[first + v as usize]);
    let sum: f64 = hit.weights.iter().sum();
    assert!((sum - 1.0).abs() < 1e-11, "{sum}");
    let at = corners.iter().zip(hit.weights).fold(DVec3::ZERO, |sum, (&p, w)| sum + p * w);
    let largest = corners.iter().fold(ray.origin.abs(), |most, p| most.max(p.abs())).max_element();
    let on_ray = ray.at(hit.t);
    if on_ray.is_finite() && hit.t > 1e-300 {
        let bound = 1e-11 * largest + f64::from_bits(8);
        assert!((at - on_ray).abs().max_element() <= bound, "{at} {on_ray} {:?}", face.corners);
    }
}

fn small_integer(random: &mut SplitMix64) -> f64 {
    let value = (random.next_u64() % 5) as f64 - 2.0;
    // Zeros of both signs.
    if value == 0.0 && random.next_u64().is_multiple_of(2) { -0.0 } else { value }
}

fn grid_point(random: &mut SplitMix64) -> DVec3 {
    DVec3::new(small_integer(random), small_integer(random), small_integer(random))
}

fn random_point(random: &mut SplitMix64) -> DVec3 {
    DVec3::new(random.signed(), random.signed(), random.signed()) * 2.0
}

/// Corners of an element, all different.
fn corners<const N: usize>(random: &mut SplitMix64, vertices: usize) -> [u32; N] {
    let first = random.next_u64() as usize % vertices;
    std::array::from_fn(|i| ((first + i * (1 + first % 3)) % vertices) as u32)
}

/// Surfaces and bodies with corners on a small grid: flat, without area, folded, doubled, inverted.
fn grid_scene(random: &mut SplitMix64) -> Scene {
    let mut scene = Scene::new();
    let vertices: Vec<DVec3> = (0..13).map(|_| grid_point(random)).collect();
    let elements = (0..12).map(|_| corners::<3>(random, 13)).collect();
    scene.add("soup", TriangleMesh::new(vertices, elements)).unwrap();
    scene.add("empty", TriangleMesh::default()).unwrap();
    let vertices: Vec<DVec3> = (0..11).map(|_| grid_point(random)).collect();
    let elements = (0..5).map(|_| corners::<4>(random, 11)).collect();
    scene.add("body", TetMesh::new(vertices, elements)).unwrap();
    scene.add("cube", shapes::box_surface(DVec3::splat(2.0), [1, 1, 1])).unwrap();
    scene.add("nothing", TetMesh::default()).unwrap();
    scene
}

/// Through corners, along edges, in planes, from on triangles, along axes, up to what they meet.
fn grid_ray(random: &mut SplitMix64, scene: &Scene) -> Ray {
    let vertex = |random: &mut SplitMix64| {
        scene.vertices()[random.next_u64() as usize % scene.vertices().len()]
    };
    let (p, q) = (vertex(random), vertex(random));
    let origin = match random.next_u64() % 6 {
        0 => p,
        1 => (p + q) * 0.5,
        2 => p + (p - q),
        3 => random_point(random),
        _ => grid_point(random) * 2.0,
    };
    let axis = [DVec3::X, DVec3::Y, DVec3::Z][random.next_u64() as usize % 3];
    let direction = match random.next_u64() % 6 {
        0 => q - origin,
        1 => q - p,
        2 => (p + q) * 0.5 - origin,
        3 => random_point(random),
        4 => axis * small_integer(random) * -0.5,
        _ => grid_point(random),
    };
    let direction = if direction == DVec3::ZERO { DVec3::new(-0.0, 0.0, -1.0) } else { direction };
    let largest =
        [f64::INFINITY, f64::INFINITY, 1.0, 0.5, 0.0, 2.0][random.next_u64() as usize % 6];
    Ray::new(origin, direction).up_to(largest)
}

fn scaled(p: DVec3, power: i32) -> DVec3 {
    p * 2f64.powi(power / 2) * 2f64.powi(power - power / 2)
}

fn scale_object(scene: &mut Scene, object: usize, power: i32) {
    let vertices = scene.vertices_mut(ObjectId::new(object)).unwrap();
    vertices.iter_mut().for_each(|v| *v = scaled(*v, power));
}

#[test]
fn rays_hit_as_by_brute_force() {
    let mut random = SplitMix64::new(1);
    let mut tree = SceneTree::new();
    for _ in 0..60 {
        let scene = grid_scene(&mut random);
        // One tree for all: each scene is a change of topology of the last.
        tree.update(&scene).unwrap();
        let faces = faces(&scene);
        for _ in 0..40 {
            check_ray(&scene, &tree, &faces, &grid_ray(&mut random, &scene));
        }
    }
}

#[test]
fn rays_of_all_sizes_hit_as_by_brute_force() {
    let mut random = SplitMix64::new(2);
    for power in [-1060, -1020, -990, -600, -300, -150, 150, 300, 600, 990, 1020] {
        for _ in 0..3 {
            let mut scene = grid_scene(&mut random);
            let rays: Vec<Ray> = (0..12).map(|_| grid_ray(&mut random, &scene)).collect();
            (0..scene.objects().len()).for_each(|o| scale_object(&mut scene, o, power));
            let mut tree = SceneTree::new();
            tree.update(&scene).unwrap();
            let faces = faces(&scene);
            for ray in rays {
                let origin = scaled(ray.origin, power);
                for direction in [ray.direction, scaled(ray.direction, power)] {
                    check_ray(
                        &scene,
                        &tree,
                        &faces,
                        &Ray { origin, direction, largest: ray.largest },
                    );
                }
            }
        }
    }
}

/// Huge and tiny objects in one scene, and rays from one to the other.
#[test]
fn objects_of_different_sizes_are_hit_as_by_brute_force() {
    let mut random = SplitMix64::new(3);
    for powers in [[-500, 500], [-900, 0], [0, 900], [-40, 40], [-1000, 1000]] {
        for _ in 0..3 {
            let mut scene = grid_scene(&mut random);
            scale_object(&mut scene, 0, powers[0]);
            scale_object(&mut scene, 2, powers[1]);
            let mut tree = SceneTree::new();
            tree.update(&scene).unwrap();
            let faces = faces(&scene);
            for _ in 0..20 {
                check_ray(&scene, &tree, &faces, &grid_ray(&mut random, &scene));
            }
        }
    }
}

/// Trees of several levels, as built and as refitted to vertices that are all over the place.
#[test]
fn fine_meshes_are_hit_as_by_brute_force() {
    let mut random = SplitMix64::new(10);
    let mut scene = Scene::new();
    let ball = scene.add("ball", shapes::bumpy_sphere(6, 0.3, 1)).unwrap();
    scene.add("body", shapes::ball_tets(3, 0.7)).unwrap();
    let mut tree = SceneTree::new();
    for frame in 0..4 {
        if frame > 0 {
            let size = 0.1 * f64::from(frame * frame);
            let vertices = scene.vertices_mut(ball).unwrap();
            vertices.iter_mut().for_each(|v| *v += random_point(&mut random) * size);
        }
        tree.update(&scene).unwrap();
        let faces = faces(&scene);
        for _ in 0..15 {
            check_ray(&scene, &tree, &faces, &grid_ray(&mut random, &scene));
        }
        for _ in 0..5 {
            check_closest(&scene, &tree, &faces, &PointQuery::new(random_point(&mut random)));
        }
    }
}

/// Refits, topologies that change, and fewer objects than before.
#[test]
fn trees_follow_their_scenes() {
    let mut random = SplitMix64::new(4);
    let mut tree = SceneTree::new();
    let mut scene = grid_scene(&mut random);
    for round in 0..24 {
        match round % 6 {
            0 => scene.replace(ObjectId::new(0), shapes::icosphere(1, 1.5)).unwrap(),
            1 => scene.replace(ObjectId::new(1), shapes::cloth(3, 3, [2.0, 2.0])).unwrap(),
            2 => scene.replace(ObjectId::new(1), TriangleMesh::default()).unwrap(),
            3 => {
                scene = Scene::new();
                scene.add("ball", shapes::ball_tets(2, 1.5)).unwrap();
            }
            4 => scene = grid_scene(&mut random),
            _ => {
                for object in 0..scene.objects().len() {
                    let vertices = scene.vertices_mut(ObjectId::new(object)).unwrap();
                    vertices.iter_mut().for_each(|v| *v = (*v + grid_point(&mut random)) * 0.5);
                }
            }
        }
        tree.update(&scene).unwrap();
        let mut fresh = SceneTree::new();
        fresh.update(&scene).unwrap();
        let faces = faces(&scene);
        for _ in 0..8 {
            let ray = grid_ray(&mut random, &scene);
            check_ray(&scene, &tree, &faces, &ray);
            let query = PointQuery::new(random_point(&mut random));
            let signed = tree.signed_distance(&scene, &query).unwrap();
            assert_eq!(signed, fresh.signed_distance(&scene, &query).unwrap());
            check_closest(&scene, &tree, &faces, &query);
        }
    }
    tree.update(&Scene::new()).unwrap();
    let (ray, query) = (Ray::new(DVec3::ZERO, DVec3::X), PointQuery::new(DVec3::ZERO));
    assert_eq!(tree.cast(&Scene::new(), &ray), Ok(None));
    assert_eq!(tree.closest_point(&Scene::new(), &query), Ok(None));
}

/// The closest point is the first of brute force with the same arithmetic, and as far as in exact arithmetic.
fn check_closest(scene: &Scene, tree: &SceneTree, faces: &[Face], query: &PointQuery) {
    let asked =
        faces.iter().filter(|face| query.object.is_none_or(|own| own.index() == face.object));
    let measured = asked.map(|face| {
        let distance = point_triangle(query.point, &face.corners).distance;
        (distance, face.object, face.element, face)
    });
    let expected = measured
        .min_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))))
        .filter(|own| own.0 <= query.largest);
    let found = tree.closest_point(scene, query).unwrap();
    let key = found.map(|own| (own.distance, own.object.index(), own.element.index()));
    assert_eq!(key, expected.map(|own| (own.0, own.1, own.2)), "{query:?}");
    let (Some(found), Some((.., face))) = (found, expected) else { return };
    let all = faces.iter().filter(|face| query.object.is_none_or(|own| own.index() == face.object));
    let exact = all
        .map(|face| {
            let corners = face.corners.map(|p| p.to_array());
            jostle_oracle::separation(&corners, &[query.point.to_array()]).distance()
        })
        .fold(f64::INFINITY, f64::min);
    let diameter = Aabb::from_points(face.corners).size().element_sum();
    let bound = 2f64.powi(-46) * (exact + diameter);
    assert!((found.distance - exact).abs() <= bound, "{} is {exact}", found.distance);
    assert!(found.weights.iter().all(|&w| w >= 0.0));
    let largest =
        face.corners.iter().fold(query.point.abs(), |most, p| most.max(p.abs())).max_element();
    let by = found.point - query.point;
    let unit = by.abs().max_element().max(f64::MIN_POSITIVE);
    let away = (by / unit).length() * unit;
    assert!((away - found.distance).abs() <= 2f64.powi(-44) * largest, "{away} {}", found.distance);
}

#[test]
fn closest_points_are_those_of_brute_force() {
    let mut random = SplitMix64::new(5);
    for power in [0, 0, 0, 0, 0, 0, -1000, -500, -300, -260, -200, 140, 200, 300, 500] {
        let mut scene = grid_scene(&mut random);
        let points: Vec<DVec3> = (0..30)
            .map(|i| match i % 5 {
                0 => grid_point(&mut random),
                1 => grid_point(&mut random) * 0.5,
                2 => random_point(&mut random) * 1e6,
                3 => {
                    scene.vertices()[i % scene.vertices().len()] + random_point(&mut random) * 1e-9
                }
                _ => random_point(&mut random),
            })
            .collect();
        (0..scene.objects().len()).for_each(|o| scale_object(&mut scene, o, power));
        let mut tree = SceneTree::new();
        tree.update(&scene).unwrap();
        let faces = faces(&scene);
        for (i, point) in points.into_iter().enumerate() {
            let query = PointQuery::new(scaled(point, power));
            check_closest(&scene, &tree, &faces, &query);
            check_closest(&scene, &tree, &faces, &query.of(ObjectId::new(i % 5)));
            check_closest(&scene, &tree, &faces, &query.within(scaled(DVec3::X, power).x));
        }
    }
}

#[test]
fn distances_that_overflow_are_infinite() {
    let corners = [DVec3::X, DVec3::Y, DVec3::Z].map(|p| p * -f64::MAX);
    let mut scene = Scene::new();
    scene.add("huge", TriangleMesh::new(corners.to_vec(), vec![[0, 1, 2]])).unwrap();
    let mut tree = SceneTree::new();
    tree.update(&scene).unwrap();
    let query = PointQuery::new(DVec3::splat(f64::MAX));
    let closest = tree.closest_point(&scene, &query).unwrap().unwrap();
    assert!(closest.distance == f64::INFINITY && closest.point.is_finite());
    let near = PointQuery::new(DVec3::splat(-f64::MAX / 3.0));
    let closest = tree.closest_point(&scene, &near).unwrap().unwrap();
    assert!(closest.distance < f64::MAX * 1e-12, "{closest:?}");
    let ray = Ray::new(DVec3::splat(f64::MAX), DVec3::splat(-f64::MAX));
    let hit = tree.cast(&scene, &ray).unwrap().unwrap();
    assert!((hit.t - 4.0 / 3.0).abs() < 1e-12);
    let slow = Ray::new(DVec3::splat(f64::MAX), DVec3::splat(-f64::MIN_POSITIVE));
    assert_eq!(tree.cast(&scene, &slow).unwrap().unwrap().t, f64::INFINITY);
}

/// Boxes and balls, against the oracle.
#[test]
fn elements_in_boxes_and_balls_are_those_of_brute_force() {
    let mut random = SplitMix64::new(6);
    for power in [0, 0, 0, 0, -300, 300, -1000, 900] {
        let mut scene = grid_scene(&mut random);
        (0..scene.objects().len()).for_each(|o| scale_object(&mut scene, o, power));
        let mut tree = SceneTree::new();
        tree.update(&scene).unwrap();
        let corners = |e: usize| {
            let corners = scene.corner_indices(ElementId::new(e)).iter();
            corners.map(|&v| scene.vertices()[v as usize].to_array()).collect::<Vec<_>>()
        };
        let all = |radius: f64, shape: &[[f64; 3]]| -> Vec<ElementId> {
            let meets = |e: &usize| {
                jostle_oracle::separation(&corners(*e), shape).meets_within([radius, 0.0])
            };
            (0..scene.element_count()).filter(meets).map(ElementId::new).collect()
        };
        let (mut boxes, mut balls, mut expected) =
            (Vec::new(), Vec::new(), [Vec::new(), Vec::new()]);
        for round in 0..12 {
            let pair = [(); 2].map(|()| match round % 2 {
                0 => scaled(grid_point(&mut random) * 0.5, power),
                _ => scaled(random_point(&mut random), power),
            });
            let bounds = Aabb::from_points(pair);
            let corner = |i: usize| {
                [0, 1, 2].map(|x| if i >> x & 1 == 0 { bounds.min[x] } else { bounds.max[x] })
            };
            expected[0].push(all(0.0, &(0..8).map(corner).collect::<Vec<_>>()));
            boxes.push(bounds);
            let radius = scaled(DVec3::X * (round as f64 / 8.0).floor(), power).x;
            expected[1].push(all(radius, &[pair[0].to_array()]));
            balls.push(Sphere::new(pair[0], radius));
        }
        let mut found = Vec::new();
        tree.elements_in_box_many(&scene, &boxes, &mut found).unwrap();
        assert_eq!(found, expected[0]);
        let mut one = Vec::new();
        tree.elements_in_box(&scene, &boxes[3], &mut one).unwrap();
        assert_eq!(one, expected[0][3]);
        tree.elements_in_ball_many(&scene, &balls, &mut found).unwrap();
        assert_eq!(found, expected[1]);
        tree.elements_in_ball(&scene, &balls[3], &mut one).unwrap();
        assert_eq!(one, expected[1][3]);
    }
}

#[test]
fn closed_surfaces_wind_a_whole_number_of_times() {
    let mut random = SplitMix64::new(7);
    let ball = shapes::icosphere(2, 1.0);
    let twice = {
        let mut both = ball.clone();
        let other = shapes::icosphere(2, 0.8).translated(DVec3::X * 0.5);
        both.elements
            .extend(other.elements.iter().map(|t| t.map(|v| v + ball.vertices.len() as u32)));
        both.vertices.extend(other.vertices);
        both
    };
    let turned = |mut mesh: TriangleMesh| {
        mesh.elements.iter_mut().for_each(|t| t.swap(0, 1));
        mesh
    };
    for mesh in
        [ball.clone(), turned(ball), twice.clone(), turned(twice), shapes::torus(1.0, 0.4, 24, 12)]
    {
        let mut scene = Scene::new();
        let object = scene.add("mesh", mesh.clone()).unwrap();
        let mut tree = SceneTree::new();
        tree.update(&scene).unwrap();
        let points: Vec<DVec3> = (0..300).map(|_| random_point(&mut random) * 0.7).collect();
        let mut numbers = Vec::new();
        tree.winding_number_many(&scene, object, &points, &mut numbers).unwrap();
        for (point, number) in points.into_iter().zip(numbers) {
            let expected = winding_number(&mesh, point).unwrap();
            assert!(
                (number - expected).abs() < 1e-9 && number.fract() == 0.0,
                "{number} {expected}"
            );
            let signed = tree.signed_distance(&scene, &PointQuery::new(point)).unwrap().unwrap();
            assert_eq!(signed.distance < 0.0, number != 0.0);
        }
    }
}

/// Bodies whose tetrahedra overlap or are inverted; surfaces that are closed but not oriented.
#[test]
fn the_inside_of_a_body_is_that_of_its_tetrahedra() {
    let mut random = SplitMix64::new(8);
    for _ in 0..20 {
        let scene = grid_scene(&mut random);
        let mut tree = SceneTree::new();
        tree.update(&scene).unwrap();
        let body = ObjectId::new(2);
        for _ in 0..40 {
            let point = random_point(&mut random);
            let elements = scene.object(body).unwrap().elements();
            let holds = |e: usize| match scene.element(ElementId::new(e)) {
                Element::Tetrahedron(t) => {
                    jostle_oracle::intersect(&t.map(|p| p.to_array()), &[point.to_array()])
                }
                Element::Triangle(_) => false,
            };
            let expected = if elements.into_iter().any(holds) { 1.0 } else { 0.0 };
            assert_eq!(tree.winding_number(&scene, body, point), Ok(expected));
        }
    }
    let mut ball = shapes::icosphere(2, 1.0);
    ball.elements.iter_mut().step_by(3).for_each(|t| t.swap(0, 1));
    let mut scene = Scene::new();
    scene.add("turned here and there", ball).unwrap();
    let mut tree = SceneTree::new();
    tree.update(&scene).unwrap();
    for _ in 0..100 {
        let point = random_point(&mut random);
        let signed = tree.signed_distance(&scene, &PointQuery::new(point)).unwrap().unwrap();
        assert_eq!(signed.distance < 0.0, point.length() < 0.97, "{point}");
    }
}

#[test]
fn answers_do_not_depend_on_threads() {
    let mut random = SplitMix64::new(9);
    let mut scene = grid_scene(&mut random);
    scene.add("ball", shapes::bumpy_sphere(8, 0.3, 1)).unwrap();
    let rays: Vec<Ray> = (0..500).map(|_| grid_ray(&mut random, &scene)).collect();
    let points: Vec<PointQuery> =
        (0..500).map(|_| PointQuery::new(random_point(&mut random))).collect();
    let answers = [1, 4].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut tree = SceneTree::new();
            tree.update(&scene).unwrap();
            let (mut first, mut all) = (Vec::new(), Vec::new());
            tree.cast_many(&scene, &rays, &mut first).unwrap();
            tree.cast_all_many(&scene, &rays, &mut all).unwrap();
            let (mut closest, mut signed) = (Vec::new(), Vec::new());
            tree.closest_point_many(&scene, &points, &mut closest).unwrap();
            tree.signed_distance_many(&scene, &points, &mut signed).unwrap();
            (first, all, closest, signed)
        })
    });
    assert_eq!(answers[0], answers[1]);
    assert!(
        answers[0].0.iter().zip(&answers[0].1).all(|(first, all)| first.as_ref() == all.first())
    );
}

#[test]
fn bad_queries_are_refused_by_name() {
    let mut scene = Scene::new();
    let ball = scene.add("ball", Mesh::from(shapes::icosphere(1, 1.0))).unwrap();
    let mut tree = SceneTree::new();
    tree.update(&scene).unwrap();
    let good = Ray::new(DVec3::ZERO, DVec3::X);
    let bad_rays = [
        Ray::new(DVec3::NAN, DVec3::X),
        Ray::new(DVec3::ZERO, DVec3::ZERO),
        Ray::new(DVec3::ZERO, -DVec3::ZERO),
        Ray::new(DVec3::ZERO, DVec3::X * f64::INFINITY),
        good.up_to(-1.0),
        good.up_to(f64::NAN),
    ];
    for bad in bad_rays {
        let message =
            tree.cast_many(&scene, &[good, bad], &mut Vec::new()).unwrap_err().to_string();
        assert!(
            message.starts_with("ray 1 goes from") && message.ends_with("leave the ray out"),
            "{message}"
        );
        assert!(matches!(tree.cast(&scene, &bad), Err(SceneTreeError::BadRay { index: 0, .. })));
        assert!(tree.cast_all(&scene, &bad, &mut Vec::new()).is_err());
        assert!(tree.cast_all_many(&scene, &[bad], &mut Vec::new()).is_err());
    }
    let good = PointQuery::new(DVec3::ZERO);
    for bad in [PointQuery::new(DVec3::NAN), good.within(-1.0), good.within(f64::NAN)] {
        let queries = [good, bad];
        let message =
            tree.closest_point_many(&scene, &queries, &mut Vec::new()).unwrap_err().to_string();
        assert!(
            message.starts_with("point 1 is (") && message.ends_with("leave the point out"),
            "{message}"
        );
        assert!(tree.signed_distance_many(&scene, &queries, &mut Vec::new()).is_err());
        assert!(
            tree.closest_point(&scene, &bad).is_err()
                && tree.signed_distance(&scene, &bad).is_err()
        );
    }
    assert!(tree.winding_number(&scene, ball, DVec3::NAN).is_err());
    let none = ObjectId::new(7);
    assert!(matches!(tree.closest_point(&scene, &good.of(none)), Err(SceneTreeError::Scene(_))));
    assert!(matches!(
        tree.winding_number(&scene, none, DVec3::ZERO),
        Err(SceneTreeError::Scene(_))
    ));
    let inverted = Aabb { min: DVec3::ONE, max: DVec3::ZERO };
    let endless = Aabb { min: DVec3::ZERO, max: DVec3::splat(f64::INFINITY) };
    for bounds in [inverted, endless, Aabb { min: DVec3::NAN, max: DVec3::ONE }] {
        let message =
            tree.elements_in_box(&scene, &bounds, &mut Vec::new()).unwrap_err().to_string();
        assert!(
            message.starts_with("box 0 goes from") && message.contains("Aabb::from_points"),
            "{message}"
        );
    }
    for (centre, radius) in [(DVec3::NAN, 1.0), (DVec3::ZERO, -1.0), (DVec3::ZERO, f64::NAN)] {
        let ball = Sphere::new(centre, radius);
        let message =
            tree.elements_in_ball(&scene, &ball, &mut Vec::new()).unwrap_err().to_string();
        assert!(message.starts_with("ball 0 is round") && message.contains("radius"), "{message}");
    }
    scene.vertices_mut(ball).unwrap()[3].y = f64::NAN;
    assert!(matches!(tree.update(&scene), Err(SceneTreeError::Scene(_))));
    let message = tree.cast(&scene, &Ray::new(DVec3::ZERO, DVec3::X)).unwrap_err().to_string();
    assert!(
        message.contains("object 0 ('ball')") && message.contains("SceneTree::update"),
        "{message}"
    );
}
