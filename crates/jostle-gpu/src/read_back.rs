//! Buffers of the device, read back.

use crate::GpuError;
use crate::device::Device;
use std::sync::mpsc;
use wgpu::{Buffer, BufferUsages};

/// The first pairs of a list, as the last frame left it.
pub(crate) fn read_list(
    device: &Device,
    list: &Buffer,
    count: u32,
) -> Result<Vec<[u32; 2]>, GpuError> {
    read_buffer(device, list, u64::from(count) * size_of::<[u32; 2]>() as u64)
}

/// The first bytes of a buffer.
pub(crate) fn read_buffer<T: bytemuck::AnyBitPattern + bytemuck::NoUninit>(
    device: &Device,
    buffer: &Buffer,
    bytes: u64,
) -> Result<Vec<T>, GpuError> {
    if bytes == 0 {
        return Ok(Vec::new());
    }
    let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
    let staging = device.buffer("results read back", bytes, usage)?;
    let mut encoder = device.device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, bytes);
    device.queue.submit([encoder.finish()]);
    let mut list = Vec::new();
    map_and_read(device, &staging, bytes, |bytes| list = bytemuck::pod_collect_to_vec(bytes))?;
    Ok(list)
}

/// Waits for all work, and maps the first bytes of a buffer.
pub(crate) fn map_and_read(
    device: &Device,
    buffer: &Buffer,
    length: u64,
    read: impl FnOnce(&[u8]),
) -> Result<(), GpuError> {
    let refused = |reason: String| GpuError::Refused { reason };
    let (send, receive) = mpsc::channel();
    buffer.map_async(wgpu::MapMode::Read, 0..length, move |mapped| {
        // Nobody listens any more if waiting failed.
        let _ = send.send(mapped);
    });
    device.wait()?;
    let mapped = receive.recv().map_err(|error| refused(error.to_string()))?;
    mapped.map_err(|error| refused(error.to_string()))?;
    {
        let view = buffer.get_mapped_range(0..length).map_err(|e| refused(format!("{e:?}")))?;
        read(&view);
    }
    buffer.unmap();
    Ok(())
}
