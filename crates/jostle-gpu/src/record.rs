//! The stages of a frame as commands.

use crate::buffers::Buffers;
use crate::layouts::ROW;
use crate::pipelines::{Narrow, Pipelines, Stage};
use crate::topology::Topology;
use wgpu::{BindGroup, Buffer, CommandEncoder, ComputePass, ComputePipeline, QuerySet};

/// How candidates are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// By clusters, bundles and crowds.
    #[default]
    Clusters,
    /// All pairs, with a thread an element: the papers' first baseline.
    BruteElements,
    /// All pairs, with a thread a pair: their second.
    BrutePairs,
}

/// Positions that the caller has on the device, and how to take them.
#[derive(Debug)]
pub(crate) struct Given {
    /// Kernels, each a thread a coordinate, and what they see.
    pub steps: Vec<(ComputePipeline, BindGroup)>,
    /// From where to where they are copied.
    pub copies: Option<(Buffer, Buffer)>,
    /// Whether they are numbers of 64 bits.
    pub is_long: bool,
}

/// What a frame is to do.
#[derive(Clone, Copy)]
pub(crate) struct Record<'a> {
    pub pipelines: &'a Pipelines,
    pub topology: &'a Topology,
    pub buffers: &'a Buffers,
    pub search: Search,
    /// Rounds of candidates.
    pub rounds: u32,
    pub given: Option<&'a Given>,
    /// Whether positions come as numbers of 64 bits that have to be taken apart.
    pub takes_apart: bool,
    pub sorts: bool,
    /// Whether each stage is a pass of its own.
    pub times_stages: bool,
}

/// Where the workgroups of kernels are counted, as in `wgsl/arguments.wgsl`.
mod counted {
    pub const CROWDS: u64 = 0;
    pub const BUNDLES: u64 = 1;
    pub const CLUSTERS: u64 = 2;
    pub const CANDIDATES: u64 = 3;
    pub const UNSURE: u64 = 4;
    pub const TILES: u64 = 5;
}

/// So many bundles are compared all with all.
const FEW_BUNDLES: u32 = 512;
/// Digits, as in `wgsl/sort.wgsl`.
const DIGITS: u32 = 256;

/// Commands that go into passes: one for all, or one a stage if each is timed.
struct Passes<'a> {
    record: Record<'a>,
    encoder: &'a mut CommandEncoder,
    times: Option<&'a QuerySet>,
    /// Passes that can be timed.
    timed: usize,
    pass: Option<ComputePass<'static>>,
    stages: Vec<Stage>,
}

impl Record<'_> {
    /// Records all stages; the first so many passes with times. Returns the stage of each pass.
    pub fn stages(
        &self,
        encoder: &mut CommandEncoder,
        times: Option<&QuerySet>,
        timed: usize,
    ) -> Vec<Stage> {
        self.buffers.reset(encoder);
        if let Some((from, to)) = self.given.and_then(|given| given.copies.as_ref()) {
            let bytes = u64::from(self.buffers.values.vertices) * size_of::<[f64; 3]>() as u64;
            encoder.copy_buffer_to_buffer(from, 0, to, 0, bytes);
        }
        let mut passes = Passes::new(*self, encoder, times, timed);
        passes.boxes();
        match self.search {
            Search::Clusters => {
                passes.near();
                for round in 0..self.rounds {
                    passes.round(round);
                }
            }
            Search::BruteElements | Search::BrutePairs => passes.brute(),
        }
        passes.again();
        if self.sorts {
            passes.sort();
        }
        // The pass ends with it.
        let Passes { stages, .. } = passes;
        stages
    }

    /// Records only the sort.
    pub fn sort(&self, encoder: &mut CommandEncoder) {
        Passes::new(*self, encoder, None, 0).sort();
    }
}

