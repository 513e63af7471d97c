//! Checks hard scenes by seed, on several threads.
//!
//! `cargo run --release -p jostle-testing --example hard_scenes -- --family sheets --count 20000`

use jostle_testing::{HardSceneCheck, HardSceneFamily};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

struct Options {
    families: Vec<HardSceneFamily>,
    first: u64,
    count: u64,
    threads: usize,
    /// No scene is begun after this.
    limit: Duration,
}

#[derive(Default)]
struct Totals {
    scenes: AtomicU64,
    colliding: AtomicU64,
    wrong: AtomicU64,
    panics: AtomicU64,
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let options = read_options()?;
    let (totals, next, start) = (Totals::default(), AtomicU64::new(0), Instant::now());
    std::thread::scope(|scope| {
        for _ in 0..options.threads {
            scope.spawn(|| work(&options, &totals, &next, start));
        }
    });
    let [scenes, colliding, wrong, panics] =
        [&totals.scenes, &totals.colliding, &totals.wrong, &totals.panics].map(|n| n.load(Relaxed));
    println!("{colliding} scenes collide, {:.0} s", start.elapsed().as_secs_f64());
    println!("{scenes} scenes, {wrong} wrong, {panics} panics");
    Ok(if wrong + panics == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn read_options() -> Result<Options, Box<dyn std::error::Error>> {
    let mut options = Options {
        families: HardSceneFamily::ALL.to_vec(),
        first: 0,
        count: 1000,
        threads: 1,
        limit: Duration::MAX,
    };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().ok_or(format!("'{argument}' needs a value"))?;
        match argument.as_str() {
            "--family" => {
                let named = HardSceneFamily::ALL.into_iter().find(|family| family.name() == value);
                options.families = vec![named.ok_or(format!("there is no family '{value}'"))?];
            }
            "--first" => options.first = value.parse()?,
            "--count" => options.count = value.parse()?,
            "--threads" => options.threads = value.parse()?,
            "--seconds" => options.limit = Duration::from_secs(value.parse()?),
            other => {
                let known = "--family, --first, --count, --threads, --seconds";
                return Err(format!("'{other}' is none of {known}").into());
            }
        }
    }
    Ok(options)
}

/// Checks one scene after another, of each family in turn, until none is left.
fn work(options: &Options, totals: &Totals, next: &AtomicU64, start: Instant) {
    let mut check = HardSceneCheck::default();
    let families = options.families.len() as u64;
    while start.elapsed() < options.limit {
        let number = next.fetch_add(1, Relaxed);
        if number >= options.count * families {
            break;
        }
        let family = options.families[(number % families) as usize];
        let seed = options.first + number / families;
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
