//! The scenes at their resolutions, with and without self-collisions (fig. 6.15 to 6.23).

use super::{NAMES, SCENES, STAGES};
use crate::benchmarks::bench_command::{Bench, Run, TIME};
use crate::benchmarks::bench_csv::BenchTable;
use crate::benchmarks::markdown::{MarkdownTable, count, mebibytes, ms, range};
use crate::benchmarks::page::Section;
use jostle_scenes::find;

pub const SECTIONS: &[&str] = &[
    "tet-kdet-2023-figure-6.15",
    "tet-kdet-2023-figure-6.17",
    "tet-kdet-2023-figure-6.20",
    "tet-kdet-2023-figure-6.21",
    "tet-kdet-2023-figure-6.22",
];

const METHODS: [&str; 3] = ["kdet-clusters", "kdet", "kdet-set"];

/// What the paper says of resolutions 1 to 4: median frames with self-collisions of kDet-Thrust and
/// of kDet-No-Pairs in milliseconds, and gigabytes of kDet-Thrust as printed and as corrected.
const PAPER: [[&str; 4]; 4] = [
    ["6 to 7", "7 to 8", "5.5", "5.3"],
    ["9 to 10", "10 to 12", "5.8", "5.5"],
    ["15 to 16", "17 to 19", "over 7", "6.0"],
    ["23 to 26", "33 to 36", "over 7", "7.0 to 7.5"],
];

/// Milliseconds of all frames of all scenes in the paper, without and with self-collisions.
const TOTALS: [(&str, &str, &str); 2] =
    [("kDet-Thrust", "2,100", "29,000"), ("kDet-No-Pairs", "2,000", "37,000")];

/// The tables of all scenes, resolutions and methods.
struct Measurements {
    run: Run,
    resolutions: Vec<usize>,
}

impl Measurements {
    fn table(
        &self,
        scene: &str,
        resolution: usize,
        has_self_collision: &str,
        method: &str,
    ) -> Result<&BenchTable, String> {
        self.run.find(&[
            ("scene", scene),
            ("resolution", &resolution.to_string()),
            ("self collisions", has_self_collision),
            ("algorithm", method),
        ])
    }

    /// A number for each scene.
    fn per_scene(
        &self,
        resolution: usize,
        has_self_collision: &str,
        method: &str,
        number: impl Fn(&BenchTable) -> f64,
    ) -> Result<Vec<f64>, String> {
        let scene_number = |(_, scene): &(&str, &str)| {
            Ok(number(self.table(scene, resolution, has_self_collision, method)?))
        };
        SCENES.iter().map(scene_number).collect()
    }
}

pub fn measure(bench: &Bench) -> Result<Vec<Section>, String> {
    let resolutions = bench.resolutions();
    let list: Vec<String> = resolutions.iter().map(usize::to_string).collect();
    let run = bench.run(&format!(
        "{NAMES} -r {} -s no,yes -c {} {}",
        list.join(","),
        METHODS.join(","),
        bench.effort()
    ))?;
    let measurements = Measurements { run, resolutions };
    Ok(vec![
        medians(&measurements)?,
        scenes(&measurements)?,
        stages(&measurements)?,
        totals(&measurements)?,
        memory(&measurements)?,
    ])
}

/// What the paper says of a resolution, if it has it.
fn paper(resolution: usize) -> [&'static str; 4] {
    resolution.checked_sub(1).and_then(|i| PAPER.get(i)).copied().unwrap_or_default()
}

fn median(table: &BenchTable) -> f64 {
    table.quantile(TIME, 0.5)
}

fn medians(measurements: &Measurements) -> Result<Section, String> {
    let mut rows = MarkdownTable::new(
        0,
        &[
            "resolution",
            "self",
            "kDet-Thrust",
            "kDet-No-Pairs",
            "ours: `kdet-clusters`",
            "`kdet`",
            "`kdet-set`",
        ],
    );
    for has_self_collision in ["no", "yes"] {
        for &resolution in &measurements.resolutions {
            let [thrust, no_pairs, ..] = paper(resolution);
            let theirs =
                if has_self_collision == "yes" { [thrust, no_pairs] } else { ["under 4.5"; 2] };
            let mut row = vec![resolution.to_string(), has_self_collision.to_owned()];
            row.extend(theirs.map(str::to_owned));
            for method in METHODS {
                row.push(range(measurements.per_scene(
                    resolution,
                    has_self_collision,
                    method,
                    median,
                )?));
            }
            rows.add(row);
        }
    }
    Ok(Section::new(SECTIONS[0], rows, &[&measurements.run]))
}

