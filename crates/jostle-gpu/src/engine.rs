//! The engine: a scene and a query in, the CPU's answer out.

use crate::GpuError;
use crate::buffers::{BEYOND, Buffers, COUNTERS};
use crate::device::{AdapterReport, Choice, Device, Precision};
use crate::frame::{Found, Frames};
use crate::pipelines::{Pipelines, Stage};
use crate::topology::Topology;
use jostle::collide::{Seconds, Statistics};
use jostle::narrow::{Tally, elements_collide};
use jostle::{Collisions, Pair, Query, Scene, SceneError};
use rayon::prelude::*;
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
    device: Device,
    pipelines: Pipelines,
    topology: Topology,
    buffers: Buffers,
    frames: Frames,
    report: GpuReport,
    /// What the last frame counted.
    counts: [u32; COUNTERS],
}

/// What the last query of an engine cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GpuReport {
    /// Seconds of each stage on the device, where it tells, in the order of [`Stage::ALL`].
    pub stages: Option<[f64; Stage::ALL.len()]>,
    /// Seconds from the first stage's beginning to the last one's end, where the device tells.
    pub device_seconds: Option<f64>,
    /// Seconds of taking positions, and topology if it changed, to the device.
    pub upload_seconds: f64,
    /// Seconds from the submission until all was read back, all runs together.
    pub frame_seconds: f64,
    /// Seconds of the exact tests.
    pub exact_seconds: f64,
    /// Seconds of sorting the pairs, and of making the answer of them.
    pub sort_seconds: f64,
    /// Times that the stages ran: more than once where a list had too little room.
    pub runs: u32,
    /// Pairs of bundles with overlapping boxes.
    pub bundle_pairs: u32,
    /// Pairs of near clusters.
    pub cluster_pairs: u32,
    /// Pairs of elements with overlapping boxes.
    pub overlapping: u32,
    /// Those of them that no star settles.
    pub candidates: u32,
    /// Those of these that only the exact test could tell.
    pub unsure: u32,
    /// Bytes on the device.
    pub bytes: u64,
}

impl GpuReport {
    /// The share of the candidates that only the exact test could tell, from 0 to 1.
    pub fn unsure_share(&self) -> f64 {
        f64::from(self.unsure) / f64::from(self.candidates.max(1))
    }
}

impl GpuEngine {
    /// An engine on the best adapter.
    pub fn new() -> Result<GpuEngine, GpuError> {
        GpuEngine::on(&Choice::Best, Precision::Auto)
    }

    /// An engine on an adapter, with numbers of a precision.
    pub fn on(choice: &Choice, precision: Precision) -> Result<GpuEngine, GpuError> {
        let device = Device::open(choice, precision)?;
        let pipelines = Pipelines::new(&device);
        device.check()?;
        let frames = Frames::new(&device)?;
        Ok(GpuEngine {
            device,
            pipelines,
            topology: Topology::default(),
            buffers: Buffers::new(),
            frames,
            report: GpuReport::default(),
            counts: [0; COUNTERS],
        })
    }

    /// The adapter.
    pub fn adapter(&self) -> &AdapterReport {
        &self.device.report
    }

    /// Whether tests are done with 64-bit numbers.
    pub fn uses_doubles(&self) -> bool {
        self.device.uses_doubles
    }

