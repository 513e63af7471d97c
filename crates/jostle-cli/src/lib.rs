//! `jostle`: what touches what, from the command line. [`run`] is the whole program, for whoever else carries the
//! command, as the Python package does.
#![warn(missing_docs)]

mod args;
mod backend;
mod chart;
mod commands;
mod coordinates;
mod depth_method;
mod distribution;
mod element_numbers;
mod error;
mod filters;
mod format;
mod frame_numbers;
mod input;
mod machine;
mod merged_mesh;
mod output_file;
mod picture;
mod progress;
mod recorded_frames;
mod thread_count;

use args::{Cli, Command};
use clap::Parser;
use commands::{
    bench, check, closest, contacts, depth, distance, gpu, impact, info, inspect, play, ray, shell,
    sim, volume,
};
use error::Error;
use std::ffi::OsString;
use std::io::Write;

/// The exit code of a program that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// The result of a command, for its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Clear,
    Colliding,
    /// Nothing is known to collide, but something is within the distance asked for.
    Near,
    /// There was nothing to test, so nothing is known.
    NothingTested,
}

impl Outcome {
    fn word(self) -> &'static str {
        match self {
            Outcome::Clear => "clear",
            Outcome::Colliding => "colliding",
            Outcome::Near => "near",
            Outcome::NothingTested => "nothing tested",
        }
    }

    /// The word in capitals; in colour green, red or, where nothing is known, yellow.
    fn verdict(self, has_colour: bool) -> String {
        let word = self.word().to_uppercase();
        let colour = match self {
            Outcome::Clear => 32,
            Outcome::Colliding | Outcome::Near => 31,
            Outcome::NothingTested => 33,
        };
        if has_colour { format!("\x1b[1;{colour}m{word}\x1b[0m") } else { word }
    }

    fn exit_code(self) -> u8 {
        match self {
            Outcome::Clear => 0,
            Outcome::Colliding | Outcome::Near => 1,
            Outcome::NothingTested => 2,
        }
    }
}

/// Runs the command line with these arguments, the name of the program first, and returns the exit code.
///
/// Reports go to standard output, errors to standard error. An interrupt ends the process.
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> u8 {
    // An interrupt leaves no half-written file. Without a handler it only ends the program sooner.
    let _ = ctrlc::set_handler(|| {
        jostle_io::remove_unfinished_files();
        std::process::exit(INTERRUPTED);
    });
    let command = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli.command,
        // Help and versions are no errors, and go to standard output.
        Err(message) => {
            let _ = message.print();
            return if message.use_stderr() { 2 } else { 0 };
        }
    };
    let result = match command {
        None => check::demo(),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Info(args)) => info::run(&args),
        Some(Command::Distance(args)) => distance::run(&args),
        Some(Command::Impact(args)) => impact::run(&args),
        Some(Command::Contacts(args)) => contacts::run(&args),
        Some(Command::Depth(args)) => depth::run(&args),
        Some(Command::Volume(args)) => volume::run(&args),
        Some(Command::Ray(args)) => ray::run(&args),
        Some(Command::Closest(args)) => closest::run(&args),
        Some(Command::Inspect(args)) => inspect::run(&args),
        Some(Command::Sim(args)) => sim::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Gpu(args)) => gpu::run(&args),
        Some(Command::Completions(args)) => shell::completions(&args),
        Some(Command::Man) => shell::man(),
    };
    match result {
        Ok(outcome) => outcome.exit_code(),
        // Whoever reads our output has seen enough, as `head` does.
        Err(Error::Print(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => 0,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "jostle: {error}");
            2
        }
    }
}
