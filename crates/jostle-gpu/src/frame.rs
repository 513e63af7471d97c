//! One frame on the device: all stages in one submission, and what comes back.

use crate::GpuError;
use crate::buffers::{Buffers, COUNTERS};
use crate::device::Device;
use crate::pipelines::{Pipelines, Stage};
use crate::topology::Topology;
use std::sync::mpsc;
use wgpu::{Buffer, BufferUsages, CommandEncoder, ComputePipeline, QuerySet};

/// Workgroups along x of a dispatch; as in `wgsl/scene.wgsl`.
const ROW: u32 = 32768;
const STAGES: usize = Stage::ALL.len();
const TIMES: u64 = 2 * STAGES as u64;
/// Where lists begin in what is read back: after the counters and the times.
const COUNTER_BYTES: u64 = (COUNTERS * size_of::<u32>()) as u64;
const LISTS_AT: u64 = 256;
/// The lists that are read back, as [`Buffers::list`] counts.
const PAIRS: usize = 3;
const UNSURE: usize = 4;

/// What a frame found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub counts: [u32; COUNTERS],
    pub pairs: Vec<[u32; 2]>,
    pub unsure: Vec<[u32; 2]>,
    /// Seconds of each stage, where the device tells.
    pub seconds: Option<[f64; STAGES]>,
    /// From the beginning of the first to the end of the last.
    pub span: Option<f64>,
}

/// Runs frames; keeps the buffer that they are read back through.
#[derive(Debug)]
pub(crate) struct Frames {
    staging: Option<Buffer>,
    times: Option<(QuerySet, Buffer)>,
    /// Pairs of the two lists that are read back at once.
    expected: [u32; 2],
}

