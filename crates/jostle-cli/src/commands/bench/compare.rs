//! Two measurements beside each other.

use super::csv::Table;
use crate::distribution::Distribution;
use crate::format::{count, seconds, table};
use std::fmt::Write;

/// Headers that say what was asked; where they differ, so may the answers.
const QUESTION: [&str; 9] = [
    "scene",
    "resolution",
    "surfaces",
    "algorithm",
    "overlap test",
    "self collisions",
    "hashing algorithm",
    "threads",
    "#frames",
];

const TIMES: [(&str, &str); 6] = [
    ("whole query", "host_ms"),
    ("boxes", "box_ms"),
    ("populate", "populate_ms"),
    ("find", "find_ms"),
    ("narrow", "narrow_ms"),
    ("sort", "sort_ms"),
];

const COUNTS: [(&str, &str); 4] = [
    ("candidates", "candidates"),
    ("pairs", "pairs"),
    ("self pairs", "self_pairs"),
    ("most bytes", "bytes"),
];

pub fn text(before: &Table, after: &Table) -> String {
    let mut text = format!("  before: {}\n  after:  {}\n\n", before.name, after.name);
    for key in QUESTION {
        let (b, a) = (before.header(key), after.header(key));
        if b != a {
            let _ = writeln!(text, "  {key} differs: {b} before, {a} after");
        }
    }
    let same_frames = before.column("frame") == after.column("frame");
    if !same_frames {
        let _ = writeln!(
            text,
            "  the frames differ: {} before, {} after",
            before.frames(),
            after.frames()
        );
    }
    let titles = ["mean a frame", "before", "after", "after / before"];
    let mut rows = vec![titles.map(str::to_owned).to_vec()];
    for (title, column) in TIMES {
        let (b, a) = (before.column(column), after.column(column));
        if !b.is_empty() && !a.is_empty() {
            let [b, a] = [b, a].map(|times| Distribution::from_values(times).mean);
            let shown = [b, a].map(|ms| seconds(ms * 1e-3));
            rows.push(vec![title.to_owned(), shown[0].clone(), shown[1].clone(), ratio(b, a)]);
        }
    }
    for (title, column) in COUNTS {
        let (b, a) = (before.column(column), after.column(column));
        if !b.is_empty() && !a.is_empty() {
            let fold = |values: Vec<f64>| match column {
                "bytes" => values.into_iter().fold(0.0, f64::max),
                _ => values.into_iter().sum(),
            };
            let (b, a) = (fold(b), fold(a));
            let name = if column == "bytes" { title.to_owned() } else { format!("{title}, all") };
            rows.push(vec![name, count(b as u64), count(a as u64), ratio(b, a)]);
        }
    }
    let _ = write!(text, "\n{}", table(&rows, &[false, true, true, true]));
    // A set has no pairs to compare.
    let agree = |key: &str| {
        let (b, a) = (before.header(key), after.header(key));
        b == a || b == "none" || a == "none"
    };
    let pairs = ["pairs hash", "elements hash"].iter().all(|key| agree(key));
    let _ = writeln!(
        text,
        "\n  {}",
        if pairs { "the answers are the same" } else { "THE ANSWERS DIFFER" }
    );
    text
}

fn ratio(before: f64, after: f64) -> String {
    if before > 0.0 { format!("{:.2}", after / before) } else { "-".to_owned() }
}
