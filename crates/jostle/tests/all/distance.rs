//! Distances and depths of objects against brute force, and what they promise about moves.

use jostle::convex::{Penetration, Proximity, elements};
use jostle::distance::{Apart, Distance, DistanceError, Overlap, distance};
use jostle::geometry::distance::point_triangle;
use jostle::mesh::shapes::{self, Split};
use jostle::mesh::{Element, winding_number};
use jostle::{
    DVec3, ElementId, LocalElementId, Mesh, ObjectId, Query, QueryError, Scene, SceneError,
    TetMesh, TriangleMesh, collide,
};
use jostle_testing::SplitMix64;
use proptest::prelude::*;

fn scene(a: impl Into<Mesh>, b: impl Into<Mesh>) -> Scene {
    let mut scene = Scene::new();
    scene.add("a", a).unwrap();
    scene.add("b", b).unwrap();
    scene
}

fn apart(scene: &Scene) -> Apart {
    match distance(scene, ObjectId::new(0), ObjectId::new(1)).unwrap() {
        Distance::Apart(apart) => apart,
        Distance::Overlap(overlap) => panic!("{overlap:?}"),
    }
}

fn overlap(scene: &Scene) -> Overlap {
    match distance(scene, ObjectId::new(0), ObjectId::new(1)).unwrap() {
        Distance::Overlap(overlap) => overlap,
        Distance::Apart(apart) => panic!("{apart:?}"),
    }
}

/// Every pair of elements of the two objects.
fn all_pairs(scene: &Scene) -> impl Iterator<Item = (Element, Element)> + '_ {
    let [a, b] = [0, 1].map(|object| scene.objects()[object].elements());
    a.flat_map(move |i| {
        b.clone().map(move |k| (scene.element(ElementId::new(i)), scene.element(ElementId::new(k))))
    })
}

/// The least distance of all pairs; zero if some meet.
fn brute_distance(scene: &Scene) -> f64 {
    let pair_distance = |(a, b): (Element, Element)| match elements::proximity(&a, &b).unwrap() {
        Proximity::Apart(apart) => apart.distance,
        Proximity::Intersection(_) => 0.0,
    };
    all_pairs(scene).map(pair_distance).fold(f64::INFINITY, f64::min)
}

/// The longest minimum translation of all pairs that meet, and what it may be off by.
fn brute_depth(scene: &Scene) -> Option<(f64, f64)> {
    let pair_depth = |(a, b): (Element, Element)| match elements::penetration(&a, &b).unwrap() {
        Penetration::Apart(_) => None,
        Penetration::Overlap(overlap) => Some((overlap.depth, overlap.error)),
    };
    all_pairs(scene).filter_map(pair_depth).max_by(|a, b| a.0.total_cmp(&b.0))
}

fn is_on(point: DVec3, element: &Element) -> bool {
    let corner = Element::Triangle([point; 3]);
    match elements::proximity(&corner, element).unwrap() {
        Proximity::Apart(apart) => apart.distance <= 1e-13 * (1.0 + point.length()),
        Proximity::Intersection(_) => true,
    }
}

/// Elements at random: on a coarse lattice, where they touch, lie in one plane or have no area, or
/// anywhere.
fn soup<const N: usize>(lattice: bool) -> impl Strategy<Value = jostle::SimplexMesh<N>> {
    let coordinate = move || {
        if lattice { (-3i32..4).prop_map(f64::from).boxed() } else { (-3.0..3.0f64).boxed() }
    };
    let point = prop::array::uniform3(coordinate()).prop_map(DVec3::from_array);
    let offsets = prop::array::uniform4(prop::array::uniform3(coordinate()));
    prop::collection::vec((point, offsets), 1..25).prop_map(|elements| {
        let corners = elements.iter().flat_map(|(at, offsets)| {
            offsets[..N].iter().map(|offset| *at + DVec3::from_array(*offset) * 0.5)
        });
        let count = elements.len() as u32;
        let indices = (0..count).map(|e| std::array::from_fn(|i| e * N as u32 + i as u32));
        jostle::SimplexMesh::new(corners.collect(), indices.collect())
    })
}

fn mesh() -> impl Strategy<Value = Mesh> {
    any::<bool>().prop_flat_map(|lattice| {
        prop_oneof![
            soup::<3>(lattice).prop_map(Mesh::from),
            soup::<4>(lattice).prop_map(Mesh::from)
        ]
    })
}

