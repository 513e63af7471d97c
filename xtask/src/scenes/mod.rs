//! `xtask scenes`: random scenes, each with every broad phase, query mode and number of threads, against
//! brute force.

mod broad_phases;
mod scene_check;

use clap::Args;
use indicatif::ProgressBar;
use jostle::{ElementId, Scene};
use jostle_support::text::grouped;
use jostle_testing::random_scene;
use scene_check::SceneCheck;
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

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
    let mut scene_check = SceneCheck::default();
    for seed in (0..options.count).map(|i| options.seed.wrapping_add(i)) {
        if let Err(message) = check(&mut scene_check, seed) {
            progress.finish_and_clear();
            println!("{message}");
            return ExitCode::FAILURE;
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    println!(
        "{} scenes, {} of them colliding, {} searches, {:.1} s: all as brute force",
        grouped(options.count as usize),
        grouped(scene_check.colliding as usize),
        grouped(scene_check.queries as usize),
        start.elapsed().as_secs_f64()
    );
    ExitCode::SUCCESS
}

/// Checks one scene; a panic is a wrong answer too.
fn check(scene_check: &mut SceneCheck, seed: u64) -> Result<(), String> {
    let scene = random_scene(seed);
    catch_unwind(AssertUnwindSafe(|| scene_check.run(&scene)))
        .unwrap_or_else(|_| Err("a panic".to_owned()))
        .map_err(|error| format!("scene with seed {seed}: {error}\n\n{}", describe(&scene)))
}

/// All vertices and elements of a scene, with coordinates as exact decimals.
fn describe(scene: &Scene) -> String {
    let mut text = String::new();
    for object in scene.objects() {
        let self_collision =
            if object.has_self_collision() { ", tested against itself" } else { "" };
        writeln!(text, "object {}{self_collision}", object.name()).expect("strings take all");
        for vertex in object.vertices() {
            let position = scene.vertices()[vertex].to_array();
            writeln!(text, "  vertex {vertex}: {position:?}").expect("strings take all");
        }
        for element in object.elements() {
            let corners = scene.corner_indices(ElementId::new(element));
            writeln!(text, "  element {element}: {corners:?}").expect("strings take all");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_scenes_are_as_brute_force_has_them() {
        let each = jostle_testing::share_of(1_000);
        let half = |first: u64| {
            let mut scene_check = SceneCheck::default();
            for seed in first..first + each {
                check(&mut scene_check, seed).unwrap_or_else(|message| panic!("{message}"));
            }
            // Scenes without collisions would test little.
            assert!(scene_check.colliding > each / 2, "{} scenes collide", scene_check.colliding);
        };
        std::thread::scope(|threads| {
            threads.spawn(|| half(1_000_000));
            half(2_000_000);
        });
    }
}
