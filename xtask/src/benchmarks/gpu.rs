//! The papers' scenes on a GPU, which the papers measured on: kDet (2017), table 1, and Tetrahedral kDet
//! (2023), sec. 6.3 with self-collisions.

use super::bench_command::{Bench, Run, TIME};
use super::bench_csv::BenchTable;
use super::kdet_2017::SCENES;
use super::markdown::{MarkdownTable, count, ms};
use super::page::Section;

pub const SECTIONS: &[&str] = &["gpu-scenes", "gpu-brute-force"];

/// Scenes of tetrahedra, and what the paper has for the like of them: 170,000 to 190,000 with
/// self-collisions on an RTX 3080.
const SOLIDS: &str = "pressed dented falling";
const SOLIDS_TOTAL: &str = "23 to 26";

pub fn measure(bench: &Bench) -> Result<Vec<Section>, String> {
    Ok(vec![scenes(bench)?, brute_force(bench)?])
}

fn scenes(bench: &Bench) -> Result<Section, String> {
    let mut rows = MarkdownTable::new(
        1,
        &[
            "scene",
            "theirs, total",
            "elements",
            "on the device",
            "whole query",
            "`kdet-clusters`, all cores",
            "ratio",
            "pairs a frame",
        ],
    );
    let methods = "-c gpu-clusters,kdet-clusters";
    let mut runs = Vec::new();
    for (_, scene, sizes) in SCENES {
        let elements = sizes.iter().map(|row| bench.elements(1_000 * row.0).to_string());
        let elements: Vec<String> = elements.collect();
        let list = elements.join(",");
        let run =
            bench.run(&format!("{scene} --elements {list} -s yes {methods} {}", bench.effort()))?;
        for (row, elements) in sizes.iter().zip(&elements) {
            let resolution = format!("~{elements}");
            add(&mut rows, &run, scene, &row.5.to_string(), ("resolution", &resolution))?;
        }
        runs.push(run);
    }
    let resolution = bench.resolution(4).to_string();
    let run =
        bench.run(&format!("{SOLIDS} -r {resolution} -s yes {methods} {}", bench.effort()))?;
    for scene in SOLIDS.split(' ') {
        add(&mut rows, &run, scene, SOLIDS_TOTAL, ("scene", scene))?;
    }
    runs.push(run);
    Ok(Section::new(SECTIONS[0], rows, &runs.iter().collect::<Vec<_>>()))
}

fn add(
    rows: &mut MarkdownTable,
    run: &Run,
    scene: &str,
    theirs: &str,
    which: (&str, &str),
) -> Result<(), String> {
    let table = |method: &str| run.find(&[which, ("algorithm", method)]);
    let (gpu, cpu) = (table("gpu-clusters")?, table("kdet-clusters")?);
    rows.add([
        scene.to_owned(),
        theirs.to_owned(),
        count(gpu.mean("elements")),
        ms(gpu.mean("device_ms")),
        ms(gpu.mean(TIME)),
        ms(cpu.mean(TIME)),
        format!("{:.1}", cpu.mean(TIME) / gpu.mean(TIME)),
        count(gpu.mean("pairs")),
    ]);
    Ok(())
}

fn brute_force(bench: &Bench) -> Result<Section, String> {
    let mut rows = MarkdownTable::new(1, &["method", "elements", "on the device", "whole query"]);
    let list: Vec<String> = bench.resolutions().iter().map(ToString::to_string).collect();
    let methods = ["gpu-brute", "gpu-brute-pairs", "gpu-clusters"];
    let run = bench.run(&format!(
        "pass-through -r {} -s no -c {} --no-stages {}",
        list.join(","),
        methods.join(","),
        bench.effort()
    ))?;
    for method in methods {
        for resolution in &list {
            let table: &BenchTable =
                run.find(&[("resolution", resolution.as_str()), ("algorithm", method)])?;
            rows.add([
                format!("`{method}`"),
                count(table.mean("elements")),
                ms(table.mean("device_ms")),
                ms(table.mean(TIME)),
            ]);
        }
    }
    Ok(Section::new(SECTIONS[1], rows, &[&run]))
}
