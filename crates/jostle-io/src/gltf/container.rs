//! GLB: a header, a chunk of JSON, a chunk of bytes.

use crate::binary::{Bytes, Order, Scalar};
use crate::error::{ParseError, ParseResult, Place};

pub(super) struct Container<'a> {
    pub json: &'a [u8],
    /// Where the JSON begins.
    pub at: usize,
    pub blob: Option<&'a [u8]>,
}

pub(super) fn open(content: &[u8]) -> ParseResult<Container<'_>> {
    if !content.starts_with(b"glTF") {
        return Ok(Container { json: content, at: 0, blob: None });
    }
    let mut bytes = Bytes::new(content, 4, Order::Little);
    let version = bytes.integer(Scalar::U32, "the version")?;
    if version != 2 {
        let feature = format!("GLB version {version}");
        return Err(ParseError::unsupported(Place::Byte(4), feature, "export it as glTF 2.0"));
    }
    bytes.integer(Scalar::U32, "the length")?;
    let (mut json, mut blob) = (None, None);
    while !bytes.rest().is_empty() {
        let length = bytes.count(Scalar::U32, "bytes of a chunk", 1)?;
        let kind = bytes.take(1, 4, "chunk type")?;
        let at = bytes.at();
        let chunk = bytes.take(length, 1, "bytes of a chunk")?;
        match kind {
            b"JSON" if json.is_none() => json = Some((chunk, at)),
            b"BIN\0" if blob.is_none() => blob = Some(chunk),
            _ => {}
        }
    }
    match json {
        Some((json, at)) => Ok(Container { json, at, blob }),
        None => Err(bytes.error("there is no chunk of JSON")),
    }
}
