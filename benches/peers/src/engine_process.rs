//! One engine in a process of its own: best time, peak memory, pairs.

use crate::repeated_timing::{Answer, RepeatLimits, Timing};
use crate::workload_files;
use crate::{jostle_engine, parry_engine};
use clap::{Args, ValueEnum};
use jostle::SceneError;
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
    pub engine: Engine,
    pub threads: usize,
    #[command(flatten)]
    pub limits: RepeatLimits,
    pub workload: PathBuf,
    pub pairs: PathBuf,
}

impl EngineProcess {
    /// Runs and prints the report, one line of names and values.
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        let objects = workload_files::read_workload(&self.workload)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let timing = pool.install(|| match self.engine {
            Engine::Jostle => Ok(jostle_engine::run(objects, &self.limits)?.map(Answer::from)),
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
