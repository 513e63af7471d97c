//! `xtask near`: near contacts of random scenes, and of surfaces with themselves, against the distance of every pair of
//! features.

use crate::impacts::{read, scene_of};
use clap::Args;
use jostle::contact::NearSearch;
use jostle_support::text::grouped;
use jostle_testing::{check_near_contacts, check_random_near_contacts};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub struct Options {
    /// Surfaces.
    #[arg(required_unless_present = "random", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// So many random scenes.
    #[arg(long, value_name = "N")]
    random: Option<u64>,
    /// How near, in shares of the mean length of edges.
    #[arg(long, default_value_t = 0.3)]
    share: f64,
}

pub fn run(options: &Options) -> ExitCode {
    if let Some(scenes) = options.random {
        match check_random(scenes) {
            Ok(told) => println!("{told}"),
            Err(message) => {
                eprintln!("{message}");
                return ExitCode::FAILURE;
            }
        }
    }
    for file in &options.files {
        match check(file, options.share) {
            Ok(told) => println!("{}: {told}", file.display()),
            Err(message) => {
                eprintln!("{}: {message}", file.display());
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn check_random(scenes: u64) -> Result<String, String> {
    let (mut search, mut pairs) = (NearSearch::new(), 0);
    for seed in 0..scenes {
        pairs += check_random_near_contacts(&mut search, seed)
            .map_err(|error| format!("scene with seed {seed}: {error}"))?;
    }
    Ok(format!(
        "{} random scenes: {} pairs of features, all as brute force",
        grouped(scenes as usize),
        grouped(pairs as usize)
    ))
}

fn check(file: &Path, share: f64) -> Result<String, String> {
    let mesh = read(file)?;
    let edge = |&[a, b, _]: &[u32; 3]| {
        let [a, b] = [a, b].map(|vertex| mesh.vertices[vertex as usize]);
        a.distance(b)
    };
    let within = share * mesh.elements.iter().map(edge).sum::<f64>() / mesh.elements.len() as f64;
    let scene = scene_of(mesh)?;
    let mut search = NearSearch::new();
    let mut pairs = 0;
    for threads in [1, 3] {
        pairs = check_near_contacts(&mut search, &scene, within, threads)?;
    }
    let contacts = search.contacts().len();
    Ok(format!(
        "{} pairs of features within {within:.3e}, in {} contacts, all as brute force with 1 and 3 threads",
        grouped(pairs as usize),
        grouped(contacts)
    ))
}
