//! The bytes that accessors refer to: the blob of a GLB, base64 in the JSON, or files beside it.

use super::document::Document;
use crate::base64;
use crate::error::{ParseError, ParseResult, Place, grouped, quoted};
use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

pub(super) struct Buffers<'a> {
    pub bytes: Vec<Cow<'a, [u8]>>,
    /// Bytes that came from other files.
    pub external: usize,
}

pub(super) fn load<'a>(
    document: &Document,
    blob: Option<&'a [u8]>,
    folder: Option<&Path>,
) -> ParseResult<Buffers<'a>> {
    let mut loaded = Buffers { bytes: Vec::new(), external: 0 };
    for (index, buffer) in document.buffers.iter().enumerate() {
        let bytes: Cow<[u8]> = match buffer.uri.as_deref() {
            None => blob.filter(|_| index == 0).unwrap_or(b"").into(),
            Some(uri) => match uri.strip_prefix("data:") {
                Some(data) => {
                    let base64 = data.split_once(',').map_or("", |(_, base64)| base64);
                    base64::decode(base64.as_bytes()).into()
                }
                None => {
                    let bytes = read_beside(uri, folder, buffer.byte_length)?;
                    loaded.external += bytes.len();
                    bytes.into()
                }
            },
        };
        if bytes.len() < buffer.byte_length {
            let (wanted, found) = (grouped(buffer.byte_length), grouped(bytes.len()));
            let problem = format!("buffer {index} should have {wanted} bytes, but has {found}");
            return Err(ParseError::malformed(Place::Byte(0), problem));
        }
        loaded.bytes.push(bytes);
    }
    Ok(loaded)
}

/// Only files at or below the folder of the file itself: a mesh must not be able to open anything else.
fn read_beside(uri: &str, folder: Option<&Path>, length: usize) -> ParseResult<Vec<u8>> {
    let shown = quoted(uri.as_bytes());
    let refuse = |reason: String| {
        ParseError::malformed(Place::Byte(0), format!("the buffer file {shown} {reason}"))
            .advise("put it beside the .gltf file, or export a .glb file, which holds everything")
    };
    let Some(folder) = folder else {
        return Err(refuse("cannot be opened, as the content was given without a folder".into()));
    };
    let path = PathBuf::from(unescaped(uri));
    if !path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Err(refuse("is not below the folder of the file".into()));
    }
    let path = folder.join(path);
    if !path.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Err(refuse("does not exist".into()));
    }
    let mut bytes = Vec::new();
    File::open(&path)
        .and_then(|file| file.take(length as u64).read_to_end(&mut bytes))
        .map_err(|error| refuse(format!("cannot be read ({error})")))?;
    Ok(bytes)
}

/// `%20` and the like.
fn unescaped(uri: &str) -> String {
    let bytes = uri.as_bytes();
    let (mut out, mut i) = (Vec::with_capacity(bytes.len()), 0);
    while i < bytes.len() {
        let code = bytes.get(i + 1..i + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) if bytes[i] == b'%' => {
                out.push(byte);
                i += 3;
            }
            _ => {
                out.push(bytes[i]);
                i += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
