//! Continuous collision beside IPC Toolkit, on the same steps.

mod agreement;
mod engine;
mod ipctk;
mod report;
mod setups;
mod step;
mod step_file;
mod steps;

pub use engine::ImpactEngine;

use crate::{machine, status, temporary_folder, text};
use agreement::Reference;
use clap::Args;
use ipctk::Ipctk;
use setups::Stage;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use steps::{NamedStep, Size, StepWorkload};

/// Lists of candidates are compared up to this many, because Python hands them over one at a time.
const COMPARED_CANDIDATES: usize = 2_000_000;

/// Runs the same steps through Jostle and IPC Toolkit: the elementary tests, whole steps, and near contacts.
#[derive(Args, Debug)]
pub struct ImpactArgs {
    /// Frames of one mesh as files, a step from each to the next; without any, steps made by formula.
    #[arg(value_name = "FRAME")]
    frames: Vec<PathBuf>,
    /// Only these steps of those made by formula.
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = steps::ALL.map(|w| w.name))]
    workload: Vec<String>,
    /// Only these comparisons.
    #[arg(long, value_enum, num_args = 1..)]
    stage: Vec<Stage>,
    /// Rounds, in each of which every engine runs in a fresh process; the best time counts.
    #[arg(long, value_name = "N", default_value_t = 3)]
    repeat: u32,
    /// Numbers of threads.
    #[arg(long, value_name = "N", num_args = 1.., default_values_t = [1, 2])]
    threads: Vec<usize>,
    /// Small sizes, as a smoke test.
    #[arg(long)]
    quick: bool,
    /// The Python that has ipctk.
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    python: PathBuf,
    /// Writes all rows as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl ImpactArgs {
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        let folder = temporary_folder::TemporaryFolder::new()?;
        let machine = machine::describe();
        let ipctk = Ipctk::find(&self.python, folder.path());
        let ipctk = ipctk.map_err(|why| eprintln!("{why}")).ok();
        println!("{machine}.");
        println!("Best of {}.", text::counted(self.repeat.max(1) as usize, "round"));
        println!(
            "x Jostle is the time over that of Jostle's first row of the kind with as many threads, of the broad phase"
        );
        println!(
            "over that of FeatureSearch. ipctk runs with its defaults: Tight-Inclusion with a tolerance of"
        );
        println!("1e-6. A safe step of Jostle's is the time of the first impact.");
        let mut csv = format!("{}\n", report::CSV_HEADER);
        for step in self.steps()? {
            csv += &self.compare_on(&step, ipctk.as_ref(), folder.path())?;
        }
        if let Some(path) = &self.csv {
            fs::write(path, csv).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }

    /// Those of the files, or those made by formula that are wanted.
    fn steps(&self) -> Result<Vec<NamedStep>, Box<dyn Error>> {
        if !self.frames.is_empty() {
            return steps::from_files(&self.frames);
        }
        let wanted =
            |name: &str| self.workload.is_empty() || self.workload.iter().any(|n| n == name);
        let size = if self.quick { Size::Quick } else { Size::Full };
        let made = steps::ALL.into_iter().filter(|w| wanted(w.name));
        let named = |w: StepWorkload| NamedStep {
            name: w.name.to_owned(),
            about: w.about.to_owned(),
            step: (w.make)(size),
        };
        Ok(made.map(named).collect())
    }

    fn includes(&self, stage: Stage) -> bool {
        self.stage.is_empty() || self.stage.contains(&stage)
    }

    fn compare_on(
        &self,
        NamedStep { name, about, step }: &NamedStep,
        ipctk: Option<&Ipctk>,
        folder: &Path,
    ) -> Result<String, Box<dyn Error>> {
        status(&format!("{name}: candidates"));
        let candidates = step.candidates()?;
        let file = folder.join("step");
        step_file::write_step(&file, step, &candidates)?;
        let reference = Reference::new(step, &candidates);
        let mut setups = setups::setups(&std::env::current_exe()?, ipctk, step, &self.threads);
        setups.retain(|setup| self.includes(setup.stage));
        let measurements = setups::measure(&setups, &file, self.repeat.max(1), |what| {
            status(&format!("{name}: {what}"));
        });
        let are_compared = candidates.len() <= COMPARED_CANDIDATES && self.includes(Stage::Step);
        let lists = match ipctk.filter(|_| are_compared) {
            Some(ipctk) => {
                status(&format!("{name}: candidates of ipctk"));
                setups::candidate_lists(ipctk, step, &file)
            }
            None => Vec::new(),
        };
        status("");
        let triangles = text::counted(step.faces.len(), "triangle");
        println!("\n{name}: {about}; {triangles}, {}", reference.describe());
        let csv = report::print(name, &setups, &measurements, &reference);
        for (broad, list) in lists {
            let outcome = list.map(|list| reference.compare_candidates(step, &list));
            println!("  {broad}: {}", outcome.unwrap_or_else(|error| format!("failed: {error}")));
        }
        Ok(csv)
    }
}
