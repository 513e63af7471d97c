//! A warm search for intersection curves allocates nothing.

use crate::ALLOCATOR;
use jostle::contact::{CurveQuery, CurveSearch};
use jostle::mesh::shapes;
use jostle::{DVec3, Scene, Session};
use jostle_testing::alone;

#[test]
fn a_warm_search_allocates_nothing() {
    alone!();
    let mut scene = Scene::new();
    scene.add("sphere", shapes::bumpy_sphere(12, 0.2, 1)).unwrap();
    let ball = shapes::ball_tets(4, 0.8).translated(DVec3::new(0.9, 0.03, 0.02));
    let ball = scene.add("ball", ball).unwrap();
    let knot = scene.add("knot", shapes::torus_knot(2, 3, 0.45, 60, 9)).unwrap();
    scene.set_self_collision(knot, true).unwrap();
    // Nothing is in one plane, which would take integers.
    for object in scene.object_ids().collect::<Vec<_>>() {
        for (i, v) in scene.vertices_mut(object).unwrap().iter_mut().enumerate() {
            let i = i as f64;
            *v += DVec3::new((i * 1.3).sin(), (i * 2.7).sin(), (i * 0.7).cos()) * 1e-3;
        }
    }
    let query = CurveQuery::new();
    let mut search = CurveSearch::in_session(&Session::new().threads(1));
    let mut step = |scene: &mut Scene, frame: usize| {
        let by = if frame.is_multiple_of(2) { 0.031 } else { -0.031 };
        scene.vertices_mut(ball).unwrap().iter_mut().for_each(|v| v.x += by);
        let before = ALLOCATOR.allocations();
        let curves = search.find(scene, &query).unwrap();
        let counts = (curves.len(), curves.touching().len());
        (counts, ALLOCATOR.allocations().since(before).count)
    };
    for frame in 0..4 {
        step(&mut scene, frame);
    }
    for frame in 4..14 {
        let ((curves, touching), allocations) = step(&mut scene, frame);
        assert!(curves > 2, "{curves} curves");
        assert_eq!((touching, allocations), (0, 0));
    }
}
