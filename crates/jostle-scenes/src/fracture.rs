//! Fracture of a mesh into pieces: each element belongs to the nearest of some random sites, and pieces
//! that have come off have vertices of their own.

use crate::rotation::rotate;
use jostle::{DVec3, Mesh, SimplexMesh};
use jostle_support::random::SplitMix64;

/// The rigid motion of a piece that has come off: a rotation about its middle, then a translation.
#[derive(Clone, Copy)]
pub struct PieceTransform {
    pub translation: DVec3,
    pub axis: DVec3,
    pub turns: f64,
}

/// One piece: the middle of its elements, and random numbers that make its motion differ from others'.
#[derive(Clone, Copy)]
pub struct Piece {
    pub number: usize,
    pub middle: DVec3,
    pub axis: DVec3,
    /// From -1 to 1.
    pub random: f64,
}

/// The mesh with some pieces off: `transform` gives the motion of a piece, or none while it holds.
pub fn break_apart(
    mesh: &Mesh,
    pieces: usize,
    transform: impl Fn(&Piece) -> Option<PieceTransform>,
) -> Mesh {
    match mesh {
        Mesh::Triangles(mesh) => break_simplices_apart(mesh, pieces, transform).into(),
        Mesh::Tets(mesh) => break_simplices_apart(mesh, pieces, transform).into(),
    }
}

fn break_simplices_apart<const N: usize>(
    mesh: &SimplexMesh<N>,
    count: usize,
    transform: impl Fn(&Piece) -> Option<PieceTransform>,
) -> SimplexMesh<N> {
    let (pieces, element_piece) = split(mesh, count);
    let mut result = SimplexMesh::new(Vec::new(), Vec::with_capacity(mesh.elements.len()));
    // Vertices of the whole are kept as they are; those of pieces follow, piece by piece.
    result.vertices.clone_from(&mesh.vertices);
    let transforms: Vec<Option<PieceTransform>> = pieces.iter().map(transform).collect();
    let mut piece_vertex = vec![u32::MAX; mesh.vertices.len()];
    let mut piece_elements: Vec<Vec<usize>> = vec![Vec::new(); pieces.len()];
    for (element, &piece) in element_piece.iter().enumerate() {
        piece_elements[piece].push(element);
    }
    for (piece, elements) in piece_elements.iter().enumerate() {
        let Some(transform) = transforms[piece] else {
            result.elements.extend(elements.iter().map(|&element| mesh.elements[element]));
            continue;
        };
        let first = result.vertices.len() as u32;
        for &element in elements {
            result.elements.push(mesh.elements[element].map(|vertex| {
                let at = &mut piece_vertex[vertex as usize];
                if *at == u32::MAX || *at < first {
                    *at = result.vertices.len() as u32;
                    let point = mesh.vertices[vertex as usize] - pieces[piece].middle;
                    let point = rotate(point, transform.axis, transform.turns);
                    result.vertices.push(point + pieces[piece].middle + transform.translation);
                }
                *at
            }));
        }
    }
    result
}

/// The pieces, and the piece of each element.
fn split<const N: usize>(mesh: &SimplexMesh<N>, count: usize) -> (Vec<Piece>, Vec<usize>) {
    let middle = |element: usize| mesh.corners(element).iter().sum::<DVec3>() / N as f64;
    let mut random = SplitMix64::new(5);
    let mut sites = Vec::with_capacity(count);
    for _ in 0..count.min(mesh.elements.len()) {
        sites.push(middle((random.next_u64() % mesh.elements.len() as u64) as usize));
    }
    let nearest = |at: DVec3| {
        let distance = |site: &DVec3| site.distance_squared(at);
        let by_distance =
            |&i: &usize, &j: &usize| distance(&sites[i]).total_cmp(&distance(&sites[j]));
        (0..sites.len()).min_by(by_distance).unwrap_or(0)
    };
    let element_piece: Vec<usize> = (0..mesh.elements.len()).map(|e| nearest(middle(e))).collect();
    let mut sums = vec![(DVec3::ZERO, 0.0); sites.len()];
    for (element, &piece) in element_piece.iter().enumerate() {
        sums[piece].0 += middle(element);
        sums[piece].1 += 1.0;
    }
    let pieces = (0..sites.len()).map(|number| {
        let axis = DVec3::from_array([(); 3].map(|_| random.signed()));
        let (sum, elements) = sums[number];
        let middle = if elements > 0.0 { sum / elements } else { sites[number] };
        Piece { number, middle, axis: axis.normalize_or(DVec3::X), random: random.signed() }
    });
    (pieces.collect(), element_piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::mesh::shapes;
    use jostle::mesh::topology::Components;

    #[test]
    fn pieces_come_off_one_by_one() {
        let whole = Mesh::from(shapes::icosphere(3, 1.0));
        for off in [0, 1, 7, 20] {
            let Mesh::Triangles(mesh) = break_apart(&whole, 20, |piece| {
                let transform =
                    PieceTransform { translation: piece.middle, axis: piece.axis, turns: 0.1 };
                (piece.number < off).then_some(transform)
            }) else {
                panic!("still triangles")
            };
            mesh.check().unwrap();
            assert_eq!(mesh.elements.len(), whole.element_count());
            assert!(Components::from_mesh(&mesh).unwrap().count() >= off);
        }
    }
}
