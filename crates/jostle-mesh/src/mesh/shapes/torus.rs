//! The torus.

use super::{circle::circle, grid, limits};
use crate::mesh::TriangleMesh;
use glam::DVec3;

/// Beyond this share of the major radius the hole is too narrow to be told from none.
const THICKEST: f64 = 0.999;

/// A torus around the z axis with `2 nu nv` triangles: `nu` cells around the axis and `nv` around
/// the tube, at least 3 each.
///
/// `major` is the radius of the circle that the tube runs along, `minor` that of the tube, at most
/// 0.999 of the other.
///
/// ```
/// use jostle::mesh::shapes;
///
/// let ring = shapes::torus(1.0, 0.25, 48, 16);
/// assert_eq!(ring.elements.len(), 2 * 48 * 16);
/// ```
pub fn torus(major: f64, minor: f64, nu: u32, nv: u32) -> TriangleMesh {
    let [nu, nv] = limits::counts([nu, nv], 3);
    let major = limits::length(major);
    let minor = limits::length(minor).min(THICKEST * major);
    let mut vertices = Vec::with_capacity(nu as usize * nv as usize);
    for i in 0..nu {
        let (cu, su) = circle(i as u64, nu as u64);
        for j in 0..nv {
            let (cv, sv) = circle(j as u64, nv as u64);
            let reach = major + minor * cv;
            vertices.push(DVec3::new(reach * cu, reach * su, -minor * sv));
        }
    }
    TriangleMesh::new(vertices, grid::triangles([nu, nv], [true, true], false))
}
