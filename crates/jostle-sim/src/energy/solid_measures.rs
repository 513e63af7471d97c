//! Measures of solids: edges, areas, volumes, and the two of a neo-Hookean material.

use super::{Measure, Measures};
use glam::{DMat3, DVec3};

/// `|d| / length - 1` of an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeStrain {
    /// At rest.
    pub length: f64,
}

impl Measure<2> for EdgeStrain {
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
    fn value_and_gradients(&self, corners: [DVec3; 4]) -> (f64, [DVec3; 4]) {
        let [a, b, c, d] = corners;
        let (u, v, w) = (b - a, c - a, d - a);
        let scale = 1.0 / (6.0 * self.volume);
        let [gb, gc, gd] = [v.cross(w) * scale, w.cross(u) * scale, u.cross(v) * scale];
        (u.cross(v).dot(w) * scale - 1.0, [-(gb + gc + gd), gb, gc, gd])
    }
}

/// The deformation gradient of a tetrahedron: edges now, times the inverse of the edges at rest.
fn deformation(corners: &[DVec3; 4], inverse_rest: &DMat3) -> DMat3 {
    let [a, b, c, d] = *corners;
    DMat3::from_cols(b - a, c - a, d - a) * *inverse_rest
}

/// Gradients of the corners from the derivative by the deformation gradient.
fn corner_gradients(by_deformation: DMat3, inverse_rest: &DMat3) -> [DVec3; 4] {
    let columns = by_deformation * inverse_rest.transpose();
    let [b, c, d] = [columns.x_axis, columns.y_axis, columns.z_axis];
    [-(b + c + d), b, c, d]
}

/// `det F - target` of a tetrahedron: the part of a neo-Hookean material that keeps volumes (Macklin and Mueller, "A
/// constraint-based formulation of stable neo-Hookean materials", 2021).
///
/// With the energy density `mu/2 (tr F^T F - 3) + lambda/2 (det F - target)^2`, stress vanishes at `F = I` if `target = 1
/// + mu/lambda`. Linearised there, it is Hooke's law with Lame's constants `mu` and `lambda - mu`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dilation {
    /// The inverse of the edges at rest.
    pub inverse_rest: DMat3,
    /// `1 + mu / lambda`.
    pub target: f64,
}

impl Measure<4> for Dilation {
    fn value_and_gradients(&self, corners: [DVec3; 4]) -> (f64, [DVec3; 4]) {
        let f = deformation(&corners, &self.inverse_rest);
        let [x, y, z] = [f.x_axis, f.y_axis, f.z_axis];
        let cofactors = DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
        (f.determinant() - self.target, corner_gradients(cofactors, &self.inverse_rest))
    }
}

/// `sqrt(tr F^T F)` of a tetrahedron: the other part of a neo-Hookean material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distortion {
    /// The inverse of the edges at rest.
    pub inverse_rest: DMat3,
}

impl Measure<4> for Distortion {
    fn value_and_gradients(&self, corners: [DVec3; 4]) -> (f64, [DVec3; 4]) {
        let f = deformation(&corners, &self.inverse_rest);
        let norm = f.to_cols_array().iter().map(|x| x * x).sum::<f64>().sqrt();
        let by_f = if norm > 0.0 { f * (1.0 / norm) } else { DMat3::ZERO };
        (norm, corner_gradients(by_f, &self.inverse_rest))
    }
}

/// A neo-Hookean material: distortion and dilation, which balance each other at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NeoHookean {
    /// The inverse of the edges at rest.
    pub inverse_rest: DMat3,
    /// `1 + mu / lambda`.
    pub target: f64,
}

impl Measures<4, 2> for NeoHookean {
    fn values_and_gradients(&self, corners: [DVec3; 4]) -> [(f64, [DVec3; 4]); 2] {
        let NeoHookean { inverse_rest, target } = *self;
        [
            Distortion { inverse_rest }.value_and_gradients(corners),
            Dilation { inverse_rest, target }.value_and_gradients(corners),
        ]
    }
}
