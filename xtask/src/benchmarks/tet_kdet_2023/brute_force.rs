//! Brute force beside the grid (fig. 6.10 and 6.11), and the grid as bodies pass through each other
//! (fig. 6.12 to 6.14).

use super::{SCENES, STAGES};
use crate::benchmarks::bench_command::{Bench, TIME};
use crate::benchmarks::markdown::{MarkdownTable, count, ms};
use crate::benchmarks::page::Section;
use jostle::ObjectId;
use jostle_scenes::{SceneOptions, find};

pub const SECTIONS: &[&str] = &[
    "tet-kdet-2023-figure-6.10",
    "tet-kdet-2023-figure-6.11",
    "tet-kdet-2023-figure-6.12",
    "tet-kdet-2023-figure-6.14",
];

pub fn measure(bench: &Bench) -> Result<Vec<Section>, String> {
    let mut sections = vec![passing_by_brute_force(bench)?, pressed_by_brute_force(bench)?];
    sections.extend(passing(bench)?);
    Ok(sections)
}

fn passing_by_brute_force(bench: &Bench) -> Result<Section, String> {
    const METHODS: [&str; 6] =
        ["kdet-clusters", "kdet", "kdet-set", "kdet-hashed-sort", "brute", "brute-pairs"];
    let run = bench.run(&format!(
        "pass-through -r {} -s no -c {} -n 1 --frames 9 --no-stages",
        bench.resolution(2),
        METHODS.join(",")
    ))?;
    let deepest = run.find(&[("algorithm", "kdet")])?.busiest("pairs");
    let at = |method: &str| -> Result<f64, String> {
        Ok(run.find(&[("algorithm", method)])?.column(TIME)[deepest])
    };
    let mut rows =
        MarkdownTable::new(1, &["method", "mean frame", "deepest frame", "against `kdet`"]);
    for method in METHODS {
        rows.add([
            format!("`{method}`"),
            ms(run.find(&[("algorithm", method)])?.mean(TIME)),
            ms(at(method)?),
            format!("{:.1}", at(method)? / at("kdet")?),
        ]);
    }
    Ok(Section::new(SECTIONS[0], rows, &[&run]))
}

fn pressed_by_brute_force(bench: &Bench) -> Result<Section, String> {
    const METHODS: [&str; 3] = ["kdet-clusters", "kdet", "brute-pairs"];
    let resolutions = bench.resolutions();
    let list: Vec<String> = resolutions.iter().map(usize::to_string).collect();
    let run = bench.run(&format!(
        "falling dented -r {} -s yes -c {} -n 1 --frames 1 --no-stages",
        list.join(","),
        METHODS.join(",")
    ))?;
    let mut rows = MarkdownTable::new(
        1,
        &[
            "scene (theirs: ours)",
            "resolution",
            "elements",
            "`kdet-clusters`",
            "`kdet`",
            "`brute-pairs`",
            "against `kdet`",
        ],
    );
    for (paper, scene) in [SCENES[2], SCENES[1]] {
        for resolution in &list {
            let mean = |method: &str, column: &str| -> Result<f64, String> {
                let key =
                    [("scene", scene), ("resolution", resolution.as_str()), ("algorithm", method)];
                Ok(run.find(&key)?.mean(column))
            };
            let time = |method: &str| mean(method, TIME);
            rows.add([
                format!("{paper}: {scene}"),
                resolution.clone(),
                count(mean("kdet", "elements")?),
                ms(time(METHODS[0])?),
                ms(time(METHODS[1])?),
                ms(time(METHODS[2])?),
                format!("{:.0}", time(METHODS[2])? / time(METHODS[1])?),
            ]);
        }
    }
    Ok(Section::new(SECTIONS[1], rows, &[&run]))
}

/// Frame by frame, and the stages of the deepest frame.
fn passing(bench: &Bench) -> Result<[Section; 2], String> {
    const METHODS: [&str; 4] = ["kdet-clusters", "kdet", "kdet-set", "kdet-hashed-sort"];
    let resolution = bench.resolution(2);
    let run = bench.run(&format!(
        "pass-through -r {resolution} -s no -c {} -n {} --frames 15",
        METHODS.join(","),
        bench.effort.runs
    ))?;
    let tables: Vec<_> = METHODS
        .iter()
        .map(|method| run.find(&[("algorithm", method)]))
        .collect::<Result<_, _>>()?;
    let mut animated = find("pass-through")
        .and_then(|definition| definition.build(&SceneOptions::with_resolution(resolution)))
        .map_err(|error| error.to_string())?;
    let mut titles = vec!["frame", "overlap of the boxes"];
    let names = METHODS.map(|method| format!("`{method}`"));
    titles.extend(names.iter().map(String::as_str));
    titles.extend(["candidates", "pairs"]);
    let mut rows = MarkdownTable::new(0, &titles);
    let kdet = tables[1];
    for (i, &frame) in kdet.column("frame").iter().enumerate() {
        let scene = animated.set_frame(frame as usize).map_err(|error| error.to_string())?;
        let bounds = |body| scene.bounds(ObjectId::new(body)).map_err(|error| error.to_string());
        let (fixed, moving) = (bounds(0)?, bounds(1)?);
        // As the paper does, along the way that the body goes.
        let shared = fixed.intersection(moving).size().x.max(0.0) / moving.size().x;
        let mut row = vec![count(frame), format!("{:.0} %", 100.0 * shared)];
        row.extend(tables.iter().map(|table| ms(table.column(TIME)[i])));
        row.extend(["candidates", "pairs"].map(|name| count(kdet.column(name)[i])));
        rows.add(row);
    }
    let deepest = kdet.busiest("pairs");
    let mut titles = vec!["method"];
    titles.extend(STAGES.map(|(title, _)| title));
    let mut stages = MarkdownTable::new(1, &titles);
    for (method, table) in METHODS.iter().zip(&tables) {
        let mut row = vec![format!("`{method}`")];
        row.extend(STAGES.map(|(_, column)| ms(table.column(column)[deepest])));
        stages.add(row);
    }
    Ok([Section::new(SECTIONS[2], rows, &[&run]), Section::new(SECTIONS[3], stages, &[&run])])
}
