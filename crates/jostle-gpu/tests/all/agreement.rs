//! The answer is the CPU's, pair by pair and in its order, on scenes that look for trouble.

use jostle::collide::baselines::{Baseline, IntersectionTest};
use jostle::collide::{Backend, QueryOutput};
use jostle::mesh::{Layers, shapes};
use jostle::session::ExcludedElements;
use jostle::{DVec3, ElementId, Filters, ObjectId, Query, QueryError, Scene, SelfPairs, collide};
use jostle_gpu::{AdapterChoice, AutoEngine, GpuEngine, Precision, SearchMethod};
use jostle_testing::{HardSceneFamily, SplitMix64, hard_scene, random_scene, share_of};
use std::sync::Arc;

/// Random scenes of each precision.
const SCENES: u64 = 300;

fn engine(precision: Precision) -> GpuEngine {
    GpuEngine::with_adapter(&AdapterChoice::Best, precision).expect("a GPU, or a software one")
}

fn check(engine: &mut GpuEngine, scene: &Scene, what: &str) -> usize {
    let query = Query::default();
    let expected = collide(scene, &query).unwrap();
    // With topology that is new, and prepared.
    for threshold in [u32::MAX, 0] {
        engine.set_preparation_threshold(threshold);
        let found = engine.collide(scene, &query).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(found.pairs(), expected.pairs(), "{what}");
        assert_eq!(found.inside(), expected.inside(), "{what}");
        assert_eq!(found.pair_count(), expected.pair_count(), "{what}");
        assert_eq!(found.self_pair_count(), expected.self_pair_count(), "{what}");
    }
    expected.pairs().len()
}

fn random_scenes(precision: Precision, first: u64) {
    let mut engine = engine(precision);
    let mut colliding = 0;
    for seed in first..first + share_of(SCENES) {
        let pairs = check(&mut engine, &random_scene(seed), &format!("seed {seed}"));
        colliding += (pairs > 0) as u64;
    }
    // Scenes in which nothing happens would prove nothing.
    assert!(colliding > share_of(SCENES) / 2, "{colliding} scenes collide");
}

#[test]
fn random_scenes_are_as_on_the_cpu() {
    random_scenes(Precision::Auto, 5_000_000);
}

#[test]
fn random_scenes_are_as_on_the_cpu_in_f32() {
    random_scenes(Precision::F32, 6_000_000);
}

#[test]
fn random_scenes_are_as_on_the_cpu_in_f64() {
    random_scenes(Precision::F64, 6_500_000);
}

#[test]
fn pairs_sorted_on_the_device_are_in_order() {
    let mut engine = engine(Precision::Auto);
    engine.set_device_sort_threshold(0);
    for seed in 7_100_000..7_100_000 + share_of(60) {
        check(&mut engine, &random_scene(seed), &format!("seed {seed}"));
        let listed = engine.read_stage_outputs().unwrap().sure;
        assert!(listed.is_sorted(), "{seed}: {listed:?}");
    }
    // Several tiles, and indices of more than two digits.
    let mut scene = Scene::new();
    for i in 0..2 {
        let ball = shapes::ball_tets(7, 1.0).translated(DVec3::X * 0.01 * i as f64);
        scene.add("ball", ball).unwrap();
    }
    assert!(check(&mut engine, &scene, "two of nearly the same place") > 5_000);
    assert!(engine.read_stage_outputs().unwrap().sure.is_sorted());
}

#[test]
fn either_backend_gives_the_answer() {
    let mut auto = AutoEngine::with_gpu(engine(Precision::Auto));
    let mut backends = Vec::new();
    for seed in 0..12 {
        let mut scene = Scene::new();
        scene.add("ball", shapes::bumpy_sphere(12, 0.1, seed)).unwrap();
        scene.add("other", shapes::icosphere(3, 1.0).translated(DVec3::X * 0.2)).unwrap();
        let expected = collide(&scene, &Query::default()).unwrap();
        let found = auto.collide(&scene, &Query::default()).unwrap();
        assert_eq!(found.pairs(), expected.pairs(), "{seed}");
        backends.push(found.statistics().backend);
    }
    assert!(backends.contains(&Backend::Cpu) && backends.contains(&Backend::Gpu), "{backends:?}");
    assert!(auto.gpu_error().is_none());
}

