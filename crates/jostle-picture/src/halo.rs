//! A halo around marked pixels, so that elements smaller than a pixel are seen.

use glam::Vec3;
use jostle_support::parallel;

/// A mark in a pixel.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MarkedPixel {
    pub colour: Vec3,
    /// How much of it is seen.
    pub strength: f32,
    /// The part of the pixel that it fills.
    pub filled: f32,
}

/// Colours what marks leave free of their pixels and of those nearby.
pub(crate) fn draw(light: &mut [Vec3], marks: &[Option<MarkedPixel>], width: usize) {
    if marks.is_empty() {
        return;
    }
    let height = light.len() / width;
    let radius = (height as f32 / 480.0).clamp(0.8, 6.0);
    let reach = radius.ceil() as usize;
    parallel::for_each_chunk_mut(light, width, |y, row| {
        for (x, light) in row.iter_mut().enumerate() {
            if let Some(mark) = marks[y * width + x] {
                *light = light.lerp(mark.colour, mark.strength * (1.0 - mark.filled));
                continue;
            }
            let mut nearest = (0.0, None);
            for v in y.saturating_sub(reach)..(y + reach + 1).min(height) {
                for u in x.saturating_sub(reach)..(x + reach + 1).min(width) {
                    let mark = marks[v * width + u];
                    if mark.is_some() {
                        let away = (u.abs_diff(x) as f32).hypot(v.abs_diff(y) as f32);
                        let near = (radius + 0.5 - away).min(1.0);
                        if near > nearest.0 {
                            nearest = (near, mark);
                        }
                    }
                }
            }
            if let (near, Some(mark)) = nearest {
                *light = light.lerp(mark.colour, mark.strength * near);
            }
        }
    });
}
