//! The buffers of an engine on its device. They are kept, and grow where a scene or a list needs more.

mod bind_groups;
pub(crate) mod list_capacity;
pub(crate) mod params;
pub(crate) mod positions;
mod sort_digits;

use crate::GpuError;
use crate::adapter::Arithmetic;
use crate::bind_group_layouts::BindGroupLayouts;
use crate::cell_clusters::CellClusters;
use crate::counters::{Counters, RawCounters};
use crate::device::Device;
use crate::growable_buffer::GrowableBuffer;
use crate::shader_constants::{NODE_CHILDREN, SCAN_TILE};
use crate::topology::Topology;
use crate::upload_staging::{UploadCopy, UploadList, UploadPart, UploadStaging, write_parts};
use bind_groups::BindGroups;
use jostle::{DVec3, Scene};
use jostle_support::parallel;
use list_capacity::{CapacityLimits, ListCapacity};
use params::Params;
use positions::{centre, to_hi_lo};
use wgpu::{Buffer, BufferUsages};

const PAIR_BYTES: u64 = size_of::<[u32; 2]>() as u64;
/// Coordinates that are worth a thread.
const COORDINATES_PER_THREAD: usize = 1 << 14;

#[derive(Debug)]
pub(crate) struct Buffers {
    params_buffer: GrowableBuffer,
    counters: GrowableBuffer,
    positions_f64: GrowableBuffer,
    positions_hi_lo: GrowableBuffer,
    corners: GrowableBuffer,
    elements: GrowableBuffer,
    clusters: GrowableBuffer,
    links: GrowableBuffer,
    /// The label of each slot, for brute force only.
    labels: GrowableBuffer,
    has_labels: bool,
    element_boxes: GrowableBuffer,
    /// Of clusters, level 1 nodes and level 2 nodes.
    boxes: GrowableBuffer,
    stars: GrowableBuffer,
    /// The stars before anything is computed.
    initial_stars: GrowableBuffer,
    node_pairs: GrowableBuffer,
    other_node_pairs: GrowableBuffer,
    candidates: GrowableBuffer,
    pairs: GrowableBuffer,
    unsure: GrowableBuffer,
    unsure_f64: GrowableBuffer,
    digit_table: GrowableBuffer,
    /// What clusters are made of on the device; nothing if the topology is prepared.
    cells: CellBuffers,
    is_prepared: bool,
    /// Positions, and corners of a scene whose topology is new, on their way.
    position_staging: UploadStaging,
    corner_staging: UploadStaging,
    /// Whether the corners are yet to go.
    lacks_corners: bool,
    /// The position of each digit, from the lowest up.
    digits: Vec<Buffer>,
    pub params: Params,
    /// Candidates that a round may list, if not as many as usual.
    pub candidate_capacity: Option<u32>,
    bind_groups: Option<BindGroups>,
    /// Changes with all that commands depend on: sizes of topology, and buffers.
    pub generation: u64,
    /// Scratch: coordinates as hi/lo pairs.
    hi_lo_scratch: Vec<[f32; 2]>,
}

/// The lists of `wgsl/cell_lists.wgsl` that nothing else uses.
#[derive(Debug)]
struct CellBuffers {
    scene_corners: GrowableBuffer,
    groups: GrowableBuffer,
    counts: GrowableBuffer,
    incidence: GrowableBuffer,
    tile_sums: GrowableBuffer,
}

impl CellBuffers {
    fn new() -> CellBuffers {
        let storage = BufferUsages::STORAGE;
        CellBuffers {
            scene_corners: GrowableBuffer::new("corners of the scene", storage),
            groups: GrowableBuffer::new("groups of elements", storage),
            counts: GrowableBuffer::new("counts of cells", storage),
            incidence: GrowableBuffer::new("elements at vertices", storage),
            tile_sums: GrowableBuffer::new("sums of counts", storage),
        }
    }

    fn all(&self) -> [&GrowableBuffer; 5] {
        let CellBuffers { scene_corners, groups, counts, incidence, tile_sums } = self;
        [scene_corners, groups, counts, incidence, tile_sums]
    }

    fn release(&mut self) {
        *self = CellBuffers::new();
    }
}

