//! Where two features touch first, or come within a distance.

use super::{Impact, TouchingFeatures};
use crate::geometry::distance::{point_triangle_weights, segment_segment};
use glam::DVec3;

/// Where two features touch first, or are nearest when they come within the thickness, as well as `f64` can hold it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// The time, of those that the first contact may be at the earliest.
    pub time: f64,
    /// The point, in the middle between the nearest points of the two features at that time.
    pub position: DVec3,
    /// The weights of the four [vertices](TouchingFeatures::vertices): those of each feature sum to one.
    pub weights: [f64; 4],
    /// A unit vector perpendicular to the face, or to both edges, along which the first feature comes from
    /// the second's front: their relative velocity at the point is against it. Along that velocity where the
    /// face is no triangle then or the edges are parallel; zero if there is no velocity either. With a thickness,
    /// along the nearest points, from the second feature to the first, if they are apart.
    pub normal: DVec3,
}

impl ContactPoint {
    /// Of an impact, given where the vertices of the scene are at the beginning and at the end of the step.
    pub(super) fn new(impact: &Impact, start: &[DVec3], end: &[DVec3]) -> ContactPoint {
        let time = impact.time.lower;
        let vertices = impact.features.vertices();
        // Means, because the difference of two finite numbers can overflow.
        let at = |v: u32| start[v as usize] * (1.0 - time) + end[v as usize] * time;
        let [a, b, c, d] = vertices.map(at);
        let velocities = vertices.map(|v| end[v as usize] - start[v as usize]);
        let (weights, points, normal) = match impact.features {
            TouchingFeatures::VertexFace(_) => {
                let (nearest, [u, v, w]) = point_triangle_weights(a, &[b, c, d]);
                ([1.0, u, v, w], nearest.points, unit(b - a, c - a, d - a, (c - b).cross(d - b)))
            }
            TouchingFeatures::EdgeEdge(_) => {
                let nearest = segment_segment(&[a, b], &[c, d]);
                let [s, t] = [along(&[a, b], nearest.points[0]), along(&[c, d], nearest.points[1])];
                let normal = unit(b - a, d - c, c - a, (b - a).cross(d - c));
                ([1.0 - s, s, 1.0 - t, t], nearest.points, normal)
            }
        };
        let own = if matches!(impact.features, TouchingFeatures::VertexFace(_)) { 1 } else { 2 };
        let sum = |range: std::ops::Range<usize>| {
            range.map(|i| velocities[i] * weights[i]).fold(DVec3::ZERO, |sum, v| sum + v)
        };
        let velocity = sum(0..own) - sum(own..4);
        let apart = (points[0] - points[1]).try_normalize().filter(|_| impact.thickness > 0.0);
        let normal = match (apart, normal) {
            (Some(apart), _) => apart,
            (None, Some(normal)) if normal.dot(velocity) > 0.0 => -normal,
            (None, Some(normal)) => normal,
            (None, None) => -velocity.normalize_or_zero(),
        };
        let position = points[0] * 0.5 + points[1] * 0.5;
        ContactPoint { time, position, weights, normal }
    }
}

/// The direction of a cross product of two of three vectors, if it is not zero but for rounding.
fn unit(x: DVec3, y: DVec3, z: DVec3, product: DVec3) -> Option<DVec3> {
    let size = x.length().max(y.length()).max(z.length());
    let length = product.length();
    // NaN is not above it either.
    (length > 8.0 * f64::EPSILON * size * size).then(|| product / length)
}

/// Where a point of a segment is along it, from 0 to 1.
fn along(&[a, b]: &[DVec3; 2], point: DVec3) -> f64 {
    let edge = b - a;
    let part = (point - a).dot(edge) / edge.dot(edge);
    if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) }
}
