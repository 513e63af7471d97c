//! Plays a scene through a method, and keeps what each frame cost.

use super::args::BenchArgs;
use super::case::Case;
use super::differences::Differences;
use crate::error::Error;
use crate::spread::Spread;
use jostle::collide::{Broad, Seconds, Test};
use jostle::{Collisions, Query, Scene, Workspace};
use jostle_scenes::Playing;
use std::time::Instant;

/// What a case cost, and its answer.
pub struct Measured {
    pub case: Case,
    pub runs: usize,
    pub threads: usize,
    pub sizes: Sizes,
    pub frames: Vec<Frame>,
}

/// Elements and vertices at the first frame, of the first body (A) and of the others (B).
#[derive(Clone, Copy, Debug, Default)]
pub struct Sizes {
    pub bodies: usize,
    pub elements: [usize; 2],
    pub vertices: [usize; 2],
}

/// One frame over all runs.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    pub number: usize,
    /// Milliseconds of the whole query over the runs.
    pub host: Spread,
    /// Seconds of each stage, of one run in which they are apart.
    pub stages: Option<Seconds>,
    pub elements: usize,
    /// Levels of the grid, where there is one.
    pub levels: Option<u64>,
    pub candidates: u64,
    pub answer: Answer,
    /// From the exact answer, where all pairs were asked of a test that may be wrong.
    pub differences: Option<Differences>,
    pub bytes: u64,
}

/// The answer of a frame, as far as tables and hashes tell it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// None where only the set was asked for, as for the next three.
    pub pairs: Option<usize>,
    pub self_pairs: Option<usize>,
    /// Elements of the first body that meet others, and of others that meet it.
    pub first_to_others: Option<usize>,
    pub others_to_first: Option<usize>,
    pub colliding: usize,
    pub pairs_hash: Option<u64>,
    pub elements_hash: u64,
}

/// Plays all runs.
pub fn measure(case: Case, args: &BenchArgs) -> Result<Measured, Error> {
    let mut playing = case.entry.start(&case.setting())?;
    let numbers = frame_numbers(case.entry.frames, args.frames.map(usize::from));
    let query = match args.threads {
        Some(threads) => case.query().threads(threads.get()),
        None => case.query(),
    };
    let runs = args.runs.get();
    let mut frames: Vec<Frame> = Vec::with_capacity(numbers.len());
    let mut times = vec![Vec::with_capacity(runs); numbers.len()];
    let sizes = Sizes::of(playing.scene());
    // Buffers are warm from run to run, as in a simulation.
    let mut workspace = Workspace::new();
    let mut judge = Judge::of(&case, &query);
    for run in 0..runs {
        for (i, &number) in numbers.iter().enumerate() {
            let scene = playing.show(number)?;
            let start = Instant::now();
            let collisions = workspace.collide(scene, &query)?;
            times[i].push(start.elapsed().as_secs_f64() * 1e3);
            if run == 0 {
                let of_pairs = case.method.promises_pairs;
                let mut frame = Frame::of(number, scene, collisions, of_pairs);
                if let Some(judge) = &mut judge {
                    frame.differences = Some(judge.differences(scene, collisions)?);
                }
                frames.push(frame);
            }
        }
    }
    for (frame, times) in frames.iter_mut().zip(times) {
        frame.host = Spread::of(times);
    }
    if !args.no_stages {
        measure_stages(&mut playing, &query.staged(true), &mut frames)?;
    }
    let threads = args.threads.map_or_else(available, usize::from);
    Ok(Measured { case, runs, threads, sizes, frames })
}

/// The exact answer beside one that may be wrong; its time is not measured.
struct Judge {
    workspace: Workspace,
    query: Query,
}

impl Judge {
    fn of(case: &Case, query: &Query) -> Option<Judge> {
        let exact = query.clone().test(Test::Exact);
        (case.test != Test::Exact && case.method.promises_pairs)
            .then(|| Judge { workspace: Workspace::new(), query: exact.broad(Broad::Auto) })
    }

    fn differences(&mut self, scene: &Scene, found: &Collisions) -> Result<Differences, Error> {
        let exact = self.workspace.collide(scene, &self.query)?;
        Ok(Differences::between(found.pairs(), exact.pairs()))
    }
}

