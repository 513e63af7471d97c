//! All objects of a scene as one mesh file, with values on each element.

use crate::error::Error;
use crate::format::loss_note;
use crate::output_file::{self, is_standard_output};
use jostle::mesh::ElementKind;
use jostle::mesh::topology::Boundary;
use jostle::{Mesh, Scene, TetMesh, TriangleMesh};
use jostle_io::{Attribute, Format, MixedMesh, WriteOptions};
use std::path::Path;

/// Writes all objects as one mesh with attributes per element, and returns what had to be left out.
///
/// Scenes of tetrahedra only stay tetrahedra where the format can hold them, and mixed ones in VTU.
/// Otherwise bodies of tetrahedra are shown by their boundary, each triangle with the attributes of its
/// tetrahedron. Standard output gets PLY, or VTU where there are tetrahedra. Attributes are asked for with the elements of
/// the scene that the mesh shows.
pub fn write(
    path: &Path,
    scene: &Scene,
    attributes: impl Fn(&[usize]) -> Vec<Attribute>,
) -> Result<Vec<String>, Error> {
    let kinds = || scene.objects().iter().map(|own| own.kind());
    let has_tets = kinds().any(|kind| kind == ElementKind::Tetrahedron);
    let has_triangles = kinds().any(|kind| kind == ElementKind::Triangle);
    let standard = if has_tets { "standard output.vtu" } else { "standard output.ply" };
    let name = match is_standard_output(path) {
        true => standard.to_owned(),
        false => path.display().to_string(),
    };
    let extension = Path::new(&name).extension().and_then(|own| own.to_str());
    let format = extension.and_then(Format::from_extension);
    let options = WriteOptions::default();
    let mut notes = Vec::new();
    let (bytes, written) = if has_tets && has_triangles && format == Some(Format::Vtu) {
        let (mesh, elements) = merged_elements(scene)?;
        jostle_io::mixed_to_bytes(&name, &mesh, &attributes(&elements), options)?
    } else if has_tets && !has_triangles && format.is_some_and(Format::holds_tets) {
        let (MixedMesh { vertices, tets, .. }, elements) = merged_elements(scene)?;
        let mesh = TetMesh::new(vertices, tets).into();
        jostle_io::to_bytes(&name, &mesh, &attributes(&elements), options)?
    } else {
        if has_tets {
            notes.push(format!("'{name}': tetrahedra are shown by their boundary"));
        }
        let (mesh, elements) = merged_surfaces(scene)?;
        jostle_io::to_bytes(&name, &mesh.into(), &attributes(&elements), options)?
    };
    output_file::write(path, |out| out.write_all(&bytes))?;
    notes.extend(loss_note(path, &written));
    Ok(notes)
}

/// All objects, and the element of the scene that each element of the mesh is, triangles first.
fn merged_elements(scene: &Scene) -> Result<(MixedMesh, Vec<usize>), Error> {
    let mut all = MixedMesh::default();
    let (mut triangles, mut tets) = (Vec::new(), Vec::new());
    for (object, own) in scene.object_ids().zip(scene.objects()) {
        let first = all.vertices.len() as u32;
        match scene.mesh(object)? {
            Mesh::Triangles(mesh) => {
                all.vertices.extend(mesh.vertices);
                all.triangles.extend(mesh.elements.iter().map(|t| t.map(|v| v + first)));
                triangles.extend(own.elements());
            }
            Mesh::Tets(mesh) => {
                all.vertices.extend(mesh.vertices);
                all.tets.extend(mesh.elements.iter().map(|t| t.map(|v| v + first)));
                tets.extend(own.elements());
            }
        }
    }
    triangles.extend(tets);
    Ok((all, triangles))
}

/// All surfaces and boundaries, and the element of the scene that each triangle shows.
fn merged_surfaces(scene: &Scene) -> Result<(TriangleMesh, Vec<usize>), Error> {
    let mut all = TriangleMesh::default();
    let mut elements = Vec::new();
    for (object, own) in scene.object_ids().zip(scene.objects()) {
        let start = own.elements().start;
        let surface = match scene.mesh(object)? {
            Mesh::Triangles(mesh) => {
                elements.extend(own.elements());
                mesh
            }
            Mesh::Tets(mesh) => {
                let boundary = Boundary::from_mesh(&mesh)
                    .map_err(|source| Error::Mesh { file: own.name().to_owned(), source })?;
                elements.extend(boundary.tets.iter().map(|&tet| start + tet as usize));
                boundary.surface
            }
        };
        let first = all.vertices.len() as u32;
        all.vertices.extend(surface.vertices);
        all.elements.extend(surface.elements.iter().map(|t| t.map(|v| v + first)));
    }
    Ok((all, elements))
}
