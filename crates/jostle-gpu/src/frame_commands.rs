//! The commands of a frame, stage by stage.

use crate::buffers::Buffers;
use crate::frame_stage::FrameStage;
use crate::pipelines::{NarrowPipelines, Pipelines};
use crate::search_method::SearchMethod;
use crate::shader_constants::{
    BRUTE_FORCE_THREADS, CELL_THREADS, POSITION_THREADS, SCAN_TILE, SORT_DIGITS, STAR_THREADS,
    WORKGROUPS_PER_ROW,
};
use crate::topology::Topology;
use crate::upload_staging::UploadCopy;
use crate::workgroups::Workgroups;
use wgpu::{BindGroup, Buffer, CommandEncoder, ComputePass, ComputePipeline, QuerySet};

/// Positions that the caller has on the device, and how the stages get them.
#[derive(Debug)]
pub(crate) struct PositionInput {
    /// Kernels that check or convert them, each a thread a coordinate, and their buffers.
    pub kernels: Vec<(ComputePipeline, BindGroup)>,
    /// From where to where they are copied.
    pub copy: Option<(Buffer, Buffer)>,
    /// Whether they are `f64`.
    pub is_f64: bool,
}

/// What a frame is to do: two with equal plans, and without positions of the caller, have the same commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FramePlan {
    /// Of the buffers.
    pub generation: u64,
    /// What is copied to the device first.
    pub copies: Vec<UploadCopy>,
    pub search: SearchMethod,
    pub workgroups: Workgroups,
    /// Rounds of candidates.
    pub rounds: u32,
    /// Whether `f64` positions are converted to hi/lo pairs of `f32`.
    pub splits_f64: bool,
    pub sorts: bool,
    /// Whether each stage is a pass of its own.
    pub times_stages: bool,
    /// How much is read back at once of the two lists (certain and unsure), and whether all of the first is needed.
    pub reads: [u32; 2],
    pub reads_pairs: bool,
}

/// A plan, and what it is carried out with.
#[derive(Clone, Copy)]
pub(crate) struct FrameCommands<'a> {
    pub pipelines: &'a Pipelines,
    pub topology: &'a Topology,
    pub buffers: &'a Buffers,
    pub positions: Option<&'a PositionInput>,
    pub plan: &'a FramePlan,
}

/// Up to so many level 1 nodes are compared all with all, without level 2.
const FEW_LEVEL1_NODES: u32 = 512;

/// Commands that go into passes: one for all, or one a stage if each is timed.
struct Passes<'a> {
    frame: FrameCommands<'a>,
    encoder: &'a mut CommandEncoder,
    times: Option<&'a QuerySet>,
    /// Passes that can be timed.
    timed: usize,
    pass: Option<ComputePass<'static>>,
    stages: Vec<FrameStage>,
}

impl FrameCommands<'_> {
    /// Encodes all stages; the first so many passes with times. Returns the stage of each pass.
    pub fn encode(
        &self,
        encoder: &mut CommandEncoder,
        times: Option<&QuerySet>,
        timed: usize,
    ) -> Vec<FrameStage> {
        for copy in &self.plan.copies {
            copy.record(encoder);
        }
        self.buffers.reset(encoder);
        if let Some((from, to)) = self.positions.and_then(|positions| positions.copy.as_ref()) {
            let bytes = u64::from(self.buffers.params.vertices) * size_of::<[f64; 3]>() as u64;
            encoder.copy_buffer_to_buffer(from, 0, to, 0, bytes);
        }
        let mut passes = Passes::new(*self, encoder, times, timed);
        passes.boxes_and_stars();
        if self.plan.search.is_brute_force() {
            passes.brute_force();
        } else {
            passes.node_pairs();
            for round in 0..self.plan.rounds {
                passes.round(round);
            }
        }
        passes.second_narrow_phase();
        if self.plan.sorts {
            passes.sort();
        }
        // The pass ends with it.
        let Passes { stages, .. } = passes;
        stages
    }

    /// Encodes only the sort.
    pub fn encode_sort(&self, encoder: &mut CommandEncoder) {
        Passes::new(*self, encoder, None, 0).sort();
    }
}

