//! Searches against each other.

use super::*;
use crate::candidates::{FeatureSearch, Motion};
use crate::mesh::Scene;
use crate::mesh::shapes::{self, SplitMix64};
use glam::DVec3;

/// A few surfaces, and where they end a step.
fn step(seed: u64) -> (Scene, Vec<DVec3>) {
    let mut random = SplitMix64::new(seed);
    let mut vector = || DVec3::new(random.signed(), random.signed(), random.signed());
    let mut scene = Scene::new();
    let meshes = [shapes::icosphere(1, 0.7), shapes::cloth(6, 5, [2.0, 2.0])];
    for (name, mesh) in meshes.into_iter().enumerate() {
        let object = scene.add(format!("{name}"), mesh.translated(vector() * 0.5)).unwrap();
        scene.set_self_collision(object, true).unwrap();
    }
    let far = [0.05, 0.3, 1.0][seed as usize % 3];
    let end = scene.vertices().iter().map(|&v| v + vector() * far).collect();
    (scene, end)
}

#[test]
fn the_first_is_the_first_of_all() {
    let mut search = ImpactSearch::new();
    let mut lister = FeatureSearch::new();
    for seed in 0..300 {
        let (scene, end) = step(seed);
        // Wide intervals overlap, and the first of them may contain a time that is not.
        let tolerance = [0.0, 1e-3, 0.1][seed as usize / 3 % 3];
        let all = ImpactQuery::all().tolerance(tolerance);
        let expected = search.find(&scene, &end, &all).unwrap().first().copied();
        for threads in [1, 2] {
            let first = ImpactQuery::first().tolerance(tolerance).threads(threads);
            let found = search.find(&scene, &end, &first).unwrap().first().copied();
            assert_eq!(found, expected, "seed {seed}");
        }
        let motion = Motion { end: Some(&end), margin: 0.0 };
        let candidates = lister.find(&scene, &motion).unwrap();
        let among = first_impact_among(scene.vertices(), &end, candidates, tolerance);
        assert_eq!(among, expected.map(|impact| (impact.features, impact.time)), "seed {seed}");
    }
}
