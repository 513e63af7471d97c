//! A warm search for depths allocates nothing.

use crate::ALLOCATOR;
use jostle::contact::{DepthMethod, DepthQuery, DepthSearch};
use jostle::mesh::shapes::{self, Split};
use jostle::{DVec3, Scene, Session};
use jostle_testing::alone;

#[test]
fn a_warm_search_allocates_nothing() {
    alone!();
    let mut scene = Scene::new();
    scene.add("box", shapes::box_tets([8; 3], DVec3::splat(2.0), Split::Six, 0.1, 1)).unwrap();
    let ball = scene.add("ball", shapes::ball_tets(6, 0.8).translated(DVec3::Z * 1.3)).unwrap();
    scene.add("surface", shapes::icosphere(3, 0.9).translated(DVec3::X * 1.3)).unwrap();
    scene.add("pebble", shapes::ball_tets(2, 0.1)).unwrap();
    scene.set_self_collision(ball, true).unwrap();
    for method in DepthMethod::ALL {
        let query = DepthQuery::new().method(method);
        let mut search = DepthSearch::in_session(&Session::new().threads(1));
        for frame in 0..24 {
            let by = DVec3::new(0.01, -0.02, 0.005) * if frame % 2 == 0 { 1.0 } else { -1.0 };
            scene.vertices_mut(ball).unwrap().iter_mut().for_each(|v| *v += by);
            let before = ALLOCATOR.allocations();
            let count = search.find(&scene, &query).unwrap().points().len();
            let allocations = ALLOCATOR.allocations().since(before).count;
            assert!(count > 200);
            // Two to fill the buffers, for each of the two positions. The pool's queue of jobs takes a new
            // block every few dozen calls from outside it.
            assert!(frame < 4 || allocations <= 1, "{allocations} allocations in frame {frame}");
        }
    }
}
