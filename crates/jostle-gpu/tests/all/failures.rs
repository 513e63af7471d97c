//! What goes wrong is an error that says so, and the next engine works.

use jostle::mesh::shapes;
use jostle::{
    DVec3, Filters, ObjectId, Query, QueryError, Scene, SceneError, TriangleMesh, collide,
};
use jostle_gpu::{AdapterChoice, GpuEngine, GpuError, PositionFormat, Precision, adapters};

fn scene() -> Scene {
    let mut scene = Scene::new();
    scene.add("ball", shapes::icosphere(2, 1.0)).unwrap();
    scene.add("other", shapes::icosphere(2, 1.0).translated(DVec3::X)).unwrap();
    scene
}

fn gpu_error(error: &QueryError) -> &GpuError {
    GpuError::from_query_error(error).expect("of the GPU")
}

#[test]
fn a_lost_device_is_an_error_and_a_new_engine_works() {
    let mut engine = GpuEngine::new().unwrap();
    let expected = engine.collide(&scene(), &Query::default()).unwrap().clone();
    engine.destroy();
    let lost = engine.collide(&scene(), &Query::default()).unwrap_err();
    assert!(matches!(gpu_error(&lost), GpuError::DeviceLost { .. }), "{lost}");
    let again = engine.collide(&scene(), &Query::default()).unwrap_err();
    assert!(matches!(gpu_error(&again), GpuError::DeviceLost { .. }), "{again}");
    let mut fresh = GpuEngine::new().unwrap();
    let found = fresh.collide(&scene(), &Query::default()).unwrap();
    assert_eq!(found.pairs(), expected.pairs());
}

#[test]
fn adapters_are_chosen_by_name_and_number() {
    let all = adapters();
    let name = all[0].name.clone();
    let engine =
        GpuEngine::with_adapter(&AdapterChoice::Named(name.to_uppercase()), Precision::Auto)
            .unwrap();
    assert_eq!(engine.adapter().name, name);
    let engine = GpuEngine::with_adapter(&AdapterChoice::Index(0), Precision::F32).unwrap();
    assert!(!engine.uses_f64());
    for choice in [AdapterChoice::Named("no such GPU".to_owned()), AdapterChoice::Index(all.len())]
    {
        let error = GpuEngine::with_adapter(&choice, Precision::Auto).unwrap_err();
        assert!(error.to_string().contains(&name), "{error}");
    }
}

#[test]
fn a_bad_position_and_a_bad_object_are_refused_as_on_the_cpu() {
    let mut engine = GpuEngine::new().unwrap();
    let [other, missing] = [1, 7].map(ObjectId::new);
    let error = engine
        .collide(&scene(), &Query::default().filters(Filters::new().among([missing])))
        .unwrap_err();
    assert_eq!(error, QueryError::Scene(SceneError::NoSuchObject { object: missing, objects: 2 }));
    let mut bad = scene();
    bad.vertices_mut(other).unwrap()[5].y = f64::NAN;
    let error = engine.collide(&bad, &Query::default()).unwrap_err();
    assert!(
        matches!(error, QueryError::Scene(SceneError::Mesh { object, .. }) if object == other),
        "{error}"
    );
    assert!(engine.collide(&scene(), &Query::default()).unwrap().any());
}

