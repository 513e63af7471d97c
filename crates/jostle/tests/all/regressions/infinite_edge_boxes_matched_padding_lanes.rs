//! The border of a patch is compared in boxes of `f32`, eight at a time. Beyond the range of `f32` they
//! became infinite, overlapped the lanes that are left over, and edges were looked up that do not exist.

use jostle::mesh::shapes;
use jostle::{DVec3, ObjectId, Query, Scene, TriangleMesh, collide};
use jostle_testing::BruteForce;

fn check(mesh: TriangleMesh, what: &str) {
    let mut scene = Scene::new();
    scene.add("mesh", mesh).unwrap();
    scene.set_self_collision(ObjectId::new(0), true).unwrap();
    let found = collide(&scene, &Query::default()).unwrap();
    BruteForce::from_scene(&scene)
        .check_pairs(&found)
        .unwrap_or_else(|why| panic!("{what}: {why}"));
}

#[test]
fn one_triangle_of_any_size_has_no_pairs() {
    for power in -300..=300 {
        for digit in [1.0, 3.5] {
            let s = digit * 10f64.powi(power);
            let at = |x: f64, y: f64| DVec3::new(x * s, y * s, 0.0);
            let acute = vec![at(0.0, 0.0), at(-1.0, -2.0), at(2.0, 1.0)];
            check(TriangleMesh::new(acute, vec![[0, 1, 2]]), &format!("{s}"));
            let right = vec![at(0.0, 0.0), at(1.0, 0.0), at(0.0, 1.0)];
            check(TriangleMesh::new(right, vec![[0, 1, 2]]), &format!("{s}"));
        }
    }
}

#[test]
fn spheres_of_any_size_have_no_pairs() {
    for power in (-300..=300).step_by(10) {
        check(shapes::icosphere(1, 10f64.powi(power)), &format!("1e{power}"));
    }
}
