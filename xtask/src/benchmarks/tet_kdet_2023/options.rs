//! Tetrahedral kDet (2023): hash functions (fig. 6.7) and intersection tests (fig. 6.8).

use super::{NAMES, SCENES};
use crate::benchmarks::bench_command::{Bench, Run, TIME};
use crate::benchmarks::markdown::{MarkdownTable, count, ms};
use crate::benchmarks::page::Section;

pub const SECTIONS: &[&str] = &["tet-kdet-2023-figure-6.7", "tet-kdet-2023-figure-6.8"];

const HASHES: [&str; 5] = ["djb2", "fnv-1a", "morton", "simple", "xor-primes"];
const TESTS: [&str; 3] = ["exact", "sat", "sat-no-edges"];

pub fn measure(bench: &Bench) -> Result<Vec<Section>, String> {
    Ok(vec![hashes(bench)?, tests(bench)?])
}

fn hashes(bench: &Bench) -> Result<Section, String> {
    let run = bench.run(&format!(
        "{NAMES} -r {} -s no,yes -c kdet-hashed -H all --no-stages -n 1 --frames {}",
        bench.resolution(4),
        bench.effort.frames.div_ceil(2)
    ))?;
    let total = |hash: &str, has_self_collision: &str| -> Result<f64, String> {
        let mean = |(_, scene): &(&str, &str)| {
            let key = [
                ("scene", *scene),
                ("hashing algorithm", hash),
                ("self collisions", has_self_collision),
            ];
            Ok(run.find(&key)?.mean(TIME))
        };
        SCENES.iter().map(mean).sum()
    };
    let mut rows =
        MarkdownTable::new(1, &["hash function", "without self", "with self", "against `djb2`"]);
    for hash in HASHES {
        let (without, with) = (total(hash, "no")?, total(hash, "yes")?);
        let ratio = format!("{:.2}", with / total("djb2", "yes")?);
        rows.add([format!("`{hash}`"), ms(without), ms(with), ratio]);
    }
    Ok(Section::new(SECTIONS[0], rows, &[&run]))
}

fn tests(bench: &Bench) -> Result<Section, String> {
    let run = |scenes: &str, resolution: usize| {
        bench.run(&format!(
            "{scenes} -r {} -s no -c kdet -o all {}",
            bench.resolution(resolution),
            bench.effort()
        ))
    };
    let (pressed, passing) = (run(NAMES, 4)?, run("pass-through", 2)?);
    let mut rows = MarkdownTable::new(
        1,
        &[
            "scene (theirs: ours)",
            "narrow: `exact`",
            "`sat`",
            "`sat-no-edges`",
            "pairs: `exact`",
            "`sat`",
            "`sat-no-edges`",
            "more than `sat`",
        ],
    );
    let mut add = |run: &Run, paper: &str, scene: &str| -> Result<(), String> {
        let mean = |test: &&str, column: &str| -> Result<f64, String> {
            Ok(run.find(&[("scene", scene), ("overlap test", test)])?.mean(column))
        };
        let narrow: Vec<f64> =
            TESTS.iter().map(|test| mean(test, "narrow_ms")).collect::<Result<_, _>>()?;
        let pairs: Vec<f64> =
            TESTS.iter().map(|test| mean(test, "pairs")).collect::<Result<_, _>>()?;
        let more = format!("{:.0} %", 100.0 * (pairs[2] / pairs[1] - 1.0));
        let mut row = vec![format!("{paper}: {scene}")];
        row.extend(narrow.into_iter().map(ms));
        row.extend(pairs.into_iter().map(count));
        row.push(more);
        rows.add(row);
        Ok(())
    };
    for (paper, scene) in SCENES {
        add(&pressed, paper, scene)?;
    }
    add(&passing, "Pass Through Armadillos", "pass-through")?;
    Ok(Section::new(SECTIONS[1], rows, &[&pressed, &passing]))
}
