//! Queries whose positions are on the device, and whose pairs stay there.

use crate::GpuError;
use crate::device::Numbers;
use crate::engine::{GpuEngine, Wanted};
use crate::frame::read_words;
use crate::layouts::group;
use crate::record::{Given, dispatch};
use crate::settle::{elements_of, settle};
use jostle::mesh::Element;
use jostle::narrow::named_elements_collide;
use jostle::{DVec3, Query, Scene};
use std::collections::HashMap;
use wgpu::{Buffer, BufferUsages};

/// How positions lie in a buffer, vertex after vertex in the order of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Three numbers of 64 bits.
    Doubles,
    /// Three numbers of 32 bits.
    Singles,
    /// Three numbers of 32 bits and one that is not looked at, as in an array of `vec3` in WGSL.
    PaddedSingles,
}

impl Layout {
    /// Bytes of a vertex.
    pub const fn bytes(self) -> u64 {
        match self {
            Layout::Doubles => 24,
            Layout::Singles => 12,
            Layout::PaddedSingles => 16,
        }
    }
}

/// The pairs of a query, on the device.
#[derive(Clone, Debug)]
pub struct DevicePairs {
    /// Two indices of 32 bits a pair, the lower first, in order. The engine's: the next query writes
    /// over it. It can be bound as storage and copied from.
    pub buffer: Buffer,
    /// How many pairs it begins with.
    pub count: u32,
}

