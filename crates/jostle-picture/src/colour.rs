//! Colours: of objects, of marks, of values. Light adds up in linear numbers, files hold sRGB.

use glam::Vec3;

/// Muted, so that marks stand out; objects take them in turn.
pub(crate) const OBJECTS: [[u8; 3]; 8] = [
    [124, 156, 196],
    [226, 194, 136],
    [146, 184, 138],
    [178, 152, 190],
    [116, 184, 180],
    [200, 160, 146],
    [168, 176, 122],
    [168, 178, 190],
];

/// Elements that collide.
pub(crate) const COLLIDING: [u8; 3] = [224, 26, 46];

/// Objects wholly inside others.
pub(crate) const INSIDE: [u8; 3] = [250, 146, 16];

/// Ink of captions and legends.
pub(crate) const INK: [u8; 3] = [44, 52, 64];

/// From the least value to the greatest.
const RAMP: [[u8; 3]; 6] =
    [[48, 42, 122], [40, 110, 190], [46, 178, 160], [226, 220, 92], [242, 132, 38], [176, 14, 34]];

/// The colour of a value between 0 and 1.
pub(crate) fn heat(value: f32) -> Vec3 {
    let at = value.clamp(0.0, 1.0) * (RAMP.len() - 1) as f32;
    let step = (at as usize).min(RAMP.len() - 2);
    linear(RAMP[step]).lerp(linear(RAMP[step + 1]), at - step as f32)
}

/// An sRGB colour as amounts of light.
pub(crate) fn linear(colour: [u8; 3]) -> Vec3 {
    Vec3::from(colour.map(|channel| {
        let c = f32::from(channel) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    }))
}

/// Amounts of light as an sRGB colour.
pub(crate) fn srgb(light: Vec3) -> [u8; 3] {
    light.to_array().map(|c| {
        let c = c.clamp(0.0, 1.0);
        let c = if c <= 0.003_130_8 { c * 12.92 } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
        (c * 255.0).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_and_srgb_are_inverse() {
        for channel in 0..=255 {
            let colour = [channel, 255 - channel, 128];
            assert_eq!(srgb(linear(colour)), colour);
        }
    }

    #[test]
    fn the_ramp_runs_from_end_to_end() {
        assert_eq!(srgb(heat(-1.0)), RAMP[0]);
        assert_eq!(srgb(heat(2.0)), RAMP[5]);
        assert_eq!(srgb(heat(0.4)), RAMP[2]);
    }
}
