//! Asking an engine several times, and what came of it.

use crate::memory;
use crate::transfer::Pair;
use clap::Args;
use std::time::Instant;

/// What an engine found.
pub struct Answer {
    pub pairs: Vec<Pair>,
    pub candidates: Option<u64>,
}

/// The last result of several turns, and what they cost.
pub struct Turns<T> {
    pub result: T,
    pub seconds: f64,
    pub peak: Option<u64>,
}

impl<T> Turns<T> {
    pub fn map<U>(self, convert: impl FnOnce(T) -> U) -> Turns<U> {
        Turns { result: convert(self.result), seconds: self.seconds, peak: self.peak }
    }
}

/// How often and how long an engine is asked.
#[derive(Args, Debug)]
pub struct Patience {
    pub repeat: u32,
    pub budget: f64,
}

impl Patience {
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
