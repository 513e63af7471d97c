//! Parts of a file: the objects, solids, nodes, groups and pieces that it divides its elements into.

use crate::format::Format;
use crate::read::MeshFile;
use jostle::{Mesh, SimplexMesh};
use std::ops::Range;

/// A part of a file, as elements of its mesh.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The name that the file gives it, made unique; `None` for the elements that are in no named part.
    pub name: Option<String>,
    /// Elements of the mesh, ascending.
    pub elements: Vec<Range<u32>>,
}

impl Part {
    /// Number of elements.
    pub fn element_count(&self) -> usize {
        self.elements.iter().map(|range| range.len()).sum()
    }
}

/// A part with vertices and elements of its own.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PartMesh {
    /// The name of the part, unique in the file; `None` for the elements that are in no named part.
    pub name: Option<String>,
    /// The elements of the part, in the order of the file.
    pub mesh: Mesh,
    /// For each element of the mesh, its number in the file; see
    /// [`ReadReport::sources`](crate::ReadReport::sources).
    pub sources: Vec<u32>,
}

impl MeshFile {
    /// The parts as meshes of their own, in the order of [`MeshFile::parts`].
    ///
    /// A file of one part keeps its mesh as it is. Otherwise each part has the vertices that it uses, in
    /// the order of the file, and vertices that parts share become one for each of them.
    ///
    /// ```
    /// let two = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no left\nf 1 2 3\no right\nf 2 3 4\n";
    /// let file = jostle_io::read_bytes("two.obj", two)?;
    /// assert_eq!(file.mesh.vertices().len(), 4);
    /// let parts = file.into_parts();
    /// assert_eq!(parts[1].name.as_deref(), Some("right"));
    /// assert_eq!((parts[1].mesh.vertices().len(), &parts[1].sources[..]), (3, &[1][..]));
    /// # Ok::<(), jostle_io::Error>(())
    /// ```
    pub fn into_parts(self) -> Vec<PartMesh> {
        let MeshFile { mesh, report, parts, .. } = self;
        let count = mesh.element_count() as u32;
        match <[Part; 1]>::try_from(parts) {
            Ok([part]) => {
                let sources = match report.sources.is_empty() {
                    true => (0..count).collect(),
                    false => report.sources,
                };
                vec![PartMesh { name: part.name, mesh, sources }]
            }
            Err(parts) => {
                let mut numbering = Numbering::new(mesh.vertices().len());
                let cut = |part: Part| {
                    let elements: Vec<u32> = part.elements.into_iter().flatten().collect();
                    let sources = elements.iter().map(|&e| report.source(e)).collect();
                    let mesh = numbering.extract(&mesh, &elements);
                    PartMesh { name: part.name, mesh, sources }
                };
                parts.into_iter().map(cut).collect()
            }
        }
    }

    /// How many vertices several parts use. Parts touch there, as meshes of their own.
    ///
    /// ```
    /// let two = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no left\nf 1 2 3\no right\nf 2 3 4\n";
    /// assert_eq!(jostle_io::read_bytes("two.obj", two)?.shared_vertices(), 2);
    /// # Ok::<(), jostle_io::Error>(())
    /// ```
    pub fn shared_vertices(&self) -> usize {
        const NONE: u32 = u32::MAX;
        const SEVERAL: u32 = u32::MAX - 1;
        if self.parts.len() < 2 {
            return 0;
        }
        let mut users = vec![NONE; self.mesh.vertices().len()];
        for (part, elements) in (0..).zip(&self.parts) {
            for element in elements.elements.iter().cloned().flatten() {
                let corners = match &self.mesh {
                    Mesh::Triangles(mesh) => &mesh.elements[element as usize][..],
                    Mesh::Tets(mesh) => &mesh.elements[element as usize][..],
                };
                for &corner in corners {
                    let user = &mut users[corner as usize];
                    *user = if *user == NONE || *user == part { part } else { SEVERAL };
                }
            }
        }
        users.iter().filter(|&&user| user == SEVERAL).count()
    }

