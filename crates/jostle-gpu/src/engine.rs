//! The engine: a scene and a query in, the CPU's answer out.

use crate::GpuError;
use crate::buffers::Buffers;
use crate::counts::{Counts, PAIRS_AT};
use crate::device::{AdapterReport, Choice, Device, Numbers, Precision};
use crate::frame::{Found, Frames};
use crate::layouts::Layouts;
use crate::pipelines::Pipelines;
use crate::record::{Given, Record, Search};
use crate::report::GpuReport;
use crate::settle::{elements_of, exactly, in_order, settle};
use crate::topology::Topology;
use jostle::collide::{Seconds, Statistics};
use jostle::{Collisions, Query, Scene, SceneError};
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
    pub(crate) layouts: Layouts,
    pub(crate) pipelines: Pipelines,
    pub(crate) topology: Topology,
    pub(crate) buffers: Buffers,
    frames: Frames,
    report: GpuReport,
    search: Search,
    /// Pairs from which on they are sorted on the device.
    sorts_from: usize,
    /// Rounds of candidates in a frame.
    rounds: u32,
    /// What the last frame counted.
    counts: Counts,
}

/// What a frame is to do beyond finding pairs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Wanted {
    pub sorts: bool,
    pub times_stages: bool,
    pub reads_pairs: bool,
}

/// Fewer pairs are sorted faster here.
const WORTH_SORTING: usize = 1 << 13;

impl GpuEngine {
    /// An engine on the best adapter.
    pub fn new() -> Result<GpuEngine, GpuError> {
        GpuEngine::on(&Choice::Best, Precision::Auto)
    }

    /// An engine on an adapter, with numbers of a precision.
    pub fn on(choice: &Choice, precision: Precision) -> Result<GpuEngine, GpuError> {
        GpuEngine::of(Device::open(choice, precision)?)
    }

    /// An engine on a device of the caller's, which can then share buffers with it. It uses 64-bit
    /// numbers and times if the device was asked for `SHADER_F64` and `TIMESTAMP_QUERY`. Errors that
    /// wgpu reports outside of calls stay the caller's.
    pub fn with_device(
        device: wgpu::Device,
        queue: wgpu::Queue,
        precision: Precision,
    ) -> Result<GpuEngine, GpuError> {
        GpuEngine::of(Device::shared(device, queue, precision)?)
    }

    fn of(device: Device) -> Result<GpuEngine, GpuError> {
        let layouts = Layouts::new(&device);
        let pipelines = Pipelines::new(&device, &layouts);
        device.check()?;
        let frames = Frames::new(&device)?;
        Ok(GpuEngine {
            device,
            layouts,
            pipelines,
            topology: Topology::default(),
            buffers: Buffers::new(),
            frames,
            report: GpuReport::default(),
            search: Search::Clusters,
            sorts_from: WORTH_SORTING,
            rounds: 1,
            counts: Counts::default(),
        })
    }

    /// The adapter.
    pub fn adapter(&self) -> &AdapterReport {
        &self.device.report
    }

    /// The device and its queue, to make buffers on.
    pub fn device(&self) -> (&wgpu::Device, &wgpu::Queue) {
        (&self.device.device, &self.device.queue)
    }

    /// Whether tests are done with 64-bit numbers, at least where those of 32 bits are unsure.
    pub fn uses_doubles(&self) -> bool {
        self.device.numbers != Numbers::Short
    }

    /// What the last query cost.
    pub fn report(&self) -> &GpuReport {
        &self.report
    }

    /// How candidates are found.
    pub fn set_search(&mut self, search: Search) {
        self.search = search;
    }

    /// Sorts pairs on the device if about so many or more are expected, and here if less. The answer is
    /// the same.
    pub fn sort_on_device_from(&mut self, pairs: usize) {
        self.sorts_from = pairs;
    }

