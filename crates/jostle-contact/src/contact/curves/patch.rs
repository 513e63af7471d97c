//! Contact patches and their measures.

use super::curve::IntersectionCurve;
use crate::geometry::{Aabb, edge_crossing};
use crate::mesh::ObjectId;
use glam::DVec3;
use std::ops::Range;

/// Curves that have points in common, and what they bound.
///
/// Their vector area is half the sum of `p x q` over all segments from `p` to `q`, and over the chord from the end of each
/// open curve to its start. It does not depend on the origin, nor on which surface is spanned between the curves.
///
/// Curves that have no point in common are patches of their own: a ring that lies on a floor leaves two, the outer one with
/// the area of the whole disc, and the inner one with that of the hole and the opposite normal. Their areas times normals
/// add up to the ring's.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactPatch {
    /// The two objects, the lower first; twice the same where an object crosses itself.
    pub objects: [ObjectId; 2],
    /// Which curves these are.
    pub curves: Range<usize>,
    /// How many pairs of triangles cross along them.
    pub pair_count: usize,
    /// How long the curves are together; chords do not count.
    pub length: f64,
    /// The area inside the curves as seen along the normal: the length of the vector area; zero if it is no more than
    /// what rounding the points can make of it.
    pub area: f64,
    /// The centre of the triangles that segments and chords span with the middle of the curves, weighted by their areas
    /// as seen along the normal, within the box of the curves; without an area, the middle itself: the mean of the
    /// curves' points by length. Of a flat curve, the centre of the area inside.
    pub centroid: DVec3,
    /// The direction of the vector area, a unit vector: of solids, from the first object to the second. Without an
    /// area, that of the sum of the first triangle's normal less the second's over all pairs; `None` if that is zero.
    pub normal: Option<DVec3>,
}

/// Measures curves of two objects that make up a patch.
pub(super) fn measure<'c>(
    vertices: &[DVec3],
    curves: Range<usize>,
    own: impl Iterator<Item = IntersectionCurve<'c>> + Clone,
) -> ContactPatch {
    let points = || own.clone().flat_map(|curve| curve.points).map(|point| point.position);
    let bounds = Aabb::from_points(points());
    let largest = bounds.min.abs().max(bounds.max.abs()).max_element();
    // Products of coordinates about one neither overflow nor vanish.
    let scale = edge_crossing::scale(largest);
    let segments = || own.clone().flat_map(|c| c.segments()).map(|ends| ends.map(|p| p * scale));
    let chords = || {
        let open = own.clone().filter(|curve| !curve.is_closed);
        open.map(|c| [c.points.len() - 1, 0].map(|i| c.points[i].position * scale))
    };
    let origin = points().next().map_or(DVec3::ZERO, |point| point * scale);
    let (mut length, mut moment) = (0.0, DVec3::ZERO);
    for [p, q] in segments() {
        length += p.distance(q);
        moment += p.distance(q) * ((p - origin) + (q - origin));
    }
    let middle = if length > 0.0 { origin + moment / (2.0 * length) } else { origin };
    let (mut doubled, mut perimeter) = (DVec3::ZERO, 0.0);
    for [p, q] in segments().chain(chords()) {
        doubled += (p - middle).cross(q - middle);
        perimeter += p.distance(q);
    }
    // Each point is off by a unit of the largest coordinate, each product by as much: the area by what that sweeps along
    // the curve, and as much again for the sums.
    let rounding = 8.0 * f64::EPSILON * (scale * largest) * perimeter;
    let has_area = doubled.length() > rounding;
    let normal = if has_area { doubled.normalize() } else { mean_normal(vertices, own.clone()) };
    let mut centroid = middle;
    if has_area {
        let mut moment = DVec3::ZERO;
        for [p, q] in segments().chain(chords()) {
            let (p, q) = (p - middle, q - middle);
            moment += p.cross(q).dot(normal) * (p + q);
        }
        centroid += moment / (3.0 * doubled.length());
    }
    let objects = own.clone().next().map_or([ObjectId::new(0); 2], |curve| curve.objects);
    ContactPatch {
        objects,
        curves,
        pair_count: own.map(|curve| curve.pairs.len()).sum(),
        length: length / scale,
        area: if has_area { 0.5 * doubled.length() / scale / scale } else { 0.0 },
        centroid: (centroid / scale).clamp(bounds.min, bounds.max),
        normal: (normal != DVec3::ZERO).then_some(normal),
    }
}

/// From the first surface to the second, by the normals of their triangles; zero if these cancel.
fn mean_normal<'c>(
    vertices: &[DVec3],
    curves: impl Iterator<Item = IntersectionCurve<'c>>,
) -> DVec3 {
    let unit = |triangle: [u32; 3]| {
        let [a, b, c] = triangle.map(|v| vertices[v as usize]);
        let (u, v) = (b * 0.5 - a * 0.5, c * 0.5 - a * 0.5);
        let scale = edge_crossing::scale(u.abs().max(v.abs()).max_element());
        (u * scale).cross(v * scale).normalize_or_zero()
    };
    let pairs = curves.flat_map(|curve| curve.pairs);
    let (mut sum, mut count) = (DVec3::ZERO, 0.0);
    for pair in pairs {
        sum += unit(pair.triangles[0]) - unit(pair.triangles[1]);
        count += 1.0;
    }
    // Unit vectors and their sum are off by less than that.
    if sum.length() > 8.0 * f64::EPSILON * count { sum.normalize() } else { DVec3::ZERO }
}
