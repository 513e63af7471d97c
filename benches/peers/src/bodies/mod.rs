//! Bodies that fall and come to rest, beside rapier: time a step, penetration, and drift at rest.

mod box_depths;
mod engine;
mod engine_setup;
mod jostle_bodies;
mod rapier_bodies;
mod run;
mod scenes;

use crate::{machine, status, table, text};
use clap::Args;
use engine_setup::EngineSetup;
use run::Outcome;
use std::error::Error;
use std::fs;

/// Runs the same bodies through Jostle's simulator and rapier.
#[derive(Args, Debug)]
pub struct BodiesArgs {
    /// Only these scenes.
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = scenes::ALL.map(|scene| scene.name))]
    scene: Vec<String>,
    /// Numbers of threads.
    #[arg(long, value_name = "N", num_args = 1.., default_values_t = [1, 2])]
    threads: Vec<usize>,
    /// A tenth of the steps, as a smoke test.
    #[arg(long)]
    quick: bool,
    /// Writes all rows as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<std::path::PathBuf>,
}

const HEADER: [&str; 9] = [
    "engine",
    "threads",
    "ms a step",
    "longest",
    "at rest",
    "deepest (mm)",
    "at rest (mm)",
    "drift (mm/s)",
    "highest (m)",
];

impl BodiesArgs {
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        println!("{}.", machine::describe());
        println!(
            "Steps of 1/60 s. At rest: the last second. Deepest: two boxes in each other, or a body in the ground,"
        );
        println!("in any step and at rest. Drift: the most that a body moved in the last second.");
        let mut csv = format!("scene,{}\n", HEADER.join(","));
        let wanted = |name: &str| self.scene.is_empty() || self.scene.iter().any(|own| own == name);
        for scene in scenes::ALL.into_iter().filter(|scene| wanted(scene.name)) {
            let bodies = (scene.make)();
            let steps = if self.quick { scene.steps / 10 } else { scene.steps };
            println!("\n{}: {}; {}", scene.name, scene.about, text::counted(steps, "step"));
            let mut cells = vec![HEADER.map(str::to_owned)];
            for &threads in &self.threads {
                for setup in EngineSetup::ALL {
                    status(&format!("{}: {}", scene.name, setup.name()));
                    let outcome = run::run(setup, &bodies, steps, threads)?;
                    cells.push(row(setup, threads, &outcome));
                }
            }
            status("");
            print!("{}", table::aligned(&cells));
            for row in &cells[1..] {
                csv += &format!("{},{}\n", scene.name, row.join(","));
            }
        }
        if let Some(path) = &self.csv {
            fs::write(path, csv).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }
}

fn row(setup: EngineSetup, threads: usize, outcome: &Outcome) -> [String; 9] {
    [
        setup.name().to_owned(),
        threads.to_string(),
        format!("{:.3}", 1e3 * outcome.mean),
        format!("{:.3}", 1e3 * outcome.longest),
        format!("{:.3}", 1e3 * outcome.mean_at_rest),
        format!("{:.2}", 1e3 * outcome.deepest),
        format!("{:.2}", 1e3 * outcome.deepest_at_rest),
        format!("{:.3}", 1e3 * outcome.drift),
        format!("{:.2}", outcome.highest),
    ]
}
