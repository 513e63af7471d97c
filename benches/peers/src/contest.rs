//! One contestant in a process of its own: best time, peak memory, pairs.

use crate::memory;
use crate::transfer::{self, Pair};
use crate::{jostle_contestant, parry_contestant};
use clap::{Args, ValueEnum};
use jostle::SceneError;
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

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
    pub repeat: u32,
    pub budget: f64,
    pub workload: PathBuf,
    pub pairs: PathBuf,
}

/// What an engine found.
pub struct Answer {
    pub pairs: Vec<Pair>,
    pub candidates: Option<u64>,
}

/// The last result of several turns, and what they cost.
pub struct Turns<T> {
    result: T,
    seconds: f64,
    peak: Option<u64>,
}

impl<T> Turns<T> {
    fn map<U>(self, convert: impl FnOnce(T) -> U) -> Turns<U> {
        Turns { result: convert(self.result), seconds: self.seconds, peak: self.peak }
    }
}

impl Contest {
    /// Runs and prints the report, one line of names and values.
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        let objects = transfer::read_workload(&self.workload)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let turns = pool.install(|| match self.engine {
            Engine::Jostle => Ok(jostle_contestant::run(objects, self)?.map(Answer::from)),
            Engine::Parry => Ok::<_, SceneError>(parry_contestant::run(&objects, self)),
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

    /// Asks again and again, as often as was said or until the time is spent.
    pub fn turns<T>(&self, mut ask: impl FnMut() -> T) -> Turns<T> {
        memory::reset_peak();
        let mut turns = self.turn(&mut ask);
        turns.peak = memory::peak();
        let mut spent = turns.seconds;
        for _ in 1..self.repeat {
            if spent >= self.budget {
                break;
            }
            let next = self.turn(&mut ask);
            spent += next.seconds;
            turns.seconds = turns.seconds.min(next.seconds);
        }
        turns
    }

    fn turn<T>(&self, ask: &mut impl FnMut() -> T) -> Turns<T> {
        let start = Instant::now();
        let result = ask();
        Turns { result, seconds: start.elapsed().as_secs_f64(), peak: None }
    }
}
