//! Whether the interiors of two solids meet.

use super::arrangement::Arrangement;
use super::measure::{Points, measure};
use super::rational;
use super::surface::Surface;
use crate::geometry::{Aabb, ray_crossing};
use crate::narrow::point_triangle;
use glam::DVec3;

/// Segments and faces that inner points are looked for at.
const PLACES: usize = 8;
/// How far from there, over the size of the place.
const DEPTHS: [f64; 3] = [0.25, 0.03125, 0.00048828125];

/// Whether the interiors meet: a point inside both proves that they do, and if none is found, the sign
/// of the exact volume decides.
pub fn meet(arrangement: &Arrangement) -> bool {
    if arrangement.is_apart() {
        return false;
    }
    let points = Points::build(arrangement);
    let measures = measure(arrangement, &points);
    let is_inner = |point: DVec3| arrangement.surfaces.iter().all(|s| is_inside(s, point));
    measures.centroid.is_some_and(is_inner)
        || inner_candidates(arrangement, &points).any(is_inner)
        || rational::volume(arrangement).sign > 0
}

/// Whether a point is off a surface and the surface winds round it. Exact.
fn is_inside(surface: &Surface, point: DVec3) -> bool {
    let place = Aabb::from_points([point]);
    if !point.is_finite() || !surface.bounds.contains(&place) {
        return false;
    }
    let faces = 0..surface.mesh.elements.len() as u32;
    let mut winding = 0;
    for face in faces {
        let corners = surface.corners(face);
        let bounds = Aabb::from_points(corners);
        if !ray_crossing::may_cross(point, &bounds) {
            continue;
        }
        if bounds.contains(&place) && point_triangle(point, &corners) {
            return false;
        }
        winding += i32::from(ray_crossing::crossing(point, corners));
    }
    winding > 0
}

/// Points that are inside both solids if these are not too thin: behind both faces next to the middle of a
/// segment where they cross, and behind faces that are wholly inside.
fn inner_candidates<'c>(
    arrangement: &'c Arrangement,
    points: &'c Points,
) -> impl Iterator<Item = DVec3> + 'c {
    let normal = |of: usize, face: u32| {
        let [a, b, c] = arrangement.surfaces[of].corners(face);
        (b - a).cross(c - a).normalize_or_zero()
    };
    let mut segments: Vec<(f64, DVec3, DVec3)> = Vec::new();
    for segment in &arrangement.segments {
        let [u, v] = segment.ends.map(|p| points.in_scene(points.at(p)));
        let behind = -(normal(0, segment.faces[0]) + normal(1, segment.faces[1]));
        segments.push((u.distance(v), 0.5 * (u + v), behind));
    }
    segments.sort_by(|a, b| b.0.total_cmp(&a.0));
    segments.truncate(PLACES);
    for of in [0, 1] {
        let surface = arrangement.surfaces[of];
        let is_inner = |face: &u32| {
            let corners = surface.mesh.elements[*face as usize];
            corners.iter().all(|&v| arrangement.windings[of][v as usize] != 0)
        };
        let inner = (0..surface.mesh.elements.len() as u32).filter(is_inner).take(PLACES);
        segments.extend(inner.map(|face| {
            let [a, b, c] = surface.corners(face);
            (a.distance(b), a + ((b - a) + (c - a)) / 3.0, -normal(of, face))
        }));
    }
    segments.into_iter().flat_map(|(size, middle, behind)| {
        DEPTHS.into_iter().map(move |depth| middle + behind * (size * depth))
    })
}
