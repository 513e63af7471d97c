//! `xtask benchmarks`: measures the tables of the papers with `jostle bench`, for docs/benchmarks.md.

mod bench_command;
mod bench_csv;
mod gpu;
mod hashing_2007;
mod kdet_2017;
mod markdown;
mod page;
mod tet_kdet_2023;

use bench_command::{Bench, Effort};
use clap::Args;
use page::Section;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct Options {
    /// Small scenes and few frames, to see that everything works.
    #[arg(long)]
    quick: bool,
    /// Put the tables into docs/benchmarks.md instead of printing them.
    #[arg(long, conflicts_with = "quick")]
    write: bool,
    /// Times that each scene is run.
    #[arg(long, default_value_t = 2)]
    runs: usize,
    /// Frames of each scene, spread evenly.
    #[arg(long, default_value_t = 12)]
    frames: usize,
    /// Only these chapters; all but 'gpu' if not given.
    #[arg(long, value_delimiter = ',', value_parser = CHAPTERS.map(|chapter| chapter.name))]
    only: Vec<String>,
}

/// Tables that are measured together.
struct Chapter {
    name: &'static str,
    /// The places of its tables in the page.
    sections: &'static [&'static str],
    measure: fn(&Bench) -> Result<Vec<Section>, String>,
}

/// The chapter that is measured only if it is named: it needs a GPU.
const GPU: Chapter = Chapter { name: "gpu", sections: gpu::SECTIONS, measure: gpu::measure };

const CHAPTERS: [Chapter; 7] = [
    GPU,
    Chapter { name: "kdet-2017", sections: kdet_2017::SECTIONS, measure: kdet_2017::measure },
    Chapter { name: "kdet-2017-k", sections: kdet_2017::K_SECTIONS, measure: kdet_2017::measure_k },
    Chapter {
        name: "options",
        sections: tet_kdet_2023::options::SECTIONS,
        measure: tet_kdet_2023::options::measure,
    },
    Chapter {
        name: "brute-force",
        sections: tet_kdet_2023::brute_force::SECTIONS,
        measure: tet_kdet_2023::brute_force::measure,
    },
    Chapter {
        name: "resolutions",
        sections: tet_kdet_2023::resolutions::SECTIONS,
        measure: tet_kdet_2023::resolutions::measure,
    },
    Chapter {
        name: "hashing-2007",
        sections: hashing_2007::SECTIONS,
        measure: hashing_2007::measure,
    },
];

pub fn run(options: &Options) -> ExitCode {
    match try_run(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("benchmarks: {error}");
            ExitCode::FAILURE
        }
    }
}

fn try_run(options: &Options) -> Result<(), String> {
    let effort = match options.quick {
        true => Effort { runs: 1, frames: 3, quick: true },
        false => Effort { runs: options.runs, frames: options.frames, quick: false },
    };
    let bench = Bench::new(root(), effort)?;
    let chosen = |chapter: &&Chapter| {
        let is_named = options.only.iter().any(|name| name == chapter.name);
        is_named || options.only.is_empty() && chapter.name != GPU.name
    };
    for chapter in CHAPTERS.iter().filter(chosen) {
        let sections = (chapter.measure)(&bench)?;
        assert!(sections.iter().map(|section| section.name).eq(chapter.sections.iter().copied()));
        for section in sections {
            let text = section.text(&bench.machine);
            match options.write {
                true => page::write(&root().join(PAGE), section.name, &text)?,
                false => println!("## {}\n\n{text}", section.name),
            }
        }
    }
    Ok(())
}

const PAGE: &str = "docs/benchmarks.md";

/// The folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_its_place_in_the_page() {
        let page = std::fs::read_to_string(root().join(PAGE)).unwrap();
        for section in CHAPTERS.iter().flat_map(|chapter| chapter.sections) {
            page::replace_section(&page, section, "").unwrap();
        }
    }
}
