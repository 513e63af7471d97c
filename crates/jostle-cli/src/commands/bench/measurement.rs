//! Measurement of a method on a scene: time, memory and answer of each frame.

use super::args::BenchArgs;
use super::bench_scene::BenchFrames;
use super::case::Case;
use super::differences::Differences;
use crate::backend::MethodEngine;
use crate::distribution::Distribution;
use crate::error::Error;
use crate::frame_numbers::frame_numbers;
use jostle::collide::baselines::{Baseline, IntersectionTest};
use jostle::collide::{Broad, Seconds};
use jostle::{Collisions, ElementId, ObjectId, Query, Scene, Session, Workspace};
use jostle_gpu::GpuEngine;
use std::time::Instant;

/// The body that the others are counted against.
const FIRST_BODY: ObjectId = ObjectId::new(0);

/// The costs and answers of a case, frame by frame.
pub struct Measurement {
    pub case: Case,
    pub runs: usize,
    pub threads: usize,
    pub backend: String,
    pub counts: SceneCounts,
    pub frames: Vec<Frame>,
}

/// Elements and vertices at the first frame, of the first body (A) and of the others (B).
#[derive(Clone, Copy, Debug, Default)]
pub struct SceneCounts {
    pub bodies: usize,
    pub elements: [usize; 2],
    pub vertices: [usize; 2],
}

/// One frame over all runs.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    pub number: usize,
    /// Milliseconds of the whole query over the runs.
    pub host: Distribution,
    /// Milliseconds on the device, their mean over the runs, where the device measures them.
    pub device: Option<f64>,
    /// Seconds of each stage, of one run in which they are apart.
    pub stages: Option<Seconds>,
    pub elements: usize,
    /// Levels of the grid, where there is one.
    pub levels: Option<u64>,
    pub candidates: u64,
    pub answer: AnswerSummary,
    /// From the exact answer, where all pairs were asked of a test that may be wrong.
    pub differences: Option<Differences>,
    pub bytes: u64,
}

/// Counts and hashes of the answer of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerSummary {
    /// None where only the colliding elements were asked for, as for the next three.
    pub pairs: Option<usize>,
    pub self_pairs: Option<usize>,
    /// Elements of the first body that collide with others, and of others that collide with it.
    pub first_to_others: Option<usize>,
    pub others_to_first: Option<usize>,
    pub colliding: usize,
    pub pairs_hash: Option<u64>,
    pub elements_hash: u64,
}

/// Measures all runs of a case; a GPU is kept from one case to the next.
pub fn measure(
    case: Case,
    args: &BenchArgs,
    gpu: &mut Option<GpuEngine>,
) -> Result<Measurement, Error> {
    let mut animated = case.scene.build(&case.scene_options())?;
    let numbers = frame_numbers(case.scene.frames, args.frames.map(usize::from));
    let session = args.threads.map_or_else(Session::new, |own| Session::new().threads(own.get()));
    let query = case.query();
    let runs = args.runs.get();
    let mut frames: Vec<Frame> = Vec::with_capacity(numbers.len());
    let mut times = vec![Vec::with_capacity(runs); numbers.len()];
    let counts = SceneCounts::from_scene(animated.set_frame(0)?);
    // Buffers are warm from run to run, as in a simulation.
    let mut engine = MethodEngine::new(case.method.backend, &args.backend, &session, gpu)?;
    let mut comparison = ExactComparison::new(&case, &query, &session);
    let mut device_times = vec![Vec::new(); numbers.len()];
    for run in 0..runs {
        for (i, &number) in numbers.iter().enumerate() {
            let scene = animated.set_frame(number)?;
            let start = Instant::now();
            let found = engine.collide(scene, &query)?;
            times[i].push(start.elapsed().as_secs_f64() * 1e3);
            device_times[i].extend(found.device_seconds.map(|seconds| seconds * 1e3));
            if run == 0 {
                let collisions = found.collisions;
                let lists_pairs = case.method.lists_pairs;
                let mut frame = Frame::new(number, scene, collisions, lists_pairs);
                if let Some(comparison) = &mut comparison {
                    frame.differences = Some(comparison.differences(scene, collisions)?);
                }
                frames.push(frame);
            }
        }
    }
    for ((frame, times), device) in frames.iter_mut().zip(times).zip(device_times) {
        frame.host = Distribution::from_values(times);
        frame.device = (!device.is_empty()).then(|| Distribution::from_values(device).mean);
    }
    let backend = engine.name();
    if !args.no_stages {
        // Not with the buffers of the other runs, but with their GPU.
        let mut spare = engine.into_gpu();
        engine = MethodEngine::new(case.method.backend, &args.backend, &session, &mut spare)?;
        measure_stages(
            &mut animated,
            &query.clone().baseline(Baseline { staged: true, ..*query.baseline_settings() }),
            &mut frames,
            &mut engine,
        )?;
    }
    if let Some(used) = engine.into_gpu() {
        *gpu = Some(used);
    }
    let threads = args.threads.map_or_else(available, usize::from);
    Ok(Measurement { case, runs, threads, backend, counts, frames })
}

/// Comparison of the answers of an inexact test with the exact ones; its time is not measured.
struct ExactComparison {
    workspace: Workspace,
    query: Query,
}

