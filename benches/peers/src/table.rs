//! One table for each workload, and all of them as comma-separated values.

use crate::engine_runs::Measurement;
use crate::engine_setups::EngineSetup;
use crate::pair_difference::Difference;
use crate::text;
use std::fmt::Write;

/// A setup with its measurement, compared with Jostle's.
pub struct Row<'a> {
    pub setup: &'a EngineSetup,
    pub measurement: &'a Measurement,
    /// Time over that of Jostle with as many threads.
    pub ratio: Option<f64>,
    pub difference: Difference,
}

const HEADER: [&str; 8] =
    ["engine", "threads", "time (ms)", "x Jostle", "pairs", "candidates", "peak (MB)", "agreement"];

/// All rows, with a line of headings.
pub fn table(rows: &[Row]) -> String {
    let mut cells = vec![HEADER.map(str::to_owned)];
    cells.extend(rows.iter().map(|row| {
        let unknown = || "-".to_owned();
        [
            row.setup.name.to_owned(),
            row.setup.threads.to_string(),
            text::significant(row.measurement.seconds * 1e3),
            row.ratio.map_or_else(unknown, text::significant),
            jostle_support::text::grouped(row.measurement.pairs.len()),
            row.measurement
                .candidates
                .map_or_else(unknown, |n| jostle_support::text::grouped(n as usize)),
            row.measurement.peak.map_or_else(unknown, |bytes| {
                jostle_support::text::grouped(megabytes(bytes) as usize)
            }),
            agreement(row),
        ]
    }));
    aligned(&cells)
}

/// Cells in columns, the first and the last to the left and the others to the right.
pub fn aligned<const N: usize>(cells: &[[String; N]]) -> String {
    let widths: [usize; N] =
        std::array::from_fn(|c| cells.iter().map(|row| row[c].chars().count()).max().unwrap_or(0));
    let mut lines = String::new();
    for row in cells {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
            let _ = if column == 0 || column == N - 1 {
                write!(line, "  {cell:<width$}")
            } else {
                write!(line, "  {cell:>width$}")
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
    let verdict = if row.setup.exact { "DIFFERS" } else { "differs" };
    let [extra, missing] = [extra, missing].map(|pairs| jostle_support::text::grouped(pairs.len()));
    format!("{verdict}: {extra} more, {missing} fewer")
}

/// Millions of bytes.
pub fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1_000_000)
}

pub const CSV_HEADER: &str =
    "workload,elements,engine,threads,seconds,ratio,pairs,candidates,peak_bytes,extra,missing";

pub fn csv(workload: &str, elements: usize, rows: &[Row]) -> String {
    let mut lines = String::new();
    for Row { setup, measurement, ratio, difference } in rows {
        let optional = |value: Option<u64>| value.map_or_else(String::new, |v| v.to_string());
        let _ = writeln!(
            lines,
            "{workload},{elements},\"{}\",{},{},{},{},{},{},{},{}",
            setup.name,
            setup.threads,
            measurement.seconds,
            ratio.map_or_else(String::new, |ratio| ratio.to_string()),
            measurement.pairs.len(),
            optional(measurement.candidates),
            optional(measurement.peak),
            difference.extra.len(),
            difference.missing.len(),
        );
    }
    lines
}
