//! The winding number of a surface around a point (Jacobson, Kavan and Sorkine-Hornung 2013).

use super::{MeshError, TriangleMesh};
use glam::DVec3;
use jostle_support::parallel;

/// How often a surface winds around a point, as the sum of the signed solid angles of its triangles
/// over `4 pi`.
///
/// For a closed oriented surface it is a whole number, one inside and zero outside for a plain one,
/// and the sum is within `n 2^-50` of it for `n` triangles, unless the point is so near the
/// surface that rounding decides the side. For a surface with holes, overlaps or stray parts it
/// changes smoothly across the flaws, and more than one half is the best guess at inside.
/// Linear in the triangles.
///
/// ```
/// use jostle::mesh::{shapes, winding_number};
/// use jostle::DVec3;
///
/// let mut sphere = shapes::icosphere(3, 1.0);
/// assert!((winding_number(&sphere, DVec3::ZERO)? - 1.0).abs() < 1e-12);
/// assert!(winding_number(&sphere, DVec3::X * 3.0)?.abs() < 1e-12);
/// sphere.elements.truncate(1200);
/// let torn = winding_number(&sphere, DVec3::ZERO)?;
/// assert!(torn > 0.5 && torn < 1.0, "inside, but not sealed");
/// # Ok::<(), jostle::MeshError>(())
/// ```
pub fn winding_number(mesh: &TriangleMesh, point: DVec3) -> Result<f64, MeshError> {
    mesh.check()?;
    Ok(unchecked_winding_number(mesh, point))
}

/// The winding number of a mesh that is known to be valid. Partial sums have a fixed order, so that the number of
/// threads changes no digit.
pub(super) fn unchecked_winding_number(mesh: &TriangleMesh, point: DVec3) -> f64 {
    const CHUNK: usize = 4096;
    let angle =
        |triangle: &[u32; 3]| half_solid_angle(triangle.map(|v| mesh.vertices[v as usize] - point));
    let elements = &mesh.elements;
    let parts: Vec<f64> = parallel::map(elements.len().div_ceil(CHUNK), 1, |chunk| {
        elements[chunk * CHUNK..].iter().take(CHUNK).map(angle).sum()
    });
    parts.iter().sum::<f64>() / std::f64::consts::TAU
}

/// Half of the solid angle that a triangle is seen under from the origin, positive if it winds
/// counter-clockwise seen from outside (van Oosterom and Strackee 1983).
pub fn half_solid_angle(corners: [DVec3; 3]) -> f64 {
    // Directions alone matter, and of unit length they neither overflow nor vanish; a corner in the
    // point itself sees nothing.
    let [a, b, c] = corners.map(|p| {
        let largest = p.abs().max_element();
        if largest > 0.0 { (p / largest).normalize() } else { DVec3::ZERO }
    });
    let volume = a.dot(b.cross(c));
    volume.atan2(1.0 + a.dot(b) + b.dot(c) + c.dot(a))
}
