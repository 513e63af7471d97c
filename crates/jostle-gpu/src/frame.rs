//! One frame on the device: all stages in one submission, and what comes back.

use crate::GpuError;
use crate::buffers::Buffers;
use crate::buffers::list_capacity::ListCapacity;
use crate::counters::{Counters, RawCounters};
use crate::device::Device;
use crate::frame_commands::{FrameCommands, FramePlan};
use crate::frame_stage::FrameStage;
use crate::read_back::map_and_read;
use crate::workgroups::rounded_up;
use wgpu::{Buffer, BufferUsages, CommandBuffer, CommandEncoder, QuerySet};

const STAGES: usize = FrameStage::ALL.len();
/// Passes that are timed; there are more only in frames of many rounds.
const TIMED_PASSES: usize = 256;
const TIMES: u64 = 2 * TIMED_PASSES as u64;
/// Pairs that are read back at once beyond those that are expected: they cost less than to read again.
const MORE_PAIRS: u32 = 4096;
/// Where times and lists begin in the staging buffer.
const COUNTER_BYTES: u64 = size_of::<RawCounters>() as u64;
const LISTS_OFFSET: u64 = COUNTER_BYTES + 8 * TIMES;

/// The result of a frame.
#[derive(Debug, Default)]
pub(crate) struct FrameResult {
    pub counters: Counters,
    pub pairs: Vec<[u32; 2]>,
    /// Whether the pairs are in order.
    pub is_sorted: bool,
    /// Pairs of slots for the exact test.
    pub unsure: Vec<[u32; 2]>,
    /// Seconds of each stage, where the device tells.
    pub stage_seconds: Option<[f64; STAGES]>,
    /// Seconds from the beginning of the first to the end of the last.
    pub device_seconds: Option<f64>,
}

/// A frame that is yet to run.
#[derive(Debug)]
pub(crate) struct RecordedFrame {
    commands: CommandBuffer,
    /// Of each pass.
    stages: Vec<FrameStage>,
    /// What is read back goes here.
    staging: Buffer,
}

/// Runs frames; keeps the buffer that they are read back through.
#[derive(Debug, Default)]
pub(crate) struct FrameRunner {
    staging: Option<Buffer>,
    times: Option<(QuerySet, Buffer)>,
    /// Pairs of the two lists (certain and unsure) that the next frame will probably find.
    expected: [u32; 2],
    /// The plan of the last frame, and a frame that was recorded while it ran.
    last_plan: Option<FramePlan>,
    ahead: Option<(FramePlan, RecordedFrame)>,
}

impl FrameRunner {
    pub fn new(device: &Device) -> Result<FrameRunner, GpuError> {
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
        Ok(FrameRunner { times, ..FrameRunner::default() })
    }

    /// Pairs that the next frame will probably find.
    pub fn expected_pairs(&self) -> u32 {
        self.expected[0]
    }

    /// How much of the two lists is read back at once: what the next frame will probably find, and some more.
    pub fn reads(&self, capacity: &ListCapacity, reads_pairs: bool) -> [u32; 2] {
        let [pairs, unsure] =
            self.expected.map(|count| rounded_up(count.saturating_add(MORE_PAIRS)));
        needed_lists([pairs.min(capacity.pairs), unsure.min(capacity.unsure)], reads_pairs)
    }

    /// The frame that was recorded for this plan while the last one ran, if it was. None is recorded for positions of
    /// the caller's, which may be in another buffer each time.
    pub fn take_recorded(&mut self, plan: &FramePlan) -> Option<RecordedFrame> {
        let (_, frame) = self.ahead.take().filter(|(ahead, _)| ahead == plan)?;
        Some(frame)
    }

    /// Records one frame.
    pub fn record(
        &mut self,
        device: &Device,
        commands: &FrameCommands,
    ) -> Result<RecordedFrame, GpuError> {
        let (buffers, reads) = (commands.buffers, commands.plan.reads);
        let mut encoder = device.device.create_command_encoder(&Default::default());
        let stages =
            commands.encode(&mut encoder, self.times.as_ref().map(|(set, _)| set), TIMED_PASSES);
        let staging = &self.staging(device, reads)?;
        encoder.copy_buffer_to_buffer(buffers.counters(), 0, staging, 0, COUNTER_BYTES);
        if let Some((set, buffer)) = &self.times {
            let times = 2 * stages.len().min(TIMED_PASSES) as u32;
            encoder.resolve_query_set(set, 0..times, buffer, 0);
            let bytes = 8 * u64::from(times);
            encoder.copy_buffer_to_buffer(buffer, 0, staging, COUNTER_BYTES, bytes);
        }
        copy_lists(&mut encoder, device, buffers, staging, reads);
        Ok(RecordedFrame { commands: encoder.finish(), stages, staging: staging.clone() })
    }

