//! Which format a file is of: its content decides, its extension only where the content is silent.

use crate::words::words;
use std::{fmt, path::Path};

/// A mesh file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Stanford PLY, ascii or binary of either byte order.
    Ply,
    /// Wavefront OBJ.
    Obj,
    /// Stereolithography, ascii or binary. Holds `f32` coordinates and no shared vertices.
    Stl,
    /// Geomview OFF, ascii.
    Off,
    /// Gmsh 2.2, ascii or binary.
    Msh22,
    /// Gmsh 4.1, ascii or binary.
    Msh41,
    /// Legacy VTK, ascii or binary.
    Vtk,
    /// VTK XML unstructured grid.
    Vtu,
    /// MEDIT (INRIA, Mmg), ascii.
    Medit,
    /// glTF 2.0, as JSON or as GLB; read only.
    Gltf,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 10] = [
        Format::Ply,
        Format::Obj,
        Format::Stl,
        Format::Off,
        Format::Msh22,
        Format::Msh41,
        Format::Vtk,
        Format::Vtu,
        Format::Medit,
        Format::Gltf,
    ];

    /// The format that an extension (without the dot, in any case) promises; `msh` is
    /// [`Format::Msh41`].
    ///
    /// ```
    /// use jostle_io::Format;
    ///
    /// assert_eq!(Format::from_extension("PLY"), Some(Format::Ply));
    /// assert_eq!(Format::from_extension("docx"), None);
    /// ```
    pub fn from_extension(extension: &str) -> Option<Format> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "ply" => Format::Ply,
            "obj" => Format::Obj,
            "stl" => Format::Stl,
            "off" => Format::Off,
            "msh" => Format::Msh41,
            "vtk" => Format::Vtk,
            "vtu" => Format::Vtu,
            "mesh" => Format::Medit,
            "gltf" | "glb" => Format::Gltf,
            _ => return None,
        })
    }

    /// Whether files of this format end in the given extension.
    fn has_extension(self, extension: &str) -> bool {
        let promised = Format::from_extension(extension);
        promised == Some(self) || (self == Format::Msh22 && promised == Some(Format::Msh41))
    }

    /// Whether the format can hold tetrahedra in a way that other programs understand.
    pub fn holds_tets(self) -> bool {
        use Format::*;
        matches!(self, Msh22 | Msh41 | Vtk | Vtu | Medit)
    }

    /// The format of a file, from its content, or else from its name.
    ///
    /// ```
    /// use jostle_io::Format;
    ///
    /// assert_eq!(Format::detect("model.obj", b"ply\nformat ascii 1.0\n"), Some(Format::Ply));
    /// assert_eq!(Format::detect("model.obj", b"# nothing here"), Some(Format::Obj));
    /// assert_eq!(Format::detect("model", b"# nothing here"), None);
    /// ```
    pub fn detect(name: &str, content: &[u8]) -> Option<Format> {
        Format::by_content(content).or_else(|| Format::by_name(name))
    }

    /// The format of a file from its content alone.
    pub(crate) fn by_content(content: &[u8]) -> Option<Format> {
        by_content(content)
    }

    /// The format that the extension of a file promises.
    pub(crate) fn by_name(name: &str) -> Option<Format> {
        Format::from_extension(extension(name)?)
    }

    /// The extension of `name`, if it promises another known format than this.
    pub(crate) fn contradicted_by(self, name: &str) -> Option<String> {
        let extension = extension(name)?;
        let misleading =
            Format::from_extension(extension).is_some() && !self.has_extension(extension);
        misleading.then(|| extension.to_owned())
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Ply => "PLY",
            Format::Obj => "OBJ",
            Format::Stl => "STL",
            Format::Off => "OFF",
            Format::Msh22 => "MSH 2.2",
            Format::Msh41 => "MSH 4.1",
            Format::Vtk => "legacy VTK",
            Format::Vtu => "VTU",
            Format::Medit => "MEDIT",
            Format::Gltf => "glTF",
        })
    }
}

pub(crate) fn extension(name: &str) -> Option<&str> {
    Path::new(name).extension()?.to_str()
}

