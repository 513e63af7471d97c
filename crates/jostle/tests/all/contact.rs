//! Near contacts are those of brute force over all features.

use jostle::contact::{NearQuery, NearSearch};
use jostle::mesh::shapes;
use jostle::{DVec3, Scene};
use jostle_testing::{check_near_contacts, check_random_near_contacts};

#[test]
fn random_near_contacts_are_as_brute_force_has_them() {
    let mut search = NearSearch::new();
    let mut pairs = 0;
    for seed in 0..800 {
        pairs += check_random_near_contacts(&mut search, seed)
            .unwrap_or_else(|error| panic!("scene with seed {seed}: {error}"));
    }
    assert!(pairs > 100_000, "{pairs} pairs");
}

/// Sheets above each other, and a ball of tetrahedra with its boundary.
#[test]
fn near_contacts_of_sheets_and_balls_are_as_brute_force_has_them() {
    let mut scene = Scene::new();
    let sheet = shapes::rippled_cloth(9, 9, [1.4, 1.4], Default::default(), 0.05, 1);
    let lower = scene.add("lower", sheet.clone()).unwrap();
    scene.add("upper", sheet.translated(DVec3::new(0.01, 0.02, 0.03))).unwrap();
    scene.add("ball", shapes::ball_tets(3, 0.5).translated(DVec3::Z * 0.57)).unwrap();
    scene.set_self_collision(lower, true).unwrap();
    let mut search = NearSearch::new();
    for (distance, least) in [(0.035, 50), (0.06, 500), (0.3, 5_000)] {
        for threads in 1..4 {
            let pairs = check_near_contacts(&mut search, &scene, distance, threads).unwrap();
            assert!(pairs > least, "{pairs} pairs within {distance}");
        }
    }
}

/// Edges that are nearly parallel stay edges, whatever their nearest points are.
#[test]
fn parallel_edges_are_kept_if_they_are_mollified() {
    let mut scene = Scene::new();
    let sheet = shapes::cloth(3, 3, [3.0, 3.0]);
    scene.add("lower", sheet.clone()).unwrap();
    scene.add("upper", sheet.translated(DVec3::Z * 0.1)).unwrap();
    let mut search = NearSearch::new();
    let plain = search.find(&scene, &NearQuery::within(0.15)).unwrap().clone();
    let mollified = search.find(&scene, &NearQuery::within(0.15).mollified(true)).unwrap();
    assert!(plain.edge_edge.iter().all(|own| own.mollifier.factor() == 1.0));
    let parallel = mollified.edge_edge.iter().filter(|own| own.mollifier.is_active()).count();
    assert!(parallel > 20, "{parallel}");
    assert_eq!(mollified.edge_edge.len() - parallel, plain.edge_edge.len());
    let faded = mollified.edge_edge.iter().filter(|own| own.mollifier.is_active());
    assert!(faded.into_iter().all(|own| own.mollifier.factor() < 1e-12), "they are parallel");
    assert_eq!(plain.least_distance(), Some(0.1));
}
