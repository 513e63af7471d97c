//! Reading of one VTU array: where its bytes are, and how they are decoded.

use crate::base64;
use crate::binary::{Bytes, Order, Scalar};
use crate::budget::{Budget, Meter};
use crate::error::{ParseError, ParseResult, Place, grouped};
use crate::text::{parse_float, parse_integer, words};
use flate2::{Decompress, FlushDecompress, Status};

/// The work of one compressed block, as bytes on the meter.
const BLOCK_COST: usize = 1024;

/// What holds for all arrays of a file.
pub(super) struct ArrayEncoding<'a> {
    pub order: Order,
    /// The type of the sizes before binary data.
    pub header: Scalar,
    pub compressed: bool,
    pub appended: Option<AppendedData<'a>>,
    pub budget: Budget,
    /// All arrays together: many may refer to the same bytes.
    pub meter: Meter,
}

/// The bytes after the `_` of `AppendedData`.
pub(super) struct AppendedData<'a> {
    pub bytes: &'a [u8],
    pub base64: bool,
}

/// The numbers of one array, as yet bytes.
pub(super) enum Array<'a> {
    Ascii(&'a [u8]),
    Binary(Vec<u8>, Scalar, Order),
}

impl<'a> Array<'a> {
    pub fn inline_binary(
        text: &'a [u8],
        scalar: Scalar,
        encoding: &ArrayEncoding,
        place: Place,
    ) -> ParseResult<Array<'a>> {
        let bytes = unpack(&base64::decode(text), encoding, place)?;
        Ok(Array::Binary(bytes, scalar, encoding.order))
    }

    pub fn appended(
        offset: usize,
        scalar: Scalar,
        encoding: &ArrayEncoding,
        place: Place,
    ) -> ParseResult<Array<'a>> {
        let Some(appended) = &encoding.appended else {
            return Err(ParseError::malformed(
                place,
                "an array refers to 'AppendedData', which is missing",
            ));
        };
        let Some(bytes) = appended.bytes.get(offset..) else {
            return Err(ParseError::malformed(
                place,
                format!(
                    "an array begins at byte {} of the appended data, which have {} bytes",
                    grouped(offset),
                    grouped(appended.bytes.len())
                ),
            ));
        };
        let bytes = if appended.base64 {
            unpack(&appended_base64(bytes, encoding), encoding, place)?
        } else {
            unpack(bytes, encoding, place)?
        };
        Ok(Array::Binary(bytes, scalar, encoding.order))
    }

    pub fn floats(&self, encoding: &ArrayEncoding, place: Place) -> ParseResult<Vec<f64>> {
        self.numbers(encoding, place, parse_float, Scalar::float)
    }

    pub fn integers(&self, encoding: &ArrayEncoding, place: Place) -> ParseResult<Vec<i64>> {
        self.numbers(encoding, place, parse_integer, Scalar::integer)
    }

    fn numbers<T>(
        &self,
        encoding: &ArrayEncoding,
        place: Place,
        parse: fn(&[u8]) -> Option<T>,
        decode: fn(Scalar, &[u8], Order) -> T,
    ) -> ParseResult<Vec<T>> {
        let count = match self {
            Array::Ascii(text) => words(text).count(),
            Array::Binary(bytes, scalar, _) => bytes.len() / scalar.size(),
        };
        encoding.meter.spend(count.saturating_mul(size_of::<T>()), place)?;
        let mut numbers = Vec::with_capacity(count);
        match self {
            Array::Ascii(text) => {
                for word in words(text) {
                    let Some(number) = parse(word) else {
                        let found = crate::error::quoted(word);
                        return Err(ParseError::malformed(
                            place,
                            format!("expected a number, found {found}"),
                        ));
                    };
                    numbers.push(number);
                }
            }
            Array::Binary(bytes, scalar, order) => {
                let items = bytes.chunks_exact(scalar.size());
                numbers.extend(items.map(|item| decode(*scalar, item, *order)));
            }
        }
        Ok(numbers)
    }
}

