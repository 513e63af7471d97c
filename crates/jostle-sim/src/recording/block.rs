//! Blocks of a recording.

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use std::io::{Read, Write};

/// What a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    Scene = 1,
    KeyFrame = 2,
    Frame = 3,
}

/// The first bytes of a recording; the last is the version.
pub(super) const MAGIC: &[u8; 8] = b"JOSTLE\0\x01";

/// Bytes of a header.
pub(super) const HEADER: usize = 17;

/// What is known of a block without its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub kind: BlockKind,
    pub stored: u32,
    pub unpacked: u32,
    pub frame: u32,
    pub checksum: u32,
}

impl Header {
    pub fn from_bytes(bytes: &[u8; HEADER]) -> Option<Header> {
        let kind = match bytes[0] {
            1 => BlockKind::Scene,
            2 => BlockKind::KeyFrame,
            3 => BlockKind::Frame,
            _ => return None,
        };
        let number = |at: usize| {
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        Some(Header {
            kind,
            stored: number(1),
            unpacked: number(5),
            frame: number(9),
            checksum: number(13),
        })
    }

    /// The bytes that the checksum is of, besides the content.
    fn start(&self) -> [u8; HEADER - 4] {
        let mut bytes = [0; HEADER - 4];
        bytes[0] = self.kind as u8;
        bytes[1..5].copy_from_slice(&self.stored.to_le_bytes());
        bytes[5..9].copy_from_slice(&self.unpacked.to_le_bytes());
        bytes[9..13].copy_from_slice(&self.frame.to_le_bytes());
        bytes
    }

    /// Whether header and content are as they were written.
    pub fn fits(&self, stored: &[u8]) -> bool {
        checksum(&[&self.start(), stored]) == self.checksum
    }
}

/// A block as it is written.
pub(super) fn to_bytes(kind: BlockKind, frame: u32, content: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(vec![0; HEADER], Compression::fast());
    encoder.write_all(content)?;
    let mut bytes = encoder.finish()?;
    let too_long = |_| std::io::Error::other("a frame of 4 GiB or more");
    let mut header = Header {
        kind,
        stored: u32::try_from(bytes.len() - HEADER).map_err(too_long)?,
        unpacked: u32::try_from(content.len()).map_err(too_long)?,
        frame,
        checksum: 0,
    };
    header.checksum = checksum(&[&header.start(), &bytes[HEADER..]]);
    bytes[..HEADER - 4].copy_from_slice(&header.start());
    bytes[HEADER - 4..HEADER].copy_from_slice(&header.checksum.to_le_bytes());
    Ok(bytes)
}

/// The content of a block; `None` if it is not as long as its header says. No more than that is unpacked.
pub(super) fn unpack(header: &Header, stored: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let most = u64::from(header.unpacked) + 1;
    DeflateDecoder::new(stored).take(most).read_to_end(&mut content).ok()?;
    (content.len() == header.unpacked as usize).then_some(content)
}

fn checksum(parts: &[&[u8]]) -> u32 {
    let mut crc = flate2::Crc::new();
    parts.iter().for_each(|part| crc.update(part));
    crc.sum()
}

/// Bytes of numbers, those of the same place together: neighbours differ in their low bytes only, so that the high ones pack
/// well.
pub(super) fn interleave(words: &[u64], bytes: &mut Vec<u8>) {
    bytes.clear();
    bytes.reserve(words.len() * 8);
    for place in 0..8 {
        bytes.extend(words.iter().map(|word| word.to_le_bytes()[place]));
    }
}

/// The opposite of [`interleave`].
pub(super) fn join(bytes: &[u8]) -> Option<Vec<u64>> {
    let count = bytes.len() / 8;
    (count * 8 == bytes.len()).then(|| {
        (0..count)
            .map(|i| u64::from_le_bytes(std::array::from_fn(|place| bytes[place * count + i])))
            .collect()
    })
}
