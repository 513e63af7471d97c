//! Boxes of tetrahedra.

use super::limits;
use crate::mesh::TetMesh;
use glam::DVec3;
use jostle_support::random::SplitMix64;

/// How a cell of a box is cut into tetrahedra. Either way cells agree on their common faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Split {
    /// A regular one in the middle and one at every other corner; cells alternate like the fields
    /// of a chessboard.
    Five,
    /// Six congruent ones around the diagonal (Kuhn 1960); all cells alike.
    #[default]
    Six,
}

/// The most that vertices of a box are shaken, in cells.
///
/// Shaking a vertex by at most `j` cells along each axis keeps the box in one piece if `j < 1/6`.
/// The displacement, linear on each tetrahedron, has no partial derivative above `2j`: along an
/// edge parallel to an axis it changes by `2j` at most, and in the middle tetrahedron of
/// [`Split::Five`] each derivative is half a sum of four displacements. So it changes by at most
/// `6j < 1` times the distance, in the norm of the largest coordinate, and no two points can meet,
/// nor any tetrahedron invert.
pub const MAX_JITTER: f64 = 0.16;

/// A box of the given size with `divisions` cells along each axis, one at least, cut into five or
/// six tetrahedra each.
///
/// Every vertex, also on the outside, is moved at random by at most `jitter` cells along each axis;
/// `jitter` is clamped to `0..=`[`MAX_JITTER`], up to which all tetrahedra stay positive and none
/// overlap.
///
/// ```
/// use jostle::{DVec3, mesh::shapes::{self, Split}};
///
/// let cube = shapes::box_tets([4, 4, 4], DVec3::ONE, Split::Five, 0.1, 1);
/// assert_eq!(cube.elements.len(), 4 * 4 * 4 * 5);
/// ```
pub fn box_tets(divisions: [u32; 3], size: DVec3, split: Split, jitter: f64, seed: u64) -> TetMesh {
    let [nx, ny, nz] = limits::counts(divisions, 1);
    let jitter = limits::fraction(jitter, MAX_JITTER);
    let size = DVec3::from_array(size.to_array().map(limits::length));
    let cells = DVec3::new(nx as f64, ny as f64, nz as f64);
    let mut random = SplitMix64::new(seed);
    let mut vertices = Vec::new();
    for k in 0..=nz {
        for j in 0..=ny {
            for i in 0..=nx {
                let shake = [(); 3].map(|_| random.signed());
                let at = DVec3::new(i as f64, j as f64, k as f64);
                let shaken = at + jitter * DVec3::from_array(shake);
                vertices.push(size * (shaken / cells - 0.5));
            }
        }
    }
    TetMesh::new(vertices, elements([nx, ny, nz], split))
}

/// A long box along x with a square cross-section of `across` by `across` cells, and along it as
/// many as make the cells nearest to cubes; one at least each way.
///
/// ```
/// use jostle::mesh::shapes::{self, Split};
///
/// let beam = shapes::beam_tets(10.0, 1.0, 3, Split::Five);
/// assert_eq!(beam.elements.len(), 30 * 3 * 3 * 5);
/// ```
pub fn beam_tets(length: f64, width: f64, across: u32, split: Split) -> TetMesh {
    let [length, width] = [length, width].map(limits::length);
    // A float beyond the range of u32 reads as the nearest number in it.
    let along = (length / width * across.max(1) as f64).round() as u32;
    box_tets([along, across, across], DVec3::new(length, width, width), split, 0.0, 0)
}

fn elements([nx, ny, nz]: [u32; 3], split: Split) -> Vec<[u32; 4]> {
    let (step_y, step_z) = (nx + 1, (nx + 1) * (ny + 1));
    let mut elements = Vec::with_capacity((nx * ny * nz) as usize * 6);
    for k in 0..nz {
        for j in 0..ny {
            for i in 0..nx {
                let base = k * step_z + j * step_y + i;
                // Bits 0, 1 and 2 of a corner tell whether it is the further one along x, y and z.
                let vertex =
                    |bits: u32| base + (bits & 1) + (bits >> 1 & 1) * step_y + (bits >> 2) * step_z;
                let odd = (i + j + k) % 2;
                match split {
                    Split::Five => elements.extend(five(odd).map(|tet| tet.map(vertex))),
                    Split::Six => elements.extend(SIX.map(|tet| tet.map(vertex))),
                }
            }
        }
    }
    elements
}

/// Walks from corner 0 to corner 7 along the three axes in each order.
const SIX: [[u32; 4]; 6] =
    [[0, 1, 3, 7], [0, 2, 6, 7], [0, 4, 5, 7], [0, 1, 7, 5], [0, 2, 7, 3], [0, 4, 7, 6]];

/// The middle tetrahedron on the corners of even parity over the whole box, and the four beside it.
fn five(odd: u32) -> [[u32; 4]; 5] {
    let middle = if odd == 0 { [0, 5, 3, 6] } else { [1, 2, 4, 7] };
    let beside = |corner: u32| {
        let [x, y, z] = [corner ^ 1, corner ^ 2, corner ^ 4];
        if corner.count_ones().is_multiple_of(2) { [corner, x, y, z] } else { [corner, y, x, z] }
    };
    let others = if odd == 0 { [1, 2, 4, 7] } else { [0, 3, 5, 6] };
    let [a, b, c, d] = others.map(beside);
    [middle, a, b, c, d]
}
