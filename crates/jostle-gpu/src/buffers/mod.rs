//! The buffers of an engine on its device. They are kept, and grow where a scene or a list needs more.

mod groups;
mod positions;
mod sort;

use crate::GpuError;
use crate::counts::{COUNTERS, Counts};
use crate::device::{Device, Numbers};
use crate::growing::Growing;
use crate::layouts::Layouts;
use crate::topology::Topology;
use bytemuck::{Pod, Zeroable};
use groups::Groups;
use jostle::{DVec3, Scene};
use positions::{centre, halves};
use wgpu::{Buffer, BufferUsages};

/// As in `wgsl/counters.wgsl`.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Params {
    pub clusters: u32,
    pub bundles: u32,
    pub crowds: u32,
    pub vertices: u32,
    pub slots: u32,
    pub room: Room,
    pub zero: u32,
    pub centre: [f32; 3],
    pub stride: u32,
    pub padding: [u32; 2],
}

/// Pairs that the lists have room for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Room {
    pub near: u32,
    pub candidates: u32,
    pub pairs: u32,
    pub unsure: u32,
}

const BUNDLE: usize = 64;
/// Pairs that a list has room for at first; no less than a block of `wgsl/candidates.wgsl` can give.
const FIRST_ROOM: u32 = 1 << 12;
/// Candidates an element that a round has room for; where there are more there are more rounds, so that
/// memory does not grow with them.
const CANDIDATES_AN_ELEMENT: u32 = 12;
const LEAST_CANDIDATES: u32 = 1 << 17;
const PAIR: u64 = size_of::<[u32; 2]>() as u64;
/// Kernels of which the workgroups are counted on the device.
const ARGUMENTS: u64 = 6;

#[derive(Debug)]
pub(crate) struct Buffers {
    params: Growing,
    counters: Growing,
    /// Positions of 64 bits, and as sums of two numbers of 32.
    doubles: Growing,
    halves: Growing,
    corners: Growing,
    elements: Growing,
    clusters: Growing,
    links: Growing,
    /// The label of each slot, for brute force.
    labels: Growing,
    element_boxes: Growing,
    boxes: Growing,
    stars: Growing,
    /// The stars before anything is computed.
    first_stars: Growing,
    near: Growing,
    other: Growing,
    candidates: Growing,
    pairs: Growing,
    unsure: Growing,
    left: Growing,
    arguments: Growing,
    table: Growing,
    /// Where each digit is, from the lowest up.
    digits: Vec<Buffer>,
    pub values: Params,
    /// Candidates that a round has room for, if not as many as usual.
    pub candidates_at_once: Option<u32>,
    groups: Option<Groups>,
    /// Scratch: positions as pairs of short numbers.
    short: Vec<[f32; 2]>,
}

impl Buffers {
    pub fn new() -> Buffers {
        let storage = BufferUsages::STORAGE;
        let read = storage | BufferUsages::COPY_SRC;
        let room = Room {
            near: FIRST_ROOM,
            candidates: FIRST_ROOM,
            pairs: FIRST_ROOM,
            unsure: FIRST_ROOM,
        };
        Buffers {
            params: Growing::new("parameters", BufferUsages::UNIFORM),
            counters: Growing::new("counters", read),
            doubles: Growing::new("positions", storage),
            halves: Growing::new("positions", storage),
            corners: Growing::new("corners", storage),
            elements: Growing::new("elements", storage),
            clusters: Growing::new("clusters", storage),
            links: Growing::new("links", storage),
            labels: Growing::new("labels", storage),
            element_boxes: Growing::new("boxes of elements", storage),
            boxes: Growing::new("boxes of clusters", storage),
            stars: Growing::new("stars", storage),
            first_stars: Growing::new("stars of topology", BufferUsages::COPY_SRC),
            near: Growing::new("pairs of clusters", read),
            other: Growing::new("pairs of clusters", read),
            candidates: Growing::new("candidates", read),
            pairs: Growing::new("pairs", read),
            unsure: Growing::new("unsure pairs", read),
            left: Growing::new("unsure pairs", read),
            arguments: Growing::new("arguments", storage | BufferUsages::INDIRECT),
            table: Growing::new("digits of pairs", storage),
            digits: Vec::new(),
            values: Params { room, ..Params::default() },
            candidates_at_once: None,
            groups: None,
            short: Vec::new(),
        }
    }