impl<'a> Passes<'a> {
    fn new(
        frame: FrameCommands<'a>,
        encoder: &'a mut CommandEncoder,
        times: Option<&'a QuerySet>,
        timed: usize,
    ) -> Passes<'a> {
        Passes { frame, encoder, times, timed, pass: None, stages: Vec::new() }
    }

    fn stage(
        &mut self,
        stage: FrameStage,
        commands: impl FnOnce(&mut ComputePass, &FrameCommands),
    ) {
        if self.frame.plan.times_stages || self.pass.is_none() {
            self.pass = None; // It ends before another begins.
            let index = self.stages.len();
            let timestamp_writes = self.times.filter(|_| index < self.timed).map(|query_set| {
                wgpu::ComputePassTimestampWrites {
                    query_set,
                    beginning_of_pass_write_index: Some(2 * index as u32),
                    end_of_pass_write_index: Some(2 * index as u32 + 1),
                }
            });
            let label = Some(stage.name());
            let descriptor = wgpu::ComputePassDescriptor { label, timestamp_writes };
            let pass = self.encoder.begin_compute_pass(&descriptor);
            self.pass = Some(pass.forget_lifetime());
            self.stages.push(stage);
        }
        if let Some(pass) = &mut self.pass {
            commands(pass, &self.frame);
        }
    }

    fn boxes_and_stars(&mut self) {
        self.stage(FrameStage::Boxes, |pass, frame| {
            let (groups, params) = (frame.buffers.bind_groups(), &frame.buffers.params);
            let coordinates = (3 * params.vertices).div_ceil(POSITION_THREADS);
            for (kernel, group) in frame.positions.iter().flat_map(|positions| &positions.kernels) {
                pass.set_bind_group(0, group, &[]);
                dispatch(pass, kernel, coordinates);
            }
            if let (true, Some(kernel), Some(group)) = (
                frame.plan.splits_f64,
                &frame.pipelines.positions.f64_to_hi_lo,
                &groups.f64_to_hi_lo,
            ) {
                pass.set_bind_group(0, group, &[]);
                dispatch(pass, kernel, coordinates);
            }
        });
        if !self.frame.topology.is_prepared {
            self.clusters_of_cells();
        }
        self.stage(FrameStage::Boxes, |pass, frame| {
            pass.set_bind_group(0, &frame.buffers.bind_groups().boxes, &[]);
            dispatch(pass, &frame.pipelines.cluster_boxes, frame.buffers.params.clusters);
        });
        if self.frame.topology.has_links && !self.frame.plan.search.is_brute_force() {
            self.stage(FrameStage::Stars, |pass, frame| {
                pass.set_bind_group(0, &frame.buffers.bind_groups().boxes, &[]);
                let vertices = frame.buffers.params.vertices;
                dispatch(pass, &frame.pipelines.surface_stars, vertices.div_ceil(STAR_THREADS));
            });
        }
    }

    fn clusters_of_cells(&mut self) {
        self.stage(FrameStage::Topology, |pass, frame| {
            let (kernels, params) = (&frame.pipelines.cells, &frame.buffers.params);
            let group = frame.buffers.bind_groups().cells.as_ref();
            pass.set_bind_group(0, group.expect("bound where topology is new"), &[]);
            let elements = params.slots.div_ceil(CELL_THREADS);
            let tiles = (params.cells + params.vertices + 1).div_ceil(SCAN_TILE);
            dispatch(pass, &kernels.count, elements);
            dispatch(pass, &kernels.sum_tiles, tiles);
            dispatch(pass, &kernels.sum, tiles);
            dispatch(pass, &kernels.scatter, elements);
            // Without pairs within objects nobody asks for stars.
            if frame.topology.cell_clusters.star_corner_count > 0 {
                dispatch(pass, &kernels.links, (params.vertices + 1).div_ceil(CELL_THREADS));
            }
        });
    }

    fn node_pairs(&mut self) {
        self.stage(FrameStage::Nodes, |pass, frame| {
            let (pipelines, params) = (frame.pipelines, &frame.buffers.params);
            pass.set_bind_group(0, &frame.buffers.bind_groups().rounds[0], &[]);
            dispatch(pass, &pipelines.level1_boxes, params.level1_nodes);
            if params.level1_nodes <= FEW_LEVEL1_NODES {
                dispatch(pass, &pipelines.all_level1_pairs, params.level1_nodes);
            } else {
                dispatch(pass, &pipelines.level2_boxes, params.level2_nodes);
                dispatch(pass, &pipelines.all_level2_pairs, params.level2_nodes);
                dispatch(pass, &pipelines.child_level1_pairs, frame.plan.workgroups.level2_pairs);
            }
        });
        self.stage(FrameStage::ClusterPairs, |pass, frame| {
            let pipelines = frame.pipelines;
            pass.set_bind_group(0, &frame.buffers.bind_groups().rounds[0], &[]);
            dispatch(pass, &pipelines.child_cluster_pairs, frame.plan.workgroups.level1_pairs);
        });
    }

    fn round(&mut self, round: u32) {
        let group = self.frame.buffers.bind_groups().rounds[round as usize % 2].clone();
        self.stage(FrameStage::Candidates, |pass, frame| {
            pass.set_bind_group(0, &group, &[]);
            dispatch(pass, &frame.pipelines.candidates, frame.plan.workgroups.cluster_pairs(round));
        });
        self.narrow_phase(&group);
    }

    fn brute_force(&mut self) {
        let group = self.frame.buffers.bind_groups().brute_force.clone();
        let group = group.expect("labels are uploaded before brute force");
        self.stage(FrameStage::Candidates, |pass, frame| {
            let (pipelines, slots) = (frame.pipelines, frame.buffers.params.slots);
            let workgroups = slots.div_ceil(BRUTE_FORCE_THREADS);
            pass.set_bind_group(0, &group, &[]);
            if frame.plan.search == SearchMethod::BruteForcePerElement {
                dispatch(pass, &pipelines.brute_force_per_element, workgroups);
            } else {
                let [y, z] = [slots.min(WORKGROUPS_PER_ROW), slots.div_ceil(WORKGROUPS_PER_ROW)];
                pass.set_pipeline(&pipelines.brute_force_per_pair);
                pass.dispatch_workgroups(workgroups, y, z);
            }
        });
        self.narrow_phase(&group);
    }

    fn narrow_phase(&mut self, group: &BindGroup) {
        self.stage(self.frame.pipelines.narrow_stage, |pass, frame| {
            pass.set_bind_group(0, group, &[]);
            dispatch_narrow(pass, frame, &frame.pipelines.narrow, frame.plan.workgroups.candidates);
            dispatch(pass, &frame.pipelines.next_round, 1);
        });
    }

    fn second_narrow_phase(&mut self) {
        let (Some(kernels), Some(group)) =
            (&self.frame.pipelines.narrow_f64, &self.frame.buffers.bind_groups().narrow_f64)
        else {
            return;
        };
        self.stage(FrameStage::NarrowF64, |pass, frame| {
            pass.set_bind_group(0, group, &[]);
            dispatch_narrow(pass, frame, kernels, frame.plan.workgroups.unsure);
        });
    }

    fn sort(&mut self) {
        self.stage(FrameStage::Sort, |pass, frame| {
            let (sort, tiles) = (&frame.pipelines.sort, frame.plan.workgroups.sort_tiles);
            for digit in &frame.buffers.bind_groups().sort_digits {
                pass.set_bind_group(0, digit, &[]);
                dispatch(pass, &sort.count, tiles);
                dispatch(pass, &sort.sum, SORT_DIGITS);
                dispatch(pass, &sort.scatter, tiles);
            }
        });
    }
}

/// Runs a kernel in so many workgroups.
pub(crate) fn dispatch(pass: &mut ComputePass, kernel: &ComputePipeline, workgroups: u32) {
    if workgroups > 0 {
        let [x, y] = [workgroups.min(WORKGROUPS_PER_ROW), workgroups.div_ceil(WORKGROUPS_PER_ROW)];
        pass.set_pipeline(kernel);
        pass.dispatch_workgroups(x, y, 1);
    }
}

/// Runs the kernels of the kinds of pairs that the scene has.
fn dispatch_narrow(
    pass: &mut ComputePass,
    frame: &FrameCommands,
    kernels: &NarrowPipelines,
    workgroups: u32,
) {
    let (triangles, tetrahedra) = (frame.topology.has_triangles, frame.topology.has_tetrahedra);
    let kernels = [
        (&kernels.triangles, triangles || frame.topology.has_boundaries),
        (&kernels.tetrahedra, tetrahedra),
        (&kernels.triangle_tetrahedron, triangles && tetrahedra),
    ];
    for (kernel, _) in kernels.into_iter().filter(|kernel| kernel.1) {
        dispatch(pass, kernel, workgroups);
    }
}
