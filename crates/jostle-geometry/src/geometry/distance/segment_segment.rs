//! Two segments: where they pass each other, or an end of one and the other segment.

use super::{CornerWeights, NearestPoints, WeightedNearest, solve_from_guess};
use crate::geometry::nearest_on_simplex;
use crate::geometry::number::{Number, Vector};
use glam::DVec3;

/// The nearest points of two segments.
///
/// ```
/// use jostle::{DVec3, geometry::distance::segment_segment};
///
/// let crossing = segment_segment(&[-DVec3::X, DVec3::X], &[DVec3::Z, DVec3::new(0.0, 1.0, 1.0)]);
/// assert_eq!(crossing.distance, 1.0);
/// assert_eq!(crossing.points, [DVec3::ZERO, DVec3::Z]);
/// ```
pub fn segment_segment(a: &[DVec3; 2], b: &[DVec3; 2]) -> NearestPoints {
    segment_segment_weights(a, b).nearest
}

/// The same with the weights of their ends.
pub fn segment_segment_weights(a: &[DVec3; 2], b: &[DVec3; 2]) -> WeightedNearest<2, 2> {
    let guess = |a: &_, b: &_| passing(a, b, &differences(a, b));
    solve_from_guess(a, b, guess, weighted, weighted)
}

/// Of each end of the one from each of the other.
fn differences<T: Number>(a: &[DVec3; 2], b: &[DVec3; 2]) -> [[Vector<T>; 2]; 2] {
    a.map(|p| b.map(|q| Vector::difference(p, q)))
}

fn weighted<T: Number>(a: &[DVec3; 2], b: &[DVec3; 2]) -> CornerWeights<T, 2, 2> {
    let differences = differences(a, b);
    let ends = (0..4).map(|k| end_to_segment(&differences, k / 2, k % 2 == 0));
    ends.chain(passing(a, b, &differences))
        .min_by(|one, other| square(one).total_cmp(&square(other)))
        .expect("four of them at least")
}

fn square<T: Number>(weighted: &CornerWeights<T, 2, 2>) -> f64 {
    weighted.difference.dot(weighted.difference).value()
}

/// An end of one segment and the other segment.
fn end_to_segment<T: Number>(
    differences: &[[Vector<T>; 2]; 2],
    end: usize,
    is_end_of_a: bool,
) -> CornerWeights<T, 2, 2> {
    let [from, to] =
        [0, 1].map(|k| if is_end_of_a { differences[end][k] } else { differences[k][end] });
    let nearest = nearest_on_simplex::nearest(&[from, to, Vector::ZERO, Vector::ZERO], 2);
    let along = [nearest.weights[0], nearest.weights[1]];
    let at_end = [0, 1].map(|k| if k == end { T::ONE } else { T::ZERO });
    let (weights_a, weights_b) = if is_end_of_a { (at_end, along) } else { (along, at_end) };
    CornerWeights { weights_a, weights_b, difference: from * along[0] + to * along[1] }
}

/// The points where the lines pass each other, if both are inside the segments.
fn passing<T: Number>(
    a: &[DVec3; 2],
    b: &[DVec3; 2],
    differences: &[[Vector<T>; 2]; 2],
) -> Option<CornerWeights<T, 2, 2>> {
    let along_a = Vector::<T>::difference(a[1], a[0]);
    let along_b = Vector::<T>::difference(b[1], b[0]);
    let gap = differences[0][0];
    let normal = along_a.cross(along_b);
    let whole = normal.dot(normal);
    let (on_a, on_b) = (along_b.cross(gap).dot(normal), along_a.cross(gap).dot(normal));
    let within = |part: T| part.is_positive() && (whole - part).is_positive();
    if !within(on_a) || !within(on_b) {
        return None;
    }
    let (on_a, on_b) = (on_a / whole, on_b / whole);
    let (weights_a, weights_b) = ([T::ONE - on_a, on_a], [T::ONE - on_b, on_b]);
    let mut difference = Vector::ZERO;
    for i in 0..2 {
        for j in 0..2 {
            difference = difference + differences[i][j] * (weights_a[i] * weights_b[j]);
        }
    }
    Some(CornerWeights { weights_a, weights_b, difference })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The square of its length is at the end of the number range.
    #[test]
    fn a_segment_next_to_none_is_near_an_end() {
        let short = [DVec3::new(2.0, 0.0, -1.0), DVec3::new(0.0, 2.0, -1.0)];
        let long = [DVec3::new(0.25, 0.75, 0.5), DVec3::ZERO];
        for scale in [1e-100, 1e-150, 0.25e-150, 1e-155, 1e-200, 1e-300] {
            let nearest = segment_segment(&short.map(|p| p * scale), &long);
            assert!(nearest.distance <= 3.0 * scale, "{scale}: {}", nearest.distance);
        }
    }
}
