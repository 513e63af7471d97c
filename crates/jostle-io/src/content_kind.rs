//! What content that is no mesh looks like, so that the user is told what happened to the file.

use crate::format::{Format, find};
use crate::words::words;

/// What the content looks like, and what the user can do.
pub(crate) struct ContentKind {
    pub looks_like: &'static str,
    pub remedy: &'static str,
}

const EXPORT: &str = "export it as PLY, OBJ, STL, OFF, MSH, VTK, VTU, MEDIT or glTF";
const UNPACK: &str = "unpack it and read the mesh inside";
const DOWNLOAD: &str = "download the file itself, not the page about it";

/// First bytes that no format read here has.
const SIGNATURES: [(&[u8], &str, &str); 23] = [
    (b"\x1f\x8b", "data compressed with gzip", "unpack it with `gunzip`"),
    (b"PK\x03\x04", "a zip archive", UNPACK),
    (b"PK\x05\x06", "an empty zip archive", "pack it again, or fetch it again"),
    (b"BZh", "data compressed with bzip2", "unpack it with `bunzip2`"),
    (b"\xfd7zXZ\x00", "data compressed with xz", "unpack it with `unxz`"),
    (b"\x28\xb5\x2f\xfd", "data compressed with zstd", "unpack it with `unzstd`"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!", "a RAR archive", UNPACK),
    (
        b"version https://git-lfs.github.com/spec/",
        "a git-LFS pointer: the mesh itself was not fetched",
        "run `git lfs pull`",
    ),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file", EXPORT),
    (b"CDF\x01", "a NetCDF file, such as Exodus", EXPORT),
    (b"CDF\x02", "a NetCDF file, such as Exodus", EXPORT),
    (b"Kaydara FBX Binary", "an FBX file", EXPORT),
    (b"; FBX", "an FBX file", EXPORT),
    (b"BLENDER", "a Blender file", EXPORT),
    (b"ISO-10303-21;", "a STEP file, which holds CAD surfaces", "mesh it with Gmsh"),
    (b"DRACO", "a mesh compressed with Draco", EXPORT),
    (b"PXR-USDC", "a USD file", EXPORT),
    (b"#usda", "a USD file", EXPORT),
    (b"#VRML", "a VRML file", EXPORT),
    (b"\x89PNG", "a PNG image", EXPORT),
    (b"\xff\xd8\xff", "a JPEG image", EXPORT),
    (b"%PDF", "a PDF document", EXPORT),
];

/// Elements at the top of XML documents.
const DOCUMENTS: [(&[u8], &str, &str); 5] = [
    (b"<html", "a web page", DOWNLOAD),
    (b"<!doctype html", "a web page", DOWNLOAD),
    (b"<collada", "a COLLADA file", EXPORT),
    (b"<x3d", "an X3D file", EXPORT),
    (b"<amf", "an AMF file", EXPORT),
];

/// What the content is, if it is plainly no mesh of a format read here.
pub(crate) fn recognize(content: &[u8]) -> Option<ContentKind> {
    let kind = |looks_like, remedy| Some(ContentKind { looks_like, remedy });
    // 3MF files, and others that are archives, name what they hold near the start.
    let head = &content[..content.len().min(4096)];
    if head.starts_with(b"PK\x03\x04") && find(head, b"3D/3dmodel.model").is_some() {
        return kind("a 3MF file", EXPORT);
    }
    for (signature, looks_like, remedy) in SIGNATURES {
        if content.starts_with(signature) {
            return kind(looks_like, remedy);
        }
    }
    if content.starts_with(b"\xff\xfe") || content.starts_with(b"\xfe\xff") {
        return kind("text in UTF-16", "save it as UTF-8");
    }
    let text = head.trim_ascii_start();
    if is_fluent(text) {
        return kind("a mesh of ANSYS Fluent", "export it as Gmsh MSH, or as VTU");
    }
    if text.starts_with(b"<") {
        let lower = text.to_ascii_lowercase();
        for (element, looks_like, remedy) in DOCUMENTS {
            if find(&lower, element).is_some() {
                return kind(looks_like, remedy);
            }
        }
        return kind("an XML document that is no mesh", EXPORT);
    }
    None
}

/// Fluent files are lists such as `(0 "comment")`, `(1 "GAMBIT to Fluent File")`, `(2 3)`.
fn is_fluent(text: &[u8]) -> bool {
    let Some(list) = text.strip_prefix(b"(") else { return false };
    let digits = list.iter().take_while(|b| b.is_ascii_digit()).count();
    let next = list[digits..].trim_ascii_start().first();
    digits > 0 && matches!(next, Some(b'"' | b'(' | b'0'..=b'9'))
}

/// What the content is, if nothing else is known about it.
pub(crate) fn unknown(content: &[u8]) -> ContentKind {
    const NO_FORMAT: &str = "use PLY, OBJ, STL, OFF, MSH, VTK, VTU, MEDIT or glTF";
    if content.trim_ascii_start().starts_with(b"{") && is_text(content) {
        ContentKind { looks_like: "a JSON document that is no glTF", remedy: NO_FORMAT }
    } else if is_text(content) {
        ContentKind { looks_like: "text that is no mesh", remedy: NO_FORMAT }
    } else {
        ContentKind { looks_like: "binary data of no known format", remedy: NO_FORMAT }
    }
}

/// Whether the beginning of the content is text, of any encoding that holds ascii.
pub(crate) fn is_text(content: &[u8]) -> bool {
    let head = &content[..content.len().min(1024)];
    let control = |b: &&u8| (**b < b' ' && !b.is_ascii_whitespace() && **b != 0x1b) || **b == 0x7f;
    // Old encodings have bytes above ascii here and there, random bytes have every second there.
    let high = head.iter().filter(|b| !b.is_ascii()).count();
    head.iter().find(control).is_none()
        && (4 * high <= head.len() || std::str::from_utf8(content).is_ok())
}

/// Whether content of which only the extension tells the format can be of it: its reader can say more
/// about damage than this module.
pub(crate) fn may_be(format: Format, content: &[u8]) -> bool {
    let text = content.trim_ascii_start();
    let mut first_words = text.split(|&b| b == b'\n').flat_map(words);
    let first = first_words.next().unwrap_or(b"");
    match format {
        Format::Ply => content.starts_with(b"ply"),
        // Its reader counts statements.
        Format::Obj => is_text(content),
        Format::Stl => first == b"solid" || is_cut_binary_stl(content),
        Format::Off => is_text(content) && find(text, b"OFF").is_some() || is_number(first),
        Format::Msh22 | Format::Msh41 => text.starts_with(b"$"),
        Format::Vtk => text.starts_with(b"#"),
        Format::Vtu => text.starts_with(b"<"),
        Format::Medit => is_text(content) && find(text, b"Vertices").is_some(),
        // The content would have told.
        Format::Gltf => false,
    }
}

fn is_number(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}

/// The header of a binary STL file is text, spaces or zeros with few other bytes, such as a colour.
fn is_cut_binary_stl(content: &[u8]) -> bool {
    let header = &content[..content.len().min(80)];
    let strange = |b: &&u8| !matches!(**b, 0 | b' '..=b'~' | b'\t' | b'\n' | b'\r');
    content.len() >= 84 && 4 * header.iter().filter(strange).count() <= 80 && !is_text(content)
}
