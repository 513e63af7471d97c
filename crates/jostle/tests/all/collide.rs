//! `collide` returns all of the answer and nothing else. Every broad phase, query mode and number of
//! threads on random scenes: `scenes` in xtask.

use jostle::collide::Broad;
use jostle::mesh::shapes::{self, Split};
use jostle::{
    Collisions, DVec3, Filters, Mesh, ObjectId, Query, QueryError, Scene, SceneError, Session,
    TriangleMesh, Workspace, collide,
};
use jostle_testing::{brute_force_pairs, random_scene};
use proptest::prelude::*;

fn collide_on(threads: usize, scene: &Scene, query: &Query) -> Collisions {
    let mut workspace = Workspace::in_session(&Session::new().threads(threads));
    workspace.collide(scene, query).unwrap().clone()
}

fn self_collisions(mesh: impl Into<Mesh>) -> Collisions {
    let mut scene = Scene::new();
    scene.add("mesh", mesh).unwrap();
    scene.set_self_collision(ObjectId::new(0), true).unwrap();
    collide(&scene, &Query::default()).unwrap()
}

/// Objects inside others, by their indices.
fn inside(collisions: &Collisions) -> Vec<(usize, usize)> {
    collisions.inside().iter().map(|(inner, outer)| (inner.index(), outer.index())).collect()
}

fn shapes_of_all_kinds() -> Vec<(&'static str, Mesh)> {
    let size = DVec3::new(1.0, 0.7, 0.4);
    vec![
        ("icosphere", shapes::icosphere(3, 1.0).into()),
        ("geodesic sphere", shapes::geodesic_sphere(7, 0.1).into()),
        ("bumpy sphere", shapes::bumpy_sphere(12, 0.3, 1).into()),
        ("torus", shapes::torus(1.0, 0.3, 40, 16).into()),
        ("torus knot", shapes::torus_knot(2, 3, 0.2, 300, 10).into()),
        ("box", shapes::box_surface(size, [5, 4, 3]).into()),
        ("Chazelle polyhedron", shapes::chazelle(12, 0.05).into()),
        ("cloth", shapes::cloth(20, 15, [1.0, 1.0]).into()),
        (
            "rippled cloth",
            shapes::rippled_cloth(20, 15, [1.0, 1.0], shapes::Diagonals::Alternating, 0.05, 3)
                .into(),
        ),
        ("sleeve", shapes::sleeve(0.3, 1.0, 24, 10).into()),
        ("five-tet box", shapes::box_tets([5, 4, 3], size, Split::Five, 0.0, 0).into()),
        (
            "jittered six-tet box",
            shapes::box_tets([5, 4, 3], size, Split::Six, shapes::MAX_JITTER, 7).into(),
        ),
        ("beam", shapes::beam_tets(3.0, 0.3, 3, Split::Five).into()),
        ("ball", shapes::ball_tets(5, 1.0).into()),
        ("rod", shapes::rod_tets(2.0, 0.2, 3, 8).into()),
    ]
}

#[test]
fn valid_shapes_do_not_collide_with_themselves() {
    for (name, mesh) in shapes_of_all_kinds() {
        assert_eq!(self_collisions(mesh).pairs(), [], "{name}");
    }
}

#[test]
fn a_vertex_pushed_through_the_other_side_is_found_as_brute_force_finds_it() {
    for (name, mut mesh) in shapes_of_all_kinds() {
        if mesh.element_count() > 2_000 {
            continue;
        }
        let middle = mesh.bounds().min.midpoint(mesh.bounds().max);
        let vertices = match &mut mesh {
            Mesh::Triangles(mesh) => &mut mesh.vertices,
            Mesh::Tets(mesh) => &mut mesh.vertices,
        };
        // From the far end, through the middle and out again.
        let far = (0..vertices.len())
            .max_by(|&i, &j| vertices[i].distance(middle).total_cmp(&vertices[j].distance(middle)));
        let far = far.unwrap();
        vertices[far] = middle - (vertices[far] - middle) * 1.5;
        let mut scene = Scene::new();
        scene.add(name, mesh).unwrap();
        scene.set_self_collision(ObjectId::new(0), true).unwrap();
        let found = collide(&scene, &Query::default()).unwrap();
        assert_eq!(found.pairs(), brute_force_pairs(&scene), "{name}");
        assert!(!found.pairs().is_empty(), "{name}: the fold went unnoticed");
    }
}

#[test]
fn a_folded_flat_sheet_is_found() {
    let mut sheet = shapes::cloth(4, 4, [1.0, 1.0]);
    for vertex in &mut sheet.vertices {
        vertex.x = vertex.x.abs();
    }
    let found = self_collisions(sheet);
    assert!(found.pairs().len() > 50, "{} pairs", found.pairs().len());
}

