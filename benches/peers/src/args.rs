//! The command line.

use crate::bodies::BodiesArgs;
use crate::distances::DistancesArgs;
use crate::engine_process::EngineProcess;
use crate::impact::{ImpactArgs, ImpactEngine};
use crate::rays::RaysArgs;
use crate::throughput::ThroughputArgs;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// Runs the same workloads through Jostle, parry and CGAL, and compares time, memory and answers.
#[derive(Parser, Debug)]
#[command(version)]
pub struct Args {
    /// Only these workloads.
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = crate::workloads::ALL.map(|w| w.name))]
    pub workload: Vec<String>,
    /// Rounds, in each of which every engine runs in a fresh process; the best time counts.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub repeat: u32,
    /// Numbers of threads.
    #[arg(long, value_name = "N", num_args = 1.., default_values_t = [1, 2])]
    pub threads: Vec<usize>,
    /// The first query of a fresh process, from positions and indices in memory with nothing prepared.
    #[arg(long)]
    pub cold: bool,
    /// Small sizes, as a smoke test.
    #[arg(long)]
    pub quick: bool,
    /// Adds CGAL compiled for this very processor.
    #[arg(long)]
    pub native: bool,
    /// Writes all rows as comma-separated values.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    #[command(subcommand)]
    pub inner: Option<Inner>,
}

/// Other comparisons, and commands that the program calls itself with.
#[derive(Subcommand, Debug)]
pub enum Inner {
    /// Runs one engine.
    #[command(hide = true)]
    Engine(EngineProcess),
    Impact(ImpactArgs),
    Bodies(BodiesArgs),
    Throughput(ThroughputArgs),
    Distances(DistancesArgs),
    Rays(RaysArgs),
    /// Runs Jostle on a step.
    #[command(hide = true)]
    ImpactEngine(ImpactEngine),
}
