//! The oriented boundary of a solid object.

use super::compensated_sum::CompensatedSum;
use crate::candidates::CachedTopology;
use crate::geometry::predicates::{self, Sign};
use crate::geometry::{Aabb, integers};
use crate::mesh::topology::{SurfaceTopology, signed_volume};
use crate::mesh::{Mesh, ObjectId, Scene, SceneError, TetMesh, TriangleMesh};
use crate::volume::VolumeError;
use glam::DVec3;
use jostle_support::parallel;
use num_bigint::BigInt;
use rayon::prelude::*;
use std::ops::Range;

/// Triangles that use each edge as often one way as the other, fronts outside.
#[derive(Debug)]
pub struct Surface {
    /// All vertices of the object, on the surface or not.
    pub mesh: TriangleMesh,
    /// The edges, lower vertex first, sorted.
    pub edges: Vec<[u32; 2]>,
    /// Of each face the edges from its first, second and third corner on.
    pub face_edges: Vec<[u32; 3]>,
    /// The box of all faces.
    pub bounds: Aabb,
}

/// Vertices of a boundary loop that an error names.
const NAMED: usize = 4;

impl Surface {
    /// The boundary of an object, or why it has none.
    pub fn of_object(
        scene: &Scene,
        topology: &CachedTopology,
        object: ObjectId,
    ) -> Result<Surface, VolumeError> {
        match scene.mesh(object)? {
            Mesh::Tets(tets) => Ok(Surface::from_tets(tets)),
            Mesh::Triangles(mesh) => {
                check(scene, topology, object)?;
                Ok(Surface::from_closed(mesh))
            }
        }
    }

    /// A closed and oriented mesh, turned over if it faces inward.
    fn from_closed(mut mesh: TriangleMesh) -> Surface {
        if volume_sign(&mesh) < 0 {
            mesh.elements.iter_mut().for_each(|face| face.swap(1, 2));
        }
        Surface::build(mesh)
    }

    /// The sum of the boundaries of all tetrahedra, each taken with its front outside, as a chain: faces
    /// between two tetrahedra cancel, and a face that several leave over is listed as often. It
    /// is closed whatever the mesh, and winds round a point as many times as there are tetrahedra
    /// that hold it. Flat tetrahedra hold nothing and have no part in it.
    pub fn from_tets(tets: TetMesh) -> Surface {
        const OUTWARD: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
        let uses = |tet: usize| {
            let corners = tets.elements[tet];
            let [a, b, c, d] = corners.map(|v| tets.vertices[v as usize]);
            let sign = i32::from(predicates::orient3d(a, b, c, d));
            OUTWARD.map(|face| sorted_face(face.map(|i| corners[i]), sign))
        };
        let mut uses = parallel::map(tets.elements.len(), 1, uses).into_flattened();
        uses.par_sort_unstable();
        let faces = uses.chunk_by(|f, g| f.0 == g.0).flat_map(|uses| {
            let count: i32 = uses.iter().map(|face| face.1).sum();
            let [a, b, c] = uses[0].0;
            let face = if count < 0 { [a, c, b] } else { [a, b, c] };
            std::iter::repeat_n(face, count.unsigned_abs() as usize)
        });
        let faces = faces.collect();
        Surface::build(TriangleMesh::new(tets.vertices, faces))
    }

    fn build(mesh: TriangleMesh) -> Surface {
        let sides =
            |[a, b, c]: [u32; 3]| [[a, b], [b, c], [c, a]].map(|[p, q]| [p.min(q), p.max(q)]);
        let mut edges: Vec<[u32; 2]> = mesh.elements.iter().flat_map(|&face| sides(face)).collect();
        edges.par_sort_unstable();
        edges.dedup();
        let find = |edge| edges.binary_search(&edge).expect("every side is listed") as u32;
        let edges_of = |face: usize| sides(mesh.elements[face]).map(find);
        let face_edges = parallel::map(mesh.elements.len(), 1, edges_of);
        let corners = mesh.elements.as_flattened().iter();
        let bounds = Aabb::from_points(corners.map(|&v| mesh.vertices[v as usize]));
        Surface { mesh, edges, face_edges, bounds }
    }

    /// The position of a vertex.
    #[inline]
    pub fn position(&self, vertex: u32) -> DVec3 {
        self.mesh.vertices[vertex as usize]
    }

    /// The positions of the corners of a face.
    #[inline]
    pub fn corners(&self, face: u32) -> [DVec3; 3] {
        self.mesh.elements[face as usize].map(|v| self.position(v))
    }

    /// The positions of the ends of an edge, the lower vertex first.
    #[inline]
    pub fn ends(&self, edge: u32) -> [DVec3; 2] {
        self.edges[edge as usize].map(|v| self.position(v))
    }

    /// Whether the side of a face from a corner on runs along its edge from the lower vertex up.
    #[inline]
    pub fn runs_up(&self, face: u32, corner: usize) -> bool {
        let face = self.mesh.elements[face as usize];
        face[corner] < face[(corner + 1) % 3]
    }
}

