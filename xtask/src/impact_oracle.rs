//! `xtask impact-oracle`: first contacts of moving features against the oracle, with the time that each
//! stage takes.

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use jostle::impact::{ImpactTime, Swept, Tally, edge_edge_batch, vertex_face_batch};
use jostle_oracle::cases::Family;
use jostle_oracle::cases::impact::{Motion, Pair, motion};
use jostle_oracle::impact::FirstTime;
use jostle_support::text::grouped;
use rayon::prelude::*;
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Options {
    /// Motions of each kind in general position.
    #[arg(default_value_t = 1_000_000)]
    count: u64,
    /// Degenerate motions of each kind.
    #[arg(default_value_t = 300_000)]
    degenerate: u64,
    /// The first of the consecutive seeds.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The largest width of a time; the least there is by default.
    #[arg(long, default_value_t = 0.0)]
    tolerance: f64,
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// Disagreements of one kind and family that are printed.
const EXAMPLES: usize = 3;

/// What takes longer is timed again: other work on the machine may have come between.
const SUSPICIOUS: Duration = Duration::from_micros(50);

/// Seeds that one task looks at.
const BLOCK: u64 = 512;

const STAGES: [&str; 4] = ["axes", "f64", "refined", "integers"];

pub fn run(options: &Options) -> ExitCode {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let disagreements = pool.expect("threads start").install(|| compare(options));
    if disagreements == 0 {
        println!("\nno disagreements");
        ExitCode::SUCCESS
    } else {
        println!("\n{} motions disagree", grouped(disagreements as usize));
        ExitCode::FAILURE
    }
}

fn compare(options: &Options) -> u64 {
    let counts = [(Family::Random, options.count), (Family::Degenerate, options.degenerate)];
    let mut disagreements = 0;
    for pair in Pair::ALL {
        for (family, count) in counts {
            let counts = compare_family(options, pair, family, count);
            counts.print(pair, family, count);
            disagreements += counts.missed + counts.imagined + counts.outside + counts.wide;
        }
    }
    disagreements
}

fn compare_family(options: &Options, pair: Pair, family: Family, count: u64) -> Counts {
    let style =
        ProgressStyle::with_template("{msg} {bar:40} {pos}/{len} {eta}").expect("a template");
    let progress =
        ProgressBar::new(count).with_style(style).with_message(format!("{pair:?} {family:?}"));
    let blocks = (0..count.div_ceil(BLOCK)).into_par_iter();
    let counts = blocks.map(|block| {
        let mut counts = Counts::default();
        let seeds = block * BLOCK..((block + 1) * BLOCK).min(count);
        for seed in seeds.clone().map(|seed| options.seed.wrapping_add(seed)) {
            counts.add(options.tolerance, pair, family, seed);
        }
        progress.inc(seeds.end - seeds.start);
        counts
    });
    let counts = counts.reduce(Counts::default, Counts::merged);
    progress.finish_and_clear();
    counts
}

/// What was found of one kind and family.
#[derive(Default)]
struct Counts {
    contacts: u64,
    missed: u64,
    imagined: u64,
    /// Times that do not contain the true one.
    outside: u64,
    /// Times that are wider than asked.
    wide: u64,
    stages: [Timing; 4],
    examples: Vec<String>,
}

#[derive(Clone, Copy, Default)]
struct Timing {
    queries: u64,
    total: Duration,
    worst: Duration,
    worst_seed: u64,
}

impl Counts {
    fn add(&mut self, tolerance: f64, pair: Pair, family: Family, seed: u64) {
        let motion = motion(pair, family, seed);
        let (time, stage, mut took) = first_time(pair, &motion, tolerance);
        for _ in 0..3 {
            if took > SUSPICIOUS {
                took = took.min(first_time(pair, &motion, tolerance).2);
            }
        }
        let timing = &mut self.stages[stage];
        timing.queries += 1;
        timing.total += took;
        if took > timing.worst {
            (timing.worst, timing.worst_seed) = (took, seed);
        }
        let expected = pair.first_time(&motion);
        self.contacts += u64::from(expected.is_some());
        if let Some(counter) = self.disagreement(time, expected.as_ref(), tolerance) {
            *counter += 1;
            if self.examples.len() < EXAMPLES {
                self.examples.push(format!("seed {seed}: {time:?}, but {expected:?}"));
            }
        }
    }

    fn disagreement(
        &mut self,
        time: Option<ImpactTime>,
        expected: Option<&FirstTime>,
        tolerance: f64,
    ) -> Option<&mut u64> {
        match (time, expected) {
            (None, None) => None,
            (None, Some(_)) => Some(&mut self.missed),
            (Some(_), None) => Some(&mut self.imagined),
            (Some(time), Some(expected)) => {
                let ImpactTime { lower, upper } = time;
                let is_inside = *expected >= lower && *expected <= upper;
                if !is_inside || time.at_start() != expected.is_start() {
                    Some(&mut self.outside)
                } else if upper - lower > tolerance && upper > lower.next_up() {
                    Some(&mut self.wide)
                } else {
                    None
                }
            }
        }
    }

    fn merged(mut self, other: Counts) -> Counts {
        self.contacts += other.contacts;
        self.missed += other.missed;
        self.imagined += other.imagined;
        self.outside += other.outside;
        self.wide += other.wide;
        for (own, other) in self.stages.iter_mut().zip(other.stages) {
            own.queries += other.queries;
            own.total += other.total;
            if other.worst > own.worst {
                (own.worst, own.worst_seed) = (other.worst, other.worst_seed);
            }
        }
        self.examples.extend(other.examples);
        self.examples.truncate(EXAMPLES);
        self
    }

    fn print(&self, pair: Pair, family: Family, count: u64) {
        let number = |count: u64| grouped(count as usize);
        println!(
            "\n{pair:?}, {family:?}: {} motions, {} contacts",
            number(count),
            number(self.contacts)
        );
        println!(
            "  {} missed, {} imagined, {} times without the true one, {} too wide",
            number(self.missed),
            number(self.imagined),
            number(self.outside),
            number(self.wide)
        );
        for (stage, timing) in STAGES.iter().zip(&self.stages) {
            if timing.queries > 0 {
                println!(
                    "  {stage:>12}: {:>11} queries, {:>8} ns on average, {:>10} ns at worst (seed {})",
                    number(timing.queries),
                    number(timing.total.as_nanos() as u64 / timing.queries),
                    number(timing.worst.as_nanos() as u64),
                    timing.worst_seed
                );
            }
        }
        self.examples.iter().for_each(|example| println!("  {example}"));
    }
}

/// What the engine says, which of [`STAGES`] said it, and how long it took.
fn first_time(
    pair: Pair,
    motion: &Motion,
    tolerance: f64,
) -> (Option<ImpactTime>, usize, Duration) {
    let Motion { start, end, .. } = motion;
    let mut times = Vec::with_capacity(1);
    let (tally, took) = match pair {
        Pair::VertexFace => {
            let corners = |p: &[[f64; 3]; 4]| [p[1], p[2], p[3]];
            let vertex = Swept::new([start[0]], [end[0]]);
            let face = Swept::new(corners(start), corners(end));
            timed(|| vertex_face_batch(&[(vertex, face)], tolerance, &mut times))
        }
        Pair::EdgeEdge => {
            let edge = |i: usize| Swept::new([start[i], start[i + 1]], [end[i], end[i + 1]]);
            let edges = (edge(0), edge(2));
            timed(|| edge_edge_batch(&[edges], tolerance, &mut times))
        }
    };
    let Tally { apart, floating, refined, .. } = tally;
    let stage = [apart, floating, refined].iter().position(|&count| count > 0).unwrap_or(3);
    (times[0], stage, took)
}

fn timed(batch: impl FnOnce() -> Tally) -> (Tally, Duration) {
    let start = Instant::now();
    let tally = batch();
    (tally, start.elapsed())
}
