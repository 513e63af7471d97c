//! Whether a surface is closed.

use super::Incidence;
use crate::mesh::{ElementKind, ObjectElements};

/// Whether an object is of triangles, and each of its edges is used by an even number of them; then a
/// point off the surface is inside or outside by parity.
pub fn is_closed_surface(object: &ObjectElements, incidence: &Incidence) -> bool {
    let mut higher = Vec::new();
    object.kind() == ElementKind::Triangle
        && (0..object.vertex_count() as u32).all(|vertex| {
            // Each edge is looked at from its lower vertex.
            higher.clear();
            for &e in incidence.elements_at(vertex) {
                let others = object.triangle(e as usize);
                higher.extend(others.into_iter().filter(|&other| other > vertex));
            }
            higher.sort_unstable();
            higher.chunk_by(|a, b| a == b).all(|uses| uses.len() % 2 == 0)
        })
}

/// Whether an object is of triangles, and each of its edges is used as often one way as the other; then it
/// winds around a point off the surface a whole number of times.
pub fn is_oriented_surface(object: &ObjectElements, incidence: &Incidence) -> bool {
    let mut higher: Vec<(u32, i32)> = Vec::new();
    object.kind() == ElementKind::Triangle
        && (0..object.vertex_count() as u32).all(|vertex| {
            higher.clear();
            for &e in incidence.elements_at(vertex) {
                let [a, b, c] = object.triangle(e as usize);
                for [from, to] in [[a, b], [b, c], [c, a]] {
                    if from == vertex && to > vertex {
                        higher.push((to, 1));
                    } else if to == vertex && from > vertex {
                        higher.push((from, -1));
                    }
                }
            }
            higher.sort_unstable();
            let mut edges = higher.chunk_by(|a, b| a.0 == b.0);
            edges.all(|uses| uses.iter().map(|own| own.1).sum::<i32>() == 0)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::topology::SurfaceTopology;
    use crate::mesh::{Scene, TriangleMesh, shapes};

    #[test]
    fn closed_as_the_edges_say() {
        let torn = |mut mesh: TriangleMesh| {
            mesh.elements.swap_remove(5);
            mesh
        };
        let doubled = |mut mesh: TriangleMesh| {
            mesh.elements.extend_from_within(..);
            mesh
        };
        let meshes = [
            shapes::icosphere(2, 1.0),
            shapes::torus(1.0, 0.3, 12, 8),
            shapes::cloth(4, 4, [1.0, 1.0]),
            torn(shapes::icosphere(2, 1.0)),
            doubled(shapes::cloth(4, 4, [1.0, 1.0])),
            TriangleMesh::default(),
        ];
        let expected = [true, true, false, false, true, true];
        for (mesh, expected) in meshes.into_iter().zip(expected) {
            assert_eq!(SurfaceTopology::from_mesh(&mesh).unwrap().is_closed(), expected);
            let mut scene = Scene::new();
            scene.add("mesh", mesh).unwrap();
            let object = ObjectElements::new(&scene, &scene.objects()[0]);
            assert_eq!(is_closed_surface(&object, &Incidence::build(&object)), expected);
        }
    }

    #[test]
    fn oriented_as_the_edges_say() {
        let turned = |mut mesh: TriangleMesh, which: std::ops::Range<usize>| {
            mesh.elements[which].iter_mut().for_each(|t| t.swap(0, 1));
            mesh
        };
        let ball = shapes::icosphere(2, 1.0);
        let mut cloth = shapes::cloth(4, 4, [1.0, 1.0]);
        let meshes = [
            (ball.clone(), true),
            (turned(ball.clone(), 0..ball.elements.len()), true),
            (turned(ball, 5..6), false),
            (cloth.clone(), false),
            (TriangleMesh::default(), true),
        ];
        for (mesh, expected) in meshes {
            let mut scene = Scene::new();
            scene.add("mesh", mesh).unwrap();
            let object = ObjectElements::new(&scene, &scene.objects()[0]);
            assert_eq!(is_oriented_surface(&object, &Incidence::build(&object)), expected);
        }
        // Twice, the second time turned over: closed and oriented.
        let count = cloth.elements.len();
        cloth.elements.extend_from_within(..);
        for (doubled, expected) in [(cloth.clone(), false), (turned(cloth, 0..count), true)] {
            let mut scene = Scene::new();
            scene.add("mesh", doubled).unwrap();
            let object = ObjectElements::new(&scene, &scene.objects()[0]);
            assert_eq!(is_oriented_surface(&object, &Incidence::build(&object)), expected);
        }
    }
}