/// Triangles round one point: every pair collides.
fn fans() -> Scene {
    const COUNT: usize = 300;
    let triangle = |i: usize| {
        let angle = i as f64;
        let tip = DVec3::new(angle.cos(), angle.sin(), (0.7 * angle).sin());
        let other = DVec3::new(tip.y, -tip.x, (1.3 * angle).cos());
        [tip, other, -tip - other]
    };
    let mut scene = Scene::new();
    for half in 0..2 {
        let vertices = (0..COUNT).flat_map(|i| triangle(half * COUNT + i)).collect();
        let triangles = (0..COUNT as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let object = scene.add("fan", TriangleMesh::new(vertices, triangles)).unwrap();
        scene.set_self_collision(object, true).unwrap();
    }
    scene
}

#[test]
fn lists_that_overflow_grow_and_nothing_is_dropped() {
    let scene = fans();
    let expected = collide(&scene, &Query::default()).unwrap();
    assert_eq!(expected.pair_count(), 600 * 599 / 2);
    let mut engine = GpuEngine::new().unwrap();
    let found = engine.collide(&scene, &Query::default()).unwrap();
    assert_eq!(found.pairs(), expected.pairs());
    assert!(engine.report().runs > 1);
    engine.collide(&scene, &Query::default()).unwrap();
    assert_eq!(engine.report().runs, 1, "the second time the lists are long enough");
}

/// Objects of a triangle in one plane and one that crosses it, all over each other: every list is long,
/// and pairs in the plane are for the exact test.
fn crossed() -> Scene {
    let mut scene = Scene::new();
    for i in 0..120 {
        let (s, c) = f64::from(i).sin_cos();
        let flat = [DVec3::new(c, s, 0.0), DVec3::new(-s, c, 0.0), DVec3::new(-c - s, -s - c, 0.0)];
        let across = flat.map(|v| DVec3::new(v.x, 0.3 * v.y + 0.01 * v.x, v.y));
        let vertices = flat.into_iter().chain(across).collect();
        let object = TriangleMesh::new(vertices, vec![[0, 1, 2], [3, 4, 5]]);
        scene.add(format!("cross {i}"), object).unwrap();
    }
    scene
}

#[test]
fn a_scene_that_overflows_every_first_guess_loses_nothing() {
    const FIRST_GUESS: u32 = 4096;
    // All of two clusters.
    const FIRST_CANDIDATES: u64 = 128 * 128;
    let scene = crossed();
    let expected = collide(&scene, &Query::default()).unwrap();
    for precision in [Precision::Auto, Precision::F32, Precision::F64] {
        let mut engine = GpuEngine::with_adapter(&AdapterChoice::Best, precision).unwrap();
        let found = engine.collide(&scene, &Query::default()).unwrap();
        assert_eq!(found.pairs(), expected.pairs());
        let report = engine.report();
        assert!(report.runs > 1 && report.cluster_pairs > FIRST_GUESS, "{report:?}");
        assert!(report.candidates > FIRST_CANDIDATES, "{report:?}");
        assert!(report.unsure.max(report.exact) > FIRST_GUESS, "{report:?}");
        let sure = expected.pair_count() - report.exact as usize;
        assert!(sure > FIRST_GUESS as usize, "{sure} pairs, {report:?}");
    }
}

#[test]
fn more_candidates_than_memory_should_hold_are_tested_in_rounds() {
    let scene = fans();
    let expected = collide(&scene, &Query::default()).unwrap();
    for precision in [Precision::Auto, Precision::F32] {
        let mut engine = GpuEngine::with_adapter(&AdapterChoice::Best, precision).unwrap();
        for _ in 0..3 {
            let found = engine.collide(&scene, &Query::default()).unwrap();
            assert_eq!(found.pairs(), expected.pairs());
            assert!(engine.report().rounds > 1, "{:?}", engine.report());
            assert!(engine.report().candidates >= expected.pair_count() as u64);
        }
        assert_eq!(engine.report().runs, 1);
    }
}

#[test]
fn a_scene_beyond_a_limit_is_refused_with_the_number_and_smaller_ones_still_work() {
    let mut engine = GpuEngine::new().unwrap();
    // Enough for the candidates of two clusters.
    engine.set_largest_buffer(140_000);
    let mut large = Scene::new();
    large.add("ball", shapes::icosphere(5, 1.0)).unwrap();
    large.add("other", shapes::icosphere(5, 1.0).translated(DVec3::X)).unwrap();
    let error = engine.collide(&large, &Query::default()).unwrap_err();
    let GpuError::LimitExceeded { limit, needed, allowed, .. } = gpu_error(&error) else {
        panic!("{error}")
    };
    assert_eq!((*limit, *allowed), ("max_buffer_size", 140_000));
    assert!(*needed > 140_000);
    let again = engine.collide(&large, &Query::default()).unwrap_err();
    assert!(matches!(gpu_error(&again), GpuError::LimitExceeded { .. }), "{again}");
    assert!(engine.collide(&scene(), &Query::default()).unwrap().any());
    let error = engine.collide(&fans(), &Query::default()).unwrap_err();
    assert!(matches!(gpu_error(&error), GpuError::LimitExceeded { what: "pairs", .. }), "{error}");
    assert!(engine.collide(&scene(), &Query::default()).unwrap().any());
    let mut fresh = GpuEngine::new().unwrap();
    let found = fresh.collide(&large, &Query::default()).unwrap();
    assert_eq!(found.pairs(), collide(&large, &Query::default()).unwrap().pairs());
}

#[test]
fn scenes_without_elements_have_an_answer() {
    let mut engine = GpuEngine::new().unwrap();
    assert!(!engine.collide(&Scene::new(), &Query::default()).unwrap().any());
    let mut empty = Scene::new();
    empty.add("nothing", TriangleMesh::new(vec![DVec3::ZERO], Vec::new())).unwrap();
    assert!(!engine.collide(&empty, &Query::default()).unwrap().any());
    // With positions on the device, as the first query and as a later one.
    for empty in [Scene::new(), empty] {
        let mut fresh = GpuEngine::new().unwrap();
        for engine in [&mut fresh, &mut engine] {
            let positions = engine.device().0.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: 64,
                usage: wgpu::BufferUsages::STORAGE,
                mapped_at_creation: false,
            });
            let format = PositionFormat::F32x3;
            let pairs = engine.collide_on_device(&empty, &Query::default(), &positions, format);
            assert_eq!(pairs.unwrap().count, 0);
        }
    }
}

/// A buffer that kernels must not see is refused; the next query is not.
#[test]
fn a_refusal_is_forgotten_with_what_was_refused() {
    let mut engine = GpuEngine::new().unwrap();
    let scene = scene();
    let positions = engine.device().0.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: scene.vertices().len() as u64 * PositionFormat::F32x3.bytes_per_vertex(),
        // Not `STORAGE`.
        usage: wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let format = PositionFormat::F32x3;
    let error = engine.collide_on_device(&scene, &Query::default(), &positions, format);
    let error = error.unwrap_err();
    assert!(matches!(gpu_error(&error), GpuError::Refused { .. }), "{error}");
    assert!(engine.collide(&scene, &Query::default()).unwrap().any());
}
