//! Queries whose positions are on the device, and whose pairs stay there.

use crate::GpuError;
use crate::adapter::Arithmetic;
use crate::bind_group_layouts::bind_group;
use crate::collect_pairs::exact_collisions;
use crate::engine::{FrameOptions, GpuEngine, asks_for_distances};
use crate::frame_commands::{PositionInput, dispatch};
use crate::read_back::read_buffer;
use crate::shader_constants::{POSITION_THREADS, POSITION_WORDS};
use jostle::mesh::{Element, Layers};
use jostle::narrow::named_elements_collide;
use jostle::{DVec3, ElementId, Query, QueryError, Scene, SelfPairs};
use std::collections::HashMap;
use wgpu::{Buffer, BufferUsages};

/// How positions lie in a buffer, vertex after vertex in the order of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionFormat {
    /// Three `f64`.
    F64x3,
    /// Three `f32`.
    F32x3,
    /// Three `f32` and one that is not read, as in an array of `vec3` in WGSL.
    PaddedF32x3,
}

impl PositionFormat {
    /// Bytes of a vertex.
    pub const fn bytes_per_vertex(self) -> u64 {
        match self {
            PositionFormat::F64x3 => 24,
            PositionFormat::F32x3 => 12,
            PositionFormat::PaddedF32x3 => 16,
        }
    }
}

/// The pairs of a query, on the device.
#[derive(Clone, Debug)]
pub struct DevicePairs {
    /// Two `u32` a pair, the lower first, in order. The engine's: the next query writes
    /// over it. It can be bound as storage and copied from.
    pub buffer: Buffer,
    /// How many pairs it begins with.
    pub count: u32,
}