#[test]
fn the_cpu_answers_whatever_the_gpu_refuses_and_says_so() {
    let mut scene = Scene::new();
    let ball = scene.add("ball", shapes::bumpy_sphere(12, 0.1, 1)).unwrap();
    scene.add("other", shapes::icosphere(3, 1.0).translated(DVec3::X * 0.2)).unwrap();
    let expected = collide(&scene, &Query::default()).unwrap();
    let mut small = engine(Precision::Auto);
    small.set_largest_buffer(10_000);
    let lost = engine(Precision::Auto);
    lost.destroy();
    for (gpu, reason) in [(small, "max_buffer_size"), (lost, "GPU")] {
        let mut auto = AutoEngine::with_gpu(gpu);
        let mut fallbacks = Vec::new();
        for _ in 0..12 {
            let found = auto.collide(&scene, &Query::default()).unwrap();
            assert_eq!(found.pairs(), expected.pairs());
            assert_eq!(found.statistics().backend, Backend::Cpu);
            fallbacks.extend(found.statistics().fallback.clone());
        }
        assert!(!fallbacks.is_empty());
        assert!(fallbacks.iter().all(|why| why.contains(reason)), "{fallbacks:?}");
    }
    let (mut bad, mut auto) = (scene, AutoEngine::with_gpu(engine(Precision::Auto)));
    bad.vertices_mut(ball).unwrap()[3].x = f64::NAN;
    for _ in 0..6 {
        let error = auto.collide(&bad, &Query::default()).unwrap_err();
        assert!(matches!(error, QueryError::Scene(_)), "{error}");
    }
}

#[test]
fn stages_are_timed_if_asked() {
    let mut engine = engine(Precision::Auto);
    let scene = random_scene(7_000_001);
    engine.collide(&scene, &Query::default()).unwrap();
    assert!(engine.report().stages.is_none());
    engine
        .collide(
            &scene,
            &Query::default().baseline(Baseline { staged: true, ..Baseline::default() }),
        )
        .unwrap();
    if engine.adapter().has_timestamps {
        let (all, stages) = (engine.report().device_seconds.unwrap(), engine.report().stages);
        let sum: f64 = stages.unwrap().iter().sum();
        assert!(sum > 0.0 && sum <= all, "{sum} of {all}");
    }
}

#[test]
fn many_rounds_are_as_one() {
    let mut engine = engine(Precision::Auto);
    engine.set_candidate_capacity(Some(0)); // As few as can be.
    let mut rounds = 0;
    for seed in 0..2 {
        // Crumpled balls inside each other: many clusters that half reach into others.
        let mut random = SplitMix64::new(seed);
        let mut scene = Scene::new();
        for mesh in [
            jostle::Mesh::from(shapes::ball_tets(4, 1.0)),
            shapes::ball_tets(3, 0.9).translated(DVec3::splat(0.1)).into(),
            shapes::icosphere(3, 0.8).into(),
        ] {
            let object = scene.add("mesh", mesh).unwrap();
            scene.set_self_collision(object, true).unwrap();
            for v in scene.vertices_mut(object).unwrap() {
                *v += DVec3::new(random.signed(), random.signed(), random.signed()) * 0.03;
            }
        }
        check(&mut engine, &scene, &format!("seed {seed}"));
        rounds += engine.report().rounds;
        let again = engine.collide(&scene, &Query::default()).unwrap();
        assert!(again.any() && engine.report().runs == 1, "seed {seed}");
    }
    assert!(rounds > 4, "{rounds} rounds");
}

#[test]
fn brute_force_is_as_on_the_cpu() {
    for search in [SearchMethod::BruteForcePerElement, SearchMethod::BruteForcePerPair] {
        let mut engine = engine(Precision::Auto);
        engine.set_search_method(search);
        for seed in 7_200_000..7_200_060 {
            check(&mut engine, &random_scene(seed), &format!("{search:?}, seed {seed}"));
        }
    }
}

