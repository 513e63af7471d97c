//! One engine in a process of its own: best time, peak memory, pairs.

use crate::repeated_timing::{Answer, RepeatLimits, Timing};
use crate::workload_files;
use crate::{jostle_engine, parry_engine};
use clap::{Args, ValueEnum};
use jostle::collide::Broad;
use jostle::{Query, SceneError};
use std::error::Error;
use std::path::PathBuf;

/// Engines that run in this program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Engine {
    Jostle,
    Parry,
}

/// What to run, as the parent process passes it.
#[derive(Args, Debug)]
pub struct EngineProcess {
    /// Counts what is prepared too.
    #[arg(long)]
    pub cold: bool,
    /// Jostle's broad phase.
    #[arg(long, default_value = "auto", value_parser = broad)]
    pub broad: Broad,
    pub engine: Engine,
    pub threads: usize,
    #[command(flatten)]
    pub limits: RepeatLimits,
    pub workload: PathBuf,
    pub pairs: PathBuf,
}

fn broad(name: &str) -> Result<Broad, String> {
    let found = Broad::ALL.into_iter().find(|broad| broad.name() == name);
    found.ok_or_else(|| format!("there is no broad phase called {name}"))
}

impl EngineProcess {
    /// Runs and prints the report, one line of names and values.
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        let objects = workload_files::read_workload(&self.workload)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let timing = pool.install(|| match self.engine {
            Engine::Jostle => {
                let query = Query::all_pairs().containment(false).broad(self.broad);
                let timing = jostle_engine::run(objects, &query, self.cold, &self.limits)?;
                Ok(timing.map(Answer::from))
            }
            Engine::Parry => Ok::<_, SceneError>(parry_engine::run(&objects, &self.limits)),
        })?;
        let Timing { result: mut answer, seconds, peak } = timing;
        answer.pairs.sort_unstable();
        workload_files::write_pairs(&self.pairs, &answer.pairs)?;
        print!("seconds={seconds}");
        answer.candidates.iter().for_each(|candidates| print!(" candidates={candidates}"));
        peak.iter().for_each(|peak| print!(" peak={peak}"));
        println!();
        Ok(())
    }
}