impl GpuEngine {
    /// Finds all colliding pairs with positions that are on the device, and leaves the pairs there:
    /// only counts, and what the exact test needs, come here. The scene gives topology and objects. Its
    /// own positions decide nothing; the nearer they are to those on the device, the quicker is the
    /// search: they say where clusters are on a curve and how tetrahedra are turned when topology is
    /// new, and what point boxes are relative to. What is inside what is not looked for. Queries for pairs
    /// [within a distance](Query::within), and filters that leave out pairs of objects that take part, are
    /// refused by name.
    ///
    /// The buffer must be of this engine's [`device`](GpuEngine::device), with the usages `STORAGE` and,
    /// for [`PositionFormat::F64x3`], `COPY_SRC`.
    ///
    /// ```no_run
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Query, Scene};
    /// use jostle_gpu::{GpuEngine, PositionFormat};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("ball", shapes::icosphere(5, 1.0))?;
    /// scene.add("other", shapes::icosphere(5, 1.0).translated(DVec3::X))?;
    /// let mut engine = GpuEngine::new()?;
    /// let positions = engine.device().0.create_buffer(&wgpu::BufferDescriptor {
    ///     label: None,
    ///     size: scene.vertices().len() as u64 * PositionFormat::F32x3.bytes_per_vertex(),
    ///     usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
    ///     mapped_at_creation: false,
    /// });
    /// let coordinates: Vec<[f32; 3]> = scene.vertices().iter().map(|v| v.as_vec3().into()).collect();
    /// engine.device().1.write_buffer(&positions, 0, bytemuck::cast_slice(&coordinates));
    /// let pairs = engine.collide_on_device(&scene, &Query::default(), &positions, PositionFormat::F32x3)?;
    /// assert!(pairs.count > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn collide_on_device(
        &mut self,
        scene: &Scene,
        query: &Query,
        positions: &Buffer,
        format: PositionFormat,
    ) -> Result<DevicePairs, QueryError> {
        let answer = self.answer_on_device(scene, query, positions, format);
        if answer.is_err() {
            self.discard_device_state();
        }
        Ok(answer?)
    }

    fn answer_on_device(
        &mut self,
        scene: &Scene,
        query: &Query,
        positions: &Buffer,
        format: PositionFormat,
    ) -> Result<DevicePairs, GpuError> {
        if asks_for_distances(query) {
            return Err(GpuError::NoDistances);
        }
        if let Some(filter) = filter_of_pairs(scene, query) {
            return Err(GpuError::FilterNotHonoured { filter });
        }
        let needed = scene.vertices().len() as u64 * format.bytes_per_vertex();
        let size = positions.size();
        if size < needed {
            return Err(GpuError::PositionBufferTooShort { needed, size });
        }
        if format == PositionFormat::F64x3 && self.device.arithmetic == Arithmetic::F32 {
            return Err(GpuError::NoF64 { adapter: self.adapter().name.clone() });
        }
        self.update_topology(scene, query, false)?;
        self.buffers.params.position_stride =
            if format == PositionFormat::PaddedF32x3 { 4 } else { 3 };
        let mut upload = self.begin_upload(scene, false)?;
        // The parameters and lists that kernels see.
        let candidates = self.round_candidates();
        self.buffers.bind(&self.device, &self.layouts, candidates)?;
        if self.topology.slot_count() == 0 {
            return Ok(DevicePairs { buffer: self.buffers.pairs().clone(), count: 0 });
        }
        let result = loop {
            let input = self.position_input(positions, format);
            let upload = std::mem::take(&mut upload);
            let result = self.run_frame(upload, Some(&input), FrameOptions::default())?;
            let needed = result.counters.pairs.saturating_add(result.unsure.len() as u32);
            if !self.buffers.params.capacity.reserve_pairs(needed) {
                break result;
            }
        };
        self.set_report(&result);
        let unsure = &result.unsure;
        let positions = self.read_positions(scene, unsure)?;
        let element = |e: ElementId| {
            let position = |i: usize| positions[&scene.corner_indices(e)[i]];
            match scene.corner_indices(e).len() {
                3 => Element::Triangle(std::array::from_fn(position)),
                _ => Element::Tetrahedron(std::array::from_fn(position)),
            }
        };
        let (decided, _) = exact_collisions(unsure, |a, b, tally| {
            let named = |e: ElementId| (element(e), scene.corner_indices(e));
            named_elements_collide(named(a), named(b), tally)
        });
        let count = result.counters.pairs + decided.len() as u32;
        self.append_and_sort(result.counters.pairs, &decided);
        Ok(DevicePairs { buffer: self.buffers.pairs().clone(), count })
    }

    /// How the stages get the caller's positions.
    fn position_input(&self, positions: &Buffer, format: PositionFormat) -> PositionInput {
        let (buffers, kernels) = (&self.buffers, &self.pipelines.positions);
        let [unused, other] = buffers.unused();
        let group = |to: &Buffer| {
            let all = [buffers.params_buffer(), buffers.counters(), positions, to, other];
            bind_group(&self.device, &self.layouts.positions, &all)
        };
        let is_f64 = format == PositionFormat::F64x3;
        let check = if is_f64 { &kernels.check_finite_f64 } else { &kernels.check_finite_f32 };
        let mut conversions = vec![(check.clone(), group(unused))];
        let mut copy = None;
        if is_f64 {
            copy = Some((positions.clone(), buffers.positions_f64().clone()));
        } else {
            if self.device.arithmetic != Arithmetic::F64 {
                conversions.push((kernels.f32_to_hi_lo.clone(), group(buffers.positions_hi_lo())));
            }
            if let Some(kernel) = &kernels.f32_to_f64 {
                conversions.push((kernel.clone(), group(buffers.positions_f64())));
            }
        }
        PositionInput { kernels: conversions, copy, is_f64 }
    }

    /// The positions of the corners of some pairs, read back.
    fn read_positions(
        &self,
        scene: &Scene,
        pairs: &[[u32; 2]],
    ) -> Result<HashMap<u32, DVec3>, GpuError> {
        let corners = |&e: &u32| scene.corner_indices(ElementId::new(e as usize));
        let mut vertices: Vec<u32> = pairs.iter().flatten().flat_map(corners).copied().collect();
        vertices.sort_unstable();
        vertices.dedup();
        if vertices.is_empty() {
            return Ok(HashMap::new());
        }
        let is_f64 = self.device.arithmetic != Arithmetic::F32;
        let from =
            if is_f64 { self.buffers.positions_f64() } else { self.buffers.positions_hi_lo() };
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let bytes = vertices.len() as u64 * size_of::<DVec3>() as u64;
        let device = &self.device;
        let indices =
            device.exact_buffer("corners of unsure pairs", 4 * vertices.len() as u64, storage)?;
        device.queue.write_buffer(&indices, 0, bytemuck::cast_slice(&vertices));
        let to = device.buffer("positions of unsure pairs", bytes, storage)?;
        let all = [self.buffers.params_buffer(), self.buffers.counters(), from, &to, &indices];
        let group = bind_group(device, &self.layouts.positions, &all);
        let mut encoder = device.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_bind_group(0, &group, &[]);
            let words = POSITION_WORDS * vertices.len() as u32;
            dispatch(&mut pass, &self.pipelines.positions.gather, words.div_ceil(POSITION_THREADS));
        }
        device.queue.submit([encoder.finish()]);
        let positions: Vec<DVec3> = if is_f64 {
            let numbers: Vec<[f64; 3]> = read_buffer(device, &to, bytes)?;
            numbers.into_iter().map(DVec3::from).collect()
        } else {
            let numbers: Vec<[[f32; 2]; 3]> = read_buffer(device, &to, bytes)?;
            let sum = |[hi, lo]: [f32; 2]| f64::from(hi) + f64::from(lo);
            numbers.into_iter().map(|position| DVec3::from(position.map(sum))).collect()
        };
        Ok(vertices.into_iter().zip(positions).collect())
    }
}

/// The filter that leaves out pairs of objects that take part, or of some of their elements, if there is one.
fn filter_of_pairs(scene: &Scene, query: &Query) -> Option<&'static str> {
    let filters = query.chosen_filters();
    let has_layers = || scene.objects().iter().any(|object| object.layers() != Layers::ALL);
    let is_used = [
        ("layers", filters.uses_layers() && has_layers()),
        ("excluded pairs of objects", !filters.excluded_objects().is_empty()),
        ("excluded elements", filters.excluded_elements().is_some()),
        ("self pairs only", filters.chosen_self_pairs() == SelfPairs::Only),
    ];
    is_used.into_iter().find(|(_, is_used)| *is_used).map(|(filter, _)| filter)
}