impl<'a> Passes<'a> {
    fn new(
        record: Record<'a>,
        encoder: &'a mut CommandEncoder,
        times: Option<&'a QuerySet>,
        timed: usize,
    ) -> Passes<'a> {
        Passes { record, encoder, times, timed, pass: None, stages: Vec::new() }
    }

    fn stage(&mut self, stage: Stage, commands: impl FnOnce(&mut ComputePass, &Record)) {
        if self.record.times_stages || self.pass.is_none() {
            self.pass = None; // It ends before another begins.
            let at = self.stages.len();
            let timestamp_writes = self.times.filter(|_| at < self.timed).map(|query_set| {
                wgpu::ComputePassTimestampWrites {
                    query_set,
                    beginning_of_pass_write_index: Some(2 * at as u32),
                    end_of_pass_write_index: Some(2 * at as u32 + 1),
                }
            });
            let label = Some(stage.name());
            let descriptor = wgpu::ComputePassDescriptor { label, timestamp_writes };
            let pass = self.encoder.begin_compute_pass(&descriptor);
            self.pass = Some(pass.forget_lifetime());
            self.stages.push(stage);
        }
        if let Some(pass) = &mut self.pass {
            commands(pass, &self.record);
        }
    }

    fn boxes(&mut self) {
        self.stage(Stage::Boxes, |pass, record| {
            let (groups, values) = (record.buffers.groups(), &record.buffers.values);
            let positions = &record.pipelines.positions;
            for (kernel, group) in record.given.iter().flat_map(|given| &given.steps) {
                pass.set_bind_group(0, group, &[]);
                dispatch(pass, kernel, (3 * values.vertices).div_ceil(256));
            }
            if let (true, Some(kernel), Some(group)) =
                (record.takes_apart, &positions.doubles_to_halves, &groups.halves)
            {
                pass.set_bind_group(0, group, &[]);
                dispatch(pass, kernel, (3 * values.vertices).div_ceil(256));
            }
            pass.set_bind_group(0, &groups.boxes, &[]);
            dispatch(pass, &record.pipelines.boxes, values.clusters);
        });
        if self.record.topology.has_links && self.record.search == Search::Clusters {
            self.stage(Stage::Stars, |pass, record| {
                pass.set_bind_group(0, &record.buffers.groups().boxes, &[]);
                let vertices = record.buffers.values.vertices;
                dispatch(pass, &record.pipelines.stars, vertices.div_ceil(64));
            });
        }
    }

    fn near(&mut self) {
        self.stage(Stage::Bundles, |pass, record| {
            let (pipelines, values) = (record.pipelines, &record.buffers.values);
            pass.set_bind_group(0, &record.buffers.groups().rounds[0], &[]);
            dispatch(pass, &pipelines.bundle_boxes, values.bundles);
            if values.bundles <= FEW_BUNDLES {
                dispatch(pass, &pipelines.bundle_pairs, values.bundles);
            } else {
                dispatch(pass, &pipelines.crowd_boxes, values.crowds);
                dispatch(pass, &pipelines.crowd_pairs, values.crowds);
                count(pass, record, &pipelines.arguments.of_crowds);
                indirect(pass, record, &pipelines.near_bundles, counted::CROWDS);
            }
            count(pass, record, &pipelines.arguments.of_bundles);
        });
        self.stage(Stage::Near, |pass, record| {
            pass.set_bind_group(0, &record.buffers.groups().rounds[0], &[]);
            indirect(pass, record, &record.pipelines.near_clusters, counted::BUNDLES);
            count(pass, record, &record.pipelines.arguments.of_clusters);
        });
    }

    fn round(&mut self, round: u32) {
        let group = |record: &Record| -> BindGroup {
            record.buffers.groups().rounds[round as usize % 2].clone()
        };
        self.stage(Stage::Candidates, |pass, record| {
            pass.set_bind_group(0, &group(record), &[]);
            indirect(pass, record, &record.pipelines.candidates, counted::CLUSTERS);
            count(pass, record, &record.pipelines.arguments.of_candidates);
        });
        self.stage(Stage::Narrow, |pass, record| {
            pass.set_bind_group(0, &group(record), &[]);
            narrow(pass, record, &record.pipelines.narrow, counted::CANDIDATES);
            count(pass, record, &record.pipelines.arguments.of_round);
        });
    }

    fn brute(&mut self) {
        self.stage(Stage::Candidates, |pass, record| {
            let (pipelines, slots) = (record.pipelines, record.buffers.values.slots);
            pass.set_bind_group(0, &record.buffers.groups().brute, &[]);
            if record.search == Search::BruteElements {
                dispatch(pass, &pipelines.brute_elements, slots.div_ceil(64));
            } else {
                pass.set_pipeline(&pipelines.brute_pairs);
                pass.dispatch_workgroups(slots.div_ceil(64), slots.min(ROW), slots.div_ceil(ROW));
            }
            count(pass, record, &pipelines.arguments.of_candidates);
        });
        self.stage(Stage::Narrow, |pass, record| {
            pass.set_bind_group(0, &record.buffers.groups().brute, &[]);
            narrow(pass, record, &record.pipelines.narrow, counted::CANDIDATES);
            count(pass, record, &record.pipelines.arguments.of_round);
        });
    }

    fn again(&mut self) {
        let (Some(kernels), Some(group)) =
            (&self.record.pipelines.again, &self.record.buffers.groups().again)
        else {
            return;
        };
        self.stage(Stage::Again, |pass, record| {
            pass.set_bind_group(0, &record.buffers.groups().rounds[0], &[]);
            count(pass, record, &record.pipelines.arguments.of_unsure);
            pass.set_bind_group(0, group, &[]);
            narrow(pass, record, kernels, counted::UNSURE);
        });
    }

    fn sort(&mut self) {
        self.stage(Stage::Sort, |pass, record| {
            let sort = &record.pipelines.sort;
            pass.set_bind_group(0, &record.buffers.groups().rounds[0], &[]);
            count(pass, record, &record.pipelines.arguments.of_pairs);
            for digit in &record.buffers.groups().sort {
                pass.set_bind_group(0, digit, &[]);
                indirect(pass, record, &sort.count, counted::TILES);
                dispatch(pass, &sort.sum, DIGITS);
                indirect(pass, record, &sort.place, counted::TILES);
            }
        });
    }
}