    /// The whole file as one part, which has a name if it is the only one. In glTF, where elements are counted
    /// within each part, those of several parts have the numbers that they have in the mesh.
    ///
    /// ```
    /// let two = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no left\nf 1 2 3\no right\nf 2 3 4\n";
    /// let whole = jostle_io::read_bytes("two.obj", two)?.into_joined();
    /// assert_eq!((whole.name, &whole.sources[..]), (None, &[0, 1][..]));
    /// # Ok::<(), jostle_io::Error>(())
    /// ```
    pub fn into_joined(self) -> PartMesh {
        let MeshFile { mesh, format, report, mut parts } = self;
        let elements = 0..mesh.element_count() as u32;
        let sources = match format {
            Format::Gltf if parts.len() > 1 => elements.collect(),
            _ => elements.map(|element| report.source(element)).collect(),
        };
        let name = if parts.len() == 1 { parts.remove(0).name } else { None };
        PartMesh { name, mesh, sources }
    }

    /// The connected components of every part; see [`PartMesh::into_components`].
    pub fn into_components(self) -> Vec<PartMesh> {
        self.into_parts().into_iter().flat_map(PartMesh::into_components).collect()
    }
}

impl PartMesh {
    /// The connected components, in the order of their first elements: elements that share a vertex
    /// are in one, as in VTK's connectivity filter. Vertices at the same position are not shared until
    /// they are welded.
    ///
    /// Components of the part `wheel` are named `wheel.0`, `wheel.1`, ..., those of a part without a name
    /// `0`, `1`, ...; a part of one component stays as it is.
    ///
    /// ```
    /// let two = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 5 0 0\nv 6 0 0\nv 5 1 0\no pair\nf 1 2 3\nf 4 5 6\n";
    /// let components = jostle_io::read_bytes("two.obj", two)?.into_components();
    /// let names: Vec<_> = components.iter().map(|part| part.name.as_deref()).collect();
    /// assert_eq!(names, [Some("pair.0"), Some("pair.1")]);
    /// assert_eq!(components[1].sources, [1]);
    /// # Ok::<(), jostle_io::Error>(())
    /// ```
    pub fn into_components(self) -> Vec<PartMesh> {
        let components = match &self.mesh {
            Mesh::Triangles(mesh) => components(mesh),
            Mesh::Tets(mesh) => components(mesh),
        };
        if components.len() < 2 {
            return vec![self];
        }
        let mut numbering = Numbering::new(self.mesh.vertices().len());
        let named = |number: usize| match &self.name {
            Some(name) => format!("{name}.{number}"),
            None => number.to_string(),
        };
        let cut = |(number, elements): (usize, Vec<u32>)| PartMesh {
            name: Some(named(number)),
            mesh: numbering.extract(&self.mesh, &elements),
            sources: elements.iter().map(|&e| self.sources[e as usize]).collect(),
        };
        components.into_iter().enumerate().map(cut).collect()
    }
}

/// The elements of each component.
fn components<const N: usize>(mesh: &SimplexMesh<N>) -> Vec<Vec<u32>> {
    let mut parents: Vec<u32> = (0..mesh.vertices.len() as u32).collect();
    for corners in &mesh.elements {
        for &corner in &corners[1..] {
            let (a, b) = (root(&mut parents, corners[0]), root(&mut parents, corner));
            parents[a.max(b) as usize] = a.min(b);
        }
    }
    let mut numbers = vec![u32::MAX; mesh.vertices.len()];
    let mut components: Vec<Vec<u32>> = Vec::new();
    for (element, corners) in mesh.elements.iter().enumerate() {
        let number = &mut numbers[root(&mut parents, corners[0]) as usize];
        if *number == u32::MAX {
            *number = components.len() as u32;
            components.push(Vec::new());
        }
        components[*number as usize].push(element as u32);
    }
    components
}

/// The root of a vertex in a union-find forest, with paths halved on the way.
fn root(parents: &mut [u32], mut vertex: u32) -> u32 {
    while parents[vertex as usize] != vertex {
        let above = parents[parents[vertex as usize] as usize];
        parents[vertex as usize] = above;
        vertex = above;
    }
    vertex
}

