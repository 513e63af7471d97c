//! A mesh is vertices and elements; triangles and tetrahedra differ only in the number of corners.

use super::element_pass::{ElementPass, NO_VERTICES, Sought};
use super::point_pass::{Extent, finite_extent};
use crate::geometry::{Aabb, predicates};
use glam::DVec3;
use jostle_support::parallel;
use jostle_support::text::grouped;
use thiserror::Error;

/// What the elements of a mesh are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementKind {
    /// Three corners; the mesh is a surface.
    Triangle,
    /// Four corners; the mesh is a volume.
    Tetrahedron,
}

impl ElementKind {
    /// Number of corners of an element.
    pub const fn corners(self) -> usize {
        match self {
            ElementKind::Triangle => 3,
            ElementKind::Tetrahedron => 4,
        }
    }

    /// The word for one element in messages: `triangle` or `tetrahedron`.
    pub const fn noun(self) -> &'static str {
        match self {
            ElementKind::Triangle => "triangle",
            ElementKind::Tetrahedron => "tetrahedron",
        }
    }

    /// The word for several elements in messages: `triangles` or `tetrahedra`.
    pub const fn plural(self) -> &'static str {
        match self {
            ElementKind::Triangle => "triangles",
            ElementKind::Tetrahedron => "tetrahedra",
        }
    }
}

/// Vertices, and elements of `N` corners each that refer to them.
///
/// The fields are public and may be changed at will; [`SimplexMesh::check`] tells whether the mesh
/// can be used, and everything that takes a mesh checks it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimplexMesh<const N: usize> {
    /// Positions, in any order; vertices that no element uses are allowed.
    pub vertices: Vec<DVec3>,
    /// Corners of each element as indices into `vertices`.
    pub elements: Vec<[u32; N]>,
}

/// A surface of triangles, open or closed.
///
/// ```
/// use jostle::{DVec3, TriangleMesh};
///
/// let mesh = TriangleMesh::new(vec![DVec3::X, DVec3::Y, DVec3::Z], vec![[0, 1, 2]]);
/// assert!(mesh.check().is_ok());
/// ```
pub type TriangleMesh = SimplexMesh<3>;

/// A volume of tetrahedra; a corner order with `dot(cross(p1 - p0, p2 - p0), p3 - p0) > 0` is
/// positive, and no query depends on it.
pub type TetMesh = SimplexMesh<4>;

/// Why a mesh is refused.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MeshError {
    /// A coordinate is NaN or infinite.
    #[error("vertex {} is at ({}, {}, {}), but coordinates must be finite; remove the vertex or repair the coordinate", grouped(*.vertex), position.x, position.y, position.z)]
    NonFinite {
        /// Index of the vertex.
        vertex: usize,
        /// Its position as given.
        position: DVec3,
    },
    /// An element refers to a vertex that does not exist.
    #[error("{} {} refers to vertex {}, but there are {} vertices, counted from 0; remove the element or add the vertex", kind.noun(), grouped(*.element), grouped(*.vertex as usize), grouped(*.vertices))]
    BadIndex {
        /// What the element is.
        kind: ElementKind,
        /// Index of the element.
        element: usize,
        /// The index it holds.
        vertex: u32,
        /// Number of vertices of the mesh.
        vertices: usize,
    },
    /// An element names one vertex twice.
    #[error("{} {} names vertex {} more than once; remove the element (`without_collapsed` does)", kind.noun(), grouped(*.element), grouped(*.vertex as usize))]
    RepeatedVertex {
        /// What the element is.
        kind: ElementKind,
        /// Index of the element.
        element: usize,
        /// The index it holds more than once.
        vertex: u32,
    },
    /// More vertices or elements than 32-bit indices can name.
    #[error("{} {what} are more than the 4,294,967,295 that indices can name; split the mesh", grouped(*.count))]
    TooMany {
        /// What there are too many of.
        what: &'static str,
        /// How many there are.
        count: usize,
    },
}

/// What [`SimplexMesh::diagnose`] reports without refusing the mesh.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeshDiagnostics {
    /// Elements of exactly zero area or volume.
    pub degenerate: Vec<u32>,
    /// Elements with the same corners as an earlier one: `(later, earlier)`.
    pub duplicate: Vec<(u32, u32)>,
    /// Number of vertices that no element uses.
    pub unused_vertices: usize,
}