/// Runs a kernel in so many workgroups.
pub(crate) fn dispatch(pass: &mut ComputePass, kernel: &ComputePipeline, workgroups: u32) {
    if workgroups > 0 {
        pass.set_pipeline(kernel);
        pass.dispatch_workgroups(workgroups.min(ROW), workgroups.div_ceil(ROW), 1);
    }
}

/// Runs a kernel in as many workgroups as were counted.
fn indirect(pass: &mut ComputePass, record: &Record, kernel: &ComputePipeline, counted: u64) {
    pass.set_pipeline(kernel);
    pass.dispatch_workgroups_indirect(record.buffers.arguments(), 12 * counted);
}

/// Counts the workgroups of a kernel to come.
fn count(pass: &mut ComputePass, record: &Record, kernel: &ComputePipeline) {
    pass.set_bind_group(1, &record.buffers.groups().arguments, &[]);
    dispatch(pass, kernel, 1);
    // Kernels that take their workgroups from the arguments must not see them as a list.
    pass.set_bind_group(1, None::<&BindGroup>, &[]);
}

fn narrow(pass: &mut ComputePass, record: &Record, kernels: &Narrow, counted: u64) {
    let (triangles, tetrahedra) = (record.topology.has_triangles, record.topology.has_tetrahedra);
    let kernels = [
        (&kernels.triangles, triangles),
        (&kernels.tetrahedra, tetrahedra),
        (&kernels.mixed, triangles && tetrahedra),
    ];
    for (kernel, _) in kernels.into_iter().filter(|kernel| kernel.1) {
        indirect(pass, record, kernel, counted);
    }
}
