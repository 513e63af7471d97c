//! A warm step of the same scene allocates nothing.

use crate::ALLOCATOR;
use jostle::impact::{ImpactMethod, ImpactQuery, ImpactSearch};
use jostle::mesh::shapes;
use jostle::{DVec3, Scene, Session};
use jostle_testing::alone;

#[test]
fn a_warm_step_allocates_nothing() {
    alone!();
    let mut scene = Scene::new();
    scene.add("sphere", shapes::bumpy_sphere(12, 0.2, 1)).unwrap();
    let ball = shapes::ball_tets(4, 0.8).translated(DVec3::new(0.9, 0.03, 0.02));
    scene.add("ball", ball).unwrap();
    let sheet = shapes::rippled_cloth(30, 30, [2.0, 2.0], Default::default(), 0.1, 1);
    let sheet = scene.add("sheet", sheet.translated(DVec3::new(0.011, 0.017, 0.6))).unwrap();
    scene.set_self_collision(sheet, true).unwrap();
    // Nothing is in one plane, which would take integers.
    for object in scene.object_ids().collect::<Vec<_>>() {
        for (i, v) in scene.vertices_mut(object).unwrap().iter_mut().enumerate() {
            let i = i as f64;
            *v += DVec3::new((i * 1.3).sin(), (i * 2.7).sin(), (i * 0.7).cos()) * 1e-3;
        }
    }
    let ends: Vec<Vec<DVec3>> = [0.031, -0.042]
        .map(|by| {
            let moved = |(i, v): (usize, &DVec3)| {
                *v + DVec3::new(by, -by * 0.7, by * (i as f64 * 0.37).sin())
            };
            scene.vertices().iter().enumerate().map(moved).collect()
        })
        .into();
    let by_trees = [ImpactMethod::AabbBvh, ImpactMethod::Dop16Bvh]
        .map(|method| ImpactQuery::all().method(method));
    let near = ImpactQuery::all().thickness(1e-2);
    let queries = [ImpactQuery::all(), ImpactQuery::first().tolerance(1e-6), near];
    for query in queries.into_iter().chain(by_trees) {
        let mut search = ImpactSearch::in_session(&Session::new().threads(1));
        for step in 0..4 {
            search.find(&scene, &ends[step % 2], &query).unwrap();
        }
        for step in 0..10 {
            let before = ALLOCATOR.allocations();
            let impacts = search.find(&scene, &ends[step % 2], &query).unwrap();
            let allocations = ALLOCATOR.allocations().since(before).count;
            assert!(!impacts.is_free());
            // Integers of any length do; nothing else.
            assert_eq!((impacts.statistics().tally.exact, allocations), (0, 0));
        }
    }
}
