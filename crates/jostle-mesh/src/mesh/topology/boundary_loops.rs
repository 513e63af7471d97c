//! The boundary of a surface as closed loops.

use super::{SurfaceTopology, stars};

/// Closed loops of vertices along the edges that an odd number of triangles use.
///
/// Each such edge is walked once. A loop starts with its lowest edge, in the direction in which the
/// first triangle of that edge walks it; where the surface is oriented it keeps the surface to its
/// left. At a vertex where several fans end, a loop follows the fan that it came along, so that
/// sheets that touch at a vertex keep loops of their own. Only at edges of three or more triangles
/// does a fan lead nowhere; edges left over there are joined in pairs, lowest first.
///
/// ```
/// use jostle::mesh::{shapes, topology::SurfaceTopology};
///
/// let cloth = shapes::cloth(2, 1, [2.0, 1.0]);
/// let loops = SurfaceTopology::from_mesh(&cloth)?.boundary_loops();
/// assert_eq!(loops.iter().collect::<Vec<_>>(), [&[0, 1, 2, 5, 4, 3]]);
/// # Ok::<(), jostle::MeshError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundaryLoops {
    /// `starts[l]..starts[l + 1]` is the range of loop `l` in `vertices`.
    starts: Vec<u32>,
    vertices: Vec<u32>,
}

impl BoundaryLoops {
    /// Number of loops.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are none, which is so for closed surfaces only.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The vertices of a loop in order; the last is joined to the first.
    pub fn get(&self, index: usize) -> Option<&[u32]> {
        let (&from, &to) = (self.starts.get(index)?, self.starts.get(index + 1)?);
        Some(&self.vertices[from as usize..to as usize])
    }

    /// All loops, by their lowest edge.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.starts.windows(2).map(|range| &self.vertices[range[0] as usize..range[1] as usize])
    }
}

const UNPAIRED: usize = usize::MAX;

pub(super) fn trace(surface: &SurfaceTopology) -> BoundaryLoops {
    let boundary: Vec<usize> = surface.edges.boundary().collect();
    let mates = pair_ends(surface, &boundary);
    let vertex = |end: usize| surface.edges.corners()[boundary[end / 2]][end % 2];

    let mut loops = BoundaryLoops { starts: vec![0], vertices: Vec::with_capacity(boundary.len()) };
    let mut walked = vec![false; boundary.len()];
    for (first, &edge) in boundary.iter().enumerate() {
        if walked[first] {
            continue;
        }
        let forward = surface.walks_forward(surface.edges.elements(edge)[0], edge);
        let mut tail = 2 * first + usize::from(!forward);
        while !walked[tail / 2] {
            walked[tail / 2] = true;
            loops.vertices.push(vertex(tail));
            tail = mates[tail ^ 1];
        }
        loops.starts.push(loops.vertices.len() as u32);
    }
    loops
}

/// Joins the ends of boundary edges at each vertex in pairs. Edge `b` of the boundary has the ends
/// `2b` at its lower vertex and `2b + 1` at its higher one.
fn pair_ends(surface: &SurfaceTopology, boundary: &[usize]) -> Vec<usize> {
    let edges = &surface.edges;
    let vertex = |end: usize| edges.corners()[boundary[end / 2]][end % 2];
    let mut mates = vec![UNPAIRED; 2 * boundary.len()];
    for end in 0..mates.len() {
        if mates[end] != UNPAIRED || edges.uses(boundary[end / 2]) != 1 {
            continue;
        }
        let mate = stars::fan_end(surface, vertex(end), boundary[end / 2])
            .and_then(|edge| boundary.binary_search(&edge).ok())
            .map(|rank| 2 * rank + usize::from(vertex(2 * rank) != vertex(end)));
        if let Some(mate) = mate {
            (mates[end], mates[mate]) = (mate, end);
        }
    }
    // The triangles at a vertex use its edges twice each in total, so edges of odd use come in even
    // number, and so do those that are left.
    let mut left: Vec<usize> = (0..mates.len()).filter(|&end| mates[end] == UNPAIRED).collect();
    left.sort_unstable_by_key(|&end| (vertex(end), end));
    for pair in left.chunks_exact(2) {
        (mates[pair[0]], mates[pair[1]]) = (pair[1], pair[0]);
    }
    mates
}
