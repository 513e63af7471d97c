//! The kernels of all stages: what each is made of, and how it is compiled.

use crate::adapter::Arithmetic;
use crate::bind_group_layouts::BindGroupLayouts;
use crate::device::Device;
use crate::frame_stage::FrameStage;
use crate::shader_constants::{
    CHILD_PAIR_THREADS, MAX_CLUSTER_ELEMENTS, NARROW_THREADS, SCAN_THREADS, SORT_DIGITS,
};
use crate::shader_sources::{Kernel, KernelLayout, Source, wgsl};
use wgpu::ComputePipeline;

/// All kernels of an engine.
#[derive(Debug)]
pub(crate) struct Pipelines<P = ComputePipeline> {
    pub cluster_boxes: P,
    pub surface_stars: P,
    pub level1_boxes: P,
    pub level2_boxes: P,
    /// All pairs of level 2 nodes, and of level 1 nodes where they are few.
    pub all_level2_pairs: P,
    pub all_level1_pairs: P,
    /// Pairs of the children of overlapping nodes: level 1 nodes, and clusters.
    pub child_level1_pairs: P,
    pub child_cluster_pairs: P,
    pub candidates: P,
    pub brute_force_per_element: P,
    pub brute_force_per_pair: P,
    /// The first narrow phase, and what it is called.
    pub narrow_stage: FrameStage,
    pub narrow: NarrowPipelines<P>,
    /// In `f64`, after one in `f32`.
    pub narrow_f64: Option<NarrowPipelines<P>>,
    /// What one thread does between rounds.
    pub next_round: P,
    pub sort: SortPipelines<P>,
    pub positions: PositionPipelines<P>,
    pub cells: CellPipelines<P>,
}

/// The narrow phase of each kind of pairs.
#[derive(Debug)]
pub(crate) struct NarrowPipelines<P = ComputePipeline> {
    pub triangles: P,
    pub tetrahedra: P,
    pub triangle_tetrahedron: P,
}

/// The steps of a digit.
#[derive(Debug)]
pub(crate) struct SortPipelines<P = ComputePipeline> {
    pub count: P,
    pub sum: P,
    pub scatter: P,
}

/// From positions as the caller has them to those that the stages take.
#[derive(Debug)]
pub(crate) struct PositionPipelines<P = ComputePipeline> {
    pub f64_to_hi_lo: Option<P>,
    pub f32_to_hi_lo: P,
    pub f32_to_f64: Option<P>,
    pub check_finite_f64: P,
    pub check_finite_f32: P,
    pub gather: P,
}

/// From elements as the scene lists them to clusters of cells, and to links.
#[derive(Debug)]
pub(crate) struct CellPipelines<P = ComputePipeline> {
    pub count: P,
    pub sum_tiles: P,
    pub sum: P,
    pub scatter: P,
    pub links: P,
}

const REAL_F32: &[Source] = wgsl!("real_f32");
const REAL_F64: &[Source] = wgsl!("real_f64");

impl Pipelines {
    /// Compiles all kernels.
    pub fn new(device: &Device, layouts: &BindGroupLayouts) -> Pipelines {
        let has_subgroups = device.report.has_subgroups;
        Pipelines::build(device.arithmetic, has_subgroups, &mut |kernel| {
            compile(device, layouts, &kernel)
        })
    }
}

