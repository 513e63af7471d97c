//! Connected components: elements that reach each other through shared vertices.

use super::union_find::UnionFind;
use crate::mesh::{MeshError, SimplexMesh};

/// The connected components of a mesh.
///
/// Two elements that share a vertex are connected. Components are numbered by their first element;
/// vertices that no element uses belong to none.
///
/// ```
/// use jostle::mesh::{shapes, topology::Components};
///
/// let mut pair = shapes::icosphere(0, 1.0);
/// pair.vertices.extend(pair.vertices.clone());
/// pair.elements.extend(pair.elements.clone().iter().map(|t| t.map(|v| v + 12)));
/// let components = Components::from_mesh(&pair)?;
/// assert_eq!(components.count(), 2);
/// assert_eq!(components.labels()[20..], [1; 20]);
/// # Ok::<(), jostle::MeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    labels: Vec<u32>,
    count: usize,
}

impl Components {
    /// The components of a mesh of either kind.
    pub fn from_mesh<const N: usize>(mesh: &SimplexMesh<N>) -> Result<Self, MeshError> {
        mesh.check()?;
        Ok(Self::from_elements(&mesh.elements, mesh.vertices.len()))
    }

    pub(super) fn from_elements<const N: usize>(elements: &[[u32; N]], vertices: usize) -> Self {
        let mut sets = UnionFind::new(vertices);
        for corners in elements {
            for &corner in &corners[1..] {
                sets.unite(corners[0], corner);
            }
        }
        const UNNAMED: u32 = u32::MAX;
        let mut names = vec![UNNAMED; vertices];
        let mut count = 0;
        let label = |corners: &[u32; N]| {
            let name = &mut names[sets.find(corners[0]) as usize];
            if *name == UNNAMED {
                *name = count;
                count += 1;
            }
            *name
        };
        let labels = elements.iter().map(label).collect();
        Components { labels, count: count as usize }
    }

    /// The component of each element.
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// Number of components; none for a mesh without elements.
    pub fn count(&self) -> usize {
        self.count
    }
}
