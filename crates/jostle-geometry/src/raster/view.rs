//! A camera at a resolution.

use super::clip::{self, ClipVertex};
use super::screen_triangle::ScreenTriangle;
use super::{Camera, Projection};
use glam::DVec3;
use thiserror::Error;

/// The longest side of an image in pixels, so that products of lattice coordinates fit into 64 bits.
pub const MAX_SIDE: u32 = 1 << 14;

/// Why there is no view.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ViewError {
    /// An image without pixels, or one with too many.
    #[error(
        "an image of {width} x {height} pixels cannot be made; both sides must be 1 to {MAX_SIDE}"
    )]
    Size {
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A camera that shows nothing.
    #[error(
        "the camera at {eye} cannot be used: eye and axes must be finite, height, slope and near \
         plane positive"
    )]
    Camera {
        /// Where it stands.
        eye: DVec3,
    },
}

/// A camera at a resolution: positions into pixels and back.
///
/// Pixel coordinates start at the upper left corner of the image, so that the middle of the first
/// pixel is at (0.5, 0.5).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    camera: Camera,
    width: u32,
    height: u32,
    /// Pixels per unit of length, at depth one if depth matters.
    scale: f64,
}

impl View {
    /// Checks camera and resolution.
    pub fn new(camera: Camera, width: u32, height: u32) -> Result<View, ViewError> {
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(ViewError::Size { width, height });
        }
        let (half, near) = match camera.projection {
            Projection::Orthographic { height } => (height / 2.0, 1.0),
            Projection::Perspective { slope, near } => (slope, near),
        };
        let axes = [camera.eye, camera.right, camera.up, camera.forward];
        let scale = f64::from(height) / 2.0 / half;
        let positive = [half, near, scale].iter().all(|x| *x > 0.0 && x.is_finite());
        if !positive || !axes.iter().all(|axis| axis.is_finite()) {
            return Err(ViewError::Camera { eye: camera.eye });
        }
        Ok(View { camera, width, height, scale })
    }

    /// Where it is seen from.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Pixels in a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The length of a pixel's side at a depth.
    pub fn pixel_size(&self, depth: f64) -> f64 {
        match self.camera.projection {
            Projection::Orthographic { .. } => 1.0 / self.scale,
            Projection::Perspective { .. } => depth / self.scale,
        }
    }

    /// The point at a depth behind a place of the image.
    pub fn point(&self, x: f64, y: f64, depth: f64) -> DVec3 {
        let right = (x - f64::from(self.width) / 2.0) / self.scale;
        let up = (f64::from(self.height) / 2.0 - y) / self.scale;
        let Camera { eye, forward, .. } = self.camera;
        let across = right * self.camera.right + up * self.camera.up;
        match self.camera.projection {
            Projection::Orthographic { .. } => eye + across + depth * forward,
            Projection::Perspective { .. } => eye + depth * (across + forward),
        }
    }

    /// The parts of a triangle that may be seen, on the lattice: none, the triangle itself, or the
    /// pieces it is cut into.
    pub fn project(&self, triangle: [DVec3; 3]) -> impl Iterator<Item = ScreenTriangle> + use<> {
        let corners = [0, 1, 2].map(|i| self.corner(triangle[i], i));
        let near = match self.camera.projection {
            Projection::Orthographic { .. } => None,
            Projection::Perspective { near, .. } => Some(near),
        };
        let (polygon, length) = clip::clip(corners, near, self.width, self.height);
        let whole = polygon[..length] == corners;
        let perspective = near.is_some();
        (2..length).filter_map(move |last| {
            ScreenTriangle::new([polygon[0], polygon[last - 1], polygon[last]], perspective, whole)
        })
    }

    fn corner(&self, position: DVec3, index: usize) -> ClipVertex {
        let Camera { eye, right, up, forward, projection } = self.camera;
        let offset = position - eye;
        let depth = offset.dot(forward);
        let weight = match projection {
            Projection::Orthographic { .. } => 1.0,
            Projection::Perspective { .. } => depth,
        };
        let x = offset.dot(right) * self.scale + f64::from(self.width) / 2.0 * weight;
        let y = f64::from(self.height) / 2.0 * weight - offset.dot(up) * self.scale;
        let mut place = [0.0; 3];
        place[index] = 1.0;
        ClipVertex { x, y, weight, depth, place }
    }
}
