//! A fan of triangles round a vertex is free of collisions if it projects injectively, which is decided with
//! the sum of its edges. Where that sum is almost zero, products with it vanish, and so did their error
//! bound: a sign without a bound could certify a fan that overlaps itself.

use jostle::{DVec3, ObjectId, Query, Scene, TriangleMesh, collide};
use jostle_testing::brute_force_pairs;

/// A fan round the origin that winds once and a third, in a plane askew to the axes; its edges cancel
/// exactly but for the last coordinate given.
fn overlapping_fan(scale: f64, rest: f64) -> Scene {
    let edges = [[1, -1, 0], [0, 1, -1], [-3, 0, 3], [2, -2, 0], [0, 2, -2]];
    let mut vertices: Vec<DVec3> =
        edges.map(|edge| DVec3::from(edge.map(f64::from)) * scale).to_vec();
    vertices[4].x = rest;
    vertices.push(DVec3::ZERO);
    let triangles = (0..4).map(|i| [5, i, i + 1]).collect();
    let mut scene = Scene::new();
    scene.add("fan", TriangleMesh::new(vertices, triangles)).unwrap();
    scene.set_self_collision(ObjectId::new(0), true).unwrap();
    scene
}

#[test]
fn an_overlapping_fan_is_found() {
    let smallest = f64::from_bits(1);
    for exponent in -50..50 {
        for rest in [-1e-300, -9.0 * smallest, -smallest, 0.0, smallest, 9.0 * smallest, 1e-300] {
            let scene = overlapping_fan(2f64.powi(exponent), rest);
            let expected = brute_force_pairs(&scene);
            assert!(!expected.is_empty(), "2^{exponent}, {rest}");
            let found = collide(&scene, &Query::all_pairs()).unwrap();
            assert_eq!(found.pairs(), expected, "2^{exponent}, {rest}");
        }
    }
}
