//! Overlaps against known ones, and against the common parts of single tetrahedra.

mod clipping;
mod known;
mod random;
mod refusals;

use super::arrangement::Arrangement;
use super::{Solids, rational};
use crate::collide::Workspace;
use crate::mesh::{Mesh, ObjectId, Scene, TetMesh, TriangleMesh};
use crate::volume::{Overlap, overlap, overlaps};
use glam::DVec3;

/// A scene of two objects.
fn scene(a: impl Into<Mesh>, b: impl Into<Mesh>) -> (Scene, [ObjectId; 2]) {
    let mut scene = Scene::new();
    let a = scene.add("a", a).unwrap();
    let b = scene.add("b", b).unwrap();
    (scene, [a, b])
}

/// The overlap of two meshes, which is to be the same both ways, to agree with the exact verdict and to be
/// no further from the exact volume than it says.
fn measured(a: impl Into<Mesh>, b: impl Into<Mesh>) -> Overlap {
    let (scene, [a, b]) = scene(a, b);
    let one = overlap(&scene, a, b).unwrap();
    let other = overlap(&scene, b, a).unwrap();
    let size = one.volume.abs().max(one.error / f64::EPSILON);
    assert!((one.volume - other.volume).abs() <= 1e-12 * size, "{one:?} {other:?}");
    assert_eq!(one.volume > 0.0, other.volume > 0.0);
    for [a, b] in [[a, b], [b, a]] {
        assert_eq!(overlaps(&scene, a, b).unwrap(), one.volume > 0.0, "{one:?}");
    }
    let exact = with_arrangement(&scene, [a, b], |arrangement| rational::volume(arrangement).value);
    assert!((one.volume - exact).abs() <= one.error + 1e-300, "{one:?} is not {exact:e}");
    one
}

fn with_arrangement<R>(
    scene: &Scene,
    objects: [ObjectId; 2],
    work: impl FnOnce(&Arrangement) -> R,
) -> R {
    let solids = Solids::build(&mut Workspace::new(), scene, objects).unwrap();
    work(&solids.arrangement())
}

/// The surface of a box between two corners.
fn block(low: [f64; 3], high: [f64; 3]) -> TriangleMesh {
    let corner = |i: usize| {
        let pick = |axis: usize| if i >> axis & 1 == 1 { high[axis] } else { low[axis] };
        DVec3::new(pick(0), pick(1), pick(2))
    };
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let split = |[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]];
    TriangleMesh::new((0..8).map(corner).collect(), quads.into_iter().flat_map(split).collect())
}

/// Unit cubes at places of a lattice, as tetrahedra with common vertices.
fn voxels(places: &[[i32; 3]]) -> TetMesh {
    let mut vertices: Vec<[i32; 3]> = Vec::new();
    let mut number = |place: [i32; 3]| {
        let at = vertices.iter().position(|v| *v == place);
        at.unwrap_or_else(|| {
            vertices.push(place);
            vertices.len() - 1
        }) as u32
    };
    let mut elements = Vec::new();
    for place in places {
        // One tetrahedron for each order in which to go along the three axes.
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let mut at = *place;
            let mut corners = [number(at), 0, 0, 0];
            for step in 0..3 {
                at[order[step]] += 1;
                corners[step + 1] = number(at);
            }
            elements.push(corners);
        }
    }
    let vertices = vertices.iter().map(|v| DVec3::from(v.map(f64::from))).collect();
    TetMesh::new(vertices, elements)
}

/// The boundary of tetrahedra as a mesh of its own.
fn boundary(tets: &TetMesh) -> TriangleMesh {
    super::surface::Surface::from_tets(tets.clone()).mesh
}
