//! The stages as compiled kernels: one module each, put together from the files that it needs.

use crate::device::{Device, Numbers};
use crate::layouts::{Layouts, PREFACE, SCENE};
use wgpu::{BindGroupLayout, ComputePipeline};

/// The stages of a frame, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Positions as the stages take them; boxes of elements and clusters; stars of tetrahedra.
    Boxes,
    /// Stars of triangles.
    Stars,
    /// Boxes of bundles and crowds, and near pairs of them.
    Bundles,
    /// Near pairs of clusters.
    Near,
    /// Pairs of elements with overlapping boxes that no star settles.
    Candidates,
    /// Verdicts.
    Narrow,
    /// Verdicts with longer numbers, for what the first were unsure of.
    Again,
    /// Pairs in order.
    Sort,
}

impl Stage {
    /// All of them.
    pub const ALL: [Stage; 8] = [
        Stage::Boxes,
        Stage::Stars,
        Stage::Bundles,
        Stage::Near,
        Stage::Candidates,
        Stage::Narrow,
        Stage::Again,
        Stage::Sort,
    ];

    /// What it is called in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Boxes => "boxes",
            Stage::Stars => "stars",
            Stage::Bundles => "bundles",
            Stage::Near => "near",
            Stage::Candidates => "candidates",
            Stage::Narrow => "narrow",
            Stage::Again => "again",
            Stage::Sort => "sort",
        }
    }
}

/// All kernels of an engine.
#[derive(Debug)]
pub(crate) struct Pipelines {
    pub boxes: ComputePipeline,
    pub stars: ComputePipeline,
    pub bundle_boxes: ComputePipeline,
    pub crowd_boxes: ComputePipeline,
    pub crowd_pairs: ComputePipeline,
    pub bundle_pairs: ComputePipeline,
    pub near_bundles: ComputePipeline,
    pub near_clusters: ComputePipeline,
    pub candidates: ComputePipeline,
    pub brute_elements: ComputePipeline,
    pub brute_pairs: ComputePipeline,
    pub narrow: Narrow,
    /// With longer numbers.
    pub again: Option<Narrow>,
    pub arguments: Arguments,
    pub sort: Sort,
    pub positions: Positions,
}

/// The narrow phase of each kind of pairs.
#[derive(Debug)]
pub(crate) struct Narrow {
    pub triangles: ComputePipeline,
    pub tetrahedra: ComputePipeline,
    pub mixed: ComputePipeline,
}

/// Kernels of one thread, that write how many workgroups come next.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub of_crowds: ComputePipeline,
    pub of_bundles: ComputePipeline,
    pub of_clusters: ComputePipeline,
    pub of_candidates: ComputePipeline,
    pub of_round: ComputePipeline,
    pub of_unsure: ComputePipeline,
    pub of_pairs: ComputePipeline,
}

/// The steps of a digit.
#[derive(Debug)]
pub(crate) struct Sort {
    pub count: ComputePipeline,
    pub sum: ComputePipeline,
    pub place: ComputePipeline,
}

/// From positions as they are given to those that the stages take.
#[derive(Debug)]
pub(crate) struct Positions {
    pub doubles_to_halves: Option<ComputePipeline>,
    pub shorts_to_halves: ComputePipeline,
    pub shorts_to_doubles: Option<ComputePipeline>,
    pub finite_doubles: ComputePipeline,
    pub finite_shorts: ComputePipeline,
    pub gather: ComputePipeline,
}

/// Threads of a workgroup that sums.
const THREADS_128: &str = "const THREADS = 128u;\n";
const THREADS_256: &str = "const THREADS = 256u;\n";

macro_rules! wgsl {
    ($($name:literal),*) => { &[$(include_str!(concat!("wgsl/", $name, ".wgsl"))),*] };
}

