//! Fitting a tree to vertices that moved allocates nothing.

use crate::ALLOCATOR;
use jostle::distance::{Ray, SceneTree};
use jostle::mesh::shapes;
use jostle::{DVec3, Scene};
use jostle_testing::alone;

#[test]
fn a_warm_refit_allocates_nothing() {
    alone!();
    let mut scene = Scene::new();
    for i in 0..20 {
        let ball = shapes::icosphere(2, 1.0).translated(DVec3::X * 2.5 * i as f64);
        scene.add("ball", ball).unwrap();
    }
    scene.add("body", shapes::ball_tets(3, 1.0)).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let mut tree = SceneTree::new();
    let ray = Ray::new(DVec3::new(-9.0, 0.1, 0.1), DVec3::X);
    pool.install(|| tree.update(&scene)).unwrap();
    for frame in 0..20 {
        for object in scene.object_ids() {
            let by = DVec3::splat(((frame + object.index()) as f64).sin());
            scene.vertices_mut(object).unwrap().iter_mut().for_each(|v| *v += by);
        }
        let count = pool.install(|| {
            let before = ALLOCATOR.allocations();
            tree.update(&scene).unwrap();
            ALLOCATOR.allocations().since(before).count
        });
        assert_eq!(count, 0, "frame {frame}");
        tree.cast(&scene, &ray).unwrap();
    }
}
