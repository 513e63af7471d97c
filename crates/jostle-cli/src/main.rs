//! `jostle`: what touches what, from the command line.

mod args;
mod backend;
mod chart;
mod commands;
mod distribution;
mod error;
mod format;
mod input_mesh;
mod picture;
mod thread_count;

use args::{Cli, Command};
use clap::Parser;
use commands::{bench, check, distance, gpu, info, inspect, shell};
use error::Error;
use std::io::Write;
use std::process::ExitCode;

/// The result of a command, for its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Clear,
    Colliding,
    /// There was nothing to test, so nothing is known.
    NothingTested,
}

impl Outcome {
    fn word(self) -> &'static str {
        match self {
            Outcome::Clear => "clear",
            Outcome::Colliding => "colliding",
            Outcome::NothingTested => "nothing tested",
        }
    }

    fn exit_code(self) -> ExitCode {
        match self {
            Outcome::Clear => ExitCode::SUCCESS,
            Outcome::Colliding => ExitCode::from(1),
            Outcome::NothingTested => ExitCode::from(2),
        }
    }
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        None => check::demo(),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Info(args)) => info::run(&args),
        Some(Command::Distance(args)) => distance::run(&args),
        Some(Command::Inspect(args)) => inspect::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Gpu(args)) => gpu::run(&args),
        Some(Command::Completions(args)) => shell::completions(&args),
        Some(Command::Man) => shell::man(),
    };
    match result {
        Ok(outcome) => outcome.exit_code(),
        // Whoever reads our output has seen enough, as `head` does.
        Err(Error::Print(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "jostle: {error}");
            ExitCode::from(2)
        }
    }
}