#[test]
fn objects_inside_closed_ones_are_reported() {
    let shell = shapes::icosphere(2, 1.0);
    let pebble = shapes::icosphere(1, 0.2);
    let moved = |by: DVec3| pebble.clone().translated(by);
    let mut scene = Scene::new();
    scene.add("inside", pebble.clone()).unwrap();
    scene.add("shell", shell.clone()).unwrap();
    scene.add("tets inside", shapes::ball_tets(2, 0.05)).unwrap();
    scene.add("outside", moved(DVec3::X * 3.0)).unwrap();
    scene.add("in the corner of its box", moved(DVec3::splat(0.79))).unwrap();
    let found = collide(&scene, &Query::default()).unwrap();
    assert_eq!(found.pairs(), []);
    assert_eq!(inside(&found), [(0, 1), (2, 0), (2, 1)]);
    assert!(found.any());

    // Open surfaces have no inside, and half a body outside is not wholly inside.
    let mut open = shell;
    open.elements.pop();
    scene.replace(ObjectId::new(1), open).unwrap();
    assert_eq!(inside(&collide(&scene, &Query::default()).unwrap()), [(2, 0)]);
    let mut two = pebble.clone();
    let more = two.vertices.len() as u32;
    two.elements.extend(moved(DVec3::ZERO).elements.iter().map(|t| t.map(|v| v + more)));
    two.vertices.extend(moved(DVec3::X * 3.0).vertices);
    let mut scene = Scene::new();
    scene.add("two pebbles, one outside", two).unwrap();
    scene.add("shell", shapes::icosphere(2, 4.0)).unwrap();
    assert_eq!(inside(&collide(&scene, &Query::default()).unwrap()), [(0, 1)]);
    scene.replace(ObjectId::new(1), shapes::icosphere(2, 2.0)).unwrap();
    assert_eq!(inside(&collide(&scene, &Query::default()).unwrap()), []);
}

#[test]
fn rays_through_vertices_and_edges_count_once() {
    // Symmetric shapes, so that the ray along x from the centre meets vertices and edges.
    for subdivisions in 0..4 {
        let mut scene = Scene::new();
        scene.add("octahedron-like", shapes::box_surface(DVec3::ONE, [2, 2, 2])).unwrap();
        let point = TriangleMesh::new(
            vec![DVec3::ZERO, DVec3::new(0.0, 1e-9, 0.0), DVec3::new(0.0, 0.0, 1e-9)],
            vec![[0, 1, 2]],
        );
        scene.add("at the centre", point).unwrap();
        scene.add("sphere", shapes::icosphere(subdivisions, 2.0)).unwrap();
        let found = collide(&scene, &Query::default()).unwrap();
        assert_eq!(inside(&found), [(0, 2), (1, 0), (1, 2)]);
    }
}

#[test]
fn bad_positions_are_an_error_that_names_them() {
    let mut scene = Scene::new();
    scene.add("sheet", shapes::cloth(2, 2, [1.0, 1.0])).unwrap();
    scene.vertices_mut(ObjectId::new(0)).unwrap()[4].z = f64::INFINITY;
    let error = collide(&scene, &Query::default()).unwrap_err();
    let QueryError::Scene(SceneError::Mesh { object, .. }) = error else { panic!("{error}") };
    assert_eq!(object, ObjectId::new(0));
    assert!(error.to_string().contains("'sheet'): vertex 4"), "{error}");
}

#[test]
fn the_hash_tells_answers_apart_and_nothing_else() {
    let mut scene = Scene::new();
    scene.add("a", shapes::icosphere(2, 1.0)).unwrap();
    scene.add("b", shapes::icosphere(2, 1.01)).unwrap();
    scene.vertices_mut(ObjectId::new(1)).unwrap()[0] *= 0.5;
    let (all, brute) = (Query::default(), Query::default().broad(Broad::BruteForce));
    let hash = |scene: &Scene, query| collide(scene, query).unwrap().hash(scene);
    let one = hash(&scene, &all);
    assert_eq!(one, hash(&scene, &brute));
    scene.vertices_mut(ObjectId::new(1)).unwrap()[0] *= 2.0;
    assert_ne!(one, hash(&scene, &all));
}

/// The two triangles by which the ball touches the shell also touch plates: once they are known to collide,
/// the set of colliding elements can do without their own pair, but containment cannot.
#[test]
fn objects_that_touch_by_elements_known_to_collide_are_not_inside_each_other() {
    let shell = shapes::icosphere(1, 1.0);
    let tip = shell.corners(7).iter().sum::<DVec3>() / 3.0;
    // Through the middle of a triangle of the shell, and no further than the box of the shell.
    let mut ball = shapes::icosphere(1, 0.2).translated(tip * 0.75);
    let (deepest, _) = (ball.vertices.iter().enumerate())
        .max_by(|p, q| p.1.dot(tip).total_cmp(&q.1.dot(tip)))
        .unwrap();
    ball.vertices[deepest] = tip * 1.001;
    let across = tip.any_orthonormal_vector() * 0.01;
    let up = tip.normalize().cross(across);
    let at = tip * 0.999;
    // Round the spike, and so through all of its triangles, below the shell.
    let below =
        TriangleMesh::new(vec![at + across, at - across + up, at - across - up], vec![[0, 1, 2]]);
    // Through the shell beside the spike.
    let beside = [tip * 0.99 + across, tip * 1.01 + across, tip * 1.01 + across + up];
    let beside = TriangleMesh::new(beside.to_vec(), vec![[0, 1, 2]]);
    let meshes: [Mesh; 4] = [shell.into(), ball.into(), below.into(), beside.into()];
    for turn in 0..4 {
        let mut scene = Scene::new();
        for i in 0..4 {
            scene.add(format!("{i}"), meshes[(turn + i) % 4].clone()).unwrap();
        }
        let all = collide(&scene, &Query::all_pairs()).unwrap();
        assert!(all.pair_count() > 6);
        for query in [Query::colliding_elements(), Query::pair_count()] {
            for broad in Broad::ALL {
                let found = collide_on(1, &scene, &query.clone().broad(broad));
                assert_eq!(found.inside(), all.inside(), "{turn} {broad:?}");
            }
        }
    }
}

