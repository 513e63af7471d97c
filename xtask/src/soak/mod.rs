//! Every exact test against the oracle, in every order of its corners.

mod finding;
mod orders;
mod separating_axes;

use crate::engine;
use clap::Args;
use finding::Finding;
use indicatif::{ProgressBar, ProgressStyle};
use jostle::DVec3;
use jostle::mesh::grouped;
use jostle_oracle::cases::{Case, Family, Kind, case};
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

/// More than these say the same thing again.
const FINDINGS_SHOWN: usize = 3;

/// What came out of one kind and family.
struct Row {
    configurations: u64,
    yes: u64,
    exact_signs: u64,
    disagreements: u64,
    findings: Vec<Finding>,
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
    let wanted = |kind: &Kind| match &options.kind {
        Some(part) => kind.to_string().contains(part),
        None => true,
    };
    let mut disagreements = 0;
    for kind in Kind::ALL.into_iter().filter(wanted) {
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
    if wanted(&separating_axes::KIND) {
        for (name, row) in separating_axes::compare(options.seed, options.random) {
            row.print(name, "random");
            disagreements += row.disagreements;
        }
    }
    disagreements
}

fn compare(kind: Kind, family: Family, first_seed: u64, count: u64) -> Row {
    let orders = Orders::of(kind);
    check_each(count, |i| {
        let seed = first_seed.wrapping_add(i);
        let case = case(kind, family, seed);
        let expected = jostle_oracle::exceeds(case.shared, &case.a, &case.b);
        let first_order = i.wrapping_mul(ORDERS_AT_A_TIME);
        let disagreement = (0..orders.count().min(ORDERS_AT_A_TIME)).find_map(|order| {
            let (a, b) = orders.apply(first_order.wrapping_add(order), &case);
            let answer = answer(case.shared, &a, &b);
            (answer != Some(expected)).then(|| Finding {
                what: format!("{kind} {} seed {seed}", family.name()),
                expected,
                answer,
                case: Case { shared: case.shared, a, b },
            })
        });
        (expected, disagreement)
    })
}

/// A panic is a wrong answer too, and the configuration is what one wants to see.
fn answer(shared: usize, a: &[[f64; 3]], b: &[[f64; 3]]) -> Option<bool> {
    let points = |element: &[[f64; 3]]| -> ([DVec3; 4], usize) {
        let mut points = [DVec3::ZERO; 4];
        points.iter_mut().zip(element).for_each(|(point, &p)| *point = DVec3::from_array(p));
        (points, element.len())
    };
    let ((a, of_a), (b, of_b)) = (points(a), points(b));
    catch_unwind(AssertUnwindSafe(|| engine::decide(shared, &a[..of_a], &b[..of_b]))).ok()
}

/// Runs the check for every index on all threads: it returns the right answer, and what was wrong.
fn check_each(count: u64, check: impl Fn(u64) -> (bool, Option<Finding>) + Sync) -> Row {
    const BATCH: u64 = 1000;
    let progress = ProgressBar::new(count).with_style(
        ProgressStyle::with_template("{bar:40} {human_pos} of {human_len}, {eta} to go")
            .expect("a valid template"),
    );
    let exact_before = engine::exact_signs();
    let (yes, disagreements) = (AtomicU64::new(0), AtomicU64::new(0));
    let mut findings: Vec<(u64, Finding)> = (0..count.div_ceil(BATCH))
        .into_par_iter()
        .flat_map_iter(|batch| {
            let indices = batch * BATCH..count.min((batch + 1) * BATCH);
            progress.inc(indices.end - indices.start);
            let mut found = Vec::new();
            for i in indices {
                let (expected, finding) = check(i);
                yes.fetch_add(u64::from(expected), Relaxed);
                if let Some(finding) = finding {
                    disagreements.fetch_add(1, Relaxed);
                    if found.len() < FINDINGS_SHOWN {
                        found.push((i, finding));
                    }
                }
            }
            found
        })
        .collect();
    progress.finish_and_clear();
    findings.sort_by_key(|(i, _)| *i);
    findings.truncate(FINDINGS_SHOWN);
    Row {
        configurations: count,
        yes: yes.into_inner(),
        exact_signs: engine::exact_signs() - exact_before,
        disagreements: disagreements.into_inner(),
        findings: findings.into_iter().map(|(_, finding)| finding).collect(),
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
        for finding in &self.findings {
            println!("\n{finding}");
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
                let found: Vec<String> = row.findings.iter().map(Finding::to_string).collect();
                assert_eq!(row.disagreements, 0, "{}", found.join("\n"));
            }
        }
        for (name, row) in separating_axes::compare(1_000_000_000, 4_000) {
            assert_eq!(row.disagreements, 0, "{name} misses pairs");
        }
    }
}
