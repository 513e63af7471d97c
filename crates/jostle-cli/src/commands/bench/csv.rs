//! Measurements as CSV: a header of `#` lines, a line of names, and a line for each frame (Tetrahedral
//! kDet 2023, sec. A.1.4). Times are in milliseconds; what does not exist is empty.

use super::measurement::{Frame, Measurement};
use crate::error::Error;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// The columns and what they hold.
const COLUMNS: [&str; 24] = [
    "frame",
    "host_ms",
    "host_ms_deviation",
    "host_ms_min",
    "host_ms_max",
    "device_ms",
    "box_ms",
    "populate_ms",
    "find_ms",
    "narrow_ms",
    "sort_ms",
    "elements",
    "levels",
    "candidates",
    "elements_a_to_b",
    "elements_b_to_a",
    "pairs",
    "self_pairs",
    "missed_pairs",
    "false_pairs",
    "colliding_elements",
    "bytes",
    "pairs_hash",
    "elements_hash",
];

pub fn text(measurement: &Measurement) -> String {
    let mut text = String::new();
    for (key, value) in header(measurement) {
        let _ = writeln!(text, "# {key}, {value}");
    }
    let _ = writeln!(text, "{}", COLUMNS.join(","));
    for frame in &measurement.frames {
        let _ = writeln!(text, "{}", row(frame).join(","));
    }
    text
}

fn header(measurement: &Measurement) -> Vec<(&'static str, String)> {
    let Measurement { case, counts, .. } = measurement;
    let hash = |hash: Option<u64>| hash.map_or("none".to_owned(), |hash| format!("{hash:016x}"));
    vec![
        ("scene", case.scene.name.clone()),
        ("resolution", case.size.to_string()),
        ("source", case.scene.source.clone()),
        ("surfaces", yes_or_no(case.surfaces)),
        ("algorithm", case.method.name.to_owned()),
        ("overlap test", case.test.name().to_owned()),
        ("self collisions", case.has_self_collision.name().to_owned()),
        ("hashing algorithm", case.keys_name().to_owned()),
        ("backend", measurement.backend.clone()),
        ("threads", measurement.threads.to_string()),
        ("#frames", measurement.frames.len().to_string()),
        ("total runs for benchmark", measurement.runs.to_string()),
        ("#bodies", counts.bodies.to_string()),
        ("#elementsA", counts.elements[0].to_string()),
        ("#elementsB", counts.elements[1].to_string()),
        ("#verticesA", counts.vertices[0].to_string()),
        ("#verticesB", counts.vertices[1].to_string()),
        ("pairs hash", hash(measurement.pairs_hash())),
        ("elements hash", hash(Some(measurement.elements_hash()))),
        ("jostle", env!("CARGO_PKG_VERSION").to_owned()),
    ]
}

