//! A soft shadow on the ground below the scene, which shows where objects stand.

use crate::samples::nearest;
use crate::surface::Surface;
use glam::DVec3;
use jostle::raster::{Camera, CameraAngles, Projection, Up, View};

/// Pixels along each side of the shadow.
const SIDE: usize = 256;
/// Half the length of the shadow's square, in a scene about two units long.
const HALF: f64 = 2.2;
/// At this height above the ground, a shadow has a third of its depth.
const FADE: f32 = 0.6;
/// Radii of the blur of what is near the ground and of what is not, in pixels.
const SHARP: usize = 4;
const SOFT: usize = 14;

/// The shadow on the plane below the scene.
pub(crate) struct GroundShadow {
    height: f64,
    up: DVec3,
    right: DVec3,
    ahead: DVec3,
    shadow: Vec<f32>,
}

impl GroundShadow {
    /// `None` if nothing stands there, or if the camera does not look down.
    pub fn from_surface(surface: &Surface, view: &View, up: Up) -> Option<GroundShadow> {
        let axis = up.axis();
        if view.camera().forward.dot(axis) > -0.05 {
            return None;
        }
        let height = surface.points().map(|p| p.dot(axis)).reduce(f64::min)?;
        // Seen from below, with the plane at depth zero.
        let [right, ahead, down] = CameraAngles { azimuth: 0.0, elevation: -90.0, up }.axes();
        let eye = axis * height;
        let projection = Projection::Orthographic { height: 2.0 * HALF };
        let camera = Camera { eye, right, up: ahead, forward: -down, projection };
        let below = View::new(camera, SIDE as u32, SIDE as u32).ok()?;
        let corners = |face| surface.corners(face);
        let lowest = nearest(&below, surface.outer, corners, |face| face as u32);
        let depths: Vec<f32> = lowest.iter().map(|sample| (-sample.depth / FADE).exp()).collect();
        let contact: Vec<f32> = depths.iter().map(|depth| depth * depth * depth).collect();
        let (soft, sharp) = (blur(depths, SOFT), blur(contact, SHARP));
        let shadow = soft.iter().zip(&sharp).map(|(a, b)| 0.45 * a + 0.35 * b).collect();
        Some(GroundShadow { height, up: axis, right, ahead, shadow })
    }

    /// How much light is taken from what is seen of the ground at a place of the image, 0 to 1.
    pub fn shadow(&self, view: &View, x: f64, y: f64) -> f32 {
        let start = view.point(x, y, 0.0);
        let ray = view.point(x, y, 1.0) - start;
        let along = (self.height - start.dot(self.up)) / ray.dot(self.up);
        if !(along > 0.0 && along.is_finite()) {
            return 0.0;
        }
        let point = start + along * ray;
        let scale = SIDE as f64 / 2.0 / HALF;
        let column = point.dot(self.right) * scale + SIDE as f64 / 2.0 - 0.5;
        let row = SIDE as f64 / 2.0 - 0.5 - point.dot(self.ahead) * scale;
        let inside = 0.0..(SIDE - 1) as f64;
        if !inside.contains(&column) || !inside.contains(&row) {
            return 0.0;
        }
        let at = |row: usize, column: usize| self.shadow[row * SIDE + column];
        let (i, j) = (row as usize, column as usize);
        let (v, u) = (row.fract() as f32, column.fract() as f32);
        let upper = at(i, j) * (1.0 - u) + at(i, j + 1) * u;
        let lower = at(i + 1, j) * (1.0 - u) + at(i + 1, j + 1) * u;
        upper * (1.0 - v) + lower * v
    }
}

/// Three means over squares in a row, which together are nearly a bell.
fn blur(mut values: Vec<f32>, radius: usize) -> Vec<f32> {
    for _ in 0..3 {
        for step in [1, SIDE] {
            let across = if step == 1 { SIDE } else { 1 };
            let old = values.clone();
            for line in 0..SIDE {
                let at = |i: usize| line * across + i * step;
                let mut sum: f32 = (0..radius).map(|i| old[at(i)]).sum();
                for i in 0..SIDE {
                    if i + radius < SIDE {
                        sum += old[at(i + radius)];
                    }
                    if i > radius {
                        sum -= old[at(i - radius - 1)];
                    }
                    values[at(i)] = (sum / (2 * radius + 1) as f32).max(0.0);
                }
            }
        }
    }
    values
}
