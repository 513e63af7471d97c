//! Searches against each other.

use super::*;
use crate::candidates::{FeatureSearch, Motion};
use crate::mesh::Scene;
use crate::mesh::shapes;
use crate::session::Session;
use glam::DVec3;
use jostle_support::random::SplitMix64;

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
    let mut on_threads =
        [1, 2].map(|threads| ImpactSearch::in_session(&Session::new().threads(threads)));
    let mut lister = FeatureSearch::new();
    for seed in 0..300 {
        let (scene, end) = step(seed);
        // Wide intervals overlap, and the first of them may contain a time that is not.
        let tolerance = [0.0, 1e-3, 0.1][seed as usize / 3 % 3];
        let all = ImpactQuery::all().tolerance(tolerance);
        let expected = search.find(&scene, &end, &all).unwrap().first().copied();
        for search in &mut on_threads {
            let first = ImpactQuery::first().tolerance(tolerance);
            let found = search.find(&scene, &end, &first).unwrap().first().copied();
            assert_eq!(found, expected, "seed {seed}");
        }
        let motion = Motion { end: Some(&end), margin: 0.0 };
        let candidates = lister.find(&scene, &motion).unwrap();
        let among = first_impact_among(scene.vertices(), &end, candidates, tolerance);
        assert_eq!(among, expected.map(|impact| (impact.features, impact.time)), "seed {seed}");
    }
}

fn swept<const N: usize>(scene: &Scene, end: &[DVec3], vertices: [u32; N]) -> Swept<N> {
    let [start, end] =
        [scene.vertices(), end].map(|positions| vertices.map(|v| positions[v as usize]));
    Swept::new(start, end)
}

#[test]
fn times_of_candidates_are_those_of_the_two_tests() {
    let mut lister = FeatureSearch::new();
    let mut times = CandidateTimes::default();
    let mut hits = 0;
    for seed in 0..60 {
        let (scene, end) = step(seed);
        let tolerance = [0.0, 1e-3][seed as usize % 2];
        let motion = Motion { end: Some(&end), margin: 0.0 };
        let candidates = lister.find(&scene, &motion).unwrap();
        let tally = impact_times_among(scene.vertices(), &end, candidates, tolerance, &mut times);
        let expected = CandidateTimes {
            vertex_faces: candidates
                .vertex_faces
                .iter()
                .map(|c| {
                    let vertex = swept(&scene, &end, [c.vertex]);
                    vertex_face_within(&vertex, &swept(&scene, &end, c.face), tolerance)
                })
                .collect(),
            edge_edges: candidates
                .edge_edges
                .iter()
                .map(|c| {
                    let [a, b] = c.edges.map(|edge| swept(&scene, &end, edge));
                    edge_edge_within(&a, &b, tolerance)
                })
                .collect(),
        };
        assert_eq!(times, expected, "seed {seed}");
        let decided = tally.apart + tally.floating + tally.refined + tally.exact;
        let count = candidates.vertex_faces.len() + candidates.edge_edges.len();
        assert_eq!(decided, count as u64, "seed {seed}");
        hits += times.vertex_faces.iter().chain(&times.edge_edges).flatten().count();
    }
    assert!(hits > 100, "{hits}");
}
