//! Reading of mesh files of any known format.

use crate::budget::Budget;
use crate::error::Error;
use crate::format::Format;
use crate::mesh_builder::MeshBuilder;
use crate::read_report::ReadReport;
use crate::{gltf, medit, msh, obj, off, ply, stl, vtk, vtu};
use jostle::{Mesh, TriangleMesh};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

/// A mesh, where it came from, and what was changed on the way.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MeshFile {
    /// The mesh, checked.
    pub mesh: Mesh,
    /// The format that the content is of.
    pub format: Format,
    /// What differs between the file and the mesh.
    pub report: ReadReport,
}

/// Reads a mesh file of any known format; the content decides which, not the extension.
///
/// ```no_run
/// let bunny = jostle_io::read("bunny.ply")?;
/// println!("{} {}\n{}", bunny.mesh.element_count(), bunny.mesh.kind().plural(), bunny.report);
/// # Ok::<(), jostle_io::Error>(())
/// ```
pub fn read(path: impl AsRef<Path>) -> Result<MeshFile, Error> {
    let path = path.as_ref();
    let name = path.display().to_string();
    match content(path) {
        Ok(Content::Mesh(mesh)) => {
            debug_assert_eq!(mesh.check(), Ok(()));
            let misleading_extension = Format::Ply.contradicted_by(&name);
            let report = ReadReport { misleading_extension, ..ReadReport::default() };
            Ok(MeshFile { mesh: mesh.into(), format: Format::Ply, report })
        }
        Ok(Content::Bytes(bytes)) => read_content(&name, &bytes, path.parent()),
        Err(source) => Err(Error::Read { file: name, source }),
    }
}

/// An ordinary PLY file comes as a mesh, all others as bytes.
enum Content {
    Mesh(TriangleMesh),
    Bytes(Vec<u8>),
}

fn content(path: &Path) -> io::Result<Content> {
    let mut file = File::open(path)?;
    // A pipe cannot be read twice.
    if file.metadata()?.is_file() {
        if let Some(mesh) = ply::read_stream(&mut file) {
            return Ok(Content::Mesh(mesh));
        }
        file.rewind()?;
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Content::Bytes(bytes))
}

/// Reads a mesh from the content of a file; the name is for messages, and for its extension where the
/// content alone does not tell the format. A glTF file cannot refer to other files here.
///
/// ```
/// let file = jostle_io::read_bytes("corner.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")?;
/// assert_eq!(file.format, jostle_io::Format::Obj);
/// assert_eq!(file.mesh.element_count(), 1);
/// assert!(file.report.is_empty());
///
/// let error = jostle_io::read_bytes("corner.obj", b"v 0 0\n").unwrap_err();
/// assert!(error.to_string().starts_with("'corner.obj', line 1: expected 3 coordinates, found 2;"));
/// # Ok::<(), jostle_io::Error>(())
/// ```
pub fn read_bytes(name: &str, content: &[u8]) -> Result<MeshFile, Error> {
    read_content(name, content, None)
}

fn read_content(name: &str, content: &[u8], folder: Option<&Path>) -> Result<MeshFile, Error> {
    // A byte order mark says nothing that the formats do not.
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    let Some(format) = Format::detect(name, content) else {
        return Err(Error::UnknownFormat { file: name.to_owned() });
    };
    let mut builder = MeshBuilder::new(Budget::for_file(content.len()));
    let outcome = match format {
        Format::Ply => ply::read(content, &mut builder),
        Format::Obj => obj::read(content, &mut builder),
        Format::Stl => stl::read(content, &mut builder),
        Format::Off => off::read(content, &mut builder),
        Format::Msh22 | Format::Msh41 => msh::read(content, &mut builder),
        Format::Vtk => vtk::read(content, &mut builder),
        Format::Vtu => vtu::read(content, &mut builder),
        Format::Medit => medit::read(content, &mut builder),
        Format::Gltf => gltf::read(content, folder, &mut builder),
    };
    outcome.map_err(|error| error.in_file(name))?;
    let (mesh, mut report) = builder.finish(name)?;
    report.misleading_extension = format.contradicted_by(name);
    Ok(MeshFile { mesh, format, report })
}
