//! Cameras, and scan conversion of triangles to pixels; colours are up to the caller.
//!
//! A [`Camera`] at a resolution is a [`View`]. [`scan()`] shows every pixel that a triangle covers
//! as a [`Fragment`], with its depth and its place on the triangle; what to keep of them, the nearest
//! or all, is up to the caller.
//!
//! What is promised:
//!
//! - **Each pixel once.** Corners are rounded to a lattice of 2^-14 of a pixel, and from there all is
//!   decided in integers, with the top-left rule on edges: triangles that share an edge leave no gap
//!   and cover no pixel twice. On every ray through a closed surface, as many fragments face the
//!   camera as do not.
//! - **One answer.** Rows are dealt out in bands, and a band sees its triangles in ascending order, so
//!   that the result is the same for any number of threads.
//! - **No bad input.** Triangles are cut at the near plane and far outside of the image; those with
//!   a corner that is not finite, or too far for `f64`, cover nothing.
//!
//! ```
//! use jostle::DVec3;
//! use jostle::raster::{BAND_ROWS, Camera, CameraAngles, Lens, Up, View, scan};
//!
//! let square = [DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::Y];
//! let triangles = [[0, 1, 2], [0, 2, 3]].map(|corners| corners.map(|i: usize| square[i]));
//! let above = CameraAngles { azimuth: 0.0, elevation: 90.0, up: Up::Z };
//! let camera = Camera::framing(square, above, Lens::Orthographic, 1.0);
//! let view = View::new(camera, 40, 40)?;
//!
//! let mut covered = vec![0; 40 * 40];
//! let mut bands: Vec<&mut [u32]> = covered.chunks_mut(40 * BAND_ROWS as usize).collect();
//! scan(&view, 2, |triangle| triangles[triangle], &mut bands, |band, _, fragment| {
//!     band[((fragment.y % BAND_ROWS) * 40 + fragment.x) as usize] += 1;
//! });
//! assert!(covered.iter().all(|&times| times == 1), "the square fills the image, once");
//! # Ok::<(), jostle::raster::ViewError>(())
//! ```

mod camera;
mod clip;
mod scan;
mod screen_triangle;
#[cfg(test)]
mod tests;
mod view;

pub use camera::{Camera, CameraAngles, Lens, Projection, Up};
pub use scan::{BAND_ROWS, scan};
pub use scan::{BandTriangles, scan_with};
pub use screen_triangle::{EdgeFunction, Fragment, SUBPIXELS, ScreenTriangle};
pub use view::{MAX_SIDE, View, ViewError};
