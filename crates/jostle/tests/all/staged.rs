//! Baselines: stages tell where the time goes, and change nothing; inexact tests err on the side they
//! say.

use jostle::collide::Broad;
use jostle::collide::baselines::{Baseline, Duplicates, IntersectionTest, KeyFunction};
use jostle::mesh::shapes;
use jostle::{DVec3, ObjectId, Query, Scene, Workspace};
use jostle_testing::{SplitMix64, on_threads};
use std::collections::BTreeSet;

/// Solids and surfaces that cross each other, and one that crosses itself.
fn scene() -> Scene {
    let mut scene = Scene::new();
    scene.add("ball", shapes::ball_tets(5, 1.0)).unwrap();
    scene.add("solid", shapes::ball_tets(4, 1.0).translated(DVec3::new(1.1, 0.17, 0.05))).unwrap();
    scene.add("knot", shapes::torus_knot(2, 3, 0.9, 120, 10)).unwrap();
    scene.set_self_collision(ObjectId::new(2), true).unwrap();
    scene.add("shell", shapes::icosphere(3, 1.3).translated(DVec3::Y * 0.6)).unwrap();
    scene
}

const STAGED: Baseline = Baseline {
    staged: true,
    keys: KeyFunction::XorPrimes,
    duplicates: Duplicates::LowerCorner,
    test: IntersectionTest::Exact,
};

fn queries() -> [Query; 4] {
    [Query::all_pairs(), Query::colliding_elements(), Query::first_pair(), Query::pair_count()]
}

#[test]
fn a_staged_query_has_the_same_answer() {
    let scene = scene();
    let mut workspace = Workspace::new();
    for query in queries() {
        let fused = workspace.collide(&scene, &query).unwrap().clone();
        assert!(fused.any());
        for broad in Broad::ALL {
            for threads in [1, 3] {
                let staged = query.clone().broad(broad).baseline(STAGED);
                let answer = on_threads(threads, || workspace.collide(&scene, &staged)).unwrap();
                assert_eq!(answer.pairs(), fused.pairs(), "{broad:?}");
                assert_eq!(answer.colliding(), fused.colliding(), "{broad:?}");
                assert_eq!(answer.pair_count(), fused.pair_count(), "{broad:?}");
                assert_eq!(answer.self_pair_count(), fused.self_pair_count(), "{broad:?}");
            }
        }
    }
}

#[test]
fn stages_sum_up_to_the_search() {
    let scene = scene();
    let mut workspace = Workspace::new();
    for broad in Broad::ALL {
        let query = Query::all_pairs().broad(broad).containment(false);
        let seconds = workspace.collide(&scene, &query).unwrap().statistics().seconds;
        assert_eq!([seconds.populate, seconds.find, seconds.narrow], [0.0; 3], "{broad:?}");
        let answer = workspace.collide(&scene, &query.baseline(STAGED)).unwrap();
        let seconds = answer.statistics().seconds;
        let sum = seconds.populate + seconds.find + seconds.narrow;
        assert!((sum - seconds.search).abs() < 1e-9, "{broad:?}: {sum} of {}", seconds.search);
        assert!(seconds.find > 0.0 && seconds.narrow > 0.0, "{broad:?}");
        let structured = !matches!(broad, Broad::BruteForce | Broad::BrutePairs);
        assert_eq!(seconds.populate > 0.0, structured, "{broad:?}");
    }
}

#[test]
fn keys_and_duplicates_change_the_cost_only() {
    let scene = scene();
    let mut workspace = Workspace::new();
    let expected = workspace.collide(&scene, &Query::all_pairs()).unwrap().pairs().to_vec();
    for keys in KeyFunction::ALL {
        for duplicates in Duplicates::ALL {
            let baseline = Baseline { keys, duplicates, ..Baseline::default() };
            for broad in [Broad::HashedGrid, Broad::UniformHash] {
                let query = Query::all_pairs().broad(broad).baseline(baseline);
                let answer = workspace.collide(&scene, &query).unwrap();
                assert_eq!(answer.pairs(), expected, "{keys:?} {duplicates:?} {broad:?}");
            }
        }
    }
}

/// Shaken bodies do not touch by a hair, so separating axes and the exact test agree on all but
/// neighbours.
#[test]
fn separating_axes_find_what_the_exact_test_finds_and_without_edges_more() {
    let mut scene = scene();
    let mut random = SplitMix64::new(1);
    for object in scene.object_ids() {
        for vertex in scene.vertices_mut(object).unwrap() {
            *vertex += 1e-3 * DVec3::from_array([(); 3].map(|_| random.signed()));
        }
    }
    let mut workspace = Workspace::new();
    let mut pairs = |test: IntersectionTest| -> BTreeSet<_> {
        let query = Query::all_pairs().baseline(Baseline { test, ..Baseline::default() });
        workspace.collide(&scene, &query).unwrap().pairs().iter().copied().collect()
    };
    let [exact, sat, rough, sat_mtv, gjk] = IntersectionTest::ALL.map(&mut pairs);
    let neighbours = |pair: &&jostle::Pair| {
        let corners = |element| scene.corner_indices(element);
        corners(pair.a).iter().any(|corner| corners(pair.b).contains(corner))
    };
    let apart: BTreeSet<_> = exact.iter().filter(|pair| !neighbours(pair)).copied().collect();
    let differing = sat.symmetric_difference(&apart).count();
    assert_eq!(differing, 0, "of {} and {}", sat.len(), apart.len());
    assert!(rough.is_superset(&sat) && rough.len() > sat.len());
    assert!(sat_mtv == apart && gjk == apart, "{} and {}", sat_mtv.len(), gjk.len());
}
