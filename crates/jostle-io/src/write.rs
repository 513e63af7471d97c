//! Writing of mesh files, whole or not at all.

use crate::attribute::{Attribute, Values};
use crate::error::Error;
use crate::format::{Format, extension};
use crate::mixed_mesh::MixedMesh;
use crate::options::WriteOptions;
use crate::polylines::Polylines;
use crate::{medit, msh, obj, off, ply, stl, vtk, vtu};
use jostle::{Mesh, TriangleMesh};
use jostle_support::files::NewFile;
use std::io::Write;
use std::path::Path;

/// What was lost on the way into the file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteReport {
    /// The format written.
    pub format: Format,
    /// Names of the attributes that the format cannot carry.
    pub not_carried: Vec<String>,
    /// Number of coordinates that were rounded to `f32` (STL only).
    pub coordinates_rounded: usize,
}

/// Writes a mesh with attributes, and says what the format could not carry.
///
/// The file appears whole or not at all: it is written under another name in the same folder, and
/// renamed when complete; a file that is already there keeps its permissions, and a link stays a link.
/// A failure leaves nothing behind. Reading it back gives the same mesh, bit for bit, in every format but STL,
/// which holds `f32` and no shared vertices.
///
/// Attributes travel in PLY, MSH, VTK and VTU; OFF carries a colour. Tetrahedra need MSH, VTK, VTU or
/// MEDIT.
///
/// ```
/// use jostle_io::{Attribute, Values, WriteOptions};
///
/// let corners = [jostle::DVec3::X, jostle::DVec3::Y, jostle::DVec3::Z];
/// let mesh = jostle::TriangleMesh::new(corners.to_vec(), vec![[0, 1, 2]]).into();
/// let colliding = Attribute::new("colliding", Values::Bool(vec![true]));
/// let path = std::env::temp_dir().join("jostle-io-write-example.ply");
///
/// let written = jostle_io::write(&path, &mesh, &[colliding], WriteOptions::default())?;
/// assert!(written.not_carried.is_empty());
/// assert_eq!(jostle_io::read(&path)?.mesh, mesh);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), jostle_io::Error>(())
/// ```
pub fn write(
    path: impl AsRef<Path>,
    mesh: &Mesh,
    attributes: &[Attribute],
    options: WriteOptions,
) -> Result<WriteReport, Error> {
    let path = path.as_ref();
    let file = path.display().to_string();
    let (bytes, written) = to_bytes(&file, mesh, attributes, options)?;
    put(path, &bytes, file)?;
    Ok(written)
}

/// Writes a mesh of triangles and tetrahedra, as [`write()`] does; attributes have the values of the
/// triangles first. Only VTU holds both.
///
/// ```
/// use jostle_io::{MixedMesh, WriteOptions};
///
/// let mut mesh = MixedMesh::default();
/// mesh.vertices = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Into::into).to_vec();
/// mesh.triangles = vec![[0, 1, 2]];
/// mesh.tets = vec![[0, 1, 2, 3]];
/// let path = std::env::temp_dir().join("jostle-io-write-mixed-example.vtu");
/// jostle_io::write_mixed(&path, &mesh, &[], WriteOptions::default())?;
/// assert_eq!(jostle_io::read(&path)?.report.surface_elements_skipped, 1);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), jostle_io::Error>(())
/// ```
pub fn write_mixed(
    path: impl AsRef<Path>,
    mesh: &MixedMesh,
    attributes: &[Attribute],
    options: WriteOptions,
) -> Result<WriteReport, Error> {
    let path = path.as_ref();
    let file = path.display().to_string();
    let (bytes, written) = mixed_to_bytes(&file, mesh, attributes, options)?;
    put(path, &bytes, file)?;
    Ok(written)
}

/// What [`write_mixed`] would write to a file of this name.
pub fn mixed_to_bytes(
    name: &str,
    mesh: &MixedMesh,
    attributes: &[Attribute],
    options: WriteOptions,
) -> Result<(Vec<u8>, WriteReport), Error> {
    let (file, format) = (name.to_owned(), target(name, &options)?);
    if format != Format::Vtu {
        return Err(Error::NotRepresentable {
            file,
            format,
            what: "triangles and tetrahedra in one mesh".into(),
            remedy: "write .vtu instead, or each kind by itself",
        });
    }
    mesh.check().map_err(|source| Error::Mesh { file, source, element: None })?;
    check_attributes(name, mesh.element_count(), attributes)?;
    let written = WriteReport { format, not_carried: Vec::new(), coordinates_rounded: 0 };
    Ok((vtu::write_mixed(mesh, attributes, &options), written))
}

