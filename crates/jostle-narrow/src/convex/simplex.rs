//! The few vertices that the answer of a query rests on.

use super::SupportMap;
use glam::DVec3;

/// Up to four pairs of vertices, one of each shape, with weights.
///
/// The weighted sums of the vertices are the nearest points of the two hulls, or a common point.
/// Kept from one frame to the next it starts the next query, which then ends after a step or two
/// if little has moved.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Simplex {
    len: usize,
    pairs: [[u32; 2]; 4],
    weights: [f64; 4],
}

impl Simplex {
    pub(super) fn new(len: usize, pairs: [[u32; 2]; 4], weights: [f64; 4]) -> Simplex {
        Simplex { len, pairs, weights }
    }

    /// A vertex index of the first shape and one of the second, for each corner.
    pub fn pairs(&self) -> &[[u32; 2]] {
        &self.pairs[..self.len]
    }

    /// The barycentric coordinates: positive, and their sum is one but for rounding.
    pub fn weights(&self) -> &[f64] {
        &self.weights[..self.len]
    }

    /// The weighted vertices of each shape, radii left aside.
    pub fn points(&self, a: &impl SupportMap, b: &impl SupportMap) -> [DVec3; 2] {
        let mut points = [DVec3::ZERO; 2];
        for (&[i, j], &weight) in self.pairs().iter().zip(self.weights()) {
            points[0] += a.vertex(i as usize) * weight;
            points[1] += b.vertex(j as usize) * weight;
        }
        points
    }
}
