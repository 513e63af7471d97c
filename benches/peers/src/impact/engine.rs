//! Jostle on a step, in a process of its own.

use super::step::{Candidates, Step};
use super::step_file;
use crate::memory;
use crate::repeated_timing::RepeatLimits;
use clap::{Args, ValueEnum};
use jostle::candidates::{FeatureSearch, Motion};
use jostle::contact::{NearQuery, NearSearch};
use jostle::impact::{CandidateTimes, ImpactQuery, ImpactSearch};
use std::error::Error;
use std::path::PathBuf;

/// What is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Method {
    /// The first impact among the candidates of the file, to a tolerance of 1e-6.
    Narrow,
    /// The elementary tests on all of them, to the same tolerance.
    Each,
    /// The same to neighbouring numbers.
    EachTight,
    /// Candidates, listed.
    Broad,
    /// The first impact of the step, to a tolerance of 1e-6.
    First,
    /// All impacts of the step, to neighbouring numbers.
    All,
    /// Features near each other at the start of the step, within a thousandth of its size.
    Near,
}

/// As Tight-Inclusion's default.
const TOLERANCE: f64 = 1e-6;

/// What to run, as the parent process passes it.
#[derive(Args, Debug)]
pub struct ImpactEngine {
    pub method: Method,
    pub threads: usize,
    #[command(flatten)]
    pub limits: RepeatLimits,
    pub step: PathBuf,
    /// Not used: the answer is printed.
    pub out: PathBuf,
}

impl ImpactEngine {
    /// Runs and prints the report, one line of names and values.
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        // What the program takes before there is a step is taken off, as it is for IPC Toolkit.
        let base = memory::resident().unwrap_or(0);
        let (step, candidates) = step_file::read_step(&self.step)?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build()?;
        let outcome = pool.install(|| match self.method {
            Method::Narrow => self.narrow(&step, &candidates, TOLERANCE),
            Method::Each => self.each(&step, &candidates, TOLERANCE),
            Method::EachTight => self.each(&step, &candidates, 0.0),
            Method::Broad => self.broad(&step, candidates, base),
            Method::First => {
                self.step(&step, candidates, base, &ImpactQuery::first().tolerance(TOLERANCE))
            }
            Method::Near => self.near(&step, candidates, base),
            Method::All => self.step(&step, candidates, base, &ImpactQuery::all()),
        });
        outcome.map_err(|error| -> Box<dyn Error> { error })
    }

    fn narrow(
        &self,
        step: &Step,
        candidates: &Candidates,
        tolerance: f64,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        let listed = step.listed(candidates);
        let timing = self.limits.time(|| step.earliest(&listed, tolerance));
        let safe = timing.result.map_or(1.0, |first| first.lower);
        println!("seconds={} candidates={} safe={safe}", timing.seconds, candidates.len());
        Ok(())
    }

    fn each(
        &self,
        step: &Step,
        candidates: &Candidates,
        tolerance: f64,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        let listed = step.listed(candidates);
        let mut times = CandidateTimes::default();
        let timing = self.limits.time(|| step.impacts(&listed, tolerance, &mut times));
        let (seconds, impacts) = (timing.seconds, timing.result);
        println!("seconds={seconds} candidates={} impacts={impacts}", candidates.len());
        Ok(())
    }

    fn broad(
        &self,
        step: &Step,
        candidates: Candidates,
        base: u64,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        // A peak of memory is without them.
        drop(candidates);
        let scene = step.scene()?;
        let motion = Motion { end: Some(&step.end), margin: 0.0 };
        let mut search = FeatureSearch::new();
        let timing = self.limits.time(|| {
            let listed = search.find(&scene, &motion);
            listed.map(|listed| listed.vertex_faces.len() + listed.edge_edges.len())
        });
        let (seconds, count) = (timing.seconds, timing.result?);
        print!("seconds={seconds} broad={seconds} candidates={count}");
        print_peak(timing.peak, base);
        Ok(())
    }

    fn near(
        &self,
        step: &Step,
        candidates: Candidates,
        base: u64,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        drop(candidates);
        let scene = step.scene()?;
        let distance = 1e-3 * scene.element_bounds().size().length();
        let query = NearQuery::within(distance).mollified(true);
        let mut search = NearSearch::new();
        let timing = self.limits.time(|| search.find(&scene, &query).map(|_| ()));
        timing.result?;
        let found = search.contacts();
        print!(
            "seconds={} candidates={} vv={} ev={} ee={} fv={}",
            timing.seconds,
            search.statistics().candidates,
            found.vertex_vertex.len(),
            found.edge_vertex.len(),
            found.edge_edge.len(),
            found.face_vertex.len()
        );
        print_peak(timing.peak, base);
        Ok(())
    }

    fn step(
        &self,
        step: &Step,
        candidates: Candidates,
        base: u64,
        query: &ImpactQuery,
    ) -> Result<(), Box<dyn Error + Send + Sync>> {
        drop(candidates);
        let scene = step.scene()?;
        let mut search = ImpactSearch::new();
        let timing = self.limits.time(|| search.find(&scene, &step.end, query).map(|_| ()));
        timing.result?;
        let (impacts, statistics) = (search.impacts(), search.impacts().statistics());
        let candidates = statistics.vertex_faces + statistics.edge_edges;
        let safe = impacts.first().map_or(1.0, |first| first.time.lower);
        print!("seconds={} candidates={candidates} safe={safe}", timing.seconds);
        if !query.is_first_only() {
            print!(" impacts={}", impacts.all().len());
        }
        print_peak(timing.peak, base);
        Ok(())
    }
}

fn print_peak(peak: Option<u64>, base: u64) {
    let peak = peak.map(|peak| peak.saturating_sub(base));
    println!("{}", peak.map_or_else(String::new, |peak| format!(" peak={peak}")));
}
