//! `--picture` and `--animation`: what the scenes look like, and what collides in them.

use super::args::BenchArgs;
use super::bench_scene::{BenchFrames, BenchScene};
use super::case::Case;
use super::html::ScenePicture;
use super::measurement::Measurement;
use crate::error::Error;
use crate::format::count;
use crate::frame_numbers::frame_numbers;
use crate::progress::progress;
use jostle::collide::baselines::Baseline;
use jostle::geometry::Aabb;
use jostle::{Query, Scene, Workspace};
use jostle_picture::{Animation, Image, Paint, Picture, Size, Zoom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Frames a second of an animation of all frames; one of fewer frames takes as long.
const FRAMES_PER_SECOND: f64 = 25.0;

/// Pixels of pictures on pages.
const REPORT_SIZE: [u32; 2] = [680, 420];

/// Draws what was asked for, and tells which files there are now. Nothing is measured yet, so that a
/// name that cannot be written costs no time.
pub fn draw(args: &BenchArgs, cases: &[Case]) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    if args.picture.picture.is_none() && args.animation.is_none() {
        return Ok(files);
    }
    let drawn = distinct_pictures(cases);
    for case in &drawn {
        let mut drawing = SceneDrawing::new(args, case)?;
        if let Some(path) = &args.picture.picture {
            let path = file_name(path, case, &drawn);
            drawing.picture(args)?.write_png(&path)?;
            files.push(path);
        }
        if let Some(path) = &args.animation {
            let path = file_name(path, case, &drawn);
            drawing.animation(&path)?;
            files.push(path);
        }
    }
    Ok(files)
}

/// A picture of each scene for a page: of the frame with the most elements that collide.
pub fn for_report(
    args: &BenchArgs,
    measurements: &[Measurement],
) -> Result<Vec<ScenePicture>, Error> {
    let mut pictures: Vec<ScenePicture> = Vec::new();
    for one in measurements {
        let scene = one.case.scene.name.clone();
        if pictures.iter().any(|picture| picture.scene == scene) {
            continue;
        }
        // The first of those with as many.
        let busiest = one.frames.iter().rev().max_by_key(|frame| frame.answer.colliding);
        let Some(frame) = busiest else { continue };
        let mut drawing = SceneDrawing::new(args, &one.case)?;
        let [width, height] = REPORT_SIZE;
        let picture = args.picture.style.picture().size(Size::new(width, height)?);
        let png = drawing.image(frame.number, picture)?.to_png();
        let caption = match frame.answer.colliding {
            0 => format!("Frame {}: nothing collides.", frame.number),
            colliding => format!(
                "Frame {}, in which the most elements collide: {}. Red is where they do, and is seen \
                 through what hides it.",
                frame.number,
                count(colliding)
            ),
        };
        pictures.push(ScenePicture { scene, png, caption });
    }
    Ok(pictures)
}

/// Cases whose pictures differ: all methods have the same answer.
fn distinct_pictures(cases: &[Case]) -> Vec<&Case> {
    let mut distinct: Vec<&Case> = Vec::new();
    for case in cases {
        if !distinct.iter().any(|other| picture_key(other) == picture_key(case)) {
            distinct.push(case);
        }
    }
    distinct
}

fn picture_key(case: &Case) -> String {
    let (test, has_self_collision) = (case.test.name(), case.has_self_collision.name());
    format!("{} {} {test} {has_self_collision}", case.scene.name, case.size)
}

/// The name of a file, with what differs between those that are drawn.
fn file_name(path: &Path, case: &Case, drawn: &[&Case]) -> PathBuf {
    let words: [fn(&Case) -> String; 4] = [
        |case| case.scene.name.clone(),
        |case| case.size.to_string().replace('~', ""),
        |case| case.test.name().to_owned(),
        |case| format!("self-{}", case.has_self_collision.name()),
    ];
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    for word in words {
        if drawn.iter().any(|other| word(other) != word(case)) {
            name.push(format!("-{}", word(case)));
        }
    }
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

/// A scene, and what is needed to draw its frames.
struct SceneDrawing<'a> {
    args: &'a BenchArgs,
    scene: Arc<BenchScene>,
    animated: BenchFrames,
    /// The frames that are measured.
    frames: Vec<usize>,
    query: Query,
    workspace: Workspace,
}

impl<'a> SceneDrawing<'a> {
    fn new(args: &'a BenchArgs, case: &Case) -> Result<SceneDrawing<'a>, Error> {
        Ok(SceneDrawing {
            args,
            scene: case.scene.clone(),
            animated: case.scene.build(&case.scene_options())?,
            frames: frame_numbers(case.scene.frames, args.frames.map(usize::from)),
            // The fastest method, since all have the same answer.
            query: Query::all_pairs()
                .baseline(Baseline { test: case.test, ..Baseline::default() })
                .containment(false),
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
            let scene = self.animated.set_frame(frame)?;
            if self.workspace.collide(scene, &self.query)?.any() {
                return Ok(frame);
            }
        }
        Ok(self.frames[self.frames.len() / 2])
    }

    /// All frames, from a camera that stands still: all of them fit, or what collides in any of them.
    fn animation(&mut self, path: &Path) -> Result<(), Error> {
        let share = self.frames.len() as f64 / self.scene.frames as f64;
        let mut animation = Animation::create(path, FRAMES_PER_SECOND * share)?;
        let picture = self.still_picture()?;
        let progress = progress("drawing", self.frames.len() as u64);
        progress.set_message(self.scene.name.clone());
        for frame in self.frames.clone() {
            animation.add(&self.image(frame, picture.clone())?)?;
            progress.inc(1);
        }
        progress.finish_and_clear();
        Ok(animation.finish()?)
    }

    fn still_picture(&mut self) -> Result<Picture, Error> {
        let style = &self.args.picture.style;
        let (mut whole, mut marked) = (Aabb::EMPTY, Aabb::EMPTY);
        for &frame in &self.frames {
            let scene = self.animated.set_frame(frame)?;
            whole = whole.union(scene.element_bounds());
            if style.zoom() == Zoom::Collisions {
                let collisions = self.workspace.collide(scene, &self.query)?;
                marked = marked.union(Paint::collisions(scene, collisions).marked_bounds(scene));
            }
        }
        let frame = style.zoom().frame(whole, marked).unwrap_or(whole);
        Ok(style.picture().frame_within(frame, whole))
    }

    fn image(&mut self, frame: usize, picture: Picture) -> Result<Image, Error> {
        let caption = format!("{}, frame {frame} of {}", self.scene.name, self.scene.frames);
        let scene: &Scene = self.animated.set_frame(frame)?;
        let collisions = self.workspace.collide(scene, &self.query)?;
        let paint = self.args.picture.style.paint(scene, collisions);
        Ok(picture.caption(caption).draw(scene, &paint)?)
    }
}
