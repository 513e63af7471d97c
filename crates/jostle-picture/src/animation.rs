//! Images in a row, as one GIF or as a folder of PNG files.

use crate::gif_file::GifFile;
use crate::{Error, Image};
use jostle_support::files::NewFile;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Writes images as frames of an animation: to a file that ends in `.gif`, or, if the name has no
/// extension, as `frame-0000.png`, `frame-0001.png` and so on to a folder.
///
/// Frames are written as they come and not kept; a file appears when it is finished, whole or not at all. Give [`Picture::frame`](crate::Picture::frame) a
/// box around all of them, or the camera follows the scene.
///
/// ```no_run
/// use jostle::geometry::Aabb;
/// use jostle::mesh::shapes;
/// use jostle::{DVec3, Query, Scene, Workspace};
/// use jostle_picture::{Animation, Paint, Picture, Size};
///
/// let mut scene = Scene::new();
/// scene.add("still", shapes::icosphere(3, 1.0))?;
/// let moving = scene.add("moving", shapes::icosphere(3, 0.5).translated(DVec3::X * -2.0))?;
/// let bounds = Aabb::from_points([DVec3::splat(-2.5), DVec3::splat(2.5)]);
/// let picture = Picture::default().size(Size::new(640, 480)?).frame(bounds);
/// let mut workspace = Workspace::new();
/// let mut animation = Animation::create("pass.gif", 25.0)?;
/// for _ in 0..40 {
///     scene.vertices_mut(moving)?.iter_mut().for_each(|v| v.x += 0.1);
///     let collisions = workspace.collide(&scene, &Query::default())?;
///     animation.add(&picture.draw(&scene, &Paint::collisions(&scene, &collisions))?)?;
/// }
/// animation.finish()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Animation {
    path: PathBuf,
    kind: Kind,
    frames: usize,
    size: Option<[u32; 2]>,
}

enum Kind {
    /// A file, and the hundredths of a second of a frame.
    Gif(GifState, u16),
    Folder,
}

enum GifState {
    /// Nobody has told the size yet.
    Created(NewFile),
    Begun(Box<GifFile<NewFile>>),
    /// Writing has failed, so there will be no file.
    Failed,
}

impl Animation {
    /// Makes the file or the folder. A GIF shows so many frames a second, from 1 to 50.
    pub fn create(path: impl AsRef<Path>, frames_per_second: f64) -> Result<Animation, Error> {
        let path = path.as_ref().to_owned();
        let extension = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
        let kind = match extension.as_deref() {
            // A name that cannot be written is refused at once.
            Some("gif") => {
                let delay = (100.0 / frames_per_second.clamp(1.0, 50.0)).round() as u16;
                NewFile::create(&path).map(|file| Kind::Gif(GifState::Created(file), delay))
            }
            None => fs::create_dir_all(&path).map(|()| Kind::Folder),
            Some(_) => {
                return Err(Error::Extension {
                    file: path.display().to_string(),
                    what: "animations",
                    extension: ".gif, and folders of PNG files none",
                });
            }
        };
        let kind = kind.map_err(|source| failed(&path, source))?;
        Ok(Animation { path, kind, frames: 0, size: None })
    }

    /// Writes the next frame; all have the size of the first.
    pub fn add(&mut self, image: &Image) -> Result<(), Error> {
        let frame = [image.width(), image.height()];
        let animation = *self.size.get_or_insert(frame);
        if animation != frame {
            return Err(Error::Frame { frame, animation });
        }
        match &mut self.kind {
            Kind::Folder => {
                image.write_png(self.path.join(format!("frame-{:04}.png", self.frames)))?;
            }
            Kind::Gif(state, delay) => {
                state.add(*delay, image).map_err(|source| failed(&self.path, source))?;
            }
        }
        self.frames += 1;
        Ok(())
    }

    /// How many frames there are.
    pub fn frames(&self) -> usize {
        self.frames
    }

    /// Writes what is left; without it there is no GIF.
    pub fn finish(self) -> Result<(), Error> {
        let finished = match self.kind {
            Kind::Gif(state, _) => state.finish(),
            Kind::Folder => Ok(()),
        };
        finished.map_err(|source| failed(&self.path, source))
    }
}

fn failed(path: &Path, source: io::Error) -> Error {
    Error::Write { file: path.display().to_string(), source }
}

impl GifState {
    fn add(&mut self, delay: u16, image: &Image) -> io::Result<()> {
        let mut file = match std::mem::replace(self, GifState::Failed) {
            GifState::Created(file) => {
                Box::new(GifFile::new(file, image.width(), image.height(), delay)?)
            }
            GifState::Begun(file) => file,
            GifState::Failed => return Err(io::Error::other("an earlier frame was not written")),
        };
        file.add(image)?;
        *self = GifState::Begun(file);
        Ok(())
    }

    /// A GIF without frames is none.
    fn finish(self) -> io::Result<()> {
        match self {
            GifState::Begun(file) => file.finish()?.finish(),
            GifState::Created(_) => Ok(()),
            GifState::Failed => Err(io::Error::other("an earlier frame was not written")),
        }
    }
}
