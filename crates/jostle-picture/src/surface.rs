//! The triangles that are drawn for a scene, and the space they are drawn in.

use glam::{DVec3, Vec3};
use jostle::geometry::Aabb;
use jostle::mesh::topology::Boundary;
use jostle::{ElementId, Mesh, Scene, SceneError};

/// Corners whose normal is farther than this from that of their triangle belong to a crease, and are
/// drawn sharp: 40 degrees.
const CREASE: f32 = 0.766;

/// A triangle to be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub corners: [u32; 3],
    pub element: u32,
    pub object: u32,
    pub kind: FaceKind,
}

impl Face {
    /// A triangle of a line or dot.
    fn of_curve(corners: [u32; 3]) -> Face {
        Face { corners, element: 0, object: 0, kind: FaceKind::Curve }
    }
}

/// What a face belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaceKind {
    /// A mesh of triangles.
    Surface,
    /// A body of tetrahedra.
    Solid,
    /// Lines and dots where elements meet; the face is of no element.
    Curve,
}

/// All triangles to be drawn, in a space where the scene has a size of about one.
pub(crate) struct Surface {
    positions: Vec<DVec3>,
    normals: Vec<Vec3>,
    pub faces: Vec<Face>,
    /// The first so many faces are the surfaces of the objects; the rest are inside.
    pub outer: usize,
    /// The faces of marked elements.
    pub marked: Vec<u32>,
}

impl Surface {
    /// Triangles as they are, bodies of tetrahedra by their boundary; nothing is marked.
    pub fn from_scene(scene: &Scene, space: &NormalizedSpace) -> Result<Surface, SceneError> {
        let mut faces = Vec::new();
        for (id, object) in scene.object_ids().zip(scene.objects()) {
            let (elements, vertices) = (object.elements(), object.vertices());
            let face = |corners: [u32; 3], element: usize, kind: FaceKind| Face {
                corners,
                element: element as u32,
                object: id.index() as u32,
                kind,
            };
            if object.kind().corners() == 3 {
                faces.extend(elements.map(|element| {
                    let corners = scene.corner_indices(ElementId::new(element));
                    face([corners[0], corners[1], corners[2]], element, FaceKind::Surface)
                }));
            } else if let Mesh::Tets(mesh) = scene.mesh(id)? {
                let boundary = Boundary::from_mesh(&mesh).map_err(|source| SceneError::Mesh {
                    object: id,
                    name: object.name().to_owned(),
                    source,
                })?;
                let corner =
                    |corner: u32| vertices.start as u32 + boundary.vertices[corner as usize];
                let triangles = boundary.surface.elements.iter().zip(&boundary.tets);
                faces.extend(triangles.map(|(corners, &tet)| {
                    face(corners.map(corner), elements.start + tet as usize, FaceKind::Solid)
                }));
            }
        }
        let outer = faces.len();
        let positions: Vec<DVec3> = scene.vertices().iter().map(|&p| space.normalized(p)).collect();
        let normals = normals(&positions, &faces);
        Ok(Surface { positions, normals, faces, outer, marked: Vec::new() })
    }

    /// Marks elements, tetrahedra whole, and adds the triangles of the curve that stands for others.
    pub fn mark(
        &mut self,
        scene: &Scene,
        is_marked: impl Fn(u32) -> bool,
        triangles: &[[DVec3; 3]],
    ) {
        let surfaces = self.faces[..self.outer].iter().enumerate();
        let marked = surfaces.filter(|(_, f)| f.kind == FaceKind::Surface && is_marked(f.element));
        self.marked = marked.map(|(face, _)| face as u32).collect();
        for (id, object) in scene.object_ids().zip(scene.objects()) {
            if object.kind().corners() == 4 {
                for element in object.elements().map(|e| e as u32).filter(|&e| is_marked(e)) {
                    let corners = scene.corner_indices(ElementId::new(element as usize));
                    let [a, b, c, d] = [0, 1, 2, 3].map(|i| corners[i]);
                    for corners in [[b, c, d], [a, d, c], [a, b, d], [a, c, b]] {
                        let object = id.index() as u32;
                        self.add_marked(Face { corners, element, object, kind: FaceKind::Solid });
                    }
                }
            }
        }
        for triangle in triangles {
            let corners = [0, 1, 2].map(|i| (self.positions.len() + i) as u32);
            self.positions.extend(triangle);
            self.add_marked(Face::of_curve(corners));
        }
    }

    fn add_marked(&mut self, face: Face) {
        self.marked.push(self.faces.len() as u32);
        self.faces.push(face);
    }

    /// The surfaces of the objects.
    pub fn outer_faces(&self) -> &[Face] {
        &self.faces[..self.outer]
    }

    pub fn corners(&self, face: usize) -> [DVec3; 3] {
        self.faces[face].corners.map(|corner| self.positions[corner as usize])
    }

    /// The positions that are drawn.
    pub fn points(&self) -> impl Iterator<Item = DVec3> + '_ {
        self.faces[..self.outer].iter().flat_map(|f| f.corners).map(|c| self.positions[c as usize])
    }

    /// A normal for each corner, of length one; all alike where the triangle is to look flat.
    pub fn normals(&self, face: usize, flat: Vec3) -> [Vec3; 3] {
        if face >= self.outer {
            return [flat; 3];
        }
        self.faces[face].corners.map(|corner| {
            let smooth = self.normals[corner as usize];
            if smooth.dot(flat) >= CREASE { smooth } else { flat }
        })
    }
}

/// For each vertex, the mean normal of its triangles by their angles there, so that it does not
/// depend on how flat parts are cut into triangles.
fn normals(positions: &[DVec3], faces: &[Face]) -> Vec<Vec3> {
    let mut sums = vec![DVec3::ZERO; positions.len()];
    for face in faces {
        let [a, b, c] = face.corners.map(|corner| positions[corner as usize]);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        for (corner, [p, q, r]) in face.corners.iter().zip([[a, b, c], [b, c, a], [c, a, b]]) {
            let (to, from) = ((q - p).normalize_or_zero(), (r - p).normalize_or_zero());
            // Grows with the angle, as the angle itself does, at a fraction of the cost.
            sums[*corner as usize] += normal * (1.0 - to.dot(from));
        }
    }
    sums.iter().map(|sum| sum.normalize_or_zero().as_vec3()).collect()
}

/// A space in which the scene lies around the origin and is about two units long, whatever its
/// coordinates, so that nothing overflows and distances mean the same in all pictures.
pub(crate) struct NormalizedSpace {
    /// Half of the middle: the sum of two ends might overflow.
    half_middle: DVec3,
    /// Half of half the longest side.
    quarter: f64,
}

impl NormalizedSpace {
    pub fn from_bounds(bounds: Aabb) -> NormalizedSpace {
        if bounds.is_empty() {
            return NormalizedSpace { half_middle: DVec3::ZERO, quarter: 0.5 };
        }
        let [low, high] = [bounds.min, bounds.max].map(|corner| corner * 0.25);
        let quarter = (high - low).max_element();
        let quarter = if quarter > 0.0 { quarter } else { 0.5 };
        NormalizedSpace { half_middle: low + high, quarter }
    }

    pub fn normalized(&self, point: DVec3) -> DVec3 {
        (point * 0.5 - self.half_middle) / self.quarter
    }
}

/// The corners of a box.
pub(crate) fn box_corners(bounds: Aabb) -> [DVec3; 8] {
    let ends = [bounds.min, bounds.max];
    std::array::from_fn(|i| DVec3::new(ends[i & 1].x, ends[i >> 1 & 1].y, ends[i >> 2].z))
}
