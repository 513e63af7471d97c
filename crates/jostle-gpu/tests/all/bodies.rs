//! Bodies of tetrahedra are cleared by their boundary where topology is prepared, and only if they are clear.

use jostle::mesh::shapes::{self, Split};
use jostle::{DVec3, ObjectId, Query, Scene, TetMesh, collide};
use jostle_gpu::{AdapterChoice, GpuEngine, Precision};

const ALL: [Precision; 3] = [Precision::Auto, Precision::F32, Precision::F64];

fn engine(precision: Precision) -> GpuEngine {
    let mut engine =
        GpuEngine::with_adapter(&AdapterChoice::Best, precision).expect("a GPU, or a software one");
    engine.set_preparation_threshold(0);
    engine
}

/// A scene of bodies that are tested against themselves.
fn scene_of(bodies: &[TetMesh]) -> Scene {
    let mut scene = Scene::new();
    let before = shapes::icosphere(1, 1.0).translated(DVec3::splat(100.0));
    scene.add("before", before).unwrap();
    for body in bodies {
        let body = scene.add("body", body.clone()).unwrap();
        scene.set_self_collision(body, true).unwrap();
    }
    scene
}

/// Compares the answer with the CPU's, and tells how many pairs there are and how many bodies are cleared: triangles
/// of their boundaries stand in clusters after all elements.
fn check(engine: &mut GpuEngine, scene: &Scene, what: &str) -> (usize, bool) {
    let query = Query::default();
    let expected = collide(scene, &query).unwrap();
    let found = engine.collide(scene, &query).unwrap();
    assert_eq!(found.pairs(), expected.pairs(), "{what}");
    assert_eq!(found.self_pair_count(), expected.self_pair_count(), "{what}");
    let listed = engine.read_stage_outputs().unwrap().clusters.concat();
    (expected.pair_count(), listed.iter().any(|&e| e as usize >= scene.element_count()))
}

/// A bar of boxes along `x`, each point moved.
fn bar(length: u32, place: impl Fn(DVec3) -> DVec3) -> TetMesh {
    let size = DVec3::new(length as f64, 2.0, 2.0);
    let mut mesh = shapes::box_tets([length, 2, 2], size, Split::Six, 0.0, 1);
    let first = mesh.vertices.iter().copied().reduce(DVec3::min).unwrap();
    mesh.vertices.iter_mut().for_each(|v| *v = place(*v - first));
    mesh
}

/// Round a circle by so much in all, rising by so much.
fn bent(length: u32, angle: f64, rise: f64) -> TetMesh {
    bar(length, |p| {
        let at = p.x / length as f64;
        let (sin, cos) = (angle * at).sin_cos();
        DVec3::new((5.0 + p.y) * cos, (5.0 + p.y) * sin, p.z + rise * at)
    })
}

fn append(mesh: &mut TetMesh, other: &TetMesh) {
    let first = mesh.vertices.len() as u32;
    mesh.vertices.extend_from_slice(&other.vertices);
    mesh.elements.extend(other.elements.iter().map(|corners| corners.map(|v| first + v)));
}

fn turned(mut mesh: TetMesh) -> TetMesh {
    mesh.elements.iter_mut().for_each(|corners| corners.swap(0, 1));
    mesh
}

#[test]
fn free_bodies_are_cleared() {
    let mut apart = shapes::ball_tets(3, 1.0);
    append(&mut apart, &shapes::ball_tets(3, 1.0).translated(DVec3::X * 2.5));
    for precision in ALL {
        let mut engine = engine(precision);
        for mesh in
            [shapes::ball_tets(5, 1.0), bent(40, 5.5, 0.0), bent(60, 12.0, 9.0), apart.clone()]
        {
            for mesh in [turned(mesh.clone()), mesh] {
                let scene = scene_of(std::slice::from_ref(&mesh));
                assert_eq!(check(&mut engine, &scene, "one"), (0, true), "{precision:?}");
                let cleared = engine.report().overlapping;
                engine.set_preparation_threshold(u32::MAX);
                engine.collide(&scene_of(&[mesh]), &Query::default()).unwrap();
                engine.set_preparation_threshold(0);
                assert!(5 * cleared < engine.report().overlapping, "{cleared}");
            }
        }
    }
}