#[test]
fn colliding_elements_are_those_of_all_pairs() {
    for seed in 0..300 {
        let scene = random_scene(seed);
        let all = collide(&scene, &Query::all_pairs()).unwrap();
        let set = collide(&scene, &Query::colliding_elements()).unwrap();
        assert_eq!(all.colliding(), set.colliding(), "{seed}");
        assert_eq!(all.inside(), set.inside(), "{seed}");
        let count = collide(&scene, &Query::pair_count()).unwrap();
        assert_eq!((all.inside(), all.pair_count()), (count.inside(), count.pair_count()));
    }
    // Few pairs among many elements.
    let mut scene = Scene::new();
    scene.add("ball", shapes::icosphere(5, 1.0)).unwrap();
    scene.add("needle", shapes::icosphere(0, 0.01).translated(DVec3::X)).unwrap();
    let all = collide(&scene, &Query::all_pairs()).unwrap();
    let set = collide(&scene, &Query::colliding_elements()).unwrap();
    assert!(all.pair_count() > 0 && all.pair_count() < 200);
    assert_eq!(all.colliding(), set.colliding());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn objects_can_be_left_out(seed: u64) {
        let scene = random_scene(seed);
        let chosen = [0, scene.objects().len() - 1].map(ObjectId::new);
        let mut expected = brute_force_pairs(&scene);
        let is_chosen = |element| chosen.contains(&scene.owner(element));
        expected.retain(|pair| is_chosen(pair.a) && is_chosen(pair.b));
        let found = collide(&scene, &Query::default().filters(Filters::new().among(chosen))).unwrap();
        prop_assert_eq!(found.pairs(), expected);
        let beyond = ObjectId::new(scene.objects().len());
        let error = collide(&scene, &Query::default().filters(Filters::new().among([beyond]))).unwrap_err();
        let scene_error = match error {
            QueryError::Scene(error) => error,
            other => panic!("{other}"),
        };
        let named =
            matches!(scene_error, SceneError::NoSuchObject { object, .. } if object == beyond);
        prop_assert!(named);
    }
}

/// Boxes of elements are told apart in units of their own size, however large the rest of the scene is.
#[test]
fn small_objects_beside_large_ones_have_no_more_candidates() {
    let crumpled = |scale: f64| {
        let mut mesh = shapes::bumpy_sphere(24, 0.3, 3);
        for vertex in &mut mesh.vertices {
            let wave = (9.0 * vertex.z).sin() * 0.2;
            *vertex = DVec3::new(vertex.x + wave, vertex.y - wave, 0.1 * vertex.z) * scale;
        }
        mesh
    };
    let candidates = |scales: &[f64]| {
        let mut scene = Scene::new();
        for (i, &scale) in scales.iter().enumerate() {
            let mesh = crumpled(scale).translated(DVec3::X * (3.0 * i as f64));
            let id = scene.add("crumpled", mesh).unwrap();
            scene.set_self_collision(id, true).unwrap();
        }
        collide(&scene, &Query::default()).unwrap().statistics().candidates
    };
    let scales = [1.0, 2f64.powi(-5), 2f64.powi(-9), 2f64.powi(-12)];
    let alone: u64 = scales.iter().map(|&scale| candidates(&[scale])).sum();
    let together = candidates(&scales);
    assert!(together < alone + alone / 20, "{together} together, {alone} alone");
}

/// Elements that reach other objects are chosen of several small objects at once.
#[test]
fn many_small_objects_are_searched_alike_by_any_number_of_threads() {
    let mut scene = Scene::new();
    for i in 0..150 {
        let place = DVec3::new(f64::from(i % 6), f64::from(i / 6 % 5), f64::from(i / 30)) * 1.9;
        scene.add("ball", shapes::icosphere(2, 1.0).translated(place)).unwrap();
    }
    let query = Query::all_pairs().containment(false);
    let [one, three] = [1, 3].map(|threads| {
        let found = collide_on(threads, &scene, &query);
        (found.pairs().to_vec(), found.statistics().candidates)
    });
    assert_eq!(one, three);
    let by_clusters = collide(&scene, &query.broad(Broad::Clusters)).unwrap();
    assert!(one.0.len() > 1000 && one.0 == by_clusters.pairs());
}
