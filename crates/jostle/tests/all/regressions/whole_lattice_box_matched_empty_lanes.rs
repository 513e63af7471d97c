//! The grid compares boxes eight at a time, and fills the lanes that are left over with a box that
//! overlaps no other. The box of the whole lattice overlaps any filling: an element that reaches beyond
//! the lattice on all sides was paired with element 0, once for each empty lane.

use jostle::collide::Broad;
use jostle::collide::baselines::candidates;
use jostle::{DVec3, ObjectId, Query, Scene, TriangleMesh, collide};
use jostle_testing::BruteForce;

/// A triangle whose box is the whole lattice, and small ones, as many as leave lanes empty.
fn scene(small: u32) -> Scene {
    let far = DVec3::splat(1e100);
    let mut mesh = TriangleMesh::new(vec![-far, far, DVec3::new(1e100, -1e100, 0.0)], vec![]);
    mesh.elements.push([0, 1, 2]);
    for i in 0..small {
        let at = DVec3::new(f64::from(i), 0.5, 0.25);
        mesh.vertices.extend([at, at + DVec3::X * 1.5, at + DVec3::Y]);
        mesh.elements.push([3 * i + 3, 3 * i + 4, 3 * i + 5]);
    }
    let mut scene = Scene::new();
    scene.add("triangles", mesh).unwrap();
    scene.set_self_collision(ObjectId::new(0), true).unwrap();
    scene
}

#[test]
fn every_candidate_is_found_once() {
    for small in 0..20 {
        let scene = scene(small);
        let by = |broad| candidates(&scene, &Query::all_pairs().broad(broad)).unwrap();
        let expected = by(Broad::BruteForce);
        assert_eq!(by(Broad::Grid), expected, "{small} small triangles");
    }
}

#[test]
fn every_broad_phase_has_the_answer_of_brute_force() {
    for small in 0..20 {
        let scene = scene(small);
        let expected = BruteForce::from_scene(&scene);
        for broad in Broad::ALL {
            let found = collide(&scene, &Query::all_pairs().broad(broad)).unwrap();
            expected.check_pairs(&found).unwrap();
        }
    }
}
