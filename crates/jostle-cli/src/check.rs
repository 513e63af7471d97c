//! `jostle check`: what touches what.

use crate::args::CheckArgs;
use crate::backend;
use crate::error::Error;
use crate::load::{self, Loaded};
use crate::report::Checked;
use crate::text::counted;
use crate::{Outcome, demo, outputs};
use jostle::{Query, Scene};
use jostle_gpu::GpuEngine;
use std::io::Write;
use std::time::Instant;

pub fn run(args: &CheckArgs) -> Result<Outcome, Error> {
    let start = Instant::now();
    let (mut scene, notes) = if args.demo {
        (demo::scene()?, Vec::new())
    } else {
        assemble(load::load(&args.files, args.weld)?)?
    };
    if args.has_self_collision {
        for object in 0..scene.objects().len() {
            scene.set_self_collision(object, true)?;
        }
    }
    let load_seconds = start.elapsed().as_secs_f64();
    let gpu = args.backend.open_for(&scene)?;
    let mut checked = check(scene, query(args), gpu, load_seconds)?;
    checked.stats = args.stats;
    checked.notes.extend(notes);
    if let Some(path) = &args.pairs {
        outputs::write_pairs(path, &checked)?;
    }
    if let Some(path) = &args.out {
        let lost = outputs::write_meshes(path, &checked)?;
        checked.notes.extend(lost);
    }
    args.picture.draw(&checked.scene, &checked.collisions)?;
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", checked.json())?;
    } else {
        write!(out, "\n{}\n", checked.text())?;
    }
    Ok(if checked.collisions.any() { Outcome::Colliding } else { Outcome::Clear })
}

/// The built-in scene with some words around it. It ends well: the newcomer asked nothing.
pub fn demo() -> Result<Outcome, Error> {
    let start = Instant::now();
    let scene = demo::scene()?;
    let checked = check(scene, Query::all_pairs(), None, start.elapsed().as_secs_f64())?;
    let mut out = std::io::stdout().lock();
    write!(out, "{INTRODUCTION}\n{}{NEXT}", checked.text())?;
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

fn assemble(loaded: Vec<Loaded>) -> Result<(Scene, Vec<String>), Error> {
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
    mut gpu: Option<GpuEngine>,
    load_seconds: f64,
) -> Result<Checked, Error> {
    let elements = counted(scene.element_count(), "element", "elements");
    let progress = load::spinner(format!("searching {elements}"));
    let start = Instant::now();
    let collisions = backend::answer(&mut gpu, &scene, &query)?;
    let query_seconds = start.elapsed().as_secs_f64();
    progress.finish_and_clear();
    let (notes, mode, stats) = (Vec::new(), query.mode(), false);
    Ok(Checked { scene, collisions, notes, load_seconds, query_seconds, mode, stats })
}
