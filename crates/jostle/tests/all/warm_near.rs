//! A warm search for near contacts allocates nothing.

use crate::ALLOCATOR;
use jostle::contact::{NearQuery, NearSearch};
use jostle::mesh::shapes;
use jostle::{DVec3, Scene, Session};
use jostle_testing::alone;

#[test]
fn a_warm_search_allocates_nothing() {
    alone!();
    let mut scene = Scene::new();
    let sheet = shapes::rippled_cloth(40, 40, [1.4, 1.4], Default::default(), 0.05, 1);
    let lower = scene.add("lower", sheet.clone()).unwrap();
    let upper = scene.add("upper", sheet.translated(DVec3::new(0.01, 0.02, 0.03))).unwrap();
    scene.add("ball", shapes::ball_tets(5, 0.5).translated(DVec3::Z * 0.57)).unwrap();
    scene.set_self_collision(lower, true).unwrap();
    let query = NearQuery::within(0.04);
    let mut search = NearSearch::in_session(&Session::new().threads(1));
    for frame in 0..24 {
        let by = DVec3::new(1e-3, -2e-3, 5e-4) * if frame % 2 == 0 { 1.0 } else { -1.0 };
        scene.vertices_mut(upper).unwrap().iter_mut().for_each(|v| *v += by);
        let before = ALLOCATOR.allocations();
        let count = search.find(&scene, &query).unwrap().len();
        let allocations = ALLOCATOR.allocations().since(before).count;
        assert!(count > 2_000, "{count}");
        // Two to fill the buffers, for each of the two positions. The pool's queue of jobs takes a new
        // block every few dozen calls from outside it.
        assert!(frame < 4 || allocations <= 1, "{allocations} allocations in frame {frame}");
    }
}