fn yes_or_no(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

fn row(frame: &Frame) -> [String; COLUMNS.len()] {
    let ms = |ms: f64| format!("{ms:.6}");
    let stage = |select: fn(&jostle::collide::Seconds) -> f64| {
        frame.stages.as_ref().map_or(String::new(), |seconds| ms(select(seconds) * 1e3))
    };
    let count = |count: Option<usize>| count.map_or(String::new(), |count| count.to_string());
    let answer = &frame.answer;
    [
        frame.number.to_string(),
        ms(frame.host.mean),
        ms(frame.host.deviation),
        ms(frame.host.min),
        ms(frame.host.max),
        frame.device.map_or(String::new(), ms),
        stage(|seconds| seconds.boxes),
        stage(|seconds| seconds.populate),
        stage(|seconds| seconds.find),
        stage(|seconds| seconds.narrow),
        stage(|seconds| seconds.sort),
        frame.elements.to_string(),
        frame.levels.map_or(String::new(), |levels| levels.to_string()),
        frame.candidates.to_string(),
        count(answer.first_to_others),
        count(answer.others_to_first),
        count(answer.pairs),
        count(answer.self_pairs),
        count(frame.differences.map(|differences| differences.missed)),
        count(frame.differences.map(|differences| differences.false_pairs)),
        answer.colliding.to_string(),
        frame.bytes.to_string(),
        answer.pairs_hash.map_or(String::new(), |hash| format!("{hash:016x}")),
        format!("{:016x}", answer.elements_hash),
    ]
}

/// A file as it was read: its header, and its frames column by column.
pub struct Table {
    pub name: String,
    header: Vec<(String, String)>,
    columns: BTreeMap<String, Vec<Option<f64>>>,
    frames: usize,
}

impl Table {
    /// A value of the header; empty if there is none.
    pub fn header(&self, key: &str) -> &str {
        self.header.iter().find(|(k, _)| k == key).map_or("", |(_, value)| value)
    }

    pub fn frames(&self) -> usize {
        self.frames
    }

    /// The numbers of a column, as far as there are any.
    pub fn column(&self, name: &str) -> Vec<f64> {
        self.columns.get(name).map_or(Vec::new(), |c| c.iter().copied().flatten().collect())
    }
}

/// Reads a file that [`text`] wrote.
pub fn read(path: &Path) -> Result<Table, Error> {
    let name = path.display().to_string();
    let content = std::fs::read_to_string(path)
        .map_err(|source| Error::ReadTable { file: name.clone(), source })?;
    parse(&name, &content)
}

fn parse(name: &str, content: &str) -> Result<Table, Error> {
    let flaw = |line: usize, what: String| Error::Table { file: name.to_owned(), line, what };
    let mut table =
        Table { name: name.to_owned(), header: Vec::new(), columns: BTreeMap::new(), frames: 0 };
    let mut names: Vec<&str> = Vec::new();
    for (number, line) in (1..).zip(content.lines()) {
        if let Some(entry) = line.strip_prefix('#') {
            let (key, value) = entry.split_once(',').unwrap_or((entry, ""));
            table.header.push((key.trim().to_owned(), value.trim().to_owned()));
        } else if names.is_empty() {
            names = line.split(',').map(str::trim).collect();
            if !names.contains(&"host_ms") {
                let what = format!("expected names of columns with 'host_ms', found '{line}'");
                return Err(flaw(number, what));
            }
        } else if !line.trim().is_empty() {
            let cells: Vec<&str> = line.split(',').map(str::trim).collect();
            if cells.len() != names.len() {
                let what = format!("expected {} cells, found {}", names.len(), cells.len());
                return Err(flaw(number, what));
            }
            for (&column, cell) in names.iter().zip(cells) {
                let value = match cell {
                    "" => None,
                    _ if column.ends_with("hash") => None,
                    _ => {
                        let wrong = |_| flaw(number, format!("{column} '{cell}' is not a number"));
                        Some(cell.parse().map_err(wrong)?)
                    }
                };
                table.columns.entry(column.to_owned()).or_default().push(value);
            }
            table.frames += 1;
        }
    }
    match table.frames {
        0 => Err(flaw(content.lines().count(), "there are no frames".to_owned())),
        _ => Ok(table),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_and_flaws_are_named() {
        let table = parse("a.csv", "# scene, flag\nframe,host_ms\n0,1.5\n1,2.5\n").unwrap();
        assert_eq!((table.header("scene"), table.frames()), ("flag", 2));
        assert_eq!(table.column("host_ms"), [1.5, 2.5]);
        let flaws = [
            ("x,y\n", "line 1: expected names"),
            ("frame,host_ms\n0\n", "line 2: expected 2 cells, found 1"),
            ("frame,host_ms\n0,x\n", "line 2: host_ms 'x' is not a number"),
            ("frame,host_ms\n", "line 1: there are no frames"),
        ];
        for (content, flaw) in flaws {
            let error = parse("a.csv", content).err().unwrap().to_string();
            assert!(error.contains(flaw), "{error}");
        }
    }
}
