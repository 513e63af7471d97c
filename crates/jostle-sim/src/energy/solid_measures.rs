//! Measures of solids: edges, areas, volumes, and the two of an elastic material.

use super::{Measure, Measures};
use crate::linear_algebra::nearest_rotation;
use glam::{DMat3, DVec3};

/// `|d| / length - 1` of an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeStrain {
    /// At rest.
    pub length: f64,
}

impl Measure<2> for EdgeStrain {
    #[inline(always)]
    fn value_and_gradients(&self, [a, b]: [DVec3; 2]) -> (f64, [DVec3; 2]) {
        let d = b - a;
        let length = d.length();
        // An edge of no length has no direction to grow in: it waits for others to part its ends.
        let along = d.normalize_or_zero() / self.length;
        (length / self.length - 1.0, [-along, along])
    }
}

/// `A / area - 1` of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AreaStrain {
    /// At rest.
    pub area: f64,
}

impl Measure<3> for AreaStrain {
    #[inline(always)]
    fn value_and_gradients(&self, [a, b, c]: [DVec3; 3]) -> (f64, [DVec3; 3]) {
        let normal = (b - a).cross(c - a);
        let unit = normal.normalize_or_zero() / (2.0 * self.area);
        let gradients = [unit.cross(c - b), unit.cross(a - c), unit.cross(b - a)];
        (0.5 * normal.length() / self.area - 1.0, gradients)
    }
}

/// `V / volume - 1` of a tetrahedron, with the sign of `V`: one that is turned inside out is pushed back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VolumeStrain {
    /// At rest; positive if the corners are positively oriented.
    pub volume: f64,
}

impl Measure<4> for VolumeStrain {
    #[inline(always)]
    fn value_and_gradients(&self, corners: [DVec3; 4]) -> (f64, [DVec3; 4]) {
        let [a, b, c, d] = corners;
        let (u, v, w) = (b - a, c - a, d - a);
        let scale = 1.0 / (6.0 * self.volume);
        let [gb, gc, gd] = [v.cross(w) * scale, w.cross(u) * scale, u.cross(v) * scale];
        (u.cross(v).dot(w) * scale - 1.0, [-(gb + gc + gd), gb, gc, gd])
    }
}

/// The deformation gradient of a tetrahedron: edges now, times the inverse of the edges at rest.
#[inline(always)]
fn deformation(corners: &[DVec3; 4], inverse_rest: &DMat3) -> DMat3 {
    let [a, b, c, d] = *corners;
    DMat3::from_cols(b - a, c - a, d - a) * *inverse_rest
}

/// Gradients of the corners from the derivative by the deformation gradient.
#[inline(always)]
fn corner_gradients(by_deformation: DMat3, inverse_rest: &DMat3) -> [DVec3; 4] {
    let columns = by_deformation * inverse_rest.transpose();
    let [b, c, d] = [columns.x_axis, columns.y_axis, columns.z_axis];
    [-(b + c + d), b, c, d]
}

/// `det F - 1` of a tetrahedron.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dilation {
    /// The inverse of the edges at rest.
    pub inverse_rest: DMat3,
}

impl Measure<4> for Dilation {
    #[inline(always)]
    fn value_and_gradients(&self, corners: [DVec3; 4]) -> (f64, [DVec3; 4]) {
        dilation(&deformation(&corners, &self.inverse_rest), &self.inverse_rest)
    }
}

#[inline(always)]
fn dilation(f: &DMat3, inverse_rest: &DMat3) -> (f64, [DVec3; 4]) {
    let [x, y, z] = [f.x_axis, f.y_axis, f.z_axis];
    let cofactors = DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
    (f.determinant() - 1.0, corner_gradients(cofactors, inverse_rest))
}

/// `|F - R|` of a tetrahedron, with `R` the rotation nearest to `F`: how much it is deformed, whatever way it is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distortion {
    /// The inverse of the edges at rest.
    pub inverse_rest: DMat3,
}

impl Measure<4> for Distortion {
    #[inline(always)]
    fn value_and_gradients(&self, corners: [DVec3; 4]) -> (f64, [DVec3; 4]) {
        distortion(&deformation(&corners, &self.inverse_rest), &self.inverse_rest)
    }
}

#[inline(always)]
fn distortion(f: &DMat3, inverse_rest: &DMat3) -> (f64, [DVec3; 4]) {
    // The rotation does not change the distance in first order, because it is the nearest.
    let off = *f - nearest_rotation(*f);
    let norm = off.to_cols_array().iter().map(|x| x * x).sum::<f64>().sqrt();
    // What rounding leaves of a tetrahedron at rest has no direction.
    let by_f = if norm > 1e-14 { off * (1.0 / norm) } else { DMat3::ZERO };
    (norm, corner_gradients(by_f, inverse_rest))
}

/// A material with Young's modulus and Poisson's ratio: the energy density `mu |F - R|^2 + lambda/2 (det F - 1)^2`, which
/// for small deformations is Hooke's law with Lame's constants `mu` and `lambda`.
///
/// Both parts vanish at rest. (The neo-Hookean density in the form `mu/2 |F|^2 + lambda/2 (det F - 1 - mu/lambda)^2` has
/// parts that balance each other there; projected with long steps, it was measured to boil from 1 MPa at 17 ms on.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corotated {
    /// The inverse of the edges at rest.
    pub inverse_rest: DMat3,
}

impl Measures<4, 2> for Corotated {
    #[inline(always)]
    fn values_and_gradients(&self, corners: [DVec3; 4]) -> [(f64, [DVec3; 4]); 2] {
        let f = deformation(&corners, &self.inverse_rest);
        [distortion(&f, &self.inverse_rest), dilation(&f, &self.inverse_rest)]
    }
}
