//! GJK checked against the oracle and its sub-algorithms on all kinds of shapes, and compared with the exact test
//! on candidates of meshes.

mod candidates;
mod depth;
mod oracle_check;
mod shapes;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use jostle_support::text::grouped;
use oracle_check::{PairReport, check_pair};
use rayon::prelude::*;
use shapes::{Family, pair};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Options {
    /// Pairs to compare with the oracle.
    #[arg(long, default_value_t = 1_000_000)]
    pairs: u64,
    /// The first of the consecutive seeds.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Directions in which a shorter move is tried on each overlap.
    #[arg(long, default_value_t = 1_000)]
    directions: usize,
    /// Pairs of each family that are searched for overlaps.
    #[arg(long, default_value_t = 5_000)]
    overlaps: u64,
    /// Compare the verdicts on candidates of meshes of tetrahedra with the exact test's instead: each
    /// file overlaps itself, and the next one.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    mesh: Vec<PathBuf>,
    /// How often each two meshes are placed; with the seed 0, once so that copies coincide.
    #[arg(long, value_name = "N", default_value_t = 3, requires = "mesh")]
    placements: u64,
    /// Candidates within a mesh too: neighbours, which touch.
    #[arg(long = "self", requires = "mesh")]
    within: bool,
}

/// Messages shown for each family.
const SHOWN: usize = 3;

/// Counts by steps; the last one is for as many or more.
const BINS: usize = 16;

/// What the checks of one family found.
#[derive(Default)]
struct FamilyReport {
    pairs: u64,
    intersecting: u64,
    wrong: u64,
    messages: Vec<String>,
    relative_error: f64,
    share_of_bound: f64,
    double_double: u64,
    exact: u64,
    steps: [u64; BINS],
    estimates_fail: [u64; 2],
}

impl FamilyReport {
    fn with(mut self, report: PairReport, name: impl Fn() -> String) -> FamilyReport {
        self.pairs += 1;
        self.intersecting += u64::from(report.meets);
        self.relative_error = self.relative_error.max(report.relative_error);
        self.share_of_bound = self.share_of_bound.max(report.share_of_bound);
        self.double_double += u64::from(report.steps.double_double.is_some());
        self.exact += u64::from(report.steps.exact.is_some());
        self.steps[(report.steps.double as usize).min(BINS - 1)] += 1;
        for (sum, fails) in self.estimates_fail.iter_mut().zip(report.estimates_fail) {
            *sum += u64::from(fails);
        }
        if let Some(wrong) = report.wrong {
            self.wrong += 1;
            self.messages.push(format!("{}: {wrong}", name()));
        }
        self
    }

    fn merged(mut self, other: FamilyReport) -> FamilyReport {
        self.pairs += other.pairs;
        self.intersecting += other.intersecting;
        self.wrong += other.wrong;
        self.messages.extend(other.messages);
        self.messages.sort();
        self.messages.truncate(SHOWN);
        self.relative_error = self.relative_error.max(other.relative_error);
        self.share_of_bound = self.share_of_bound.max(other.share_of_bound);
        self.double_double += other.double_double;
        self.exact += other.exact;
        for (sum, count) in self.steps.iter_mut().zip(other.steps) {
            *sum += count;
        }
        for (sum, count) in self.estimates_fail.iter_mut().zip(other.estimates_fail) {
            *sum += count;
        }
        self
    }
}

pub fn run(options: &Options) -> ExitCode {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.expect("threads start");
    if !options.mesh.is_empty() {
        return pool.install(|| candidates::run(options));
    }
    let row = pool.install(|| compare_all(options));
    print_steps(&row);
    let depth = pool.install(|| depth::compare(options.seed, options.overlaps, options.directions));
    depth.print(options.directions);
    if row.wrong == 0 && depth.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn compare_all(options: &Options) -> FamilyReport {
    println!(
        "{:<20}{:>12}{:>8}{:>8}{:>14}{:>12}{:>10}{:>10}{:>12}{:>12}",
        "family",
        "pairs",
        "meet",
        "wrong",
        "worst error",
        "of bound",
        "paired",
        "exact",
        "SV fails",
        "Johnson"
    );
    let each = options.pairs.div_ceil(Family::ALL.len() as u64);
    let mut all = FamilyReport::default();
    for family in Family::ALL {
        let row = compare(family, options.seed, each);
        print_row(family.name(), &row);
        all = all.merged(row);
    }
    print_row("all", &all);
    println!(
        "worst error: over distance and extents together; fails: plain f64 off by more than \
         the bound"
    );
    all
}

fn compare(family: Family, first: u64, count: u64) -> FamilyReport {
    const BATCH: u64 = 500;
    let progress = ProgressBar::new(count).with_style(
        ProgressStyle::with_template("{bar:40} {human_pos} of {human_len}, {eta} to go")
            .expect("a valid template"),
    );
    let row = (0..count.div_ceil(BATCH))
        .into_par_iter()
        .map(|batch| {
            let indices = batch * BATCH..count.min((batch + 1) * BATCH);
            progress.inc(indices.end - indices.start);
            indices.fold(FamilyReport::default(), |row, i| {
                let seed = first.wrapping_add(i);
                let (a, b) = pair(family, seed);
                row.with(check_pair(&a, &b), || format!("{} seed {seed}", family.name()))
            })
        })
        .reduce(FamilyReport::default, FamilyReport::merged);
    progress.finish_and_clear();
    row
}

fn print_row(name: &str, row: &FamilyReport) {
    let percent = |count: u64| 100.0 * count as f64 / row.pairs.max(1) as f64;
    println!(
        "{name:<20}{:>12}{:>6.1} %{:>8}{:>14.1e}{:>12.3}{:>8.2} %{:>8.2} %{:>12}{:>12}",
        grouped(row.pairs as usize),
        percent(row.intersecting),
        grouped(row.wrong as usize),
        row.relative_error,
        row.share_of_bound,
        percent(row.double_double),
        percent(row.exact),
        grouped(row.estimates_fail[0] as usize),
        grouped(row.estimates_fail[1] as usize),
    );
    for message in row.messages.iter().take(SHOWN) {
        println!("    {message}");
    }
}

fn print_steps(row: &FamilyReport) {
    println!("\nsteps of the plain descent");
    for (steps, &count) in row.steps.iter().enumerate() {
        let share = 100.0 * count as f64 / row.pairs.max(1) as f64;
        let more = if steps == BINS - 1 { "+" } else { " " };
        let bar = "#".repeat((share * 1.5).round() as usize);
        println!("{steps:>4}{more}{:>12}{share:>8.3} %  {bar}", grouped(count as usize));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_part_overlaps_and_shorter_ones_do_not() {
        let row = depth::compare(1_000_000_000, 400, 200);
        assert!(row.wrong.is_empty(), "{}", row.wrong.join("\n"));
        assert!(row.overlaps > 200 && row.compared > 10, "{} {}", row.overlaps, row.compared);
        assert!(row.excess <= 1.0, "{}", row.excess);
    }

    #[test]
    fn a_seeded_part_finds_nothing_wrong() {
        for family in Family::ALL {
            let row = compare(family, 1_000_000_000, 5_000);
            assert_eq!(row.wrong, 0, "{}: {}", family.name(), row.messages.join("\n"));
            assert!(
                row.intersecting > 5 && row.intersecting < row.pairs - 100,
                "{}",
                family.name()
            );
            let [signed_volumes, johnson] = row.estimates_fail;
            assert!(signed_volumes <= johnson, "{}", family.name());
        }
    }
}