impl Buffers {
    pub fn new() -> Buffers {
        let storage = BufferUsages::STORAGE;
        let read = storage | BufferUsages::COPY_SRC;
        let capacity = ListCapacity::initial();
        Buffers {
            params_buffer: GrowableBuffer::new("parameters", BufferUsages::UNIFORM),
            counters: GrowableBuffer::new("counters", read),
            positions_f64: GrowableBuffer::new("positions", storage),
            positions_hi_lo: GrowableBuffer::new("positions", storage),
            corners: GrowableBuffer::new("corners", storage),
            elements: GrowableBuffer::new("elements", read),
            clusters: GrowableBuffer::new("clusters", storage),
            links: GrowableBuffer::new("links", storage),
            labels: GrowableBuffer::new("labels", storage),
            has_labels: false,
            element_boxes: GrowableBuffer::new("boxes of elements", storage),
            boxes: GrowableBuffer::new("boxes of clusters", storage),
            stars: GrowableBuffer::new("stars", storage),
            initial_stars: GrowableBuffer::new("initial stars", BufferUsages::COPY_SRC),
            node_pairs: GrowableBuffer::new("pairs of clusters", read),
            other_node_pairs: GrowableBuffer::new("pairs of clusters", read),
            candidates: GrowableBuffer::new("candidates", read),
            pairs: GrowableBuffer::new("pairs", read),
            unsure: GrowableBuffer::new("unsure pairs", read),
            unsure_f64: GrowableBuffer::new("unsure pairs", read),
            digit_table: GrowableBuffer::new("digits of pairs", storage),
            cells: CellBuffers::new(),
            is_prepared: true,
            position_staging: UploadStaging::default(),
            corner_staging: UploadStaging::default(),
            lacks_corners: false,
            digits: Vec::new(),
            params: Params { capacity, ..Params::default() },
            candidate_capacity: None,
            bind_groups: None,
            generation: 0,
            hi_lo_scratch: Vec::new(),
        }
    }

    /// Copies a topology that is prepared to the device.
    pub fn upload_topology(
        &mut self,
        device: &Device,
        topology: &Topology,
    ) -> Result<(), GpuError> {
        (self.is_prepared, self.lacks_corners) = (true, false);
        self.cells.release();
        self.corner_staging = UploadStaging::default();
        let changes = [
            self.corners.upload(device, &topology.corners)?,
            self.elements.upload(device, &topology.elements)?,
            self.links.upload(device, &topology.links)?,
            self.initial_stars.upload(device, &topology.stars)?,
        ];
        self.reserve_topology(device, topology, changes.contains(&true))
    }

    /// Makes room for the elements of a scene, which go to the device with the next frame, and for clusters that are
    /// made of them there.
    pub fn reserve_new_topology(
        &mut self,
        device: &Device,
        topology: &Topology,
    ) -> Result<(), GpuError> {
        self.is_prepared = false;
        self.lacks_corners = true;
        self.initial_stars.release();
        let (slots, vertices) = (topology.slot_count() as u64, topology.vertex_count as u64);
        self.params.cells = topology.cell_clusters.cell_count;
        let counts = u64::from(self.params.cells) + vertices + 1;
        let incidence = topology.cell_clusters.star_corner_count;
        let numbers = |count: u64| count * size_of::<u32>() as u64;
        let cells = &mut self.cells;
        let changes = [
            cells.scene_corners.reserve(device, numbers(4 * topology.element_count as u64))?,
            cells.counts.reserve(device, numbers(counts))?,
            cells.incidence.reserve(device, numbers(incidence))?,
            cells.tile_sums.reserve(device, numbers(counts.div_ceil(SCAN_TILE.into())))?,
            self.corners.reserve(device, numbers(4 * slots))?,
            self.elements.reserve(device, numbers(slots))?,
            self.links.reserve(device, numbers(incidence + 2 * vertices + 1))?,
        ];
        self.reserve_topology(device, topology, changes.contains(&true))
    }

