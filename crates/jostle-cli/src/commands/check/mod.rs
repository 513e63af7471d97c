//! `jostle check`: what touches what.

mod coverage;
mod demo;
mod report;
mod result_files;
mod sequence;

use crate::Outcome;
use crate::args::{CheckArgs, ColorChoice};
use crate::backend::{Backend, QueryEngine};
use crate::element_numbers::ElementNumbers;
use crate::error::Error;
use crate::filters;
use crate::format::counted;
use crate::input::{self, InputMeshes, InputScene, Note};
use crate::output_file;
use crate::progress::spinner;
use crate::thread_count::ThreadCount;
pub use coverage::TestedObjects;
use jostle::collide::{Broad, QueryOutput};
use jostle::{Filters, Query};
use report::CheckReport;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

pub fn run(args: &CheckArgs) -> Result<Outcome, Error> {
    if args.backend.backend == Backend::Gpu && args.broad != Broad::Auto {
        let (option, with) = ("--broad", "--backend gpu");
        return Err(Error::NoEffect { option, with, remedy: "leave one of them out" });
    }
    match args.sequence.sequence.is_empty() {
        true => run_once(args),
        false => sequence::run(args),
    }
}

fn run_once(args: &CheckArgs) -> Result<Outcome, Error> {
    let start = Instant::now();
    let results = results(args);
    let files = input::mesh_files(&args.files)?;
    input::refuse_overwriting(&files, &results.iter().map(|own| own.1).collect::<Vec<_>>())?;
    output_file::check_distinct(&results)?;
    let is_taken = output_file::check_standard_output(&results, args.json)?;
    let mut input = match args.demo {
        true => InputScene { scene: demo::scene()?, ..InputScene::default() },
        false => InputMeshes::read(&files, &args.input)?.into_scene()?,
    };
    let is_implied = files.len() == 1 && args.implies_self(input.scene.objects().len());
    if args.has_self_collision || is_implied {
        for object in input.scene.object_ids() {
            input.scene.set_self_collision(object, true)?;
        }
    }
    if args.elements {
        input.numbers = ElementNumbers::default();
    }
    let InputScene { scene, origins, .. } = &mut input;
    let filters = filters::apply(&args.filter, scene, origins, Filters::new(), true)?;
    let query = query(args, &input.numbers).filters(filters);
    let session = ThreadCount::session(args.threads);
    let load_seconds = start.elapsed().as_secs_f64();
    let mut engine = args.backend.open_for(&input.scene, &session)?;
    let mut report = check(&input, &query, args.output(), &mut engine, load_seconds)?;
    report.stats = args.stats;
    report.has_colour = args.color.is_on();
    report
        .notes
        .extend(args.threads.map(ThreadCount::new).and_then(ThreadCount::note).map(Note::new));
    report.note_what_was_not_tested()?;
    if let Some(path) = &args.pairs {
        output_file::write(path, |out| result_files::write_pairs(out, &report))?;
    }
    if let Some(path) = &args.out {
        let lost = result_files::write_meshes(path, &report)?;
        report.notes.extend(lost.into_iter().map(Note::new));
    }
    args.picture.draw(&input.scene, report.collisions)?;
    report.written = results.iter().map(|(_, path)| path.display().to_string()).collect();
    if args.json {
        output_file::print(&format!("{:#}\n", report.json()), false)?;
    } else if !args.quiet {
        output_file::print(&format!("\n{}\n", report.text()), is_taken)?;
    }
    Ok(report.outcome())
}

/// The files that results go to, each with its option.
fn results(args: &CheckArgs) -> Vec<(&'static str, &Path)> {
    let named = [
        ("--pairs", &args.pairs),
        ("--out", &args.out),
        ("--picture", &args.picture.picture),
        ("--animation", &args.sequence.animation),
    ];
    named.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?))).collect()
}

