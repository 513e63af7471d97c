//! Frames of a recording: opening them, and drawing them from a camera that stands still.

use crate::error::Error;
use crate::input::STANDARD_STREAM;
use crate::picture::{ColourName, PictureStyle, ZoomName};
use crate::progress::progress;
use jostle::geometry::Aabb;
use jostle::{Query, Workspace};
use jostle_picture::{Animation, Paint, Zoom};
use jostle_sim::recording::Player;
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek};
use std::path::Path;

/// What frames are read from.
pub trait Source: Read + Seek {}

impl<T: Read + Seek> Source for T {}

/// Opens a recording, or reads it from standard input. One without a whole frame is refused.
pub fn open(path: &Path) -> Result<Player<Box<dyn Source>>, Error> {
    let name = path.display().to_string();
    let source: Box<dyn Source> = if path == Path::new(STANDARD_STREAM) {
        let mut content = Vec::new();
        std::io::stdin().read_to_end(&mut content).map_err(Error::StandardInput)?;
        Box::new(Cursor::new(content))
    } else {
        let file = File::open(path).and_then(|file| match file.metadata()?.is_dir() {
            true => Err(std::io::Error::other("the path names a folder")),
            false => Ok(file),
        });
        let file = file.map_err(|source| Error::ReadTable { file: name.clone(), source })?;
        Box::new(BufReader::new(file))
    };
    let player = Player::new(source, name.clone())?;
    match player.frames() {
        0 => Err(Error::NoFrames { file: name }),
        _ => Ok(player),
    }
}

/// Refuses options that show collisions where none are searched for.
pub fn refuse_collisions(
    style: &PictureStyle,
    with: &'static str,
    remedy: &'static str,
) -> Result<(), Error> {
    let option = match style {
        PictureStyle { zoom: ZoomName::Collisions, .. } => "--zoom collisions",
        PictureStyle { colour: ColourName::Pairs, .. } => "--colour pairs",
        _ => return Ok(()),
    };
    Err(Error::NoEffect { option, with, remedy })
}

/// An animation of recorded frames; a name that it cannot have is refused before there is anything to draw.
pub struct FrameDrawing(Animation);

impl FrameDrawing {
    /// A file or a folder, which shows so many frames a second.
    pub fn create(path: &Path, frames_per_second: f64) -> Result<FrameDrawing, Error> {
        Ok(FrameDrawing(Animation::create(path, frames_per_second)?))
    }

    /// Draws frames, from where all of them fit, or all that collides in them. With a query, what collides is shown.
    pub fn draw<R: Read + Seek>(
        &mut self,
        player: &mut Player<R>,
        frames: &[u32],
        title: &str,
        style: &PictureStyle,
        query: Option<&Query>,
    ) -> Result<(), Error> {
        let mut workspace = Workspace::new();
        let (mut whole, mut marked) = (Aabb::EMPTY, Aabb::EMPTY);
        let line = progress("framing", frames.len() as u64);
        for &frame in frames {
            let scene = player.frame(frame)?;
            whole = whole.union(scene.element_bounds());
            if let (Some(query), Zoom::Collisions) = (query, style.zoom()) {
                let collisions = workspace.collide(scene, query)?;
                marked = marked.union(Paint::collisions(scene, collisions).marked_bounds(scene));
            }
            line.inc(1);
        }
        line.finish_and_clear();
        let frame = style.zoom().frame(whole, marked).unwrap_or(whole);
        let picture = style.picture().frame_within(frame, whole);
        let last = player.frames() - 1;
        let line = progress("drawing", frames.len() as u64);
        for &frame in frames {
            let scene = player.frame(frame)?;
            let paint = match query {
                Some(query) => style.paint(scene, workspace.collide(scene, query)?),
                None => Paint::plain(),
            };
            let picture = picture.clone().caption(format!("{title}, frame {frame} of {last}"));
            self.0.add(&picture.draw(scene, &paint)?)?;
            line.inc(1);
        }
        line.finish_and_clear();
        Ok(())
    }

    pub fn finish(self) -> Result<(), Error> {
        Ok(self.0.finish()?)
    }
}
