//! One frame on the device: all stages in one submission, and what comes back.

use crate::GpuError;
use crate::buffers::Buffers;
use crate::counts::{COUNTERS, Counts};
use crate::device::Device;
use crate::pipelines::Stage;
use crate::record::Record;
use std::sync::mpsc;
use std::time::Instant;
use wgpu::{Buffer, BufferUsages, CommandEncoder, QuerySet};

const STAGES: usize = Stage::ALL.len();
/// Passes that are timed; there are more only in frames of many rounds.
const PASSES: usize = 256;
const TIMES: u64 = 2 * PASSES as u64;
/// Where times and lists begin in what is read back.
const COUNTER_BYTES: u64 = (COUNTERS * size_of::<u32>()) as u64;
const LISTS_AT: u64 = COUNTER_BYTES + 8 * TIMES;

/// What a frame found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub counts: Counts,
    pub pairs: Vec<[u32; 2]>,
    /// Whether the pairs are in order.
    pub is_sorted: bool,
    /// Pairs of slots for the exact test.
    pub unsure: Vec<[u32; 2]>,
    /// Seconds of each stage, where the device tells.
    pub seconds: Option<[f64; STAGES]>,
    /// From the beginning of the first to the end of the last.
    pub span: Option<f64>,
    /// Seconds of recording and handing over.
    pub record_seconds: f64,
}

/// Runs frames; keeps the buffer that they are read back through.
#[derive(Debug, Default)]
pub(crate) struct Frames {
    staging: Option<Buffer>,
    times: Option<(QuerySet, Buffer)>,
    /// Pairs of the two lists that are read back at once.
    expected: [u32; 2],
}

impl Frames {
    pub fn new(device: &Device) -> Result<Frames, GpuError> {
        let mut times = None;
        if device.report.has_timestamps {
            let set = device.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("times"),
                ty: wgpu::QueryType::Timestamp,
                count: TIMES as u32,
            });
            let usage = BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC;
            times = Some((set, device.buffer("times", 8 * TIMES, usage)?));
        }
        Ok(Frames { staging: None, times, expected: [1024; 2] })
    }

    /// Pairs that the next frame will probably find.
    pub fn expected_pairs(&self) -> u32 {
        self.expected[0]
    }

    /// Runs one frame, and reads what it found; the pairs only if `reads_pairs`. The lists are not read
    /// where one had too little room.
    pub fn run(
        &mut self,
        device: &Device,
        buffers: &Buffers,
        record: &Record,
        reads_pairs: bool,
    ) -> Result<Found, GpuError> {
        let room = &buffers.values.room;
        let wanted = |counts: [u32; 2]| if reads_pairs { counts } else { [0, counts[1]] };
        let reads = wanted([self.expected[0].min(room.pairs), self.expected[1].min(room.unsure)]);
        let start = Instant::now();
        let mut encoder = device.device.create_command_encoder(&Default::default());
        let stages = record.stages(&mut encoder, self.times.as_ref().map(|(set, _)| set), PASSES);
        let staging = &self.staging(device, reads)?;
        encoder.copy_buffer_to_buffer(buffers.counters(), 0, staging, 0, COUNTER_BYTES);
        if let Some((set, buffer)) = &self.times {
            let times = 2 * stages.len().min(PASSES) as u32;
            encoder.resolve_query_set(set, 0..times, buffer, 0);
            let bytes = 8 * u64::from(times);
            encoder.copy_buffer_to_buffer(buffer, 0, staging, COUNTER_BYTES, bytes);
        }
        copy_lists(&mut encoder, device, buffers, staging, reads);
        device.queue.submit([encoder.finish()]);
        let record_seconds = start.elapsed().as_secs_f64();
        let mut found = Found { is_sorted: record.sorts, record_seconds, ..Found::default() };
        read(device, staging, LISTS_AT + list_bytes(reads), |bytes| {
            let counters = bytemuck::pod_read_unaligned(&bytes[..COUNTER_BYTES as usize]);
            found.counts = Counts::of(&counters);
            if self.times.is_some() {
                let times = &bytes[COUNTER_BYTES as usize..LISTS_AT as usize];
                let times: Vec<u64> = bytemuck::pod_collect_to_vec(times);
                let period = f64::from(device.queue.get_timestamp_period()) * 1e-9;
                found.note_times(&stages, &times, period, record.times_stages);
            }
            found.take_lists(bytes, device, reads);
        })?;
        let counts = &found.counts;
        let unsure = unsure_count(device, counts);
        if counts.pairs > room.pairs || counts.unsure.max(counts.left) > room.unsure {
            return Ok(found);
        }
        let needed = wanted([counts.pairs, unsure]);
        if needed[0] > reads[0] || needed[1] > reads[1] {
            let staging = &self.staging(device, needed)?;
            let mut encoder = device.device.create_command_encoder(&Default::default());
            copy_lists(&mut encoder, device, buffers, staging, needed);
            device.queue.submit([encoder.finish()]);
            let length = LISTS_AT + list_bytes(needed);
            read(device, staging, length, |bytes| found.take_lists(bytes, device, needed))?;
        }
        // The next frame is read at once if it finds no more than a quarter more.
        self.expected = [found.counts.pairs, unsure].map(|n| n.saturating_add(n / 4 + 256));
        Ok(found)
    }

    fn staging(&mut self, device: &Device, lists: [u32; 2]) -> Result<Buffer, GpuError> {
        let bytes = LISTS_AT + list_bytes(lists);
        if let Some(staging) = self.staging.take_if(|staging| staging.size() < bytes) {
            staging.destroy();
        }
        if let Some(staging) = &self.staging {
            return Ok(staging.clone());
        }
        let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        let staging = device.buffer("what is read back", bytes, usage)?;
        self.staging = Some(staging.clone());
        Ok(staging)
    }
}

