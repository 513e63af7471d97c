//! A warm step by the view of surfaces allocates nothing.

use crate::ALLOCATOR;
use jostle::impact::{ImpactMethod, ImpactQuery, ImpactSearch};
use jostle::mesh::shapes;
use jostle::{DVec3, Filters, Scene, Session};
use jostle_testing::alone;

/// From where the last step ended, with triangles that are seen from behind and a hole.
#[test]
fn a_warm_step_by_view_allocates_nothing() {
    alone!();
    let mut scene = Scene::new();
    let mut torn = shapes::bumpy_sphere(12, 0.2, 1);
    torn.elements.drain(..8);
    let [ball, torn] =
        [("ball", shapes::torus(1.0, 0.3, 40, 20)), ("torn", torn)].map(|(name, mesh)| {
            scene.add(name, mesh.translated(DVec3::X * name.len() as f64)).unwrap()
        });
    let ends: Vec<Vec<DVec3>> = [1.0, 1.01]
        .map(|by| {
            let moved =
                |(i, v): (usize, &DVec3)| *v * by + DVec3::Z * (i as f64).sin() * (by - 1.0);
            scene.vertices().iter().enumerate().map(moved).collect()
        })
        .into();
    for object in [ball, torn] {
        scene.set_self_collision(object, true).unwrap();
    }
    let query = ImpactQuery::first().method(ImpactMethod::View);
    let query = query.filters(Filters::new().exclude([(ball, torn)]));
    let mut search = ImpactSearch::in_session(&Session::new().threads(1));
    for step in 0..60 {
        let before = ALLOCATOR.allocations();
        let impacts = search.find(&scene, &ends[(step + 1) % 2], &query).unwrap();
        let allocations = ALLOCATOR.allocations().since(before).count;
        assert!(impacts.is_free());
        let seen = impacts.statistics().view;
        if step >= 40 {
            assert!(seen.negative > 100 && seen.violated > 10, "{seen:?}");
            assert_eq!((seen.start_queries, allocations), (0, 0), "step {step}");
        }
        for object in [ball, torn] {
            let range = scene.object(object).unwrap().vertices();
            scene.set_vertices(object, &ends[(step + 1) % 2][range]).unwrap();
        }
    }
}
