//! `jostle check`: what touches what.

mod coverage;
mod demo;
mod report;
mod result_files;

use crate::Outcome;
use crate::args::{CheckArgs, ColorChoice};
use crate::backend::QueryEngine;
use crate::error::Error;
use crate::format::counted;
use crate::input_mesh::{self, InputMesh};
use crate::thread_count::ThreadCount;
use jostle::collide::QueryOutput;
use jostle::{Query, Scene};
use report::CheckReport;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub fn run(args: &CheckArgs) -> Result<Outcome, Error> {
    let start = Instant::now();
    let results = [&args.pairs, &args.out, &args.picture.picture];
    let results: Vec<&Path> = results.into_iter().flatten().map(PathBuf::as_path).collect();
    input_mesh::refuse_overwriting(&args.files, &results)?;
    let (mut scene, notes) = if args.demo {
        (demo::scene()?, Vec::new())
    } else {
        assemble(input_mesh::read_all(&args.files, args.weld)?)?
    };
    // Of one object alone there is nothing else to ask.
    if args.has_self_collision || scene.objects().len() == 1 {
        for object in scene.object_ids() {
            scene.set_self_collision(object, true)?;
        }
    }
    let load_seconds = start.elapsed().as_secs_f64();
    let engine = args.backend.open_for(&scene)?;
    let threads = args.threads.map(ThreadCount::new);
    let mut report = check(scene, query(args, threads), engine, load_seconds)?;
    report.stats = args.stats;
    report.has_colour = args.color.is_on();
    report.notes.extend(notes);
    report.notes.extend(threads.and_then(ThreadCount::note));
    if report.output == QueryOutput::AllPairs {
        let open = coverage::open_surface_notes(&report.scene, &report.collisions)?;
        report.notes.extend(open);
    }
    if let Some(path) = &args.pairs {
        result_files::write_pairs(path, &report)?;
    }
    if let Some(path) = &args.out {
        let lost = result_files::write_meshes(path, &report)?;
        report.notes.extend(lost);
    }
    args.picture.draw(&report.scene, &report.collisions)?;
    report.written = results.iter().map(|path| path.display().to_string()).collect();
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", report.json())?;
    } else if !args.quiet {
        write!(out, "\n{}\n", report.text())?;
    }
    Ok(report.outcome())
}

/// The built-in scene with some words around it. It ends well: the newcomer asked nothing.
pub fn demo() -> Result<Outcome, Error> {
    let start = Instant::now();
    let scene = demo::scene()?;
    let report =
        check(scene, Query::all_pairs(), QueryEngine::default(), start.elapsed().as_secs_f64())?;
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

fn assemble(loaded: Vec<InputMesh>) -> Result<(Scene, Vec<String>), Error> {
    let mut scene = Scene::new();
    let mut notes = Vec::new();
    for file in loaded {
        scene.add(file.name, file.mesh)?;
        notes.extend(file.notes);
    }
    Ok((scene, notes))
}

/// What the arguments ask for.
fn query(args: &CheckArgs, threads: Option<ThreadCount>) -> Query {
    let query = match args {
        CheckArgs { first: true, .. } => Query::first_pair(),
        CheckArgs { set: true, .. } => Query::colliding_elements(),
        CheckArgs { count: true, .. } => Query::pair_count(),
        _ => Query::all_pairs(),
    };
    let query = query.broad(args.broad);
    threads.map_or(query.clone(), |threads| query.threads(threads.used()))
}

fn check(
    scene: Scene,
    query: Query,
    engine: QueryEngine,
    load_seconds: f64,
) -> Result<CheckReport, Error> {
    let elements = counted(scene.element_count(), "element", "elements");
    let progress = input_mesh::spinner(format!("searching {elements}"));
    let start = Instant::now();
    let collisions = engine.answer(&scene, &query)?;
    let query_seconds = start.elapsed().as_secs_f64();
    progress.finish_and_clear();
    let fallback = collisions.statistics().fallback.as_ref();
    let notes = fallback.map(|why| format!("answered by the CPU, as {why}")).into_iter().collect();
    let output = query.output();
    let duplicates = coverage::duplicates(&scene)?;
    let (stats, written, has_colour) = (false, Vec::new(), ColorChoice::Auto.is_on());
    Ok(CheckReport {
        scene,
        collisions,
        notes,
        load_seconds,
        query_seconds,
        output,
        stats,
        duplicates,
        written,
        has_colour,
    })
}
