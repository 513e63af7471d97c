//! A warm layered depth image of the same scene allocates nothing.

use crate::ALLOCATOR;
use jostle::mesh::shapes;
use jostle::volume::layered::{LayeredQuery, LayeredWorkspace, Region};
use jostle::{DVec3, Scene};
use jostle_testing::alone;

#[test]
fn a_warm_image_allocates_nothing() {
    alone!();
    let mut scene = Scene::new();
    let ball = scene.add("ball", shapes::icosphere(4, 1.0)).unwrap();
    let knot = scene.add("knot", shapes::torus_knot(2, 3, 0.3, 200, 10)).unwrap();
    let tets = scene.add("tets", shapes::ball_tets(5, 0.8).translated(DVec3::X)).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let query = LayeredQuery::new([ball, knot, tets]).resolution(100);
    for query in [query.clone(), query.region(Region::Whole)] {
        let mut workspace = LayeredWorkspace::new();
        for frame in 0..24 {
            let by = DVec3::new(0.01, -0.02, 0.005) * if frame % 2 == 0 { 1.0 } else { -1.0 };
            scene.vertices_mut(knot).unwrap().iter_mut().for_each(|v| *v += by);
            let before = ALLOCATOR.allocations();
            let layers =
                pool.install(|| workspace.build(&scene, &query).unwrap().layers().layers.len());
            let allocations = ALLOCATOR.allocations().since(before).count;
            assert!(layers > 10_000);
            // Two to fill the buffers, for each of the two positions. The pool's queue of jobs takes a new
            // block every few dozen calls from outside it.
            assert!(frame < 4 || allocations <= 1, "{allocations} allocations in frame {frame}");
        }
    }
}
