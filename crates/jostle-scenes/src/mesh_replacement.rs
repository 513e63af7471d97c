//! Replacement of bodies by meshes from files.

use crate::Error;
use crate::body::Body;
use jostle::{DVec3, Mesh, SimplexMesh};
use std::path::PathBuf;

/// A mesh file to be put in place of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The name of the body; without one, the first that has not been replaced.
    pub body: Option<String>,
    /// The file.
    pub file: PathBuf,
}

impl Replacement {
    /// Reads `BODY=FILE` or `FILE`.
    ///
    /// ```
    /// use jostle_scenes::Replacement;
    ///
    /// let replacement = Replacement::parse("ball=bunny.ply");
    /// assert_eq!(replacement.body.as_deref(), Some("ball"));
    /// assert_eq!(Replacement::parse("bunny.ply").body, None);
    /// ```
    pub fn parse(text: &str) -> Replacement {
        match text.split_once('=') {
            Some((body, file)) => Replacement { body: Some(body.to_owned()), file: file.into() },
            None => Replacement { body: None, file: text.into() },
        }
    }
}

/// Puts the meshes in place of the bodies.
pub fn replace(
    scene: &'static str,
    bodies: &mut [Body],
    meshes: &[Replacement],
) -> Result<(), Error> {
    let mut is_replaced = vec![false; bodies.len()];
    for replacement in meshes {
        let is_meant = |(i, body): (usize, &Body)| match &replacement.body {
            Some(name) => body.name == *name,
            None => !is_replaced[i],
        };
        let Some(at) = bodies.iter().enumerate().position(is_meant) else {
            let body = replacement.body.clone().unwrap_or_else(|| "next".to_owned());
            let bodies = bodies.iter().map(|body| body.name.clone()).collect();
            return Err(Error::NoSuchBody { scene, body, bodies });
        };
        let mesh = jostle_io::read(&replacement.file)?.mesh;
        bodies[at].rest = fit_into(mesh, &bodies[at])?;
        is_replaced[at] = true;
    }
    Ok(())
}

/// The mesh, enlarged alike in all directions until it fills the body's box in one, in the middle
/// of it.
fn fit_into(mesh: Mesh, body: &Body) -> Result<Mesh, Error> {
    let (from, to) = (mesh.bounds(), body.rest.bounds());
    let no_extent = || Error::NoExtent { body: body.name.clone() };
    if from.is_empty() {
        return Err(no_extent());
    }
    // Directions without extent, such as across a flat cloth, do not count.
    let ratio = |axis: usize| (to.size()[axis] > 0.0).then(|| to.size()[axis] / from.size()[axis]);
    let scale = (0..3).filter_map(ratio).fold(f64::INFINITY, f64::min);
    if !(scale > 0.0 && scale.is_finite()) {
        return Err(no_extent());
    }
    let middle = |low: DVec3, high: DVec3| 0.5 * low + 0.5 * high;
    let (old, new) = (middle(from.min, from.max), middle(to.min, to.max));
    Ok(match mesh {
        Mesh::Triangles(mesh) => transform(mesh, old, scale, new).into(),
        Mesh::Tets(mesh) => transform(mesh, old, scale, new).into(),
    })
}

fn transform<const N: usize>(
    mesh: SimplexMesh<N>,
    old: DVec3,
    scale: f64,
    new: DVec3,
) -> SimplexMesh<N> {
    mesh.translated(-old).scaled(DVec3::splat(scale)).translated(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle::mesh::shapes;

    #[test]
    fn a_mesh_fills_the_box_of_the_body_and_keeps_its_shape() {
        let body = Body::fixed("box", shapes::box_surface(DVec3::new(2.0, 4.0, 8.0), [1; 3]));
        let mesh = shapes::box_surface(DVec3::new(10.0, 10.0, 20.0), [2; 3]);
        let mesh = fit_into(mesh.translated(DVec3::splat(7.0)).into(), &body).unwrap();
        let bounds = mesh.bounds();
        assert!((bounds.size() - DVec3::new(2.0, 2.0, 4.0)).length() < 1e-12);
        assert!((bounds.min + bounds.max).length() < 1e-12);
    }

    #[test]
    fn a_mesh_fills_a_flat_box() {
        let body = Body::fixed("cloth", shapes::cloth(2, 2, [3.0, 3.0]));
        let mesh = fit_into(shapes::icosphere(1, 5.0).into(), &body).unwrap();
        assert!((mesh.bounds().size().max_element() - 3.0).abs() < 0.2);
    }

    #[test]
    fn a_mesh_without_extent_is_refused() {
        let body = Body::fixed("cloth", shapes::cloth(2, 2, [3.0, 3.0]));
        let point = jostle::TriangleMesh::new(vec![DVec3::ONE; 3], vec![[0, 1, 2]]);
        assert!(matches!(fit_into(point.into(), &body), Err(Error::NoExtent { .. })));
    }
}
