//! Options of pictures, which several commands share, and their drawing.

use crate::error::Error;
use crate::output_file;
use clap::{Args, ValueEnum};
use jostle::{Collisions, Scene};
use jostle_picture::{Lens, Paint, Picture, Size, Up, Viewpoint, Zoom};
use std::path::PathBuf;

/// Options of every command that shows meshes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub struct PictureArgs {
    /// Draw what was found
    #[arg(long, value_name = "FILE.png")]
    pub picture: Option<PathBuf>,
    #[command(flatten)]
    pub style: PictureStyle,
}

/// How pictures look, wherever they go; a command has a group `drawn` of the options that draw.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pictures")]
pub struct PictureStyle {
    /// Where from: front, back, left, right, top, bottom, iso, or degrees around and above and,
    /// if wanted, the distance, 1 being the one that just fits
    #[arg(
        long,
        value_name = "AZIMUTH,ELEVATION[,DISTANCE]",
        allow_hyphen_values = true,
        requires = "drawn"
    )]
    pub camera: Option<Viewpoint>,
    /// Whether rays meet in the eye or are parallel
    #[arg(long, value_name = "NAME", default_value = "perspective", requires = "drawn")]
    pub projection: ProjectionName,
    /// Pixels
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value_t, requires = "drawn")]
    pub size: Size,
    /// Which axis points up
    #[arg(long, value_name = "AXIS", default_value = "z", requires = "drawn")]
    pub up: UpName,
    /// What the camera frames: all of the scene, or what collides in it, if anything does
    #[arg(long, value_name = "WHAT", default_value = "scene", requires = "drawn")]
    pub zoom: ZoomName,
    /// What the colours show: which elements collide, or in how many pairs each is
    #[arg(long, value_name = "WHAT", default_value = "colliding", requires = "drawn")]
    pub colour: ColourName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProjectionName {
    Perspective,
    Orthographic,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum UpName {
    Y,
    Z,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ZoomName {
    Scene,
    Collisions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColourName {
    Colliding,
    Pairs,
}

impl PictureArgs {
    /// Draws the picture, if one was asked for.
    pub fn draw(&self, scene: &Scene, collisions: &Collisions) -> Result<(), Error> {
        match &self.picture {
            Some(_) => {
                let paint = self.style.paint(scene, collisions);
                self.draw_with(&self.style.picture(), scene, &paint)
            }
            None => Ok(()),
        }
    }

    /// Refuses a file that a picture cannot go to, before there is one.
    pub fn check(&self) -> Result<(), Error> {
        match &self.picture {
            Some(path) if !output_file::is_standard_output(path) => {
                Ok(jostle_picture::Image::check_path(path)?)
            }
            _ => Ok(()),
        }
    }

    /// Draws a picture of what is painted, if one was asked for.
    pub fn draw_with(&self, picture: &Picture, scene: &Scene, paint: &Paint) -> Result<(), Error> {
        if let Some(path) = &self.picture {
            let image = picture.draw(scene, paint)?;
            match output_file::is_standard_output(path) {
                true => output_file::write(path, |out| out.write_all(&image.to_png()))?,
                false => image.write_png(path)?,
            }
        }
        Ok(())
    }
}

impl PictureStyle {
    /// How to draw.
    pub fn picture(&self) -> Picture {
        let lens = match self.projection {
            ProjectionName::Perspective => Lens::default(),
            ProjectionName::Orthographic => Lens::Orthographic,
        };
        let up = match self.up {
            UpName::Y => Up::Y,
            UpName::Z => Up::Z,
        };
        let viewpoint = self.camera.unwrap_or_default();
        let picture = Picture::default().size(self.size).viewpoint(viewpoint).lens(lens).up(up);
        picture.zoom(self.zoom())
    }

    /// What the camera frames.
    pub fn zoom(&self) -> Zoom {
        match self.zoom {
            ZoomName::Scene => Zoom::Scene,
            ZoomName::Collisions => Zoom::Collisions,
        }
    }

    /// What to show.
    pub fn paint(&self, scene: &Scene, collisions: &Collisions) -> Paint {
        match self.colour {
            // Without pairs there is nothing to count.
            ColourName::Pairs if !collisions.pairs().is_empty() => Paint::pairs(scene, collisions),
            _ => Paint::collisions(scene, collisions),
        }
    }
}
