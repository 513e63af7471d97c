//! `jostle sim`: bodies that move, step by step.

pub mod args;
mod report;

use crate::Outcome;
use crate::error::Error;
use crate::format::{count, seconds};
use crate::input::Note;
use crate::output_file::{self, is_standard_output};
use crate::progress::progress;
use crate::recorded_frames::{self, FrameDrawing};
use crate::thread_count::ThreadCount;
use args::SimArgs;
use jostle_picture::Paint;
use jostle_sim::recording::{Player, Recorder};
use jostle_sim::{SCENES, SceneFile, ShippedScene};
use report::{FrameRow, SimReport};
use std::fs::File;
use std::io::{Cursor, ErrorKind, Write};
use std::path::Path;
use std::time::Instant;

/// Frames a second that an animation has about, unless told.
const ANIMATION_RATE: f64 = 30.0;

pub fn run(args: &SimArgs) -> Result<Outcome, Error> {
    let Some(scene) = &args.scene else {
        output_file::print(&format!("\n{}\n", list()), false)?;
        return Ok(Outcome::Clear);
    };
    let threads = args.threads.map(ThreadCount::new);
    match threads {
        None => simulate(args, scene, None),
        Some(threads) => {
            let used = threads.used();
            let pool = rayon::ThreadPoolBuilder::new().num_threads(used).build();
            let pool = pool.map_err(|_| jostle::QueryError::NoThreads { threads: used })?;
            pool.install(|| simulate(args, scene, threads.note().map(Note::new)))
        }
    }
}

fn simulate(args: &SimArgs, scene: &str, note: Option<Note>) -> Result<Outcome, Error> {
    args.picture.check()?;
    recorded_frames::refuse_collisions(&args.picture.style, "jostle sim", PLAYED)?;
    let results = results(args);
    output_file::check_distinct(&results)?;
    let is_taken = output_file::check_standard_output(&results, args.json || args.csv)?;
    refuse_overwriting(scene, &results)?;
    let mut file = load(args, scene)?;
    if let Some(method) = args.method {
        file.world.set_depth_method(method.into());
    }
    let frames = args.frames.map_or(file.frames, u32::from);
    let every = every(args, file.world.settings().step);
    let mut drawing = match &args.animation {
        Some(path) => Some(FrameDrawing::create(path, every.1)?),
        None => None,
    };
    let mut recording = Recording::new(args)?;
    let mut report = SimReport::new(scene, &file, note);
    recording.record(&file)?;
    report.rows.push(FrameRow::start(&file.world));
    print_row(args, FrameRow::CSV, results.is_empty())?;
    print_row(args, &report.rows[0].csv(), results.is_empty())?;
    let began = Instant::now();
    let line = progress("simulating", u64::from(frames));
    for frame in 1..=frames {
        file.world.step()?;
        recording.record(&file)?;
        let row = FrameRow::new(frame, &file.world);
        line.set_message(format!("{scene}  {}", row.line()));
        line.inc(1);
        line.suspend(|| print_row(args, &row.csv(), results.is_empty()))?;
        report.rows.push(row);
    }
    report.seconds = began.elapsed().as_secs_f64();
    line.finish_and_clear();
    if let Some(drawing) = &mut drawing {
        let bytes = recording.memory.map_or(Vec::new(), Recorder::into_target);
        let mut player = Player::new(Cursor::new(bytes), "the recording in memory")?;
        let chosen: Vec<u32> = (0..=frames).step_by(every.0 as usize).collect();
        drawing.draw(&mut player, &chosen, &file.title, &args.picture.style, None)?;
    }
    if let Some(drawing) = drawing {
        drawing.finish()?;
    }
    let picture = args.picture.style.picture();
    args.picture.draw_with(&picture, file.world.scene(), &Paint::plain())?;
    report.written = results.iter().map(|(_, path)| path.display().to_string()).collect();
    if args.json {
        output_file::print(&format!("{:#}\n", report.json()), false)?;
    } else if !args.quiet && !args.csv {
        output_file::print(&format!("\n{}\n", report.text()), is_taken)?;
    }
    Ok(Outcome::Clear)
}

/// What to do where collisions are to be shown.
const PLAYED: &str = "record it, and use 'jostle play FILE --check'";