/// Decodes only the array at the start: each ends where its own header says.
fn appended_base64(text: &[u8], encoding: &ArrayEncoding) -> Vec<u8> {
    let characters = |bytes: usize| bytes.div_ceil(3).saturating_mul(4);
    let size = encoding.header.size();
    // Enough for the count of blocks and, compressed, for the sizes of all of them.
    let mut wanted = characters(3 * size);
    let head = base64::decode(&text[..wanted.min(text.len())]);
    let number = |bytes: &[u8], i: usize| {
        let item = bytes.get(size * i..size * (i + 1));
        item.map_or(0, |item| encoding.header.integer(item, encoding.order).max(0) as usize)
    };
    if encoding.compressed {
        let blocks = number(&head, 0);
        let header = characters(size.saturating_mul(blocks.saturating_add(3)));
        let sizes = base64::decode(&text[..header.min(text.len())]);
        let total = (0..blocks.min(sizes.len()))
            .fold(0usize, |sum, block| sum.saturating_add(number(&sizes, 3 + block)));
        wanted = header.saturating_add(characters(total));
    } else {
        wanted = characters(number(&head, 0).saturating_add(size)).saturating_add(4);
    }
    base64::decode(&text[..wanted.min(text.len())])
}

/// Takes the sizes off the front, and inflates.
fn unpack(bytes: &[u8], encoding: &ArrayEncoding, place: Place) -> ParseResult<Vec<u8>> {
    let mut bytes = Bytes::new(bytes, 0, encoding.order);
    // An empty array may have no header at all.
    if bytes.rest().is_empty() {
        return Ok(Vec::new());
    }
    let here = |problem: String| ParseError::malformed(place, problem);
    let number = |bytes: &mut Bytes, what: &str| -> ParseResult<usize> {
        let number = bytes.integer(encoding.header, what).ok();
        let number = number.and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| here(format!("expected {what}, found the end of an array")))
    };
    let short = |wanted: usize, found: usize| {
        let (wanted, found) = (grouped(wanted), grouped(found));
        here(format!("an array of {wanted} bytes is announced, but only {found} follow"))
    };
    if !encoding.compressed {
        let size = number(&mut bytes, "the size of an array")?;
        return match bytes.rest().get(..size) {
            Some(content) => Ok(content.to_vec()),
            None => Err(short(size, bytes.rest().len())),
        };
    }
    let blocks = number(&mut bytes, "the number of blocks")?;
    let block_size = number(&mut bytes, "the size of a block")?;
    let last_size = number(&mut bytes, "the size of the last block")?;
    if blocks > bytes.rest().len() / encoding.header.size() {
        return Err(short(blocks.saturating_mul(encoding.header.size()), bytes.rest().len()));
    }
    let last = if last_size == 0 { block_size } else { last_size };
    let total = match blocks {
        0 => Some(0),
        _ => (blocks - 1).checked_mul(block_size).and_then(|size| size.checked_add(last)),
    };
    let Some(total) = total.filter(|&total| encoding.budget.allows::<u8>(total)) else {
        return Err(Budget::exceeded(place));
    };
    // A block costs some work however little it holds.
    encoding.meter.spend(total.max(blocks.saturating_mul(BLOCK_COST)), place)?;
    let mut sizes = Vec::with_capacity(blocks);
    for _ in 0..blocks {
        sizes.push(number(&mut bytes, "the size of a block")?);
    }
    let mut unpacked = Vec::with_capacity(total);
    for (block, size) in sizes.into_iter().enumerate() {
        let Some(packed) = bytes.rest().get(..size) else {
            return Err(short(size, bytes.rest().len()));
        };
        bytes.take(size, 1, "bytes")?;
        let wanted = if block + 1 == blocks { last } else { block_size };
        inflate(packed, wanted, &mut unpacked)
            .ok_or_else(|| here(format!("block {block} is no zlib data of {wanted} bytes")))?;
    }
    Ok(unpacked)
}

/// Appends exactly `wanted` bytes; the buffer never grows, whatever the block holds.
fn inflate(packed: &[u8], wanted: usize, unpacked: &mut Vec<u8>) -> Option<()> {
    let end = unpacked.len() + wanted;
    if unpacked.capacity() < end {
        return None;
    }
    let mut inflater = Decompress::new(true);
    let start = unpacked.len();
    unpacked.resize(end, 0);
    let status =
        inflater.decompress(packed, &mut unpacked[start..], FlushDecompress::Finish).ok()?;
    (status == Status::StreamEnd && inflater.total_out() == wanted as u64).then_some(())
}
