//! The motion of a pair of features, and the three vectors that decide it.

use crate::narrow::{point_triangle, segment_segment};
use glam::DVec3;

/// What the four corners of a motion are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::impact) enum Pair {
    /// A point, and the three corners of a triangle.
    VertexFace,
    /// The two ends of a segment, and those of another.
    EdgeEdge,
}

/// Four corners at both ends of their motion.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::impact) struct Motion<T = f64> {
    pub start: [[T; 3]; 4],
    pub end: [[T; 3]; 4],
}

impl Motion {
    /// The same along axes that are scaled by powers of two, so that the largest coordinates are about 1.
    /// Others may lose digits beyond the smallest number.
    pub fn scaled(&self) -> Motion {
        let mut scaled = self.clone();
        for axis in 0..3 {
            let corners = self.start.iter().chain(&self.end);
            let largest = corners.map(|p| p[axis].abs()).fold(0.0, f64::max);
            // The exponents of normal numbers go from 1 to 2046; the factor of the largest is denormal.
            let exponent = 2046 - (largest.to_bits() >> 52);
            let factor = match exponent {
                0 => f64::from_bits(1 << 51),
                _ => f64::from_bits(exponent << 52),
            };
            for corner in scaled.start.iter_mut().chain(&mut scaled.end) {
                corner[axis] *= factor;
            }
        }
        scaled
    }
}

impl Pair {
    /// Whether the features have a common point when their corners are at these places.
    pub fn touches(self, corners: &[[f64; 3]; 4]) -> bool {
        let [a, b, c, d] = corners.map(DVec3::from_array);
        match self {
            Pair::VertexFace => point_triangle(a, &[b, c, d]),
            Pair::EdgeEdge => segment_segment(&[a, b], &[c, d]),
        }
    }

    /// The three vectors: to the corners of the triangle from the point; or along either segment, and
    /// from the start of the first to that of the second.
    #[inline(always)]
    pub fn vectors<T, V>(
        self,
        [a, b, c, d]: &[T; 4],
        mut minus: impl FnMut(&T, &T) -> V,
    ) -> [V; 3] {
        match self {
            Pair::VertexFace => [minus(b, a), minus(c, a), minus(d, a)],
            Pair::EdgeEdge => [minus(b, a), minus(d, c), minus(c, a)],
        }
    }
}
