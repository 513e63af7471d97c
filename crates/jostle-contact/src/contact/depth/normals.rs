//! Normals of boundaries, interpolated between vertices (sec. 6.1.2).
//!
//! The normal of a vertex is the sum of those of its faces, each the cross product of its two edges there over the
//! squares of their lengths (Max 1999): the true normal where the vertices are on a sphere, and no matter how the
//! sides of a box are split. It is made for the corners of faces that are met, and for no others, once in a frame.

use super::weighted_mean::unit;
use crate::candidates::CachedTopology;
use crate::mesh::{ElementKind, Object, Scene};
use glam::DVec3;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The faces of an object's boundary round each vertex; made again when the mesh is replaced.
#[derive(Debug, Default)]
pub(super) struct BoundaryStars {
    /// The [`Object::topology_id`] that this is of.
    topology_id: u64,
    /// Where the faces of each vertex begin, and the last end.
    starts: Vec<u32>,
    /// The other corners of each face in its order, and the corner of its tetrahedron that is none of its own, or
    /// [`NONE`].
    faces: Vec<[u32; 3]>,
}

const NONE: u32 = u32::MAX;
/// Faces of a positive tetrahedron that point outward, and the corner opposite.
const OUTWARD: [[usize; 4]; 4] = [[1, 2, 3, 0], [0, 3, 2, 1], [0, 1, 3, 2], [0, 2, 1, 3]];

impl BoundaryStars {
    pub fn update(&mut self, scene: &Scene, object: &Object, topology: &CachedTopology) {
        if self.topology_id == object.topology_id() {
            return;
        }
        self.topology_id = object.topology_id();
        let faces = topology.faces();
        let first = object.vertices().start as u32;
        let corners_of = |face: usize| -> [u32; 4] {
            if object.kind() == ElementKind::Triangle {
                let [a, b, c] = faces[face];
                return [a, b, c, NONE];
            }
            let owner = topology.features().face_owner(face as u32) as usize;
            let corners = scene.corners_at(object.elements().start + owner);
            let is_other = |corner: &u32| !faces[face].contains(&(corner - first));
            let opposite = corners.iter().position(is_other).unwrap_or(0);
            OUTWARD[opposite].map(|i| corners[i] - first)
        };
        let vertices = object.vertices().len();
        self.starts.clear();
        self.starts.resize(vertices + 2, 0);
        for v in faces.as_flattened() {
            self.starts[*v as usize + 2] += 1;
        }
        for v in 2..vertices + 2 {
            self.starts[v] += self.starts[v - 1];
        }
        self.faces.clear();
        self.faces.resize(3 * faces.len(), [NONE; 3]);
        for face in 0..faces.len() {
            let [a, b, c, inner] = corners_of(face);
            for [own, next, previous] in [[a, b, c], [b, c, a], [c, a, b]] {
                // Shifted by one, so that after filling each start is where it should be.
                let place = &mut self.starts[own as usize + 1];
                self.faces[*place as usize] = [next, previous, inner];
                *place += 1;
            }
        }
        self.starts.pop();
    }

    /// The normal of a vertex, outward if triangles face outward; `None` if its faces have none.
    fn of_vertex(&self, positions: &[DVec3], vertex: u32) -> Option<DVec3> {
        let at = positions[vertex as usize];
        let range =
            self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize;
        let mut sum = DVec3::ZERO;
        // Lengths are taken in units of one of the edges, so that no square leaves the number range.
        let mut lengths = (self.faces[range.clone()].iter())
            .map(|face| (positions[face[0] as usize] - at).abs().max_element());
        let length = lengths.find(|length| *length > 0.0 && length.is_finite())?;
        for &[next, previous, inner] in &self.faces[range] {
            let [e, f] = [next, previous].map(|v| (positions[v as usize] - at) / length);
            let mut cross = e.cross(f);
            // Out of its tetrahedron, whichever way that is turned.
            if inner != NONE && cross.dot(positions[inner as usize] - at) > 0.0 {
                cross = -cross;
            }
            let squares = e.length_squared() * f.length_squared();
            if squares > 0.0 && squares.is_finite() {
                sum += cross / squares;
            }
        }
        unit(sum)
    }

    pub fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u32>() + self.faces.capacity() * size_of::<[u32; 3]>()
    }
}

/// Normals of vertices, made when they are first asked for in a frame, by whoever asks; keeps its buffers.
///
/// Several threads may make the same one at once: it depends on positions only, so they all write the same numbers,
/// and the stamp that they write last says that all three are there.
#[derive(Debug, Default)]
pub(super) struct VertexNormals {
    frame: u32,
    /// The frame that each normal is of.
    stamps: Vec<AtomicU32>,
    /// As bits of `f64`; zero if there is none.
    normals: Vec<[AtomicU64; 3]>,
}

impl VertexNormals {
    /// Forgets all normals, of a scene with so many vertices.
    pub fn begin_frame(&mut self, vertices: usize) {
        self.frame = self.frame.wrapping_add(1);
        if self.frame == 0 {
            self.stamps.clear();
            self.frame = 1;
        }
        self.stamps.resize_with(vertices, AtomicU32::default);
        self.normals.resize_with(vertices, Default::default);
    }

    fn of_vertex(&self, boundary: &Boundary, vertex: u32) -> Option<DVec3> {
        let at = boundary.first + vertex as usize;
        let (stamp, places) = (&self.stamps[at], &self.normals[at]);
        if stamp.load(Ordering::Acquire) == self.frame {
            let [x, y, z] =
                std::array::from_fn(|i| f64::from_bits(places[i].load(Ordering::Relaxed)));
            let normal = DVec3::new(x, y, z);
            return (normal != DVec3::ZERO).then_some(normal);
        }
        let normal = boundary.stars.of_vertex(boundary.positions, vertex);
        for (place, value) in places.iter().zip(normal.unwrap_or(DVec3::ZERO).to_array()) {
            place.store(value.to_bits(), Ordering::Relaxed);
        }
        stamp.store(self.frame, Ordering::Release);
        normal
    }

    /// The normal at a point of a face, given the weights of its corners; `None` if it has none.
    pub fn interpolated(
        &self,
        boundary: &Boundary,
        corners: [u32; 3],
        weights: [f64; 3],
    ) -> Option<DVec3> {
        let mut sum = DVec3::ZERO;
        for (corner, weight) in corners.into_iter().zip(weights) {
            if weight > 0.0 {
                sum += weight * self.of_vertex(boundary, corner)?;
            }
        }
        unit(sum)
    }

    pub fn bytes(&self) -> usize {
        self.stamps.capacity() * size_of::<AtomicU32>()
            + self.normals.capacity() * size_of::<[AtomicU64; 3]>()
    }
}

/// The boundary of an object as it stands.
pub(super) struct Boundary<'b> {
    pub stars: &'b BoundaryStars,
    /// Of all vertices of the object.
    pub positions: &'b [DVec3],
    /// The first of them in the scene.
    pub first: usize,
}

/// The normal of a triangle as its corners turn.
pub(super) fn of_face(positions: &[DVec3], corners: [u32; 3]) -> Option<DVec3> {
    of_triangle(corners.map(|v| positions[v as usize]))
}

/// The same, given the corners themselves.
pub(super) fn of_triangle([a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    let (e, f) = (unit(b - a)?, unit(c - a)?);
    unit(e.cross(f))
}
