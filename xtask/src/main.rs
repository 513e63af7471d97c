//! Long checks and measurements: `cargo run --release -p xtask -- help`.

mod benchmarks;
mod certificate;
mod clearance;
mod conditions;
mod deforming;
mod depths;
mod exact_test;
mod gjk;
mod hard_scenes;
mod impact_oracle;
mod impacts;
mod layers;
mod linear;
mod near;
mod scenes;
mod soak;
mod within;

use clap::Parser;
use std::process::ExitCode;

/// Long checks and measurements of this repository.
#[derive(Parser)]
enum Task {
    /// Compare the exact tests with the oracle on millions of configurations, in all orders.
    Soak(soak::Options),
    /// Compare every broad phase, query mode and number of threads with brute force on random scenes.
    Scenes(scenes::Options),
    /// Compare pairs within distances, with layers and exclusions, with brute force on random scenes.
    Within(within::Options),
    /// Time pairs within a distance beside the collisions of the same scene.
    Clearance(clearance::Options),
    /// Compare every answer with brute force and the oracle on scenes that are hard on shortcuts.
    HardScenes(hard_scenes::Options),
    /// Compare first contacts of moving features with the oracle, and time the stages that find them.
    ImpactOracle(impact_oracle::Options),
    /// Compare the impacts of steps between frames with a test of every pair of features.
    Impacts(impacts::Options),
    /// Layered depth images beside formulas, exact volumes, and by every generator.
    Layers(layers::Options),
    /// Compare near contacts of surfaces with the distance of every pair of features.
    Near(near::Options),
    /// Compare GJK with the oracle and its sub-algorithms.
    Gjk(gjk::Options),
    /// Show that time and memory grow with the elements and no faster.
    Linear(linear::Options),
    /// Time a large body that twists and crosses itself; fails if a frame takes over twice the median.
    Deforming(deforming::Options),
    /// Show that the time of depths grows with the colliding points and no faster.
    Depths(depths::Options),
    /// Take the conditions of proofs out one by one, and say which tests notice.
    Conditions(conditions::Options),
    /// Hold the k-free certificate's bounds against random placements, or time it.
    Certificate(certificate::Options),
    /// Measure the papers' tables with `jostle bench`, for docs/benchmarks.md.
    Benchmarks(benchmarks::Options),
}

fn main() -> ExitCode {
    match Task::parse() {
        Task::Soak(options) => soak::run(&options),
        Task::Scenes(options) => scenes::run(&options),
        Task::Within(options) => within::run(&options),
        Task::Clearance(options) => clearance::run(&options),
        Task::HardScenes(options) => hard_scenes::run(&options),
        Task::ImpactOracle(options) => impact_oracle::run(&options),
        Task::Impacts(options) => impacts::run(&options),
        Task::Layers(options) => layers::run(&options),
        Task::Near(options) => near::run(&options),
        Task::Gjk(options) => gjk::run(&options),
        Task::Linear(options) => linear::run(&options),
        Task::Deforming(options) => deforming::run(&options),
        Task::Depths(options) => depths::run(&options),
        Task::Conditions(options) => conditions::run(&options),
        Task::Certificate(options) => certificate::run(&options),
        Task::Benchmarks(options) => benchmarks::run(&options),
    }
}