fn scenes(measurements: &Measurements) -> Result<Section, String> {
    let mut rows = MarkdownTable::new(
        1,
        &[
            "scene (theirs: ours)",
            "resolution",
            "elements",
            "without self: median",
            "most",
            "with self: least",
            "lower quartile",
            "median",
            "upper quartile",
            "most",
            "pairs a frame",
        ],
    );
    for (paper, scene) in SCENES {
        for &resolution in &measurements.resolutions {
            let without = measurements.table(scene, resolution, "no", METHODS[0])?;
            let with = measurements.table(scene, resolution, "yes", METHODS[0])?;
            let mut row = vec![
                format!("{paper}: {scene}"),
                resolution.to_string(),
                count(with.mean("elements")),
                ms(median(without)),
                ms(without.most(TIME)),
            ];
            row.extend([0.0, 0.25, 0.5, 0.75, 1.0].map(|share| ms(with.quantile(TIME, share))));
            row.push(count(with.mean("pairs")));
            rows.add(row);
        }
    }
    Ok(Section::new(SECTIONS[1], rows, &[&measurements.run]))
}

fn stages(measurements: &Measurements) -> Result<Section, String> {
    let mut titles = vec!["scene (theirs: ours)", "self"];
    titles.extend(STAGES.map(|(title, _)| title));
    let mut rows = MarkdownTable::new(2, &titles);
    let &highest = measurements.resolutions.last().ok_or("there are no resolutions")?;
    for (paper, scene) in SCENES {
        for has_self_collision in ["no", "yes"] {
            let table = measurements.table(scene, highest, has_self_collision, "kdet")?;
            let mut row = vec![format!("{paper}: {scene}"), has_self_collision.to_owned()];
            row.extend(STAGES.map(|(_, column)| ms(table.mean(column))));
            rows.add(row);
        }
    }
    Ok(Section::new(SECTIONS[2], rows, &[&measurements.run]))
}

/// Mean frames times the frames of the scenes, over all scenes and resolutions.
fn totals(measurements: &Measurements) -> Result<Section, String> {
    let total = |method: &str, has_self_collision: &str| -> Result<f64, String> {
        let mut total = 0.0;
        for (_, scene) in SCENES {
            let frames = find(scene).map_err(|error| error.to_string())?.frames;
            for &resolution in &measurements.resolutions {
                let table = measurements.table(scene, resolution, has_self_collision, method)?;
                total += table.mean(TIME) * frames as f64;
            }
        }
        Ok(total)
    };
    let mut rows =
        MarkdownTable::new(1, &["method", "without self", "with self", "with over without"]);
    for (method, without, with) in TOTALS {
        let number = |text: &str| text.replace(',', "").parse::<f64>().unwrap_or(f64::NAN);
        let ratio = format!("{:.0}", number(with) / number(without));
        rows.add([format!("theirs: {method}"), without.to_owned(), with.to_owned(), ratio]);
    }
    for method in METHODS {
        let (without, with) = (total(method, "no")?, total(method, "yes")?);
        let ratio = format!("{:.0}", with / without);
        rows.add([format!("ours: `{method}`"), ms(without), ms(with), ratio]);
    }
    Ok(Section::new(SECTIONS[3], rows, &[&measurements.run]))
}

fn memory(measurements: &Measurements) -> Result<Section, String> {
    let mut rows = MarkdownTable::new(
        0,
        &[
            "resolution",
            "kDet-Thrust, GB",
            "corrected, GB",
            "kDet-No-Pairs, GB",
            "ours: `kdet-clusters`, MiB",
            "`kdet`, MiB",
            "`kdet-set`, MiB",
        ],
    );
    for &resolution in &measurements.resolutions {
        let [.., printed, corrected] = paper(resolution);
        let mut row = vec![resolution.to_string()];
        row.extend([printed, corrected, "5.2"].map(str::to_owned));
        for method in METHODS {
            let most =
                measurements.per_scene(resolution, "yes", method, |table| table.most("bytes"))?;
            row.push(mebibytes(most.into_iter().fold(0.0, f64::max)));
        }
        rows.add(row);
    }
    Ok(Section::new(SECTIONS[4], rows, &[&measurements.run]))
}
