//! Writing of mesh files, whole or not at all.

use crate::attribute::{Attribute, Values};
use crate::error::Error;
use crate::format::{Format, extension};
use crate::options::WriteOptions;
use crate::{medit, msh, obj, off, ply, stl, vtk, vtu};
use jostle::{Mesh, TriangleMesh};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io, process};

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
    replace(path, &bytes).map_err(|source| Error::Write { file, source })?;
    Ok(written)
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
    check_attributes(name, mesh, attributes)?;
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

fn check_attributes(name: &str, mesh: &Mesh, attributes: &[Attribute]) -> Result<(), Error> {
    let elements = mesh.element_count();
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

/// Writes beside the file and renames, so that no reader ever sees half of it. A link stays a link and
/// what it leads to is replaced; a file that exists keeps its permissions, and one that may not be
/// written stays as it is. What is no file, such as a pipe, is written directly.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = target_of_links(path)?;
    let permissions = match fs::metadata(&path) {
        Ok(metadata) if metadata.is_dir() => {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names a folder"));
        }
        Ok(metadata) if !metadata.is_file() => {
            return OpenOptions::new().write(true).open(&path)?.write_all(bytes);
        }
        Ok(metadata) if metadata.permissions().readonly() => {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
        }
        Ok(metadata) => Some(metadata.permissions()),
        Err(_) => None,
    };
    let temporary = temporary(&path)?;
    let mut file = OpenOptions::new().write(true).create_new(true).open(&temporary)?;
    let outcome = file.write_all(bytes).and_then(|()| {
        permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))?;
        drop(file);
        fs::rename(&temporary, &path)
    });
    if outcome.is_err() {
        // The error that matters is the first one.
        let _ = fs::remove_file(&temporary);
    }
    outcome
}

/// Where the links at a path end, whether a file is there or not.
fn target_of_links(path: &Path) -> io::Result<PathBuf> {
    // As many as Linux follows.
    const MOST_LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "the link leads to itself"))
}

/// A new name in the same folder, short enough wherever the name of the file is.
fn temporary(path: &Path) -> io::Result<PathBuf> {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    if path.file_name().is_none() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "the path names no file"));
    }
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    Ok(path.with_file_name(format!(".jostle-{}-{number}.part", process::id())))
}
