//! The buffers of an engine on its device. They are kept, and grow where a scene or a list needs more.

use crate::GpuError;
use crate::device::Device;
use crate::pipelines::Pipelines;
use crate::topology::Topology;
use bytemuck::{Pod, Zeroable};
use jostle::{DVec3, Scene};
use wgpu::{BindGroup, Buffer, BufferUsages};

/// As in `wgsl/scene.wgsl`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Params {
    pub clusters: u32,
    pub bundles: u32,
    pub vertices: u32,
    /// Room in each list, in the order of [`Lists`].
    pub room: [u32; LISTS],
    pub centre: [f32; 3],
    pub slots: u32,
}

/// Pairs of bundles, near clusters, candidates, pairs, and pairs for the exact test.
pub(crate) const LISTS: usize = 5;
const LIST_NAMES: [&str; LISTS] =
    ["pairs of bundles", "pairs of clusters", "candidates", "pairs", "unsure pairs"];
/// Counters: of the lists, and of what is only counted.
pub(crate) const COUNTERS: usize = 8;
/// The counter of what the others could not count.
pub(crate) const BEYOND: usize = 7;
const BUNDLE: usize = 64;
/// Pairs that a list has room for at first.
const FIRST_ROOM: u32 = 1 << 12;

/// A buffer that is made anew where more is needed.
#[derive(Debug)]
struct Growing {
    what: &'static str,
    usage: BufferUsages,
    buffer: Option<Buffer>,
}

impl Growing {
    fn new(what: &'static str, usage: BufferUsages) -> Growing {
        let usage = usage | BufferUsages::COPY_DST;
        Growing { what, usage, buffer: None }
    }

    /// Makes room, and tells whether there is another buffer now.
    fn reserve(&mut self, device: &Device, bytes: u64) -> Result<bool, GpuError> {
        if self.buffer.as_ref().is_some_and(|buffer| buffer.size() >= bytes) {
            return Ok(false);
        }
        // The old one first: there may be no room for both.
        self.buffer = None;
        self.buffer = Some(device.buffer(self.what, bytes, self.usage)?);
        Ok(true)
    }

    fn get(&self) -> &Buffer {
        self.buffer.as_ref().expect("reserved before a frame")
    }

    fn bytes(&self) -> u64 {
        self.buffer.as_ref().map_or(0, Buffer::size)
    }
}

#[derive(Debug)]
pub(crate) struct Buffers {
    params: Growing,
    positions: Growing,
    corners: Growing,
    elements: Growing,
    clusters: Growing,
    links: Growing,
    counters: Growing,
    element_boxes: Growing,
    boxes: Growing,
    stars: Growing,
    lists: [Growing; LISTS],
    /// The stars before anything is computed.
    first_stars: Growing,
    arguments: Growing,
    pub values: Params,
    groups: Option<(BindGroup, BindGroup)>,
    /// Scratch: positions as pairs of short numbers.
    halves: Vec<[f32; 2]>,
}

impl Buffers {
    pub fn new() -> Buffers {
        let storage = BufferUsages::STORAGE;
        let read = storage | BufferUsages::COPY_SRC;
        let values = Params { room: [FIRST_ROOM; LISTS], ..Params::default() };
        Buffers {
            params: Growing::new("parameters", BufferUsages::UNIFORM),
            positions: Growing::new("positions", storage),
            corners: Growing::new("corners", storage),
            elements: Growing::new("elements", storage),
            clusters: Growing::new("clusters", storage),
            links: Growing::new("links", storage),
            counters: Growing::new("counters", read),
            element_boxes: Growing::new("boxes of elements", storage),
            boxes: Growing::new("boxes of clusters", storage),
            stars: Growing::new("stars", storage),
            lists: LIST_NAMES.map(|name| Growing::new(name, read)),
            first_stars: Growing::new("stars of topology", BufferUsages::COPY_SRC),
            arguments: Growing::new("arguments", storage | BufferUsages::INDIRECT),
            values,
            groups: None,
            halves: Vec::new(),
        }
    }

    /// Takes a topology to the device.
    pub fn upload_topology(
        &mut self,
        device: &Device,
        topology: &Topology,
    ) -> Result<(), GpuError> {
        let slots = topology.elements.len();
        let bundles = topology.clusters.len().div_ceil(BUNDLE);
        self.values.clusters = topology.clusters.len() as u32;
        self.values.bundles = bundles as u32;
        self.values.vertices = topology.stars.len() as u32;
        self.values.slots = slots as u32;
        fn upload<T: Pod>(to: &mut Growing, device: &Device, list: &[T]) -> Result<bool, GpuError> {
            let bytes: &[u8] = bytemuck::cast_slice(list);
            let is_new = to.reserve(device, bytes.len() as u64)?;
            device.queue.write_buffer(to.get(), 0, bytes);
            Ok(is_new)
        }
        let box_bytes = |count: usize| (count * 6 * size_of::<i32>()) as u64;
        let vertices = topology.stars.len() as u64;
        let position = if device.uses_doubles { size_of::<DVec3>() } else { 24 } as u64;
        let changes = [
            upload(&mut self.corners, device, &topology.corners)?,
            upload(&mut self.elements, device, &topology.elements)?,
            upload(&mut self.clusters, device, &topology.clusters)?,
            upload(&mut self.links, device, &topology.links)?,
            upload(&mut self.first_stars, device, &topology.stars)?,
            self.params.reserve(device, size_of::<Params>() as u64)?,
            self.positions.reserve(device, vertices * position)?,
            self.counters.reserve(device, (COUNTERS * size_of::<u32>()) as u64)?,
            self.element_boxes.reserve(device, box_bytes(slots))?,
            self.boxes.reserve(device, box_bytes(topology.clusters.len() + bundles))?,
            self.stars.reserve(device, vertices * size_of::<u32>() as u64)?,
            self.arguments.reserve(device, 9 * size_of::<u32>() as u64)?,
        ];
        if changes.contains(&true) {
            self.groups = None;
        }
        Ok(())
    }