fn moved(mesh: Mesh, by: DVec3) -> Mesh {
    match mesh {
        Mesh::Triangles(mesh) => mesh.translated(by).into(),
        Mesh::Tets(mesh) => mesh.translated(by).into(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn soups_are_as_far_apart_or_as_deep_as_brute_force_says(
        a in mesh(), b in mesh(), by in prop::array::uniform3(-8i32..9)
    ) {
        let scene = scene(a, moved(b, DVec3::from_array(by.map(f64::from))));
        let least = brute_distance(&scene);
        match distance(&scene, ObjectId::new(0), ObjectId::new(1)).unwrap() {
            Distance::Apart(apart) => {
                prop_assert!(least > 0.0);
                prop_assert!((apart.distance - least).abs() <= apart.error);
                let [p, q] = apart.points;
                let between = (q - p).length();
                prop_assert!((between - apart.distance).abs() < 1e-13 * (1.0 + p.length()));
                for (object, point) in [(0, p), (1, q)] {
                    let id = scene.element_id(ObjectId::new(object), apart.elements[object]);
                    let element = scene.element(id);
                    prop_assert!(is_on(point, &element), "{point} {element:?}");
                }
            }
            Distance::Overlap(overlap) => {
                prop_assert!(least == 0.0 || overlap.inside.is_some());
                let found = overlap.deepest_pair.map(|p| (p.depth, p.error));
                let expected = brute_depth(&scene);
                prop_assert_eq!(found.is_some(), expected.is_some());
                if let (Some(found), Some(expected)) = (found, expected) {
                    let off = (found.0 - expected.0).abs();
                    prop_assert!(off <= found.1 + expected.1, "{found:?} {expected:?}");
                    prop_assert!(overlap.depth_at_least() >= found.0);
                }
            }
        }
        prop_assert_eq!(least == 0.0, collide(&scene, &Query::pair_count().containment(false)).unwrap().any());
    }

    #[test]
    fn threads_and_order_change_nothing(a in mesh(), b in mesh(), x in 4i32..9) {
        let scene = scene(a, moved(b, DVec3::X * f64::from(x)));
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| distance(&scene, ObjectId::new(0), ObjectId::new(1)).unwrap())
        };
        let one = with(1);
        prop_assert_eq!(&with(4), &one);
        if let (Distance::Apart(there), Distance::Apart(back)) = (one, distance(&scene, ObjectId::new(1), ObjectId::new(0)).unwrap()) {
            prop_assert!((there.distance - back.distance).abs() <= there.error);
        }
    }
}

/// A corner of the triangle lies on a face of the tetrahedron, and by rounding seems to be above it.
#[test]
fn the_deepest_pair_may_merely_touch() {
    let tet = [[1.0, 2.5, -2.5], [-1.5, 1.5, -3.5], [-0.5, 1.5, -0.5], [0.0, 2.0, -2.5]];
    let triangle = [[-2.5, 3.5, -2.0], [-2.0, 2.0, -1.0], [-1.0, 1.5, -2.0]];
    let scene = scene(
        TetMesh::new(tet.map(DVec3::from_array).to_vec(), vec![[0, 1, 2, 3]]),
        TriangleMesh::new(triangle.map(DVec3::from_array).to_vec(), vec![[0, 1, 2]]),
    );
    let found = overlap(&scene);
    let pair = found.deepest_pair.expect("they touch");
    assert!(found.pairs == 1 && pair.depth <= pair.error, "{found:?}");
}

#[test]
fn nearest_of_large_meshes_without_all_pairs() {
    // 327,680 and 82,944 elements: all pairs would take hours.
    let sphere = shapes::icosphere(7, 1.0);
    let body = shapes::box_tets([24; 3], DVec3::splat(2.0), Split::Six, 0.0, 0);
    let scene = scene(sphere, body.translated(DVec3::new(3.0, 0.01, 0.02)));
    let apart = apart(&scene);
    // A corner of the sphere lies about on the x axis, and the box has a face across it.
    assert!((apart.distance - 1.0).abs() < 1e-4, "{apart:?}");
    assert!(apart.error < 1e-13);
}

