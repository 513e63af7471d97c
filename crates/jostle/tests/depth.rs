//! The least translation that parts two objects: known answers.

use jostle::distance::{DepthQuery, ObjectDepth, depth};
use jostle::mesh::shapes;
use jostle::{DVec3, Mesh, ObjectId, Query, Scene, TriangleMesh, collide};

fn scene(a: impl Into<Mesh>, b: impl Into<Mesh>) -> Scene {
    let mut scene = Scene::new();
    scene.add("a", a).unwrap();
    scene.add("b", b).unwrap();
    scene
}

fn found(scene: &Scene) -> Option<ObjectDepth> {
    depth(scene, ObjectId::new(0), ObjectId::new(1), &DepthQuery::default()).unwrap()
}

/// The depth, after it was checked that its translation parts the objects, whichever is moved.
fn checked(scene: &Scene) -> ObjectDepth {
    let found = found(scene).expect("they overlap");
    assert!(0.0 <= found.at_least && found.at_least <= found.at_most, "{found:?}");
    assert!((found.direction.length() - 1.0).abs() < 1e-15, "{found:?}");
    assert!(found.translation.length() <= found.at_most, "{found:?}");
    for by in [found.translation, found.direction * found.at_most] {
        for (object, by) in [(1, by), (0, -by)] {
            let mut moved = scene.clone();
            let vertices = moved.vertices_mut(ObjectId::new(object)).unwrap();
            vertices.iter_mut().for_each(|p| *p += by);
            assert!(!collide(&moved, &Query::default()).unwrap().any(), "{found:?}");
        }
    }
    found
}

/// Checks that the bounds hold a depth and are within one percent of each other.
fn assert_depth(a: impl Into<Mesh>, b: impl Into<Mesh>, depth: f64, what: &str) {
    let scene = scene(a, b);
    let found = checked(&scene);
    println!("{what}: {found:?}");
    assert!(found.at_least <= depth * (1.0 + 1e-12), "{what}: {found:?}, not {depth}");
    assert!(found.at_most >= depth * (1.0 - 1e-12), "{what}: {found:?}, not {depth}");
    assert!(found.is_closed, "{what}: {found:?}");
    assert!(found.at_least >= 0.99 * found.at_most || found.at_most < 1e-12, "{what}: {found:?}");
}

fn cuboid(size: [f64; 3], at: [f64; 3]) -> TriangleMesh {
    shapes::box_surface(DVec3::from_array(size), [1; 3]).translated(DVec3::from_array(at))
}

/// Cells of a lattice as one closed surface: faces between two cells are left out.
fn cells(all: &[[i32; 3]]) -> TriangleMesh {
    let mut vertices: Vec<[i32; 3]> = Vec::new();
    let mut elements = Vec::new();
    let mut index = |p: [i32; 3]| {
        let at = vertices.iter().position(|q| *q == p).unwrap_or_else(|| {
            vertices.push(p);
            vertices.len() - 1
        });
        at as u32
    };
    for cell in all {
        for axis in 0..3 {
            for side in 0..2 {
                let mut beside = *cell;
                beside[axis] += 2 * side - 1;
                if all.contains(&beside) {
                    continue;
                }
                let corner = |u: i32, v: i32| {
                    let mut p = *cell;
                    p[axis] += side;
                    p[(axis + 1) % 3] += u;
                    p[(axis + 2) % 3] += v;
                    p
                };
                let round = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)].map(&mut index);
                let [a, b, c, d] = round;
                let faces = if side == 1 { [[a, b, c], [a, c, d]] } else { [[a, c, b], [a, d, c]] };
                elements.extend(faces);
            }
        }
    }
    let at = |p: &[i32; 3]| DVec3::from_array(p.map(f64::from));
    TriangleMesh::new(vertices.iter().map(at).collect(), elements)
}

#[test]
fn boxes_and_bars() {
    let unit = || cuboid([1.0; 3], [0.0; 3]);
    assert_depth(unit(), unit(), 1.0, "a box in itself");
    assert_depth(unit(), cuboid([1.0; 3], [0.25, 0.5, 0.125]), 0.5, "boxes beside each other");
    assert_depth(cuboid([4.0; 3], [0.0; 3]), unit(), 2.5, "a box in a box");
    let bars = [cuboid([8.0, 1.0, 1.0], [0.0; 3]), cuboid([1.0, 8.0, 1.0], [0.0; 3])];
    let [along, across] = bars;
    assert_depth(along, across, 1.0, "crossed bars");
}

#[test]
fn angles() {
    let arm = |n: i32| (0..n).flat_map(|i| [[i, 0, 0], [0, i, 0]]).collect::<Vec<_>>();
    let unique = |mut all: Vec<[i32; 3]>| {
        all.sort();
        all.dedup();
        all
    };
    let angle = cells(&unique(arm(3)));
    assert_depth(angle.clone(), angle.clone(), 1.0, "an angle in itself");
}
