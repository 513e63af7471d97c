//! A body that twists and crosses itself, frame after frame in one workspace: every frame is what
//! brute force finds.

use jostle::collide::Broad;
use jostle::mesh::shapes;
use jostle::{DVec3, Query, Scene, Workspace};

#[test]
fn three_hundred_frames_of_a_twisting_knot() {
    // A tube that swells until neighbouring windings cross, and shrinks again.
    let knot = |frame: u32| {
        let swelling = 0.5 - 0.5 * (f64::from(frame) / 24.0).cos();
        shapes::torus_knot(2, 3, 0.4 + 0.55 * swelling, 100, 10)
    };
    assert_eq!(knot(0).elements.len(), 2_000);
    let mut scene = Scene::new();
    scene.add("knot", knot(0)).unwrap();
    scene.test_self(0, true).unwrap();
    let (mut workspace, mut judge) = (Workspace::new(), Workspace::new());
    let mut crossing = 0;
    for frame in 0..300 {
        // Twisted about z by up to two turns from bottom to top.
        let turns = 2.0 * (f64::from(frame) / 50.0).sin();
        for (vertex, rest) in scene.vertices_mut(0).unwrap().iter_mut().zip(knot(frame).vertices) {
            let (sin, cos) = (turns * rest.z).sin_cos();
            *vertex = DVec3::new(cos * rest.x - sin * rest.y, sin * rest.x + cos * rest.y, rest.z);
        }
        let found = workspace.collide(&scene, &Query::default()).unwrap();
        let brute = Query::default().broad(Broad::BrutePairs);
        let expected = judge.collide(&scene, &brute).unwrap();
        assert_eq!(found.pairs(), expected.pairs(), "frame {frame}");
        crossing += found.any() as u32;
    }
    assert!((50..300).contains(&crossing), "{crossing} frames with collisions");
}