    /// What both forms of a topology have.
    fn reserve_topology(
        &mut self,
        device: &Device,
        topology: &Topology,
        has_changed: bool,
    ) -> Result<(), GpuError> {
        let (slots, clusters) = (topology.slot_count(), topology.clusters.len());
        let level1_nodes = clusters.div_ceil(NODE_CHILDREN as usize);
        let level2_nodes = level1_nodes.div_ceil(NODE_CHILDREN as usize);
        self.generation += 1;
        self.params.clusters = clusters as u32;
        self.params.level1_nodes = level1_nodes as u32;
        self.params.level2_nodes = level2_nodes as u32;
        self.params.vertices = topology.vertex_count as u32;
        self.params.slots = slots as u32;
        let asked = self.candidate_capacity;
        self.params.capacity.fit_scene(slots as u32, clusters as u32, asked);
        let box_bytes = |count: usize| (count * 6 * size_of::<i32>()) as u64;
        let vertices = topology.vertex_count as u64;
        let position_bytes = vertices * size_of::<DVec3>() as u64;
        let boxes = clusters + level1_nodes + level2_nodes;
        let mut changes = vec![
            has_changed,
            self.clusters.upload(device, &topology.clusters)?,
            self.params_buffer.reserve(device, size_of::<Params>() as u64)?,
            self.counters.reserve(device, size_of::<RawCounters>() as u64)?,
            self.element_boxes.reserve(device, box_bytes(slots))?,
            self.boxes.reserve(device, box_bytes(boxes))?,
            self.stars.reserve(device, vertices * size_of::<u32>() as u64)?,
        ];
        if device.arithmetic != Arithmetic::F32 {
            changes.push(self.positions_f64.reserve(device, position_bytes)?);
        }
        if device.arithmetic != Arithmetic::F64 {
            changes.push(self.positions_hi_lo.reserve(device, position_bytes)?);
        }
        let digits = sort_digits::digit_count(topology.numbered_count().saturating_sub(1));
        if self.digits.len() != digits {
            self.digits = sort_digits::digit_buffers(device, digits)?;
            self.bind_groups = None;
        }
        if changes.contains(&true) {
            self.bind_groups = None;
        }
        self.has_labels = false;
        Ok(())
    }

    /// Copies the groups of elements to the device, with boxes about where the scene is; the centre is set
    /// before.
    pub fn upload_groups(
        &mut self,
        device: &Device,
        groups: &mut CellClusters,
        scene: &Scene,
    ) -> Result<(), GpuError> {
        groups.update_boxes(scene, self.params.centre);
        self.params.groups = groups.cells.len() as u32;
        if self.cells.groups.upload(device, &groups.cells)? {
            self.bind_groups = None;
        }
        Ok(())
    }

    /// Copies the label of each slot to the device, if they are not there.
    pub fn upload_labels(&mut self, device: &Device, topology: &Topology) -> Result<(), GpuError> {
        if !self.has_labels {
            self.labels.upload(device, &topology.labels)?;
            self.has_labels = true;
            self.bind_groups = None;
        }
        Ok(())
    }

    /// Boxes are relative to a point amid the scene.
    pub fn set_centre(&mut self, scene: &Scene) {
        self.params.centre = centre(scene);
    }

