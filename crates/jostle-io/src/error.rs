//! Errors of reading and writing: each names the file, the place and a remedy.

use crate::format::Format;
use jostle::MeshError;
pub(crate) use jostle_support::text::grouped;
use std::{fmt, io};
use thiserror::Error;

/// Where in a file something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line, counted from 1.
    Line(usize),
    /// A byte, counted from 0.
    Byte(usize),
    /// An element as the file counts them, from 0; see [`ReadReport::sources`](crate::ReadReport::sources).
    Element(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {}", grouped(*line)),
            Place::Byte(byte) => write!(f, "byte {}", grouped(*byte)),
            Place::Element(element) => write!(f, "element {}", grouped(*element)),
        }
    }
}

/// Why a mesh file could not be read or written; every message names the file and a way out.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The operating system would not deliver the file.
    #[error("'{file}' cannot be read: {source}; check that it exists and that you may read it")]
    Read {
        /// The file as named by the caller.
        file: String,
        /// What the operating system said.
        source: io::Error,
    },
    /// The operating system would not take the file. Nothing was left half-written.
    #[error(
        "'{file}' cannot be written: {source}; check that the folder exists, that you may write there, and that the disk is not full"
    )]
    Write {
        /// The file as named by the caller.
        file: String,
        /// What the operating system said.
        source: io::Error,
    },
    /// The content breaks the rules of its format.
    #[error("'{file}', {place}: {problem}; {remedy}")]
    Malformed {
        /// The file as named by the caller.
        file: String,
        /// Where the rule is broken.
        place: Place,
        /// Which rule, and what was found instead.
        problem: String,
        /// What the user can do.
        remedy: String,
    },
    /// The content is legal, but of a kind that is not read.
    #[error("'{file}', {place}: {feature} cannot be read; {remedy}")]
    Unsupported {
        /// The file as named by the caller.
        file: String,
        /// Where it was met.
        place: Place,
        /// What is not read.
        feature: String,
        /// What the user can do.
        remedy: String,
    },
    /// The content is of no format that is read here.
    #[error("'{file}', byte 0: the content is {looks_like}{}; {remedy}", not_as(*.promised))]
    NotAMesh {
        /// The file as named by the caller.
        file: String,
        /// What the content looks like, such as "a web page".
        looks_like: String,
        /// The format that the extension promises.
        promised: Option<Format>,
        /// What the user can do.
        remedy: String,
    },
    /// The file has no elements, and [`ReadOptions::allow_empty`](crate::ReadOptions::allow_empty) is
    /// not set.
    #[error(
        "'{file}' holds no elements, no triangle and no tetrahedron: it is {looks_like}; {remedy}"
    )]
    NoElements {
        /// The file as named by the caller.
        file: String,
        /// What the file holds instead, such as "an OBJ file with 8 vertices and no faces".
        looks_like: String,
        /// What the user can do.
        remedy: String,
    },
    /// The extension names no format that can be written.
    #[error(
        "'{file}': the extension '{extension}' names no format that can be written; use .ply, .obj, .stl, .off, .msh, .vtk, .vtu or .mesh, or set `WriteOptions::format`"
    )]
    UnknownExtension {
        /// The file as named by the caller.
        file: String,
        /// The extension, without the dot.
        extension: String,
    },
    /// The file is well formed, but its mesh cannot be used.
    #[error("'{file}': {source}{}", in_file(*.element))]
    Mesh {
        /// The file as named by the caller.
        file: String,
        /// What is wrong with the mesh.
        source: MeshError,
        /// The element of the file that the refused element came from, where they are numbered
        /// differently.
        element: Option<u32>,
    },
    /// The format cannot hold what is to be written.
    #[error("'{file}': {format} cannot hold {what}; {remedy}")]
    NotRepresentable {
        /// The file as named by the caller.
        file: String,
        /// The format asked for.
        format: Format,
        /// What it cannot hold.
        what: String,
        /// What the user can do.
        remedy: &'static str,
    },
    /// An attribute does not have one value per element, or has no usable name.
    #[error(
        "'{file}': attribute '{name}' has {values} values for {elements} elements; give one value per element, and a name that is unique and not empty"
    )]
    Attribute {
        /// The file as named by the caller.
        file: String,
        /// Name of the attribute.
        name: String,
        /// Number of values given.
        values: usize,
        /// Number of elements of the mesh.
        elements: usize,
    },
}

