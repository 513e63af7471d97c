//! The ball of tetrahedra.

use super::geodesic::{FACES, Icosahedron, point_count};
use super::limits;
use crate::mesh::TetMesh;
use glam::DVec3;

/// `20 n^3` tetrahedra can be named up to here.
const MOST_SHELLS: u32 = 500;

/// A ball of `20 resolution^3` tetrahedra, with `resolution` from 1 to 500.
///
/// Each of the twenty cones over an icosahedron's faces is cut into a lattice of tetrahedra and
/// octahedra, these into four tetrahedra each, and the layers of the lattice are rounded into
/// shells. All are of like size and shape; the surface is a
/// [geodesic sphere](super::geodesic_sphere) of frequency `resolution`.
///
/// ```
/// use jostle::mesh::shapes;
///
/// let ball = shapes::ball_tets(5, 1.0);
/// assert_eq!(ball.elements.len(), 20 * 5 * 5 * 5);
/// ```
pub fn ball_tets(resolution: u32, radius: f64) -> TetMesh {
    let shells = resolution.clamp(1, MOST_SHELLS) as usize;
    let radius = limits::length(radius);
    let icosahedron = Icosahedron::new();

    let mut vertices = vec![DVec3::ZERO];
    let mut starts = vec![0];
    for shell in 1..=shells {
        starts.push(vertices.len());
        let reach = radius * (shell as f64 / shells as f64);
        vertices.extend(icosahedron.points(shell).iter().map(|p| *p * reach));
    }
    debug_assert_eq!(vertices.len(), 1 + (1..=shells).map(point_count).sum::<usize>());

    let mut elements = Vec::with_capacity(FACES * shells.pow(3));
    for face in 0..FACES {
        let vertex = |weights: [usize; 3]| match weights.iter().sum() {
            0 => 0,
            shell => (starts[shell] + icosahedron.index(face, weights)) as u32,
        };
        cone(shells, |tet| elements.push(tet.map(vertex)));
    }
    TetMesh::new(vertices, elements)
}

/// All tetrahedra of the lattice of a cone, as weights of the face's corners; what is missing to
/// `shells` is the weight of the tip.
fn cone(shells: usize, mut emit: impl FnMut([[usize; 3]; 4])) {
    for a in 0..shells {
        for b in 0..shells - a {
            for c in 0..shells - a - b {
                let at = |x: usize, y: usize, z: usize| [a + x, b + y, c + z];
                let left = shells - a - b - c;
                emit([at(0, 0, 0), at(1, 0, 0), at(0, 1, 0), at(0, 0, 1)]);
                if left >= 2 {
                    let (from, to) = (at(1, 0, 0), at(0, 1, 1));
                    let ring = [at(0, 1, 0), at(0, 0, 1), at(1, 0, 1), at(1, 1, 0)];
                    for i in 0..4 {
                        emit([from, to, ring[i], ring[(i + 1) % 4]]);
                    }
                }
                if left >= 3 {
                    emit([at(1, 1, 0), at(0, 1, 1), at(1, 0, 1), at(1, 1, 1)]);
                }
            }
        }
    }
}