    /// Begins to copy positions to the device, unless the caller has them there, and corners if topology is new; what
    /// is left to write before the frame is submitted.
    pub fn begin_upload<'s>(
        &mut self,
        device: &Device,
        scene: &'s Scene,
        with_positions: bool,
    ) -> Result<Vec<UploadPart<'s>>, GpuError> {
        let mut parts = Vec::new();
        if std::mem::take(&mut self.lacks_corners) {
            let corners = UploadList::corners(scene.element_corners());
            let to = self.cells.scene_corners.get();
            parts.extend(self.corner_staging.begin(device, to, corners)?);
        }
        if with_positions && device.arithmetic == Arithmetic::F32 {
            let coordinates: &[f64] = bytemuck::cast_slice(scene.vertices());
            let scratch = &mut self.hi_lo_scratch;
            scratch.resize(coordinates.len(), [0.0; 2]);
            parallel::for_each_part_mut(scratch, COORDINATES_PER_THREAD, |first, part| {
                for (own, &x) in part.iter_mut().zip(&coordinates[first..]) {
                    *own = to_hi_lo(x);
                }
            });
            let list = UploadList::Bytes(bytemuck::cast_slice(&self.hi_lo_scratch));
            write_parts(self.position_staging.begin(device, self.positions_hi_lo.get(), list)?);
        } else if with_positions {
            let list = UploadList::Bytes(bytemuck::cast_slice(scene.vertices()));
            parts.extend(self.position_staging.begin(device, self.positions_f64.get(), list)?);
        }
        Ok(parts)
    }

    /// The copies of what is being uploaded.
    pub fn upload_copies(&self) -> Vec<UploadCopy> {
        let all = [self.corner_staging.copy(), self.position_staging.copy()];
        all.into_iter().flatten().cloned().collect()
    }

    /// Ends what was begun, once all is written and before the copies are submitted.
    pub fn end_upload(&mut self) {
        self.corner_staging.unmap();
        self.position_staging.unmap();
    }

    /// Makes ready for the uploads of the next frame, once those of this one are submitted.
    pub fn prepare_uploads(&self) {
        self.corner_staging.map_again();
        self.position_staging.map_again();
    }

    /// Makes each list large enough for what was counted, and tells whether one was too short.
    pub fn grow_lists(
        &mut self,
        device: &Device,
        counters: &Counters,
        is_brute_force: bool,
    ) -> bool {
        let buffer = u32::try_from(device.largest_buffer() / PAIR_BYTES).unwrap_or(u32::MAX);
        let (slots, asked) = (self.params.slots, self.candidate_capacity);
        let limits = CapacityLimits::new(buffer, slots, is_brute_force, asked);
        self.params.capacity.grow(counters, limits)
    }

    /// Prepares for a frame, whose rounds hold so many candidates at most.
    pub fn bind(
        &mut self,
        device: &Device,
        layouts: &BindGroupLayouts,
        round_candidates: u32,
    ) -> Result<(), GpuError> {
        let capacity = self.params.capacity;
        let bytes = |count: u32| u64::from(count) * PAIR_BYTES;
        let changes = [
            self.node_pairs.reserve(device, bytes(capacity.node_pairs))?,
            self.other_node_pairs.reserve(device, bytes(capacity.node_pairs))?,
            self.pairs.reserve(device, bytes(capacity.pairs))?,
            // Pairs are sorted to and fro between their own list and that of the candidates.
            self.candidates.reserve(device, bytes(capacity.candidates.max(capacity.pairs)))?,
            self.unsure.reserve(device, bytes(capacity.unsure))?,
            self.unsure_f64.reserve(device, bytes(capacity.unsure))?,
            self.digit_table.reserve(device, sort_digits::table_bytes(capacity.pairs))?,
        ];
        let capacity = ListCapacity { candidates: round_candidates, ..capacity };
        let params = Params { capacity, ..self.params };
        device.queue.write_buffer(self.params_buffer.get(), 0, bytemuck::bytes_of(&params));
        if changes.contains(&true) || self.bind_groups.is_none() {
            self.generation += 1;
            self.bind_groups = Some(self.make_bind_groups(device, layouts));
        }
        Ok(())
    }

    pub fn bind_groups(&self) -> &BindGroups {
        self.bind_groups.as_ref().expect("bound before a frame")
    }

    pub fn params_buffer(&self) -> &Buffer {
        self.params_buffer.get()
    }

    pub fn counters(&self) -> &Buffer {
        self.counters.get()
    }

    /// Buffers that are unused between frames.
    pub fn unused(&self) -> [&Buffer; 2] {
        [self.node_pairs.get(), self.other_node_pairs.get()]
    }

    /// Pairs of clusters, after the first round.
    pub fn cluster_pairs(&self) -> &Buffer {
        self.node_pairs.get()
    }

    /// The element in each slot.
    pub fn elements(&self) -> &Buffer {
        self.elements.get()
    }

    pub fn candidates(&self) -> &Buffer {
        self.candidates.get()
    }

    pub fn pairs(&self) -> &Buffer {
        self.pairs.get()
    }

    /// Pairs of slots for the exact test.
    pub fn unsure(&self, device: &Device) -> &Buffer {
        if device.has_second_narrow_phase() { self.unsure_f64.get() } else { self.unsure.get() }
    }

    pub fn positions_f64(&self) -> &Buffer {
        self.positions_f64.get()
    }

    /// Positions as hi/lo pairs of `f32`.
    pub fn positions_hi_lo(&self) -> &Buffer {
        self.positions_hi_lo.get()
    }

    /// Clears the counters and the stars, and the counts of cells if clusters are made of them: then the kernel
    /// that makes links sets all stars.
    pub fn reset(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.clear_buffer(self.counters.get(), 0, None);
        if !self.is_prepared {
            let counts = u64::from(self.params.cells) + u64::from(self.params.vertices) + 1;
            let bytes = counts * size_of::<u32>() as u64;
            encoder.clear_buffer(self.cells.counts.get(), 0, Some(bytes));
            return;
        }
        let bytes = u64::from(self.params.vertices) * size_of::<u32>() as u64;
        encoder.copy_buffer_to_buffer(self.initial_stars.get(), 0, self.stars.get(), 0, bytes);
    }

    /// Bytes on the device.
    pub fn bytes(&self) -> u64 {
        let all = [
            &self.params_buffer,
            &self.counters,
            &self.positions_f64,
            &self.positions_hi_lo,
            &self.corners,
            &self.elements,
            &self.clusters,
            &self.links,
            &self.labels,
            &self.element_boxes,
            &self.boxes,
            &self.stars,
            &self.initial_stars,
            &self.node_pairs,
            &self.other_node_pairs,
            &self.candidates,
            &self.pairs,
            &self.unsure,
            &self.unsure_f64,
            &self.digit_table,
        ];
        let all = all.into_iter().chain(self.cells.all());
        all.map(GrowableBuffer::bytes).sum::<u64>()
            + self.position_staging.bytes()
            + self.corner_staging.bytes()
    }
}
