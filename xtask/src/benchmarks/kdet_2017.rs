//! kDet (2017), table 1: times of the hierarchical grid on its scenes, on a GTX 1080.

use super::bench::{Bench, TIME};
use super::page::Section;
use super::rows::{Rows, count, ms};

pub const SECTIONS: &[&str] = &["kdet-2017-table-1"];

/// The paper's scene and ours.
pub const SCENES: [(&str, &str, &[Row]); 7] = [
    ("Dragon", "exploding", &[Row(252, 7.8, 8.3, 1.0, 9.3)]),
    ("Whirling cloth", "whirling-cloth", &[Row(92, 3.4, 5.2, 0.2, 6.1)]),
    ("N-body", "n-body", &[Row(146, 4.4, 4.1, 0.3, 4.4)]),
    ("Funnel", "funnel", &[Row(18, 6.7, 1.6, 0.1, 1.7)]),
    (
        "Chair",
        "chair",
        &[
            Row(40, 10.7, 4.6, 0.1, 4.7),
            Row(90, 12.3, 10.0, 0.2, 10.2),
            Row(130, 11.8, 14.3, 0.3, 14.6),
        ],
    ),
    (
        "Breaking Buddha",
        "breaking",
        &[
            Row(38, 8.3, 4.9, 0.2, 5.1),
            Row(68, 8.3, 6.2, 0.2, 6.3),
            Row(100, 8.3, 7.6, 0.3, 7.9),
            Row(120, 8.3, 11.8, 0.4, 12.2),
        ],
    ),
    (
        "Cloth on Buddha",
        "cloth-on-body",
        &[
            Row(20, 8.3, 1.8, 0.1, 1.9),
            Row(40, 8.0, 2.5, 0.1, 2.6),
            Row(90, 7.9, 4.4, 0.2, 4.6),
            Row(200, 7.6, 7.7, 0.5, 8.2),
            Row(250, 7.5, 9.2, 0.5, 9.7),
        ],
    ),
];

/// Thousands of polygons, height, and milliseconds: detection, update, total.
pub struct Row(pub usize, f64, f64, f64, pub f64);

pub fn measure(bench: &Bench) -> Result<Vec<Section>, String> {
    let mut rows = Rows::new(
        1,
        &[
            "scene (theirs: ours)",
            "polygons",
            "height",
            "update",
            "detection",
            "total",
            "ours: elements",
            "levels",
            "update",
            "detection",
            "`kdet` total",
            "`kdet-clusters` total",
            "pairs a frame",
        ],
    );
    let mut runs = Vec::new();
    for (paper, scene, sizes) in SCENES {
        let wanted = |row: &Row| bench.elements(1_000 * row.0).to_string();
        let list: Vec<String> = sizes.iter().map(wanted).collect();
        let run = bench.run(&format!(
            "{scene} --elements {} -s yes -c kdet,kdet-clusters {}",
            list.join(","),
            bench.pace()
        ))?;
        for (row, wanted) in sizes.iter().zip(&list) {
            let &Row(polygons, height, detection, update, total) = row;
            let resolution = format!("~{wanted}");
            let of = |method: &str| {
                run.find(&[("resolution", resolution.as_str()), ("algorithm", method)])
            };
            let (kdet, clusters) = (of("kdet")?, of("kdet-clusters")?);
            let stages = |names: &[&str]| names.iter().map(|name| kdet.mean(name)).sum::<f64>();
            rows.add([
                format!("{paper}: {scene}"),
                format!("{polygons}k"),
                height.to_string(),
                update.to_string(),
                detection.to_string(),
                total.to_string(),
                count(kdet.mean("elements")),
                format!("{:.1}", kdet.mean("levels")),
                ms(stages(&["box_ms", "populate_ms"])),
                ms(stages(&["find_ms", "narrow_ms", "sort_ms"])),
                ms(kdet.mean(TIME)),
                ms(clusters.mean(TIME)),
                count(kdet.mean("pairs")),
            ]);
        }
        runs.push(run);
    }
    Ok(vec![Section::new(SECTIONS[0], rows, &runs.iter().collect::<Vec<_>>())])
}
