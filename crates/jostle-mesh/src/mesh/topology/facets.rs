//! The sides of elements, each once, with the elements that use it.

use crate::mesh::{MeshError, SimplexMesh};
use rayon::slice::ParallelSliceMut;

/// Below this many keys the threads cost more than they bring.
const PARALLEL_FROM: usize = 1 << 15;

/// The edges of triangles.
pub type Edges = Facets<3, 2>;

/// The faces of tetrahedra.
pub type Faces = Facets<4, 3>;

/// The sides of elements with `N` corners: sets of `K = N - 1` vertices, each listed once.
///
/// Sides are sorted by their vertices, and the elements of a side by index. A side may be used by
/// any number of elements; memory is linear all the same, as neighbours are read through the side
/// they share and never written out as pairs.
///
/// ```
/// use jostle::mesh::{shapes, topology::SurfaceTopology};
///
/// let sphere = shapes::icosphere(0, 1.0);
/// let topology = SurfaceTopology::from_mesh(&sphere)?;
/// let edges = topology.edges();
/// assert_eq!(edges.len(), 30);
/// assert_eq!(edges.elements(0).len(), 2);
/// # Ok::<(), jostle::MeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facets<const N: usize, const K: usize> {
    corners: Vec<[u32; K]>,
    /// `starts[f]..starts[f + 1]` is the range of side `f` in `elements`.
    starts: Vec<u32>,
    elements: Vec<u32>,
    element_facets: Vec<[u32; N]>,
}

impl<const N: usize, const K: usize> Facets<N, K> {
    /// Of a checked mesh. Fails where the sides of all elements outnumber 32-bit indices.
    pub(super) fn from_elements(elements: &[[u32; N]]) -> Result<Self, MeshError> {
        const { assert!(K + 1 == N && K <= 3) };
        let uses = elements.len() * N;
        if uses > u32::MAX as usize {
            let what = if N == 3 { "edges of triangles" } else { "faces of tetrahedra" };
            return Err(MeshError::TooMany { what, count: uses });
        }
        let mut keys = Vec::with_capacity(uses);
        for (element, corners) in elements.iter().enumerate() {
            keys.extend((0..N).map(|opposite| pack::<K>(side(corners, opposite), element as u32)));
        }
        sort(&mut keys);
        Ok(Self::from_sorted(&keys, elements))
    }

    fn from_sorted(keys: &[u128], elements: &[[u32; N]]) -> Self {
        let mut facets = Facets {
            corners: Vec::new(),
            starts: Vec::new(),
            elements: Vec::with_capacity(keys.len()),
            element_facets: vec![[0; N]; elements.len()],
        };
        for &key in keys {
            let (corners, element) = unpack::<K>(key);
            if facets.corners.last() != Some(&corners) {
                facets.starts.push(facets.elements.len() as u32);
                facets.corners.push(corners);
            }
            let facet = facets.corners.len() as u32 - 1;
            let slots = &mut facets.element_facets[element as usize];
            for (slot, corner) in slots.iter_mut().zip(&elements[element as usize]) {
                if !corners.contains(corner) {
                    *slot = facet;
                }
            }
            facets.elements.push(element);
        }
        facets.starts.push(facets.elements.len() as u32);
        facets
    }

    /// Number of sides.
    pub fn len(&self) -> usize {
        self.corners.len()
    }

    /// Whether there are none, which is so for a mesh without elements only.
    pub fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }

    /// All sides, sorted; the vertices of each ascend.
    pub fn corners(&self) -> &[[u32; K]] {
        &self.corners
    }

    /// The elements that use a side, ascending; at least one.
    pub fn elements(&self, facet: usize) -> &[u32] {
        &self.elements[self.starts[facet] as usize..self.starts[facet + 1] as usize]
    }

    /// How many elements use a side.
    pub fn uses(&self, facet: usize) -> usize {
        (self.starts[facet + 1] - self.starts[facet]) as usize
    }

    /// The sides of an element; side `i` lies opposite corner `i`.
    pub fn element_facets(&self, element: usize) -> [u32; N] {
        self.element_facets[element]
    }

    /// The side with these vertices, in any order, if an element has it.
    pub fn find(&self, mut corners: [u32; K]) -> Option<usize> {
        corners.sort_unstable();
        self.corners.binary_search(&corners).ok()
    }

    /// The other elements that share the side opposite a corner of an element, ascending.
    pub fn across(&self, element: usize, corner: usize) -> impl Iterator<Item = u32> + '_ {
        let facet = self.element_facets[element][corner] as usize;
        self.elements(facet).iter().copied().filter(move |&other| other as usize != element)
    }

    /// The elements that share a side with an element, once for each side they share.
    pub fn neighbours(&self, element: usize) -> impl Iterator<Item = u32> + '_ {
        (0..N).flat_map(move |corner| self.across(element, corner))
    }

    /// Sides used an odd number of times: the boundary, counted modulo two.
    ///
    /// Counted so, a boundary never has a boundary of its own, whatever the mesh.
    pub fn boundary(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|&facet| self.uses(facet) % 2 == 1)
    }

    /// Sides used by three or more elements.
    pub fn non_manifold(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|&facet| self.uses(facet) > 2)
    }
}

/// Corners of the side opposite a corner, ascending.
fn side<const N: usize, const K: usize>(corners: &[u32; N], opposite: usize) -> [u32; K] {
    let mut side = std::array::from_fn(|i| corners[if i < opposite { i } else { i + 1 }]);
    side.sort_unstable();
    side
}

/// Side and element in one number whose order is that of the side, then of the element.
fn pack<const K: usize>(corners: [u32; K], element: u32) -> u128 {
    corners.iter().fold(0, |key, &corner| key << 32 | corner as u128) << 32 | element as u128
}

fn unpack<const K: usize>(key: u128) -> ([u32; K], u32) {
    (std::array::from_fn(|i| (key >> (32 * (K - i))) as u32), key as u32)
}

fn sort(keys: &mut [u128]) {
    // Keys are distinct, so an unstable parallel sort has one result only.
    if keys.len() < PARALLEL_FROM {
        keys.sort_unstable();
    } else {
        keys.par_sort_unstable();
    }
}

/// Checks the mesh and collects the sides of its elements.
pub(super) fn checked<const N: usize, const K: usize>(
    mesh: &SimplexMesh<N>,
) -> Result<Facets<N, K>, MeshError> {
    mesh.check()?;
    Facets::from_elements(&mesh.elements)
}
