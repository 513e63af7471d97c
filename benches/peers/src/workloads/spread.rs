use super::Object;
use super::folded::folded_sphere;
use jostle::DVec3;
use jostle::mesh::shapes;

/// Each sphere has elements half the size of those before it: `2^12 = 4096`.
const HALVINGS: i32 = 12;

/// A sphere of unit radius and resolution `r` has edges of about this much over `r`.
const EDGE: f64 = 1.1;

/// How deep spheres are in the floor and in the one before, as a part of their radius.
const DEPTH: f64 = 0.05;

/// A floor of triangles with legs of 1, and on it in a row twelve folded spheres of
/// `20 resolution^2` triangles with edges of 1/2, 1/4, ... 1/4096, each touching the floor and the
/// sphere before. All are tested against themselves too.
pub fn spread(resolution: u32) -> Vec<Object> {
    let mut objects = Vec::new();
    let mut x = 0.0;
    for halving in 1..=HALVINGS {
        let radius = 0.5f64.powi(halving) * resolution as f64 / EDGE;
        let height = (1.0 - DEPTH) * radius;
        let before = 2.0 * radius;
        if halving > 1 {
            // Centres are at different heights; this far along x they are as near as they should be.
            let reach = (1.0 - DEPTH) * (before + radius);
            let drop = (1.0 - DEPTH) * (before - radius);
            x += (reach * reach - drop * drop).sqrt();
        }
        let mut sphere = folded_sphere(resolution, halving as u64);
        for vertex in &mut sphere.vertices {
            // Turned by a quarter about z, so that the fold is beside the row.
            *vertex = DVec3::new(-vertex.y, vertex.x, vertex.z) * radius;
        }
        objects.push(Object::new(sphere.translated(DVec3::new(x, 0.0, height)), true));
    }
    let side = 2 * resolution;
    let floor = shapes::cloth(side, side, [side as f64; 2]);
    // An odd offset, so that no sphere is cut along the floor's lattice.
    let floor = floor.translated(DVec3::new(x / 2.0 + 0.3, 0.2, 0.0));
    objects.push(Object::new(floor, true));
    objects
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::{Mesh, Pair, Query, Scene, collide};
    use std::collections::BTreeSet;

    fn mean_edge(object: &Object) -> f64 {
        let Mesh::Triangles(mesh) = &object.mesh else { panic!("triangles") };
        let edges = (0..mesh.elements.len()).flat_map(|t| {
            let [a, b, c] = mesh.corners(t);
            [a.distance(b), b.distance(c), c.distance(a)]
        });
        edges.sum::<f64>() / (3 * mesh.elements.len()) as f64
    }

    #[test]
    fn sizes_halve_from_the_floor_down_to_a_4096th() {
        let objects = spread(6);
        assert_eq!(objects.len(), 13);
        for (halving, object) in (1..).zip(&objects[..12]) {
            let edge = mean_edge(object) / 0.5f64.powi(halving);
            // The fold stretches some.
            assert!((0.9..1.5).contains(&edge), "{edge}");
        }
        let legs_and_diagonal = (2.0 + 2f64.sqrt()) / 3.0;
        assert!((mean_edge(&objects[12]) - legs_and_diagonal).abs() < 1e-9);
    }

    #[test]
    fn every_sphere_touches_the_floor_and_its_neighbours() {
        let mut scene = Scene::new();
        let mut added = Vec::new();
        for object in spread(6) {
            added.push(scene.add("object", object.mesh).expect("a valid mesh"));
        }
        let collisions = collide(&scene, &Query::default()).expect("finite positions");
        let owners = |pair: &Pair| (scene.owner(pair.a), scene.owner(pair.b));
        let touching: BTreeSet<_> = collisions.pairs().iter().map(owners).collect();
        let (&floor, spheres) = added.split_last().expect("a floor");
        for &sphere in spheres {
            assert!(touching.contains(&(sphere, floor)), "sphere {sphere} floats");
        }
        for (&before, &after) in spheres.iter().zip(&spheres[1..]) {
            assert!(touching.contains(&(before, after)), "gap after {before}");
        }
    }
}
