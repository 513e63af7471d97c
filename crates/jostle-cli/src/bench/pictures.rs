//! `--picture` and `--animation`: what the scenes look like, and what collides in them.

use super::args::BenchArgs;
use super::case::Case;
use super::measure::frame_numbers;
use crate::error::Error;
use crate::load::progress;
use jostle::geometry::Aabb;
use jostle::{Query, Scene, Workspace};
use jostle_picture::{Animation, Image, Picture};
use jostle_scenes::Playing;
use std::path::{Path, PathBuf};

/// Frames a second of an animation of all frames; one of fewer frames takes as long.
const FRAMES_PER_SECOND: f64 = 25.0;

/// Draws what was asked for, and tells which files there are now. Nothing is measured yet, so that a
/// name that cannot be written costs no time.
pub fn draw(args: &BenchArgs, cases: &[Case]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    if args.picture.picture.is_none() && args.animation.is_none() {
        return Ok(files);
    }
    let shown = shown(cases);
    for case in &shown {
        let mut show = Show::start(args, case)?;
        if let Some(path) = &args.picture.picture {
            let path = named(path, case, &shown);
            show.picture(args)?.write_png(&path)?;
            files.push(path);
        }
        if let Some(path) = &args.animation {
            let path = named(path, case, &shown);
            show.animation(&path)?;
            files.push(path);
        }
    }
    Ok(files)
}

/// Cases that look different: methods have the same answer.
fn shown(cases: &[Case]) -> Vec<&Case> {
    let mut shown: Vec<&Case> = Vec::new();
    for case in cases {
        if !shown.iter().any(|other| look(other) == look(case)) {
            shown.push(case);
        }
    }
    shown
}

fn look(case: &Case) -> String {
    let (test, has_self_collision) = (case.test.name(), case.has_self_collision.name());
    format!("{} {} {test} {has_self_collision}", case.entry.name, case.fineness)
}

/// The name of a file, with what differs between those that are drawn.
fn named(path: &Path, case: &Case, shown: &[&Case]) -> PathBuf {
    let words: [fn(&Case) -> String; 4] = [
        |case| case.entry.name.to_owned(),
        |case| case.fineness.to_string().replace('~', ""),
        |case| case.test.name().to_owned(),
        |case| format!("self-{}", case.has_self_collision.name()),
    ];
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    for word in words {
        if shown.iter().any(|other| word(other) != word(case)) {
            name.push(format!("-{}", word(case)));
        }
    }
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// A scene being drawn.
struct Show<'a> {
    args: &'a BenchArgs,
    playing: Playing,
    /// The frames that are played.
    frames: Vec<usize>,
    query: Query,
    workspace: Workspace,
}

impl<'a> Show<'a> {
    fn start(args: &'a BenchArgs, case: &Case) -> Result<Show<'a>, Error> {
        Ok(Show {
            args,
            playing: case.entry.start(&case.setting())?,
            frames: frame_numbers(case.entry.frames, args.frames.map(usize::from)),
            // The fastest method, since all have the same answer.
            query: Query::all_pairs().test(case.test).containment(false),
            workspace: Workspace::new(),
        })
    }

    /// The frame asked for, filling the picture.
    fn picture(&mut self, args: &BenchArgs) -> Result<Image, Error> {
        let frame = match args.frame {
            Some(frame) => frame,
            None => self.first_colliding()?,
        };
        self.image(frame, args.picture.style.picture())
    }

    /// The first frame in which something collides, or else the middle one.
    fn first_colliding(&mut self) -> Result<usize, Error> {
        for &frame in &self.frames {
            let scene = self.playing.show(frame)?;
            if self.workspace.collide(scene, &self.query)?.any() {
                return Ok(frame);
            }
        }
        Ok(self.frames[self.frames.len() / 2])
    }

    /// All frames, seen from where all of them fit.
    fn animation(&mut self, path: &Path) -> Result<(), Error> {
        let entry = self.playing.entry();
        let share = self.frames.len() as f64 / entry.frames as f64;
        let mut animation = Animation::create(path, FRAMES_PER_SECOND * share)?;
        let mut room = Aabb::EMPTY;
        for &frame in &self.frames {
            room = room.union(self.playing.show(frame)?.element_bounds());
        }
        let picture = self.args.picture.style.picture().frame(room);
        let progress = progress("drawing", self.frames.len() as u64);
        progress.set_message(entry.name);
        for frame in self.frames.clone() {
            animation.add(&self.image(frame, picture.clone())?)?;
            progress.inc(1);
        }
        progress.finish_and_clear();
        Ok(animation.finish()?)
    }

    fn image(&mut self, frame: usize, picture: Picture) -> Result<Image, Error> {
        let entry = self.playing.entry();
        let scene: &Scene = self.playing.show(frame)?;
        let collisions = self.workspace.collide(scene, &self.query)?;
        let paint = self.args.picture.style.paint(scene, collisions);
        let caption = format!("{}, frame {frame} of {}", entry.name, entry.frames);
        Ok(picture.caption(caption).draw(scene, &paint)?)
    }
}
