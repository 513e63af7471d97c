//! Volumes by layered depth images: what objects share, alone and together, at a resolution.
//!
//! A [`LayeredImage`] lists, for each pixel of a region, where the line through its middle enters and leaves
//! objects. From one image follow the volume that objects share ([`LayeredImage::intersection`],
//! [`LayeredImage::pair_overlaps`]), how far one overlaps itself ([`LayeredImage::self_intersection`]), which
//! vertices are inside of what ([`LayeredImage::vertices_inside`]), and the volume of any [`Solid`] made of
//! objects by union, intersection and difference ([`LayeredImage::measure`]). A [`LayeredCube`] does the same
//! along all three axes, and estimates its error.
//!
//! After Heidelberger, Teschner and Gross (2004) and Heidelberger's thesis (2007), chapter 5, with these
//! differences: surfaces are scanned without gaps or doubles, so a closed surface never yields an odd column;
//! inside is told by winding numbers; one image holds all objects; the surfaces are cut in depth only on the side
//! where the rule of outside faces allows it.
//!
//! ```
//! use jostle::mesh::shapes;
//! use jostle::volume::layered::{LayeredQuery, LayeredWorkspace};
//! use jostle::{DVec3, Scene};
//!
//! let mut scene = Scene::new();
//! let ball = scene.add("ball", shapes::icosphere(5, 1.0))?;
//! let other = scene.add("other", shapes::ball_tets(16, 1.0).translated(DVec3::X))?;
//! let mut workspace = LayeredWorkspace::new();
//! let image = workspace.build(&scene, &LayeredQuery::new([ball, other]).resolution(256))?;
//! let shared = image.intersection(ball, other)?;
//! let lens = std::f64::consts::PI * 5.0 / 12.0; // Of two unit balls at distance one.
//! assert!((shared.volume / lens - 1.0).abs() < 0.02);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is promised
//!
//! - **Whole columns.** Of an object that the region holds along the columns, every column has as many
//!   entries as exits.
//! - **One answer.** The same image, and the same digits of every measure, for any number of threads.
//! - **No silent failure.** A surface that is open or badly oriented is refused, with the place.
//! - **An approximation.** Errors fall at least in proportion to the size of a pixel, times the area of the
//!   surface; nothing is exact across the columns.

mod column_spans;
mod column_surface;
mod cube;
mod error;
mod expression;
mod generator;
mod grid;
mod image;
mod layers;
mod measure;
mod query;
mod surface;
mod sweep;
mod workspace;

pub use column_spans::ColumnSpans;
pub use cube::{CubeMeasure, LayeredCube};
pub use error::LayeredError;
pub use expression::Solid;
pub use generator::{LayerGenerator, LayerInput, LayerTriangle, SoftwareGenerator};
pub use grid::PixelGrid;
pub use image::LayeredImage;
pub use layers::{Layer, Layers};
pub use measure::{Measure, PairOverlap, SelfIntersection};
pub use query::{LayeredQuery, MAX_RESOLUTION, Region, ViewAxis};
pub use sweep::Span;
pub use workspace::LayeredWorkspace;
