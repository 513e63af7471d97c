//! Accessors into numbers: strided, sparse, normalized or absent, and never beyond their buffer.

use super::buffers::Buffers;
use super::document::{Accessor, Document, Kind};
use crate::binary::{Order, Scalar};
use crate::budget::Meter;
use crate::error::{ParseError, ParseResult, Place};

pub(super) struct Accessors<'a> {
    pub document: &'a Document,
    pub buffers: Buffers<'a>,
    pub meter: Meter,
}

impl Accessors<'_> {
    /// All numbers of an accessor of the given kind, flat.
    pub fn numbers(&self, accessor: u32, kind: Kind, place: Place) -> ParseResult<Vec<f64>> {
        let missing = || ParseError::malformed(place, format!("there is no accessor {accessor}"));
        let accessor = self.document.accessors.get(accessor as usize).ok_or_else(missing)?;
        if accessor.kind != kind {
            return Err(ParseError::malformed(
                place,
                "an accessor is not of the type its use asks for",
            ));
        }
        let width = if kind == Kind::Vec3 { 3 } else { 1 };
        let total = accessor.count.saturating_mul(width);
        self.meter.spend(total.saturating_mul(size_of::<f64>()), place)?;
        let mut numbers = Vec::new();
        match accessor.buffer_view {
            None => numbers.resize(total, 0.0),
            Some(view) => {
                let scalar = scalar(accessor.component_type, place)?;
                let at = (view, accessor.byte_offset);
                numbers.reserve_exact(total);
                for item in self.items(at, accessor.count, width * scalar.size(), place)? {
                    numbers.extend(decoded(item, scalar, accessor.normalized));
                }
            }
        }
        self.replace_sparse(accessor, width, &mut numbers, place)?;
        Ok(numbers)
    }

    fn replace_sparse(
        &self,
        accessor: &Accessor,
        width: usize,
        numbers: &mut [f64],
        place: Place,
    ) -> ParseResult<()> {
        let Some(sparse) = &accessor.sparse else { return Ok(()) };
        self.meter.spend(sparse.count.saturating_mul(width * size_of::<f64>()), place)?;
        let index_scalar = scalar(sparse.indices.component_type.unwrap_or(0), place)?;
        let at = (sparse.indices.buffer_view, sparse.indices.byte_offset);
        let indices = self.items(at, sparse.count, index_scalar.size(), place)?;
        let value_scalar = scalar(accessor.component_type, place)?;
        let at = (sparse.values.buffer_view, sparse.values.byte_offset);
        let values = self.items(at, sparse.count, width * value_scalar.size(), place)?;
        for (index, value) in indices.zip(values) {
            let index = index_scalar.integer(index, Order::Little);
            let slot =
                usize::try_from(index).ok().and_then(|i| numbers.chunks_exact_mut(width).nth(i));
            let Some(slot) = slot else {
                let problem =
                    format!("a sparse accessor replaces item {index}, which does not exist");
                return Err(ParseError::malformed(place, problem));
            };
            let value = decoded(value, value_scalar, accessor.normalized);
            slot.iter_mut().zip(value).for_each(|(slot, value)| *slot = value);
        }
        Ok(())
    }

    /// The bytes of each item, from an offset in a view.
    fn items(
        &self,
        (view, offset): (u32, usize),
        count: usize,
        size: usize,
        place: Place,
    ) -> ParseResult<impl Iterator<Item = &[u8]>> {
        let overrun = || ParseError::malformed(place, "an accessor reaches beyond its buffer");
        let view = self.document.buffer_views.get(view as usize).ok_or_else(overrun)?;
        let buffer = self.buffers.bytes.get(view.buffer as usize).ok_or_else(overrun)?;
        let bytes = buffer.get(view.byte_offset..).and_then(|bytes| bytes.get(..view.byte_length));
        let bytes = bytes.and_then(|bytes| bytes.get(offset..)).ok_or_else(overrun)?;
        let stride = view.byte_stride.unwrap_or(size).max(size);
        let needed = match count {
            0 => Some(0),
            _ => (count - 1).checked_mul(stride).and_then(|start| start.checked_add(size)),
        };
        if needed.is_none_or(|needed| needed > bytes.len()) {
            return Err(overrun());
        }
        Ok(bytes.chunks(stride).take(count).filter_map(move |item| item.get(..size)))
    }
}

fn scalar(component_type: u32, place: Place) -> ParseResult<Scalar> {
    Ok(match component_type {
        5120 => Scalar::I8,
        5121 => Scalar::U8,
        5122 => Scalar::I16,
        5123 => Scalar::U16,
        5125 => Scalar::U32,
        5126 => Scalar::F32,
        other => {
            return Err(ParseError::malformed(
                place,
                format!("there is no component type {other}"),
            ));
        }
    })
}

/// Whole numbers may stand for fractions of the largest of their type (KHR_mesh_quantization).
fn decoded(item: &[u8], scalar: Scalar, normalized: bool) -> impl Iterator<Item = f64> {
    let unit = match (scalar, normalized) {
        (Scalar::I8, true) => i8::MAX as f64,
        (Scalar::U8, true) => u8::MAX as f64,
        (Scalar::I16, true) => i16::MAX as f64,
        (Scalar::U16, true) => u16::MAX as f64,
        _ => 1.0,
    };
    let numbers = item.chunks_exact(scalar.size());
    numbers.map(move |number| {
        let value = scalar.float(number, Order::Little) / unit;
        if normalized { value.max(-1.0) } else { value }
    })
}
