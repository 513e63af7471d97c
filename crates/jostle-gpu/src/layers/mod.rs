//! Layers of layered depth images, on the device.
//!
//! A thread takes a row of a triangle, and decides in integers of 64 bits which pixels it covers, as
//! [`jostle::raster`] does. So there are the same layers as in software, not one more or less. Depths of the
//! device (`f32`) put them in order; depths that are answered are computed in `f64` from the same integers,
//! and are the same bit for bit.

mod kernels;
mod pieces;

use crate::GpuError;
use crate::adapter::{AdapterChoice, AdapterReport, Precision};
use crate::device::Device;
use crate::growable_buffer::GrowableBuffer;
use crate::read_back::map_and_read;
use crate::shader_constants::WORKGROUPS_PER_ROW;
use jostle::volume::layered::{Layer, LayerGenerator, LayerInput, LayeredError, Layers};
use jostle_support::parallel;
use kernels::{Kernels, Params, ROW_THREADS, SCAN_PIXELS, SCAN_THREADS, Stage};
use pieces::Pieces;
use wgpu::{BindGroup, BufferUsages, CommandEncoder};

/// In which order a device finds the layers of a pixel. The image is the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LayerOrder {
    /// All in one pass as they come, and then sorted.
    #[default]
    Unordered,
    /// One after the other from the front, in as many passes as the pixel with the most has layers: depth
    /// peeling.
    Ordered,
}

/// The most layers of a pixel that are peeled: time grows with their number times all layers.
const MOST_PEELED: u32 = 4096;
/// Layers that are peeled in one submission, so that none takes long.
const PEELED_AT_ONCE: u32 = 64;

/// Makes the layers of layered depth images on a GPU that wgpu reaches; keeps its buffers.
///
/// ```no_run
/// use jostle::mesh::shapes;
/// use jostle::volume::layered::{LayeredQuery, LayeredWorkspace};
/// use jostle::{DVec3, Scene};
/// use jostle_gpu::{GpuLayerGenerator, LayerOrder};
///
/// let mut scene = Scene::new();
/// let a = scene.add("a", shapes::icosphere(5, 1.0))?;
/// let b = scene.add("b", shapes::icosphere(5, 1.0).translated(DVec3::X))?;
/// let generator = GpuLayerGenerator::new(LayerOrder::Unordered)?;
/// let mut workspace = LayeredWorkspace::with_generator(generator);
/// let image = workspace.build(&scene, &LayeredQuery::new([a, b]).resolution(512))?;
/// println!("{}", image.intersection(a, b)?.volume);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GpuLayerGenerator {
    device: Device,
    order: LayerOrder,
    kernels: Kernels,
    pieces: Pieces,
    buffers: Buffers,
}

/// What is on the device.
#[derive(Debug)]
struct Buffers {
    params: [GrowableBuffer; 2],
    pieces: GrowableBuffer,
    piece_rows: GrowableBuffer,
    counts: GrowableBuffer,
    starts: GrowableBuffer,
    block_sums: GrowableBuffer,
    totals: GrowableBuffer,
    layers: GrowableBuffer,
    peeled: GrowableBuffer,
    next_depth: GrowableBuffer,
    next_piece: GrowableBuffer,
    /// What is read back.
    staging: GrowableBuffer,
}

impl Buffers {
    fn new() -> Buffers {
        let storage =
            |what| GrowableBuffer::new(what, BufferUsages::STORAGE | BufferUsages::COPY_SRC);
        let uniform = || GrowableBuffer::new("parameters of layers", BufferUsages::UNIFORM);
        Buffers {
            params: [uniform(), uniform()],
            pieces: storage("triangles of the image"),
            piece_rows: storage("rows of triangles"),
            counts: storage("counts of layers"),
            starts: storage("columns of layers"),
            block_sums: storage("sums of counts"),
            totals: storage("number of layers"),
            layers: storage("layers"),
            peeled: storage("layers peeled last"),
            next_depth: storage("depths peeled next"),
            next_piece: storage("triangles peeled next"),
            staging: GrowableBuffer::new("layers read back", BufferUsages::MAP_READ),
        }
    }
}

