//! Options for reading and writing a mesh.

use crate::format::Format;

/// How a mesh is read; the default refuses files without elements.
///
/// ```
/// let options = jostle_io::ReadOptions::default().allow_empty(true);
/// let file = jostle_io::read_bytes_with("points.obj", b"v 0 0 0\n", options)?;
/// assert_eq!(file.mesh.element_count(), 0);
/// # Ok::<(), jostle_io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Whether a file of a known format without triangles and tetrahedra is read, as an empty mesh;
    /// otherwise it is refused with [`Error::NoElements`](crate::Error::NoElements).
    pub allow_empty: bool,
}

impl ReadOptions {
    /// Sets [`ReadOptions::allow_empty`].
    pub fn allow_empty(self, allow_empty: bool) -> ReadOptions {
        ReadOptions { allow_empty, ..self }
    }
}

/// How numbers are written, in formats that leave the choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// Decimals; floats as the shortest that read back as the same bits.
    Ascii,
    /// Binary, in the byte order that the format prefers.
    #[default]
    Binary,
    /// Binary, most significant byte first, where PLY, MSH and VTU allow it.
    BinaryBigEndian,
}

/// Where a VTU file keeps binary data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VtuData {
    /// As base64, inside the XML elements.
    #[default]
    Inline,
    /// As bytes, after the XML elements. Smallest and fastest, but not valid XML.
    AppendedRaw,
    /// As base64, after the XML elements.
    AppendedBase64,
}

/// How a mesh is written; the default is binary, in the format that the extension names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// The format, or `None` for the one that the extension names.
    pub format: Option<Format>,
    /// How numbers are written; OBJ, OFF and MEDIT are always ascii.
    pub encoding: Encoding,
    /// VTU only: where binary data are kept.
    pub vtu_data: VtuData,
    /// VTU only: whether binary data are compressed with zlib.
    pub vtu_compress: bool,
    /// VTU only: 64-bit block headers, which arrays of 4 GiB and more need. Larger arrays switch it
    /// on by themselves.
    pub vtu_wide_headers: bool,
}