#[test]
fn the_search_can_change_between_queries_of_one_scene() {
    let mut engine = engine(Precision::Auto);
    for seed in 7_300_000..7_300_005 {
        let scene = random_scene(seed);
        for search in [
            SearchMethod::Clusters,
            SearchMethod::BruteForcePerPair,
            SearchMethod::Clusters,
            SearchMethod::BruteForcePerElement,
        ] {
            engine.set_search_method(search);
            check(&mut engine, &scene, &format!("{search:?}, seed {seed}"));
        }
    }
}

#[test]
fn every_procedural_scene_is_as_on_the_cpu() {
    let mut engines = [engine(Precision::Auto), engine(Precision::F32)];
    for entry in jostle_scenes::ALL {
        let mut animated = entry.build(&jostle_scenes::SceneOptions::with_resolution(0)).unwrap();
        for frame in [entry.frames / 4, entry.frames / 2, entry.frames - 1] {
            let scene = animated.set_frame(frame).unwrap();
            for engine in &mut engines {
                check(engine, scene, &format!("{}, frame {frame}", entry.name));
            }
        }
    }
}

#[test]
fn every_mode_and_choice_of_objects_is_as_on_the_cpu() {
    let mut engine = engine(Precision::Auto);
    for seed in 7_000_000..7_000_040 {
        let mut scene = random_scene(seed);
        for object in scene.object_ids().filter(|_| seed % 2 == 0) {
            let mask = if object.index() % 3 == 0 { 2 } else { 3 };
            let membership = 1 + object.index() as u32 % 2;
            scene.set_layers(object, Layers { membership, mask }).unwrap();
        }
        let some: Vec<ObjectId> = scene.object_ids().step_by(2).collect();
        let last = *scene.object_ids().collect::<Vec<_>>().last().unwrap();
        let elements = (0..scene.element_count()).step_by(4).map(ElementId::new);
        let first = collide(&scene, &Query::first_pair()).unwrap().pairs().to_vec();
        let some_elements = Arc::new(ExcludedElements::new(elements.skip(1), first));
        let with_filters = |filters| Query::all_pairs().filters(filters);
        let without_some = Filters::new().exclude_elements(some_elements);
        for query in [
            Query::colliding_elements(),
            Query::first_pair(),
            Query::pair_count(),
            with_filters(Filters::new().among(some)),
            Query::all_pairs().within(0.0),
            with_filters(Filters::new().layers(false)),
            with_filters(Filters::new().exclude([(last, last), (ObjectId::new(0), last)])),
            with_filters(Filters::new().self_pairs(SelfPairs::None)),
            with_filters(Filters::new().self_pairs(SelfPairs::Only)),
            with_filters(without_some.clone()),
            Query::first_pair().filters(without_some.clone()),
            Query::colliding_elements().filters(without_some),
        ] {
            let expected = collide(&scene, &query).unwrap();
            let found = engine.collide(&scene, &query).unwrap();
            assert_eq!(found.pairs(), expected.pairs(), "{seed} {:?}", query.output());
            assert_eq!(found.distances(), expected.distances(), "{seed}");
            assert_eq!(found.colliding(), expected.colliding(), "{seed}");
            assert_eq!(found.inside(), expected.inside(), "{seed} {:?}", query.output());
            if query.output() != QueryOutput::CollidingElements {
                assert_eq!(found.pair_count(), expected.pair_count(), "{seed}");
            }
        }
    }
}

#[test]
fn pairs_within_a_distance_are_left_to_the_cpu() {
    let mut engine = engine(Precision::Auto);
    let scene = random_scene(1);
    let query = Query::all_pairs().within(1.0);
    let expected = collide(&scene, &query).unwrap();
    let found = engine.collide(&scene, &query).unwrap();
    assert_eq!(found.pairs(), expected.pairs());
    assert_eq!(found.distances(), expected.distances());
    let statistics = found.statistics();
    assert_eq!(statistics.backend, Backend::Cpu);
    let reason = statistics.fallback.as_deref().unwrap();
    assert!(reason.contains("does not measure distances"), "{reason}");
    let mut auto = AutoEngine::with_gpu(engine);
    assert_eq!(auto.collide(&scene, &query).unwrap().distances(), expected.distances());
    let error = auto.collide(&scene, &Query::default().within(-1.0)).unwrap_err();
    assert_eq!(error, QueryError::BadDistance { distance: -1.0 });
}

