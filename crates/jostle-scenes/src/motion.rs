//! Building blocks of motions: eased times, and maps of space that are one to one.

use jostle::DVec3;

/// From 0 to 1 while the time goes from one moment to another, starting and stopping gently.
pub fn ease(time: f64, from: f64, to: f64) -> f64 {
    let x = ((time - from) / (to - from)).clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// From 0 to 1 while the time goes from one moment to another, as something falls.
pub fn fall(time: f64, from: f64, to: f64) -> f64 {
    let x = ((time - from) / (to - from)).clamp(0.0, 1.0);
    x * x
}

pub fn mix(a: f64, b: f64, share: f64) -> f64 {
    a + (b - a) * share
}

/// A smooth, increasing version of `max(distance, 0)`, which rounds the corner within `softness`.
///
/// It keeps points in front of a wall, in their order.
pub fn soft_maximum(distance: f64, softness: f64) -> f64 {
    0.5 * (distance + (distance * distance + softness * softness).sqrt())
}

/// Space with a bubble opened at a place: what was near is pushed out to the radius, in order.
pub fn bubble(point: DVec3, centre: DVec3, radius: f64) -> DVec3 {
    let offset = point - centre;
    let distance = offset.length();
    if distance == 0.0 {
        return centre + DVec3::Z * radius;
    }
    // The fourth root of a sum of fourth powers: soon as it was further out.
    let squares = (distance * distance, radius * radius);
    let pushed = (squares.0 * squares.0 + squares.1 * squares.1).sqrt().sqrt();
    centre + offset * (pushed / distance)
}
