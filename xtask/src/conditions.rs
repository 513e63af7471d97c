//! Takes the conditions of proofs out one by one, and says which tests notice (docs/conditions.md).

use clap::Args;
use std::error::Error;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

#[derive(Args)]
pub struct Options {
    /// Run all tests of the library without each condition, not only the one that is named for it.
    #[arg(long)]
    suite: bool,
}

/// The test that takes out each condition and prints it.
const CHECK: &str = "conditions::tests::every_condition_is_needed_by_its_test";
/// Names the condition that a test process goes without.
const SWITCH: &str = "JOSTLE_WITHOUT_CONDITION";

pub fn run(options: &Options) -> ExitCode {
    match conditions(options) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(unnoticed) => {
            println!("{unnoticed} conditions are noticed by no test");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn conditions(options: &Options) -> Result<usize, Box<dyn Error>> {
    let tests = test_program()?;
    let output = Command::new(&tests).args(["--exact", CHECK, "--nocapture"]).output()?;
    let text = String::from_utf8(output.stdout)?;
    // `Condition: test`, a line each.
    let named: Vec<[&str; 2]> = text
        .lines()
        .filter_map(|line| line.split_once(": "))
        .filter(|(name, test)| !name.contains(' ') && test.contains("::"))
        .map(|(name, test)| [name, test])
        .collect();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let mut unnoticed = 0;
    for [condition, test] in named {
        let noticing = match options.suite {
            false => vec![test.to_owned()],
            true => failing_tests(&tests, condition)?,
        };
        unnoticed += usize::from(noticing.is_empty());
        println!("{condition:28} {}", noticing.join("\n                             "));
    }
    Ok(unnoticed)
}

/// The unit tests of the library, built.
fn test_program() -> Result<PathBuf, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output =
        Command::new(cargo).args(["test", "-p", "jostle", "--lib", "--no-run"]).output()?;
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
