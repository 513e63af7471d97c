//! The certificate: its bounds against random placements, and what it costs.

mod timing;

use clap::Args;
use std::process::ExitCode;

#[derive(Args)]
pub struct Options {
    /// Time certificates beside queries of the same mesh; fails if one takes over ten times as long.
    #[arg(long)]
    timing: bool,
    /// Triangles of the meshes that are timed, about.
    #[arg(long, default_value_t = 1_000_000)]
    triangles: usize,
}

pub fn run(options: &Options) -> ExitCode {
    timing::run(options.triangles)
}
