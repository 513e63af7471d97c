//! Volume, first moment and area of the common part in `f64`.

use super::arrangement::{Arrangement, Point};
use super::compensated_sum::CompensatedSum;
use crate::geometry::number::{DoubleDouble, Vector};
use crate::geometry::{Aabb, edge_crossing};
use glam::DVec3;
use jostle_support::parallel;

/// The measures of the common part, in the coordinates of the scene.
#[derive(Clone, Copy, Debug)]
pub struct Measures {
    pub volume: f64,
    /// Where the centre of mass is, if the volume is not zero.
    pub centroid: Option<DVec3>,
    pub area: f64,
    /// What the volume may be off by.
    pub error: f64,
}

/// Coordinates near the common part: differences from a point in its middle, scaled by a power of two.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    scale: f64,
    /// Scaled.
    origin: DVec3,
}

impl Frame {
    fn new(first: Aabb, second: Aabb) -> Frame {
        let all = first.union(second);
        let largest = all.min.abs().max(all.max.abs()).max_element();
        let scale = edge_crossing::scale(largest);
        let common = first.intersection(second);
        Frame { scale, origin: 0.5 * (common.min * scale + common.max * scale) }
    }

    fn vertex(&self, position: DVec3) -> DVec3 {
        position * self.scale - self.origin
    }

    /// Where an edge crosses the plane of a face, with twice the digits of `f64` until the end, so
    /// that neither long edges nor edges almost in the plane cost digits.
    fn crossing(&self, edge: [DVec3; 2], face: [DVec3; 3]) -> DVec3 {
        let [p, q] = edge.map(|v| v * self.scale);
        let weight = edge_crossing::weight([p, q], face.map(|v| v * self.scale)).weight;
        let from = Vector::<DoubleDouble>::difference;
        (from(p, self.origin) + from(q, p) * weight).value()
    }
}

/// The points of an arrangement in a frame.
pub struct Points {
    pub frame: Frame,
    vertices: [Vec<DVec3>; 2],
    crossings: [Vec<DVec3>; 2],
}

impl Points {
    pub fn build(arrangement: &Arrangement) -> Points {
        let surfaces = arrangement.surfaces;
        let frame = Frame::new(surfaces[0].bounds, surfaces[1].bounds);
        let vertices = surfaces.map(|surface| {
            surface.mesh.vertices.iter().map(|&v| frame.vertex(v)).collect::<Vec<_>>()
        });
        let crossings = [0, 1].map(|of| {
            let own = &arrangement.crossings[of];
            parallel::map(own.len(), 1, |i| {
                let crossing = &own[i];
                let face = surfaces[1 - of].corners(crossing.face);
                frame.crossing(surfaces[of].ends(crossing.edge), face)
            })
        });
        Points { frame, vertices, crossings }
    }

    pub fn at(&self, point: Point) -> DVec3 {
        match point {
            Point::Vertex(of, v) => self.vertices[of][v as usize],
            Point::Crossing(of, i) => self.crossings[of][i as usize],
        }
    }

    /// A length, area or volume of the frame in the units of the scene.
    pub fn unscaled(&self, value: f64, dimension: u32) -> f64 {
        (0..dimension).fold(value, |value, _| value / self.frame.scale)
    }

    /// A point of the frame in the coordinates of the scene.
    pub fn in_scene(&self, point: DVec3) -> DVec3 {
        (point + self.frame.origin) / self.frame.scale
    }
}

/// The sum over the triangles that a point of each face spans with the segments round it, of the cone
/// from the origin of the frame: the divergence theorem.
pub fn measure(arrangement: &Arrangement, points: &Points) -> Measures {
    let mut apexes = arrangement.surfaces.map(|s| vec![None::<DVec3>; s.mesh.elements.len()]);
    let (mut six_volumes, mut moment, mut area) =
        (CompensatedSum::default(), [CompensatedSum::default(); 3], CompensatedSum::default());
    let (mut rounding, mut swept, mut reach) = (0.0, 0.0, 0.0f64);
    arrangement.for_each_segment(|of, face, ends, weight| {
        let [u, v] = ends.map(|p| points.at(p));
        let apex = *apexes[of][face as usize].get_or_insert(u);
        if apex == u || apex == v {
            return;
        }
        let weight = f64::from(weight);
        let (from, to) = (u - apex, v - apex);
        let normal = weight * from.cross(to);
        let cone = apex.dot(normal);
        six_volumes.add(cone);
        let corners = apex + u + v;
        for axis in 0..3 {
            moment[axis].add(cone * corners[axis]);
        }
        let [a, b, c] = arrangement.surfaces[of].corners(face).map(|p| p * points.frame.scale);
        area.add(normal.dot((b - a).cross(c - a).normalize_or_zero()));
        rounding += weight.abs() * apex.length() * from.length() * to.length();
        swept += normal.length();
        reach = reach.max(apex.length()).max(u.length()).max(v.length());
    });
    let unit = f64::EPSILON / 2.0;
    let volume = six_volumes.total() / 6.0;
    // Each cone is off by at most 16 units of its factors; and each point, rounded to the nearest, by two of
    // its distance from the origin, which moves the surface by as much.
    let error = unit * (16.0 * rounding / 6.0 + 2.0 * reach * swept);
    // The centre of a cone is three quarters of the way from the origin to that of its base, a third of the
    // sum of its corners.
    let centroid = DVec3::from(moment.map(CompensatedSum::total)) / (24.0 * volume);
    Measures {
        volume: points.unscaled(volume, 3),
        centroid: (volume > 0.0).then(|| points.in_scene(centroid)),
        area: points.unscaled(area.total() / 2.0, 2),
        error: points.unscaled(error, 3),
    }
}