/// What the counting stage tells.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    layers: u32,
    most: u32,
}

impl GpuLayerGenerator {
    /// On the best adapter there is.
    pub fn new(order: LayerOrder) -> Result<GpuLayerGenerator, GpuError> {
        GpuLayerGenerator::with_adapter(&AdapterChoice::Best, order)
    }

    /// On a chosen adapter.
    pub fn with_adapter(
        adapter: &AdapterChoice,
        order: LayerOrder,
    ) -> Result<GpuLayerGenerator, GpuError> {
        let device = Device::open(adapter, Precision::F32)?;
        if !device.report.has_i64 {
            return Err(GpuError::NoI64 { adapter: device.report.name.clone() });
        }
        let kernels = Kernels::compile(&device)?;
        let (pieces, buffers) = (Pieces::default(), Buffers::new());
        Ok(GpuLayerGenerator { device, order, kernels, pieces, buffers })
    }

    /// The adapter.
    pub fn adapter(&self) -> &AdapterReport {
        &self.device.report
    }

    fn layers_of(&mut self, input: &LayerInput, layers: &mut Layers) -> Result<(), GpuError> {
        self.pieces.update(input)?;
        let pixels = input.width * input.height;
        let params = Params {
            width: input.width,
            pixels,
            pieces: self.pieces.len(),
            rows: self.pieces.rows(),
            blocks: pixels.div_ceil(SCAN_THREADS * SCAN_PIXELS),
            ..Params::default()
        };
        if params.rows == 0 {
            layers.starts.resize(pixels as usize + 1, 0);
            return Ok(());
        }
        self.upload(&params)?;
        let totals = self.count(&params)?;
        self.list(&params, totals)?;
        self.read_back(&params, totals, input, layers)
    }

    /// Copies what the kernels take to the device, and reserves buffers for what they count.
    fn upload(&mut self, params: &Params) -> Result<(), GpuError> {
        let Buffers {
            params: uniforms,
            pieces,
            piece_rows,
            counts,
            starts,
            block_sums,
            totals,
            ..
        } = &mut self.buffers;
        let device = &self.device;
        for (stage, uniform) in (0..).zip(uniforms) {
            uniform.upload(device, &[Params { stage, ..*params }])?;
        }
        pieces.upload(device, self.pieces.words())?;
        piece_rows.upload(device, self.pieces.first_rows())?;
        counts.reserve(device, bytes_of::<u32>(params.pixels))?;
        starts.reserve(device, bytes_of::<u32>(params.pixels + 1))?;
        block_sums.reserve(device, bytes_of::<u32>(params.blocks))?;
        totals.reserve(device, bytes_of::<u32>(2))?;
        Ok(())
    }

    /// Counts the layers of all pixels, and sums them up.
    fn count(&mut self, params: &Params) -> Result<Totals, GpuError> {
        let buffers = &mut self.buffers;
        for own in [&mut buffers.layers, &mut buffers.peeled, &mut buffers.next_depth] {
            own.reserve(&self.device, 0)?;
        }
        buffers.next_piece.reserve(&self.device, 0)?;
        buffers.staging.reserve(&self.device, bytes_of::<u32>(2))?;
        let group = self.bind_group(0);
        let mut encoder = self.device.device.create_command_encoder(&Default::default());
        encoder.clear_buffer(self.buffers.counts.get(), 0, Some(bytes_of::<u32>(params.pixels)));
        encoder.clear_buffer(self.buffers.totals.get(), 0, None);
        let blocks = params.blocks * SCAN_THREADS;
        self.run(&mut encoder, &group, Stage::CountLayers, params.rows, ROW_THREADS);
        self.run(&mut encoder, &group, Stage::SumBlocks, blocks, SCAN_THREADS);
        self.run(&mut encoder, &group, Stage::SumSums, 1, SCAN_THREADS);
        self.run(&mut encoder, &group, Stage::AddSums, blocks, SCAN_THREADS);
        let (totals, staging) = (self.buffers.totals.get(), self.buffers.staging.get());
        encoder.copy_buffer_to_buffer(totals, 0, staging, 0, bytes_of::<u32>(2));
        self.device.queue.submit([encoder.finish()]);
        let mut totals = Totals::default();
        map_and_read(&self.device, self.buffers.staging.get(), bytes_of::<u32>(2), |bytes| {
            let words: Vec<u32> = bytemuck::pod_collect_to_vec(bytes);
            totals = Totals { layers: words[0], most: words[1] };
        })?;
        Ok(totals)
    }

