//! Heidelberger (2007), sec. 4.3: optimized spatial hashing on six scenes, on a Pentium 4 of 3.2 GHz.

use super::bench_command::{Bench, TIME};
use super::markdown::{MarkdownTable, count, ms};
use super::page::Section;

pub const SECTIONS: &[&str] = &["hashing-2007-section-4.3"];

/// What the paper says of a scene, in words where there is no number.
struct Scene {
    name: &'static str,
    ours: &'static str,
    objects: usize,
    tetrahedra: usize,
    busiest: &'static str,
    last: &'static str,
    kilobytes: usize,
}

const SCENES: [Scene; 6] = [
    Scene {
        name: "Boldie",
        ours: "rain",
        objects: 97,
        tetrahedra: 2_062,
        busiest: "",
        last: "4.7 (782)",
        kilobytes: 10,
    },
    Scene {
        name: "Pitbull",
        ours: "pressed",
        objects: 2,
        tetrahedra: 19_380,
        busiest: "21.8 (270)",
        last: "16.8 (5)",
        kilobytes: 39,
    },
    Scene {
        name: "Mixed",
        ours: "mixed",
        objects: 8,
        tetrahedra: 1_939,
        busiest: "1.75 to 2.05",
        last: "(0)",
        kilobytes: 6,
    },
    Scene {
        name: "Membrane",
        ours: "stack",
        objects: 10,
        tetrahedra: 5_000,
        busiest: "",
        last: "9.9 (1,660)",
        kilobytes: 19,
    },
    Scene {
        name: "Rod",
        ours: "rod",
        objects: 1,
        tetrahedra: 2_000,
        busiest: "3.5 (283)",
        last: "2.6 (71)",
        kilobytes: 7,
    },
    Scene {
        name: "MultiRod",
        ours: "rods",
        objects: 4,
        tetrahedra: 8_000,
        busiest: "17.7 (1,411)",
        last: "13.4 (553)",
        kilobytes: 28,
    },
];

pub fn measure(bench: &Bench) -> Result<Vec<Section>, String> {
    let mut rows = MarkdownTable::new(
        1,
        &[
            "scene (theirs: ours)",
            "objects",
            "tetrahedra",
            "busiest frame",
            "last frame",
            "entries, KB",
            "ours: objects",
            "elements",
            "`uniform-hash` busiest frame",
            "last frame",
            "all buffers, KiB",
            "`kdet-clusters` busiest frame",
        ],
    );
    let mut runs = Vec::new();
    for scene in &SCENES {
        let (ours, elements) = (scene.ours, scene.tetrahedra);
        let run = bench.run(&format!(
            "{ours} --elements {elements} -c uniform-hash,kdet-clusters {}",
            if bench.effort.quick { bench.effort() } else { format!("-n {}", bench.effort.runs) }
        ))?;
        let hashed = run.find(&[("algorithm", "uniform-hash")])?;
        let clusters = run.find(&[("algorithm", "kdet-clusters")])?;
        let busiest = hashed.busiest("pairs");
        let at = |row: usize| {
            let [time, pairs] = [TIME, "pairs"].map(|name| hashed.column(name)[row]);
            format!("{} ({})", ms(time), count(pairs))
        };
        rows.add([
            format!("{}: {ours}", scene.name),
            scene.objects.to_string(),
            count(elements as f64),
            scene.busiest.to_owned(),
            scene.last.to_owned(),
            scene.kilobytes.to_string(),
            hashed.header("#bodies").to_owned(),
            count(hashed.mean("elements")),
            at(busiest),
            at(hashed.frames() - 1),
            count(hashed.most("bytes") / 1024.0),
            ms(clusters.column(TIME)[busiest]),
        ]);
        runs.push(run);
    }
    Ok(vec![Section::new(SECTIONS[0], rows, &runs.iter().collect::<Vec<_>>())])
}
