//! Runs engines in turn on one workload, each in a process of its own.

use crate::engine_setups::EngineSetup;
use crate::workload_files::{self, Pair};
use std::path::Path;
use std::process::Command;

/// An engine stops in a process after this long, and one that needs longer is not run again.
pub const BUDGET_SECONDS: f64 = 1.0;

/// Runs within one process, so that the second finds warm memory.
pub const RUNS: u32 = 10;

/// The time, memory and pairs of one setup.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub seconds: f64,
    pub candidates: Option<u64>,
    /// Peak memory in bytes.
    pub peak: Option<u64>,
    pub pairs: Vec<Pair>,
}

/// Runs all setups in each round and keeps the best times.
pub fn measure(
    setups: &[EngineSetup],
    workload: &Path,
    rounds: u32,
    status: impl Fn(&str),
) -> Vec<Result<Measurement, String>> {
    let mut measurements: Vec<Option<Result<Measurement, String>>> =
        setups.iter().map(|_| None).collect();
    for round in 1..=rounds {
        for (setup, measurement) in setups.iter().zip(&mut measurements) {
            let done = |measurement: &Result<Measurement, String>| match measurement {
                Ok(measurement) => measurement.seconds > BUDGET_SECONDS,
                Err(_) => true,
            };
            if measurement.as_ref().is_some_and(done) {
                continue;
            }
            status(&format!("round {round}: {}, {} threads", setup.name, setup.threads));
            let next = run(setup, workload);
            *measurement = Some(match (measurement.take(), next) {
                (Some(Ok(before)), Ok(next)) if before.seconds <= next.seconds => Ok(before),
                (_, next) => next,
            });
        }
    }
    measurements
        .into_iter()
        .map(|measurement| measurement.unwrap_or_else(|| Err("not run".into())))
        .collect()
}

fn run(setup: &EngineSetup, workload: &Path) -> Result<Measurement, String> {
    let pairs = workload.with_extension("pairs");
    let output = Command::new(&setup.program)
        .args(&setup.arguments)
        .args([setup.threads.to_string(), RUNS.to_string(), BUDGET_SECONDS.to_string()])
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
