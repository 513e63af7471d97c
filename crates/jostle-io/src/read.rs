//! Reading of mesh files of any known format.

use crate::budget::Budget;
use crate::content_kind::{self, ContentKind};
use crate::error::{Error, grouped};
use crate::format::Format;
use crate::mesh_builder::MeshBuilder;
use crate::mesh_file::MeshFile;
use crate::options::ReadOptions;
use crate::part_names::PartNames;
use crate::read_report::ReadReport;
use crate::{gltf, medit, msh, obj, off, ply, stl, vtk, vtu};
use jostle::TriangleMesh;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

/// Reads a mesh file of any known format; the content decides which, not the extension. A file without
/// triangles and tetrahedra is refused; see [`read_with`].
///
/// ```no_run
/// let bunny = jostle_io::read("bunny.ply")?;
/// println!("{} {}\n{}", bunny.mesh.element_count(), bunny.mesh.kind().plural(), bunny.report);
/// # Ok::<(), jostle_io::Error>(())
/// ```
pub fn read(path: impl AsRef<Path>) -> Result<MeshFile, Error> {
    read_with(path, ReadOptions::default())
}

/// Reads a mesh file as [`read`] does, with options.
///
/// ```no_run
/// let options = jostle_io::ReadOptions::default().allow_empty(true);
/// let points = jostle_io::read_with("points.ply", options)?;
/// # Ok::<(), jostle_io::Error>(())
/// ```
pub fn read_with(path: impl AsRef<Path>, options: ReadOptions) -> Result<MeshFile, Error> {
    let path = path.as_ref();
    let name = path.display().to_string();
    match content(path) {
        Ok(Content::Mesh(mesh)) => {
            debug_assert_eq!(mesh.check(), Ok(()));
            let misleading_extension = Format::Ply.contradicted_by(&name);
            let report = ReadReport { misleading_extension, ..ReadReport::default() };
            let parts = PartNames::default().finish(&[], mesh.elements.len() as u32);
            let file = MeshFile { mesh: mesh.into(), format: Format::Ply, report, parts };
            refuse_empty(file, &name, options)
        }
        Ok(Content::Bytes(bytes)) => read_content(&name, &bytes, path.parent(), options),
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
    read_bytes_with(name, content, ReadOptions::default())
}

/// Reads a mesh from the content of a file as [`read_bytes`] does, with options.
///
/// ```
/// use jostle_io::{Error, ReadOptions, read_bytes, read_bytes_with};
///
/// let points = b"v 0 0 0\nv 1 0 0\n";
/// assert!(matches!(read_bytes("points.obj", points), Err(Error::NoElements { .. })));
/// let options = ReadOptions::default().allow_empty(true);
/// assert_eq!(read_bytes_with("points.obj", points, options)?.mesh.vertices().len(), 2);
/// # Ok::<(), jostle_io::Error>(())
/// ```
pub fn read_bytes_with(
    name: &str,
    content: &[u8],
    options: ReadOptions,
) -> Result<MeshFile, Error> {
    read_content(name, content, None, options)
}

fn read_content(
    name: &str,
    content: &[u8],
    folder: Option<&Path>,
    options: ReadOptions,
) -> Result<MeshFile, Error> {
    // A byte order mark says nothing that the formats do not.
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    let format = format(name, content, options)?;
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
    outcome.map_err(|error| match error.is_other_content() {
        true => not_a_mesh(name, content_kind::unknown(content)),
        false => error.in_file(name),
    })?;
    let (mesh, mut report, parts) = builder.finish(name)?;
    report.misleading_extension = format.contradicted_by(name);
    refuse_empty(MeshFile { mesh, format, report, parts }, name, options)
}

/// The format of the content, if it is of one.
fn format(name: &str, content: &[u8], options: ReadOptions) -> Result<Format, Error> {
    if let Some(format) = Format::by_content(content) {
        return Ok(format);
    }
    let promised = Format::by_name(name);
    if content.trim_ascii().is_empty() {
        // An OBJ file without statements is one all the same.
        return match promised {
            Some(Format::Obj) if options.allow_empty => Ok(Format::Obj),
            _ => Err(Error::NoElements {
                file: name.to_owned(),
                looks_like: "an empty file".into(),
                remedy: "it was not written or not fetched, so do that again".into(),
            }),
        };
    }
    if let Some(kind) = content_kind::recognize(content) {
        return Err(not_a_mesh(name, kind));
    }
    match promised {
        Some(format) if content_kind::may_be(format, content) => Ok(format),
        _ => Err(not_a_mesh(name, content_kind::unknown(content))),
    }
}

fn not_a_mesh(name: &str, kind: ContentKind) -> Error {
    Error::NotAMesh {
        file: name.to_owned(),
        looks_like: kind.looks_like.to_owned(),
        promised: Format::by_name(name),
        remedy: kind.remedy.to_owned(),
    }
}

fn refuse_empty(file: MeshFile, name: &str, options: ReadOptions) -> Result<MeshFile, Error> {
    if file.mesh.element_count() > 0 || options.allow_empty {
        return Ok(file);
    }
    let MeshFile { mesh, format, report, .. } = file;
    let vertices = mesh.vertices().len();
    let others = report.points_skipped + report.lines_skipped + report.others_skipped;
    let article = match format {
        Format::Obj | Format::Stl | Format::Off | Format::Msh22 | Format::Msh41 => "an",
        _ => "a",
    };
    let counted = |count: usize, one: &str, many: &str| match count {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{} {many}", grouped(count)),
    };
    let mut held = counted(vertices, "vertex", "vertices");
    for (count, one, many) in [
        (report.points_skipped, "point", "points"),
        (report.lines_skipped, "line", "lines"),
        (report.others_skipped, "element of another kind", "elements of other kinds"),
    ] {
        if count > 0 {
            held = format!("{held}, {}", counted(count, one, many));
        }
    }
    let none = if format.holds_tets() { "no triangles or tetrahedra" } else { "no faces" };
    let (held, remedy) = match report.collapsed.len() {
        0 if others > 0 => (format!("{held}, but {none}"), "export its surface or volume as well"),
        0 if vertices > 0 => (
            format!("{held} and {none}"),
            "if it is a point cloud, reconstruct its surface first, for example in MeshLab",
        ),
        0 => (format!("{held} and {none}"), "check what was selected when it was exported"),
        _ => (format!("{held}, whose faces and cells all name a vertex twice"), "export it again"),
    };
    let looks_like = format!("{article} {format} file with {held}");
    Err(Error::NoElements { file: name.to_owned(), looks_like, remedy: remedy.into() })
}
