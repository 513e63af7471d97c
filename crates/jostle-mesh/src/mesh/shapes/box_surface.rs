//! The surface of a box.

use super::limits;
use crate::mesh::TriangleMesh;
use glam::DVec3;

/// A closed box of the given size, its sides cut into `divisions` cells along each axis, one at
/// least, with two triangles to a cell.
///
/// ```
/// use jostle::{DVec3, mesh::shapes};
///
/// let brick = shapes::box_surface(DVec3::new(4.0, 2.0, 1.0), [4, 2, 1]);
/// assert_eq!(brick.elements.len(), 2 * 2 * (4 * 2 + 2 * 1 + 1 * 4));
/// ```
pub fn box_surface(size: DVec3, divisions: [u32; 3]) -> TriangleMesh {
    let shell = Shell { counts: limits::counts(divisions, 1) };
    let size = DVec3::from_array(size.to_array().map(limits::length));
    let place = |point: [u32; 3]| {
        let at = |axis: usize| point[axis] as f64 / shell.counts[axis] as f64 - 0.5;
        size * DVec3::new(at(0), at(1), at(2))
    };
    TriangleMesh::new(shell.points().map(place).collect(), shell.triangles())
}

/// The points of a lattice that lie on its outside, layer by layer: the lowest and the highest
/// layer are full, those between are rings.
struct Shell {
    counts: [u32; 3],
}

impl Shell {
    fn points(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        let [nx, ny, nz] = self.counts;
        (0..=nz).flat_map(move |k| {
            let full = k == 0 || k == nz;
            let plate = (0..if full { ny + 1 } else { 0 })
                .flat_map(move |j| (0..=nx).map(move |i| [i, j, k]));
            let ring = (0..nx)
                .map(|i| [i, 0])
                .chain((0..ny).map(move |j| [nx, j]))
                .chain((0..nx).map(move |i| [nx - i, ny]))
                .chain((0..ny).map(move |j| [0, ny - j]))
                .take(if full { 0 } else { 2 * (nx + ny) as usize })
                .map(move |[i, j]| [i, j, k]);
            plate.chain(ring)
        })
    }

    fn index(&self, [i, j, k]: [u32; 3]) -> u32 {
        let [nx, ny, nz] = self.counts;
        let plate = (nx + 1) * (ny + 1);
        let ring = 2 * (nx + ny);
        if k == 0 {
            return j * (nx + 1) + i;
        }
        if k == nz {
            return plate + (nz - 1) * ring + j * (nx + 1) + i;
        }
        let along = match (i, j) {
            (i, 0) => i,
            (i, j) if i == nx => nx + j,
            (i, j) if j == ny => nx + ny + (nx - i),
            (_, j) => 2 * nx + ny + (ny - j),
        };
        plate + (k - 1) * ring + along
    }

    fn triangles(&self) -> Vec<[u32; 3]> {
        let mut triangles = Vec::new();
        for axis in 0..3 {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            for (layer, high) in [(0, false), (self.counts[axis], true)] {
                for i in 0..self.counts[u] {
                    for j in 0..self.counts[v] {
                        let [a, b, c, d] = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[di, dj]| {
                            let mut point = [layer; 3];
                            (point[u], point[v]) = (i + di, j + dj);
                            self.index(point)
                        });
                        let upward = [[a, b, c], [a, c, d]];
                        triangles.extend(if high {
                            upward
                        } else {
                            upward.map(|[a, b, c]| [a, c, b])
                        });
                    }
                }
            }
        }
        triangles
    }
}
