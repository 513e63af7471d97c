//! A buffer on the device that is made anew where more is needed.

use crate::GpuError;
use crate::device::Device;
use bytemuck::Pod;
use wgpu::{Buffer, BufferUsages};

/// Smaller buffers are not made smaller.
const SMALL: u64 = 1 << 18;

#[derive(Debug)]
pub(crate) struct GrowableBuffer {
    what: &'static str,
    usage: BufferUsages,
    buffer: Option<Buffer>,
}

impl GrowableBuffer {
    pub fn new(what: &'static str, usage: BufferUsages) -> GrowableBuffer {
        let usage = usage | BufferUsages::COPY_DST;
        GrowableBuffer { what, usage, buffer: None }
    }

    /// Makes the buffer large enough, and tells whether it is another one now.
    pub fn reserve(&mut self, device: &Device, bytes: u64) -> Result<bool, GpuError> {
        // Larger than before, or so much smaller that the rest is a waste.
        let most = bytes.max(SMALL).saturating_mul(4);
        let fits = |buffer: &Buffer| buffer.size() >= bytes && buffer.size() <= most;
        if self.buffer.as_ref().is_some_and(fits) {
            return Ok(false);
        }
        // A scene that grew once may grow in every frame; a quarter more is room for some of them.
        let is_grown = self.buffer.as_ref().is_some_and(|buffer| buffer.size() < bytes);
        let room = if is_grown { bytes / 4 } else { 0 };
        let room = room.min(device.largest_buffer().saturating_sub(bytes));
        // The old one first: there may be no memory for both.
        self.buffer = None;
        self.buffer = Some(device.buffer(self.what, bytes + room, self.usage)?);
        Ok(true)
    }

    /// Gives the buffer back.
    pub fn release(&mut self) {
        self.buffer = None;
    }

    /// Copies a list to the device, and tells whether the buffer is another one now.
    pub fn upload<T: Pod>(&mut self, device: &Device, list: &[T]) -> Result<bool, GpuError> {
        let bytes: &[u8] = bytemuck::cast_slice(list);
        let is_new = self.reserve(device, bytes.len() as u64)?;
        device.queue.write_buffer(self.get(), 0, bytes);
        Ok(is_new)
    }

    pub fn get(&self) -> &Buffer {
        self.buffer.as_ref().expect("reserved before a frame")
    }

    pub fn bytes(&self) -> u64 {
        self.buffer.as_ref().map_or(0, Buffer::size)
    }
}
