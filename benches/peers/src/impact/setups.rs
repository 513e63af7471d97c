//! The engines and methods that run on a step, in turn, each in a process of its own.

use super::engine::Method;
use super::ipctk::{BROAD_PHASES, BRUTE_FORCE_EDGES, Ipctk};
use super::step::{Candidates, Step};
use super::step_file;
use crate::engine_runs::{self, BUDGET_SECONDS, RUNS, Timed, value};
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Stage {
    /// The elementary tests on the same candidates.
    Tests,
    /// Candidates alone, or candidates and impacts.
    Step,
    /// Features near each other at the start of the step.
    Near,
}

/// One row of a table.
pub struct Setup {
    pub name: String,
    pub stage: Stage,
    pub threads: usize,
    pub is_jostle: bool,
    /// Whether it writes the time of each candidate.
    pub has_times: bool,
    program: PathBuf,
    /// Arguments before the number of threads.
    arguments: Vec<String>,
}

/// What one row measured.
#[derive(Clone, Debug)]
pub struct Measurement {
    pub seconds: f64,
    /// Seconds of them until there were candidates.
    pub broad: Option<f64>,
    pub candidates: u64,
    pub impacts: Option<u64>,
    /// How far the step can go, as the engine says; 1 is all of it.
    pub safe: Option<f64>,
    /// Features near each other: vertices, edges and vertices, edges, faces and vertices.
    pub near: Option<[u64; 4]>,
    /// Peak memory in bytes.
    pub peak: Option<u64>,
    /// The time of each candidate; infinite if it does not touch, not a number if it was not asked for.
    pub times: Vec<f64>,
}

const NARROW_PHASES: [(&str, &str); 2] =
    [("Additive CCD", "additive"), ("Tight-Inclusion", "inclusion")];

/// All setups of a step, those that others are compared with first.
pub fn setups(own: &Path, ipctk: Option<&Ipctk>, step: &Step, threads: &[usize]) -> Vec<Setup> {
    let mut setups = Vec::new();
    for &threads in threads {
        let jostle = [
            ("Jostle: safe step, 1e-6", Stage::Tests, Method::Narrow),
            ("Jostle: each, 1e-6", Stage::Tests, Method::Each),
            ("Jostle: each, 0", Stage::Tests, Method::EachTight),
            ("Jostle: ImpactSearch, first, 1e-6", Stage::Step, Method::First),
            ("Jostle: ImpactSearch, all, 0", Stage::Step, Method::All),
            ("Jostle: FeatureSearch", Stage::Step, Method::Broad),
            ("Jostle: NearSearch", Stage::Near, Method::Near),
        ];
        for (name, stage, method) in jostle {
            let method = method.to_possible_value().expect("none is skipped");
            let arguments = vec!["impact-engine".to_owned(), method.get_name().to_owned()];
            let (name, program) = (name.to_owned(), own.to_owned());
            let has_times = false;
            setups.push(Setup {
                name,
                stage,
                threads,
                is_jostle: true,
                has_times,
                program,
                arguments,
            });
        }
        let Some(ipctk) = ipctk else { continue };
        let mut add = |name: String, stage, method: String| {
            let program = ipctk.python.clone();
            let has_times = method.starts_with("each");
            let arguments = vec![ipctk.script.display().to_string(), method];
            setups.push(Setup {
                name,
                stage,
                threads,
                is_jostle: false,
                has_times,
                program,
                arguments,
            });
        };
        for (name, method) in NARROW_PHASES {
            add(format!("ipctk: {name}, safe step"), Stage::Tests, format!("narrow,{method}"));
            // Calls from Python come one at a time.
            if threads == 1 {
                add(format!("ipctk: {name}, each"), Stage::Tests, format!("each,{method}"));
            }
        }
        for (i, broad) in broad_phases(step).enumerate() {
            // What the tests cost does not depend on who found the candidates, so one broad phase with
            // both will do.
            let narrow = if i == 0 { &NARROW_PHASES[..] } else { &NARROW_PHASES[..1] };
            for (name, method) in narrow {
                add(
                    format!("ipctk: {broad}, {name}"),
                    Stage::Step,
                    format!("step,{broad},{method}"),
                );
            }
            add(format!("ipctk: {broad}, NormalCollisions"), Stage::Near, format!("near,{broad}"));
        }
    }
    setups
}

