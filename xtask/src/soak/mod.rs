//! `xtask soak`: every exact test against the oracle, in every order of its corners.

mod disagreement;
mod orders;
mod separating_axes;

use crate::exact_test;
use clap::Args;
use disagreement::Disagreement;
use indicatif::{ProgressBar, ProgressStyle};
use jostle::DVec3;
use jostle_oracle::cases::{Case, Family, Kind, case};
use jostle_support::text::grouped;
use orders::Orders;
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

#[derive(Args)]
pub struct Options {
    /// Configurations of each kind in general position.
    #[arg(long, default_value_t = 1_000_000)]
    random: u64,
    /// Degenerate configurations of each kind.
    #[arg(long, default_value_t = 200_000)]
    degenerate: u64,
    /// The first of the consecutive seeds.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Only kinds whose name contains this, as in `triangle-triangle/1`.
    #[arg(long)]
    kind: Option<String>,
}

/// Orders of the corners that one configuration is tested in; the next one goes on from there.
const ORDERS_AT_A_TIME: u64 = 8;

/// Disagreements of one kind and family that are printed; more would say the same again.
const EXAMPLES: usize = 3;

/// The counts of one kind and family of configurations.
struct Row {
    configurations: u64,
    yes: u64,
    exact_signs: u64,
    disagreements: u64,
    examples: Vec<Disagreement>,
}

pub fn run(options: &Options) -> ExitCode {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let disagreements = pool.expect("threads start").install(|| soak(options));
    if disagreements == 0 {
        println!("\nno disagreements");
        ExitCode::SUCCESS
    } else {
        println!("\n{} configurations disagree", grouped(disagreements as usize));
        ExitCode::FAILURE
    }
}

fn soak(options: &Options) -> u64 {
    println!(
        "{:<28}{:<12}{:>14}{:>8}{:>14}{:>15}",
        "kind", "family", "configurations", "yes", "exact signs", "disagreements"
    );
    let is_chosen = |kind: &Kind| match &options.kind {
        Some(part) => kind.to_string().contains(part),
        None => true,
    };
    let mut disagreements = 0;
    for kind in Kind::ALL.into_iter().filter(is_chosen) {
        for family in Family::ALL {
            let count = match family {
                Family::Random => options.random,
                Family::Degenerate => options.degenerate,
            };
            let row = compare(kind, family, options.seed, count);
            row.print(&kind.to_string(), family.name());
            disagreements += row.disagreements;
        }
    }
    if is_chosen(&separating_axes::KIND) {
        for (name, row) in separating_axes::compare(options.seed, options.random) {
            row.print(name, "random");
            disagreements += row.disagreements;
        }
    }
    disagreements
}

fn compare(kind: Kind, family: Family, first_seed: u64, count: u64) -> Row {
    let orders = Orders::new(kind);
    check_each(count, |i| {
        let seed = first_seed.wrapping_add(i);
        let case = case(kind, family, seed);
        let expected = jostle_oracle::exceeds(case.shared, &case.a, &case.b);
        let first_order = i.wrapping_mul(ORDERS_AT_A_TIME);
        let disagreement = (0..orders.count().min(ORDERS_AT_A_TIME)).find_map(|order| {
            let (a, b) = orders.apply(first_order.wrapping_add(order), &case);
            let answer = answer(case.shared, &a, &b);
            (answer != Some(expected)).then(|| Disagreement {
                name: format!("{kind} {} seed {seed}", family.name()),
                expected,
                answer,
                case: Case { shared: case.shared, a, b },
            })
        });
        (expected, disagreement)
    })
}

/// The engine's answer, or nothing if it panics, which is reported with its configuration.
fn answer(shared: usize, a: &[[f64; 3]], b: &[[f64; 3]]) -> Option<bool> {
    let points = |element: &[[f64; 3]]| -> ([DVec3; 4], usize) {
        let mut points = [DVec3::ZERO; 4];
        points.iter_mut().zip(element).for_each(|(point, &p)| *point = DVec3::from_array(p));
        (points, element.len())
    };
    let ((a, a_len), (b, b_len)) = (points(a), points(b));
    catch_unwind(AssertUnwindSafe(|| exact_test::decide(shared, &a[..a_len], &b[..b_len]))).ok()
}

/// Runs a check for every index on all threads. It returns the oracle's answer, and the disagreement if
/// there is one.
fn check_each(count: u64, check: impl Fn(u64) -> (bool, Option<Disagreement>) + Sync) -> Row {
    const BATCH: u64 = 1000;
    let progress = ProgressBar::new(count).with_style(
        ProgressStyle::with_template("{bar:40} {human_pos} of {human_len}, {eta} to go")
            .expect("a valid template"),
    );
    let exact_before = exact_test::exact_signs();
    let (yes, disagreements) = (AtomicU64::new(0), AtomicU64::new(0));
    let mut examples: Vec<(u64, Disagreement)> = (0..count.div_ceil(BATCH))
        .into_par_iter()
        .flat_map_iter(|batch| {
            let indices = batch * BATCH..count.min((batch + 1) * BATCH);
            progress.inc(indices.end - indices.start);
            let mut found = Vec::new();
            for i in indices {
                let (expected, disagreement) = check(i);
                yes.fetch_add(u64::from(expected), Relaxed);
                if let Some(disagreement) = disagreement {
                    disagreements.fetch_add(1, Relaxed);
                    if found.len() < EXAMPLES {
                        found.push((i, disagreement));
                    }
                }
            }
            found
        })
        .collect();
    progress.finish_and_clear();
    examples.sort_by_key(|(i, _)| *i);
    examples.truncate(EXAMPLES);
    Row {
        configurations: count,
        yes: yes.into_inner(),
        exact_signs: exact_test::exact_signs() - exact_before,
        disagreements: disagreements.into_inner(),
        examples: examples.into_iter().map(|(_, example)| example).collect(),
    }
}

impl Row {
    fn print(&self, name: &str, family: &str) {
        let share = 100.0 * self.yes as f64 / self.configurations.max(1) as f64;
        println!(
            "{name:<28}{family:<12}{:>14}{share:>6.1} %{:>14}{:>15}",
            grouped(self.configurations as usize),
            grouped(self.exact_signs as usize),
            grouped(self.disagreements as usize),
        );
        for example in &self.examples {
            println!("\n{example}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seeded_part_of_the_soak_finds_no_disagreement() {
        for kind in Kind::ALL {
            for (family, count) in [(Family::Random, 4_000), (Family::Degenerate, 1_500)] {
                let row = compare(kind, family, 1_000_000_000, count);
                let found: Vec<String> = row.examples.iter().map(Disagreement::to_string).collect();
                assert_eq!(row.disagreements, 0, "{}", found.join("\n"));
            }
        }
        for (name, row) in separating_axes::compare(1_000_000_000, 4_000) {
            assert_eq!(row.disagreements, 0, "{name} misses pairs");
        }
    }
}
