//! Where points are on the image.

use glam::{DVec2, DVec3};
use jostle::raster::{Projection, View};

/// How deep a point is.
pub(crate) fn depth(view: &View, point: DVec3) -> f64 {
    (point - view.camera().eye).dot(view.camera().forward)
}

/// The least depth that is seen.
pub(crate) fn near(view: &View) -> f64 {
    match view.camera().projection {
        Projection::Orthographic { .. } => f64::NEG_INFINITY,
        Projection::Perspective { near, .. } => near,
    }
}

/// The place of a point on the image, in pixels from its middle, up and to the right; `None` if it is
/// behind the camera.
pub(crate) fn place(view: &View, point: DVec3) -> Option<DVec2> {
    let depth = depth(view, point);
    let camera = view.camera();
    let offset = point - camera.eye;
    let across = DVec2::new(offset.dot(camera.right), offset.dot(camera.up));
    (depth >= near(view)).then(|| across / view.pixel_size(depth))
}

/// The vector in space that is so many pixels long on the image, at a depth.
pub(crate) fn vector(view: &View, pixels: DVec2, depth: f64) -> DVec3 {
    let camera = view.camera();
    (pixels.x * camera.right + pixels.y * camera.up) * view.pixel_size(depth)
}
