//! Two features that are near each other.

use crate::geometry::distance::{
    point_segment_weights, segment_segment_weights, weighted_point_triangle,
};
use glam::DVec3;

/// Two features that are near each other, of `N` vertices together: those of the first feature, then those of the
/// second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearContact<const N: usize> {
    /// The vertices of both features in the scene.
    pub vertices: [u32; N],
    /// What the positions of the vertices are to be multiplied with to get from the nearest point of the first
    /// feature to that of the second: below zero for the first, where they add up to -1, and above for the
    /// second, where they add up to 1.
    pub coefficients: [f64; N],
    /// The nearest points of the first feature and of the second.
    pub points: [DVec3; 2],
    /// From the first feature to the second, of unit length. Where the two meet there is no such direction: a
    /// face has its own normal then, two edges have that of both, and others have zero.
    pub normal: DVec3,
    /// How far apart they are; within `2^-47` of the distance and the diameters of both together.
    pub distance: f64,
    /// How many pairs of a vertex and a face or of two edges have their nearest points in these features.
    pub multiplicity: u32,
}

impl<const N: usize> NearContact<N> {
    /// How the distance grows as each vertex moves: the coefficients times the normal, because nearest points
    /// that move within their features change it in second order only.
    ///
    /// ```
    /// use jostle::contact::{NearQuery, NearSearch};
    /// use jostle::mesh::shapes;
    /// use jostle::{DVec3, Scene};
    ///
    /// let mut scene = Scene::new();
    /// scene.add("floor", shapes::cloth(4, 4, [4.0, 4.0]))?;
    /// scene.add("ball", shapes::icosphere(2, 0.5).translated(DVec3::new(0.3, 0.2, 0.51)))?;
    /// let mut search = NearSearch::new();
    /// let contacts = search.find(&scene, &NearQuery::within(0.02))?;
    /// let lowest = contacts.face_vertex[0];
    /// assert!((lowest.distance - 0.01).abs() < 1e-12);
    /// let gradient = lowest.gradient();
    /// assert!((gradient[3] - DVec3::Z).length() < 1e-12, "the vertex of the ball comes last");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gradient(&self) -> [DVec3; N] {
        self.coefficients.map(|own| own * self.normal)
    }
}

/// Two edges that are near each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearEdges {
    /// The contact.
    pub contact: NearContact<4>,
    /// How parallel they are.
    pub mollifier: Mollifier,
}

/// How parallel two edges are, for potentials that are to fade where they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mollifier {
    /// The square of the cross product of both edges.
    pub cross_squared: f64,
    /// Where the potential begins to fade: a thousandth of the product of the squares of their lengths at rest.
    /// Zero if the query has no mollifier.
    pub threshold: f64,
}

impl Mollifier {
    /// A thousandth.
    pub(super) const PARALLEL: f64 = 1e-3;

    /// Of edges, given where they are and where they are at rest.
    #[inline]
    pub(super) fn new([a, b, c, d]: [DVec3; 4], rest: Option<[DVec3; 4]>) -> Mollifier {
        let cross_squared = product_squared([a, b, c, d], |u, v| u.cross(v).length_squared());
        let lengths = |u: DVec3, v: DVec3| u.length_squared() * v.length_squared();
        let threshold =
            rest.map_or(0.0, |rest| Mollifier::PARALLEL * product_squared(rest, lengths));
        Mollifier { cross_squared, threshold }
    }

    /// Whether they are so parallel that a potential fades.
    pub fn is_active(&self) -> bool {
        self.cross_squared < self.threshold
    }

    /// What a potential is to be multiplied with: one, or less where the edges are nearly parallel, and zero
    /// where they are; its slope is continuous.
    pub fn factor(&self) -> f64 {
        if !self.is_active() {
            return 1.0;
        }
        let part = self.cross_squared / self.threshold;
        (2.0 - part) * part
    }
}

/// A product of the squares of two edges, given that of directions of length about one; infinite where it leaves the
/// number range, and a number always.
#[inline]
fn product_squared(corners: [DVec3; 4], of: impl Fn(DVec3, DVec3) -> f64) -> f64 {
    let ([a, b, c, d], scale) = in_range(corners);
    let [one, other] = [b - a, d - c];
    let size = one.abs().max_element() * scale * (other.abs().max_element() * scale);
    let product = of(unscaled(one), unscaled(other));
    if product == 0.0 { 0.0 } else { product * size * size }
}

