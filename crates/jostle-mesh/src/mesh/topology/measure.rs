//! Areas and volumes, as plain sums in `f64`.
//!
//! Sums run over points scaled to the size of the mesh and taken from the middle of its box, so
//! that they do not overflow before their result does, and a mesh far from the origin loses no more
//! digits than its coordinates have lost. The error of each is at most `16 n 2^-53` times the
//! square or cube of the box's largest side, for `n` elements.

use super::scale;
use crate::mesh::{MeshError, SimplexMesh, TetMesh, TriangleMesh};
use glam::DVec3;

/// The sum of the areas of all triangles.
pub fn surface_area(mesh: &TriangleMesh) -> Result<f64, MeshError> {
    mesh.check()?;
    let frame = UnitFrame::from_mesh(mesh);
    let twice: f64 = corners(mesh, &frame).map(|[a, b, c]| (b - a).cross(c - a).length()).sum();
    Ok(frame.unscaled(0.5 * twice, 2))
}

/// The volume that an oriented closed surface encloses: positive if its triangles wind
/// counter-clockwise seen from outside.
///
/// On a surface that is open or not [oriented](super::SurfaceTopology::is_oriented) the number
/// depends on where the mesh lies, and means nothing.
///
/// ```
/// use jostle::{DVec3, mesh::{shapes, topology}};
///
/// let cube = shapes::box_surface(DVec3::splat(2.0), [2, 2, 2]);
/// assert_eq!(topology::signed_volume(&cube)?, 8.0);
/// assert_eq!(topology::surface_area(&cube)?, 24.0);
/// # Ok::<(), jostle::MeshError>(())
/// ```
pub fn signed_volume(mesh: &TriangleMesh) -> Result<f64, MeshError> {
    mesh.check()?;
    let frame = UnitFrame::from_mesh(mesh);
    let six: f64 = corners(mesh, &frame).map(|[a, b, c]| a.dot(b.cross(c))).sum();
    Ok(frame.unscaled(six / 6.0, 3))
}

/// The sum of the signed volumes of all tetrahedra: positive ones count as such, inverted ones
/// against.
pub fn tet_volume(mesh: &TetMesh) -> Result<f64, MeshError> {
    mesh.check()?;
    let frame = UnitFrame::from_mesh(mesh);
    let six: f64 = corners(mesh, &frame).map(|[a, b, c, d]| (b - a).cross(c - a).dot(d - a)).sum();
    Ok(frame.unscaled(six / 6.0, 3))
}

/// Where the mesh lies once its coordinates are brought near one.
struct UnitFrame {
    scale: f64,
    middle: DVec3,
}

impl UnitFrame {
    fn from_mesh<const N: usize>(mesh: &SimplexMesh<N>) -> UnitFrame {
        let used = || mesh.elements.as_flattened().iter().map(|&v| mesh.vertices[v as usize]);
        let scale = scale::to_unit(used());
        let (low, high) = used().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), p| {
            (low.min(p * scale), high.max(p * scale))
        });
        UnitFrame { scale, middle: 0.5 * (low + high) }
    }

    fn to_unit(&self, p: DVec3) -> DVec3 {
        p * self.scale - self.middle
    }

    fn unscaled(&self, measure: f64, dimension: u32) -> f64 {
        (0..dimension).fold(measure, |measure, _| measure / self.scale)
    }
}

fn corners<'m, const N: usize>(
    mesh: &'m SimplexMesh<N>,
    frame: &'m UnitFrame,
) -> impl Iterator<Item = [DVec3; N]> + 'm {
    mesh.elements.iter().map(|corners| corners.map(|v| frame.to_unit(mesh.vertices[v as usize])))
}
