//! Random scenes through every broad phase, query mode and number of threads.

mod draft;
mod equal;
mod rooms;
mod trial;

use clap::Args;
use indicatif::ProgressBar;
use jostle::Scene;
use jostle::mesh::grouped;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;
use trial::Trial;

#[derive(Args)]
pub struct Options {
    /// Scenes.
    #[arg(long, default_value_t = 20_000)]
    count: u64,
    /// The first of the consecutive seeds.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

pub fn run(options: &Options) -> ExitCode {
    let progress = ProgressBar::new(options.count);
    let start = Instant::now();
    let mut trial = Trial::default();
    for seed in (0..options.count).map(|i| options.seed.wrapping_add(i)) {
        if let Err(finding) = check(&mut trial, seed) {
            progress.finish_and_clear();
            println!("{finding}");
            return ExitCode::FAILURE;
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    println!(
        "{} scenes, {} of them colliding, {} searches, {:.1} s: all as brute force",
        grouped(options.count as usize),
        grouped(trial.colliding as usize),
        grouped(trial.queries as usize),
        start.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}

/// Tries one scene; a panic is a wrong answer too.
fn check(trial: &mut Trial, seed: u64) -> Result<(), String> {
    let scene = draft::scene(seed);
    catch_unwind(AssertUnwindSafe(|| trial.check(&scene)))
        .unwrap_or_else(|_| Err("a panic".to_owned()))
        .map_err(|wrong| format!("scene with seed {seed}: {wrong}\n\n{}", described(&scene)))
}

/// All of a scene, as exact decimals.
fn described(scene: &Scene) -> String {
    let mut text = String::new();
    for object in scene.objects() {
        let tested = if object.has_self_collision() { ", tested against itself" } else { "" };
        writeln!(text, "object {}{tested}", object.name()).expect("strings take all");
        for vertex in object.vertices() {
            let position = scene.vertices()[vertex].to_array();
            writeln!(text, "  vertex {vertex}: {position:?}").expect("strings take all");
        }
        for element in object.elements() {
            let corners = scene.corner_indices(element);
            writeln!(text, "  element {element}: {corners:?}").expect("strings take all");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_thousand_scenes_are_as_brute_force_has_them() {
        const EACH: u64 = 1_000;
        let half = |first: u64| {
            let mut trial = Trial::default();
            for seed in first..first + EACH {
                check(&mut trial, seed).unwrap_or_else(|finding| panic!("{finding}"));
            }
            // Scenes in which nothing happens would prove nothing.
            assert!(trial.colliding > EACH / 2, "{} scenes collide", trial.colliding);
        };
        std::thread::scope(|threads| {
            threads.spawn(|| half(1_000_000));
            half(2_000_000);
        });
    }
}
