//! Takes the conditions of proofs out one by one, and says which tests notice (docs/conditions.md).

use clap::Args;
use std::error::Error;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

#[derive(Args)]
pub struct Options {
    /// Run all unit tests of its crate without each condition, not only the one that is named for it.
    #[arg(long)]
    suite: bool,
}

/// Names the condition that a test process goes without.
const SWITCH: &str = "JOSTLE_WITHOUT_CONDITION";

/// A crate's tests of conditions: one that takes out each and prints it, and what test notices.
struct ConditionTests {
    package: &'static str,
    check: &'static str,
}

/// The crates of the engine that have conditions, from the ground up.
const PARTS: [&str; 8] = [
    "jostle-geometry",
    "jostle-mesh",
    "jostle-narrow",
    "jostle-search",
    "jostle-collide",
    "jostle-impact",
    "jostle-distance",
    "jostle-contact",
];

const KERNELS: ConditionTests =
    ConditionTests { package: "jostle-gpu", check: "conditions::every_condition_is_needed" };

fn all() -> impl Iterator<Item = ConditionTests> {
    let check = "conditions::tests::every_condition_is_needed_by_its_test";
    let parts = PARTS.into_iter().map(move |package| ConditionTests { package, check });
    parts.chain([KERNELS])
}

pub fn run(options: &Options) -> ExitCode {
    let mut counts = [0; 2];
    for tests in all() {
        match conditions(options, &tests) {
            Ok([own, unnoticed]) => counts = [counts[0] + own, counts[1] + unnoticed],
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        }
    }
    println!("{} conditions, {} of them noticed by no test", counts[0], counts[1]);
    if counts[1] == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints the conditions of a crate; how many there are, and how many no test notices.
fn conditions(options: &Options, tests: &ConditionTests) -> Result<[usize; 2], Box<dyn Error>> {
    let program = test_program(tests.package)?;
    let output = Command::new(&program).args(["--exact", tests.check, "--nocapture"]).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let text = String::from_utf8(output.stdout)?;
    let mut counts = [0; 2];
    // `Condition: test`, a line each.
    for (condition, test) in text.lines().filter_map(|line| line.split_once(": ")) {
        let is_name = |c: char| c.is_alphanumeric() || "_:".contains(c);
        if ![condition, test].iter().all(|word| word.chars().all(is_name)) {
            continue;
        }
        // Those of kernels are taken out within one test.
        let noticing = match options.suite && tests.package != KERNELS.package {
            false => vec![test.to_owned()],
            true => failing_tests(&program, condition)?,
        };
        counts = [counts[0] + 1, counts[1] + usize::from(noticing.is_empty())];
        println!("{condition:28} {}", noticing.join("\n                             "));
    }
    match counts[0] {
        0 => Err(format!("{} names no conditions", tests.check).into()),
        _ => Ok(counts),
    }
}

/// The unit tests of a package's library, built.
fn test_program(package: &str) -> Result<PathBuf, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo).args(["test", "-p", package, "--lib", "--no-run"]).output()?;
    let text = String::from_utf8(output.stderr)?;
    // `Executable unittests src/lib.rs (path)`.
    let path = text.lines().rev().find_map(|line| line.trim().strip_prefix("Executable"));
    let path =
        path.and_then(|line| line.rsplit_once('(')).map(|(_, path)| path.trim_end_matches(')'));
    path.map(PathBuf::from).ok_or_else(|| text.clone().into())
}

fn failing_tests(tests: &PathBuf, without: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let output = Command::new(tests).env(SWITCH, without).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let failed =
        |line: &str| line.strip_prefix("test ")?.strip_suffix(" ... FAILED").map(str::to_owned);
    Ok(text.lines().filter_map(failed).collect())
}
