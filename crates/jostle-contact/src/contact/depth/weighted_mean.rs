//! Means weighted by inverse squares of distances (eq. 6.1 to 6.8).

use glam::DVec3;

/// What a point learns from one place: an intersection of the surface, or a neighbour that is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Influence {
    /// How far the place is.
    pub distance: f64,
    /// The depth that the point would have if this place alone mattered.
    pub depth: f64,
    /// The normal, or the direction of the neighbour; of unit length.
    pub direction: DVec3,
}

/// The depth and direction that influences come to, of which there is at least one.
///
/// Weights are `(d / d_i)^2` with `d` the least distance, so that no square leaves the number range; a common factor
/// does not matter. Places at the point itself outweigh all others. The depth is at least zero: the point is inside,
/// though normals of a rough surface may say otherwise. Directions that cancel out leave that of the nearest.
#[inline]
pub(super) fn weighted_mean(influences: impl Iterator<Item = Influence> + Clone) -> (f64, DVec3) {
    let least = influences.clone().map(|own| own.distance).fold(f64::INFINITY, f64::min);
    let (mut depth, mut direction, mut weights) = (0.0, DVec3::ZERO, 0.0);
    let mut nearest = DVec3::ZERO;
    for own in influences {
        let weight = match least > 0.0 {
            true => (least / own.distance) * (least / own.distance),
            false => f64::from(own.distance == 0.0),
        };
        if nearest == DVec3::ZERO && own.distance == least {
            nearest = own.direction;
        }
        depth += weight * own.depth;
        direction += weight * own.direction;
        weights += weight;
    }
    // Directions have unit length: what is left of opposite ones is rounding, of no direction.
    let is_left = direction.length_squared() > (weights * 1e-12) * (weights * 1e-12);
    let direction = if is_left { direction.normalize() } else { nearest };
    ((depth / weights).max(0.0), direction)
}

/// A vector with unit length; `None` of zero, or if it is not finite.
#[inline]
pub(super) fn unit(vector: DVec3) -> Option<DVec3> {
    let largest = vector.abs().max_element();
    // Squares of large or small components leave the number range.
    let is_vector = largest > 0.0 && largest.is_finite() && vector.is_finite();
    is_vector.then(|| (vector / largest).normalize())
}

/// The length of a vector, and itself with unit length, or zero.
#[inline]
pub(super) fn length_and_unit(vector: DVec3) -> (f64, DVec3) {
    let square = vector.length_squared();
    // `2^-600` to `2^600`: squares that are all of their digits.
    const RANGE: std::ops::Range<f64> =
        f64::from_bits((1023 - 600) << 52)..f64::from_bits((1023 + 600) << 52);
    if RANGE.contains(&square) {
        let length = square.sqrt();
        return (length, vector / length);
    }
    let largest = vector.abs().max_element();
    match unit(vector) {
        Some(own) => ((vector / largest).length() * largest, own),
        None => (largest, DVec3::ZERO),
    }
}
