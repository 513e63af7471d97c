//! `jostle play`: the frames of a recording.

pub mod args;
mod report;

use crate::Outcome;
use crate::commands::check::TestedObjects;
use crate::error::Error;
use crate::input::{self, Note};
use crate::merged_mesh;
use crate::output_file;
use crate::progress::progress;
use crate::recorded_frames::{self, FrameDrawing};
use crate::thread_count::ThreadCount;
use args::PlayArgs;
use jostle::{DVec3, ElementId, Query, Scene, Workspace};
use jostle_io::{Attribute, Values};
use jostle_picture::Paint;
use report::{FrameAnswer, FrameRow, PlayReport};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

pub fn run(args: &PlayArgs) -> Result<Outcome, Error> {
    args.picture.check()?;
    if !args.check {
        let remedy = "add --check";
        recorded_frames::refuse_collisions(
            &args.picture.style,
            "frames that are not checked",
            remedy,
        )?;
    }
    let results = results(args);
    let inputs = [args.file.clone()];
    input::refuse_overwriting(&inputs, &results.iter().map(|own| own.1).collect::<Vec<_>>())?;
    output_file::check_distinct(&results)?;
    let is_taken = output_file::check_standard_output(&results, args.json || args.csv)?;
    let mut player = recorded_frames::open(&args.file)?;
    let frames = chosen(args, player.frames())?;
    // Of an object alone there is nothing else to ask.
    let is_alone = match frames.first() {
        Some(&first) if args.check => player.frame(first)?.objects().len() == 1,
        _ => false,
    };
    player.set_self_collision((args.has_self_collision || is_alone).then_some(true));
    if let (Some(path), true) = (&args.out, frames.len() > 1)
        && output_file::is_standard_output(path)
    {
        return Err(Error::StandardOutput { what: "the meshes of several frames".to_owned() });
    }
    let query = Query::all_pairs();
    let mut drawing = match &args.animation {
        Some(path) => Some(FrameDrawing::create(path, args.rate.get().into())?),
        None => None,
    };
    let mut report = PlayReport::new(&args.file, player.frames(), args.check);
    if player.is_cut_off() {
        let text = "what follows the last whole frame is not, and was left out";
        report.notes.push(Note::about(&args.file.display().to_string(), text));
    }
    if args.csv {
        writeln!(std::io::stdout().lock(), "{}", FrameRow::CSV)?;
    }
    let mut workspace = Workspace::in_session(&ThreadCount::session(args.threads));
    let mut motion = Motion::default();
    let line = progress("playing", frames.len() as u64);
    for &frame in &frames {
        line.set_message(args.file.display().to_string());
        let scene = player.frame(frame)?;
        let mut row = FrameRow::new(frame, scene, motion.to(scene));
        if args.check {
            let tested = TestedObjects::new(scene, query.chosen_filters());
            let began = Instant::now();
            let collisions = workspace.collide(scene, &query)?;
            let seconds = began.elapsed().as_secs_f64();
            row.answer = Some(FrameAnswer::new(scene, tested, collisions, seconds));
        }
        if let Some(path) = &args.out {
            let path = numbered(path, frame, &frames);
            let lost = merged_mesh::write(&path, scene, |elements| attributes(scene, elements))?;
            if frame == frames[0] {
                report.notes.extend(lost.into_iter().map(Note::new));
            }
            report.written.push(path.display().to_string());
        }
        if args.csv {
            line.suspend(|| writeln!(std::io::stdout().lock(), "{}", row.csv()))?;
        }
        report.rows.push(row);
        line.inc(1);
    }
    line.finish_and_clear();
    let style = &args.picture.style;
    if let Some(drawing) = &mut drawing {
        let title = args.file.file_name().unwrap_or_default().to_string_lossy();
        drawing.draw(&mut player, &frames, &title, style, args.check.then_some(&query))?;
    }
    if let Some(drawing) = drawing {
        drawing.finish()?;
    }
    if args.picture.picture.is_some() {
        let scene = player.frame(frames[frames.len() - 1])?;
        let paint = match args.check {
            true => style.paint(scene, workspace.collide(scene, &query)?),
            false => Paint::plain(),
        };
        args.picture.draw_with(&style.picture(), scene, &paint)?;
    }
    for path in [&args.animation, &args.picture.picture].into_iter().flatten() {
        report.written.push(path.display().to_string());
    }
    report
        .notes
        .extend(args.threads.map(ThreadCount::new).and_then(ThreadCount::note).map(Note::new));
    if args.json {
        output_file::print(&format!("{:#}\n", report.json()), false)?;
    } else if args.csv {
        input::notes::warn(&report.notes);
    } else if !args.quiet {
        output_file::print(&format!("\n{}\n", report.text()), is_taken)?;
    }
    Ok(report.outcome())
}

/// The frames that are asked for; one that there is not is refused.
fn chosen(args: &PlayArgs, frames: u32) -> Result<Vec<u32>, Error> {
    let range = args.frame.clone().unwrap_or(0..=frames - 1);
    if let Some(&frame) = [range.start(), range.end()].into_iter().find(|own| **own >= frames) {
        let file = args.file.display().to_string();
        return Err(
            jostle_sim::recording::RecordingError::NoSuchFrame { file, frame, frames }.into()
        );
    }
    Ok(range.step_by(args.every.get() as usize).collect())
}

/// How far vertices move from frame to frame.
#[derive(Default)]
struct Motion {
    before: Vec<DVec3>,
}

impl Motion {
    /// The longest way of a vertex since the frame before; none of the first, and where there are other vertices.
    fn to(&mut self, scene: &Scene) -> Option<f64> {
        let now = scene.vertices();
        let has_before = !self.before.is_empty() && self.before.len() == now.len();
        let ways = self.before.iter().zip(now).map(|(before, now)| before.distance(*now));
        let moved = has_before.then(|| ways.fold(0.0, f64::max));
        self.before.clear();
        self.before.extend_from_slice(now);
        moved
    }
}

/// The name of a frame's file: with its number if there are several, of as many digits as the last one's.
fn numbered(path: &Path, frame: u32, frames: &[u32]) -> PathBuf {
    if frames.len() == 1 {
        return path.to_owned();
    }
    let digits = frames[frames.len() - 1].to_string().len();
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("_{frame:0digits$}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// The object of each element, and its number there.
fn attributes(scene: &Scene, elements: &[usize]) -> Vec<Attribute> {
    let located = elements.iter().map(|&element| {
        let object = scene.owner(ElementId::new(element));
        let first = scene.objects()[object.index()].elements().start;
        (object.index() as u32, (element - first) as u32)
    });
    let (objects, numbers) = located.unzip();
    vec![
        Attribute::new("object", Values::U32(objects)),
        Attribute::new("element", Values::U32(numbers)),
    ]
}

/// The files that results go to, each with its option.
fn results(args: &PlayArgs) -> Vec<(&'static str, &Path)> {
    let named = [
        ("--out", &args.out),
        ("--picture", &args.picture.picture),
        ("--animation", &args.animation),
    ];
    named.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?))).collect()
}
