//! A warm frame of the same scene allocates nothing.

use crate::ALLOCATOR;
use jostle::collide::QueryOutput;
use jostle::mesh::shapes;
use jostle::{DVec3, Filters, ObjectId, Query, Scene, Session, Workspace};
use jostle_testing::alone;

fn move_about(scene: &mut Scene, frame: usize) {
    let by = DVec3::new(0.01, -0.02, 0.005) * if frame.is_multiple_of(2) { 1.0 } else { -1.0 };
    scene.vertices_mut(ObjectId::new(1)).unwrap().iter_mut().for_each(|v| *v += by);
}

#[test]
fn a_warm_frame_allocates_nothing() {
    alone!();
    let mut scene = Scene::new();
    scene.add("sphere", shapes::bumpy_sphere(12, 0.2, 1)).unwrap();
    scene.add("knot", shapes::torus_knot(2, 3, 0.9, 200, 10)).unwrap();
    scene.add("ball", shapes::ball_tets(4, 0.8).translated(DVec3::X)).unwrap();
    // Smooth enough for patches.
    scene
        .add("sheet", shapes::rippled_cloth(30, 30, [2.0, 2.0], Default::default(), 0.1, 1))
        .unwrap();
    for object in (1..4).map(ObjectId::new) {
        scene.set_self_collision(object, true).unwrap();
    }
    // Inside the sphere without touching anything, inside a closed one, and within the box of an open
    // one: rays are counted in every frame.
    let pebbles = [("pebble", 0.05), ("grain", 0.01)];
    for (name, radius) in pebbles {
        let mesh = shapes::icosphere(2, radius).translated(DVec3::new(-0.05, 0.02, 0.1));
        scene.add(name, mesh).unwrap();
    }
    // The ball touches the sphere and the sheet but for the last digits, which takes exact arithmetic where
    // distances are asked for.
    let almost_touching = [(0, 2), (2, 3)].map(|(a, b)| (ObjectId::new(a), ObjectId::new(b)));
    let without = Filters::new().exclude(almost_touching);
    for query in [
        Query::all_pairs(),
        Query::colliding_elements(),
        Query::pair_count(),
        Query::first_pair(),
        Query::all_pairs().within(0.01).filters(without.clone()),
        Query::colliding_elements().within(0.01).filters(without.clone()),
    ] {
        let mut workspace = Workspace::in_session(&Session::new().threads(1));
        // Two to fill the buffers, for each of the two positions.
        for frame in 0..4 {
            move_about(&mut scene, frame);
            workspace.collide(&scene, &query).unwrap();
        }
        for frame in 0..20 {
            move_about(&mut scene, frame);
            let before = ALLOCATOR.allocations();
            let collisions = workspace.collide(&scene, &query).unwrap();
            let allocations = ALLOCATOR.allocations().since(before).count;
            assert!(collisions.any());
            let inside: &[(usize, usize)] = match query.output() {
                QueryOutput::FirstPair => &[],
                _ => &[(4, 0), (5, 0), (5, 4)],
            };
            let found: Vec<(usize, usize)> =
                collisions.inside().iter().map(|(i, o)| (i.index(), o.index())).collect();
            // In every other frame the ball is in the thick knot too.
            let is_found = |pair: &(usize, usize)| found.contains(pair);
            assert!(inside.iter().all(is_found), "{found:?} in {:?}", query.output());
            // The pool's queue of jobs takes a new block every few dozen calls from outside it.
            assert!(allocations <= 1, "{allocations} allocations in {:?}", query.output());
        }
    }
}