    /// What the last query cost.
    pub fn report(&self) -> &GpuReport {
        &self.report
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
    /// What the query says about broad phases, tests and threads is for the CPU.
    pub fn collide(&mut self, scene: &Scene, query: &Query) -> Result<Collisions, GpuError> {
        let answer = self.answer(scene, query);
        if answer.is_err() {
            // What is on the device may be half of this scene and half of the one before.
            self.topology = Topology::default();
            self.buffers = Buffers::new();
        }
        answer
    }

    fn answer(&mut self, scene: &Scene, query: &Query) -> Result<Collisions, GpuError> {
        self.device.check()?;
        scene.check()?;
        let objects = scene.objects().len();
        if let Some(&object) = query.objects().and_then(|all| all.iter().find(|&&o| o >= objects)) {
            return Err(SceneError::NoSuchObject { object, objects }.into());
        }
        self.report = GpuReport::default();
        self.counts = [0; COUNTERS];
        let start = Instant::now();
        if self.topology.update(scene, query) {
            self.buffers.upload_topology(&self.device, &self.topology)?;
        }
        if self.topology.elements.is_empty() {
            return Ok(Collisions::of_pairs(
                scene,
                query,
                Vec::new(),
                self.statistics(scene, 0, 0),
            ));
        }
        self.buffers.upload_positions(&self.device, scene);
        let uploaded = Instant::now();
        let found = self.run()?;
        let read = Instant::now();
        let (pairs, exact_signs) = settle(scene, &found);
        let settled = Instant::now();
        self.report.upload_seconds = (uploaded - start).as_secs_f64();
        self.report.frame_seconds = (read - uploaded).as_secs_f64();
        self.report.exact_seconds = (settled - read).as_secs_f64();
        self.note(&found);
        let pairs = sorted(pairs);
        let sorted = settled.elapsed().as_secs_f64();
        let mut statistics = self.statistics(scene, found.unsure.len() as u64, exact_signs);
        statistics.seconds.sort = sorted;
        let collisions = Collisions::of_pairs(scene, query, pairs, statistics);
        self.report.sort_seconds = settled.elapsed().as_secs_f64();
        Ok(collisions)
    }

    pub(crate) fn device(&self) -> &Device {
        &self.device
    }

    pub(crate) fn buffers(&self) -> &Buffers {
        &self.buffers
    }

    pub(crate) fn topology(&self) -> &Topology {
        &self.topology
    }

    pub(crate) fn counts(&self) -> &[u32; COUNTERS] {
        &self.counts
    }

    /// Runs the stages, again with more room where a list had too little.
    fn run(&mut self) -> Result<Found, GpuError> {
        loop {
            self.report.runs += 1;
            self.buffers.bind(&self.device, &self.pipelines)?;
            let (pipelines, topology) = (&self.pipelines, &self.topology);
            let found = self.frames.run(&self.device, pipelines, topology, &self.buffers)?;
            if found.counts[BEYOND] > 0 {
                return Err(self.device.beyond("candidates", u64::from(u32::MAX) << 3));
            }
            if !self.buffers.make_room(&self.device, &found.counts) {
                return Ok(found);
            }
        }
    }

    fn note(&mut self, found: &Found) {
        self.counts = found.counts;
        let [bundle_pairs, cluster_pairs, candidates, _, unsure, overlapping, ..] = found.counts;
        self.report = GpuReport {
            stages: found.seconds,
            device_seconds: found.span,
            bundle_pairs,
            cluster_pairs,
            overlapping,
            candidates,
            unsure,
            bytes: self.buffers.bytes() + self.frames.bytes(),
            ..self.report.clone()
        };
    }

    fn statistics(&self, scene: &Scene, exact_candidates: u64, exact_signs: u64) -> Statistics {
        let report = &self.report;
        Statistics {
            elements: scene.element_count() as u64,
            candidates: report.overlapping.into(),
            settled_by_stars: report.overlapping.saturating_sub(report.candidates).into(),
            exact_candidates,
            exact_signs,
            bytes: report.bytes + self.topology.bytes() as u64,
            seconds: Seconds {
                boxes: report.upload_seconds,
                search: report.frame_seconds + report.exact_seconds,
                ..Seconds::default()
            },
            ..Statistics::default()
        }
    }
}

/// Decides the pairs that the device was unsure of, and puts them with the others.
fn settle(scene: &Scene, found: &Found) -> (Vec<u64>, u64) {
    const FEW: usize = 64;
    let packed = |&[a, b]: &[u32; 2]| u64::from(a) << 32 | u64::from(b);
    let decide = |&[a, b]: &[u32; 2]| {
        let mut tally = Tally::default();
        let collide = elements_collide(scene, a as usize, b as usize, &mut tally);
        (collide.then(|| packed(&[a, b])), tally.exact)
    };
    let decided: Vec<(Option<u64>, u64)> =
        found.unsure.par_iter().with_min_len(FEW).map(decide).collect();
    let signs = decided.iter().map(|decided| decided.1).sum();
    let mut pairs: Vec<u64> = found.pairs.par_iter().with_min_len(4096).map(packed).collect();
    pairs.extend(decided.iter().filter_map(|decided| decided.0));
    (pairs, signs)
}

fn sorted(mut pairs: Vec<u64>) -> Vec<Pair> {
    pairs.par_sort_unstable();
    pairs.iter().map(|&pair| Pair { a: (pair >> 32) as u32, b: pair as u32 }).collect()
}
