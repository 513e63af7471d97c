//! `jostle check`: what touches what.

mod demo;
mod report;
mod result_files;

use crate::Outcome;
use crate::args::CheckArgs;
use crate::backend::QueryEngine;
use crate::error::Error;
use crate::format::counted;
use crate::input_mesh::{self, InputMesh};
use jostle::{Query, Scene};
use report::CheckReport;
use std::io::Write;
use std::time::Instant;

pub fn run(args: &CheckArgs) -> Result<Outcome, Error> {
    let start = Instant::now();
    let (mut scene, notes) = if args.demo {
        (demo::scene()?, Vec::new())
    } else {
        assemble(input_mesh::read_all(&args.files, args.weld)?)?
    };
    if args.has_self_collision {
        for object in scene.object_ids() {
            scene.set_self_collision(object, true)?;
        }
    }
    let load_seconds = start.elapsed().as_secs_f64();
    let engine = args.backend.open_for(&scene)?;
    let mut report = check(scene, query(args), engine, load_seconds)?;
    report.stats = args.stats;
    report.notes.extend(notes);
    if let Some(path) = &args.pairs {
        result_files::write_pairs(path, &report)?;
    }
    if let Some(path) = &args.out {
        let lost = result_files::write_meshes(path, &report)?;
        report.notes.extend(lost);
    }
    args.picture.draw(&report.scene, &report.collisions)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", report.json())?;
    } else {
        write!(out, "\n{}\n", report.text())?;
    }
    Ok(if report.collisions.any() { Outcome::Colliding } else { Outcome::Clear })
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
fn query(args: &CheckArgs) -> Query {
    let query = match args {
        CheckArgs { first: true, .. } => Query::first_pair(),
        CheckArgs { set: true, .. } => Query::colliding_elements(),
        CheckArgs { count: true, .. } => Query::pair_count(),
        _ => Query::all_pairs(),
    };
    let query = query.broad(args.broad);
    args.threads.map_or(query.clone(), |threads| query.threads(threads.get()))
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
    let (output, stats) = (query.output(), false);
    Ok(CheckReport { scene, collisions, notes, load_seconds, query_seconds, output, stats })
}
