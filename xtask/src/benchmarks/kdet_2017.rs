//! kDet (2017), table 1: times of the hierarchical grid on its scenes, on a GTX 1080, and their `k`.

use super::bench_command::{Bench, TIME};
use super::markdown::{MarkdownTable, count, ms};
use super::page::Section;
use jostle::Scene;
use jostle::freeness::Certificate;
use jostle_scenes::{SceneOptions, find};

pub const SECTIONS: &[&str] = &["kdet-2017-table-1"];
pub const K_SECTIONS: &[&str] = &["kdet-2017-k"];

/// The paper's scene and ours.
pub const SCENES: [(&str, &str, &[Row]); 7] = [
    ("Dragon", "exploding", &[Row(252, 8.4, 7.8, 8.3, 1.0, 9.3)]),
    ("Whirling cloth", "whirling-cloth", &[Row(92, 6.6, 3.4, 5.2, 0.2, 6.1)]),
    ("N-body", "n-body", &[Row(146, 9.7, 4.4, 4.1, 0.3, 4.4)]),
    ("Funnel", "funnel", &[Row(18, 9.5, 6.7, 1.6, 0.1, 1.7)]),
    (
        "Chair",
        "chair",
        &[
            Row(40, 19.0, 10.7, 4.6, 0.1, 4.7),
            Row(90, 20.6, 12.3, 10.0, 0.2, 10.2),
            Row(130, 21.3, 11.8, 14.3, 0.3, 14.6),
        ],
    ),
    (
        "Breaking Buddha",
        "breaking",
        &[
            Row(38, 16.8, 8.3, 4.9, 0.2, 5.1),
            Row(68, 16.8, 8.3, 6.2, 0.2, 6.3),
            Row(100, 13.3, 8.3, 7.6, 0.3, 7.9),
            Row(120, 13.3, 8.3, 11.8, 0.4, 12.2),
        ],
    ),
    (
        "Cloth on Buddha",
        "cloth-on-body",
        &[
            Row(20, 11.6, 8.3, 1.8, 0.1, 1.9),
            Row(40, 11.1, 8.0, 2.5, 0.1, 2.6),
            Row(90, 10.0, 7.9, 4.4, 0.2, 4.6),
            Row(200, 8.3, 7.6, 7.7, 0.5, 8.2),
            Row(250, 8.2, 7.5, 9.2, 0.5, 9.7),
        ],
    ),
];

/// Thousands of polygons, mean `k`, height, and milliseconds: detection, update, total.
pub struct Row(pub usize, f64, f64, f64, f64, pub f64);

pub fn measure(bench: &Bench) -> Result<Vec<Section>, String> {
    let mut rows = MarkdownTable::new(
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
        let elements = |row: &Row| bench.elements(1_000 * row.0).to_string();
        let list: Vec<String> = sizes.iter().map(elements).collect();
        let run = bench.run(&format!(
            "{scene} --elements {} -s yes -c kdet,kdet-clusters {}",
            list.join(","),
            bench.effort()
        ))?;
        for (row, elements) in sizes.iter().zip(&list) {
            let &Row(polygons, _, height, detection, update, total) = row;
            let resolution = format!("~{elements}");
            let table = |method: &str| {
                run.find(&[("resolution", resolution.as_str()), ("algorithm", method)])
            };
            let (kdet, clusters) = (table("kdet")?, table("kdet-clusters")?);
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

/// The `k` of the scenes: means over the elements of all bodies, each by itself, in the first, the
/// middle and the last frame.
pub fn measure_k(bench: &Bench) -> Result<Vec<Section>, String> {
    let mut rows = MarkdownTable::new(
        1,
        &[
            "scene (theirs: ours)",
            "polygons",
            "k",
            "ours: elements",
            "mean k within d/4",
            "mean k within d/2",
            "largest k within d/2",
        ],
    );
    for (paper, scene, sizes) in SCENES {
        for &Row(polygons, k, ..) in sizes {
            let definition = find(scene).map_err(|error| error.to_string())?;
            let options = SceneOptions::with_elements(bench.elements(1_000 * polygons));
            let mut animated = definition.build(&options).map_err(|error| error.to_string())?;
            let mut sums = CertificateSums::default();
            for frame in [0, definition.frames / 2, definition.frames - 1] {
                sums.add(animated.set_frame(frame).map_err(|error| error.to_string())?)?;
            }
            rows.add([
                format!("{paper}: {scene}"),
                format!("{polygons}k"),
                format!("{k:.1}"),
                count(sums.elements / 3.0),
                format!("{:.1}", sums.printed / sums.elements),
                format!("{:.1}", sums.half / sums.elements),
                sums.most.to_string(),
            ]);
        }
    }
    let command = "cargo run --release -p xtask -- benchmarks --only kdet-2017-k".to_owned();
    Ok(vec![Section { name: K_SECTIONS[0], rows, commands: vec![command] }])
}

/// Sums of `k` over all elements of some frames.
#[derive(Default)]
struct CertificateSums {
    elements: f64,
    printed: f64,
    half: f64,
    most: u32,
}

impl CertificateSums {
    fn add(&mut self, scene: &Scene) -> Result<(), String> {
        for object in scene.object_ids() {
            let mesh = scene.mesh(object).map_err(|error| error.to_string())?;
            let certificate = Certificate::from_mesh(&mesh).map_err(|error| error.to_string())?;
            let elements = certificate.elements() as f64;
            self.elements += elements;
            self.printed += certificate.k_printed_mean() * elements;
            self.half += certificate.k_mean() * elements;
            self.most = self.most.max(certificate.k());
        }
        Ok(())
    }
}
