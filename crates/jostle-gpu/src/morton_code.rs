//! A curve through space on which points next to each other mostly are near each other.

use jostle::DVec3;

/// The Morton code of a point: its place along a curve through space that mostly stays near where it was.
pub(crate) fn morton_code(point: DVec3, low: DVec3, high: DVec3) -> u32 {
    let scaled = (point - low) / (high - low) * 1023.0;
    // `as` takes what is not a number, as in a flat scene, to zero.
    let spread = |x: f64| {
        let x = x as u32 & 1023;
        let x = (x | x << 16) & 0x0300_00ff;
        let x = (x | x << 8) & 0x0300_f00f;
        let x = (x | x << 4) & 0x030c_30c3;
        (x | x << 2) & 0x0924_9249
    };
    spread(scaled.x) | spread(scaled.y) << 1 | spread(scaled.z) << 2
}