    /// Lists the layers of all pixels, each pixel's where it has its place.
    fn list(&mut self, params: &Params, totals: Totals) -> Result<(), GpuError> {
        self.buffers.layers.reserve(&self.device, bytes_of::<[u32; 2]>(totals.layers))?;
        match self.order {
            LayerOrder::Unordered => {
                let group = self.bind_group(0);
                let mut encoder = self.device.device.create_command_encoder(&Default::default());
                self.run(&mut encoder, &group, Stage::ListLayers, params.rows, ROW_THREADS);
                self.run(&mut encoder, &group, Stage::SortLayers, params.pixels, SCAN_THREADS);
                self.device.queue.submit([encoder.finish()]);
                Ok(())
            }
            LayerOrder::Ordered => self.peel(params, totals),
        }
    }

    /// Peels the layers off, one of each pixel at a time.
    fn peel(&mut self, params: &Params, totals: Totals) -> Result<(), GpuError> {
        if totals.most > MOST_PEELED {
            return Err(GpuError::TooManyLayers { layers: totals.most, most: MOST_PEELED });
        }
        self.buffers.peeled.reserve(&self.device, bytes_of::<[u32; 2]>(params.pixels))?;
        self.buffers.next_depth.reserve(&self.device, bytes_of::<u32>(params.pixels))?;
        self.buffers.next_piece.reserve(&self.device, bytes_of::<u32>(params.pixels))?;
        let groups = [0, 1].map(|stage| self.bind_group(stage));
        for first in (0..totals.most).step_by(PEELED_AT_ONCE as usize) {
            let mut encoder = self.device.device.create_command_encoder(&Default::default());
            if first == 0 {
                let pixels = params.pixels;
                self.run(&mut encoder, &groups[0], Stage::BeginPeeling, pixels, SCAN_THREADS);
            }
            for _ in first..totals.most.min(first + PEELED_AT_ONCE) {
                for group in &groups {
                    self.run(&mut encoder, group, Stage::FindNext, params.rows, ROW_THREADS);
                }
                let pixels = params.pixels;
                self.run(&mut encoder, &groups[0], Stage::TakeNext, pixels, SCAN_THREADS);
            }
            self.device.queue.submit([encoder.finish()]);
        }
        Ok(())
    }

