//! Knots that wind around a torus.

use super::{circle::circle, grid, limits};
use crate::mesh::TriangleMesh;
use glam::DVec3;

/// Radius of the circle that the torus runs along; its tube has radius 1.
const MAJOR: f64 = 2.0;

/// A coarser polygon does not turn the way the knot does.
const LEAST_PER_WINDING: u32 = 8;

/// A closed tube along the `(p, q)` torus knot, with `2 nu nv` triangles: `nu` cells along the
/// knot, at least 8 for each winding of either kind, and `nv` around the tube, at least 3.
///
/// The knot runs on a torus of radii 2 and 1 around the z axis, `p` times around the axis and `q`
/// times around the torus' tube. Both are at least 1 and at most 1,000, and are divided by their
/// common factor, as only then the knot is one. Cross-sections are regular polygons perpendicular
/// to the knot; they are aligned with the normal of the torus, hence close up without a twist.
///
/// The tube is free of self-intersection if `tube_radius` is at most `2.8 / sqrt(p^2 + q^2)` and
/// 0.85, and the knot is cut finely enough: 30 cells for each winding do. (Strands come closest on
/// the inside of the torus, where the middle lines of neighbours are `2 pi / sqrt(p^2 + q^2)` apart
/// along it; the rest is for its curvature. Measured for `p` and `q` up to 12.) A larger radius is
/// allowed, and makes a tube that intersects itself.
///
/// ```
/// use jostle::mesh::shapes;
///
/// let trefoil = shapes::torus_knot(2, 3, 0.5, 1000, 20);
/// assert_eq!(trefoil.elements.len(), 40_000);
/// ```
pub fn torus_knot(p: u32, q: u32, tube_radius: f64, nu: u32, nv: u32) -> TriangleMesh {
    let [p, q] = coprime(p.clamp(1, 1000), q.clamp(1, 1000));
    let [nu, nv] = limits::counts([nu.max(LEAST_PER_WINDING * p.max(q)), nv], 3);
    let tube_radius = limits::length(tube_radius);
    let section: Vec<_> = (0..nv).map(|j| circle(j as u64, nv as u64)).collect();
    let mut vertices = Vec::with_capacity(nu as usize * nv as usize);
    for i in 0..nu {
        let CurveFrame { centre, out, along_torus } = frame([p, q], i as u64, nu as u64);
        vertices.extend(
            section.iter().map(|&(c, s)| centre + tube_radius * (c * out + s * along_torus)),
        );
    }
    TriangleMesh::new(vertices, grid::triangles([nu, nv], [true, true], false))
}

fn coprime(p: u32, q: u32) -> [u32; 2] {
    let (mut a, mut b) = (p, q);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    [p / a, q / a]
}

/// A point of the knot with two directions perpendicular to it: the normal of the torus, and the
/// one that with the normal and the tangent makes a right-handed frame.
struct CurveFrame {
    centre: DVec3,
    out: DVec3,
    along_torus: DVec3,
}

fn frame([p, q]: [u32; 2], i: u64, n: u64) -> CurveFrame {
    let (cp, sp) = circle(p as u64 * i, n);
    let (cq, sq) = circle(q as u64 * i, n);
    let (p, q) = (p as f64, q as f64);
    let reach = MAJOR + cq;
    let radial = DVec3::new(cp, sp, 0.0);
    let around = DVec3::new(-sp, cp, 0.0);
    let out = cq * radial + sq * DVec3::Z;
    let up = -sq * radial + cq * DVec3::Z;
    let tangent = (p * reach * around + q * up).normalize();
    CurveFrame { centre: reach * radial + sq * DVec3::Z, out, along_torus: tangent.cross(out) }
}