impl Frames {
    pub fn new(device: &Device) -> Result<Frames, GpuError> {
        let mut times = None;
        if device.uses_timestamps {
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

    /// Runs one frame, and reads what it found. The lists are not read where one had too little room.
    pub fn run(
        &mut self,
        device: &Device,
        pipelines: &Pipelines,
        topology: &Topology,
        buffers: &Buffers,
    ) -> Result<Found, GpuError> {
        let room = &buffers.values.room;
        let reads = [self.expected[0].min(room[PAIRS]), self.expected[1].min(room[UNSURE])];
        let mut encoder = device.device.create_command_encoder(&Default::default());
        self.record(&mut encoder, pipelines, topology, buffers);
        let staging = &self.staging(device, reads)?;
        encoder.copy_buffer_to_buffer(buffers.counters(), 0, staging, 0, COUNTER_BYTES);
        if let Some((set, buffer)) = &self.times {
            encoder.resolve_query_set(set, 0..TIMES as u32, buffer, 0);
            encoder.copy_buffer_to_buffer(buffer, 0, staging, COUNTER_BYTES, 8 * TIMES);
        }
        copy_lists(&mut encoder, buffers, staging, reads);
        device.queue.submit([encoder.finish()]);
        let mut found = Found::default();
        let bytes = read(device, staging, LISTS_AT + list_bytes(reads), |bytes| {
            found.counts = bytemuck::pod_read_unaligned(&bytes[..COUNTER_BYTES as usize]);
            let times = &bytes[COUNTER_BYTES as usize..][..8 * TIMES as usize];
            let times: [u64; TIMES as usize] = bytemuck::pod_read_unaligned(times);
            if self.times.is_some() {
                let period = f64::from(device.queue.get_timestamp_period()) * 1e-9;
                let seconds = |from: u64, to: u64| to.saturating_sub(from) as f64 * period;
                found.seconds =
                    Some(std::array::from_fn(|s| seconds(times[2 * s], times[2 * s + 1])));
                found.span = Some(seconds(times[0], times[TIMES as usize - 1]));
            }
            take_lists(bytes, reads, &mut found);
        });
        bytes?;
        if found.counts[..room.len()].iter().zip(room).any(|(count, room)| count > room) {
            return Ok(found);
        }
        let needed = [found.counts[PAIRS], found.counts[UNSURE]];
        if needed[0] > reads[0] || needed[1] > reads[1] {
            // More than the frame before; the next one is read at once.
            self.expected = needed.map(|count| count.saturating_add(count / 4 + 1024));
            let staging = &self.staging(device, needed)?;
            let mut encoder = device.device.create_command_encoder(&Default::default());
            copy_lists(&mut encoder, buffers, staging, needed);
            device.queue.submit([encoder.finish()]);
            let length = LISTS_AT + list_bytes(needed);
            read(device, staging, length, |bytes| take_lists(bytes, needed, &mut found))?;
        }
        found.pairs.truncate(needed[0] as usize);
        found.unsure.truncate(needed[1] as usize);
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

    fn record(
        &self,
        encoder: &mut CommandEncoder,
        pipelines: &Pipelines,
        topology: &Topology,
        buffers: &Buffers,
    ) {
        let values = &buffers.values;
        let (scene, arguments) = buffers.groups();
        buffers.reset(encoder);
        let mut stage = |stage: Stage, kernels: &[(&ComputePipeline, Size)]| {
            let at = 2 * stage as u32;
            let timestamp_writes =
                self.times.as_ref().map(|(query_set, _)| wgpu::ComputePassTimestampWrites {
                    query_set,
                    beginning_of_pass_write_index: Some(at),
                    end_of_pass_write_index: Some(at + 1),
                });
            let label = Some(stage.name());
            let mut pass = encoder
                .begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes });
            pass.set_bind_group(0, scene, &[]);
            for (kernel, size) in kernels {
                pass.set_pipeline(kernel);
                match *size {
                    Size::Workgroups(0) => (),
                    Size::Workgroups(n) => {
                        pass.dispatch_workgroups(n.min(ROW), n.div_ceil(ROW), 1);
                    }
                    Size::Arguments => {
                        pass.set_bind_group(1, arguments, &[]);
                        pass.dispatch_workgroups(1, 1, 1);
                        pass.set_bind_group(1, None::<&wgpu::BindGroup>, &[]);
                    }
                    Size::OfList(list) => {
                        pass.dispatch_workgroups_indirect(buffers.arguments(), 12 * list);
                    }
                }
            }
        };
        let counted = (&pipelines.arguments, Size::Arguments);
        stage(Stage::Boxes, &[(&pipelines.boxes, Size::Workgroups(values.clusters))]);
        let stars = if topology.has_links { values.vertices.div_ceil(64) } else { 0 };
        stage(Stage::Stars, &[(&pipelines.stars, Size::Workgroups(stars))]);
        let bundles = Size::Workgroups(values.bundles);
        stage(
            Stage::Bundles,
            &[(&pipelines.bundle_boxes, bundles), (&pipelines.bundle_pairs, bundles), counted],
        );
        stage(Stage::Near, &[(&pipelines.near, Size::OfList(0)), counted]);
        stage(Stage::Candidates, &[(&pipelines.candidates, Size::OfList(1)), counted]);
        let narrow = [
            (&pipelines.narrow_triangles, topology.has_triangles),
            (&pipelines.narrow_tetrahedra, topology.has_tetrahedra),
            (&pipelines.narrow_mixed, topology.has_triangles && topology.has_tetrahedra),
        ];
        let narrow: Vec<_> =
            narrow.iter().filter(|kernel| kernel.1).map(|k| (k.0, Size::OfList(2))).collect();
        stage(Stage::Narrow, &narrow);
    }

    /// Bytes on the device.
    pub fn bytes(&self) -> u64 {
        self.staging.as_ref().map_or(0, Buffer::size)
    }
}

/// How many workgroups a kernel needs.
#[derive(Clone, Copy)]
enum Size {
    Workgroups(u32),
    /// One, which writes those of the stages to come.
    Arguments,
    /// As many as a list asks for.
    OfList(u64),
}

fn list_bytes(lists: [u32; 2]) -> u64 {
    lists.iter().map(|&count| u64::from(count) * size_of::<[u32; 2]>() as u64).sum()
}

fn copy_lists(encoder: &mut CommandEncoder, buffers: &Buffers, to: &Buffer, lists: [u32; 2]) {
    let mut at = LISTS_AT;
    for (list, count) in [PAIRS, UNSURE].into_iter().zip(lists) {
        let bytes = list_bytes([count, 0]);
        encoder.copy_buffer_to_buffer(buffers.list(list), 0, to, at, bytes);
        at += bytes;
    }
}

fn take_lists(bytes: &[u8], lists: [u32; 2], found: &mut Found) {
    let lists_bytes = &bytes[LISTS_AT as usize..];
    let (pairs, unsure) = lists_bytes.split_at(list_bytes([lists[0], 0]) as usize);
    let unsure = &unsure[..list_bytes([lists[1], 0]) as usize];
    let listed = |bytes: &[u8]| bytemuck::pod_collect_to_vec::<u8, [u32; 2]>(bytes);
    let (pairs_count, unsure_count) =
        (found.counts[PAIRS].min(lists[0]), found.counts[UNSURE].min(lists[1]));
    found.pairs = listed(&pairs[..list_bytes([pairs_count, 0]) as usize]);
    found.unsure = listed(&unsure[..list_bytes([unsure_count, 0]) as usize]);
}

/// The first pairs of a list, as the last frame left it.
pub(crate) fn read_list(
    device: &Device,
    list: &Buffer,
    count: u32,
) -> Result<Vec<[u32; 2]>, GpuError> {
    let bytes = list_bytes([count, 0]);
    if bytes == 0 {
        return Ok(Vec::new());
    }
    let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
    let staging = device.buffer("what is read back", bytes, usage)?;
    let mut encoder = device.device.create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(list, 0, &staging, 0, bytes);
    device.queue.submit([encoder.finish()]);
    let mut pairs = Vec::new();
    read(device, &staging, bytes, |bytes| pairs = bytemuck::pod_collect_to_vec(bytes))?;
    Ok(pairs)
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