/// Elements that a thread checks at a time.
const AT_A_TIME: usize = 1 << 13;

impl<const N: usize> SimplexMesh<N> {
    /// What the elements are.
    pub const KIND: ElementKind = match N {
        3 => ElementKind::Triangle,
        4 => ElementKind::Tetrahedron,
        _ => panic!("elements have three or four corners"),
    };

    /// A mesh of the given parts, unchecked.
    pub fn new(vertices: Vec<DVec3>, elements: Vec<[u32; N]>) -> Self {
        SimplexMesh { vertices, elements }
    }

    /// Refuses what no query can work with: non-finite coordinates, indices out of range, an
    /// element that names a vertex twice. Linear time, no allocation.
    pub fn check(&self) -> Result<(), MeshError> {
        self.check_vertices()?;
        self.check_elements(&NO_VERTICES)?;
        Ok(())
    }

    /// Refuses non-finite coordinates, and more vertices or corners than indices can name; tells how far the vertices
    /// reach.
    pub(super) fn check_vertices(&self) -> Result<Extent, MeshError> {
        let counts =
            [("vertices", self.vertices.len()), ("corners of elements", N * self.elements.len())];
        for (what, count) in counts {
            if count > u32::MAX as usize {
                return Err(MeshError::TooMany { what, count });
            }
        }
        finite_extent(&self.vertices).ok_or_else(|| {
            let vertex = self.vertices.iter().position(|p| !p.is_finite()).expect("found above");
            MeshError::NonFinite { vertex, position: self.vertices[vertex] }
        })
    }

    /// Refuses indices out of range, and elements that name a vertex twice; tells whether elements have all of some
    /// vertices.
    pub(super) fn check_elements(&self, sought: &Sought) -> Result<bool, MeshError> {
        let (kind, vertices) = (Self::KIND, self.vertices.len());
        let over = |part: &[[u32; N]]| ElementPass::over(part, sought);
        let all = match self.elements.len() <= 2 * AT_A_TIME {
            true => over(&self.elements),
            false => {
                let over = |part| over(&self.elements[part]);
                parallel::reduce_in_order(self.elements.len(), AT_A_TIME, over, ElementPass::and)
                    .expect("there are many")
            }
        };
        if self.elements.is_empty() || all.is_fine(vertices) {
            return Ok(all.met_all());
        }
        // What is wrong is looked for only if something is.
        for (element, corners) in self.elements.iter().enumerate() {
            for (i, &vertex) in corners.iter().enumerate() {
                if vertex as usize >= vertices {
                    return Err(MeshError::BadIndex { kind, element, vertex, vertices });
                }
                if corners[..i].contains(&vertex) {
                    return Err(MeshError::RepeatedVertex { kind, element, vertex });
                }
            }
        }
        unreachable!("one is bad")
    }

    /// [`check`](Self::check), and then what is unusual but allowed: elements of exactly zero area
    /// or volume, duplicates of earlier elements, unused vertices.
    ///
    /// ```
    /// use jostle::{DVec3, TriangleMesh};
    ///
    /// let vertices = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::X * 2.0];
    /// let mesh = TriangleMesh::new(vertices, vec![[0, 1, 2], [0, 1, 3], [2, 0, 1]]);
    /// let findings = mesh.diagnose()?;
    /// assert_eq!(findings.degenerate, [1]);
    /// assert_eq!(findings.duplicate, [(2, 0)]);
    /// # Ok::<(), jostle::MeshError>(())
    /// ```
    pub fn diagnose(&self) -> Result<MeshDiagnostics, MeshError> {
        self.check()?;
        let count = self.elements.len();
        let degenerate = parallel::map(count.div_ceil(AT_A_TIME), 1, |part| -> Vec<u32> {
            let own = part * AT_A_TIME..count.min((part + 1) * AT_A_TIME);
            own.map(|e| e as u32).filter(|&e| self.is_degenerate(e)).collect()
        });
        Ok(MeshDiagnostics {
            degenerate: degenerate.concat(),
            duplicate: self.duplicates(),
            unused_vertices: self.unused_vertices(),
        })
    }

