//! `jostle bench`: measures methods on scenes, frame by frame.

pub mod args;
mod bench_scene;
mod case;
mod compare;
mod csv;
mod differences;
mod html;
mod list;
mod measurement;
mod methods;
mod pictures;
mod scene_size;
mod steps;
mod summary;

use crate::Outcome;
use crate::error::Error;
use crate::machine::Machine;
use crate::output_file;
use crate::progress::progress;
use args::BenchArgs;
use case::Case;
use measurement::Measurement;
use std::io::Write;

pub fn run(args: &BenchArgs) -> Result<Outcome, Error> {
    let mut out = std::io::stdout().lock();
    if args.list {
        write!(out, "\n{}\n", list::text())?;
        return Ok(Outcome::Clear);
    }
    if let [before, after] = args.compare.as_slice() {
        write!(out, "\n{}\n", compare::text(&csv::read(before)?, &csv::read(after)?))?;
        return Ok(Outcome::Clear);
    }
    if args.steps {
        write!(out, "\n{}\n", steps::text(args)?)?;
        return Ok(Outcome::Clear);
    }
    let cases = Case::all(args)?;
    let pictures = pictures::draw(args, &cases)?;
    let measurements = measure_all(cases, args)?;
    write!(out, "\n{}\n", summary::text(&measurements))?;
    if let Some(folder) = &args.destination {
        let failed = |source| Error::Write { path: folder.clone(), source };
        std::fs::create_dir_all(folder).map_err(failed)?;
        for one in &measurements {
            let path = folder.join(one.case.file_name());
            output_file::write(&path, |out| out.write_all(csv::text(one).as_bytes()))?;
            writeln!(out, "  wrote {}", path.display())?;
        }
    }
    if let Some(path) = &args.report {
        let pictures = pictures::for_report(args, &measurements)?;
        let page = html::page(&measurements, &pictures, &Machine::current());
        output_file::write(path, |out| out.write_all(page.as_bytes()))?;
        writeln!(out, "  wrote {}", path.display())?;
    }
    for path in pictures {
        writeln!(out, "  wrote {}", path.display())?;
    }
    match summary::disagreement(&measurements) {
        Some(methods) => Err(Error::Disagreement { methods }),
        None => Ok(Outcome::Clear),
    }
}

fn measure_all(cases: Vec<Case>, args: &BenchArgs) -> Result<Vec<Measurement>, Error> {
    let progress = progress("measuring", cases.len() as u64);
    let mut measurements = Vec::with_capacity(cases.len());
    let mut gpu = None;
    for case in cases {
        progress.set_message(case.title());
        measurements.push(measurement::measure(case, args, &mut gpu)?);
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(measurements)
}
