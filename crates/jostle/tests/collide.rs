//! `collide` returns all of the answer and nothing else. Every broad phase, query mode and number of
//! threads on random scenes: `scenes` in xtask.

use jostle::collide::Broad;
use jostle::mesh::shapes::{self, Split, SplitMix64};
use jostle::narrow::{Tally, elements_collide};
use jostle::{
    Collisions, DVec3, Mesh, Pair, Query, Scene, SceneError, TetMesh, TriangleMesh, collide,
};
use proptest::prelude::*;

/// Every pair of elements that the scene's flags admit, decided one by one without boxes.
fn brute_force(scene: &Scene) -> Vec<Pair> {
    let count = scene.element_count();
    let mut pairs = Vec::new();
    for a in 0..count {
        for b in a + 1..count {
            let (owner_a, owner_b) = (scene.owner(a), scene.owner(b));
            let admitted = owner_a != owner_b || scene.objects()[owner_a].has_self_collision();
            if admitted && elements_collide(scene, a, b, &mut Tally::default()) {
                pairs.push(Pair { a: a as u32, b: b as u32 });
            }
        }
    }
    pairs
}

fn self_collisions(mesh: impl Into<Mesh>) -> Collisions {
    let mut scene = Scene::new();
    scene.add("mesh", mesh).unwrap();
    scene.set_self_collision(0, true).unwrap();
    collide(&scene, &Query::default()).unwrap()
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
        scene.set_self_collision(0, true).unwrap();
        let found = collide(&scene, &Query::default()).unwrap();
        assert_eq!(found.pairs(), brute_force(&scene), "{name}");
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
    assert_eq!(found.inside(), [(0, 1), (2, 0), (2, 1)]);
    assert!(found.any());

    // Open surfaces have no inside, and half a body outside is not wholly inside.
    let mut open = shell;
    open.elements.pop();
    scene.replace(1, open).unwrap();
    assert_eq!(collide(&scene, &Query::default()).unwrap().inside(), [(2, 0)]);
    let mut two = pebble.clone();
    let more = two.vertices.len() as u32;
    two.elements.extend(moved(DVec3::ZERO).elements.iter().map(|t| t.map(|v| v + more)));
    two.vertices.extend(moved(DVec3::X * 3.0).vertices);
    let mut scene = Scene::new();
    scene.add("two pebbles, one outside", two).unwrap();
    scene.add("shell", shapes::icosphere(2, 4.0)).unwrap();
    assert_eq!(collide(&scene, &Query::default()).unwrap().inside(), [(0, 1)]);
    scene.replace(1, shapes::icosphere(2, 2.0)).unwrap();
    assert_eq!(collide(&scene, &Query::default()).unwrap().inside(), []);
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
        assert_eq!(found.inside(), [(0, 2), (1, 0), (1, 2)]);
    }
}

#[test]
fn bad_positions_are_an_error_that_names_them() {
    let mut scene = Scene::new();
    scene.add("sheet", shapes::cloth(2, 2, [1.0, 1.0])).unwrap();
    scene.vertices_mut(0).unwrap()[4].z = f64::INFINITY;
    let error = collide(&scene, &Query::default()).unwrap_err();
    assert!(matches!(error, SceneError::Mesh { object: 0, .. }));
    assert!(error.to_string().contains("'sheet'): vertex 4"), "{error}");
}

#[test]
fn the_hash_tells_answers_apart_and_nothing_else() {
    let mut scene = Scene::new();
    scene.add("a", shapes::icosphere(2, 1.0)).unwrap();
    scene.add("b", shapes::icosphere(2, 1.01)).unwrap();
    scene.vertices_mut(1).unwrap()[0] *= 0.5;
    let (all, brute) = (Query::default(), Query::default().broad(Broad::BruteForce));
    let hash = |scene: &Scene, query| collide(scene, query).unwrap().hash(scene);
    let one = hash(&scene, &all);
    assert_eq!(one, hash(&scene, &brute));
    scene.vertices_mut(1).unwrap()[0] *= 2.0;
    assert_ne!(one, hash(&scene, &all));
}

/// Small random objects on a coarse grid, so that touching, sharing and folding are frequent; some
/// elements degenerate.
fn random_scene(seed: u64) -> Scene {
    let mut random = SplitMix64::new(seed);
    let mut below = |n: u64| (random.next_u64() % n) as u32;
    let mut scene = Scene::new();
    for object in 0..1 + below(4) {
        let corner = [below(6) as f64, below(6) as f64, below(3) as f64];
        let vertices: Vec<DVec3> = (0..4 + below(12))
            .map(|_| {
                DVec3::from([below(5), below(5), below(3)].map(f64::from)) + DVec3::from(corner)
            })
            .collect();
        let n = vertices.len() as u64;
        let mut distinct = |k: usize| {
            let mut corners: Vec<u32> = Vec::new();
            while corners.len() < k {
                let v = below(n);
                if !corners.contains(&v) {
                    corners.push(v);
                }
            }
            corners
        };
        let mesh: Mesh = if object % 2 == 0 {
            let elements = (0..12).map(|_| distinct(3).try_into().unwrap()).collect();
            TriangleMesh::new(vertices, elements).into()
        } else {
            let elements = (0..8).map(|_| distinct(4).try_into().unwrap()).collect();
            TetMesh::new(vertices, elements).into()
        };
        let object = scene.add(format!("{object}"), mesh).unwrap();
        scene.set_self_collision(object, below(2) == 0).unwrap();
    }
    scene
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn objects_can_be_left_out(seed: u64) {
        let scene = random_scene(seed);
        let chosen = [0, scene.objects().len() - 1];
        let mut expected = brute_force(&scene);
        let is_chosen = |element: u32| chosen.contains(&scene.owner(element as usize));
        expected.retain(|pair| is_chosen(pair.a) && is_chosen(pair.b));
        let found = collide(&scene, &Query::default().among(chosen)).unwrap();
        prop_assert_eq!(found.pairs(), expected);
        let beyond = scene.objects().len();
        let error = collide(&scene, &Query::default().among([beyond])).unwrap_err();
        let named = matches!(error, SceneError::NoSuchObject { object, .. } if object == beyond);
        prop_assert!(named);
    }
}
