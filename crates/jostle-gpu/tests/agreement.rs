//! The answer is the CPU's, pair by pair and in its order, on scenes that look for trouble.

#[path = "../../../xtask/src/scenes/draft.rs"]
mod draft;

use jostle::collide::Mode;
use jostle::mesh::shapes;
use jostle::{DVec3, Query, Scene, collide};
use jostle_gpu::{AutoEngine, Choice, GpuEngine, Precision, Search, Side};

/// Random scenes of each precision.
const SCENES: u64 = 300;

fn engine(precision: Precision) -> GpuEngine {
    GpuEngine::on(&Choice::Best, precision).expect("a GPU, or a software one")
}

fn check(engine: &mut GpuEngine, scene: &Scene, what: &str) -> usize {
    let query = Query::default();
    let expected = collide(scene, &query).unwrap();
    let found = engine.collide(scene, &query).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert_eq!(found.pairs(), expected.pairs(), "{what}");
    assert_eq!(found.inside(), expected.inside(), "{what}");
    assert_eq!(found.pair_count(), expected.pair_count(), "{what}");
    assert_eq!(found.self_pair_count(), expected.self_pair_count(), "{what}");
    expected.pairs().len()
}

fn random_scenes(precision: Precision, first: u64) {
    let mut engine = engine(precision);
    let mut colliding = 0;
    for seed in first..first + SCENES {
        let pairs = check(&mut engine, &draft::scene(seed), &format!("seed {seed}"));
        colliding += (pairs > 0) as u64;
    }
    // Scenes in which nothing happens would prove nothing.
    assert!(colliding > SCENES / 2, "{colliding} scenes collide");
}

#[test]
fn random_scenes_are_as_on_the_cpu() {
    random_scenes(Precision::Auto, 5_000_000);
}

#[test]
fn random_scenes_are_as_on_the_cpu_with_short_numbers() {
    random_scenes(Precision::Single, 6_000_000);
}

#[test]
fn random_scenes_are_as_on_the_cpu_with_long_numbers() {
    random_scenes(Precision::Double, 6_500_000);
}

#[test]
fn pairs_sorted_on_the_device_are_in_order() {
    let mut engine = engine(Precision::Auto);
    engine.sort_on_device_from(0);
    for seed in 7_100_000..7_100_060 {
        check(&mut engine, &draft::scene(seed), &format!("seed {seed}"));
        let listed = engine.inspect().unwrap().sure;
        assert!(listed.is_sorted(), "{seed}: {listed:?}");
    }
    // Several tiles, and indices of more than two digits.
    let mut scene = Scene::new();
    for i in 0..2 {
        let ball = shapes::ball_tets(7, 1.0).translated(DVec3::X * 0.01 * i as f64);
        scene.add("ball", ball).unwrap();
    }
    assert!(check(&mut engine, &scene, "two of nearly the same place") > 5_000);
    assert!(engine.inspect().unwrap().sure.is_sorted());
}

#[test]
fn either_side_gives_the_answer() {
    let mut auto = AutoEngine::with_gpu(engine(Precision::Auto));
    let mut sides = Vec::new();
    for seed in 0..12 {
        let mut scene = Scene::new();
        scene.add("ball", shapes::bumpy_sphere(12, 0.1, seed)).unwrap();
        scene.add("other", shapes::icosphere(3, 1.0).translated(DVec3::X * 0.2)).unwrap();
        let expected = collide(&scene, &Query::default()).unwrap();
        let found = auto.collide(&scene, &Query::default()).unwrap();
        assert_eq!(found.pairs(), expected.pairs(), "{seed}");
        sides.extend(auto.side());
    }
    assert!(sides.contains(&Side::Cpu) && sides.contains(&Side::Gpu), "{sides:?}");
    auto.gpu().unwrap().destroy();
    for _ in 0..10 {
        assert!(auto.collide(&draft::scene(1), &Query::default()).is_ok());
    }
}

#[test]
fn stages_are_timed_if_asked() {
    let mut engine = engine(Precision::Auto);
    let scene = draft::scene(7_000_001);
    engine.collide(&scene, &Query::default()).unwrap();
    assert!(engine.report().stages.is_none());
    engine.collide(&scene, &Query::default().staged(true)).unwrap();
    if engine.adapter().has_timestamps {
        let (all, stages) = (engine.report().device_seconds.unwrap(), engine.report().stages);
        let sum: f64 = stages.unwrap().iter().sum();
        assert!(sum > 0.0 && sum <= all, "{sum} of {all}");
    }
}

#[test]
fn many_rounds_are_as_one() {
    let mut engine = engine(Precision::Auto);
    engine.set_candidates_at_once(Some(0)); // As few as can be.
    let mut rounds = 0;
    for seed in 0..5 {
        // Crumpled balls inside each other: many clusters that half reach into others.
        let mut random = shapes::SplitMix64::new(seed);
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
    assert!(rounds > 10, "{rounds} rounds");
}

#[test]
fn brute_force_is_as_on_the_cpu() {
    for search in [Search::BruteElements, Search::BrutePairs] {
        let mut engine = engine(Precision::Auto);
        engine.set_search(search);
        for seed in 7_200_000..7_200_060 {
            check(&mut engine, &draft::scene(seed), &format!("{search:?}, seed {seed}"));
        }
    }
}

#[test]
fn every_procedural_scene_is_as_on_the_cpu() {
    let mut engines = [engine(Precision::Auto), engine(Precision::Single)];
    for entry in jostle_scenes::ALL {
        let mut playing = entry.start(&jostle_scenes::Setting::resolution(0)).unwrap();
        for frame in [entry.frames / 4, entry.frames / 2, entry.frames - 1] {
            let scene = playing.show(frame).unwrap();
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
        let scene = draft::scene(seed);
        let some: Vec<usize> = (0..scene.objects().len()).step_by(2).collect();
        for query in [
            Query::colliding_elements(),
            Query::first_pair(),
            Query::pair_count(),
            Query::all_pairs().among(some),
        ] {
            let expected = collide(&scene, &query).unwrap();
            let found = engine.collide(&scene, &query).unwrap();
            assert_eq!(found.pairs(), expected.pairs(), "{seed} {:?}", query.mode());
            assert_eq!(found.colliding(), expected.colliding(), "{seed}");
            assert_eq!(found.inside(), expected.inside(), "{seed} {:?}", query.mode());
            if query.mode() != Mode::CollidingElements {
                assert_eq!(found.pair_count(), expected.pair_count(), "{seed}");
            }
        }
    }
}
