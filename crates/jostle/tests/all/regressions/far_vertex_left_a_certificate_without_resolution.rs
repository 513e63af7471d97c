//! A vertex far away from its mesh stretched the lattice that certificates search on: all other elements
//! fell into a few cells of it, and each was compared with all others. The certificate was right, but took
//! thousands of times as long.

use jostle::DVec3;
use jostle::freeness::Certificate;
use jostle::mesh::shapes;

#[test]
fn a_far_vertex_costs_its_own_elements_only() {
    let mut mesh = shapes::bumpy_sphere(60, 0.2, 1);
    let before = Certificate::from_mesh(&mesh.clone().into()).unwrap();
    mesh.vertices[7] = DVec3::new(1e12, -1e12, 1e12);
    let after = Certificate::from_mesh(&mesh.into()).unwrap();
    assert_eq!(after.elements(), before.elements());
    assert!(after.k_mean() < 2.0 * before.k_mean(), "{} {}", after.k_mean(), before.k_mean());
}