/// One more run, in which candidates are listed before they are tested, with buffers of its own.
fn measure_stages(playing: &mut Playing, query: &Query, frames: &mut [Frame]) -> Result<(), Error> {
    let mut workspace = Workspace::new();
    for frame in frames {
        let scene = playing.show(frame.number)?;
        let collisions = workspace.collide(scene, query)?;
        frame.stages = Some(collisions.statistics().seconds);
    }
    Ok(())
}

/// As many frames as wanted, spread evenly, with the first and the last.
pub fn frame_numbers(frames: usize, wanted: Option<usize>) -> Vec<usize> {
    match wanted {
        Some(1) => vec![frames / 2],
        Some(wanted) if wanted < frames => {
            (0..wanted).map(|i| i * (frames - 1) / (wanted - 1)).collect()
        }
        _ => (0..frames).collect(),
    }
}

fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl Sizes {
    fn of(scene: &Scene) -> Sizes {
        let mut sizes = Sizes { bodies: scene.objects().len(), ..Sizes::default() };
        for (object, own) in scene.objects().iter().enumerate() {
            sizes.elements[object.min(1)] += own.elements().len();
            sizes.vertices[object.min(1)] += own.vertices().len();
        }
        sizes
    }

    pub fn all_elements(&self) -> usize {
        self.elements.iter().sum()
    }
}

impl Frame {
    fn of(number: usize, scene: &Scene, collisions: &Collisions, of_pairs: bool) -> Frame {
        Frame {
            number,
            elements: scene.element_count(),
            levels: Some(collisions.statistics().levels).filter(|&levels| levels > 0),
            candidates: collisions.statistics().candidates,
            answer: Answer::of(scene, collisions, of_pairs),
            bytes: collisions.statistics().bytes,
            ..Frame::default()
        }
    }
}

impl Answer {
    fn of(scene: &Scene, collisions: &Collisions, of_pairs: bool) -> Answer {
        let count = scene.element_count();
        let (mut hit, mut hit_between) = (vec![false; count], vec![false; count]);
        for pair in collisions.pairs() {
            let [a, b] = [pair.a, pair.b].map(|element| element as usize);
            (hit[a], hit[b]) = (true, true);
            let (owner_a, owner_b) = (scene.owner(a), scene.owner(b));
            // The first body comes first.
            if owner_a == 0 && owner_b != 0 {
                (hit_between[a], hit_between[b]) = (true, true);
            }
        }
        for &element in collisions.colliding() {
            hit[element as usize] = true;
        }
        let elements = (0u32..).zip(&hit).filter(|(_, hit)| **hit).map(|(element, _)| element);
        let elements_hash = fnv(elements.flat_map(u32::to_le_bytes));
        let first = scene.objects().first().map_or(0, |object| object.elements().end);
        let hits = |of: &[bool]| of.iter().filter(|hit| **hit).count();
        let if_pairs = |value: usize| of_pairs.then_some(value);
        Answer {
            pairs: if_pairs(collisions.pair_count()),
            self_pairs: if_pairs(collisions.self_pair_count()),
            first_to_others: if_pairs(hits(&hit_between[..first])),
            others_to_first: if_pairs(hits(&hit_between[first..])),
            colliding: hits(&hit),
            pairs_hash: of_pairs.then(|| collisions.hash(scene)),
            elements_hash,
        }
    }
}

impl Measured {
    /// The answer of all frames in one number, if all pairs were asked for.
    pub fn pairs_hash(&self) -> Option<u64> {
        if !self.case.method.promises_pairs {
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
    pub fn times(&self) -> Spread {
        Spread::of(self.frames.iter().map(|frame| frame.host.mean))
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
        let of_frames = self.frames.iter().map(|frame| frame.answer.pairs.unwrap_or(0));
        self.case.method.promises_pairs.then(|| of_frames.sum())
    }
}

/// 64-bit FNV-1a.
fn fnv(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_spread_evenly() {
        assert_eq!(frame_numbers(10, None).len(), 10);
        assert_eq!(frame_numbers(10, Some(4)), [0, 3, 6, 9]);
        assert_eq!(frame_numbers(10, Some(1)), [5]);
        assert_eq!(frame_numbers(3, Some(9)), [0, 1, 2]);
    }
}
