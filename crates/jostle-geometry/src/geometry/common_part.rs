//! What two triangles that intersect have in common: a point, a segment or a polygon.
//!
//! Where corners lie relative to the other triangle's plane is decided exactly, so that corners that
//! touch are kept as they are and common planes are seen as such. New points are rounded: each is on
//! its edge, and the further from the other triangle the closer the planes are to parallel. Whether
//! triangles intersect at all is for `narrow` to say.

use super::convex_polygon;
use super::distance::segment_segment;
use super::predicates::{Sign, collinear, orient3d};
use glam::{DVec2, DVec3};

/// The common points of two triangles.
#[derive(Clone, Debug, PartialEq)]
pub enum CommonPart {
    /// They touch in a point.
    Point(DVec3),
    /// They cross, or touch along a line.
    Segment([DVec3; 2]),
    /// They overlap in one plane; the corners in order.
    Polygon(Vec<DVec3>),
}

impl CommonPart {
    /// Its corners.
    pub fn points(&self) -> &[DVec3] {
        match self {
            CommonPart::Point(point) => std::slice::from_ref(point),
            CommonPart::Segment(ends) => ends,
            CommonPart::Polygon(corners) => corners,
        }
    }

    /// Its outline: no segment for a point, one for a segment, and the sides of a polygon.
    pub fn segments(&self) -> impl Iterator<Item = [DVec3; 2]> + '_ {
        let points = self.points();
        let count = if points.len() > 2 { points.len() } else { points.len() - 1 };
        (0..count).map(|i| [points[i], points[(i + 1) % points.len()]])
    }
}

/// New points are rounded by less than this, by the size of the triangles: closer ones are one.
const ROUNDED: f64 = 1e-12;
/// Clipping keeps what is outside by less than that, and more where sides meet in a sharp corner.
const CLIPPED: f64 = 64.0 * ROUNDED;

/// The common part of two triangles that intersect; of others, a point or a segment near both. Of a
/// triangle without area and one in another plane, or two without area, it is one point.
///
/// ```
/// use jostle::DVec3;
/// use jostle::geometry::common_part::{CommonPart, triangle_triangle};
///
/// let flat = [DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0];
/// let upright = [DVec3::new(1.0, 1.0, -1.0), DVec3::new(1.0, 1.0, 1.0), DVec3::new(1.0, -7.0, 0.0)];
/// let CommonPart::Segment(ends) = triangle_triangle(&flat, &upright) else { panic!() };
/// assert_eq!(ends.map(|end| end.y.abs()).iter().sum::<f64>(), 1.0);
/// ```
pub fn triangle_triangle(a: &[DVec3; 3], b: &[DVec3; 3]) -> CommonPart {
    // Close to the origin and about one long, so that products neither overflow nor vanish.
    let origin = a[0];
    let scale = scale_of(a.iter().chain(b).map(|p| *p * 0.5 - origin * 0.5));
    let near = |p: &DVec3| (*p * 0.5 - origin * 0.5) / scale;
    let triangles = [a, b].map(|t| PlacedTriangle::new(t, t.each_ref().map(near)));
    let back = |p: DVec3| {
        // Corners stay as they are.
        let kept = triangles.iter().flat_map(|t| t.near.iter().zip(t.exact));
        kept.into_iter()
            .find(|(near, _)| **near == p)
            .map_or_else(|| (p * scale + origin * 0.5) * 2.0, |(_, corner)| *corner)
    };
    let points: Vec<DVec3> = near_points(&triangles).into_iter().map(back).collect();
    match points[..] {
        [point] => CommonPart::Point(point),
        [from, to] => CommonPart::Segment([from, to]),
        _ => CommonPart::Polygon(points),
    }
}

/// A power of two no less than a quarter of the largest coordinate.
fn scale_of(points: impl Iterator<Item = DVec3>) -> f64 {
    let largest = points.map(|p| p.abs().max_element()).fold(f64::MIN_POSITIVE, f64::max);
    f64::from_bits(largest.to_bits() & (0x7ff << 52))
}

/// A triangle where it is, and near the origin.
struct PlacedTriangle<'t> {
    exact: &'t [DVec3; 3],
    near: [DVec3; 3],
    normal: DVec3,
    is_collinear: bool,
}