impl Pipelines {
    pub fn new(device: &Device, layouts: &Layouts) -> Pipelines {
        let long = device.numbers != Numbers::Short;
        let real = match device.numbers {
            Numbers::Long => include_str!("wgsl/real_f64.wgsl"),
            Numbers::Short | Numbers::ShortThenLong => include_str!("wgsl/real_f32.wgsl"),
        };
        // Boxes and stars cost little, and with long numbers stars settle more.
        let longest = match device.numbers {
            Numbers::Short => real,
            Numbers::Long | Numbers::ShortThenLong => include_str!("wgsl/real_f64.wgsl"),
        };
        let scene = [Some(&layouts.scene), Some(&layouts.arguments)];
        let on_scene = |parts: &[&str], entry: &str, groups: usize| {
            let parts = [&[PREFACE, SCENE, longest], parts].concat();
            build(device, &scene[..groups], &parts, entry)
        };
        let sums = sums(device);
        let argument = |entry: &str| on_scene(wgsl!("tile", "arguments"), entry, 2);
        let step = |entry: &str| {
            // In the order of digits, so without subgroups.
            let parts = [&[PREFACE, THREADS_256], wgsl!("tile", "sums_plain", "sort") as &[&str]];
            let parts = parts.concat();
            build(device, &[Some(&layouts.sort)], &parts, entry)
        };
        let turn = |parts: &[&str], entry: &str| {
            let parts = [&[PREFACE], parts].concat();
            build(device, &[Some(&layouts.positions)], &parts, entry)
        };
        Pipelines {
            boxes: on_scene(
                wgsl!("vectors", "bound", "stars_written", "stars_volume", "boxes"),
                "boxes_of_clusters",
                1,
            ),
            stars: on_scene(
                wgsl!("vectors", "stars_written", "stars_surface"),
                "stars_of_surfaces",
                1,
            ),
            bundle_boxes: on_scene(wgsl!("bundles"), "boxes_of_bundles", 1),
            crowd_boxes: on_scene(wgsl!("bundles"), "boxes_of_crowds", 1),
            crowd_pairs: on_scene(wgsl!("all_crowds", "all_boxes"), "pairs_of_all", 1),
            bundle_pairs: on_scene(wgsl!("near_bundles", "all_boxes"), "pairs_of_all", 1),
            near_bundles: on_scene(
                &[&[THREADS_256, sums], wgsl!("near_bundles", "near") as &[&str]].concat(),
                "pairs_of_boxes",
                1,
            ),
            near_clusters: on_scene(
                &[&[THREADS_256, sums], wgsl!("near_clusters", "near") as &[&str]].concat(),
                "pairs_of_boxes",
                1,
            ),
            candidates: on_scene(
                &[&[THREADS_128, sums], wgsl!("stars_known", "candidates") as &[&str]].concat(),
                "candidates_of_clusters",
                1,
            ),
            brute_elements: on_scene(wgsl!("brute"), "thread_an_element", 1),
            brute_pairs: on_scene(wgsl!("brute"), "thread_a_pair", 1),
            narrow: Narrow::new(device, layouts, real, include_str!("wgsl/narrow_first.wgsl")),
            again: (device.numbers == Numbers::ShortThenLong).then(|| {
                let real = include_str!("wgsl/real_f64.wgsl");
                Narrow::new(device, layouts, real, include_str!("wgsl/narrow_again.wgsl"))
            }),
            arguments: Arguments {
                of_crowds: argument("of_crowds"),
                of_bundles: argument("of_bundles"),
                of_clusters: argument("of_clusters"),
                of_candidates: argument("of_candidates"),
                of_round: argument("of_round"),
                of_unsure: argument("of_unsure"),
                of_pairs: argument("of_pairs"),
            },
            sort: Sort {
                count: step("count_digits"),
                sum: step("sum_tiles"),
                place: step("move_pairs"),
            },
            positions: Positions {
                doubles_to_halves: long.then(|| turn(wgsl!("halves"), "halves_of_doubles")),
                shorts_to_halves: turn(wgsl!("shorts_to_halves", "shorts"), "positions_of_shorts"),
                shorts_to_doubles: long
                    .then(|| turn(wgsl!("shorts_to_doubles", "shorts"), "positions_of_shorts")),
                finite_doubles: turn(wgsl!("finite_doubles", "finite"), "finite_positions"),
                finite_shorts: turn(wgsl!("finite_shorts", "finite"), "finite_positions"),
                gather: turn(wgsl!("gather"), "gather_positions"),
            },
        }
    }
}

impl Narrow {
    fn new(device: &Device, layouts: &Layouts, real: &str, source: &str) -> Narrow {
        let tests = |parts: &[&str]| {
            let first = wgsl!("vectors", "bound", "verdicts", "narrow", "triangle_triangle");
            let before = [PREFACE, SCENE, real, source, THREADS_128, sums(device)];
            let last = wgsl!("narrow_pairs");
            let parts = [&before, first as &[&str], parts, last].concat();
            build(device, &[Some(&layouts.scene)], &parts, "narrow_pairs")
        };
        Narrow {
            triangles: tests(wgsl!("planar", "narrow_triangles")),
            tetrahedra: tests(wgsl!("tetrahedron_tetrahedron", "narrow_tetrahedra")),
            mixed: tests(wgsl!("tetrahedron_tetrahedron", "triangle_tetrahedron", "narrow_mixed")),
        }
    }
}

/// Sums over a workgroup, in some order of its threads.
fn sums(device: &Device) -> &'static str {
    match device.report.has_subgroups {
        true => include_str!("wgsl/sums_subgroups.wgsl"),
        false => include_str!("wgsl/sums_plain.wgsl"),
    }
}

fn build(
    device: &Device,
    groups: &[Option<&BindGroupLayout>],
    parts: &[&str],
    entry: &str,
) -> ComputePipeline {
    let (parameters, arguments) = match device.report.has_subgroups {
        true => (
            "@builtin(subgroup_id) subgroup: u32, @builtin(num_subgroups) subgroups: u32,",
            ", subgroup, subgroups",
        ),
        false => ("", ""),
    };
    let source = parts.concat().replace("    LANE_PARAMETERS", parameters);
    let source = source.replace(" LANE_ARGUMENTS", arguments);
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
