//! A cone around the normals of a patch. It only tells what is worth a try, so it may be inexact.

use super::path::{Path, Paths};
use crate::mesh::{Clusters, Object, Scene};
use glam::DVec3;

/// All normals of a cluster are within an angle of an axis.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cone {
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

impl Cone {
    /// The cone of the normals of a cluster, or of all coefficients of theirs while they move.
    pub fn from_cluster(
        scene: &Scene,
        object: &Object,
        elements: &[u32],
        paths: impl Paths,
    ) -> Cone {
        let (first, base) = (object.elements().start, object.vertices().start as u32);
        let mut normals = [DVec3::ZERO; 3 * Clusters::LARGEST];
        let mut sum = DVec3::ZERO;
        let (mut lowest, mut greatest) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let mut count = 0;
        for &e in elements {
            let corners = scene.corners_at(first + e as usize);
            let at = |i: usize| paths.at(corners[i] - base);
            let (a, b, c) = (at(0), at(1), at(2));
            // Twice the area long.
            for &normal in (b - a).cross(c - a).as_ref() {
                normals[count] = normal;
                count += 1;
                sum += normal;
                lowest = lowest.min(normal);
                greatest = greatest.max(normal);
            }
        }
        // The least cosine, squared with its sign, times the squared length of the sum.
        let square = sum.length_squared();
        let least = normals[..count].iter().fold(square, |least: f64, normal| {
            let along = normal.dot(sum);
            let cosine = along * along.abs() / normal.length_squared();
            if cosine < least { cosine } else { least }
        });
        // The root of a negative number is none, and compares as false below.
        let cosine = (least / square).sqrt();
        let sine = (1.0 - cosine * cosine).sqrt();
        Cone { sum, axis: sum.normalize_or_zero(), least: lowest, greatest, cosine, sine }
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
