//! Contestants take turns on one workload, each in a process of its own.

use crate::field::Contestant;
use crate::transfer::{self, Pair};
use std::path::Path;
use std::process::Command;

/// A contestant's part in one process ends when it has spent this long, and one that has spent it
/// is not asked again.
const BUDGET_SECONDS: f64 = 1.0;

/// Turns within one process, so that the second finds warm memory.
const TURNS: u32 = 10;

/// What came of one contestant.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub seconds: f64,
    pub candidates: Option<u64>,
    /// Peak memory in bytes.
    pub peak: Option<u64>,
    pub pairs: Vec<Pair>,
}

/// Runs all contestants round after round; best times stay.
pub fn race(
    field: &[Contestant],
    workload: &Path,
    rounds: u32,
    said: impl Fn(&str),
) -> Vec<Result<Outcome, String>> {
    let mut outcomes: Vec<Option<Result<Outcome, String>>> = field.iter().map(|_| None).collect();
    for round in 1..=rounds {
        for (contestant, outcome) in field.iter().zip(&mut outcomes) {
            let done = |outcome: &Result<Outcome, String>| match outcome {
                Ok(outcome) => outcome.seconds > BUDGET_SECONDS,
                Err(_) => true,
            };
            if outcome.as_ref().is_some_and(done) {
                continue;
            }
            said(&format!("round {round}: {}, {} threads", contestant.name, contestant.threads));
            let next = run(contestant, workload);
            *outcome = Some(match (outcome.take(), next) {
                (Some(Ok(before)), Ok(next)) if before.seconds <= next.seconds => Ok(before),
                (_, next) => next,
            });
        }
    }
    outcomes.into_iter().map(|outcome| outcome.unwrap_or_else(|| Err("not run".into()))).collect()
}

fn run(contestant: &Contestant, workload: &Path) -> Result<Outcome, String> {
    let pairs = workload.with_extension("pairs");
    let output = Command::new(&contestant.program)
        .args(&contestant.arguments)
        .args([contestant.threads.to_string(), TURNS.to_string(), BUDGET_SECONDS.to_string()])
        .args([workload, &pairs])
        .output()
        .map_err(|error| error.to_string())?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(format!("{}: {said}", output.status));
    }
    let report = String::from_utf8_lossy(&output.stdout);
    let pairs = transfer::read_pairs(&pairs).map_err(|error| error.to_string())?;
    Ok(Outcome {
        seconds: value(&report, "seconds").ok_or_else(|| format!("unclear report: {report}"))?,
        candidates: value(&report, "candidates"),
        peak: value(&report, "peak"),
        pairs,
    })
}

fn value<T: std::str::FromStr>(report: &str, name: &str) -> Option<T> {
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
