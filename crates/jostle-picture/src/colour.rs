//! Colours: of objects, of marks, of values. Light adds up in linear numbers, files hold sRGB.

use crate::paint::Ramp;
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

/// Elements that are near others.
pub(crate) const NEAR: [u8; 3] = [206, 58, 176];

/// Ink of captions and legends.
pub(crate) const INK: [u8; 3] = [44, 52, 64];

/// Ink of what is not on the picture.
pub(crate) const FAINT_INK: [u8; 3] = [136, 144, 154];

/// From the least value to the greatest.
const RAINBOW: [[u8; 3]; 6] =
    [[48, 42, 122], [40, 110, 190], [46, 178, 160], [226, 220, 92], [242, 132, 38], [176, 14, 34]];

/// Likewise, in colours that no object has in light or shade.
const HOT: [[u8; 3]; 5] =
    [[255, 236, 0], [255, 124, 0], [226, 16, 40], [170, 0, 110], [100, 0, 150]];

/// The colour of a value between 0 and 1.
pub(crate) fn heat(ramp: Ramp, value: f32) -> Vec3 {
    let colours: &[[u8; 3]] = match ramp {
        Ramp::Rainbow => &RAINBOW,
        Ramp::Hot => &HOT,
    };
    let at = value.clamp(0.0, 1.0) * (colours.len() - 1) as f32;
    let step = (at as usize).min(colours.len() - 2);
    linear(colours[step]).lerp(linear(colours[step + 1]), at - step as f32)
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
        assert_eq!(srgb(heat(Ramp::Rainbow, -1.0)), RAINBOW[0]);
        assert_eq!(srgb(heat(Ramp::Rainbow, 2.0)), RAINBOW[5]);
        assert_eq!(srgb(heat(Ramp::Rainbow, 0.4)), RAINBOW[2]);
        assert_eq!([0.0, 1.0].map(|at| srgb(heat(Ramp::Hot, at))), [HOT[0], HOT[4]]);
    }

    /// Hue and saturation, in the axes of Oklab (Ottosson, 2020).
    fn tone(colour: [u8; 3]) -> [f32; 2] {
        let light = linear(colour);
        let cones = [
            Vec3::new(0.412_221_46, 0.536_332_55, 0.051_445_995),
            Vec3::new(0.211_903_5, 0.680_699_5, 0.107_396_96),
            Vec3::new(0.088_302_46, 0.281_718_85, 0.629_978_7),
        ];
        let cones = Vec3::from(cones.map(|cone| cone.dot(light).cbrt()));
        let axes = [
            Vec3::new(1.977_998_5, -2.428_592_2, 0.450_593_7),
            Vec3::new(0.025_904_037, 0.782_771_77, -0.808_675_77),
        ];
        axes.map(|axis| axis.dot(cones))
    }

    /// How far apart colours are in hue and saturation, which light and shade change little.
    fn difference(p: [u8; 3], q: [u8; 3]) -> f32 {
        let (p, q) = (tone(p), tone(q));
        (p[0] - q[0]).hypot(p[1] - q[1])
    }

    #[test]
    fn hot_colours_are_of_no_object_in_light_or_shade() {
        for hot in HOT {
            for object in OBJECTS {
                assert!(difference(hot, object) > 0.12, "{hot:?} and {object:?}");
            }
        }
        assert!(difference(RAINBOW[0], OBJECTS[0]) < 0.1, "which is why counts have their own");
    }
}
