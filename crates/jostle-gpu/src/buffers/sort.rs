//! What the sort needs: a table of digits and tiles, and where each digit is.

use crate::GpuError;
use crate::device::Device;
use wgpu::{Buffer, BufferUsages};

/// Pairs of a tile, and digits; as in `wgsl/sort.wgsl`.
const TILE: u64 = 2048;
const DIGITS: u64 = 256;
const DIGIT_BITS: u32 = 8;

/// Digits of pairs of elements up to this; an even number, so that pairs end where they began.
pub(super) fn digits_of(highest_element: usize) -> usize {
    let bits = usize::BITS - highest_element.leading_zeros();
    2 * bits.div_ceil(DIGIT_BITS).max(1) as usize
}

pub(super) fn table_bytes(pairs: u32) -> u64 {
    (DIGITS + u64::from(pairs).div_ceil(TILE) * DIGITS) * size_of::<u32>() as u64
}

/// Where the digits of pairs are: those of the second element first, because its order matters least.
pub(super) fn places(device: &Device, count: usize) -> Result<Vec<Buffer>, GpuError> {
    (0..count as u32)
        .map(|i| {
            let is_of_first = i >= count as u32 / 2;
            let shift = DIGIT_BITS * (i % (count as u32 / 2));
            let usage = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
            let buffer = device.buffer("digits", 16, usage)?;
            let place = [u32::from(is_of_first), shift];
            device.queue.write_buffer(&buffer, 0, bytemuck::bytes_of(&place));
            Ok(buffer)
        })
        .collect()
}