    /// Takes positions to the device.
    pub fn upload_positions(&mut self, device: &Device, scene: &Scene) {
        self.values.centre = centre(scene);
        let to = self.positions.get();
        if device.uses_doubles {
            device.queue.write_buffer(to, 0, bytemuck::cast_slice(scene.vertices()));
        } else {
            self.halves.clear();
            let coordinates: &[f64] = bytemuck::cast_slice(scene.vertices());
            self.halves.extend(coordinates.iter().map(|&x| halves(x)));
            device.queue.write_buffer(to, 0, bytemuck::cast_slice(&self.halves));
        }
    }

    /// Gives each list room for what was counted, and tells whether one had too little.
    pub fn make_room(&mut self, device: &Device, counts: &[u32]) -> bool {
        let largest = device.largest_buffer() / size_of::<[u32; 2]>() as u64;
        let largest = u32::try_from(largest).unwrap_or(u32::MAX);
        let mut grown = false;
        for (room, &count) in self.values.room.iter_mut().zip(counts) {
            if count > *room {
                // A quarter more if there is room, because the next frame may need it.
                *room = count.saturating_add(count / 4).min(largest).max(count);
                grown = true;
            }
        }
        grown
    }

    /// Prepares for a frame.
    pub fn bind(&mut self, device: &Device, pipelines: &Pipelines) -> Result<(), GpuError> {
        for (list, &room) in self.lists.iter_mut().zip(&self.values.room) {
            if list.reserve(device, u64::from(room) * size_of::<[u32; 2]>() as u64)? {
                self.groups = None;
            }
        }
        device.queue.write_buffer(self.params.get(), 0, bytemuck::bytes_of(&self.values));
        if self.groups.is_none() {
            let all = [
                &self.params,
                &self.positions,
                &self.corners,
                &self.elements,
                &self.clusters,
                &self.links,
                &self.counters,
                &self.element_boxes,
                &self.boxes,
                &self.stars,
            ];
            let all: Vec<&Growing> = all.into_iter().chain(&self.lists).collect();
            let group = |layout, buffers: &[&Growing]| {
                let entries: Vec<_> = (0..)
                    .zip(buffers)
                    .map(|(binding, buffer)| wgpu::BindGroupEntry {
                        binding,
                        resource: buffer.get().as_entire_binding(),
                    })
                    .collect();
                let descriptor =
                    wgpu::BindGroupDescriptor { label: None, layout, entries: &entries };
                device.device.create_bind_group(&descriptor)
            };
            let scene = group(&pipelines.scene_layout, &all);
            let arguments = group(&pipelines.arguments_layout, &[&self.arguments]);
            self.groups = Some((scene, arguments));
        }
        Ok(())
    }

    /// What all kernels see, and the arguments.
    pub fn groups(&self) -> (&BindGroup, &BindGroup) {
        let (scene, arguments) = self.groups.as_ref().expect("bound before a frame");
        (scene, arguments)
    }

    pub fn counters(&self) -> &Buffer {
        self.counters.get()
    }

    pub fn arguments(&self) -> &Buffer {
        self.arguments.get()
    }

    pub fn list(&self, list: usize) -> &Buffer {
        self.lists[list].get()
    }

    /// Clears what a frame counts in, and the stars.
    pub fn reset(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.clear_buffer(self.counters.get(), 0, None);
        let bytes = u64::from(self.values.vertices) * size_of::<u32>() as u64;
        encoder.copy_buffer_to_buffer(self.first_stars.get(), 0, self.stars.get(), 0, bytes);
    }

    /// Bytes on the device.
    pub fn bytes(&self) -> u64 {
        let all = [
            &self.params,
            &self.positions,
            &self.corners,
            &self.elements,
            &self.clusters,
            &self.links,
            &self.counters,
            &self.element_boxes,
            &self.boxes,
            &self.stars,
            &self.first_stars,
            &self.arguments,
        ];
        all.into_iter().chain(&self.lists).map(Growing::bytes).sum()
    }
}

/// A point amid the scene: medians, because a few vertices may have flown away.
fn centre(scene: &Scene) -> [f32; 3] {
    const SAMPLES: usize = 31;
    let vertices = scene.vertices();
    let step = vertices.len().div_ceil(SAMPLES).max(1);
    std::array::from_fn(|axis| {
        let mut values: Vec<f64> = vertices.iter().step_by(step).map(|v| v[axis]).collect();
        if values.is_empty() {
            return 0.0;
        }
        let middle = values.len() / 2;
        let median = *values.select_nth_unstable_by(middle, f64::total_cmp).1;
        median.clamp(-1e38, 1e38) as f32
    })
}

/// A number as the sum of two shorter ones, up to the 48 bits that they hold; what is too large for
/// them is left as large as they get.
fn halves(x: f64) -> [f32; 2] {
    const LARGEST: f64 = 3e38;
    let high = x.clamp(-LARGEST, LARGEST) as f32;
    let rest = x - f64::from(high);
    let low = if rest.abs() < 1e30 { rest as f32 } else { 0.0 };
    [high, low]
}
