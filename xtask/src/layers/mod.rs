//! `xtask layers`: layered depth images beside formulas, exact volumes and each other.

mod errors;
mod generators;
mod meshes;

use clap::{Args, Subcommand};
use std::process::ExitCode;

#[derive(Args)]
pub struct Options {
    #[command(subcommand)]
    table: Table,
}

#[derive(Subcommand)]
enum Table {
    /// Errors of overlaps of balls, boxes and cylinders, beside formulas, at growing resolutions.
    Errors(errors::Options),
    /// Volumes of closed meshes beside the exact ones; fails if one is off by over a thousandth.
    Meshes(meshes::Options),
    /// Images by every generator: fails if two differ in a layer; prints how long they take.
    Generators(generators::Options),
}

pub fn run(options: &Options) -> ExitCode {
    match &options.table {
        Table::Errors(options) => errors::run(options),
        Table::Meshes(options) => meshes::run(options),
        Table::Generators(options) => generators::run(options),
    }
}