/// New numbers of vertices; all `u32::MAX` between two uses.
struct Numbering(Vec<u32>);

impl Numbering {
    fn new(vertices: usize) -> Numbering {
        Numbering(vec![u32::MAX; vertices])
    }

    /// Some elements of a mesh with the vertices that they use.
    fn extract(&mut self, mesh: &Mesh, elements: &[u32]) -> Mesh {
        match mesh {
            Mesh::Triangles(mesh) => self.extract_simplices(mesh, elements).into(),
            Mesh::Tets(mesh) => self.extract_simplices(mesh, elements).into(),
        }
    }

    fn extract_simplices<const N: usize>(
        &mut self,
        mesh: &SimplexMesh<N>,
        elements: &[u32],
    ) -> SimplexMesh<N> {
        let corners = || elements.iter().map(|&e| mesh.elements[e as usize]);
        let mut used: Vec<u32> = corners().flatten().collect();
        used.sort_unstable();
        used.dedup();
        for (number, &vertex) in (0..).zip(&used) {
            self.0[vertex as usize] = number;
        }
        let elements = corners().map(|e| e.map(|vertex| self.0[vertex as usize])).collect();
        let vertices = used.iter().map(|&vertex| mesh.vertices[vertex as usize]).collect();
        for &vertex in &used {
            self.0[vertex as usize] = u32::MAX;
        }
        SimplexMesh::new(vertices, elements)
    }
}

#[cfg(test)]
mod tests {
    use crate::read_bytes;
    use jostle::Mesh;

    #[test]
    fn parts_have_their_own_vertices_and_lead_back_to_the_file() {
        let obj =
            b"v 9 9 9\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\no a\nf 2 3 4\no b\nf 2 3 4 5\no a\n\
            f 3 4 5\n";
        let file = read_bytes("t.obj", obj).unwrap();
        let ranges: Vec<_> = file.parts.iter().flat_map(|part| part.elements.clone()).collect();
        assert_eq!(ranges, [0..1, 3..4, 1..3]);
        let parts = file.clone().into_parts();
        assert_eq!(parts[0].sources, [0, 2]);
        assert_eq!(parts[1].sources, [1, 1]);
        for part in &parts {
            assert_eq!((part.mesh.vertices().len(), part.mesh.unused_vertices()), (4, 0));
        }
        let Mesh::Triangles(mesh) = &parts[0].mesh else { panic!("a surface") };
        assert_eq!(mesh.elements, [[0, 1, 2], [1, 2, 3]]);
    }

    #[test]
    fn a_file_of_one_part_keeps_its_loose_vertices() {
        let obj = b"v 9 9 9\nv 0 0 0\nv 1 0 0\nv 1 1 0\no a\nf 2 3 4\n";
        let file = read_bytes("t.obj", obj).unwrap();
        let parts = file.clone().into_parts();
        assert_eq!((parts.len(), &parts[0].mesh), (1, &file.mesh));
        assert_eq!(parts[0].sources, [0]);
    }

    #[test]
    fn components_meet_at_vertices_and_stay_within_their_part() {
        let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 0 0\nv 2 1 0\nv 7 0 0\nv 8 0 0\nv 7 1 0\n\
            f 6 7 8\nf 1 2 3\nf 2 4 5\n";
        let names = |obj: String| {
            let parts = read_bytes("t.obj", obj.as_bytes()).unwrap().into_components();
            parts.into_iter().map(|part| (part.name, part.sources)).collect::<Vec<_>>()
        };
        let own = |name: &str| Some(name.to_owned());
        assert_eq!(names(obj.into()), [(own("0"), vec![0]), (own("1"), vec![1, 2])]);
        let divided = obj.replace("f 2 4 5", "o b\nf 2 4 5");
        assert_eq!(names(divided), [(own("0"), vec![0]), (own("1"), vec![1]), (own("b"), vec![2])]);
    }
}
