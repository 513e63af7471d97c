//! The engine: a scene and a query in, the CPU's answer out.

use crate::GpuError;
use crate::adapter::{AdapterChoice, AdapterReport, Arithmetic, Precision};
use crate::bind_group_layouts::BindGroupLayouts;
use crate::buffers::Buffers;
use crate::collect_pairs::{exact_collisions, merge_pairs, sorted_pairs, split_boundary_pairs};
use crate::counters::{Counters, PAIR_COUNTER_OFFSET};
use crate::device::Device;
use crate::frame::{FrameResult, FrameRunner};
use crate::frame_commands::{FrameCommands, FramePlan, PositionInput};
use crate::pipelines::Pipelines;
use crate::report::GpuReport;
use crate::search_method::SearchMethod;
use crate::topology::{Preparation, Topology, TopologyChange};
use crate::upload_staging::Upload;
use crate::workgroups::{Workgroups, round_candidates};
use jostle::collide::{Backend, Engine, Seconds, Statistics};
use jostle::{Collisions, Pair, Query, QueryError, Scene, Session, Workspace};
use jostle_support::parallel;
use std::sync::Arc;
use std::time::Instant;

/// Answers queries on a device, and keeps its buffers there from one to the next.
///
/// ```no_run
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Query, Scene, collide};
/// use jostle_gpu::GpuEngine;
///
/// let mut scene = Scene::new();
/// scene.add("ball", shapes::icosphere(5, 1.0))?;
/// scene.add("torus", shapes::torus(1.0, 0.3, 64, 24).translated(DVec3::X))?;
/// let mut engine = GpuEngine::new()?;
/// let collisions = engine.collide(&scene, &Query::default())?;
/// assert_eq!(collisions.pairs(), collide(&scene, &Query::default())?.pairs());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GpuEngine {
    pub(crate) device: Device,
    pub(crate) layouts: BindGroupLayouts,
    pub(crate) pipelines: Pipelines,
    pub(crate) topology: Topology,
    pub(crate) buffers: Buffers,
    frame_runner: FrameRunner,
    report: GpuReport,
    search: SearchMethod,
    /// So many pairs or more are sorted on the device.
    device_sort_threshold: usize,
    /// A topology is prepared if more than so many queries are about it.
    preparation_threshold: u32,
    /// Whether bodies may be cleared by their boundary.
    clears_bodies: bool,
    /// Rounds of candidates in a frame.
    rounds: u32,
    /// What the last frame counted.
    counters: Counters,
    /// The same, for the next frame to expect.
    expected: Option<Counters>,
    /// Makes the answer of the pairs, and keeps what topology implies.
    workspace: Workspace,
    pairs: Vec<Pair>,
    /// Why the CPU answers where distances are asked for.
    no_distances: Arc<str>,
}

impl Engine for GpuEngine {
    fn collide(&mut self, scene: &Scene, query: &Query) -> Result<&Collisions, QueryError> {
        GpuEngine::collide(self, scene, query)
    }

    fn collisions(&self) -> &Collisions {
        GpuEngine::collisions(self)
    }
}

/// What a frame is to do beyond finding pairs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FrameOptions {
    pub sorts: bool,
    pub times_stages: bool,
    pub reads_pairs: bool,
}

/// Whether a query asks for more than what collides.
pub(crate) fn asks_for_distances(query: &Query) -> bool {
    query.distance().is_some_and(|distance| distance != 0.0)
}

/// Fewer pairs are sorted faster by the host.
const DEVICE_SORT_THRESHOLD: usize = 1 << 13;

/// Preparing takes as long as some hundred queries of a topology that is not prepared take longer than they
/// would. One that has been asked about so often will probably stay.
const PREPARATION_THRESHOLD: u32 = 32;

impl GpuEngine {
    /// An engine on the best adapter.
    pub fn new() -> Result<GpuEngine, GpuError> {
        GpuEngine::with_adapter(&AdapterChoice::Best, Precision::Auto)
    }

    /// An engine on an adapter, with arithmetic of a precision.
    pub fn with_adapter(
        choice: &AdapterChoice,
        precision: Precision,
    ) -> Result<GpuEngine, GpuError> {
        GpuEngine::from_device(Device::open(choice, precision)?)
    }

