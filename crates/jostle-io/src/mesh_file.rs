//! A mesh file as it is read: its mesh and its parts.

use crate::format::Format;
use crate::part::{Numbering, Part, PartMesh};
use crate::read_report::ReadReport;
use jostle::Mesh;

/// A mesh, where it came from, and what was changed on the way.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MeshFile {
    /// The mesh of all parts, checked.
    pub mesh: Mesh,
    /// The format that the content is of.
    pub format: Format,
    /// Differences between the file and the mesh.
    pub report: ReadReport,
    /// The parts that the file divides its elements into, in the order of their first elements; each
    /// element is in one. A file without named parts is one part without a name.
    pub parts: Vec<Part>,
}

impl MeshFile {
    /// Each part as a separate mesh, in the order of [`MeshFile::parts`].
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

    /// How many vertices several parts use. Separate meshes of the parts touch there.
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
}