    /// Reads columns and layers, and gives these the depths that software would.
    fn read_back(
        &mut self,
        params: &Params,
        totals: Totals,
        input: &LayerInput,
        layers: &mut Layers,
    ) -> Result<(), GpuError> {
        let starts_length = bytes_of::<u32>(params.pixels + 1);
        // Copies begin at multiples of four, and pairs of numbers at multiples of eight.
        let first = starts_length.next_multiple_of(8);
        let length = first + bytes_of::<[u32; 2]>(totals.layers);
        let buffers = &mut self.buffers;
        buffers.staging.reserve(&self.device, length)?;
        let staging = buffers.staging.get();
        let mut encoder = self.device.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffers.starts.get(), 0, staging, 0, starts_length);
        encoder.copy_buffer_to_buffer(buffers.layers.get(), 0, staging, first, length - first);
        self.device.queue.submit([encoder.finish()]);
        let (pieces, width) = (&self.pieces, params.width as usize);
        map_and_read(&self.device, staging, length, |bytes| {
            let (starts, listed) = bytes.split_at(first as usize);
            layers.starts.extend(words(&starts[..starts_length as usize]).map(|[start]| start));
            layers.layers.resize(totals.layers as usize, Layer::default());
            fill(&layers.starts, &mut layers.layers, 0, listed, &|pixel, [piece, _]| {
                let (triangle, fragment) = pieces.fragment(piece, pixel % width, pixel / width);
                let object = input.triangles[triangle as usize].object;
                Layer::new(fragment.depth, triangle, object, fragment.front)
            });
        })?;
        // Their order is that of `f32`, but for columns that are too long; what is sorted takes no time.
        layers.sort();
        Ok(())
    }

    fn bind_group(&self, stage: usize) -> BindGroup {
        let own = &self.buffers;
        let storage = [
            &own.pieces,
            &own.piece_rows,
            &own.counts,
            &own.starts,
            &own.block_sums,
            &own.totals,
            &own.layers,
            &own.peeled,
            &own.next_depth,
            &own.next_piece,
        ];
        let buffers = std::iter::once(&own.params[stage]).chain(storage);
        let entries: Vec<wgpu::BindGroupEntry> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry {
                binding,
                resource: buffer.get().as_entire_binding(),
            })
            .collect();
        self.device.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("layers"),
            layout: self.kernels.layout(),
            entries: &entries,
        })
    }

    /// Adds a stage with at least so many threads.
    fn run(
        &self,
        encoder: &mut CommandEncoder,
        group: &BindGroup,
        stage: Stage,
        threads: u32,
        size: u32,
    ) {
        let workgroups = threads.div_ceil(size).max(1);
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(self.kernels.pipeline(stage));
        pass.set_bind_group(0, group, &[]);
        let rows = workgroups.div_ceil(WORKGROUPS_PER_ROW);
        pass.dispatch_workgroups(workgroups.min(WORKGROUPS_PER_ROW), rows, 1);
    }
}

impl LayerGenerator for GpuLayerGenerator {
    fn generate(&mut self, input: &LayerInput, layers: &mut Layers) -> Result<(), LayeredError> {
        layers.starts.clear();
        layers.layers.clear();
        if input.width == 0 || input.height == 0 {
            layers.starts.push(0);
            return Ok(());
        }
        Ok(self.layers_of(input, layers)?)
    }

    fn bytes(&self) -> usize {
        self.pieces.bytes()
    }
}

fn bytes_of<T>(count: u32) -> u64 {
    u64::from(count) * size_of::<T>() as u64
}

/// Words of 32 bits, so many at a time.
fn words<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = [u32; N]> + '_ {
    let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
    bytes.chunks_exact(4 * N).map(move |own| std::array::from_fn(|i| word(&own[4 * i..4 * i + 4])))
}

/// Makes the layers of pixels from the given one on out of what was listed, in parallel.
fn fill(
    starts: &[u32],
    layers: &mut [Layer],
    pixel: usize,
    listed: &[u8],
    layer: &(impl Fn(usize, [u32; 2]) -> Layer + Sync),
) {
    /// Fewer pixels than this are not worth another thread.
    const FEW: usize = 4096;
    let pixels = starts.len() - 1;
    if pixels > FEW {
        let middle = pixels / 2;
        let count = (starts[middle] - starts[0]) as usize;
        let (left, right) = layers.split_at_mut(count);
        let (left_listed, right_listed) = listed.split_at(count * size_of::<[u32; 2]>());
        parallel::join(
            || fill(&starts[..=middle], left, pixel, left_listed, layer),
            || fill(&starts[middle..], right, pixel + middle, right_listed, layer),
        );
        return;
    }
    let mut listed = layers.iter_mut().zip(words(listed));
    for (pixel, range) in (pixel..).zip(starts.windows(2)) {
        for (own, listed) in listed.by_ref().take((range[1] - range[0]) as usize) {
            *own = layer(pixel, listed);
        }
    }
}