    /// An engine on a device of the caller's, which can then share buffers with it. It uses `f64` and
    /// times stages if the device was asked for `SHADER_F64` and `TIMESTAMP_QUERY`. Errors that wgpu
    /// reports outside of calls stay the caller's.
    pub fn with_device(
        device: wgpu::Device,
        queue: wgpu::Queue,
        precision: Precision,
    ) -> Result<GpuEngine, GpuError> {
        GpuEngine::from_device(Device::shared(device, queue, precision)?)
    }

    fn from_device(device: Device) -> Result<GpuEngine, GpuError> {
        let layouts = BindGroupLayouts::new(&device);
        let pipelines = Pipelines::new(&device, &layouts);
        device.check()?;
        let frame_runner = FrameRunner::new(&device)?;
        Ok(GpuEngine {
            device,
            layouts,
            pipelines,
            topology: Topology::default(),
            buffers: Buffers::new(),
            frame_runner,
            report: GpuReport::default(),
            search: SearchMethod::Clusters,
            device_sort_threshold: DEVICE_SORT_THRESHOLD,
            preparation_threshold: PREPARATION_THRESHOLD,
            clears_bodies: true,
            rounds: 1,
            counters: Counters::default(),
            expected: None,
            workspace: Workspace::new(),
            pairs: Vec::new(),
            no_distances: GpuError::NoDistances.to_string().into(),
        })
    }

    /// The engine in a session, which shares threads and what topology implies. A query looks at the session's
    /// cancellation when the device has answered.
    pub fn in_session(self, session: &Session) -> GpuEngine {
        GpuEngine { workspace: Workspace::in_session(session), ..self }
    }

    /// The session.
    pub fn session(&self) -> &Session {
        self.workspace.session()
    }

    /// The adapter.
    pub fn adapter(&self) -> &AdapterReport {
        &self.device.report
    }

    /// The device and its queue, to make buffers on.
    pub fn device(&self) -> (&wgpu::Device, &wgpu::Queue) {
        (&self.device.device, &self.device.queue)
    }

    /// Whether tests are done in `f64`, at least where `f32` is unsure.
    pub fn uses_f64(&self) -> bool {
        self.device.arithmetic != Arithmetic::F32
    }

    /// What the last query cost.
    pub fn report(&self) -> &GpuReport {
        &self.report
    }

    /// How candidates are found.
    pub fn set_search_method(&mut self, search: SearchMethod) {
        self.search = search;
    }

    /// Sorts pairs on the device if about so many or more are expected, else on the host. The answer is
    /// the same.
    pub fn set_device_sort_threshold(&mut self, pairs: usize) {
        self.device_sort_threshold = pairs;
    }

    /// Prepares a topology on the host when more than so many queries in a row are about it; until then the
    /// device makes what it needs of it in every query. With 0 it is always prepared, which pays if it stays for
    /// hundreds of queries. The answer is the same.
    pub fn set_preparation_threshold(&mut self, queries: u32) {
        self.preparation_threshold = queries;
    }

    /// Whether bodies of tetrahedra whose topology is prepared are tested against themselves by their boundary, as they
    /// are if nothing is said: only where that does not prove that there is nothing to find all of their tetrahedra are
    /// compared. The answer is the same.
    pub fn set_clears_bodies(&mut self, clears_bodies: bool) {
        self.clears_bodies = clears_bodies;
    }

    /// Lists at most about so many candidates at once, and takes more rounds if there are more; if not
    /// given, twelve an element. The answer is the same.
    pub fn set_candidate_capacity(&mut self, candidates: Option<u32>) {
        self.buffers.candidate_capacity = candidates;
    }

    /// Takes no buffer larger than this, in bytes, even if the device would: a scene that needs one is
    /// refused.
    pub fn set_largest_buffer(&mut self, bytes: u64) {
        let report = &mut self.device.report;
        report.largest_buffer = report.largest_buffer.min(bytes);
    }

    /// Gives the device up, as if it had been lost: all queries after this fail, and a new engine is
    /// needed.
    pub fn destroy(&self) {
        self.device.device.destroy();
    }

