//! The tables of a step, and all rows as comma-separated values.

use super::agreement::Reference;
use super::setups::{Measurement, Setup, Stage};
use crate::table::{aligned, megabytes};
use crate::text::{counted, significant};
use clap::ValueEnum;
use jostle_support::text::grouped;
use std::fmt::Write;

const NARROW_HEADER: [&str; 6] =
    ["tests", "threads", "ns each", "x Jostle", "candidates", "against exact times"];

const STEP_HEADER: [&str; 9] = [
    "step",
    "threads",
    "broad (ms)",
    "x Jostle",
    "step (ms)",
    "x Jostle",
    "candidates",
    "peak (MB)",
    "against exact times",
];

const NEAR_HEADER: [&str; 8] = [
    "near contacts",
    "threads",
    "ms",
    "x Jostle",
    "vertices",
    "edges and vertices",
    "edges",
    "faces and vertices",
];

pub const CSV_HEADER: &str = "step,engine,threads,seconds,ratio,broad_seconds,broad_ratio,candidates,impacts,safe,peak_bytes,vv,ev,ee,fv";

/// A row with the ratios to Jostle's first row of the same stage, kind and number of threads.
struct Row<'a> {
    setup: &'a Setup,
    measurement: &'a Measurement,
    ratio: Option<f64>,
    broad_ratio: Option<f64>,
    verdict: String,
}

/// Prints the tables, and returns all rows as comma-separated values; failures are printed.
pub fn print(
    step: &str,
    setups: &[Setup],
    measurements: &[Result<Measurement, String>],
    reference: &Reference,
) -> String {
    let mut csv = String::new();
    for &stage in Stage::value_variants() {
        let mut rows = Vec::new();
        for (setup, measurement) in setups.iter().zip(measurements) {
            match measurement {
                _ if setup.stage != stage => {}
                Ok(measurement) => rows.push((setup, measurement)),
                Err(error) => println!("  {} failed: {error}", setup.name),
            }
        }
        rows.sort_by_key(|(setup, _)| setup.threads);
        let rows: Vec<Row> =
            rows.iter().map(|&(setup, own)| row(setup, own, &rows, reference)).collect();
        let table = match stage {
            _ if rows.is_empty() => String::new(),
            Stage::Tests => narrow_table(&rows),
            Stage::Step => step_table(&rows),
            Stage::Near => near_table(&rows),
        };
        print!("{table}");
        csv += &csv_rows(step, &rows);
    }
    csv
}

fn row<'a>(
    setup: &'a Setup,
    measurement: &'a Measurement,
    rows: &[(&Setup, &Measurement)],
    reference: &Reference,
) -> Row<'a> {
    let jostle = || rows.iter().filter(|(s, _)| s.is_jostle && s.threads == setup.threads);
    let each = |m: &Measurement| m.seconds / m.candidates.max(1) as f64;
    let is_step = setup.stage != Stage::Tests;
    // What lists candidates only is no whole step.
    let is_whole = measurement.safe.is_some() || setup.stage != Stage::Step;
    // Those who stop at the earliest time so far are compared with each other.
    let is_like = |base: &Measurement| is_step || base.safe.is_some() == measurement.safe.is_some();
    let base = jostle().find(|(_, base)| is_whole && is_like(base));
    let ratio = base.map(|(_, base)| match is_step {
        true => measurement.seconds / base.seconds,
        false => each(measurement) / each(base),
    });
    let base = jostle().find_map(|(_, base)| base.broad);
    let broad_ratio = measurement.broad.zip(base).map(|(own, base)| own / base);
    let mut verdict = Vec::new();
    verdict.extend(measurement.safe.map(|safe| reference.judge_safe_step(safe)));
    verdict.extend(measurement.impacts.map(|impacts| counted(impacts as usize, "impact")));
    if setup.has_times {
        verdict.push(reference.judge_times(&measurement.times));
    }
    Row { setup, measurement, ratio, broad_ratio, verdict: verdict.join(", ") }
}

fn optional(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), significant)
}

fn narrow_table(rows: &[Row]) -> String {
    let mut cells = vec![NARROW_HEADER.map(str::to_owned)];
    cells.extend(rows.iter().map(|row| {
        let candidates = row.measurement.candidates;
        [
            row.setup.name.clone(),
            row.setup.threads.to_string(),
            significant(row.measurement.seconds * 1e9 / candidates.max(1) as f64),
            optional(row.ratio),
            grouped(candidates as usize),
            row.verdict.clone(),
        ]
    }));
    aligned(&cells)
}

fn step_table(rows: &[Row]) -> String {
    let mut cells = vec![STEP_HEADER.map(str::to_owned)];
    cells.extend(rows.iter().map(|row| {
        let own = row.measurement;
        let whole = own.safe.map(|_| own.seconds * 1e3);
        let peak = own.peak.map(|bytes| grouped(megabytes(bytes) as usize));
        [
            row.setup.name.clone(),
            row.setup.threads.to_string(),
            optional(own.broad.map(|seconds| seconds * 1e3)),
            optional(row.broad_ratio),
            optional(whole),
            optional(row.ratio),
            grouped(own.candidates as usize),
            peak.unwrap_or_else(|| "-".to_owned()),
            row.verdict.clone(),
        ]
    }));
    aligned(&cells)
}

fn near_table(rows: &[Row]) -> String {
    let mut cells = vec![NEAR_HEADER.map(str::to_owned)];
    cells.extend(rows.iter().map(|row| {
        let own = row.measurement;
        let [vertices, edge_vertex, edges, face_vertex] =
            own.near.unwrap_or_default().map(|count| grouped(count as usize));
        [
            row.setup.name.clone(),
            row.setup.threads.to_string(),
            significant(own.seconds * 1e3),
            optional(row.ratio),
            vertices,
            edge_vertex,
            edges,
            face_vertex,
        ]
    }));
    aligned(&cells)
}

fn csv_rows(step: &str, rows: &[Row]) -> String {
    fn optional<T: ToString>(value: Option<T>) -> String {
        value.map_or_else(String::new, |value| value.to_string())
    }
    let mut lines = String::new();
    for Row { setup, measurement, ratio, broad_ratio, .. } in rows {
        let _ = writeln!(
            lines,
            "\"{step}\",\"{}\",{},{},{},{},{},{},{},{},{},{}",
            setup.name,
            setup.threads,
            measurement.seconds,
            optional(*ratio),
            optional(measurement.broad),
            optional(*broad_ratio),
            measurement.candidates,
            optional(measurement.impacts),
            optional(measurement.safe),
            optional(measurement.peak),
            measurement.near.map_or_else(
                || ",,,".to_owned(),
                |near| near.map(|count| count.to_string()).join(","),
            ),
        );
    }
    lines
}
