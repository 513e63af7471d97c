//! Meshes over grids and circles, and operations on meshes that the families share.

use jostle::{DVec3, SimplexMesh, TriangleMesh};
use jostle_oracle::cases::SplitMix64;

/// Coordinates are multiples of one of these before contacts are made: then convex combinations in
/// quarters, small integer shears and powers of two keep them exact.
///
/// Sums and products of coordinates on the coarse grid are exact; those on the fine grid round, and there
/// the signs of floating point are wrong where vertices touch.
pub(super) const GRIDS: [f64; 2] = [1.0 / 65536.0, 1.0 / 68_719_476_736.0];

/// The point of the unit circle after so many turns: monotone, and the same on any machine, but not
/// at constant speed within a quarter.
pub(super) fn circle_point(turns: f64) -> [f64; 2] {
    let quarters = 4.0 * (turns - turns.floor());
    let t = quarters - quarters.floor();
    let (c, s) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
    match quarters.floor() as u32 % 4 {
        0 => [c, s],
        1 => [-s, c],
        2 => [-c, -s],
        _ => [s, -c],
    }
}

/// How cells of a grid are cut in two.
#[derive(Clone, Copy)]
enum Diagonals {
    Rising,
    Alternating,
    Random,
}

/// A grid of so many cells, each cut into two triangles. Vertex `(i, j)` has index
/// `j * (columns + 1) + i`; the triangles of cell `(i, j)` are `2 * (j * columns + i)` and the next.
pub(super) fn grid(
    random: &mut SplitMix64,
    [columns, rows]: [u32; 2],
    mut at: impl FnMut(&mut SplitMix64, u32, u32) -> DVec3,
) -> TriangleMesh {
    let vertices = (0..=rows).flat_map(|j| (0..=columns).map(move |i| (i, j)));
    let vertices = vertices.map(|(i, j)| at(random, i, j)).collect();
    let diagonals = random.pick(&[Diagonals::Rising, Diagonals::Alternating, Diagonals::Random]);
    let mut elements = Vec::new();
    for j in 0..rows {
        for i in 0..columns {
            let vertex = |i: u32, j: u32| j * (columns + 1) + i;
            let [a, b, c, d] =
                [vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1)];
            let is_rising = match diagonals {
                Diagonals::Rising => true,
                Diagonals::Alternating => (i + j) % 2 == 0,
                Diagonals::Random => random.one_in(2),
            };
            match is_rising {
                true => elements.extend([[a, b, c], [a, c, d]]),
                false => elements.extend([[a, b, d], [b, c, d]]),
            }
        }
    }
    TriangleMesh::new(vertices, elements)
}

/// Triangles round a first vertex: spokes of so many vertices each, joined one to the next, and the
/// last to the first if it is closed.
pub(super) fn disc(
    [spokes, rings]: [u32; 2],
    is_closed: bool,
    centre: DVec3,
    at: impl Fn(u32, u32) -> DVec3,
) -> TriangleMesh {
    let mut vertices = vec![centre];
    vertices
        .extend((0..spokes).flat_map(|k| (1..=rings).map(move |r| (k, r))).map(|(k, r)| at(k, r)));
    let vertex = |k: u32, r: u32| match r {
        0 => 0,
        r => (k % spokes) * rings + r,
    };
    let mut elements = Vec::new();
    for k in 0..if is_closed { spokes } else { spokes - 1 } {
        elements.push([0, vertex(k, 1), vertex(k + 1, 1)]);
        for r in 1..rings {
            let [a, b, c, d] =
                [vertex(k, r), vertex(k, r + 1), vertex(k + 1, r + 1), vertex(k + 1, r)];
            elements.extend([[a, b, c], [a, c, d]]);
        }
    }
    TriangleMesh::new(vertices, elements)
}

/// The surface of a tetrahedron with a corner here and edges of this size.
pub(super) fn tetrahedron_surface(corner: DVec3, size: f64) -> TriangleMesh {
    let vertices = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|p| corner + size * p).to_vec();
    TriangleMesh::new(vertices, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
}

/// Adds the vertices and elements of another mesh, and tells the number of its first vertex.
pub(super) fn append<const N: usize>(mesh: &mut SimplexMesh<N>, other: &SimplexMesh<N>) -> u32 {
    let first = mesh.vertices.len() as u32;
    mesh.vertices.extend(&other.vertices);
    mesh.elements.extend(other.elements.iter().map(|corners| corners.map(|v| v + first)));
    first
}

/// Makes elements name one vertex instead of another; those that name both are removed.
pub(super) fn identify<const N: usize>(mesh: &mut SimplexMesh<N>, kept: u32, gone: u32) {
    mesh.elements.retain(|corners| !(corners.contains(&kept) && corners.contains(&gone)));
    for v in mesh.elements.as_flattened_mut().iter_mut().filter(|v| **v == gone) {
        *v = kept;
    }
}

/// Rounds all coordinates to multiples of one of the [`GRIDS`].
pub(super) fn round_to_grid(random: &mut SplitMix64, vertices: &mut [DVec3]) {
    let grid = random.pick(&GRIDS);
    for vertex in vertices {
        *vertex = (*vertex / grid).round() * grid;
    }
}

/// A vector of random components between -1 and 1.
pub(super) fn signed_vector(random: &mut SplitMix64) -> DVec3 {
    DVec3::from([(); 3].map(|()| random.signed()))
}

/// A random index of a list that is not empty.
pub(super) fn index<T>(random: &mut SplitMix64, list: &[T]) -> usize {
    random.below(list.len() as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circle_points_are_on_the_circle_and_in_order() {
        for k in 0..64 {
            let [x, y] = circle_point(f64::from(k) / 64.0);
            let [next_x, next_y] = circle_point(f64::from(k + 1) / 64.0);
            assert!((x * x + y * y - 1.0).abs() < 1e-15);
            assert!(x * next_y - y * next_x > 0.0);
            assert_eq!(circle_point(f64::from(k) / 64.0 - 2.0), [x, y]);
        }
    }

    #[test]
    fn discs_have_as_many_triangles_as_spokes_and_rings_make() {
        let at = |k: u32, r: u32| {
            let [x, y] = circle_point(f64::from(k) / 8.0);
            DVec3::new(x, y, 0.0) * f64::from(r)
        };
        let closed = disc([8, 3], true, DVec3::ZERO, at);
        let open = disc([8, 3], false, DVec3::ZERO, at);
        assert_eq!((closed.elements.len(), open.elements.len()), (8 * 5, 7 * 5));
        assert!(closed.check().is_ok() && open.check().is_ok());
    }
}
