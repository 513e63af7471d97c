//! How a flat sheet lies on something round: over it, with what is left of the rim in folds.

use crate::rotation::cos_sin;
use jostle::mesh::shapes::{self, Diagonals};
use jostle::{DVec3, TriangleMesh};
use std::f64::consts::TAU;

/// A square sheet of about as many triangles as wanted. It does not lie in the very middle: the folds
/// of a sheet that does are mirror images, which meet by a hair.
pub fn sheet(elements: usize, side: f64) -> TriangleMesh {
    let cells = ((elements as f64 / 2.0).sqrt().round() as u32).max(4);
    let sheet = shapes::rippled_cloth(cells, cells, [side, side], Diagonals::Alternating, 0.0, 0);
    sheet.translated(side * DVec3::new(0.013, 0.0071, 0.0))
}

/// A sheet draped over a ball under its middle: it follows the ball to where it slopes as much as it
/// can, and hangs straight from there.
#[derive(Clone, Copy)]
pub struct Drape {
    pub radius: f64,
    /// The steepest slope, in turns: 0 is flat, 1/4 hangs straight down.
    pub slope: f64,
    /// Number of folds around.
    pub folds: u32,
    /// How much of the surplus width goes into the depth of folds: 0 to 1.
    pub depth: f64,
    /// How far folds lean over to their sides, as shares of the distance between them: beyond a half
    /// they touch.
    pub lean: f64,
}

impl Drape {
    /// Where a point of the flat sheet goes, below the origin; its height is kept as thickness.
    pub fn place(&self, at: DVec3) -> DVec3 {
        let length = at.x.hypot_by_sqrt(at.y);
        if length == 0.0 {
            return DVec3::new(0.0, 0.0, at.z);
        }
        let bent = (self.radius * self.slope * TAU).min(length);
        let (c, s) = cos_sin(bent / (self.radius * TAU));
        let straight = length - bent;
        let out = self.radius * s + straight * c;
        let down = self.radius * (1.0 - c) + straight * s;
        // The cosine and sine of as many times the direction as there are folds.
        let direction = [at.x / length, at.y / length];
        let [wave, rise] = power(direction, self.folds);
        let pitch = TAU * out / f64::from(self.folds);
        let reach = out + self.depth * wave * 0.5 * (length - out);
        let aside = self.lean * pitch * 2.0 * wave * rise * ((length - out) / length);
        let radial = DVec3::new(direction[0], direction[1], 0.0);
        let around = DVec3::new(-direction[1], direction[0], 0.0);
        radial * reach + around * aside + DVec3::Z * (at.z - down)
    }
}

/// A complex number of length 1 to a power.
pub fn power(of: [f64; 2], exponent: u32) -> [f64; 2] {
    let times = |[a, b]: [f64; 2], [c, d]: [f64; 2]| [a * c - b * d, a * d + b * c];
    let (mut result, mut square, mut left) = ([1.0, 0.0], of, exponent);
    while left > 0 {
        if left % 2 == 1 {
            result = times(result, square);
        }
        square = times(square, square);
        left /= 2;
    }
    result
}

/// The length of the hypotenuse by a square root, which every platform rounds alike.
trait Hypotenuse {
    fn hypot_by_sqrt(self, other: f64) -> f64;
}

impl Hypotenuse for f64 {
    fn hypot_by_sqrt(self, other: f64) -> f64 {
        (self * self + other * other).sqrt()
    }
}