impl Found {
    fn note_times(&mut self, stages: &[Stage], times: &[u64], period: f64, each: bool) {
        let seconds = |from: u64, to: u64| to.saturating_sub(from) as f64 * period;
        let mut sums = [0.0; STAGES];
        let timed = stages.len().min(PASSES);
        for (pass, &stage) in stages[..timed].iter().enumerate() {
            sums[stage as usize] += seconds(times[2 * pass], times[2 * pass + 1]);
        }
        self.seconds = each.then_some(sums);
        self.span = timed.checked_sub(1).map(|last| seconds(times[0], times[2 * last + 1]));
    }

    fn take_lists(&mut self, bytes: &[u8], device: &Device, lists: [u32; 2]) {
        let (pairs, unsure) =
            bytes[LISTS_AT as usize..].split_at(list_bytes([lists[0], 0]) as usize);
        let listed = |bytes: &[u8], count: u32| {
            bytemuck::pod_collect_to_vec(&bytes[..list_bytes([count, 0]) as usize])
        };
        self.pairs = listed(pairs, self.counts.pairs.min(lists[0]));
        self.unsure = listed(unsure, unsure_count(device, &self.counts).min(lists[1]));
    }
}

fn unsure_count(device: &Device, counts: &Counts) -> u32 {
    if device.tests_twice() { counts.left } else { counts.unsure }
}

fn list_bytes(lists: [u32; 2]) -> u64 {
    lists.iter().map(|&count| u64::from(count) * size_of::<[u32; 2]>() as u64).sum()
}

fn copy_lists(
    encoder: &mut CommandEncoder,
    device: &Device,
    buffers: &Buffers,
    to: &Buffer,
    lists: [u32; 2],
) {
    let mut at = LISTS_AT;
    for (list, count) in [buffers.pairs(), buffers.unsure(device)].into_iter().zip(lists) {
        let bytes = list_bytes([count, 0]);
        encoder.copy_buffer_to_buffer(list, 0, to, at, bytes);
        at += bytes;
    }
}

/// The first pairs of a list, as the last frame left it.
pub(crate) fn read_list(
    device: &Device,
    list: &Buffer,
    count: u32,
) -> Result<Vec<[u32; 2]>, GpuError> {
    read_words(device, list, list_bytes([count, 0]))
}

/// The beginning of a buffer.
pub(crate) fn read_words<T: bytemuck::AnyBitPattern + bytemuck::NoUninit>(
    device: &Device,
    buffer: &Buffer,
    bytes: u64,
) -> Result<Vec<T>, GpuError> {
    if bytes == 0 {
        return Ok(Vec::new());
    }
    let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
    let staging = device.buffer("what is read back", bytes, usage)?;
    let mut encoder = device.device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, bytes);
    device.queue.submit([encoder.finish()]);
    let mut list = Vec::new();
    read(device, &staging, bytes, |bytes| list = bytemuck::pod_collect_to_vec(bytes))?;
    Ok(list)
}

/// Waits for all work, and shows the first bytes of a buffer.
fn read(
    device: &Device,
    buffer: &Buffer,
    length: u64,
    show: impl FnOnce(&[u8]),
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
        show(&view);
    }
    buffer.unmap();
    Ok(())
}
