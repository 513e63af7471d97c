//! One contestant in a process of its own: best time, peak memory, pairs.

use crate::transfer;
use crate::turns::{Answer, Patience, Turns};
use crate::{jostle_contestant, parry_contestant};
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

/// What to run, as the parent process says it.
#[derive(Args, Debug)]
pub struct Contest {
    pub engine: Engine,
    pub threads: usize,
    #[command(flatten)]
    pub patience: Patience,
    pub workload: PathBuf,
    pub pairs: PathBuf,
}

impl Contest {
    /// Runs and prints the report, one line of names and values.
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        let objects = transfer::read_workload(&self.workload)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let turns = pool.install(|| match self.engine {
            Engine::Jostle => {
                Ok(jostle_contestant::run(objects, &self.patience)?.map(Answer::from))
            }
            Engine::Parry => Ok::<_, SceneError>(parry_contestant::run(&objects, &self.patience)),
        })?;
        let Turns { result: mut answer, seconds, peak } = turns;
        answer.pairs.sort_unstable();
        transfer::write_pairs(&self.pairs, &answer.pairs)?;
        print!("seconds={seconds}");
        answer.candidates.iter().for_each(|candidates| print!(" candidates={candidates}"));
        peak.iter().for_each(|peak| print!(" peak={peak}"));
        println!();
        Ok(())
    }
}
