//! Hexahedra, wedges and pyramids into tetrahedra, conforming between neighbours.
//!
//! After J. Dompierre, P. Labbe, M.-G. Vallet, R. Camarero, "How to Subdivide Pyramids, Prisms, and
//! Hexahedra into Tetrahedra" (1999): every quadrilateral face is cut along the diagonal through its
//! lowest vertex. The rule looks at the face alone, so two cells that share a face cut it alike. The
//! cell is the cone from its lowest vertex over the faces that do not touch that vertex.

/// Faces of a cell, seen from outside counterclockwise; a triangle repeats its last corner.
pub(crate) type Faces = &'static [[usize; 4]];

/// Corners 0 to 3 around the bottom, 4 to 7 above them.
pub(crate) const HEX: Faces =
    &[[0, 3, 2, 1], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]];

/// Corners 0 to 2 around the bottom, 3 to 5 above them.
pub(crate) const WEDGE: Faces =
    &[[0, 2, 1, 1], [3, 4, 5, 5], [0, 1, 4, 3], [1, 2, 5, 4], [2, 0, 3, 5]];

/// Corners 0 to 3 around the bottom, 4 the tip.
pub(crate) const PYRAMID: Faces =
    &[[0, 3, 2, 1], [0, 1, 4, 4], [1, 2, 4, 4], [2, 3, 4, 4], [3, 0, 4, 4]];

/// Calls `emit` for each tetrahedron: six of a hexahedron, three of a wedge, two of a pyramid. They
/// come in the order of the faces above. A cell that names a vertex twice may give fewer.
pub(crate) fn split<E>(
    faces: Faces,
    corners: &[u32],
    mut emit: impl FnMut([u32; 4]) -> Result<(), E>,
) -> Result<(), E> {
    let apex = corners.iter().copied().min().unwrap_or(0);
    for face in faces {
        let face = face.map(|i| corners[i]);
        if face.contains(&apex) {
            continue;
        }
        for [a, b, c] in cut(face) {
            if a != b && b != c && c != a {
                emit([a, c, b, apex])?;
            }
        }
    }
    Ok(())
}

/// Two triangles along the diagonal through the lowest corner.
fn cut([a, b, c, d]: [u32; 4]) -> [[u32; 3]; 2] {
    if a.min(c) <= b.min(d) { [[a, b, c], [a, c, d]] } else { [[b, c, d], [b, d, a]] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::DVec3;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn tets(faces: Faces, corners: &[u32]) -> Vec<[u32; 4]> {
        let mut tets = Vec::new();
        split(faces, corners, |tet| {
            tets.push(tet);
            Ok::<(), ()>(())
        })
        .unwrap();
        tets
    }

    fn volume(tet: [u32; 4], position: impl Fn(u32) -> DVec3) -> f64 {
        let [a, b, c, d] = tet.map(position);
        (b - a).cross(c - a).dot(d - a) / 6.0
    }

    fn unit_positions(faces: Faces) -> Vec<DVec3> {
        let top = |x, y| DVec3::new(x, y, 1.0);
        let bottom = |x, y| DVec3::new(x, y, 0.0);
        let mut square = vec![bottom(0., 0.), bottom(1., 0.), bottom(1., 1.), bottom(0., 1.)];
        match faces.len() {
            6 => {
                square.extend([top(0., 0.), top(1., 0.), top(1., 1.), top(0., 1.)]);
                square
            }
            _ if faces[0] == WEDGE[0] => vec![
                bottom(0., 0.),
                bottom(1., 0.),
                bottom(0., 1.),
                top(0., 0.),
                top(1., 0.),
                top(0., 1.),
            ],
            _ => {
                square.push(top(0.5, 0.5));
                square
            }
        }
    }

    proptest! {
        /// Whatever the numbering, the parts are positive and fill the cell.
        #[test]
        fn parts_are_positive_and_fill_the_cell(
            faces in prop::sample::select(vec![HEX, WEDGE, PYRAMID]),
            numbers in Just((0..8u32).collect::<Vec<_>>()).prop_shuffle(),
        ) {
            let positions = unit_positions(faces);
            let corners = &numbers[..positions.len()];
            let position = |v: u32| positions[corners.iter().position(|&c| c == v).unwrap()];
            let volumes: Vec<f64> =
                tets(faces, corners).into_iter().map(|t| volume(t, position)).collect();
            prop_assert!(volumes.iter().all(|&v| v > 0.0));
            let whole = match positions.len() { 8 => 1.0, 6 => 0.5, _ => 1.0 / 3.0 };
            prop_assert!((volumes.iter().sum::<f64>() - whole).abs() < 4.0 * f64::EPSILON);
        }

        /// In a row of hexahedra of any numbering, every inner face is shared by two tetrahedra.
        #[test]
        fn neighbours_conform(numbers in Just((0..16u32).collect::<Vec<_>>()).prop_shuffle()) {
            let layer = |i: usize| &numbers[4 * i..4 * i + 4];
            let mut shared = HashMap::new();
            for i in 0..3 {
                for tet in tets(HEX, &[layer(i), layer(i + 1)].concat()) {
                    for skip in 0..4 {
                        let mut face: Vec<u32> = tet.to_vec();
                        face.remove(skip);
                        face.sort();
                        *shared.entry(face).or_insert(0) += 1;
                    }
                }
            }
            prop_assert!(shared.values().all(|&n| n <= 2));
            // Three hexahedra in a row show 14 quadrilaterals outside.
            prop_assert_eq!(shared.values().filter(|&&n| n == 1).count(), 28);
        }
    }
}
