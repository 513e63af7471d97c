//! The shading of one face: normals, colour, and the lines along its edges.

use crate::samples::NOTHING;
use glam::Vec3;

/// Pixels between lines from which on they are seen, and from which on they are seen in full.
const SPACING: [f32; 2] = [5.0, 17.0];

/// What all samples of a face have in common.
pub(crate) struct Shader {
    pub face: u32,
    pub flat: Vec3,
    pub normals: [Vec3; 3],
    pub colour: Vec3,
    /// How much it shines by itself.
    pub glow: f32,
    /// Distances from the corners to the edges opposite them on the image, in pixels.
    pub heights: [f32; 3],
}

impl Default for Shader {
    fn default() -> Shader {
        let zero = Vec3::ZERO;
        Shader {
            face: NOTHING,
            flat: zero,
            normals: [zero; 3],
            colour: zero,
            glow: 0.0,
            heights: [0.0; 3],
        }
    }
}

impl Shader {
    /// How dark the line between elements is at a place. Lines fade where elements are small on the
    /// image, however large they are in space: closer than [`SPACING`] they would make patterns.
    pub fn line(&self, weights: [f32; 3]) -> f32 {
        let least = self.heights.into_iter().fold(f32::INFINITY, f32::min);
        let strength = ((least - SPACING[0]) / (SPACING[1] - SPACING[0])).clamp(0.0, 1.0);
        if strength == 0.0 {
            return 0.0;
        }
        let away = (0..3).map(|i| weights[i] * self.heights[i]).fold(f32::INFINITY, f32::min);
        0.34 * strength * (1.1 - away).clamp(0.0, 1.0)
    }
}
