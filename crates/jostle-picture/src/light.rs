//! Lights that move with the camera, so that every side of a scene is lit well.

use glam::Vec3;
use jostle::raster::Camera;

/// Directions toward the lights, and toward the eye.
pub(crate) struct Lights {
    key: Vec3,
    fill: Vec3,
    up: Vec3,
    eye: Vec3,
}

impl Lights {
    pub fn from_camera(camera: &Camera) -> Lights {
        let [right, up, back] = [camera.right, camera.up, -camera.forward].map(|v| v.as_vec3());
        Lights {
            key: (-0.55 * right + 0.75 * up + 0.8 * back).normalize(),
            fill: (0.9 * right + 0.05 * up + 0.45 * back).normalize(),
            up,
            eye: back,
        }
    }

    /// A matt surface with a slight gloss. `open` is how much of the sky it sees, 0 to 1.
    pub fn shade(&self, colour: Vec3, normal: Vec3, open: f32) -> Vec3 {
        const KEY: Vec3 = Vec3::new(1.06, 1.02, 0.96);
        const FILL: Vec3 = Vec3::new(0.20, 0.22, 0.27);
        const SKY: Vec3 = Vec3::new(0.30, 0.32, 0.36);
        const EARTH: Vec3 = Vec3::new(0.15, 0.14, 0.13);
        let sky = 0.5 + 0.5 * normal.dot(self.up);
        let ambient = EARTH.lerp(SKY, sky) * open;
        // Occlusion is about the sky, but a little of it on the lamps makes contacts read.
        let lamps = 0.45 + 0.55 * open;
        let key = KEY * normal.dot(self.key).max(0.0) * lamps;
        let fill = FILL * normal.dot(self.fill).max(0.0) * lamps;
        let half = (self.key + self.eye).normalize();
        let gloss = normal.dot(half).max(0.0).powi(40) * 0.10 * lamps;
        colour * (ambient + key + fill) + gloss
    }
}