impl<P> Pipelines<P> {
    /// Makes something of each kernel for devices with this arithmetic, with subgroups or without.
    pub fn build(
        arithmetic: Arithmetic,
        has_subgroups: bool,
        compile: &mut impl FnMut(Kernel) -> P,
    ) -> Pipelines<P> {
        let has_f64 = arithmetic != Arithmetic::F32;
        // Boxes and stars cost little, and with `f64` stars exclude more.
        let widest = if has_f64 { REAL_F64 } else { REAL_F32 };
        let first = if arithmetic == Arithmetic::F64 { REAL_F64 } else { REAL_F32 };
        let sums = prefix_sum(has_subgroups);
        let scene: &[Source] = wgsl!("params", "counters", "scene");
        let boxes =
            wgsl!("vectors", "error_bound", "stars_atomic", "stars_volume", "cluster_boxes");
        let stars = wgsl!("vectors", "stars_atomic", "stars_surface");
        let mut on_scene = |entry, threads, parts: &[&[Source]]| {
            let sources = [&[scene], parts].concat().concat();
            compile(Kernel { entry, layout: KernelLayout::Scene, threads, sources })
        };
        let child_threads = Some(CHILD_PAIR_THREADS);
        Pipelines {
            cluster_boxes: on_scene("compute_cluster_boxes", None, &[widest, boxes]),
            surface_stars: on_scene("update_surface_stars", None, &[widest, stars]),
            level1_boxes: on_scene("compute_level1_boxes", None, &[wgsl!("node_boxes")]),
            level2_boxes: on_scene("compute_level2_boxes", None, &[wgsl!("node_boxes")]),
            all_level2_pairs: on_scene(
                "list_all_pairs",
                None,
                &[wgsl!("level2_nodes", "node_pairs_all")],
            ),
            all_level1_pairs: on_scene(
                "list_all_pairs",
                None,
                &[wgsl!("work_list", "level1_nodes", "node_pairs_all")],
            ),
            child_level1_pairs: on_scene(
                "list_child_pairs",
                child_threads,
                &[sums, wgsl!("work_list", "level1_nodes", "node_pairs_children")],
            ),
            child_cluster_pairs: on_scene(
                "list_child_pairs",
                child_threads,
                &[sums, wgsl!("work_list", "level0_nodes", "node_pairs_children")],
            ),
            candidates: on_scene(
                "list_candidates",
                Some(MAX_CLUSTER_ELEMENTS),
                &[sums, wgsl!("work_list", "stars_plain", "element_box", "candidates")],
            ),
            brute_force_per_element: on_scene(
                "compare_per_element",
                None,
                &[wgsl!("element_box", "candidates_brute_force")],
            ),
            brute_force_per_pair: on_scene(
                "compare_per_pair",
                None,
                &[wgsl!("element_box", "candidates_brute_force")],
            ),
            next_round: on_scene("begin_next_round", None, &[wgsl!("next_round")]),
            narrow_stage: match arithmetic {
                Arithmetic::F32 | Arithmetic::F32ThenF64 => FrameStage::NarrowF32,
                Arithmetic::F64 => FrameStage::NarrowF64,
            },
            narrow: NarrowPipelines::build(
                first,
                match arithmetic {
                    Arithmetic::F32 | Arithmetic::F64 => {
                        wgsl!("narrow_input_candidates", "unsure_elements")
                    }
                    Arithmetic::F32ThenF64 => wgsl!("narrow_input_candidates", "unsure_slots"),
                },
                sums,
                &mut on_scene,
            ),
            narrow_f64: (arithmetic == Arithmetic::F32ThenF64).then(|| {
                let input = wgsl!("narrow_input_unsure", "unsure_elements");
                NarrowPipelines::build(REAL_F64, input, sums, &mut on_scene)
            }),
            sort: SortPipelines::build(compile),
            positions: PositionPipelines::build(has_f64, compile),
            cells: CellPipelines::build(first, compile),
        }
    }
}