impl GpuEngine {
    /// Finds all colliding pairs with positions that are on the device, and leaves the pairs there:
    /// only counts, and what the exact test needs, come here. The scene gives topology and objects; its
    /// own positions say where clusters are on a curve when topology is new, and no more. What is inside
    /// what is not looked for.
    ///
    /// The buffer must be of this engine's [`device`](GpuEngine::device), with the usages `STORAGE` and,
    /// for [`Layout::Doubles`], `COPY_SRC`.
    ///
    /// ```no_run
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Query, Scene};
    /// use jostle_gpu::{GpuEngine, Layout};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("ball", shapes::icosphere(5, 1.0))?;
    /// scene.add("other", shapes::icosphere(5, 1.0).translated(DVec3::X))?;
    /// let mut engine = GpuEngine::new()?;
    /// let positions = engine.device().0.create_buffer(&wgpu::BufferDescriptor {
    ///     label: None,
    ///     size: scene.vertices().len() as u64 * Layout::Singles.bytes(),
    ///     usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
    ///     mapped_at_creation: false,
    /// });
    /// let singles: Vec<[f32; 3]> = scene.vertices().iter().map(|v| v.as_vec3().into()).collect();
    /// engine.device().1.write_buffer(&positions, 0, bytemuck::cast_slice(&singles));
    /// let pairs = engine.collide_on_device(&scene, &Query::default(), &positions, Layout::Singles)?;
    /// assert!(pairs.count > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn collide_on_device(
        &mut self,
        scene: &Scene,
        query: &Query,
        positions: &Buffer,
        layout: Layout,
    ) -> Result<DevicePairs, GpuError> {
        let answer = self.answer_on_device(scene, query, positions, layout);
        if answer.is_err() {
            self.forget();
        }
        answer
    }

    fn answer_on_device(
        &mut self,
        scene: &Scene,
        query: &Query,
        positions: &Buffer,
        layout: Layout,
    ) -> Result<DevicePairs, GpuError> {
        let (needed, given) = (scene.vertices().len() as u64 * layout.bytes(), positions.size());
        if given < needed {
            return Err(GpuError::PositionsTooFew { needed, given });
        }
        if layout == Layout::Doubles && self.device.numbers == Numbers::Short {
            return Err(GpuError::NoDoubles { adapter: self.adapter().name.clone() });
        }
        self.take_topology(scene, query)?;
        self.buffers.values.stride = if layout == Layout::PaddedSingles { 4 } else { 3 };
        self.buffers.set_centre(scene);
        // The parameters and lists that kernels see.
        self.buffers.bind(&self.device, &self.layouts)?;
        if self.topology.elements.is_empty() {
            return Ok(DevicePairs { buffer: self.buffers.pairs().clone(), count: 0 });
        }
        let found = loop {
            let given = self.given(positions, layout);
            let found = self.run(Some(&given), Wanted::default())?;
            let wanted = found.counts.pairs.saturating_add(found.unsure.len() as u32);
            if !self.buffers.reserve_pairs(wanted) {
                break found;
            }
        };
        self.note(&found);
        let unsure = elements_of(&found.unsure, &self.topology.elements);
        let places = self.places_of(scene, &unsure)?;
        let element = |e: usize| {
            let place = |i: usize| places[&scene.corner_indices(e)[i]];
            match scene.corner_indices(e).len() {
                3 => Element::Triangle(std::array::from_fn(place)),
                _ => Element::Tetrahedron(std::array::from_fn(place)),
            }
        };
        let (decided, _) = settle(&unsure, |a, b, tally| {
            let named = |e: usize| (element(e), scene.corner_indices(e));
            named_elements_collide(named(a), named(b), tally)
        });
        let count = found.counts.pairs + decided.len() as u32;
        self.add_and_sort(found.counts.pairs, &decided);
        Ok(DevicePairs { buffer: self.buffers.pairs().clone(), count })
    }

    /// How to take the caller's positions.
    fn given(&self, positions: &Buffer, layout: Layout) -> Given {
        let (buffers, kernels) = (&self.buffers, &self.pipelines.positions);
        let [spare, other] = buffers.spare();
        let turn = |to: &Buffer| {
            let all = [buffers.params(), buffers.counters(), positions, to, other];
            group(&self.device, &self.layouts.positions, &all)
        };
        let is_long = layout == Layout::Doubles;
        let finite = if is_long { &kernels.finite_doubles } else { &kernels.finite_shorts };
        let mut steps = vec![(finite.clone(), turn(spare))];
        let mut copies = None;
        if is_long {
            copies = Some((positions.clone(), buffers.doubles().clone()));
        } else {
            if self.device.numbers != Numbers::Long {
                steps.push((kernels.shorts_to_halves.clone(), turn(buffers.halves())));
            }
            if let Some(kernel) = &kernels.shorts_to_doubles {
                steps.push((kernel.clone(), turn(buffers.doubles())));
            }
        }
        Given { steps, copies, is_long }
    }

    /// The positions of the corners of some pairs, read back.
    fn places_of(
        &self,
        scene: &Scene,
        pairs: &[[u32; 2]],
    ) -> Result<HashMap<u32, DVec3>, GpuError> {
        let corners = |e: &u32| scene.corner_indices(*e as usize);
        let mut vertices: Vec<u32> = pairs.iter().flatten().flat_map(corners).copied().collect();
        vertices.sort_unstable();
        vertices.dedup();
        if vertices.is_empty() {
            return Ok(HashMap::new());
        }
        let is_long = self.device.numbers != Numbers::Short;
        let from = if is_long { self.buffers.doubles() } else { self.buffers.halves() };
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let bytes = vertices.len() as u64 * size_of::<DVec3>() as u64;
        let device = &self.device;
        let asked =
            device.exact_buffer("corners of unsure pairs", 4 * vertices.len() as u64, storage)?;
        device.queue.write_buffer(&asked, 0, bytemuck::cast_slice(&vertices));
        let to = device.buffer("positions of unsure pairs", bytes, storage)?;
        let all = [self.buffers.params(), self.buffers.counters(), from, &to, &asked];
        let seen = group(device, &self.layouts.positions, &all);
        let mut encoder = device.device.create_command_encoder(&Default::default());
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_bind_group(0, &seen, &[]);
            let words = 6 * vertices.len() as u32;
            dispatch(&mut pass, &self.pipelines.positions.gather, words.div_ceil(256));
        }
        device.queue.submit([encoder.finish()]);
        let places: Vec<DVec3> = if is_long {
            let numbers: Vec<[f64; 3]> = read_words(device, &to, bytes)?;
            numbers.into_iter().map(DVec3::from).collect()
        } else {
            let numbers: Vec<[[f32; 2]; 3]> = read_words(device, &to, bytes)?;
            let sum = |[high, low]: [f32; 2]| f64::from(high) + f64::from(low);
            numbers.into_iter().map(|place| DVec3::from(place.map(sum))).collect()
        };
        Ok(vertices.into_iter().zip(places).collect())
    }
}
