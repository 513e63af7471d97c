//! Checks scenes that are hard on shortcuts, by seed, on several threads, or on the GPU.

use clap::Args;
use jostle_support::text::grouped;
use jostle_testing::{HardSceneCheck, HardSceneFamily};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

#[derive(Args)]
pub struct Options {
    /// Scenes of one family only: sheets, stars, solids, nested, scales, powers or steps.
    #[arg(long, value_parser = family)]
    family: Option<HardSceneFamily>,
    /// The first seed.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Seeds of each family.
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// Scenes that are checked at a time; as many as there are cores unless said.
    #[arg(long)]
    threads: Option<usize>,
    /// Begin no scene after so many seconds.
    #[arg(long)]
    seconds: Option<u64>,
    /// Compare the GPU with the CPU instead, all families.
    #[arg(long, conflicts_with_all = ["family", "threads", "seconds"])]
    gpu: bool,
}

fn family(name: &str) -> Result<HardSceneFamily, String> {
    let named = HardSceneFamily::ALL.into_iter().find(|family| family.name() == name);
    let names = HardSceneFamily::ALL.map(HardSceneFamily::name).join(", ");
    named.ok_or_else(|| format!("give one of {names}"))
}

#[derive(Default)]
struct Totals {
    scenes: AtomicU64,
    colliding: AtomicU64,
    wrong: AtomicU64,
    panics: AtomicU64,
}

pub fn run(options: &Options) -> ExitCode {
    if options.gpu {
        return run_on_gpu(options);
    }
    let (totals, next, start) = (Totals::default(), AtomicU64::new(0), Instant::now());
    let threads = options.threads.unwrap_or_else(rayon::current_num_threads);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| work(options, &totals, &next, start));
        }
    });
    let [scenes, colliding, wrong, panics] =
        [&totals.scenes, &totals.colliding, &totals.wrong, &totals.panics].map(|n| n.load(Relaxed));
    println!(
        "{} scenes, {} of them collide: {wrong} wrong, {panics} panics, {:.0} s",
        grouped(scenes as usize),
        grouped(colliding as usize),
        start.elapsed().as_secs_f64()
    );
    if wrong + panics == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Checks one scene after another, of each family in turn, until none is left.
fn work(options: &Options, totals: &Totals, next: &AtomicU64, start: Instant) {
    let mut check = HardSceneCheck::default();
    let families = options.family.map_or(HardSceneFamily::ALL.to_vec(), |family| vec![family]);
    let count = families.len() as u64;
    let limit = options.seconds.map_or(Duration::MAX, Duration::from_secs);
    while start.elapsed() < limit {
        let number = next.fetch_add(1, Relaxed);
        if number >= options.count * count {
            break;
        }
        let family = families[(number % count) as usize];
        let seed = options.first + number / count;
        let before = check.colliding;
        let result = catch_unwind(AssertUnwindSafe(|| check.run(family, seed)));
        totals.scenes.fetch_add(1, Relaxed);
        totals.colliding.fetch_add(check.colliding - before, Relaxed);
        match result {
            Ok(Ok(())) => continue,
            Ok(Err(message)) => {
                totals.wrong.fetch_add(1, Relaxed);
                println!("{} {seed}: {message}", family.name());
            }
            Err(_) => {
                totals.panics.fetch_add(1, Relaxed);
                println!("{} {seed}: a panic", family.name());
            }
        }
        // Whatever went wrong is not to go on.
        check = HardSceneCheck::default();
    }
}

/// By the trial of the GPU crate, so that this program can be built without it.
fn run_on_gpu(options: &Options) -> ExitCode {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["run", "--release", "-p", "jostle-gpu", "--example", "gpu_trial", "--", "hard"])
        .args([options.first, options.count].map(|number| number.to_string()))
        .status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cargo does not start: {error}");
            ExitCode::FAILURE
        }
    }
}