impl<P> NarrowPipelines<P> {
    fn build(
        real: &[Source],
        input: &[Source],
        sums: &[Source],
        on_scene: &mut impl FnMut(&'static str, Option<u32>, &[&[Source]]) -> P,
    ) -> NarrowPipelines<P> {
        let mut kernel = |tests: &[Source]| {
            let common = wgsl!("vectors", "error_bound", "verdicts", "corner_positions");
            let lists = wgsl!("work_list", "narrow_lists", "narrow_kernel");
            let parts = [real, input, sums, common, tests, lists];
            on_scene("narrow_pairs", Some(NARROW_THREADS), &parts)
        };
        NarrowPipelines {
            triangles: kernel(wgsl!("triangle_triangle", "separating_line", "narrow_triangles")),
            tetrahedra: kernel(wgsl!("tetrahedron_tetrahedron", "narrow_tetrahedra")),
            triangle_tetrahedron: kernel(wgsl!(
                "triangle_triangle",
                "tetrahedron_tetrahedron",
                "triangle_tetrahedron",
                "narrow_triangle_tetrahedron",
            )),
        }
    }
}

impl<P> SortPipelines<P> {
    fn build(compile: &mut impl FnMut(Kernel) -> P) -> SortPipelines<P> {
        let mut kernel = |entry| {
            // In the order of digits, so without subgroups.
            let sources = wgsl!("params", "counters", "work_list", "prefix_sum", "sort").to_vec();
            let threads = Some(SORT_DIGITS);
            compile(Kernel { entry, layout: KernelLayout::Sort, threads, sources })
        };
        SortPipelines {
            count: kernel("count_digits"),
            sum: kernel("sum_tiles"),
            scatter: kernel("scatter_pairs"),
        }
    }
}

impl<P> PositionPipelines<P> {
    fn build(has_f64: bool, compile: &mut impl FnMut(Kernel) -> P) -> PositionPipelines<P> {
        let mut kernel = |entry, parts: &[Source]| {
            let sources = [wgsl!("params", "counters"), parts].concat();
            compile(Kernel { entry, layout: KernelLayout::Positions, threads: None, sources })
        };
        PositionPipelines {
            f64_to_hi_lo: has_f64.then(|| kernel("f64_to_hi_lo", wgsl!("f64_to_hi_lo"))),
            f32_to_hi_lo: kernel("convert_f32", wgsl!("f32_to_hi_lo", "convert_f32")),
            f32_to_f64: has_f64.then(|| kernel("convert_f32", wgsl!("f32_to_f64", "convert_f32"))),
            check_finite_f64: kernel("check_finite", wgsl!("bits_f64", "check_finite")),
            check_finite_f32: kernel("check_finite", wgsl!("bits_f32", "check_finite")),
            gather: kernel("gather_positions", wgsl!("gather_positions")),
        }
    }
}

impl<P> CellPipelines<P> {
    fn build(real: &[Source], compile: &mut impl FnMut(Kernel) -> P) -> CellPipelines<P> {
        let mut kernel = |entry, threads, parts: &[&[Source]]| {
            let lists: &[Source] = wgsl!("params", "cell_lists");
            let sources = [lists, &parts.concat()].concat();
            compile(Kernel { entry, layout: KernelLayout::Cells, threads, sources })
        };
        let scan: [&[Source]; 1] = [wgsl!("cell_starts", "prefix_sum", "cell_scan")];
        let count = [real, wgsl!("cell_counts_atomic", "cell_count")];
        CellPipelines {
            count: kernel("count_cells", None, &count),
            sum_tiles: kernel("sum_count_tiles", Some(SCAN_THREADS), &scan),
            sum: kernel("sum_counts", Some(SCAN_THREADS), &scan),
            scatter: kernel("scatter_elements", None, &[wgsl!("cell_starts", "cell_scatter")]),
            links: kernel("list_links", None, &[wgsl!("cell_starts", "stars_plain", "cell_links")]),
        }
    }
}

/// Sums over a workgroup, in some order of its threads.
fn prefix_sum(has_subgroups: bool) -> &'static [Source] {
    if has_subgroups { wgsl!("prefix_sum_subgroups") } else { wgsl!("prefix_sum") }
}

fn compile(device: &Device, layouts: &BindGroupLayouts, kernel: &Kernel) -> ComputePipeline {
    let text = kernel.text(device.report.has_subgroups);
    let module = device.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(kernel.entry),
        source: wgpu::ShaderSource::Wgsl(text.into()),
    });
    let layout = device.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(kernel.entry),
        bind_group_layouts: &layouts.kernel(kernel.layout),
        immediate_size: 0,
    });
    device.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(kernel.entry),
        layout: Some(&layout),
        module: &module,
        entry_point: Some(kernel.entry),
        compilation_options: wgpu::PipelineCompilationOptions {
            // Every stage sets what it reads.
            zero_initialize_workgroup_memory: false,
            ..Default::default()
        },
        cache: None,
    })
}