    /// Lists at most about so many candidates at once, and takes more rounds if there are more; if not
    /// given, twelve an element. The answer is the same.
    pub fn set_candidates_at_once(&mut self, candidates: Option<u32>) {
        self.buffers.candidates_at_once = candidates;
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
    /// What the query says about broad phases, tests and threads is for the CPU; if it is staged, the
    /// stages are timed on the device, where it tells.
    pub fn collide(&mut self, scene: &Scene, query: &Query) -> Result<Collisions, GpuError> {
        let answer = self.answer(scene, query);
        if answer.is_err() {
            self.forget();
        }
        answer
    }

    /// Forgets what is on the device: after an error it may be half of this scene and half of the one
    /// before.
    pub(crate) fn forget(&mut self) {
        self.topology = Topology::default();
        let candidates_at_once = self.buffers.candidates_at_once;
        self.buffers = Buffers::new();
        self.buffers.candidates_at_once = candidates_at_once;
        self.rounds = 1;
    }

    fn answer(&mut self, scene: &Scene, query: &Query) -> Result<Collisions, GpuError> {
        scene.check()?;
        let start = Instant::now();
        self.take_topology(scene, query)?;
        if self.topology.elements.is_empty() {
            let statistics = self.statistics(scene, 0, 0);
            return Ok(Collisions::from_pairs(scene, query, Vec::new(), statistics));
        }
        self.buffers.upload_positions(&self.device, scene);
        let uploaded = Instant::now();
        let sorts = self.frames.expected_pairs() as usize >= self.sorts_from;
        let wanted = Wanted { sorts, times_stages: query.is_staged(), reads_pairs: true };
        let found = self.run(None, wanted)?;
        let read = Instant::now();
        let unsure = elements_of(&found.unsure, &self.topology.elements);
        let (decided, exact_signs) = settle(&unsure, exactly(scene));
        let settled = Instant::now();
        let pairs = in_order(&found.pairs, found.is_sorted, &decided);
        self.report.upload_seconds = (uploaded - start).as_secs_f64();
        self.report.frame_seconds = (read - uploaded).as_secs_f64();
        self.report.exact_seconds = (settled - read).as_secs_f64();
        self.note(&found);
        let mut statistics = self.statistics(scene, unsure.len() as u64, exact_signs);
        statistics.seconds.sort += settled.elapsed().as_secs_f64();
        let collisions = Collisions::from_pairs(scene, query, pairs, statistics);
        self.report.sort_seconds = settled.elapsed().as_secs_f64();
        Ok(collisions)
    }

    /// Brings topology on the device up to date.
    pub(crate) fn take_topology(&mut self, scene: &Scene, query: &Query) -> Result<(), GpuError> {
        self.device.check()?;
        let objects = scene.objects().len();
        if let Some(&object) = query.objects().and_then(|all| all.iter().find(|&&o| o >= objects)) {
            return Err(SceneError::NoSuchObject { object, objects }.into());
        }
        self.report = GpuReport::default();
        self.counts = Counts::default();
        if self.topology.update(scene, query) {
            self.buffers.upload_topology(&self.device, &self.topology)?;
        }
        Ok(())
    }

    pub(crate) fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Runs the stages, again with more room or more rounds where there were too few.
    pub(crate) fn run(&mut self, given: Option<&Given>, wanted: Wanted) -> Result<Found, GpuError> {
        let is_brute = self.search != Search::Clusters;
        loop {
            self.report.runs += 1;
            self.buffers.bind(&self.device, &self.layouts)?;
            let mut frames = std::mem::take(&mut self.frames);
            let record = self.record(given, wanted);
            let found = frames.run(&self.device, &self.buffers, &record, wanted.reads_pairs);
            self.frames = frames;
            let found = found?;
            let counts = found.counts;
            if counts.bad_vertex > 0 {
                return Err(GpuError::NotFinite { vertex: counts.bad_vertex as usize - 1 });
            }
            let grown = self.buffers.make_room(&self.device, &counts, is_brute);
            if !grown && counts.to_compare == 0 {
                // Some more than were needed, if there are rounds at all: the next frame may need them.
                let more = if counts.rounds > 1 { counts.rounds / 8 + 1 } else { 0 };
                self.rounds = counts.rounds.max(1) + more;
                return Ok(found);
            }
            let needed = counts.most_candidates / self.buffers.values.room.candidates + 2;
            if counts.to_compare > 0 {
                self.rounds = needed.max(self.rounds.saturating_mul(2));
            }
        }
    }

    fn record<'a>(&'a self, given: Option<&'a Given>, wanted: Wanted) -> Record<'a> {
        Record {
            pipelines: &self.pipelines,
            topology: &self.topology,
            buffers: &self.buffers,
            search: self.search,
            rounds: self.rounds,
            given,
            takes_apart: self.device.tests_twice() && given.is_none_or(|given| given.is_long),
            sorts: wanted.sorts,
            times_stages: wanted.times_stages,
        }
    }

    /// Adds pairs to those on the device, and sorts them there.
    pub(crate) fn add_and_sort(&self, listed: u32, more: &[[u32; 2]]) {
        let queue = &self.device.queue;
        if !more.is_empty() {
            let at = u64::from(listed) * size_of::<[u32; 2]>() as u64;
            queue.write_buffer(self.buffers.pairs(), at, bytemuck::cast_slice(more));
            let count = listed + more.len() as u32;
            queue.write_buffer(self.buffers.counters(), PAIRS_AT, bytemuck::bytes_of(&count));
        }
        let mut encoder = self.device.device.create_command_encoder(&Default::default());
        self.record(None, Wanted::default()).sort(&mut encoder);
        queue.submit([encoder.finish()]);
    }

    pub(crate) fn note(&mut self, found: &Found) {
        self.counts = found.counts;
        self.report.note(found, self.buffers.bytes());
    }

    fn statistics(&self, scene: &Scene, exact_candidates: u64, exact_signs: u64) -> Statistics {
        let report = &self.report;
        let stages = report.stages.unwrap_or_default();
        let [boxes, stars, bundles, near, candidates, narrow, again, sort] = stages;
        let upload = report.upload_seconds;
        Statistics {
            elements: scene.element_count() as u64,
            candidates: report.overlapping,
            settled_by_stars: report.overlapping.saturating_sub(report.candidates),
            exact_candidates,
            exact_signs,
            bytes: report.bytes + self.topology.bytes() as u64,
            seconds: Seconds {
                boxes: if report.stages.is_some() { boxes + stars } else { upload },
                search: report.frame_seconds + report.exact_seconds,
                sort,
                populate: bundles + near,
                find: candidates,
                narrow: narrow + again,
                ..Seconds::default()
            },
            ..Statistics::default()
        }
    }
}