    /// Whether the element has exactly zero area or volume.
    pub fn is_degenerate(&self, element: u32) -> bool {
        match *self.corners(element as usize).as_slice() {
            [a, b, c] => predicates::collinear(a, b, c),
            [a, b, c, d] => predicates::orient3d(a, b, c, d) == 0,
            _ => unreachable!("KIND admits three or four corners"),
        }
    }

    /// The elements with the same corners as an earlier one, in any order, each with the first that has
    /// them. They share all vertices, so no query reports them as pairs.
    ///
    /// ```
    /// use jostle::{DVec3, TriangleMesh};
    ///
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y];
    /// let mesh = TriangleMesh::new(corners, vec![[0, 1, 2], [2, 0, 1], [0, 2, 1]]);
    /// assert_eq!(mesh.duplicates(), [(1, 0), (2, 0)]);
    /// ```
    pub fn duplicates(&self) -> Vec<(u32, u32)> {
        // Those at one vertex, by the least of their corners, are few; corners that are none are in the last list.
        let lists = self.vertices.len() + 1;
        let list = |corners: &[u32; N]| {
            let least = corners.iter().fold(u32::MAX, |least, &corner| least.min(corner));
            (least as usize).min(lists - 1)
        };
        // Where each list begins, one place further on until its elements are there.
        let mut starts = vec![0u32; lists + 2];
        self.elements.iter().for_each(|corners| starts[list(corners) + 2] += 1);
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut listed = vec![0u32; self.elements.len()];
        for (element, corners) in (0u32..).zip(&self.elements) {
            let place = &mut starts[list(corners) + 1];
            listed[*place as usize] = element;
            *place += 1;
        }
        let (mut keys, mut duplicates) = (Vec::new(), Vec::new());
        for ends in starts.windows(2) {
            let own = &listed[ends[0] as usize..ends[1] as usize];
            if own.len() < 2 {
                continue;
            }
            keys.clear();
            keys.extend(own.iter().map(|&element| {
                let mut key = self.elements[element as usize];
                key.sort_unstable();
                (key, element)
            }));
            keys.sort_unstable();
            for same in keys.chunk_by(|p, q| p.0 == q.0) {
                duplicates.extend(same[1..].iter().map(|later| (later.1, same[0].1)));
            }
        }
        duplicates.sort_unstable();
        duplicates
    }

    /// Number of vertices that no element uses.
    pub fn unused_vertices(&self) -> usize {
        let mut used = vec![false; self.vertices.len()];
        for &vertex in self.elements.as_flattened() {
            used[vertex as usize] = true;
        }
        used.iter().filter(|&&u| !u).count()
    }

    /// Positions of the corners of an element.
    #[inline]
    pub fn corners(&self, element: usize) -> [DVec3; N] {
        let mut corners = [DVec3::ZERO; N];
        // Not `map`, which is called and not inlined.
        for (corner, &vertex) in corners.iter_mut().zip(&self.elements[element]) {
            *corner = self.vertices[vertex as usize];
        }
        corners
    }

    /// The smallest box around all vertices.
    pub fn bounds(&self) -> Aabb {
        Aabb::from_points(self.vertices.iter().copied())
    }

    /// The mesh moved by a vector.
    pub fn translated(mut self, by: DVec3) -> Self {
        for vertex in &mut self.vertices {
            *vertex += by;
        }
        self
    }

    /// The mesh enlarged about the origin by a factor for each axis.
    pub fn scaled(mut self, by: DVec3) -> Self {
        for vertex in &mut self.vertices {
            *vertex *= by;
        }
        self
    }

    /// Removes the elements that name a vertex twice, and returns their former indices.
    pub fn without_collapsed(&mut self) -> Vec<u32> {
        let mut removed = Vec::new();
        let mut element = 0;
        self.elements.retain(|corners| {
            let collapsed = (1..N).any(|i| corners[..i].contains(&corners[i]));
            if collapsed {
                removed.push(element);
            }
            element += 1;
            !collapsed
        });
        removed
    }
}

/// A mesh of either kind, as files hold and scenes take.
#[derive(Clone, Debug, PartialEq)]
pub enum Mesh {
    /// A surface.
    Triangles(TriangleMesh),
    /// A volume.
    Tets(TetMesh),
}

impl From<TriangleMesh> for Mesh {
    fn from(mesh: TriangleMesh) -> Mesh {
        Mesh::Triangles(mesh)
    }
}

