//! A cone around the normals of a patch. It only tells what is worth a try, so it may be inexact.

use crate::mesh::{Clusters, Object, Scene};
use glam::DVec3;

/// All normals are within an angle of an axis.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cone {
    /// The sum of all normals, of a length of twice their triangles' area.
    sum: DVec3,
    /// Radians; infinite if there is no such cone.
    angle: f64,
}

/// Wider cones are not tried: their triangles are hardly seen along the axis.
const WIDEST: f64 = 1.4;

impl Cone {
    pub fn of_cluster(scene: &Scene, object: &Object, elements: &[u32]) -> Cone {
        let first = object.elements().start;
        let mut normals = [DVec3::ZERO; Clusters::LARGEST];
        let mut sum = DVec3::ZERO;
        for (normal, &e) in normals.iter_mut().zip(elements) {
            *normal = doubled_area(scene, first + e as usize);
            sum += *normal;
        }
        // The least cosine, squared with its sign, times the squared length of the sum.
        let square = sum.length_squared();
        let least = normals[..elements.len()].iter().fold(square, |least: f64, normal| {
            let along = normal.dot(sum);
            let cosine = along * along.abs() / normal.length_squared();
            if cosine < least { cosine } else { least }
        });
        let angle = if least > 0.0 { (least / square).sqrt().acos() } else { f64::INFINITY };
        Cone { sum, angle }
    }

    pub fn union(self, other: Cone) -> Cone {
        let sum = self.sum + other.sum;
        let reach = |cone: &Cone| {
            let cosine = sum.dot(cone.sum) / (sum.length() * cone.sum.length());
            cosine.clamp(-1.0, 1.0).acos() + cone.angle
        };
        // Where a sum vanishes, the cosine is no number, and the cone is not narrow.
        Cone { sum, angle: reach(&self).max(reach(&other)) }
    }

    pub fn is_narrow(&self) -> bool {
        self.angle < WIDEST
    }

    pub fn axis(&self) -> DVec3 {
        self.sum.normalize_or_zero()
    }
}

/// The normal of a triangle of the scene, twice its area long.
#[inline]
fn doubled_area(scene: &Scene, element: usize) -> DVec3 {
    let corners = scene.corner_indices(element);
    let at = |i: usize| scene.vertices()[corners[i] as usize];
    let (a, b, c) = (at(0), at(1), at(2));
    (b - a).cross(c - a)
}