impl ExactComparison {
    fn new(case: &Case, query: &Query, session: &Session) -> Option<ExactComparison> {
        let baseline = Baseline { test: IntersectionTest::Exact, ..*query.baseline_settings() };
        let exact = query.clone().baseline(baseline);
        (case.test != IntersectionTest::Exact && case.method.lists_pairs).then(|| ExactComparison {
            workspace: Workspace::in_session(session),
            query: exact.broad(Broad::Auto),
        })
    }

    fn differences(&mut self, scene: &Scene, found: &Collisions) -> Result<Differences, Error> {
        let exact = self.workspace.collide(scene, &self.query)?;
        Ok(Differences::between(found.pairs(), exact.pairs()))
    }
}

/// One more run, in which candidates are listed before they are tested, with buffers of its own.
fn measure_stages(
    animated: &mut BenchFrames,
    query: &Query,
    frames: &mut [Frame],
    engine: &mut MethodEngine,
) -> Result<(), Error> {
    for frame in frames {
        let scene = animated.set_frame(frame.number)?;
        let found = engine.collide(scene, query)?;
        frame.stages = Some(found.collisions.statistics().seconds);
    }
    Ok(())
}

fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl SceneCounts {
    fn from_scene(scene: &Scene) -> SceneCounts {
        let mut counts = SceneCounts { bodies: scene.objects().len(), ..SceneCounts::default() };
        for (object, own) in scene.objects().iter().enumerate() {
            counts.elements[object.min(1)] += own.elements().len();
            counts.vertices[object.min(1)] += own.vertices().len();
        }
        counts
    }

    pub fn all_elements(&self) -> usize {
        self.elements.iter().sum()
    }
}

impl Frame {
    fn new(number: usize, scene: &Scene, collisions: &Collisions, lists_pairs: bool) -> Frame {
        Frame {
            number,
            elements: scene.element_count(),
            levels: Some(collisions.statistics().levels).filter(|&levels| levels > 0),
            candidates: collisions.statistics().candidates,
            answer: AnswerSummary::from_collisions(scene, collisions, lists_pairs),
            bytes: collisions.statistics().bytes,
            ..Frame::default()
        }
    }
}

impl AnswerSummary {
    fn from_collisions(scene: &Scene, collisions: &Collisions, lists_pairs: bool) -> AnswerSummary {
        let count = scene.element_count();
        let (mut hit, mut hit_between) = (vec![false; count], vec![false; count]);
        for pair in collisions.pairs() {
            let [a, b] = [pair.a, pair.b].map(ElementId::index);
            (hit[a], hit[b]) = (true, true);
            let (owner_a, owner_b) = (scene.owner(pair.a), scene.owner(pair.b));
            // The first body comes first.
            if owner_a == FIRST_BODY && owner_b != FIRST_BODY {
                (hit_between[a], hit_between[b]) = (true, true);
            }
        }
        for &element in collisions.colliding() {
            hit[element.index()] = true;
        }
        let elements = (0u32..).zip(&hit).filter(|(_, hit)| **hit).map(|(element, _)| element);
        let elements_hash = fnv(elements.flat_map(u32::to_le_bytes));
        let first = scene.objects().first().map_or(0, |object| object.elements().end);
        let hits = |hit: &[bool]| hit.iter().filter(|hit| **hit).count();
        let if_pairs = |value: usize| lists_pairs.then_some(value);
        AnswerSummary {
            pairs: if_pairs(collisions.pair_count()),
            self_pairs: if_pairs(collisions.self_pair_count()),
            first_to_others: if_pairs(hits(&hit_between[..first])),
            others_to_first: if_pairs(hits(&hit_between[first..])),
            colliding: hits(&hit),
            pairs_hash: lists_pairs.then(|| collisions.hash(scene)),
            elements_hash,
        }
    }
}

impl Measurement {
    /// The answer of all frames in one number, if all pairs were asked for.
    pub fn pairs_hash(&self) -> Option<u64> {
        if !self.case.method.lists_pairs {
            return None;
        }
        let hashes = self.frames.iter().filter_map(|frame| frame.answer.pairs_hash);
        Some(fnv(hashes.flat_map(u64::to_le_bytes)))
    }

    /// Which elements collide in which frame, in one number.
    pub fn elements_hash(&self) -> u64 {
        fnv(self.frames.iter().flat_map(|frame| frame.answer.elements_hash.to_le_bytes()))
    }

    /// Milliseconds a frame, over the frames.
    pub fn times(&self) -> Distribution {
        Distribution::from_values(self.frames.iter().map(|frame| frame.host.mean))
    }

    pub fn most_bytes(&self) -> u64 {
        self.frames.iter().map(|frame| frame.bytes).max().unwrap_or(0)
    }

    /// Pairs that differ from the exact answer in all frames together, if that was looked at.
    pub fn differences(&self) -> Option<Differences> {
        self.frames.iter().map(|frame| frame.differences).reduce(|sum, own| Some(sum? + own?))?
    }

    /// Pairs of all frames together, if all pairs were asked for.
    pub fn pairs(&self) -> Option<usize> {
        let frame_pairs = self.frames.iter().map(|frame| frame.answer.pairs.unwrap_or(0));
        self.case.method.lists_pairs.then(|| frame_pairs.sum())
    }
}

/// 64-bit FNV-1a.
fn fnv(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
