//! The kernels of layers, compiled.

use crate::GpuError;
use crate::device::Device;
use crate::shader_constants::WORKGROUPS_PER_ROW;
use bytemuck::{Pod, Zeroable};
use jostle::raster::SUBPIXELS;
use wgpu::{BindGroupLayout, BufferBindingType, ComputePipeline, ShaderStages};

/// Threads of a workgroup that takes rows of triangles.
pub(super) const ROW_THREADS: u32 = 64;
/// Threads of a workgroup that takes pixels.
pub(super) const SCAN_THREADS: u32 = 256;
/// Pixels of a thread, where counts are summed.
pub(super) const SCAN_PIXELS: u32 = 4;
/// Layers of a pixel that are sorted on the device, by insertion: a thousand steps a layer would take too long.
const MOST_SORTED: u32 = 256;

/// Storage buffers that the kernels see, of which the first are only read.
const STORAGE_BUFFERS: u32 = 10;
const READ_ONLY: u32 = 2;

/// What all kernels are told; `rows.wgsl` says what.
#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Params {
    pub width: u32,
    pub pixels: u32,
    pub pieces: u32,
    pub rows: u32,
    pub blocks: u32,
    pub stage: u32,
    /// Uniforms come in multiples of 16 bytes.
    pub padding: [u32; 2],
}

macro_rules! stages {
    ($($stage:ident $entry:literal),* $(,)?) => {
        /// A kernel.
        #[derive(Clone, Copy, Debug)]
        pub(super) enum Stage {
            $($stage),*
        }

        const ENTRIES: &[&str] = &[$($entry),*];
    };
}

stages! {
    CountLayers "count_layers",
    SumBlocks "sum_blocks",
    SumSums "sum_sums",
    AddSums "add_sums",
    ListLayers "list_layers",
    SortLayers "sort_layers",
    BeginPeeling "begin_peeling",
    FindNext "find_next",
    TakeNext "take_next",
}

/// All kernels, and the layout of what they see.
#[derive(Debug)]
pub(super) struct Kernels {
    layout: BindGroupLayout,
    pipelines: Vec<ComputePipeline>,
}

impl Kernels {
    pub fn compile(device: &Device) -> Result<Kernels, GpuError> {
        let own = &device.device;
        let module = own.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("layers"),
            source: wgpu::ShaderSource::Wgsl(text().into()),
        });
        let entry = |binding: u32| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: match binding {
                    0 => BufferBindingType::Uniform,
                    _ => BufferBindingType::Storage { read_only: binding <= READ_ONLY },
                },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        };
        let entries: Vec<_> = (0..=STORAGE_BUFFERS).map(entry).collect();
        let layout = own.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("layers"),
            entries: &entries,
        });
        let pipeline_layout = own.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some("layers"),
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let pipelines = ENTRIES.iter().map(|entry| {
            own.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: Some(entry),
                layout: Some(&pipeline_layout),
                module: &module,
                entry_point: Some(entry),
                compilation_options: Default::default(),
                cache: None,
            })
        });
        let pipelines = pipelines.collect();
        device.check()?;
        Ok(Kernels { layout, pipelines })
    }

    pub fn layout(&self) -> &BindGroupLayout {
        &self.layout
    }

    pub fn pipeline(&self, stage: Stage) -> &ComputePipeline {
        &self.pipelines[stage as usize]
    }
}

/// The text of all kernels: constants that the host has too, then the files.
fn text() -> String {
    let constants = [
        ("WORKGROUPS_PER_ROW", WORKGROUPS_PER_ROW),
        ("ROW_THREADS", ROW_THREADS),
        ("SCAN_THREADS", SCAN_THREADS),
        ("SCAN_PIXELS", SCAN_PIXELS),
        ("MOST_SORTED", MOST_SORTED),
        ("SUBPIXELS", SUBPIXELS as u32),
    ];
    let mut text: String =
        constants.iter().map(|(name, value)| format!("const {name}: u32 = {value}u;\n")).collect();
    text.extend([
        include_str!("kernels/rows.wgsl"),
        include_str!("kernels/counts.wgsl"),
        include_str!("kernels/unordered.wgsl"),
        include_str!("kernels/peeling.wgsl"),
    ]);
    text
}
