//! The cylinder of tetrahedra.

use super::{circle::circle, limits};
use crate::mesh::TetMesh;
use glam::DVec3;

/// A cylinder along x: its cross-section has `rings` rings around the axis, each with twelve
/// triangles more than the one inside it, and `layers` layers of prisms, cut into three tetrahedra
/// each, stand on it. That makes `18 rings^2 layers` tetrahedra; `rings` is from 1 to 1,000, and
/// `layers` at least 1.
///
/// ```
/// use jostle::mesh::shapes;
///
/// let rod = shapes::rod_tets(4.0, 0.5, 3, 24);
/// assert_eq!(rod.elements.len(), 18 * 3 * 3 * 24);
/// ```
pub fn rod_tets(length: f64, radius: f64, rings: u32, layers: u32) -> TetMesh {
    let [length, radius] = [length, radius].map(limits::length);
    let rings = rings.clamp(1, 1000);
    let [per_layer, layers] = limits::counts([18 * rings * rings, layers], 1);
    let section = Section { rings };
    let points = section.points();
    let stride = points.len() as u32;

    let mut vertices = Vec::with_capacity(points.len() * (layers as usize + 1));
    for layer in 0..=layers {
        let x = length * (layer as f64 / layers as f64 - 0.5);
        vertices.extend(points.iter().map(|[y, z]| DVec3::new(x, radius * y, radius * z)));
    }
    let triangles = section.triangles();
    let mut elements = Vec::with_capacity(per_layer as usize * layers as usize);
    for layer in 0..layers {
        let base = layer * stride;
        elements.extend(triangles.iter().flat_map(|t| prism(t.map(|v| base + v), stride)));
    }
    TetMesh::new(vertices, elements)
}

/// The three tetrahedra of the prism over a triangle that is counter-clockwise seen from its top.
///
/// The diagonal of each side starts below at the lower index, so that neighbours cut it alike.
fn prism(triangle: [u32; 3], up: u32) -> [[u32; 4]; 3] {
    let [mut a, mut b, mut c] = triangle;
    while a > b || a > c {
        (a, b, c) = (b, c, a);
    }
    if b < c {
        [[a, b, c, c + up], [a, b, c + up, b + up], [a, a + up, b + up, c + up]]
    } else {
        [[a, b, c, b + up], [a, c, c + up, b + up], [a, a + up, b + up, c + up]]
    }
}

/// A disc of rings: point 0 in the middle, and `6 k` points on ring `k`.
struct Section {
    rings: u32,
}

impl Section {
    fn points(&self) -> Vec<[f64; 2]> {
        let mut points = vec![[0.0, 0.0]];
        for ring in 1..=self.rings {
            let reach = ring as f64 / self.rings as f64;
            points.extend((0..6 * ring).map(|i| {
                let (c, s) = circle(i as u64, 6 * ring as u64);
                [reach * c, reach * s]
            }));
        }
        points
    }

    /// Point `i`, counted around, of a ring.
    fn index(ring: u32, i: u32) -> u32 {
        if ring == 0 { 0 } else { 1 + 3 * ring * (ring - 1) + i % (6 * ring) }
    }

    /// Each sixth of a ring is a strip between `k` steps inside and `k + 1` outside.
    fn triangles(&self) -> Vec<[u32; 3]> {
        let mut triangles = Vec::with_capacity(6 * (self.rings * self.rings) as usize);
        for ring in 0..self.rings {
            for sixth in 0..6 {
                let inner = |i: u32| Self::index(ring, sixth * ring + i);
                let outer = |i: u32| Self::index(ring + 1, sixth * (ring + 1) + i);
                for i in 0..=ring {
                    triangles.push([inner(i), outer(i), outer(i + 1)]);
                    if i < ring {
                        triangles.push([inner(i), outer(i + 1), inner(i + 1)]);
                    }
                }
            }
        }
        triangles
    }
}
