//! Times a query of an engine several times.

use crate::memory;
use crate::workload_files::Pair;
use clap::Args;
use std::time::Instant;

/// The pairs that an engine found.
pub struct Answer {
    pub pairs: Vec<Pair>,
    pub candidates: Option<u64>,
}

/// The result of the first run, the best time of all and the peak memory of the first.
pub struct Timing<T> {
    pub result: T,
    pub seconds: f64,
    pub peak: Option<u64>,
}

impl<T, E> Timing<Result<T, E>> {
    pub fn transpose(self) -> Result<Timing<T>, E> {
        let Timing { result, seconds, peak } = self;
        result.map(|result| Timing { result, seconds, peak })
    }
}

impl<T> Timing<T> {
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Timing<U> {
        Timing { result: convert(self.result), seconds: self.seconds, peak: self.peak }
    }
}

/// How many runs, and how much time they may take in all.
#[derive(Args, Debug)]
pub struct RepeatLimits {
    pub repeat: u32,
    pub budget: f64,
}

impl RepeatLimits {
    /// Runs a query as often as given, or until the time is spent.
    pub fn time<T>(&self, mut query: impl FnMut() -> T) -> Timing<T> {
        memory::reset_peak();
        let mut timing = self.time_once(&mut query);
        timing.peak = memory::peak();
        let mut spent = timing.seconds;
        for _ in 1..self.repeat {
            if spent >= self.budget {
                break;
            }
            let next = self.time_once(&mut query);
            spent += next.seconds;
            timing.seconds = timing.seconds.min(next.seconds);
        }
        timing
    }

    fn time_once<T>(&self, query: &mut impl FnMut() -> T) -> Timing<T> {
        let start = Instant::now();
        let result = query();
        Timing { result, seconds: start.elapsed().as_secs_f64(), peak: None }
    }
}
