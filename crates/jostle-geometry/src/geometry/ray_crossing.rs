//! Whether a ray along x crosses a triangle, so that crossings of a closed surface can be counted.

use super::Aabb;
use super::predicates::{self, CoordinatePlane, Sign};
use glam::DVec3;

/// Whether the ray along x from the point, which is not on the triangle, crosses it.
///
/// Where the ray meets an edge or a corner, the point counts as moved by an infinitesimal amount
/// in y and by a still smaller one in z: then it meets neither, and triangles that share an
/// edge agree about it.
pub fn crosses(point: DVec3, triangle: [DVec3; 3]) -> bool {
    crossing(point, triangle) != 0
}

/// The same as a sign: positive where the ray comes out, against the front of the triangle from behind.
pub fn crossing(point: DVec3, triangle: [DVec3; 3]) -> Sign {
    if !may_cross(point, &Aabb::from_points(triangle)) {
        return 0;
    }
    let [a, b, c] = triangle;
    let turn = side_of_edge(a, b, point);
    if turn == 0 || side_of_edge(b, c, point) != turn || side_of_edge(c, a, point) != turn {
        return 0;
    }
    // `turn` is the sign of the normal's x: ahead when the point is behind the plane along x.
    if predicates::orient3d(a, b, c, point) * turn < 0 { turn } else { 0 }
}

/// Whether the ray along x from the point meets the box.
#[inline]
pub fn may_cross(point: DVec3, reach: &Aabb) -> bool {
    point.x <= reach.max.x
        && point.y >= reach.min.y
        && point.y <= reach.max.y
        && point.z >= reach.min.z
        && point.z <= reach.max.z
}

/// On which side of the edge, seen along x, the moved point lies; zero if the edge is seen as a
/// point.
fn side_of_edge(from: DVec3, to: DVec3, point: DVec3) -> Sign {
    let order = |a: f64, b: f64| predicates::sign_of(a - b);
    match CoordinatePlane::Yz.orient2d(from, to, point) {
        0 if from.z != to.z => order(from.z, to.z),
        0 => order(to.y, from.y),
        side => side,
    }
}