    /// Finds what touches what: the answer of [`jostle::collide`](fn@jostle::collide), in its order.
    /// Its filters are honoured. What the query says about broad phases and tests is for the CPU; if it is staged, the
    /// stages are timed on the device, where it tells. Pairs [within a distance](Query::within) are found
    /// by the CPU, and the [statistics](Statistics::fallback) say so.
    pub fn collide(&mut self, scene: &Scene, query: &Query) -> Result<&Collisions, QueryError> {
        if asks_for_distances(query) {
            self.workspace.collide(scene, query)?;
            self.workspace.set_fallback(Some(self.no_distances.clone()));
            return Ok(self.workspace.collisions());
        }
        let session = self.session().clone();
        let answered = session.install(|| self.answer(scene, query)).and_then(|own| own);
        if let Err(error) = answered {
            if error != QueryError::Cancelled {
                self.discard_device_state();
            }
            return Err(error);
        }
        Ok(self.workspace.collisions())
    }

    /// The answer to the last query.
    pub fn collisions(&self) -> &Collisions {
        self.workspace.collisions()
    }

    /// The last answer, by itself.
    pub fn into_collisions(self) -> Collisions {
        self.workspace.into_collisions()
    }

    /// Discards what is on the device: after an error it may be half of this scene and half of the one
    /// before.
    pub(crate) fn discard_device_state(&mut self) {
        self.topology = Topology::default();
        let Buffers { candidate_capacity, generation, .. } = self.buffers;
        self.buffers = Buffers::new();
        self.buffers.candidate_capacity = candidate_capacity;
        self.buffers.generation = generation + 1;
        self.rounds = 1;
        self.expected = None;
        self.device.forget_refusal();
    }

    fn answer(&mut self, scene: &Scene, query: &Query) -> Result<(), QueryError> {
        let start = Instant::now();
        let (mut statistics, tested) = loop {
            if let Some(found) = self.find_pairs(scene, query, start)? {
                break found;
            }
        };
        statistics.seconds.sort += tested.elapsed().as_secs_f64();
        self.workspace.answer_with_pairs(scene, query, &mut self.pairs, statistics)?;
        self.report.sort_seconds = tested.elapsed().as_secs_f64();
        Ok(())
    }

    /// Finds the pairs, and tells when their tests were done; nothing if a body was not cleared by its boundary, and is
    /// to be searched.
    fn find_pairs(
        &mut self,
        scene: &Scene,
        query: &Query,
        start: Instant,
    ) -> Result<Option<(Statistics, Instant)>, GpuError> {
        // Brute force is there to compare all with all.
        let clears_bodies = self.clears_bodies && !self.search.is_brute_force();
        self.update_topology(scene, query, clears_bodies)?;
        self.report.topology_seconds = start.elapsed().as_secs_f64();
        self.pairs.clear();
        if self.topology.slot_count() == 0 {
            scene.check()?;
            return Ok(Some((self.statistics(scene, 0, 0), start)));
        }
        let upload = self.begin_upload(scene, true)?;
        let uploaded = Instant::now();
        let sorts = self.frame_runner.expected_pairs() as usize >= self.device_sort_threshold;
        let times_stages = query.baseline_settings().is_staged();
        let options = FrameOptions { sorts, times_stages, reads_pairs: true };
        let result = self.run_frame(upload, None, options)?;
        let read = Instant::now();
        let bodies = &self.topology.bodies;
        let ((mut decided, exact_signs), mut sorted) = parallel::join(
            || exact_collisions(&result.unsure, |a, b, tally| bodies.collide(scene, a, b, tally)),
            || sorted_pairs(&result.pairs, result.is_sorted),
        );
        let tested = Instant::now();
        if self.topology.has_boundaries {
            let crossed = split_boundary_pairs(&mut sorted, &mut decided, scene.element_count());
            let (bodies, counters) = (&mut self.topology.bodies, &result.counters);
            if bodies.search_unclear(scene, counters, crossed.into_iter()) {
                return Ok(None);
            }
        }
        merge_pairs(&sorted, &decided, &mut self.pairs);
        self.report.upload_seconds = (uploaded - start).as_secs_f64();
        self.report.frame_seconds = (read - uploaded).as_secs_f64();
        self.report.exact_seconds = (tested - read).as_secs_f64();
        self.set_report(&result);
        let statistics = self.statistics(scene, result.unsure.len() as u64, exact_signs);
        Ok(Some((statistics, tested)))
    }