fn not_as(promised: Option<Format>) -> String {
    match promised {
        // The extension tells no version.
        Some(Format::Msh22 | Format::Msh41) => ", not MSH as the name says".into(),
        Some(format) => format!(", not {format} as the name says"),
        None => String::new(),
    }
}

fn in_file(element: Option<u32>) -> String {
    element
        .map_or(String::new(), |e| format!(" (it is element {} of the file)", grouped(e as usize)))
}

/// An error of a reader, which does not know the name of the file it reads.
#[derive(Debug)]
pub(crate) struct ParseError {
    place: Place,
    problem: String,
    remedy: String,
    kind: ParseErrorKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ParseErrorKind {
    Malformed,
    Unsupported,
    OtherContent,
}

pub(crate) type ParseResult<T> = Result<T, ParseError>;

const CUT_OFF: &str = "the file may be cut off or damaged, so fetch or export it again";

impl ParseError {
    /// A rule of the format is broken.
    pub fn malformed(place: Place, problem: impl Into<String>) -> ParseError {
        ParseError {
            place,
            problem: problem.into(),
            remedy: CUT_OFF.into(),
            kind: ParseErrorKind::Malformed,
        }
    }

    /// The file is legal, but asks for something that is not read.
    pub fn unsupported(place: Place, feature: impl Into<String>, remedy: &str) -> ParseError {
        ParseError {
            place,
            problem: feature.into(),
            remedy: remedy.into(),
            kind: ParseErrorKind::Unsupported,
        }
    }

    /// The content is not of the format at all.
    pub fn other_content(place: Place) -> ParseError {
        let problem = "the content is of another format".into();
        ParseError { place, problem, remedy: CUT_OFF.into(), kind: ParseErrorKind::OtherContent }
    }

    pub fn is_other_content(&self) -> bool {
        self.kind == ParseErrorKind::OtherContent
    }

    /// Replaces the usual advice.
    pub fn advise(mut self, remedy: impl Into<String>) -> ParseError {
        self.remedy = remedy.into();
        self
    }

    pub fn in_file(self, file: &str) -> Error {
        let ParseError { place, problem, remedy, kind } = self;
        let file = file.to_owned();
        match kind {
            ParseErrorKind::Unsupported => {
                Error::Unsupported { file, place, feature: problem, remedy }
            }
            _ => Error::Malformed { file, place, problem, remedy },
        }
    }
}

/// Bytes of the file as they may be shown in a message: short, and printable.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    const SHOWN: usize = 24;
    let mut text = String::from("'");
    for &byte in bytes.iter().take(SHOWN) {
        text.extend(std::ascii::escape_default(byte).map(char::from));
    }
    text.push_str(if bytes.len() > SHOWN { "...'" } else { "'" });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_file_place_problem_and_remedy() {
        let error = ParseError::malformed(Place::Line(1200), "expected 3 coordinates, found 2");
        assert_eq!(
            error.in_file("bunny.ply").to_string(),
            "'bunny.ply', line 1,200: expected 3 coordinates, found 2; the file may be cut off or \
             damaged, so fetch or export it again"
        );
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        let texts = [0, 999, 1000, 123_456, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "123,456", "1,234,567"]);
    }

    #[test]
    fn quoted_bytes_are_short_and_printable() {
        assert_eq!(quoted(b"a\x00\xff"), "'a\\x00\\xff'");
        assert!(quoted(&[b'x'; 1000]).len() < 40);
    }
}
