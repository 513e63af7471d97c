//! The sign of a tetrahedron's volume was computed after scaling to a unit box, where a short edge beside a
//! long one vanished: inverted tetrahedra counted as flat, and their faces pointed inward.

use jostle::mesh::topology::{Boundary, VolumeSummary};
use jostle::{DVec3, TetMesh};

/// Edges along the axes, of lengths whose ratio is beyond the number range.
fn tet(is_inverted: bool) -> TetMesh {
    let (long, short) = (1e200, 1e-200);
    let mut vertices = vec![DVec3::ZERO, DVec3::X * long, DVec3::Y * short, DVec3::Z * short];
    if is_inverted {
        vertices.swap(2, 3);
    }
    TetMesh::new(vertices, vec![[0, 1, 2, 3]])
}

#[test]
fn the_sign_of_the_volume_is_exact() {
    for is_inverted in [false, true] {
        let summary = VolumeSummary::from_mesh(&tet(is_inverted)).unwrap();
        assert_eq!((summary.inverted, summary.flat), (usize::from(is_inverted), 0));
    }
}

#[test]
fn faces_point_outward() {
    for is_inverted in [false, true] {
        let surface = Boundary::from_mesh(&tet(is_inverted)).unwrap().surface;
        assert_eq!(surface.elements.len(), 4);
        for (triangle, corners) in surface.elements.iter().enumerate() {
            // Signs of normals, as the normals themselves overflow or vanish.
            let [a, b, c] = surface.corners(triangle).map(DVec3::signum_or_zero);
            let normal = (b - a).cross(c - a);
            let is_slanted = [a, b, c].iter().all(|corner| *corner != DVec3::ZERO);
            let outward = if is_slanted { DVec3::ONE } else { DVec3::NEG_ONE };
            assert!(normal.dot(outward) > 0.0, "{corners:?}, inverted: {is_inverted}");
        }
    }
}

trait SignumOrZero {
    fn signum_or_zero(self) -> DVec3;
}

impl SignumOrZero for DVec3 {
    fn signum_or_zero(self) -> DVec3 {
        self.map(|x| if x == 0.0 { 0.0 } else { x.signum() })
    }
}
