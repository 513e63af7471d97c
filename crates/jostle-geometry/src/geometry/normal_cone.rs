//! A cone around normals. It only tells what is worth a try, so it may be inexact.

use super::lanes::{Doubles, LaneNumber, LaneVector, Lanes};
use glam::DVec3;

/// All of some normals are within an angle of an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NormalCone {
    /// The sum of all normals, each twice its triangle's area long.
    pub sum: DVec3,
    /// The sum, of unit length.
    axis: DVec3,
    /// The least and the greatest components of the normals.
    least: DVec3,
    greatest: DVec3,
    /// Of the angle; no numbers if there is no such cone.
    cosine: f64,
    sine: f64,
}

/// Triangles that are seen at a flatter angle than this cosine's are not worth a try.
const FLATTEST: f64 = 0.05;

impl NormalCone {
    /// The cone of some normals, four side by side.
    #[inline(always)]
    pub fn of<S: Lanes>(simd: S, normals: &[LaneVector<S, Doubles>]) -> NormalCone {
        let mut sum = LaneVector::splat(simd, DVec3::ZERO);
        let mut lowest = LaneVector::splat(simd, DVec3::INFINITY);
        let mut greatest = LaneVector::splat(simd, DVec3::NEG_INFINITY);
        for &normal in normals {
            sum = sum + normal;
            // What is no number is left out.
            lowest = normal.min(lowest);
            greatest = normal.max(greatest);
        }
        // The least cosine, squared with its sign, times the squared length of the sum.
        let sum = sum.reduce(|a, b| a + b);
        let square = sum.length_squared();
        let mut least = LaneNumber::<S, Doubles>::splat(simd, square);
        let direction = LaneVector::splat(simd, sum);
        for normal in normals {
            let along = normal.dot(direction);
            let cosine = along * along.abs() / normal.dot(*normal);
            least = cosine.min(least);
        }
        let least = least.to_array().into_iter().fold(square, f64::min);
        // The root of a negative number is none, and compares as false below.
        let cosine = (least / square).sqrt();
        let sine = (1.0 - cosine * cosine).sqrt();
        NormalCone {
            sum,
            axis: sum.normalize_or_zero(),
            least: lowest.reduce(DVec3::min),
            greatest: greatest.reduce(DVec3::max),
            cosine,
            sine,
        }
    }

    /// A bound below the products of a direction with all normals, as floating point computes them:
    /// rounding keeps order, so the least products have the least sum.
    #[inline]
    pub fn least_along(&self, direction: DVec3) -> f64 {
        let (a, b) = (direction * self.least, direction * self.greatest);
        let least = a.min(b);
        least.x + least.y + least.z
    }

    /// Whether all normals are seen well along a direction of unit length.
    #[inline]
    pub fn is_seen(&self, direction: DVec3) -> bool {
        let cosine = self.axis.dot(direction);
        let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
        // The cosine of the sum of both angles, which is below a half turn if the first two are not
        // both wide.
        cosine > 0.0 && cosine * self.cosine - sine * self.sine > FLATTEST
    }
}
