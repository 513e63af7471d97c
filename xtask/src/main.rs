//! Long checks and measurements: `cargo run --release -p xtask -- help`.

mod engine;
mod gjk;
mod linear;
mod soak;
mod throughput;

use clap::Parser;
use std::process::ExitCode;

/// Long checks and measurements of this repository.
#[derive(Parser)]
enum Task {
    /// Compare the exact tests with the oracle on millions of configurations, in all orders.
    Soak(soak::Options),
    /// Compare GJK with the oracle, its sub-algorithms, and another library's.
    Gjk(gjk::Options),
    /// Show that time and memory grow with the elements and no faster.
    Linear(linear::Options),
    /// Measure the exact tests on one thread, beside another library's.
    Throughput(throughput::Options),
}

fn main() -> ExitCode {
    match Task::parse() {
        Task::Soak(options) => soak::run(&options),
        Task::Gjk(options) => gjk::run(&options),
        Task::Linear(options) => linear::run(&options),
        Task::Throughput(options) => throughput::run(&options),
    }
}
