//! Large lists on their way to the device: through memory that stays mapped between frames, and that all threads
//! write.
//!
//! A queue's own way to write buffers makes staging memory in every frame, and one thread copies to it. Here the
//! memory is made once, and is mapped again when the device has read it, which is before the frame's results are
//! back. Commands are recorded while it is written.

use crate::GpuError;
use crate::device::Device;
use crate::shader_constants::NO_CORNER;
use jostle::mesh::ElementCorners;
use jostle::{Scene, SceneError};
use jostle_support::parallel;
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

/// A list, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum UploadList<'l> {
    /// As it is.
    Bytes(&'l [u8]),
    /// Triangles, each with [`NO_CORNER`] behind it.
    Triangles(&'l [[u32; 3]]),
}

/// Bytes of the corners of an element on the device.
const ELEMENT: usize = size_of::<[u32; 4]>();
const _: () = assert!(BYTES_PER_THREAD.is_multiple_of(ELEMENT), "parts are of whole elements");

impl<'l> UploadList<'l> {
    /// The corners of elements, four each.
    pub fn corners(corners: ElementCorners<'l>) -> UploadList<'l> {
        match corners {
            ElementCorners::Triangles(list) => UploadList::Triangles(list),
            ElementCorners::Mixed(list) => UploadList::Bytes(bytemuck::cast_slice(list)),
        }
    }

    /// Bytes on the device.
    fn len(self) -> usize {
        match self {
            UploadList::Bytes(list) => list.len(),
            UploadList::Triangles(list) => list.len() * ELEMENT,
        }
    }

    /// The part from a byte on that is worth a thread.
    fn part(self, begin: usize) -> UploadList<'l> {
        let end = (begin + BYTES_PER_THREAD).min(self.len());
        match self {
            UploadList::Bytes(list) => UploadList::Bytes(&list[begin..end]),
            UploadList::Triangles(list) => {
                UploadList::Triangles(&list[begin / ELEMENT..end / ELEMENT])
            }
        }
    }
}

/// A part of a list, and the memory that it goes to.
#[derive(Debug)]
pub(crate) struct UploadPart<'l> {
    view: BufferViewMut,
    list: UploadList<'l>,
}

impl UploadPart<'_> {
    fn write(mut self) {
        /// Triangles that are written at a time.
        const AT_A_TIME: usize = 64;
        match self.list {
            UploadList::Bytes(bytes) => self.view.copy_from_slice(bytes),
            UploadList::Triangles(list) => {
                let mut begin = 0;
                for triangles in list.chunks(AT_A_TIME) {
                    let mut elements = [[NO_CORNER; 4]; AT_A_TIME];
                    for (element, &[a, b, c]) in elements.iter_mut().zip(triangles) {
                        *element = [a, b, c, NO_CORNER];
                    }
                    let bytes: &[u8] = bytemuck::cast_slice(&elements[..triangles.len()]);
                    self.view.slice(begin..begin + bytes.len()).copy_from_slice(bytes);
                    begin += bytes.len();
                }
            }
        }
    }
}

/// Writes parts of lists by all threads.
pub(crate) fn write_parts(parts: Vec<UploadPart>) {
    parallel::for_each_task(parts, UploadPart::write);
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
        parallel::join(|| unchecked.map_or(Ok(()), Scene::check), || write_parts(parts)).0
    }
}

impl UploadStaging {
    /// Parts of a list, and where [`write_parts`] is to write them, so that the [copy](UploadStaging::copy) brings it to
    /// the beginning of a buffer. Its bytes are a multiple of four.
    pub fn begin<'l>(
        &mut self,
        device: &Device,
        to: &Buffer,
        list: UploadList<'l>,
    ) -> Result<Vec<UploadPart<'l>>, GpuError> {
        self.copy = None;
        let bytes = list.len() as u64;
        if bytes == 0 {
            return Ok(Vec::new());
        }
        let buffer = self.mapped_buffer(device, bytes)?;
        let part = |begin: usize| {
            let list = list.part(begin);
            let view = buffer.get_mapped_range_mut(begin as u64..(begin + list.len()) as u64);
            view.map(|view| UploadPart { view, list })
        };
        let parts: Result<Vec<_>, _> =
            (0..list.len()).step_by(BYTES_PER_THREAD).map(part).collect();
        let refused = |error| GpuError::Refused { reason: format!("{error:?}") };
        let parts = parts.map_err(refused)?;
        self.copy = Some(UploadCopy { from: buffer.clone(), to: to.clone(), bytes });
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
            write_parts(staging.begin(&device, &to, UploadList::Bytes(&other)).unwrap());
            let whole = UploadList::Bytes(bytemuck::cast_slice(&list));
            write_parts(staging.begin(&device, &to, whole).unwrap());
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

    #[test]
    fn triangles_arrive_with_a_fourth_corner() {
        let device = Device::open(&AdapterChoice::Best, Precision::F32).unwrap();
        let usage = BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let mut staging = UploadStaging::default();
        let part = BYTES_PER_THREAD / ELEMENT;
        for count in [1, 63, 64, 65, part, 2 * part + 70] {
            let triangles: Vec<[u32; 3]> = (0..count as u32).map(|t| [t, t + 7, 3 * t]).collect();
            let corners = ElementCorners::Triangles(&triangles);
            let bytes = (count * ELEMENT) as u64;
            let to = device.buffer("corners", bytes, usage).unwrap();
            write_parts(staging.begin(&device, &to, UploadList::corners(corners)).unwrap());
            let mut encoder = device.device.create_command_encoder(&Default::default());
            staging.copy().expect("there is a list").record(&mut encoder);
            staging.unmap();
            device.queue.submit([encoder.finish()]);
            staging.map_again();
            let found: Vec<[u32; 4]> = read_buffer(&device, &to, bytes).unwrap();
            let expected = (0..count).map(|t| corners.padded(t));
            assert!(found.into_iter().eq(expected), "{count}");
        }
    }
}
