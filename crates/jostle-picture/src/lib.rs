//! Pictures and animations of scenes, by a small software renderer: no GPU, no window, the same
//! pixels on every run.
//!
//! A [`Picture`] says how to draw, a [`Paint`] what to show of each element: what collides, or a
//! value as a colour. Marked elements are seen through whatever hides them. Where elements are large on
//! the image, the curve where they meet is drawn in place of whole red faces.
//!
//! ```no_run
//! use jostle::mesh::shapes;
//! use jostle::{DVec3, Query, Scene, collide};
//! use jostle_picture::{Paint, Picture};
//!
//! let mut scene = Scene::new();
//! scene.add("left", shapes::bumpy_sphere(32, 0.3, 1))?;
//! scene.add("right", shapes::bumpy_sphere(32, 0.3, 2).translated(DVec3::X))?;
//! let collisions = collide(&scene, &Query::default())?;
//! let paint = Paint::collisions(&scene, &collisions);
//! Picture::default().draw(&scene, &paint)?.write_png("spheres.png")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Animation`] takes image after image and writes a GIF or a folder of PNG files.
#![warn(missing_docs)]
#![forbid(unsafe_code)]

mod animation;
mod colour;
mod error;
mod font;
mod gif_file;
mod ground_shadow;
mod halo;
mod hidden_marks;
mod image;
mod intersection_curve;
mod legend;
mod light;
mod occlusion;
mod paint;
mod palette;
mod picture;
mod render;
mod samples;
mod screen;
mod seen;
mod shader;
mod size;
mod surface;
mod viewpoint;
mod zoom;

pub use animation::Animation;
pub use error::Error;
pub use image::Image;
pub use jostle::raster::{Lens, Up};
pub use paint::{Features, Mark, Paint, Ramp, Values};
pub use picture::Picture;
pub use size::Size;
pub use viewpoint::Viewpoint;
pub use zoom::Zoom;