fn broad_phases(step: &Step) -> impl Iterator<Item = &'static str> {
    let is_small = step.edges.len() <= BRUTE_FORCE_EDGES;
    BROAD_PHASES.into_iter().filter(move |&name| is_small || name != "BruteForce")
}

/// Runs all setups in each round and keeps the best times.
pub fn measure(
    setups: &[Setup],
    file: &Path,
    rounds: u32,
    status: impl Fn(&str),
) -> Vec<Result<Measurement, String>> {
    let announce = |round: u32, setup: &Setup| {
        status(&format!("round {round}: {}, {} threads", setup.name, setup.threads));
    };
    engine_runs::best_of_rounds(setups, rounds, announce, |setup| run(setup, file), best)
}

impl Timed for Measurement {
    fn seconds(&self) -> f64 {
        self.seconds
    }
}

/// The faster of two, and the faster broad phase.
fn best(before: Measurement, next: Measurement) -> Measurement {
    let broad = before.broad.zip(next.broad).map(|(before, next)| before.min(next));
    let faster = if next.seconds < before.seconds { next } else { before };
    Measurement { broad, ..faster }
}

fn run(setup: &Setup, file: &Path) -> Result<Measurement, String> {
    let out = file.with_extension("out");
    let limits = [setup.threads.to_string(), RUNS.to_string(), BUDGET_SECONDS.to_string()];
    let report = report_of(&setup.program, &setup.arguments, &limits, file, &out)?;
    let unclear = || format!("unclear report: {report}");
    let near = ["vv", "ev", "ee", "fv"].map(|kind| value(&report, kind));
    let candidates = match setup.stage {
        // Not everybody tells how many they were.
        Stage::Near => value(&report, "candidates").unwrap_or(0),
        Stage::Tests | Stage::Step => value(&report, "candidates").ok_or_else(unclear)?,
    };
    Ok(Measurement {
        seconds: value(&report, "seconds").ok_or_else(unclear)?,
        broad: value(&report, "broad"),
        candidates,
        impacts: value(&report, "impacts"),
        safe: value(&report, "safe"),
        near: near.iter().all(Option::is_some).then(|| near.map(Option::unwrap_or_default)),
        peak: value(&report, "peak"),
        times: if setup.has_times { read_times(&out)? } else { Vec::new() },
    })
}

fn report_of(
    program: &Path,
    arguments: &[String],
    limits: &[String; 3],
    file: &Path,
    out: &Path,
) -> Result<String, String> {
    let mut command = Command::new(program);
    let output = command.args(arguments).args(limits).args([file, out]).output();
    let output = output.map_err(|error| error.to_string())?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(format!("{}: {message}", output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn read_times(path: &Path) -> Result<Vec<f64>, String> {
    let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
    let (words, _) = bytes.as_chunks::<8>();
    Ok(words.iter().map(|&word| f64::from_le_bytes(word)).collect())
}

/// The candidates of each broad phase, by its name.
pub fn candidate_lists(
    ipctk: &Ipctk,
    step: &Step,
    file: &Path,
) -> Vec<(&'static str, Result<Candidates, String>)> {
    let out = file.with_extension("out");
    let list = |broad: &str| {
        let arguments = [ipctk.script.display().to_string(), format!("candidates,{broad}")];
        let limits = ["1", "1", "0"].map(str::to_owned);
        report_of(&ipctk.python, &arguments, &limits, file, &out)?;
        step_file::read_candidates(&out).map_err(|error| error.to_string())
    };
    broad_phases(step).map(|broad| (broad, list(broad))).collect()
}
