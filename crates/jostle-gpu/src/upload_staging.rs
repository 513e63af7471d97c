//! Large lists on their way to the device: through memory that stays mapped between frames, and that all threads
//! write.
//!
//! A queue's own way to write buffers makes staging memory in every frame, and one thread copies to it. Here the
//! memory is made once, and is mapped again when the device has read it, which is before the frame's results are
//! back. Commands are recorded while it is written.

use crate::GpuError;
use crate::device::Device;
use jostle::{Scene, SceneError};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wgpu::{Buffer, BufferUsages, BufferViewMut, CommandEncoder, MapMode};

/// Bytes that are worth a thread.
const BYTES_PER_THREAD: usize = 1 << 18;

#[derive(Debug, Default)]
pub(crate) struct UploadStaging {
    buffer: Option<Buffer>,
    /// Whether the buffer is mapped; set when the device has read it.
    is_mapped: Arc<AtomicBool>,
    copy: Option<UploadCopy>,
}

/// A copy that a frame begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UploadCopy {
    from: Buffer,
    to: Buffer,
    bytes: u64,
}

impl UploadCopy {
    /// Records it; what is copied may be written after that.
    pub fn record(&self, encoder: &mut CommandEncoder) {
        encoder.copy_buffer_to_buffer(&self.from, 0, &self.to, 0, self.bytes);
    }
}

/// A part of a list, and the memory that it goes to.
#[derive(Debug)]
pub(crate) struct UploadPart<'l> {
    view: BufferViewMut,
    bytes: &'l [u8],
}

/// Writes parts of lists by all threads.
pub(crate) fn write_parts(parts: Vec<UploadPart>) {
    parts.into_par_iter().for_each(|mut part| part.view.copy_from_slice(part.bytes));
}

/// What is left to do before a frame is submitted.
#[derive(Debug, Default)]
pub(crate) struct Upload<'s> {
    pub parts: Vec<UploadPart<'s>>,
    /// Whose positions are to be checked.
    pub unchecked: Option<&'s Scene>,
}

impl Upload<'_> {
    /// Does it by all threads.
    pub fn finish(self) -> Result<(), SceneError> {
        let Upload { parts, unchecked } = self;
        rayon::join(|| unchecked.map_or(Ok(()), Scene::check), || write_parts(parts)).0
    }
}

impl UploadStaging {
    /// Parts of a list, and where [`write_parts`] is to write them, so that the [copy](UploadStaging::copy) brings it to
    /// the beginning of a buffer. Its bytes are a multiple of four.
    pub fn begin<'l>(
        &mut self,
        device: &Device,
        to: &Buffer,
        bytes: &'l [u8],
    ) -> Result<Vec<UploadPart<'l>>, GpuError> {
        self.copy = None;
        if bytes.is_empty() {
            return Ok(Vec::new());
        }
        let buffer = self.mapped_buffer(device, bytes.len() as u64)?;
        let part = |(i, bytes): (usize, &'l [u8])| {
            let begin = (i * BYTES_PER_THREAD) as u64;
            let view = buffer.get_mapped_range_mut(begin..begin + bytes.len() as u64);
            view.map(|view| UploadPart { view, bytes })
        };
        let parts: Result<Vec<_>, _> =
            bytes.chunks(BYTES_PER_THREAD).enumerate().map(part).collect();
        let refused = |error| GpuError::Refused { reason: format!("{error:?}") };
        let parts = parts.map_err(refused)?;
        self.copy =
            Some(UploadCopy { from: buffer.clone(), to: to.clone(), bytes: bytes.len() as u64 });
        Ok(parts)
    }

    /// The copy of what was begun, if the device does not have it yet.
    pub fn copy(&self) -> Option<&UploadCopy> {
        self.copy.as_ref()
    }

    /// Gives what is written to the device, before the copy is submitted.
    pub fn unmap(&mut self) {
        if let Some(copy) = self.copy.take() {
            copy.from.unmap();
            // Of its own, because the callback of a buffer that was given up may come late.
            self.is_mapped = Arc::default();
        }
    }

    /// Maps the buffer again, once what was submitted has read it.
    pub fn map_again(&self) {
        if let Some(buffer) = self.buffer.as_ref().filter(|_| !self.is_mapped()) {
            let is_mapped = self.is_mapped.clone();
            buffer.map_async(MapMode::Write, .., move |mapped| {
                is_mapped.store(mapped.is_ok(), Ordering::Release);
            });
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.buffer.as_ref().map_or(0, Buffer::size)
    }

    fn is_mapped(&self) -> bool {
        self.is_mapped.load(Ordering::Acquire)
    }

    /// A mapped buffer of at least so many bytes. One that is not mapped, after an error, is given up.
    fn mapped_buffer(&mut self, device: &Device, bytes: u64) -> Result<&Buffer, GpuError> {
        let most = bytes.saturating_mul(4).max(BYTES_PER_THREAD as u64);
        let fits = |buffer: &Buffer| buffer.size() >= bytes && buffer.size() <= most;
        if !self.buffer.as_ref().is_some_and(fits) || !self.is_mapped() {
            // Some more than is needed, because the next frame may need it.
            let size = (bytes + bytes / 4).next_multiple_of(wgpu::MAP_ALIGNMENT);
            self.buffer = Some(device.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("a list on its way to the device"),
                size,
                usage: BufferUsages::MAP_WRITE | BufferUsages::COPY_SRC,
                mapped_at_creation: true,
            }));
            self.is_mapped = Arc::new(AtomicBool::new(true));
            device.check()?;
        }
        Ok(self.buffer.as_ref().expect("made above"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapter::{AdapterChoice, Precision};
    use crate::read_back::read_buffer;

    #[test]
    fn lists_of_any_length_arrive_whole_one_after_the_other() {
        let device = Device::open(&AdapterChoice::Best, Precision::F32).unwrap();
        let usage = BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let mut staging = UploadStaging::default();
        let part = BYTES_PER_THREAD / size_of::<u32>();
        let lengths = [1, 2, part - 1, part, part + 1, 3, 5 * part + 7, 5 * part, 0, 1];
        for (i, length) in (0..).zip(lengths) {
            let list: Vec<u32> =
                (0..length as u32).map(|n| n.wrapping_mul(2654435761) ^ i).collect();
            let bytes = size_of_val(list.as_slice()) as u64;
            let to = device.buffer("a list", bytes, usage).unwrap();
            // What is written over before it is recorded is never copied.
            let other: Vec<u8> = vec![255; 64];
            write_parts(staging.begin(&device, &to, &other).unwrap());
            write_parts(staging.begin(&device, &to, bytemuck::cast_slice(&list)).unwrap());
            let mut encoder = device.device.create_command_encoder(&Default::default());
            staging.copy().into_iter().for_each(|copy| copy.record(&mut encoder));
            staging.unmap();
            device.queue.submit([encoder.finish()]);
            staging.map_again();
            let found: Vec<u32> = read_buffer(&device, &to, bytes).unwrap();
            assert_eq!(found, list, "{length}");
            assert!(length == 0 || staging.is_mapped(), "{length}");
        }
    }
}
