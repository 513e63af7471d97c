//! Where faces of two solids lie on each other, back to back: a common part without thickness.

use super::arrangement::{Arrangement, Point};
use super::measure::Points;
use crate::geometry::predicates::orient3d;
use crate::geometry::{convex_polygon, infinitesimal_move};
use glam::{DVec2, DVec3};
use jostle_support::parallel;

/// The area that faces count for, both together, only because the second solid has moved into the first: of
/// faces in one plane that look against each other and of which the move brought each inside the
/// other solid. Given all pairs of faces that touch.
pub fn area(arrangement: &Arrangement, points: &Points, pairs: &[[u32; 2]]) -> f64 {
    let area_of = |pair: usize| {
        let pair = pairs[pair];
        is_contact(arrangement, pair).then(|| 2.0 * common_area(arrangement, points, pair))
    };
    let areas: Vec<Option<f64>> = parallel::map(pairs.len(), 1, area_of);
    points.unscaled(areas.iter().flatten().sum(), 2)
}

/// Whether two faces are in one plane, look against each other, and the second moves behind the first.
fn is_contact(arrangement: &Arrangement, pair: [u32; 2]) -> bool {
    let [[a, b, c], other] = [0, 1].map(|of| arrangement.surfaces[of].corners(pair[of]));
    let [p, q, r] = other;
    // Rounding does not turn a normal round that is exactly opposite to another, unless both vanish.
    (b - a).cross(c - a).dot((q - p).cross(r - p)) < 0.0
        && other.into_iter().all(|p| orient3d(a, b, c, p) == 0)
        && infinitesimal_move::plane_side([a, b, c], p, false) < 0
}

/// The area of the common part of two faces in one plane.
fn common_area(arrangement: &Arrangement, points: &Points, pair: [u32; 2]) -> f64 {
    let corners = [0, 1].map(|of| {
        let face = arrangement.surfaces[of].mesh.elements[pair[of] as usize];
        face.map(|v| points.at(Point::Vertex(of, v)))
    });
    let [a, b, c] = corners[0];
    let normal = (b - a).cross(c - a);
    let steepest = normal.abs().max_element();
    let axis = (0..3).find(|&axis| normal[axis].abs() == steepest).unwrap_or(0);
    let flat = |p: DVec3| DVec2::new(p[(axis + 1) % 3], p[(axis + 2) % 3]);
    let [first, second] = corners.map(|face| counter_clockwise(face.map(flat)));
    let common = convex_polygon::common(&first, &second, 0.0);
    polygon_area(&common) * (normal.length() / steepest)
}

fn counter_clockwise([a, b, c]: [DVec2; 3]) -> [DVec2; 3] {
    if (b - a).perp_dot(c - a) < 0.0 { [a, c, b] } else { [a, b, c] }
}

fn polygon_area(polygon: &[DVec2]) -> f64 {
    let Some(&apex) = polygon.first() else { return 0.0 };
    let doubled = polygon.windows(2).map(|side| (side[0] - apex).perp_dot(side[1] - apex));
    doubled.sum::<f64>() / 2.0
}