#[test]
fn sheets_that_are_equally_near_everywhere() {
    let sheet = || shapes::cloth(100, 100, [1.0, 1.0]);
    let scene = scene(sheet(), sheet().translated(DVec3::Z * 0.25));
    let apart = apart(&scene);
    assert_eq!(
        (apart.distance, apart.elements),
        (0.25, [LocalElementId::new(0); 2]),
        "the lowest of many"
    );
}

#[test]
fn what_is_inside_a_closed_surface_overlaps_and_in_an_open_one_does_not() {
    let inner = || shapes::icosphere(2, 0.25).translated(DVec3::X * 0.5);
    let outer = shapes::icosphere(3, 1.0);
    let closed = scene(inner(), outer.clone());
    let found = overlap(&closed);
    assert_eq!((found.inside, found.pairs, found.deepest_pair), (Some(ObjectId::new(0)), 0, None));
    let vertex = found.deepest_vertex.unwrap();
    assert_eq!(vertex.object, ObjectId::new(0));
    // The far end of the inner sphere is 0.75 from the outer one at the most.
    assert!((found.depth_at_least() - 0.74).abs() < 0.03, "{found:?}");

    let mut torn = outer.clone();
    torn.elements.remove(0);
    let open = scene(inner(), torn);
    let near = apart(&open);
    assert!((near.distance - brute_distance(&open)).abs() <= near.error);
    assert!((near.distance - 0.25).abs() < 0.02);
    // A volume is solid, and its boundary is where one gets out.
    let solid = overlap(&scene(inner(), shapes::ball_tets(8, 1.0)));
    assert!(solid.pairs > 0 && (solid.depth_at_least() - 0.74).abs() < 0.03, "{solid:?}");
}

/// The deepest vertex by looking at all of them.
fn brute_vertex(inner: &TriangleMesh, outer: &TriangleMesh) -> f64 {
    let depth = |&p: &DVec3| {
        let triangles = (0..outer.elements.len()).map(|t| outer.corners(t));
        let nearest = triangles.map(|t| point_triangle(p, &t).distance);
        let nearest = nearest.fold(f64::INFINITY, f64::min);
        if winding_number(outer, p).unwrap() > 0.5 { nearest } else { 0.0 }
    };
    inner.vertices.iter().map(depth).fold(0.0, f64::max)
}

#[test]
fn the_deepest_vertex_and_no_shorter_move_parts() {
    let random = &mut SplitMix64::new(7);
    let mut unit = || random.signed();
    for round in 0..12 {
        let by = DVec3::new(unit(), unit(), unit());
        let a = shapes::torus(1.0, 0.4, 20, 12);
        let b = shapes::bumpy_sphere(4, 0.3, round).scaled(DVec3::splat(0.6)).translated(by);
        let moved_scene = |by: DVec3| scene(a.clone(), b.clone().translated(by));
        let Distance::Overlap(found) =
            distance(&moved_scene(DVec3::ZERO), ObjectId::new(0), ObjectId::new(1)).unwrap()
        else {
            continue;
        };
        let expected = brute_vertex(&a, &b).max(brute_vertex(&b, &a));
        let vertex = found.deepest_vertex.map_or(0.0, |vertex| vertex.depth);
        assert!((vertex - expected).abs() < 1e-13, "{vertex} {expected}");
        for _ in 0..60 {
            let direction = DVec3::new(unit(), unit(), unit()).normalize_or(DVec3::X);
            let step = direction * (found.depth_at_least() - found.error()) * (1.0 - 1e-12);
            assert!(
                collide(&moved_scene(step), &Query::first_pair()).unwrap().any(),
                "{step} {found:?}"
            );
        }
    }
}

#[test]
fn moving_the_deepest_pair_leaves_it_touching() {
    let ball = || shapes::ball_tets(4, 1.0);
    let scene = scene(ball(), ball().translated(DVec3::new(0.9, 0.3, 0.2)));
    let pair = overlap(&scene).deepest_pair.unwrap();
    let [a, b] = [0, 1].map(|object| {
        scene.element(scene.element_id(ObjectId::new(object), pair.elements[object]))
    });
    let Element::Tetrahedron(b) = b else { unreachable!() };
    let after = |share: f64| b.map(|p| p + pair.axis * pair.depth * share);
    let meet = |b: [DVec3; 4]| elements::intersects(&a, &Element::Tetrahedron(b)).unwrap();
    assert!(meet(after(0.999)) && !meet(after(1.001)));
    assert!(pair.depth > 0.01 && pair.error < 1e-13);
}