/// The built-in scene with some words around it. It ends well: the newcomer asked nothing.
pub fn demo() -> Result<Outcome, Error> {
    let start = Instant::now();
    let input = InputScene { scene: demo::scene()?, ..InputScene::default() };
    let (query, mut engine) = (Query::all_pairs(), QueryEngine::default());
    let load_seconds = start.elapsed().as_secs_f64();
    let report = check(&input, &query, query.output(), &mut engine, load_seconds)?;
    let mut out = std::io::stdout().lock();
    write!(out, "{INTRODUCTION}\n{}{NEXT}", report.text())?;
    Ok(Outcome::Clear)
}

const INTRODUCTION: &str = "
Jostle finds what touches what, exactly. This is a small scene of its own (jostle check --demo):
a sphere crossed by a knot that also crosses itself, a soft ball pressed against the sphere, and a
pebble shut inside it.
";

const NEXT: &str = "
Next:
  jostle check part.stl fixture.ply      do two meshes touch?
  jostle check shirt.obj --self          does one cross itself?
  jostle check --demo --picture demo.png what it looks like, the colliding elements in red
  jostle check --demo --out demo.ply     the same for a mesh viewer
  jostle --help                          everything else
";

impl CheckArgs {
    /// Whether one file of so many parts is tested within, without being told. Of a mesh alone there is nothing
    /// else to ask, and no part may cross itself unseen; but a clearance is between parts, as each is
    /// within any distance of itself.
    fn implies_self(&self, parts: usize) -> bool {
        let is_clearance = self.within.is_some_and(|distance| distance > 0.0);
        self.filter.is_empty() && (parts == 1 || !is_clearance)
    }

    /// How much of the answer is asked for.
    fn output(&self) -> QueryOutput {
        match self {
            CheckArgs { first: true, .. } => QueryOutput::FirstPair,
            CheckArgs { set: true, .. } => QueryOutput::CollidingElements,
            CheckArgs { count: true, .. } => QueryOutput::PairCount,
            _ => QueryOutput::AllPairs,
        }
    }
}

/// What the arguments ask for, of all objects.
///
/// Where elements of a file were split, pairs are counted by listing them.
fn query(args: &CheckArgs, numbers: &ElementNumbers) -> Query {
    let mut query = match args.output() {
        QueryOutput::PairCount if !numbers.are_plain() => Query::all_pairs(),
        QueryOutput::FirstPair => Query::first_pair(),
        QueryOutput::CollidingElements => Query::colliding_elements(),
        QueryOutput::PairCount => Query::pair_count(),
        QueryOutput::AllPairs => Query::all_pairs(),
    };
    query = query.broad(args.broad);
    args.within.map_or(query.clone(), |distance| query.within(distance))
}

/// Answers a query, of which so much is asked for.
fn check<'c>(
    input: &'c InputScene,
    query: &Query,
    output: QueryOutput,
    engine: &'c mut QueryEngine,
    load_seconds: f64,
) -> Result<CheckReport<'c>, Error> {
    let scene = &input.scene;
    let progress =
        spinner(format!("searching {}", counted(scene.element_count(), "element", "elements")));
    let start = Instant::now();
    let collisions = engine.answer(scene, query)?;
    let query_seconds = start.elapsed().as_secs_f64();
    progress.finish_and_clear();
    let fallback = collisions.statistics().fallback.as_ref();
    let fallback = fallback.map(|why| Note::new(format!("answered by the CPU, as {why}")));
    Ok(CheckReport {
        input,
        query: query.clone(),
        collisions,
        pairs: input.numbers.pairs(scene, collisions.pairs(), collisions.distances()),
        tested: TestedObjects::new(scene, query.chosen_filters()),
        duplicates: coverage::duplicates(scene, query, &input.numbers)?,
        notes: input.notes.iter().cloned().chain(fallback).collect(),
        load_seconds,
        query_seconds,
        output,
        stats: false,
        written: Vec::new(),
        has_colour: ColorChoice::Auto.is_on(),
    })
}
