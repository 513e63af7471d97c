//! All measurements as a table on the terminal.

use super::case::Case;
use super::measurement::Measurement;
use crate::format::{count, seconds, table};
use jostle::collide::baselines::IntersectionTest;
use std::fmt::Write;

/// The rows of the table, titles first, and how many of the columns are words.
pub fn rows(measurements: &[Measurement]) -> (Vec<Vec<String>>, usize) {
    let columns = Columns::for_measurements(measurements);
    let mut rows = vec![columns.titles()];
    rows.extend(measurements.iter().map(|one| columns.row(one)));
    (rows, columns.words)
}

pub fn text(measurements: &[Measurement]) -> String {
    let (rows, words) = rows(measurements);
    let right: Vec<bool> = (0..rows[0].len()).map(|column| column >= words).collect();
    let mut text = table(&rows, &right);
    if let Some(one) = measurements.first() {
        let _ = write!(
            text,
            "\n  {}, {}; times are of a frame, the mean ± deviation over the frames.\n",
            counted(one.runs, "run"),
            counted(one.threads, "thread")
        );
    }
    if measurements.iter().any(|one| one.differences().is_some()) {
        text.push_str("  missed and false: pairs that differ from the exact answer.\n");
    }
    if let Some(methods) = disagreement(measurements) {
        let _ = writeln!(text, "\n  DIFFERS: {methods}");
    }
    text
}

fn counted(value: usize, noun: &str) -> String {
    crate::format::counted(value, noun, &format!("{noun}s"))
}

/// Two methods whose answers should be the same and are not, in words.
pub fn disagreement(measurements: &[Measurement]) -> Option<String> {
    let exact = || measurements.iter().filter(|one| one.case.test == IntersectionTest::Exact);
    for one in exact() {
        let same_question = |other: &&Measurement| {
            let key = |case: &Case| {
                let name = case.scene.name.clone();
                (name, case.size, case.has_self_collision.name(), case.surfaces)
            };
            key(&one.case) == key(&other.case)
        };
        for other in exact().filter(same_question) {
            let pairs = (one.pairs_hash(), other.pairs_hash());
            let differ = matches!(pairs, (Some(p), Some(q)) if p != q);
            if differ || one.elements_hash() != other.elements_hash() {
                return Some(format!(
                    "{} and {} on {} ({})",
                    one.case.method.name,
                    other.case.method.name,
                    one.case.scene.name,
                    one.case.size.words()
                ));
            }
        }
    }
    None
}

/// Which columns the table has: options that are the same in all measurements have none.
struct Columns {
    tests: bool,
    keys: bool,
    selves: bool,
    words: usize,
}

impl Columns {
    fn for_measurements(measurements: &[Measurement]) -> Columns {
        let differ = |key: fn(&Case) -> &'static str| {
            measurements.windows(2).any(|two| key(&two[0].case) != key(&two[1].case))
        };
        let tests = differ(|case| case.test.name())
            || measurements.iter().any(|one| one.case.test != IntersectionTest::Exact);
        let keys = Case::keys_differ(measurements.iter().map(|one| &one.case));
        let selves = differ(|case| case.has_self_collision.name());
        let words = 2 + usize::from(tests) + usize::from(keys) + usize::from(selves);
        Columns { tests, keys, selves, words }
    }

    fn titles(&self) -> Vec<String> {
        let mut titles = vec!["scene", "method"];
        titles.extend(self.tests.then_some("test"));
        titles.extend(self.keys.then_some("hash"));
        titles.extend(self.selves.then_some("self"));
        titles.extend(["r", "elements", "frames", "mean", "deviation", "min", "max"]);
        titles.extend(["narrow", "pairs"]);
        titles.extend(["missed", "false"].into_iter().filter(|_| self.tests));
        titles.extend(["memory", "result hash"]);
        titles.into_iter().map(str::to_owned).collect()
    }

    fn row(&self, one: &Measurement) -> Vec<String> {
        let case = &one.case;
        let mut row = vec![case.scene.name.clone(), case.method.name.to_owned()];
        row.extend(self.tests.then(|| case.test.name().to_owned()));
        row.extend(self.keys.then(|| case.keys_name().to_owned()));
        row.extend(self.selves.then(|| case.has_self_collision.name().to_owned()));
        let times = one.times();
        let ms = |ms: f64| seconds(ms * 1e-3);
        let narrow: Option<Vec<f64>> =
            one.frames.iter().map(|frame| frame.stages.map(|stages| stages.narrow)).collect();
        let narrow = narrow.map(|n| seconds(n.iter().sum::<f64>() / n.len().max(1) as f64));
        let hash = one.pairs_hash().unwrap_or_else(|| one.elements_hash());
        row.extend([
            case.size.to_string(),
            count(one.counts.all_elements()),
            one.frames.len().to_string(),
            ms(times.mean),
            format!("± {}", ms(times.deviation)),
            ms(times.min),
            ms(times.max),
            narrow.unwrap_or_default(),
            one.pairs().map_or("(set)".to_owned(), count),
        ]);
        if self.tests {
            let differences = one.differences();
            let shown = |value: Option<usize>| value.map_or(String::new(), count);
            row.push(shown(differences.map(|differences| differences.missed)));
            row.push(shown(differences.map(|differences| differences.false_pairs)));
        }
        row.extend([bytes(one.most_bytes()), format!("{hash:016x}")]);
        row
    }
}

/// A number of bytes with a unit that suits it.
pub fn bytes(bytes: u64) -> String {
    match bytes as f64 {
        b if b < 1024.0 * 1024.0 => format!("{:.0} KiB", b / 1024.0),
        b if b < 1e3 * 1024.0 * 1024.0 => format!("{:.1} MiB", b / (1024.0 * 1024.0)),
        b => format!("{:.2} GiB", b / (1024.0 * 1024.0 * 1024.0)),
    }
}
