//! Runs engines in turn on one workload, each in a process of its own.

use crate::engine_setups::EngineSetup;
use crate::workload_files::{self, Pair};
use std::path::Path;
use std::process::Command;

/// An engine stops in a process after this long, and one that needs longer is not run again.
pub const BUDGET_SECONDS: f64 = 1.0;

/// Runs within one process, unless its time is spent before: so many that the quick ones have their best run too.
pub const RUNS: u32 = 100;

/// The time, memory and pairs of one setup.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub seconds: f64,
    pub candidates: Option<u64>,
    /// Peak memory in bytes.
    pub peak: Option<u64>,
    pub pairs: Vec<Pair>,
}

/// Runs all setups in each round, so many times, and keeps the best times.
pub fn measure(
    setups: &[EngineSetup],
    workload: &Path,
    [rounds, runs]: [u32; 2],
    status: impl Fn(&str),
) -> Vec<Result<Measurement, String>> {
    let announce = |round: u32, setup: &EngineSetup| {
        status(&format!("round {round}: {}, {} threads", setup.name, setup.threads));
    };
    let faster = |before: Measurement, next: Measurement| {
        if before.seconds <= next.seconds { before } else { next }
    };
    best_of_rounds(setups, rounds, announce, |setup| run(setup, workload, runs), faster)
}

/// What a process measured.
pub trait Timed {
    fn seconds(&self) -> f64;
}

impl Timed for Measurement {
    fn seconds(&self) -> f64 {
        self.seconds
    }
}

/// Runs all setups in each round, but those that failed or took too long, and keeps the best of each.
pub fn best_of_rounds<S, M: Timed>(
    setups: &[S],
    rounds: u32,
    announce: impl Fn(u32, &S),
    run: impl Fn(&S) -> Result<M, String>,
    best: impl Fn(M, M) -> M,
) -> Vec<Result<M, String>> {
    let mut measurements: Vec<Option<Result<M, String>>> = setups.iter().map(|_| None).collect();
    for round in 1..=rounds {
        for (setup, measurement) in setups.iter().zip(&mut measurements) {
            let is_done = |before: &Result<M, String>| match before {
                Ok(before) => before.seconds() > BUDGET_SECONDS,
                Err(_) => true,
            };
            if measurement.as_ref().is_some_and(is_done) {
                continue;
            }
            announce(round, setup);
            let next = run(setup);
            *measurement = Some(match (measurement.take(), next) {
                (Some(Ok(before)), Ok(next)) => Ok(best(before, next)),
                (_, next) => next,
            });
        }
    }
    let unknown = || Err("not run".to_owned());
    measurements.into_iter().map(|measurement| measurement.unwrap_or_else(unknown)).collect()
}

fn run(setup: &EngineSetup, workload: &Path, runs: u32) -> Result<Measurement, String> {
    let pairs = workload.with_extension("pairs");
    let output = Command::new(&setup.program)
        .args(&setup.arguments)
        .args([setup.threads.to_string(), runs.to_string(), BUDGET_SECONDS.to_string()])
        .args([workload, &pairs])
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(format!("{}: {message}", output.status));
    }
    let report = String::from_utf8_lossy(&output.stdout);
    let pairs = workload_files::read_pairs(&pairs).map_err(|error| error.to_string())?;
    Ok(Measurement {
        seconds: value(&report, "seconds").ok_or_else(|| format!("unclear report: {report}"))?,
        candidates: value(&report, "candidates"),
        peak: value(&report, "peak"),
        pairs,
    })
}

/// The value of a name in a report.
pub fn value<T: std::str::FromStr>(report: &str, name: &str) -> Option<T> {
    let words = report.split_whitespace().filter_map(|word| word.split_once('='));
    words.filter(|(key, _)| *key == name).find_map(|(_, value)| value.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read_by_name() {
        let report = "seconds=0.25 peak=4096\n";
        assert_eq!(value(report, "seconds"), Some(0.25));
        assert_eq!(value(report, "peak"), Some(4096u64));
        assert_eq!(value::<u64>(report, "candidates"), None);
    }
}