fn put(path: &Path, bytes: &[u8], file: String) -> Result<(), Error> {
    let put = || {
        let mut new = NewFile::create(path)?;
        new.write_all(bytes)?;
        new.finish()
    };
    put().map_err(|source| Error::Write { file, source })
}

/// What [`write()`] would write to a file of this name.
///
/// ```
/// let mesh = jostle::TriangleMesh::default().into();
/// let (bytes, _) = jostle_io::to_bytes("empty.off", &mesh, &[], Default::default())?;
/// assert_eq!(bytes, b"OFF\n0 0 0\n");
/// # Ok::<(), jostle_io::Error>(())
/// ```
pub fn to_bytes(
    name: &str,
    mesh: &Mesh,
    attributes: &[Attribute],
    options: WriteOptions,
) -> Result<(Vec<u8>, WriteReport), Error> {
    let format = target(name, &options)?;
    mesh.check().map_err(|source| Error::Mesh { file: name.to_owned(), source, element: None })?;
    check_attributes(name, mesh.element_count(), attributes)?;
    let (carried, left): (Vec<_>, Vec<_>) =
        attributes.iter().cloned().partition(|attribute| carries(format, &attribute.values));
    let not_carried = left.into_iter().map(|attribute| attribute.name).collect();
    let mut written = WriteReport { format, not_carried, coordinates_rounded: 0 };
    let bytes = match format {
        Format::Ply => ply::write(surface(name, format, mesh)?, &carried, &options),
        Format::Obj => obj::write(surface(name, format, mesh)?),
        Format::Off => off::write(surface(name, format, mesh)?, &carried),
        Format::Stl => {
            let mesh = surface(name, format, mesh)?;
            written.coordinates_rounded = stl::rounded(mesh, name)?;
            stl::write(mesh, &options)
        }
        Format::Msh22 => msh::write_22(mesh, &carried, &options),
        Format::Msh41 => msh::write_41(mesh, &carried, &options),
        Format::Vtk => vtk::write(mesh, &carried, &options),
        Format::Vtu => vtu::write(mesh, &carried, &options),
        Format::Medit => medit::write(mesh),
        Format::Gltf => {
            return Err(Error::NotRepresentable {
                file: name.to_owned(),
                format,
                what: "meshes written by this library, which reads it only".into(),
                remedy: "write .ply or .obj instead",
            });
        }
    };
    Ok((bytes, written))
}

impl Polylines {
    /// The content of a VTU file of this name, with values of points and of cells.
    pub fn to_vtu(
        &self,
        name: &str,
        point_attributes: &[Attribute],
        attributes: &[Attribute],
        options: WriteOptions,
    ) -> Result<Vec<u8>, Error> {
        check_attributes(name, self.points().len(), point_attributes)?;
        check_attributes(name, self.len(), attributes)?;
        Ok(vtu::write_polylines(self, point_attributes, attributes, &options))
    }
}

fn target(name: &str, options: &WriteOptions) -> Result<Format, Error> {
    let extension = extension(name).unwrap_or("");
    options.format.or_else(|| Format::from_extension(extension)).ok_or_else(|| {
        Error::UnknownExtension { file: name.to_owned(), extension: extension.to_owned() }
    })
}

fn carries(format: Format, values: &Values) -> bool {
    match format {
        Format::Ply | Format::Msh22 | Format::Msh41 | Format::Vtk | Format::Vtu => true,
        Format::Off => matches!(values, Values::Colour(_)),
        Format::Obj | Format::Stl | Format::Medit | Format::Gltf => false,
    }
}

fn check_attributes(name: &str, elements: usize, attributes: &[Attribute]) -> Result<(), Error> {
    for (i, attribute) in attributes.iter().enumerate() {
        let word = attribute.word("_");
        let taken = attributes[..i].iter().any(|earlier| earlier.word("_") == word);
        let values = attribute.values.len();
        if values != elements || word.trim_matches('_').is_empty() || taken {
            let (file, name) = (name.to_owned(), attribute.name.clone());
            return Err(Error::Attribute { file, name, values, elements });
        }
    }
    Ok(())
}

fn surface<'a>(name: &str, format: Format, mesh: &'a Mesh) -> Result<&'a TriangleMesh, Error> {
    match mesh {
        Mesh::Triangles(mesh) => Ok(mesh),
        Mesh::Tets(_) => Err(Error::NotRepresentable {
            file: name.to_owned(),
            format,
            what: "tetrahedra".into(),
            remedy: "write .vtu, .vtk, .msh or .mesh instead, or take the surface of the mesh first",
        }),
    }
}
