//! The stages as compiled kernels: one module each, put together from the files that it needs.

use crate::device::Device;
use wgpu::{BindGroupLayout, ComputePipeline};

/// The stages of a frame, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Boxes of elements and clusters; stars of tetrahedra.
    Boxes,
    /// Stars of triangles.
    Stars,
    /// Boxes and near pairs of bundles of clusters.
    Bundles,
    /// Near pairs of clusters.
    Near,
    /// Pairs of elements with overlapping boxes that no star settles.
    Candidates,
    /// Verdicts.
    Narrow,
}

impl Stage {
    /// All of them.
    pub const ALL: [Stage; 6] =
        [Stage::Boxes, Stage::Stars, Stage::Bundles, Stage::Near, Stage::Candidates, Stage::Narrow];

    /// What it is called in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Boxes => "boxes",
            Stage::Stars => "stars",
            Stage::Bundles => "bundles",
            Stage::Near => "near",
            Stage::Candidates => "candidates",
            Stage::Narrow => "narrow",
        }
    }
}

/// All kernels of an engine.
#[derive(Debug)]
pub(crate) struct Pipelines {
    /// What all kernels see, and the arguments that only one of them writes.
    pub scene_layout: BindGroupLayout,
    pub arguments_layout: BindGroupLayout,
    pub boxes: ComputePipeline,
    pub stars: ComputePipeline,
    pub bundle_boxes: ComputePipeline,
    pub bundle_pairs: ComputePipeline,
    pub near: ComputePipeline,
    pub candidates: ComputePipeline,
    pub narrow_triangles: ComputePipeline,
    pub narrow_tetrahedra: ComputePipeline,
    pub narrow_mixed: ComputePipeline,
    pub arguments: ComputePipeline,
}

macro_rules! wgsl {
    ($($name:literal),*) => { &[$(include_str!(concat!("wgsl/", $name, ".wgsl"))),*] };
}

impl Pipelines {
    pub fn new(device: &Device) -> Pipelines {
        let scene_layout = layout(device, "scene", &KINDS);
        let arguments_layout = layout(device, "arguments", &[Kind::Written]);
        let seen = [Some(&scene_layout), Some(&arguments_layout)];
        let build = |parts: &[&str], entry: &str, groups: usize| {
            build(device, &seen[..groups], parts, entry)
        };
        let tests = |parts: &[&[&str]], entry: &str| {
            let first: &[&[&str]] =
                &[wgsl!("vectors", "bound", "verdicts", "narrow"), wgsl!("triangle_triangle")];
            build(&[first, parts].concat().concat(), entry, 1)
        };
        Pipelines {
            boxes: build(
                wgsl!("vectors", "bound", "stars_written", "stars_volume", "boxes"),
                "boxes_of_clusters",
                1,
            ),
            stars: build(
                wgsl!("vectors", "stars_written", "stars_surface"),
                "stars_of_surfaces",
                1,
            ),
            bundle_boxes: build(wgsl!("bundles"), "boxes_of_bundles", 1),
            bundle_pairs: build(wgsl!("bundles"), "pairs_of_bundles", 1),
            near: build(wgsl!("near"), "pairs_of_clusters", 1),
            candidates: build(wgsl!("stars_known", "candidates"), "candidates_of_clusters", 1),
            narrow_triangles: tests(&[wgsl!("planar", "narrow_triangles")], "narrow_triangles"),
            narrow_tetrahedra: tests(
                &[wgsl!("tetrahedron_tetrahedron", "narrow_tetrahedra")],
                "narrow_tetrahedra",
            ),
            narrow_mixed: tests(
                &[wgsl!("tetrahedron_tetrahedron", "triangle_tetrahedron", "narrow_mixed")],
                "narrow_mixed",
            ),
            arguments: build(wgsl!("arguments"), "dispatch_arguments", 2),
            scene_layout,
            arguments_layout,
        }
    }
}

/// How kernels see a buffer.
#[derive(Clone, Copy)]
enum Kind {
    Constant,
    Read,
    Written,
}

/// The buffers of `wgsl/scene.wgsl`, in order.
const KINDS: [Kind; 15] = [
    Kind::Constant,
    Kind::Read,
    Kind::Read,
    Kind::Read,
    Kind::Read,
    Kind::Read,
    Kind::Written,
    Kind::Written,
    Kind::Written,
    Kind::Written,
    Kind::Written,
    Kind::Written,
    Kind::Written,
    Kind::Written,
    Kind::Written,
];

fn layout(device: &Device, label: &str, kinds: &[Kind]) -> BindGroupLayout {
    let entry = |(binding, kind): (u32, &Kind)| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty: match kind {
                Kind::Constant => wgpu::BufferBindingType::Uniform,
                Kind::Read => wgpu::BufferBindingType::Storage { read_only: true },
                Kind::Written => wgpu::BufferBindingType::Storage { read_only: false },
            },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let entries: Vec<_> = (0..).zip(kinds).map(entry).collect();
    let descriptor = wgpu::BindGroupLayoutDescriptor { label: Some(label), entries: &entries };
    device.device.create_bind_group_layout(&descriptor)
}

fn build(
    device: &Device,
    groups: &[Option<&BindGroupLayout>],
    parts: &[&str],
    entry: &str,
) -> ComputePipeline {
    let numbers = match device.uses_doubles {
        true => include_str!("wgsl/real_f64.wgsl"),
        false => include_str!("wgsl/real_f32.wgsl"),
    };
    let source = [include_str!("wgsl/scene.wgsl"), numbers, &parts.concat()].concat();
    let module = device.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(entry),
        source: wgpu::ShaderSource::Wgsl(source.into()),
    });
    let layout = device.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(entry),
        bind_group_layouts: groups,
        immediate_size: 0,
    });
    device.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(entry),
        layout: Some(&layout),
        module: &module,
        entry_point: Some(entry),
        compilation_options: wgpu::PipelineCompilationOptions {
            // Every stage sets what it reads.
            zero_initialize_workgroup_memory: false,
            ..Default::default()
        },
        cache: None,
    })
}
