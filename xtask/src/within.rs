//! `xtask within`: random scenes, each within several distances and with layers and exclusions, against
//! brute force.

use clap::Args;
use indicatif::ProgressBar;
use jostle::Workspace;
use jostle_support::text::grouped;
use jostle_testing::check_within;
use std::process::ExitCode;
use std::time::Instant;

#[derive(Args)]
pub struct Options {
    /// Scenes.
    #[arg(long, default_value_t = 2_000)]
    count: u64,
    /// The first of the consecutive seeds.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// One scene in so many is searched with every broad phase and several numbers of threads.
const EVERY_BROAD_PHASE: u64 = 10;

pub fn run(options: &Options) -> ExitCode {
    let progress = ProgressBar::new(options.count);
    let start = Instant::now();
    let mut workspace = Workspace::new();
    let mut pairs = 0;
    for seed in (0..options.count).map(|i| options.seed.wrapping_add(i)) {
        match check_within(&mut workspace, seed, seed.is_multiple_of(EVERY_BROAD_PHASE)) {
            Ok(found) => pairs += found,
            Err(message) => {
                progress.finish_and_clear();
                println!("scene with seed {seed}: {message}");
                return ExitCode::FAILURE;
            }
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    println!(
        "{} scenes, {} pairs, {:.1} s: all as brute force",
        grouped(options.count as usize),
        grouped(pairs),
        start.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}
