//! Layered depth images: volumes, columns, vertices, solids and refusals.

mod columns;
mod generators;
mod refusals;
mod self_intersections;
mod solids;
mod vertices;
mod volumes;

use jostle::volume::layered::{LayeredImage, LayeredQuery, LayeredWorkspace};
use jostle::{DVec3, Mesh, ObjectId, Scene, TriangleMesh};

/// A scene of these meshes, and their ids.
fn scene_of(meshes: impl IntoIterator<Item = Mesh>) -> (Scene, Vec<ObjectId>) {
    let mut scene = Scene::new();
    let add = |(i, mesh): (usize, Mesh)| scene.add(format!("object {i}"), mesh).unwrap();
    let ids = meshes.into_iter().enumerate().map(add).collect();
    (scene, ids)
}

fn image_of(scene: &Scene, query: &LayeredQuery) -> LayeredImage {
    let mut workspace = LayeredWorkspace::new();
    workspace.build(scene, query).unwrap();
    workspace.into_image()
}

/// A closed prism over a polygon that is a star around the origin, along z, centred.
fn prism(corners: &[[f64; 2]], height: f64) -> TriangleMesh {
    let n = corners.len() as u32;
    let mut vertices = Vec::new();
    for z in [-height / 2.0, height / 2.0] {
        vertices.extend(corners.iter().map(|&[x, y]| DVec3::new(x, y, z)));
    }
    vertices.extend([DVec3::Z * (-height / 2.0), DVec3::Z * (height / 2.0)]);
    let mut elements = Vec::new();
    for i in 0..n {
        let j = (i + 1) % n;
        elements.extend([[i, j, n + j], [i, n + j, n + i]]);
        elements.extend([[2 * n, j, i], [2 * n + 1, n + i, n + j]]);
    }
    TriangleMesh::new(vertices, elements)
}

/// A regular polygon around the unit circle's inside.
fn polygon(n: u32, radius: f64) -> Vec<[f64; 2]> {
    let turn = |i: u32| (f64::from(i) + 0.5) / f64::from(n) * std::f64::consts::TAU;
    (0..n).map(|i| [radius * turn(i).cos(), radius * turn(i).sin()]).collect()
}

/// The mesh turned about an axis that is not one of the view's.
fn turned(mut mesh: TriangleMesh, axis: DVec3, angle: f64) -> TriangleMesh {
    let turn = jostle::glam::DQuat::from_axis_angle(axis.normalize(), angle);
    mesh.vertices.iter_mut().for_each(|v| *v = turn * *v);
    mesh
}

/// Numbers from zero to one, the same in every run.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.unit(), self.unit(), self.unit()) * 2.0 - 1.0
    }
}
