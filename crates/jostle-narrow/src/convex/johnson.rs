//! Johnson's sub-algorithm (sv-gjk-2019, sec. 4.1), kept for comparison with signed volumes.
//!
//! Determinants of dot products are built from smaller subsets to larger ones; the subset whose own
//! determinants are positive, and whose supersets' are not, holds the nearest point. Squares of
//! small quantities are multiplied with each other, and in plain arithmetic no subset may qualify;
//! then the backup procedure takes the nearest of all subsets.

use super::gjk::SubAlgorithm;
use crate::geometry::nearest_on_simplex::SimplexPoint;
use crate::geometry::number::Vector;

pub(super) struct Johnson;

impl SubAlgorithm<f64> for Johnson {
    fn nearest(points: &[Vector<f64>; 4], len: usize) -> SimplexPoint<f64> {
        let deltas = determinants(points, len);
        let subsets = 1..1usize << len;
        let holds = |subset: usize, i: usize| subset >> i & 1 == 1;
        let positive =
            |subset: usize| (0..len).filter(|&i| holds(subset, i)).all(|i| deltas[subset][i] > 0.0);
        let optimal = |subset: usize| {
            let mut outside = (0..len).filter(|&i| !holds(subset, i));
            positive(subset) && outside.all(|i| deltas[subset | 1 << i][i] <= 0.0)
        };
        let chosen = subsets.clone().find(|&subset| optimal(subset)).unwrap_or_else(|| {
            let square = |subset: usize| {
                let point = combined(points, len, &deltas[subset], subset).vector;
                point.dot(point)
            };
            // A single corner is always positive.
            let valid = subsets.filter(|&subset| positive(subset));
            valid.min_by(|&s, &t| square(s).total_cmp(&square(t))).expect("corners are valid")
        });
        combined(points, len, &deltas[chosen], chosen)
    }
}

/// For each subset, by bits, the determinant that belongs to each point: for those of the subset
/// its weight before division.
fn determinants(points: &[Vector<f64>; 4], len: usize) -> [[f64; 4]; 16] {
    let mut deltas = [[0.0; 4]; 16];
    for i in 0..len {
        deltas[1 << i][i] = 1.0;
    }
    for subset in 1..1usize << len {
        let first = subset.trailing_zeros() as usize;
        for j in (0..len).filter(|&j| subset >> j & 1 == 0) {
            let mut sum = 0.0;
            for i in (0..len).filter(|&i| subset >> i & 1 == 1) {
                sum += deltas[subset][i] * points[i].dot(points[first] - points[j]);
            }
            deltas[subset | 1 << j][j] = sum;
        }
    }
    deltas
}

fn combined(
    points: &[Vector<f64>; 4],
    len: usize,
    deltas: &[f64; 4],
    subset: usize,
) -> SimplexPoint<f64> {
    let held = |i: usize| i < len && subset >> i & 1 == 1;
    let whole: f64 = (0..4).filter(|&i| held(i)).map(|i| deltas[i]).sum();
    let weights: [f64; 4] = std::array::from_fn(|i| if held(i) { deltas[i] / whole } else { 0.0 });
    if subset == 0b1111 {
        return SimplexPoint { weights, vector: Vector::ZERO, depth: whole };
    }
    let vector = (0..len).fold(Vector::ZERO, |sum, i| sum + points[i] * weights[i]);
    SimplexPoint { weights, vector, depth: 0.0 }
}
