//! The grid merges a level with few elements into the next coarser one, and no packing argument limits how
//! many of those share a cell. The certificate's bound on the fullest cell did not count them.

use jostle::freeness::Certificate;
use jostle::{DVec3, TriangleMesh};

#[test]
fn merged_elements_are_part_of_the_bound() {
    // Far apart, so that `k` is 1.
    let mut mesh = TriangleMesh::default();
    let count = 120_000;
    for i in 0..count {
        let at = DVec3::new(f64::from(i % 400), f64::from(i / 400), 0.0) * 4.0;
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend([at, at + DVec3::X, at + DVec3::Y]);
        mesh.elements.push([first, first + 1, first + 2]);
    }
    let certificate = Certificate::from_mesh(&mesh.into()).unwrap();
    assert_eq!(certificate.k(), 1);
    // Cubes of a packing that a cell of triangles falls into, and a fifth of all that may be merged.
    let (packed, merged) = (28 * 28 * 28, (count as u64 - 1) / 5);
    assert_eq!(certificate.cell_occupancy_bound(), packed + merged);
}