impl<'t> PlacedTriangle<'t> {
    fn new(exact: &'t [DVec3; 3], near: [DVec3; 3]) -> PlacedTriangle<'t> {
        let normal = (near[1] - near[0]).cross(near[2] - near[0]).normalize_or_zero();
        PlacedTriangle {
            exact,
            near,
            normal,
            is_collinear: collinear(exact[0], exact[1], exact[2]),
        }
    }

    /// The sides of its plane that the corners of another lie on, exactly.
    fn sides(&self, other: &PlacedTriangle) -> [Sign; 3] {
        let [a, b, c] = *self.exact;
        other.exact.map(|corner| orient3d(a, b, c, corner))
    }

    /// The longest edge: all of a triangle without area.
    fn longest_edge(&self) -> [DVec3; 2] {
        let [a, b, c] = self.near;
        let longer = |p: [DVec3; 2], q: [DVec3; 2]| {
            if q[0].distance(q[1]) > p[0].distance(p[1]) { q } else { p }
        };
        longer(longer([a, b], [b, c]), [c, a])
    }

    /// Its points in the plane of another, one or two: corners that lie there, and crossings of edges.
    fn section(&self, plane: &PlacedTriangle) -> [DVec3; 2] {
        let sides = plane.sides(self);
        let height = |i: usize| (self.near[i] - plane.near[0]).dot(plane.normal).abs();
        let mut points = Vec::with_capacity(3);
        points.extend((0..3).filter(|&i| sides[i] == 0).map(|i| self.near[i]));
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            if sides[i] * sides[j] < 0 {
                let (from, to) = (height(i), height(j));
                let share = if from + to > 0.0 { from / (from + to) } else { 0.5 };
                points.push(self.near[i].lerp(self.near[j], share));
            }
        }
        match points[..] {
            [] => {
                let nearest = (0..3).min_by(|&i, &j| height(i).total_cmp(&height(j)));
                [self.near[nearest.unwrap_or(0)]; 2]
            }
            [point] => [point; 2],
            [from, to, ..] => [from, to],
        }
    }
}

/// Corners of the common part near the origin: a point, the ends of a segment, or a polygon.
fn near_points([a, b]: &[PlacedTriangle; 2]) -> Vec<DVec3> {
    let middle = |[p, q]: [DVec3; 2]| vec![p.midpoint(q)];
    match (a.is_collinear, b.is_collinear) {
        (true, true) => middle(segment_segment(&a.longest_edge(), &b.longest_edge()).points),
        (false, true) => with_collinear(a, b),
        (true, false) => with_collinear(b, a),
        (false, false) if a.sides(b) == [0; 3] => in_plane(a, b),
        (false, false) => along_line([a.section(b), b.section(a)], a.normal.cross(b.normal)),
    }
}

/// With a triangle without area.
fn with_collinear(triangle: &PlacedTriangle, line: &PlacedTriangle) -> Vec<DVec3> {
    if triangle.sides(line) == [0; 3] {
        return in_plane(triangle, line);
    }
    let [from, to] = line.section(triangle);
    vec![from.midpoint(to)]
}

/// In the plane of the first.
fn in_plane(a: &PlacedTriangle, b: &PlacedTriangle) -> Vec<DVec3> {
    let origin = a.near[0];
    let [from, to] = a.longest_edge();
    let across = (to - from).normalize_or_zero();
    let up = a.normal.cross(across);
    let flat = |p: &DVec3| DVec2::new((*p - origin).dot(across), (*p - origin).dot(up));
    let [outline_a, outline_b] =
        [a, b].map(|t| convex_polygon::hull(t.near.iter().map(flat).collect(), ROUNDED));
    let common = convex_polygon::common(&outline_a, &outline_b, ROUNDED);
    let lifted = |p: &DVec2| {
        // Corners of the triangles are kept as they are; clipping moves them by the tolerance.
        let close = |corner: &&DVec3| flat(corner).distance(*p) <= CLIPPED;
        let corner = a.near.iter().chain(&b.near).find(close);
        corner.copied().unwrap_or(origin + p.x * across + p.y * up)
    };
    let mut points: Vec<DVec3> = common.iter().map(lifted).collect();
    points.dedup_by(|p, q| p.distance(*q) <= CLIPPED);
    while points.len() > 1 && points[0].distance(points[points.len() - 1]) <= CLIPPED {
        points.pop();
    }
    if points.is_empty() {
        points.push(origin);
    }
    points
}

/// What two segments on one line have in common; a point between them if rounding parts them.
fn along_line(sections: [[DVec3; 2]; 2], direction: DVec3) -> Vec<DVec3> {
    let longer =
        sections.map(|[p, q]| q - p).into_iter().max_by(|p, q| p.length().total_cmp(&q.length()));
    // Planes that are nearly parallel do not tell the direction, the longer section does.
    let direction = if direction.length() > 1e-6 { direction } else { longer.unwrap_or(DVec3::X) };
    let along = |p: &DVec3| p.dot(direction);
    let ordered = sections.map(|[p, q]| if along(&p) <= along(&q) { [p, q] } else { [q, p] });
    let [[a_low, a_high], [b_low, b_high]] = ordered;
    let low = if along(&a_low) >= along(&b_low) { a_low } else { b_low };
    let high = if along(&a_high) <= along(&b_high) { a_high } else { b_high };
    if along(&low) > along(&high) {
        return vec![low.midpoint(high)];
    }
    if low.distance(high) <= ROUNDED { vec![low] } else { vec![low, high] }
}