/// What nearest points are told by.
struct Nearest<const N: usize> {
    coefficients: [f64; N],
    points: [DVec3; 2],
    /// From the first to the second.
    difference: DVec3,
    distance: f64,
}

impl<const N: usize> Nearest<N> {
    /// The contact, given a direction for features that meet.
    fn contact(self, vertices: [u32; N], multiplicity: u32, meeting: DVec3) -> NearContact<N> {
        let Nearest { coefficients, points, difference, distance } = self;
        let direction = if distance > 0.0 { difference } else { meeting };
        let normal = unscaled(direction).normalize_or_zero();
        NearContact { vertices, coefficients, points, normal, distance, multiplicity }
    }
}

/// Two vertices.
pub(super) fn vertex_vertex(
    positions: &[DVec3],
    vertices: [u32; 2],
    multiplicity: u32,
) -> NearContact<2> {
    let points = vertices.map(|v| positions[v as usize]);
    let ([a, b], scale) = in_range(points);
    let (difference, coefficients) = (b - a, [-1.0, 1.0]);
    let distance = length(difference) * scale;
    let nearest = Nearest { coefficients, points, difference, distance };
    nearest.contact(vertices, multiplicity, DVec3::ZERO)
}

/// Corners as they are, or a quarter of them where their differences leave the number range, and what lengths are
/// to be multiplied with then.
#[inline(always)]
pub(super) fn in_range<const N: usize>(corners: [DVec3; N]) -> ([DVec3; N], f64) {
    const LARGE: f64 = f64::MAX * 0.25;
    match corners.iter().all(|p| p.abs().max_element() < LARGE) {
        true => (corners, 1.0),
        false => (corners.map(|p| p * 0.25), 4.0),
    }
}

/// An edge and a vertex.
pub(super) fn edge_vertex(
    positions: &[DVec3],
    vertices: [u32; 3],
    multiplicity: u32,
) -> NearContact<3> {
    let ([a, b, p], scale) = in_range(vertices.map(|v| positions[v as usize]));
    let found = point_segment_weights(p, &[a, b]);
    let [u, v] = found.weights.1;
    let nearest = Nearest {
        coefficients: [-u, -v, 1.0],
        points: [found.nearest.points[1] * scale, p * scale],
        difference: found.difference,
        distance: found.nearest.distance * scale,
    };
    nearest.contact(vertices, multiplicity, DVec3::ZERO)
}

/// Two edges.
pub(super) fn edge_edge(positions: &[DVec3], vertices: [u32; 4]) -> NearContact<4> {
    let ([a, b, c, d], scale) = in_range(vertices.map(|v| positions[v as usize]));
    let found = segment_segment_weights(&[a, b], &[c, d]);
    let ([s, t], [u, v]) = found.weights;
    let nearest = Nearest {
        coefficients: [-s, -t, u, v],
        points: found.nearest.points.map(|p| p * scale),
        difference: -found.difference,
        distance: found.nearest.distance * scale,
    };
    nearest.contact(vertices, 1, unscaled(b - a).cross(unscaled(d - c)))
}

/// A face and a vertex.
pub(super) fn face_vertex(positions: &[DVec3], vertices: [u32; 4]) -> NearContact<4> {
    let ([a, b, c, p], scale) = in_range(vertices.map(|v| positions[v as usize]));
    let found = weighted_point_triangle(p, &[a, b, c]);
    let [u, v, w] = found.weights.1;
    let nearest = Nearest {
        coefficients: [-u, -v, -w, 1.0],
        points: [found.nearest.points[1] * scale, p * scale],
        difference: found.difference,
        distance: found.nearest.distance * scale,
    };
    nearest.contact(vertices, 1, unscaled(b - a).cross(unscaled(c - a)))
}

/// A direction of a length about one, whose square is in the number range; zero of zero.
fn unscaled(direction: DVec3) -> DVec3 {
    let largest = direction.abs().max_element();
    if largest > 0.0 { direction / largest } else { DVec3::ZERO }
}

/// Of any vector whose length is a number.
pub(super) fn length(vector: DVec3) -> f64 {
    let largest = vector.abs().max_element();
    match largest > 0.0 {
        // Squares of large or small components leave the number range.
        true => (vector / largest).length() * largest,
        false => 0.0,
    }
}