impl From<TetMesh> for Mesh {
    fn from(mesh: TetMesh) -> Mesh {
        Mesh::Tets(mesh)
    }
}

impl Mesh {
    /// What the elements are.
    pub fn kind(&self) -> ElementKind {
        match self {
            Mesh::Triangles(_) => ElementKind::Triangle,
            Mesh::Tets(_) => ElementKind::Tetrahedron,
        }
    }

    /// Positions of the vertices.
    pub fn vertices(&self) -> &[DVec3] {
        match self {
            Mesh::Triangles(mesh) => &mesh.vertices,
            Mesh::Tets(mesh) => &mesh.vertices,
        }
    }

    /// Number of elements.
    pub fn element_count(&self) -> usize {
        match self {
            Mesh::Triangles(mesh) => mesh.elements.len(),
            Mesh::Tets(mesh) => mesh.elements.len(),
        }
    }

    /// The smallest box around all vertices.
    pub fn bounds(&self) -> Aabb {
        Aabb::from_points(self.vertices().iter().copied())
    }

    /// See [`SimplexMesh::diagnose`].
    pub fn diagnose(&self) -> Result<MeshDiagnostics, MeshError> {
        match self {
            Mesh::Triangles(mesh) => mesh.diagnose(),
            Mesh::Tets(mesh) => mesh.diagnose(),
        }
    }

    /// See [`SimplexMesh::duplicates`].
    pub fn duplicates(&self) -> Vec<(u32, u32)> {
        match self {
            Mesh::Triangles(mesh) => mesh.duplicates(),
            Mesh::Tets(mesh) => mesh.duplicates(),
        }
    }

    /// See [`SimplexMesh::unused_vertices`].
    pub fn unused_vertices(&self) -> usize {
        match self {
            Mesh::Triangles(mesh) => mesh.unused_vertices(),
            Mesh::Tets(mesh) => mesh.unused_vertices(),
        }
    }

    /// See [`SimplexMesh::check_vertices`].
    pub(super) fn check_vertices(&self) -> Result<Extent, MeshError> {
        match self {
            Mesh::Triangles(mesh) => mesh.check_vertices(),
            Mesh::Tets(mesh) => mesh.check_vertices(),
        }
    }

    /// See [`SimplexMesh::check_elements`].
    pub(super) fn check_elements(&self, sought: &Sought) -> Result<bool, MeshError> {
        match self {
            Mesh::Triangles(mesh) => mesh.check_elements(sought),
            Mesh::Tets(mesh) => mesh.check_elements(sought),
        }
    }

    /// See [`SimplexMesh::check`].
    pub fn check(&self) -> Result<(), MeshError> {
        match self {
            Mesh::Triangles(mesh) => mesh.check(),
            Mesh::Tets(mesh) => mesh.check(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle_support::random::SplitMix64;

    /// Each element with the first that has the same corners, found by comparing it with all before.
    fn duplicates_by_comparing(mesh: &TriangleMesh) -> Vec<(u32, u32)> {
        let sorted = |corners: &[u32; 3]| {
            let mut corners = *corners;
            corners.sort_unstable();
            corners
        };
        let all: Vec<[u32; 3]> = mesh.elements.iter().map(sorted).collect();
        let first = |own: &[u32; 3]| all.iter().position(|other| other == own).expect("itself");
        let pairs = all.iter().enumerate().map(|(i, own)| (i as u32, first(own) as u32));
        pairs.filter(|(i, of)| i != of).collect()
    }

    #[test]
    fn duplicates_are_those_of_comparing_all_with_all() {
        let mut random = SplitMix64::new(3);
        let mut found = 0;
        for vertices in [1, 2, 4, 7] {
            for elements in [0, 1, 5, 60] {
                // Some corners are no vertices.
                let mut corner = || (random.next_u64() % (vertices + 2)) as u32;
                let elements = (0..elements).map(|_| [corner(), corner(), corner()]).collect();
                let mesh = TriangleMesh::new(vec![DVec3::ZERO; vertices as usize], elements);
                let duplicates = mesh.duplicates();
                assert_eq!(duplicates, duplicates_by_comparing(&mesh), "{mesh:?}");
                found += duplicates.len();
            }
        }
        assert!(found > 50, "{found}");
    }
}