    /// Takes a topology to the device.
    pub fn upload_topology(
        &mut self,
        device: &Device,
        topology: &Topology,
    ) -> Result<(), GpuError> {
        let (slots, clusters) = (topology.elements.len(), topology.clusters.len());
        let bundles = clusters.div_ceil(BUNDLE);
        let crowds = bundles.div_ceil(BUNDLE);
        let values = &mut self.values;
        values.clusters = clusters as u32;
        values.bundles = bundles as u32;
        values.crowds = crowds as u32;
        values.vertices = topology.stars.len() as u32;
        values.slots = slots as u32;
        // What a larger scene needed is given back.
        let usual = (slots as u32).max(FIRST_ROOM);
        for room in [&mut values.room.near, &mut values.room.pairs, &mut values.room.unsure] {
            *room = (*room).min(usual.saturating_mul(4));
        }
        let most = usual.saturating_mul(CANDIDATES_AN_ELEMENT).max(LEAST_CANDIDATES);
        values.room.candidates = values.room.candidates.min(most);
        let box_bytes = |count: usize| (count * 6 * size_of::<i32>()) as u64;
        let vertices = topology.stars.len() as u64;
        let position_bytes = vertices * size_of::<DVec3>() as u64;
        let mut changes = vec![
            self.corners.upload(device, &topology.corners)?,
            self.elements.upload(device, &topology.elements)?,
            self.clusters.upload(device, &topology.clusters)?,
            self.links.upload(device, &topology.links)?,
            self.labels.upload(device, &topology.labels)?,
            self.first_stars.upload(device, &topology.stars)?,
            self.params.reserve(device, size_of::<Params>() as u64)?,
            self.counters.reserve(device, (COUNTERS * size_of::<u32>()) as u64)?,
            self.element_boxes.reserve(device, box_bytes(slots))?,
            self.boxes.reserve(device, box_bytes(clusters + bundles + crowds))?,
            self.stars.reserve(device, vertices * size_of::<u32>() as u64)?,
            self.arguments.reserve(device, 3 * ARGUMENTS * size_of::<u32>() as u64)?,
        ];
        if device.numbers != Numbers::Short {
            changes.push(self.doubles.reserve(device, position_bytes)?);
        }
        if device.numbers != Numbers::Long {
            changes.push(self.halves.reserve(device, position_bytes)?);
        }
        let digits = sort::digits_of(topology.highest_element());
        if self.digits.len() != digits {
            self.digits = sort::places(device, digits)?;
            self.groups = None;
        }
        if changes.contains(&true) {
            self.groups = None;
        }
        Ok(())
    }

    /// Boxes are taken about a point amid the scene.
    pub fn set_centre(&mut self, scene: &Scene) {
        self.values.centre = centre(scene);
    }

    /// Takes positions to the device.
    pub fn upload_positions(&mut self, device: &Device, scene: &Scene) {
        self.set_centre(scene);
        if device.numbers == Numbers::Short {
            self.short.clear();
            let coordinates: &[f64] = bytemuck::cast_slice(scene.vertices());
            self.short.extend(coordinates.iter().map(|&x| halves(x)));
            device.queue.write_buffer(self.halves.get(), 0, bytemuck::cast_slice(&self.short));
        } else {
            let bytes = bytemuck::cast_slice(scene.vertices());
            device.queue.write_buffer(self.doubles.get(), 0, bytes);
        }
    }

