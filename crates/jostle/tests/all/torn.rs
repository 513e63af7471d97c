//! Meshes that change while they are searched: cut, welded, numbered anew, put in another order, or the same again.

use jostle::collide::Broad;
use jostle::mesh::shapes;
use jostle::{DVec3, Query, Scene, TriangleMesh, Workspace, collide};
use jostle_testing::SplitMix64;

fn below(random: &mut SplitMix64, count: usize) -> usize {
    (random.next_u64() % count as u64) as usize
}

fn anywhere(random: &mut SplitMix64) -> DVec3 {
    DVec3::new(random.signed(), random.signed(), random.signed())
}

/// The elements around one of them, as they are listed.
fn part(random: &mut SplitMix64, mesh: &TriangleMesh) -> std::ops::Range<usize> {
    let first = below(random, mesh.elements.len());
    first..mesh.elements.len().min(first + 1 + below(random, 60))
}

/// Gives some triangles that follow each other vertices of their own, elsewhere.
fn cut(random: &mut SplitMix64, mesh: &mut TriangleMesh) {
    let by = 0.2 * anywhere(random);
    let part = part(random, mesh);
    let TriangleMesh { vertices, elements } = mesh;
    let mut new = std::collections::HashMap::new();
    for vertex in elements[part].as_flattened_mut() {
        *vertex = *new.entry(*vertex).or_insert_with(|| {
            vertices.push(vertices[*vertex as usize] + by);
            vertices.len() as u32 - 1
        });
    }
}

/// Lets two vertices of one part become one, if no triangle has both.
fn weld(random: &mut SplitMix64, mesh: &mut TriangleMesh) {
    let part = part(random, mesh);
    let [from, to] = [part.start, part.end - 1].map(|e| mesh.elements[e][0]);
    if !mesh.elements.iter().any(|own| own.contains(&from) && own.contains(&to)) {
        let vertices = mesh.elements.as_flattened_mut().iter_mut();
        vertices.filter(|vertex| **vertex == from).for_each(|vertex| *vertex = to);
    }
}

/// Numbers all vertices anew.
fn renumber(random: &mut SplitMix64, mesh: &mut TriangleMesh) {
    let mut numbers: Vec<u32> = (0..mesh.vertices.len() as u32).collect();
    for i in (1..numbers.len()).rev() {
        numbers.swap(i, below(random, i + 1));
    }
    let old = mesh.vertices.clone();
    for (&new, old) in numbers.iter().zip(old) {
        mesh.vertices[new as usize] = old;
    }
    mesh.elements.iter_mut().for_each(|own| *own = own.map(|v| numbers[v as usize]));
}

fn change(random: &mut SplitMix64, mesh: &mut TriangleMesh, frame: usize) {
    match below(random, 10) {
        0..3 => cut(random, mesh),
        3 | 4 => weld(random, mesh),
        5 => renumber(random, mesh),
        6 => drop(mesh.elements.drain(part(random, mesh))),
        7 => {
            let more = mesh.elements[part(random, mesh)].to_vec();
            let first = mesh.vertices.len() as u32;
            mesh.vertices.extend_from_within(..);
            mesh.elements.extend(more.into_iter().map(|own| own.map(|v| first + v)));
        }
        8 if frame.is_multiple_of(3) => mesh.elements.reverse(),
        _ => mesh.vertices.iter_mut().for_each(|v| *v += 0.001 * anywhere(random)),
    }
}

/// Two surfaces of several blocks in each other, one of which changes in each frame, and its answer in a workspace that
/// knows what was before, in a new one, and by brute force.
#[test]
fn meshes_that_change_are_answered_as_if_they_were_new() {
    for seed in 0..3 {
        let mut random = SplitMix64::new(seed);
        let mut meshes = [
            shapes::bumpy_sphere(24, 0.1, seed),
            shapes::torus(1.0, 0.3, 120, 50).translated(DVec3::X * 0.4),
        ];
        let mut scene = Scene::new();
        let objects = meshes.each_ref().map(|mesh| {
            let object = scene.add("", mesh.clone()).unwrap();
            scene.set_self_collision(object, true).unwrap();
            object
        });
        let mut workspace = Workspace::new();
        let mut pairs = 0;
        for frame in 0..24 {
            let own = below(&mut random, 2);
            change(&mut random, &mut meshes[own], frame);
            scene.replace(objects[own], meshes[own].clone()).unwrap();
            let query = Query::default();
            let found = workspace.collide(&scene, &query).unwrap();
            let what = format!("seed {seed}, frame {frame}");
            let anew = collide(&scene, &query).unwrap();
            assert_eq!(found.pairs(), anew.pairs(), "{what}");
            assert_eq!(found.inside(), anew.inside(), "{what}");
            if frame % 8 == 7 {
                let brute = collide(&scene, &query.broad(Broad::BruteForce)).unwrap();
                assert_eq!(found.pairs(), brute.pairs(), "{what}");
            }
            pairs += found.pairs().len();
        }
        assert!(pairs > 10_000, "{pairs}");
    }
}