/// Elements and vertices are numbered through all objects, those that take no part too.
#[test]
fn an_object_that_takes_no_part_can_be_replaced() {
    let mut scene = Scene::new();
    let left_out = scene.add("left out", shapes::icosphere(2, 1.0)).unwrap();
    let ball = scene.add("ball", shapes::icosphere(2, 1.0)).unwrap();
    let half = DVec3::X * 0.5;
    let other = scene.add("other", shapes::icosphere(2, 1.0).translated(half)).unwrap();
    let query = Query::default().filters(Filters::new().among([ball, other]));
    let mut engine = engine(Precision::Auto);
    let mut check = |scene: &Scene| {
        let found = engine.collide(scene, &query).unwrap();
        assert!(found.any());
        assert_eq!(found.pairs(), collide(scene, &query).unwrap().pairs());
    };
    check(&scene);
    scene.replace(left_out, shapes::icosphere(1, 1.0)).unwrap();
    check(&scene);
    scene.replace(left_out, shapes::icosphere(4, 1.0)).unwrap();
    check(&scene);
}

/// What the caller did wrong is no reason to leave the GPU, and answers that are not exact are the CPU's.
#[test]
fn the_gpu_is_not_left_for_a_mistake_of_the_caller() {
    let mut scene = Scene::new();
    let ball = scene.add("ball", shapes::icosphere(4, 1.0)).unwrap();
    scene.set_self_collision(ball, true).unwrap();
    let mut engine = AutoEngine::with_gpu(engine(Precision::Auto));
    let mut on_gpu = 0;
    for frame in 0..40 {
        let x = scene.vertices()[0].x;
        if frame == 2 {
            scene.vertices_mut(ball).unwrap()[0].x = f64::NAN;
            assert!(matches!(engine.collide(&scene, &Query::default()), Err(QueryError::Scene(_))));
            scene.vertices_mut(ball).unwrap()[0].x = x;
        }
        let inexact = Baseline { test: IntersectionTest::Sat, ..Baseline::default() };
        let found = engine.collide(&scene, &Query::default().baseline(inexact)).unwrap();
        assert_eq!(found.statistics().backend, Backend::Cpu);
        let found = engine.collide(&scene, &Query::default()).unwrap();
        on_gpu += usize::from(found.statistics().backend == Backend::Gpu);
        assert_eq!(found.statistics().fallback, None);
    }
    // Software is slow, and is tried thrice.
    assert!(on_gpu >= 3, "{on_gpu}");
}

#[test]
fn scenes_that_are_hard_on_shortcuts_are_as_on_the_cpu() {
    for precision in [Precision::F32, Precision::Auto] {
        let mut engine = engine(precision);
        for family in HardSceneFamily::ALL {
            for seed in 0..8 {
                check(&mut engine, &hard_scene(family, seed), &format!("{} {seed}", family.name()));
            }
        }
    }
}

/// Coordinates that an `f32` just holds, or does not hold: their lo parts are as large as `1e31`, and the
/// difference of two hi parts may be more than the largest number.
#[test]
fn scenes_next_to_the_largest_f32_are_as_on_the_cpu() {
    for precision in [Precision::F32, Precision::F64, Precision::Auto] {
        let mut engine = engine(precision);
        for (at, size) in [(5e37, 8e30), (1e38, 1e31), (0.0, 5e38), (1e38, 5e38), (1e38, 1e300)] {
            let mut random = SplitMix64::new(1);
            let mut scene = Scene::new();
            for _ in 0..2 {
                let vertices =
                    (0..300).map(|_| DVec3::from([(); 3].map(|()| at + size * random.signed())));
                let triangles = (0..100).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
                let mesh = jostle::TriangleMesh::new(vertices.collect(), triangles.collect());
                scene.add("triangles", mesh).unwrap();
            }
            let pairs =
                check(&mut engine, &scene, &format!("{size:e} about {at:e}, {precision:?}"));
            assert!(pairs > 0);
        }
    }
}