fn by_content(content: &[u8]) -> Option<Format> {
    if content.starts_with(b"ply\n") || content.starts_with(b"ply\r") {
        return Some(Format::Ply);
    }
    if content.starts_with(b"glTF") {
        return Some(Format::Gltf);
    }
    if is_binary_stl(content) {
        return Some(Format::Stl);
    }
    // Binary MEDIT, recognized so that it can be refused by name: the number one, then a version.
    if matches!(content, [1, 0, 0, 0, 1..=4, 0, 0, 0, ..] | [0, 0, 0, 1, 0, 0, 0, 1..=4, ..]) {
        return Some(Format::Medit);
    }
    let text = content.trim_ascii_start();
    if text.starts_with(b"# vtk DataFile") {
        return Some(Format::Vtk);
    }
    if text.starts_with(b"$") {
        return msh_version(text);
    }
    if text.starts_with(b"<") {
        return find(&text[..text.len().min(4096)], b"<VTKFile").map(|_| Format::Vtu);
    }
    if text.starts_with(b"{") {
        return find(text, b"\"asset\"").map(|_| Format::Gltf);
    }
    by_first_words(text)
}

/// The size of a binary STL file follows from its count; its header may say anything, even `solid`.
pub(crate) fn is_binary_stl(content: &[u8]) -> bool {
    let Some(count) = content.get(80..84) else { return false };
    let count = u32::from_le_bytes([count[0], count[1], count[2], count[3]]);
    content.len() as u64 == 84 + 50 * count as u64
}

fn msh_version(text: &[u8]) -> Option<Format> {
    let head = &text[..text.len().min(4096)];
    let format = find(head, b"$MeshFormat")?;
    let version = words(&head[format..]).nth(1).unwrap_or(b"");
    Some(if version.starts_with(b"2") { Format::Msh22 } else { Format::Msh41 })
}

fn by_first_words(text: &[u8]) -> Option<Format> {
    // Long enough for any comment block at the top, short enough to cost nothing.
    const LINES: usize = 200;
    for line in text.split(|&b| b == b'\n').take(LINES) {
        let mut words = words(line);
        let Some(first) = words.next() else { continue };
        if first.starts_with(b"#") {
            continue;
        }
        let numbers = words.next().is_none_or(|w| w[0].is_ascii_digit() || b"+-.".contains(&w[0]));
        match first {
            b"solid" => {
                return find(text, b"facet").or(find(text, b"endsolid")).map(|_| Format::Stl);
            }
            b"OFF" | b"COFF" | b"NOFF" | b"CNOFF" | b"STOFF" | b"STCOFF" | b"STNOFF"
            | b"STCNOFF" | b"4OFF" | b"nOFF" => return Some(Format::Off),
            b"MeshVersionFormatted" => return Some(Format::Medit),
            b"v" | b"vn" | b"vt" | b"f" | b"l" | b"p" if numbers => return Some(Format::Obj),
            b"mtllib" | b"usemtl" => return Some(Format::Obj),
            b"o" | b"g" | b"s" => continue,
            _ => return None,
        }
    }
    None
}

pub(crate) fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_wins_over_the_name() {
        let cases: [(&[u8], Format); 10] = [
            (b"ply\r\nformat ascii 1.0\r\n", Format::Ply),
            (b"# made by hand\n\no thing\nv 0 0 0\n", Format::Obj),
            (b"solid x\n facet normal 0 0 1\n", Format::Stl),
            (b"COFF\n1 0 0\n", Format::Off),
            (b"$MeshFormat\n2.2 0 8\n", Format::Msh22),
            (b"$MeshFormat\n4.1 0 8\n", Format::Msh41),
            (b"# vtk DataFile Version 2.0\n", Format::Vtk),
            (b"<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\">", Format::Vtu),
            (b"# c\n MeshVersionFormatted 2\n", Format::Medit),
            (b"{ \"asset\": {\"version\": \"2.0\"} }", Format::Gltf),
        ];
        for (content, format) in cases {
            assert_eq!(Format::detect("x.unknown", content), Some(format));
            let misleading = if format == Format::Stl { "x.ply" } else { "x.stl" };
            assert_eq!(Format::detect(misleading, content), Some(format));
            assert!(format.contradicted_by(misleading).is_some());
        }
    }

    #[test]
    fn a_binary_stl_that_says_solid_is_binary() {
        let mut content = b"solid facet endsolid ".to_vec();
        content.resize(84 + 50, 0);
        content[80] = 1;
        assert!(is_binary_stl(&content));
        assert_eq!(Format::detect("x", &content), Some(Format::Stl));
    }

    #[test]
    fn both_versions_own_msh() {
        assert_eq!(Format::Msh22.contradicted_by("a.msh"), None);
        assert_eq!(Format::Msh22.contradicted_by("a.txt"), None);
        assert_eq!(Format::Msh22.contradicted_by("a.VTK"), Some("VTK".into()));
    }
}
