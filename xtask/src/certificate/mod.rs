//! The certificate: its bounds against random placements, and what it costs.

mod meshes;
mod placements;
mod table;
mod timing;

use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Options {
    /// Meshes besides the procedural ones.
    files: Vec<PathBuf>,
    /// Placements of each mesh beside a copy, or another mesh.
    #[arg(long, default_value_t = 1_000)]
    placements: u32,
    /// Take the files only.
    #[arg(long, requires = "files")]
    files_only: bool,
    /// Print the certificates as a table instead.
    #[arg(long)]
    table: bool,
    /// Time certificates beside queries of the same mesh; fails if one takes over ten times as long.
    #[arg(long)]
    timing: bool,
    /// Triangles of the meshes that are timed, about.
    #[arg(long, default_value_t = 1_000_000)]
    triangles: usize,
}

pub fn run(options: &Options) -> ExitCode {
    if options.timing {
        return timing::run(options.triangles);
    }
    let mut certified = if options.files_only { Vec::new() } else { meshes::procedural() };
    match meshes::from_files(&options.files) {
        Ok(read) => certified.extend(read),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    }
    if options.table {
        table::run(&certified)
    } else {
        placements::run(&certified, options.placements)
    }
}
