//! Pairs within a distance are those of brute force over exact distances, whatever is left out. Many more
//! scenes: `within` in xtask.

use jostle::collide::Broad;
use jostle::collide::baselines::{Baseline, IntersectionTest};
use jostle::mesh::shapes;
use jostle::{Collisions, DVec3, Filters, ObjectId, Query, QueryError, Scene, Workspace, collide};
use jostle_testing::{BruteForce, check_within, random_scene};

fn check(scene: &Scene, query: &Query) -> Collisions {
    let found = collide(scene, query).unwrap();
    let expected = BruteForce::from_query(scene, query);
    expected.check_pairs(&found).unwrap_or_else(|error| panic!("{query:?}: {error}"));
    expected.check_object_distances(scene, &found).unwrap();
    found
}

#[test]
fn random_scenes_are_as_brute_force_has_them() {
    let mut workspace = Workspace::new();
    let mut pairs = 0;
    for seed in 0..150 {
        pairs += check_within(&mut workspace, seed, seed % 10 == 0)
            .unwrap_or_else(|error| panic!("scene with seed {seed}: {error}"));
    }
    assert!(pairs > 1000, "{pairs} pairs");
}

/// The distance is the limit, or next to it.
#[test]
fn the_last_digit_decides() {
    let triangle = shapes::cloth(1, 1, [1.0, 1.0]);
    for power in (-200..=200).step_by(25) {
        let size = 10f64.powi(power);
        let mut scene = Scene::new();
        scene.add("floor", triangle.clone().scaled(DVec3::splat(size))).unwrap();
        let above = triangle.clone().scaled(DVec3::splat(size)).translated(DVec3::Z * (size * 0.3));
        scene.add("above", above).unwrap();
        // All triangles are above one of the floor or beside it, so one or more are this near.
        let gap = size * 0.3;
        for (limit, is_near) in [(gap, true), (gap.next_down(), false), (gap.next_up(), true)] {
            let found = check(&scene, &Query::all_pairs().within(limit));
            assert_eq!(found.any(), is_near, "{limit:e}");
            assert!(found.distances().iter().all(|&d| d > 0.0 && d <= limit));
        }
    }
}

/// Distances that are no `f64`: the limit is next to them, on either side.
#[test]
fn the_last_digit_of_a_rounded_distance_decides() {
    for seed in 0..60 {
        let scene = random_scene(seed);
        let all = check(&scene, &Query::all_pairs().within(1e3));
        let some = all.distances().iter().filter(|&&distance| distance > 0.0).take(3);
        for &distance in some {
            for limit in [distance.next_down(), distance, distance.next_up()] {
                check(&scene, &Query::all_pairs().within(limit));
            }
        }
    }
}

#[test]
fn a_distance_of_zero_asks_for_what_collides() {
    for seed in 0..200 {
        let scene = random_scene(seed);
        for query in [
            Query::all_pairs(),
            Query::colliding_elements(),
            Query::first_pair(),
            Query::pair_count(),
        ] {
            let ordinary = collide(&scene, &query).unwrap();
            assert!(ordinary.distances().is_empty() && ordinary.object_distances().is_empty());
            for zero in [0.0, -0.0] {
                let within = collide(&scene, &query.clone().within(zero)).unwrap();
                assert_eq!(within.pairs(), ordinary.pairs());
                assert_eq!(within.colliding(), ordinary.colliding());
                assert_eq!(within.inside(), ordinary.inside());
                assert_eq!(within.pair_count(), ordinary.pair_count());
                assert_eq!(within.self_pair_count(), ordinary.self_pair_count());
                assert_eq!(within.distances(), vec![0.0; within.pairs().len()]);
            }
        }
    }
}

#[test]
fn a_distance_larger_than_the_scene_finds_all_pairs() {
    let mut scene = Scene::new();
    scene.add("ball", shapes::icosphere(1, 1.0)).unwrap();
    let cloth = scene.add("cloth", shapes::cloth(3, 3, [1.0, 1.0])).unwrap();
    scene.set_self_collision(cloth, true).unwrap();
    scene.vertices_mut(cloth).unwrap().iter_mut().for_each(|v| v.x += 5.0);
    for limit in [100.0, 1e160, f64::MAX] {
        for broad in Broad::ALL {
            let found = check(&scene, &Query::all_pairs().within(limit).broad(broad));
            assert_eq!(found.pair_count() - found.self_pair_count(), 80 * 18);
        }
    }
}

#[test]
fn distances_that_are_none_are_refused() {
    let mut scene = Scene::new();
    scene.add("ball", shapes::icosphere(1, 1.0)).unwrap();
    for distance in [-1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = collide(&scene, &Query::default().within(distance)).unwrap_err();
        assert!(matches!(error, QueryError::BadDistance { .. }));
        let message = error.to_string();
        assert!(message.ends_with("give one that is finite and not negative"), "{message}");
    }
    let sat = Baseline { test: IntersectionTest::Sat, ..Baseline::default() };
    let query = Query::default().within(0.1).baseline(sat);
    let error = collide(&scene, &query).unwrap_err();
    assert_eq!(error, QueryError::TestWithoutDistance { test: "sat" });
    let query = Query::default().within(0.1);
    let mut workspace = Workspace::new();
    let error = workspace.answer_with_pairs(&scene, &query, &mut Vec::new(), Default::default());
    assert_eq!(error.unwrap_err(), QueryError::PairsWithoutDistance);
}

#[test]
fn removed_objects_are_refused_by_name_and_left_out_otherwise() {
    let mut scene = Scene::new();
    let ids = [0.0, 0.5, 1.0].map(|x| {
        scene.add(format!("at {x}"), shapes::icosphere(1, 1.0).translated(DVec3::X * x)).unwrap()
    });
    let mut workspace = Workspace::new();
    workspace.collide(&scene, &Query::default()).unwrap();
    scene.remove(ids[1]).unwrap();
    let found = workspace.collide(&scene, &Query::default()).unwrap().clone();
    BruteForce::from_scene(&scene).check_pairs(&found).unwrap();
    assert!(found.pairs().iter().all(|pair| scene.owner(pair.a) == ids[0]));
    let error = collide(&scene, &Query::default().filters(Filters::new().among([ids[0], ids[1]])))
        .unwrap_err();
    let message = error.to_string();
    assert!(message.starts_with("object 1 ('at 0.5') was removed"), "{message}");
    let beyond = ObjectId::new(3);
    let query = Query::default().filters(Filters::new().exclude([(ids[0], beyond)]));
    assert!(matches!(collide(&scene, &query), Err(QueryError::Scene(_))));
}
