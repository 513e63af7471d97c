//! Parts of a file: the objects, solids, nodes, groups and pieces that it divides its elements into.

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
pub(crate) struct Numbering(Vec<u32>);

impl Numbering {
    pub fn new(vertices: usize) -> Numbering {
        Numbering(vec![u32::MAX; vertices])
    }

    /// Some elements of a mesh with the vertices that they use.
    pub fn extract(&mut self, mesh: &Mesh, elements: &[u32]) -> Mesh {
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