/// Pairs of one body with another are found where both are cleared, and those with a surface.
#[test]
fn pairs_between_bodies_that_are_cleared_are_found() {
    for precision in ALL {
        let mut engine = engine(precision);
        let other = shapes::ball_tets(4, 1.0).translated(DVec3::new(1.2, 0.3, -0.1));
        let mut scene = scene_of(&[shapes::ball_tets(4, 1.0), other]);
        let cloth = scene.add("cloth", shapes::cloth(20, 20, [3.0, 3.0])).unwrap();
        scene.set_self_collision(cloth, true).unwrap();
        let (pairs, is_cleared) = check(&mut engine, &scene, "two and a cloth");
        assert!(pairs > 500 && is_cleared, "{pairs}");
        engine.set_device_sort_threshold(0);
        assert_eq!(check(&mut engine, &scene, "sorted on the device"), (pairs, true));
    }
}

#[test]
fn bodies_that_are_not_clear_are_searched() {
    let mut nested = shapes::ball_tets(4, 1.0);
    append(&mut nested, &shapes::ball_tets(2, 0.2).translated(DVec3::X * 0.3));
    let mut twice = shapes::ball_tets(3, 1.0);
    let copy = twice.clone();
    append(&mut twice, &copy);
    let mut one_twice = shapes::ball_tets(3, 1.0);
    one_twice.elements.push(one_twice.elements[7]);
    let mut inside_out = bar(6, |p| p);
    let inner = inside_out.vertices.iter().position(|p| *p == DVec3::new(3.0, 1.0, 1.0)).unwrap();
    inside_out.vertices[inner].x += 1.7;
    let wound = |turns: f64| {
        let mut vertices = vec![DVec3::NEG_Z, DVec3::Z];
        vertices.extend((0..=14).map(|i| {
            let at = i as f64 / 14.0;
            let (sin, cos) = (std::f64::consts::TAU * turns * at).sin_cos();
            DVec3::new(cos, sin, 0.3 * (at - 0.5)) * (1.0 + 0.2 * at)
        }));
        TetMesh::new(vertices, (0..14).map(|i| [0, 1, i + 2, i + 3]).collect())
    };
    let all = [
        nested,
        twice,
        one_twice,
        inside_out,
        bent(60, 6.4, 0.0),
        bent(60, 7.5, 0.0),
        bent(60, 7.0, 2.0),
        wound(1.9),
        wound(2.0),
    ];
    for precision in ALL {
        let mut engine = engine(precision);
        for (i, mesh) in all.iter().enumerate() {
            for mesh in [turned(mesh.clone()), mesh.clone()] {
                let scene =
                    scene_of(&[mesh, shapes::ball_tets(3, 0.7).translated(DVec3::Z * 50.0)]);
                let (pairs, is_cleared) = check(&mut engine, &scene, &format!("body {i}"));
                assert!(is_cleared, "body {i}: the other one is");
                assert!(pairs > 0 || i == 2, "body {i}");
            }
        }
    }
}

/// A body that comes to touch itself is searched from then on, and is cleared again after a while.
#[test]
fn bodies_are_cleared_again() {
    let mut engine = engine(Precision::Auto);
    let mut scene = scene_of(&[bent(30, 5.5, 0.0)]);
    let body = ObjectId::new(1);
    let mut bend = |angle: f64, engine: &mut GpuEngine| {
        scene.set_vertices(body, &bent(30, angle, 0.0).vertices).unwrap();
        check(engine, &scene, &format!("{angle}"))
    };
    assert_eq!(bend(5.5, &mut engine), (0, true));
    let (pairs, is_cleared) = bend(6.6, &mut engine);
    assert!(pairs > 0 && !is_cleared);
    assert_eq!(bend(5.0, &mut engine), (0, false));
    let again = (0..400).position(|i| bend(5.0 + 1e-4 * i as f64, &mut engine) == (0, true));
    assert!(again.is_some_and(|queries| queries > 200), "{again:?}");
}