    /// Brings topology on the device up to date. If asked for, bodies are cleared by their boundary, of which the frame
    /// then finds the self pairs too.
    pub(crate) fn update_topology(
        &mut self,
        scene: &Scene,
        query: &Query,
        clears_bodies: bool,
    ) -> Result<(), GpuError> {
        self.device.check()?;
        for &object in query.chosen_filters().objects().unwrap_or_default() {
            scene.object(object)?;
        }
        self.report = GpuReport::default();
        self.counters = Counters::default();
        self.workspace.update_topology(scene);
        // Brute force takes the label of each slot, which only the host lists.
        let is_needed = self.search.is_brute_force();
        let threshold = self.preparation_threshold;
        let preparation = Preparation { is_needed, threshold, clears_bodies };
        match self.topology.update(scene, query, self.workspace.topology(), preparation) {
            TopologyChange::Unchanged => {}
            TopologyChange::New => {
                self.buffers.reserve_new_topology(&self.device, &self.topology)?;
            }
            TopologyChange::Prepared => {
                self.buffers.upload_topology(&self.device, &self.topology)?;
            }
        }
        if self.search.is_brute_force() {
            self.buffers.upload_labels(&self.device, &self.topology)?;
        }
        Ok(())
    }

    /// Begins to bring to the device what a frame needs beside topology that is there: positions, unless the caller has
    /// them there, and if clusters are made in the frame, where groups of elements are and corners that are new.
    pub(crate) fn begin_upload<'s>(
        &mut self,
        scene: &'s Scene,
        with_positions: bool,
    ) -> Result<Upload<'s>, GpuError> {
        self.buffers.set_centre(scene);
        let parts = self.buffers.begin_upload(&self.device, scene, with_positions)?;
        if !self.topology.is_prepared {
            let groups = &mut self.topology.cell_clusters;
            self.buffers.upload_groups(&self.device, groups, scene)?;
        }
        Ok(Upload { parts, unchecked: with_positions.then_some(scene) })
    }

    pub(crate) fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Runs the stages once an upload is written, and again where a list was too short or rounds were too few.
    pub(crate) fn run_frame(
        &mut self,
        mut upload: Upload,
        positions: Option<&PositionInput>,
        options: FrameOptions,
    ) -> Result<FrameResult, GpuError> {
        let is_brute_force = self.search.is_brute_force();
        loop {
            self.report.runs += 1;
            let candidates = self.round_candidates();
            self.buffers.bind(&self.device, &self.layouts, candidates)?;
            let mut runner = std::mem::take(&mut self.frame_runner);
            let start = Instant::now();
            let plan = self.frame_plan(&runner, positions, options);
            let commands = self.frame_commands(positions, &plan);
            let upload = std::mem::take(&mut upload);
            let recorded = runner.take_recorded(&plan).filter(|_| positions.is_none());
            let (frame, finished) = match recorded {
                Some(frame) => (Ok(frame), upload.finish()),
                None => {
                    parallel::join(|| runner.record(&self.device, &commands), || upload.finish())
                }
            };
            self.buffers.end_upload();
            self.report.record_seconds = start.elapsed().as_secs_f64();
            let commands = self.frame_commands(positions, &plan);
            let frame = finished.map_err(GpuError::from).and(frame);
            let result = frame.and_then(|frame| runner.run(&self.device, frame, &commands));
            self.frame_runner = runner;
            let result = result?;
            let counters = result.counters;
            self.expected = Some(counters);
            if counters.bad_vertex > 0 {
                return Err(GpuError::NotFinite { vertex: counters.bad_vertex as usize - 1 });
            }
            let has_grown = self.buffers.grow_lists(&self.device, &counters, is_brute_force);
            if !has_grown && counters.to_compare == 0 {
                // Some more than were needed, if there are rounds at all: the next frame may need them.
                let more = if counters.rounds > 1 { counters.rounds / 8 + 1 } else { 0 };
                self.rounds = counters.rounds.max(1) + more;
                return Ok(result);
            }
            let needed = counters.max_candidates / self.buffers.params.capacity.candidates + 2;
            if counters.to_compare > 0 {
                self.rounds = needed.max(self.rounds.saturating_mul(2));
            }
        }
    }

    /// Candidates that a round holds at most.
    pub(crate) fn round_candidates(&self) -> u32 {
        match self.search.is_brute_force() {
            true => self.buffers.params.capacity.candidates,
            false => round_candidates(&self.buffers.params.capacity, self.expected.as_ref()),
        }
    }

    fn frame_plan(
        &self,
        runner: &FrameRunner,
        positions: Option<&PositionInput>,
        options: FrameOptions,
    ) -> FramePlan {
        let FrameOptions { sorts, times_stages, reads_pairs } = options;
        let (params, is_software) = (&self.buffers.params, self.device.report.is_software);
        FramePlan {
            generation: self.buffers.generation,
            copies: self.buffers.upload_copies(),
            search: self.search,
            workgroups: Workgroups::new(
                params,
                self.round_candidates(),
                self.expected.as_ref(),
                is_software,
            ),
            rounds: self.rounds,
            splits_f64: self.device.has_second_narrow_phase()
                && positions.is_none_or(|positions| positions.is_f64),
            sorts,
            times_stages,
            reads: runner.reads(&params.capacity, reads_pairs),
            reads_pairs,
        }
    }

    fn frame_commands<'a>(
        &'a self,
        positions: Option<&'a PositionInput>,
        plan: &'a FramePlan,
    ) -> FrameCommands<'a> {
        let GpuEngine { pipelines, topology, buffers, .. } = self;
        FrameCommands { pipelines, topology, buffers, positions, plan }
    }

    /// Adds pairs to those on the device, and sorts them there.
    pub(crate) fn append_and_sort(&self, listed: u32, more: &[[u32; 2]]) {
        let queue = &self.device.queue;
        if !more.is_empty() {
            let at = u64::from(listed) * size_of::<[u32; 2]>() as u64;
            queue.write_buffer(self.buffers.pairs(), at, bytemuck::cast_slice(more));
            let count = listed + more.len() as u32;
            queue.write_buffer(
                self.buffers.counters(),
                PAIR_COUNTER_OFFSET,
                bytemuck::bytes_of(&count),
            );
        }
        let mut encoder = self.device.device.create_command_encoder(&Default::default());
        let plan = self.frame_plan(&self.frame_runner, None, FrameOptions::default());
        self.frame_commands(None, &plan).encode_sort(&mut encoder);
        queue.submit([encoder.finish()]);
    }

    pub(crate) fn set_report(&mut self, result: &FrameResult) {
        self.counters = result.counters;
        self.report.set_frame(result, self.buffers.bytes());
    }

    fn statistics(&self, scene: &Scene, exact_candidates: u64, exact_signs: u64) -> Statistics {
        let report = &self.report;
        let stages = report.stages.unwrap_or_default();
        let [
            topology,
            boxes,
            stars,
            nodes,
            cluster_pairs,
            candidates,
            narrow_f32,
            narrow_f64,
            sort,
        ] = stages;
        let upload = report.upload_seconds;
        Statistics {
            elements: scene.element_count() as u64,
            candidates: report.overlapping,
            excluded_by_stars: report.overlapping.saturating_sub(report.candidates),
            exact_candidates,
            exact_signs,
            backend: Backend::Gpu,
            bytes: report.bytes
                + (self.topology.bytes() + self.workspace.topology().bytes()) as u64,
            seconds: Seconds {
                boxes: if report.stages.is_some() { topology + boxes + stars } else { upload },
                search: report.frame_seconds + report.exact_seconds,
                sort,
                populate: nodes + cluster_pairs,
                find: candidates,
                narrow: narrow_f32 + narrow_f64,
                ..Seconds::default()
            },
            ..Statistics::default()
        }
    }
}
