//! One table for each workload, and all of them as comma-separated values.

use crate::agreement::Difference;
use crate::field::Contestant;
use crate::race::Outcome;
use crate::text;
use std::fmt::Write;

/// A contestant, what came of it, how it compares.
pub struct Row<'a> {
    pub contestant: &'a Contestant,
    pub outcome: &'a Outcome,
    /// Time over that of Jostle with as many threads.
    pub ratio: Option<f64>,
    pub difference: Difference,
}

const HEADER: [&str; 8] = [
    "contestant",
    "threads",
    "time (ms)",
    "x Jostle",
    "pairs",
    "candidates",
    "peak (MB)",
    "agreement",
];

/// Text columns are the first and the last.
pub fn table(rows: &[Row]) -> String {
    let mut cells = vec![HEADER.map(str::to_owned)];
    cells.extend(rows.iter().map(|row| {
        let unknown = || "-".to_owned();
        [
            row.contestant.name.to_owned(),
            row.contestant.threads.to_string(),
            text::significant(row.outcome.seconds * 1e3),
            row.ratio.map_or_else(unknown, text::significant),
            jostle::mesh::grouped(row.outcome.pairs.len()),
            row.outcome.candidates.map_or_else(unknown, |n| jostle::mesh::grouped(n as usize)),
            row.outcome
                .peak
                .map_or_else(unknown, |bytes| jostle::mesh::grouped(megabytes(bytes) as usize)),
            agreement(row),
        ]
    }));
    let widths: [usize; 8] =
        std::array::from_fn(|c| cells.iter().map(|row| row[c].chars().count()).max().unwrap_or(0));
    let mut lines = String::new();
    for row in cells {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
            let _ = match column {
                0 | 7 => write!(line, "  {cell:<width$}"),
                _ => write!(line, "  {cell:>width$}"),
            };
        }
        lines.push_str(line.trim_end());
        lines.push('\n');
    }
    lines
}

fn agreement(row: &Row) -> String {
    let Difference { extra, missing } = &row.difference;
    if row.difference.is_empty() {
        return "same pairs".to_owned();
    }
    let verdict = if row.contestant.exact { "DIFFERS" } else { "differs" };
    let [extra, missing] = [extra, missing].map(|pairs| jostle::mesh::grouped(pairs.len()));
    format!("{verdict}: {extra} more, {missing} fewer")
}

/// Millions of bytes.
fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1_000_000)
}

pub const CSV_HEADER: &str =
    "workload,elements,contestant,threads,seconds,ratio,pairs,candidates,peak_bytes,extra,missing";

pub fn csv(workload: &str, elements: usize, rows: &[Row]) -> String {
    let mut lines = String::new();
    for Row { contestant, outcome, ratio, difference } in rows {
        let optional = |value: Option<u64>| value.map_or_else(String::new, |v| v.to_string());
        let _ = writeln!(
            lines,
            "{workload},{elements},\"{}\",{},{},{},{},{},{},{},{}",
            contestant.name,
            contestant.threads,
            outcome.seconds,
            ratio.map_or_else(String::new, |ratio| ratio.to_string()),
            outcome.pairs.len(),
            optional(outcome.candidates),
            optional(outcome.peak),
            difference.extra.len(),
            difference.missing.len(),
        );
    }
    lines
}
