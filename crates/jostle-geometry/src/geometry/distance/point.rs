//! A point and an element: the differences are a simplex, of which signed volumes find the
//! nearest point.

use super::{CornerWeights, NearestPoints, WeightedNearest, solve, solve_with_weights};
use crate::geometry::nearest_on_simplex;
use crate::geometry::number::{Number, Vector};
use crate::geometry::predicates::orient3d;
use glam::DVec3;

/// The point of a segment nearest to a point.
///
/// ```
/// use jostle::{DVec3, geometry::distance::point_segment};
///
/// let nearest = point_segment(DVec3::new(0.25, 3.0, 4.0), &[DVec3::ZERO, DVec3::X]);
/// assert_eq!((nearest.distance, nearest.points[1]), (5.0, DVec3::X * 0.25));
/// ```
pub fn point_segment(point: DVec3, segment: &[DVec3; 2]) -> NearestPoints {
    solve(&[point], segment, weighted, weighted)
}

/// The point of a triangle nearest to a point; of a triangle without area, of its longest side.
///
/// ```
/// use jostle::{DVec3, geometry::distance::point_triangle};
///
/// let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// assert_eq!(point_triangle(DVec3::new(0.25, 0.25, 2.0), &triangle).distance, 2.0);
/// assert_eq!(point_triangle(DVec3::new(3.0, -1.0, 0.0), &triangle).points[1], DVec3::X);
/// ```
pub fn point_triangle(point: DVec3, triangle: &[DVec3; 3]) -> NearestPoints {
    solve(&[point], triangle, weighted, weighted)
}

/// The same with the weights of the triangle's corners.
pub fn point_triangle_weights(point: DVec3, triangle: &[DVec3; 3]) -> (NearestPoints, [f64; 3]) {
    let found = weighted_point_triangle(point, triangle);
    (found.nearest, found.weights.1)
}

/// The same with all that is known of it.
pub fn weighted_point_triangle(point: DVec3, triangle: &[DVec3; 3]) -> WeightedNearest<1, 3> {
    solve_with_weights(&[point], triangle, weighted, weighted)
}

/// The point of a segment nearest to a point, by the weights of its ends.
pub fn point_segment_weights(point: DVec3, segment: &[DVec3; 2]) -> WeightedNearest<1, 2> {
    solve_with_weights(&[point], segment, weighted, weighted)
}

/// The point of a tetrahedron nearest to a point, which is the point itself if it is inside; that
/// is decided exactly.
///
/// ```
/// use jostle::{DVec3, geometry::distance::point_tetrahedron};
///
/// let tetrahedron = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// assert_eq!(point_tetrahedron(DVec3::splat(0.1), &tetrahedron).distance, 0.0);
/// assert_eq!(point_tetrahedron(DVec3::new(0.1, 0.1, -2.0), &tetrahedron).distance, 2.0);
/// ```
pub fn point_tetrahedron(point: DVec3, tetrahedron: &[DVec3; 4]) -> NearestPoints {
    if tetrahedron_contains(tetrahedron, point) {
        return NearestPoints { distance: 0.0, points: [point; 2] };
    }
    // Outside, the nearest point is on a face.
    let faces = [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]].map(|f| f.map(|i| tetrahedron[i]));
    let nearest = faces.iter().map(|face| point_triangle(point, face));
    let nearest = nearest.min_by(|p, q| p.distance.total_cmp(&q.distance));
    nearest.expect("a tetrahedron has faces")
}

/// Whether a tetrahedron with a volume contains the point.
pub fn tetrahedron_contains(t: &[DVec3; 4], p: DVec3) -> bool {
    let whole = orient3d(t[0], t[1], t[2], t[3]);
    let replaced = |i: usize| {
        let mut t = *t;
        t[i] = p;
        orient3d(t[0], t[1], t[2], t[3])
    };
    whole != 0 && (0..4).all(|i| replaced(i) * whole >= 0)
}

fn weighted<T: Number, const N: usize>(
    point: &[DVec3; 1],
    corners: &[DVec3; N],
) -> CornerWeights<T, 1, N> {
    let mut differences = [Vector::ZERO; 4];
    for (difference, &corner) in differences.iter_mut().zip(corners) {
        *difference = Vector::difference(point[0], corner);
    }
    let nearest = nearest_on_simplex::nearest(&differences, N);
    let weights_b = std::array::from_fn(|i| nearest.weights[i]);
    // From the weights, so that whatever they are it belongs to a point of the element.
    let difference = (0..N).fold(Vector::ZERO, |sum, i| sum + differences[i] * nearest.weights[i]);
    CornerWeights { weights_a: [T::ONE], weights_b, difference }
}