#[test]
fn touching_single_and_degenerate_elements() {
    let triangle = |z: f64| {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y].map(|p| p + DVec3::Z * z);
        TriangleMesh::new(corners.to_vec(), vec![[0, 1, 2]])
    };
    let touching = overlap(&scene(triangle(0.0), triangle(0.0).translated(DVec3::X)));
    assert_eq!((touching.pairs, touching.depth_at_least()), (1, 0.0));
    assert_eq!(apart(&scene(triangle(0.0), triangle(2.0))).distance, 2.0);
    let tet = TetMesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z], vec![[0, 1, 2, 3]]);
    assert_eq!(apart(&scene(triangle(1.5), tet)).distance, 0.5);
    let point = TriangleMesh::new(vec![DVec3::splat(2.0); 3], vec![[0, 1, 2]]);
    let needle =
        TetMesh::new([0.0, 1.0, 2.0, 5.0].map(|x| DVec3::X * x).to_vec(), vec![[0, 1, 2, 3]]);
    assert!((apart(&scene(point.clone(), needle)).distance - 8f64.sqrt()).abs() < 1e-14);
    assert_eq!(overlap(&scene(point.clone(), point)).depth_at_least(), 0.0);
}

#[test]
fn the_ends_of_the_number_range() {
    for scale in [1e-300, 1e-150, 1e-20, 1.0, 1e20, 1e150, 1e300] {
        let sphere = || shapes::icosphere(2, 1.0);
        let size = DVec3::splat(scale);
        let near = scene(
            sphere().scaled(size),
            sphere().translated(DVec3::new(2.5, 0.3, 0.1)).scaled(size),
        );
        let one = apart(&scene(sphere(), sphere().translated(DVec3::new(2.5, 0.3, 0.1))));
        let found = apart(&near);
        assert!((found.distance / scale - one.distance).abs() < 1e-12, "{scale:e} {found:?}");
    }
}

#[test]
fn what_cannot_be_told_says_why() {
    let mut scene = scene(shapes::icosphere(0, 1.0), TriangleMesh::default());
    let message = |found: Result<Distance, DistanceError>| found.unwrap_err().to_string();
    assert!(
        message(distance(&scene, ObjectId::new(0), ObjectId::new(1)))
            .starts_with("object 1 ('b') has no element")
    );
    assert!(
        message(distance(&scene, ObjectId::new(0), ObjectId::new(0)))
            .starts_with("object 0 ('a') is given twice")
    );
    let unknown = SceneError::NoSuchObject { object: ObjectId::new(2), objects: 2 };
    let error = distance(&scene, ObjectId::new(0), ObjectId::new(2)).unwrap_err();
    assert_eq!(error, DistanceError::Query(QueryError::Scene(unknown)));
    let other = scene.add("c", shapes::icosphere(0, 1.0)).unwrap();
    scene.vertices_mut(other).unwrap()[3].x = f64::NAN;
    assert!(
        message(distance(&scene, ObjectId::new(0), ObjectId::new(2)))
            .starts_with("object 2 ('c'): vertex 3 is at (NaN")
    );
}

/// Apart, and through each other.
#[test]
fn distances_at_every_power_of_ten_are_those_of_usual_size() {
    let at = |gap: f64, scale: f64| {
        let other = shapes::icosphere(0, 1.0).translated(DVec3::new(2.0 + gap, 0.1, 0.2));
        let scale = DVec3::splat(scale);
        let scene = scene(shapes::icosphere(0, 1.0).scaled(scale), other.scaled(scale));
        match distance(&scene, ObjectId::new(0), ObjectId::new(1)).unwrap() {
            Distance::Apart(apart) => apart.distance,
            Distance::Overlap(overlap) => -overlap.depth_at_least(),
        }
    };
    for gap in [0.7, -0.7] {
        let usual = at(gap, 1.0);
        assert_eq!(usual > 0.0, gap > 0.0);
        for power in -300..=300 {
            let scale = 10f64.powi(power);
            let share = at(gap, scale) / scale / usual;
            assert!((share - 1.0).abs() < 1e-12, "1e{power}: {share}");
        }
    }
}
