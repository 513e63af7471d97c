//! A warm frame of the same scene allocates nothing.

use jostle::mesh::shapes;
use jostle::{DVec3, Query, Scene, Workspace};
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct Counting;

static ALLOCATIONS: AtomicUsize = AtomicUsize::new(0);

// SAFETY: hands everything to the system's allocator, and only counts.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Relaxed);
        // SAFETY: the caller keeps the promises that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn move_about(scene: &mut Scene, frame: usize) {
    let by = DVec3::new(0.01, -0.02, 0.005) * if frame.is_multiple_of(2) { 1.0 } else { -1.0 };
    scene.vertices_mut(1).unwrap().iter_mut().for_each(|v| *v += by);
}

#[test]
fn a_warm_frame_allocates_nothing() {
    let mut scene = Scene::new();
    scene.add("sphere", shapes::bumpy_sphere(12, 0.2, 1)).unwrap();
    scene.add("knot", shapes::torus_knot(2, 3, 0.9, 200, 10)).unwrap();
    scene.add("ball", shapes::ball_tets(4, 0.8).translated(DVec3::X)).unwrap();
    // Smooth enough for patches.
    scene
        .add("sheet", shapes::rippled_cloth(30, 30, [2.0, 2.0], Default::default(), 0.1, 1))
        .unwrap();
    for object in 1..4 {
        scene.set_self_collision(object, true).unwrap();
    }
    for query in
        [Query::all_pairs(), Query::colliding_elements(), Query::pair_count(), Query::first_pair()]
    {
        let query = query.containment(false).threads(1);
        let mut workspace = Workspace::new();
        // Two to fill the buffers, for each of the two positions.
        for frame in 0..4 {
            move_about(&mut scene, frame);
            workspace.collide(&scene, &query).unwrap();
        }
        for frame in 0..20 {
            move_about(&mut scene, frame);
            let before = ALLOCATIONS.load(Relaxed);
            let pairs = workspace.collide(&scene, &query).unwrap().any();
            let allocations = ALLOCATIONS.load(Relaxed) - before;
            assert!(pairs);
            // The pool's queue of jobs takes a new block every few dozen calls from outside it.
            assert!(allocations <= 1, "{allocations} allocations in {:?}", query.mode());
        }
    }
}
