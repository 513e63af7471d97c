//! What the sort needs: a table of digits and tiles, and the position of each digit.

use crate::GpuError;
use crate::device::Device;
use crate::shader_constants::{SORT_DIGIT_BITS, SORT_DIGITS, SORT_TILE};
use wgpu::{Buffer, BufferUsages};

/// Digits of pairs of elements up to this; an even number, so that pairs end where they began.
pub(super) fn digit_count(highest_element: usize) -> usize {
    let bits = usize::BITS - highest_element.leading_zeros();
    2 * bits.div_ceil(SORT_DIGIT_BITS).max(1) as usize
}

/// Bytes of the table for so many pairs.
pub(super) fn table_bytes(pairs: u32) -> u64 {
    let rows = 1 + u64::from(pairs.div_ceil(SORT_TILE));
    rows * u64::from(SORT_DIGITS) * size_of::<u32>() as u64
}

/// The positions of the digits of pairs, a uniform buffer each: those of the second element first,
/// because its order matters least.
pub(super) fn digit_buffers(device: &Device, count: usize) -> Result<Vec<Buffer>, GpuError> {
    (0..count as u32)
        .map(|i| {
            let is_first_element = i >= count as u32 / 2;
            let shift = SORT_DIGIT_BITS * (i % (count as u32 / 2));
            let usage = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
            let buffer = device.buffer("digits", 16, usage)?;
            let digit = [u32::from(is_first_element), shift];
            device.queue.write_buffer(&buffer, 0, bytemuck::bytes_of(&digit));
            Ok(buffer)
        })
        .collect()
}