/// A face with its corners ascending, and how often it is then used.
fn sorted_face([a, b, c]: [u32; 3], count: i32) -> ([u32; 3], i32) {
    let is_even = (a < b) as u8 + (b < c) as u8 + (c < a) as u8 == 2;
    let mut face = [a, b, c];
    face.sort_unstable();
    (face, if is_even { count } else { -count })
}

/// Refuses surfaces with a boundary, and those without one side outside.
pub fn check(
    scene: &Scene,
    topology: &CachedTopology,
    object: ObjectId,
) -> Result<(), VolumeError> {
    if topology.is_oriented_surface() {
        return Ok(());
    }
    let Mesh::Triangles(mesh) = scene.mesh(object)? else { return Ok(()) };
    let name = scene.objects()[object.index()].name().to_owned();
    let surface = SurfaceTopology::from_mesh(&mesh).map_err(|source| SceneError::Mesh {
        object,
        name: name.clone(),
        source,
    })?;
    if let Some(first) = surface.boundary_loops().get(0) {
        let length = first.len();
        let first = first[..length.min(NAMED)].to_vec();
        return Err(VolumeError::Open { object, name, first, length });
    }
    let runs_up = |face: u32, [low, high]: [u32; 2]| {
        let [a, b, c] = mesh.elements[face as usize];
        [[a, b], [b, c], [c, a]].contains(&[low, high])
    };
    let is_balanced = |edge: usize| {
        let (corners, faces) = (surface.edges().corners()[edge], surface.edges().elements(edge));
        2 * faces.iter().filter(|&&face| runs_up(face, corners)).count() == faces.len()
    };
    let edge = (0..surface.edges().len()).find(|&edge| !is_balanced(edge));
    let edge = surface.edges().corners()[edge.expect("an edge breaks the orientation")];
    Err(VolumeError::NotOriented { object, name, edge })
}

/// Whether the fronts of a closed oriented surface are inside: whether its volume is below zero, exactly.
///
/// Seen from one of its vertices, coordinates are at most the side `s` of the box and off by `2^-53` of themselves. Six times
/// the volume of a cone, a sum of six products of three of them, is then off by at most `48 * 2^-52 s^3`, and a sum that
/// carries its rounding along by another `2^-52` of all cones, which are at most `6 s^3` each.
pub fn is_inside_out(scene: &Scene, object: ObjectId) -> bool {
    let elements = scene.objects()[object.index()].elements();
    let corners = |element: usize| {
        let corners = scene.corners_at(element);
        [0, 1, 2].map(|i| scene.vertices()[corners[i] as usize])
    };
    let count = elements.len() as f64;
    let Some(origin) = elements.clone().next().map(|first| corners(first)[0]) else { return false };
    let mut bounds = Aabb::EMPTY;
    let mut six = CompensatedSum::default();
    for element in elements {
        let triangle = corners(element);
        bounds = bounds.union(Aabb::from_points(triangle));
        let [a, b, c] = triangle.map(|p| p - origin);
        six.add(a.dot(b.cross(c)));
    }
    let side = bounds.size().max_element();
    let bound = 64.0 * count * f64::EPSILON * side.powi(3);
    // Written so that what is not a number is not sure.
    if six.total().abs() > bound && bound >= f64::MIN_POSITIVE {
        return six.total() < 0.0;
    }
    match scene.mesh(object) {
        Ok(Mesh::Triangles(mesh)) => volume_sign(&mesh) < 0,
        _ => false,
    }
}

/// The sign of the volume that a closed oriented mesh encloses, exact.
fn volume_sign(mesh: &TriangleMesh) -> Sign {
    let corners = mesh.elements.as_flattened().iter().map(|&v| mesh.vertices[v as usize]);
    let side = Aabb::from_points(corners).size().max_element();
    // The bound of `signed_volume`, which wants a mesh that it can check.
    let bound = 16.0 * mesh.elements.len() as f64 * f64::EPSILON * side.powi(3);
    match signed_volume(mesh) {
        Ok(volume) if volume.abs() > bound && bound >= f64::MIN_POSITIVE => {
            predicates::sign_of(volume)
        }
        _ => exact_volume_sign(mesh),
    }
}

fn exact_volume_sign(mesh: &TriangleMesh) -> Sign {
    let at = integers::at_common_scale(&mesh.vertices);
    let cone = |face: &[u32; 3]| {
        let [a, b, c] = face.map(|v| &at[v as usize]);
        let minor = |i: usize, j: usize| &b[i] * &c[j] - &b[j] * &c[i];
        &a[0] * minor(1, 2) + &a[1] * minor(2, 0) + &a[2] * minor(0, 1)
    };
    let sum = |range: Range<usize>| mesh.elements[range].iter().map(cone).sum::<BigInt>();
    let six = parallel::reduce(mesh.elements.len(), 1, sum, |a, b| a + b);
    integers::sign(&six.unwrap_or_default())
}