/// Each so manieth frame is drawn, and how many that is a second.
fn every(args: &SimArgs, step: f64) -> (u32, f64) {
    let wanted = args.every.map_or((1.0 / step / ANIMATION_RATE).round(), |own| own.get().into());
    // A scene of very short steps has more frames than anybody draws.
    let every = wanted.clamp(1.0, f64::from(u32::MAX)) as u32;
    (every, 1.0 / (step * f64::from(every)))
}

fn load(args: &SimArgs, scene: &str) -> Result<SceneFile, Error> {
    let Some(resolution) = args.resolution else { return Ok(SceneFile::open(scene)?) };
    let shipped = ShippedScene::find(scene);
    let loaded = shipped.and_then(|shipped| shipped.load_at(resolution.into()));
    match loaded {
        Some(loaded) => Ok(loaded?),
        None => {
            // A name that there is not is the first thing to say.
            SceneFile::open(scene)?;
            let remedy = "bunny-planck, buddha-armadillo and armadillos have 1 to 4; walking-dress, rod-and-sleeve and board 1 and 2";
            Err(Error::NoEffect { option: "--resolution", with: "this scene", remedy })
        }
    }
}

/// The frames as they come: to a file, and to memory if they are drawn once all are known.
struct Recording {
    file: Option<Recorder<Box<dyn Write>>>,
    memory: Option<Recorder<Vec<u8>>>,
}

impl Recording {
    fn new(args: &SimArgs) -> Result<Recording, Error> {
        let open = |path: &Path| -> Result<Recorder<Box<dyn Write>>, Error> {
            let (target, name): (Box<dyn Write>, String) = if is_standard_output(path) {
                (Box::new(std::io::stdout()), "standard output".to_owned())
            } else {
                let file = File::create(path);
                let file = file.map_err(|source| Error::Write { path: path.to_owned(), source })?;
                (Box::new(file), path.display().to_string())
            };
            Ok(Recorder::new(target, name)?)
        };
        let file = args.record.as_deref().map(open).transpose()?;
        let memory = match args.animation {
            Some(_) => Some(Recorder::new(Vec::new(), "the recording in memory")?),
            None => None,
        };
        Ok(Recording { file, memory })
    }

    fn record(&mut self, file: &SceneFile) -> Result<(), Error> {
        if let Some(recorder) = &mut self.file {
            recorder.record(file.world.scene())?;
        }
        if let Some(recorder) = &mut self.memory {
            recorder.record(file.world.scene())?;
        }
        Ok(())
    }
}

/// Prints a row of a table. Where whoever reads it has seen enough, files are still written.
fn print_row(args: &SimArgs, row: &str, is_only_result: bool) -> Result<(), Error> {
    if !args.csv {
        return Ok(());
    }
    match writeln!(std::io::stdout().lock(), "{row}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe && !is_only_result => Ok(()),
        printed => Ok(printed?),
    }
}

/// The files that results go to, each with its option.
fn results(args: &SimArgs) -> Vec<(&'static str, &Path)> {
    let named = [
        ("--record", &args.record),
        ("--picture", &args.picture.picture),
        ("--animation", &args.animation),
    ];
    named.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?))).collect()
}

/// Refuses results that would replace the scene file.
fn refuse_overwriting(scene: &str, results: &[(&'static str, &Path)]) -> Result<(), Error> {
    if ShippedScene::find(scene).is_some() {
        return Ok(());
    }
    let results: Vec<&Path> = results.iter().map(|own| own.1).collect();
    crate::input::refuse_overwriting(&[scene.into()], &results)
}

/// The scenes that ship.
fn list() -> String {
    let scenes = SCENES.map(|scene| {
        let resolutions = if scene.load_at(1).is_some() { "; resolutions 1 to 4" } else { "" };
        format!("  {}{resolutions}\n      {}\n", scene.name, scene.summary())
    });
    scenes.join("\n")
}

/// How many, how long, and how many a second.
fn rate(frames: usize, total: f64) -> String {
    let a_second = frames as f64 / total.max(f64::MIN_POSITIVE);
    format!("{} frames in {}, {a_second:.1} a second", count(frames), seconds(total))
}