    /// Gives each list room for what was counted, and tells whether one had too little.
    pub fn make_room(&mut self, device: &Device, counts: &Counts, keeps_candidates: bool) -> bool {
        let largest = device.largest_buffer() / PAIR;
        let largest = u32::try_from(largest).unwrap_or(u32::MAX);
        let usual = self.values.slots.saturating_mul(CANDIDATES_AN_ELEMENT).max(LEAST_CANDIDATES);
        let most_candidates = match keeps_candidates {
            true => u32::MAX,
            false => self.candidates_at_once.unwrap_or(usual).min(largest).max(FIRST_ROOM),
        };
        let mut grown = false;
        let mut grow = |room: &mut u32, needed: u32, share: u32| {
            if needed > *room {
                // Some more if there is room, because the next frame may need it.
                *room = needed.saturating_add(needed / share).min(largest).max(needed);
                grown = true;
            }
        };
        let room = &mut self.values.room;
        grow(&mut room.near, counts.most_near(), 4);
        grow(&mut room.candidates, counts.most_candidates.min(most_candidates), 8);
        grow(&mut room.pairs, counts.pairs, 8);
        grow(&mut room.unsure, counts.unsure.max(counts.left), 4);
        room.candidates = room.candidates.min(most_candidates);
        grown
    }

    /// Gives the list of pairs room for so many, and tells whether it had too little.
    pub fn reserve_pairs(&mut self, count: u32) -> bool {
        let grown = count > self.values.room.pairs;
        self.values.room.pairs = self.values.room.pairs.max(count);
        grown
    }

    /// Prepares for a frame.
    pub fn bind(&mut self, device: &Device, layouts: &Layouts) -> Result<(), GpuError> {
        let room = self.values.room;
        let bytes = |count: u32| u64::from(count) * PAIR;
        let changes = [
            self.near.reserve(device, bytes(room.near))?,
            self.other.reserve(device, bytes(room.near))?,
            self.pairs.reserve(device, bytes(room.pairs))?,
            // Pairs are sorted to and fro between their own room and that of the candidates.
            self.candidates.reserve(device, bytes(room.candidates.max(room.pairs)))?,
            self.unsure.reserve(device, bytes(room.unsure))?,
            self.left.reserve(device, bytes(room.unsure))?,
            self.table.reserve(device, sort::table_bytes(room.pairs))?,
        ];
        device.queue.write_buffer(self.params.get(), 0, bytemuck::bytes_of(&self.values));
        if changes.contains(&true) || self.groups.is_none() {
            self.groups = Some(self.make_groups(device, layouts));
        }
        Ok(())
    }

    /// What kernels see.
    pub fn groups(&self) -> &Groups {
        self.groups.as_ref().expect("bound before a frame")
    }

    pub fn params(&self) -> &Buffer {
        self.params.get()
    }

    pub fn counters(&self) -> &Buffer {
        self.counters.get()
    }

    pub fn arguments(&self) -> &Buffer {
        self.arguments.get()
    }

    /// Buffers that are free between frames.
    pub fn spare(&self) -> [&Buffer; 2] {
        [self.near.get(), self.other.get()]
    }

    pub fn near(&self) -> &Buffer {
        self.near.get()
    }

    pub fn candidates(&self) -> &Buffer {
        self.candidates.get()
    }

    pub fn pairs(&self) -> &Buffer {
        self.pairs.get()
    }

    /// Pairs of slots for the exact test.
    pub fn unsure(&self, device: &Device) -> &Buffer {
        if device.tests_twice() { self.left.get() } else { self.unsure.get() }
    }

    /// Positions of 64 bits.
    pub fn doubles(&self) -> &Buffer {
        self.doubles.get()
    }

    /// Positions as sums of two numbers of 32 bits.
    pub fn halves(&self) -> &Buffer {
        self.halves.get()
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
            &self.counters,
            &self.doubles,
            &self.halves,
            &self.corners,
            &self.elements,
            &self.clusters,
            &self.links,
            &self.labels,
            &self.element_boxes,
            &self.boxes,
            &self.stars,
            &self.first_stars,
            &self.near,
            &self.other,
            &self.candidates,
            &self.pairs,
            &self.unsure,
            &self.left,
            &self.arguments,
            &self.table,
        ];
        all.into_iter().map(Growing::bytes).sum()
    }
}