    /// Runs a frame that is recorded, and reads what it found. The lists are not read where one was too short. While
    /// it runs, the next one is recorded, if the one before was of the same plan: then the next will probably be.
    pub fn run(
        &mut self,
        device: &Device,
        frame: RecordedFrame,
        commands: &FrameCommands,
    ) -> Result<FrameResult, GpuError> {
        let FrameCommands { plan, buffers, .. } = *commands;
        let (capacity, reads) = (&buffers.params.capacity, plan.reads);
        let RecordedFrame { commands: recorded, stages, staging } = frame;
        device.queue.submit([recorded]);
        buffers.prepare_uploads();
        if self.last_plan.as_ref() != Some(plan) {
            self.last_plan = Some(plan.clone());
        } else if commands.positions.is_none() {
            self.ahead = Some((plan.clone(), self.record(device, commands)?));
        }
        let mut result = FrameResult { is_sorted: plan.sorts, ..FrameResult::default() };
        map_and_read(device, &staging, LISTS_OFFSET + list_bytes(reads), |bytes| {
            let raw = bytemuck::pod_read_unaligned(&bytes[..COUNTER_BYTES as usize]);
            result.counters = Counters::from_raw(&raw);
            if self.times.is_some() {
                let times = &bytes[COUNTER_BYTES as usize..LISTS_OFFSET as usize];
                let times: Vec<u64> = bytemuck::pod_collect_to_vec(times);
                let period = f64::from(device.queue.get_timestamp_period()) * 1e-9;
                result.note_times(&stages, &times, period, plan.times_stages);
            }
            result.take_lists(bytes, device, reads);
        })?;
        let counters = &result.counters;
        let unsure = unsure_count(device, counters);
        if counters.pairs > capacity.pairs
            || counters.unsure.max(counters.unsure_f64) > capacity.unsure
        {
            return Ok(result);
        }
        let needed = needed_lists([counters.pairs, unsure], plan.reads_pairs);
        if needed[0] > reads[0] || needed[1] > reads[1] {
            let staging = &self.staging(device, needed)?;
            let mut encoder = device.device.create_command_encoder(&Default::default());
            copy_lists(&mut encoder, device, buffers, staging, needed);
            device.queue.submit([encoder.finish()]);
            let length = LISTS_OFFSET + list_bytes(needed);
            map_and_read(device, staging, length, |bytes| {
                result.take_lists(bytes, device, needed)
            })?;
        }
        // The next frame may find a quarter more.
        self.expected = [result.counters.pairs, unsure].map(|n| n.saturating_add(n / 4));
        Ok(result)
    }

    fn staging(&mut self, device: &Device, lists: [u32; 2]) -> Result<Buffer, GpuError> {
        let bytes = LISTS_OFFSET + list_bytes(lists);
        if let Some(staging) = self.staging.take_if(|staging| staging.size() < bytes) {
            staging.destroy();
            // It was to be read back through that.
            self.ahead = None;
        }
        if let Some(staging) = &self.staging {
            return Ok(staging.clone());
        }
        let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        let staging = device.buffer("results read back", bytes, usage)?;
        self.staging = Some(staging.clone());
        Ok(staging)
    }
}

impl FrameResult {
    fn note_times(&mut self, stages: &[FrameStage], times: &[u64], period: f64, each: bool) {
        let seconds = |from: u64, to: u64| to.saturating_sub(from) as f64 * period;
        let mut sums = [0.0; STAGES];
        let timed = stages.len().min(TIMED_PASSES);
        for (pass, &stage) in stages[..timed].iter().enumerate() {
            sums[stage as usize] += seconds(times[2 * pass], times[2 * pass + 1]);
        }
        self.stage_seconds = each.then_some(sums);
        self.device_seconds =
            timed.checked_sub(1).map(|last| seconds(times[0], times[2 * last + 1]));
    }

    fn take_lists(&mut self, bytes: &[u8], device: &Device, lists: [u32; 2]) {
        let (pairs, unsure) =
            bytes[LISTS_OFFSET as usize..].split_at(list_bytes([lists[0], 0]) as usize);
        let pairs_in = |bytes: &[u8], count: u32| {
            bytemuck::pod_collect_to_vec(&bytes[..list_bytes([count, 0]) as usize])
        };
        self.pairs = pairs_in(pairs, self.counters.pairs.min(lists[0]));
        self.unsure = pairs_in(unsure, unsure_count(device, &self.counters).min(lists[1]));
    }
}

/// How much is read of the two lists (certain and unsure).
fn needed_lists(counts: [u32; 2], reads_pairs: bool) -> [u32; 2] {
    if reads_pairs { counts } else { [0, counts[1]] }
}

fn unsure_count(device: &Device, counters: &Counters) -> u32 {
    if device.has_second_narrow_phase() { counters.unsure_f64 } else { counters.unsure }
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
    let mut at = LISTS_OFFSET;
    for (list, count) in [buffers.pairs(), buffers.unsure(device)].into_iter().zip(lists) {
        let bytes = list_bytes([count, 0]);
        encoder.copy_buffer_to_buffer(list, 0, to, at, bytes);
        at += bytes;
    }
}
