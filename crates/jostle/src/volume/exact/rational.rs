//! The volume of the common part as a fraction of integers, for what `f64` cannot tell from zero.

use super::arrangement::{Arrangement, Point};
use crate::geometry::integers::{self, IntegerPoint};
use crate::geometry::predicates::Sign;
use num_bigint::BigInt;
use rayon::prelude::*;

/// A number over a positive denominator, not reduced.
struct Fraction {
    numerator: BigInt,
    denominator: BigInt,
}

impl Fraction {
    fn zero() -> Fraction {
        Fraction { numerator: BigInt::ZERO, denominator: BigInt::from(1) }
    }

    fn sum(self, other: Fraction) -> Fraction {
        if integers::sign(&self.numerator) == 0 {
            return other;
        }
        if integers::sign(&other.numerator) == 0 {
            return self;
        }
        if self.denominator == other.denominator {
            let numerator = self.numerator + other.numerator;
            return Fraction { numerator, denominator: self.denominator };
        }
        let numerator = self.numerator * &other.denominator + other.numerator * &self.denominator;
        Fraction { numerator, denominator: self.denominator * other.denominator }
    }
}

/// A point as integers over a positive integer.
type RationalPoint = (IntegerPoint, BigInt);

/// A volume as an exact sign and the number nearest to it, or next to that.
pub struct ExactVolume {
    pub sign: Sign,
    pub value: f64,
}

/// The volume of the common part, exact. Fractions are added two by two, so that long numbers meet long
/// ones.
pub fn volume(arrangement: &Arrangement) -> ExactVolume {
    let surfaces = arrangement.surfaces;
    let count = surfaces[0].mesh.vertices.len();
    let all: Vec<glam::DVec3> =
        surfaces.iter().flat_map(|s| s.mesh.vertices.iter().copied()).collect();
    let (at, exponent) = integers::with_common_exponent(&all);
    let position = |of: usize, v: u32| &at[of * count + v as usize];
    let crossings = [0, 1].map(|of| {
        let own = &arrangement.crossings[of];
        let place = |crossing: &super::arrangement::Crossing| {
            let edge = surfaces[of].edges[crossing.edge as usize].map(|v| position(of, v));
            let face = surfaces[1 - of].mesh.elements[crossing.face as usize];
            crossing_point(edge, face.map(|v| position(1 - of, v)))
        };
        own.par_iter().map(place).collect::<Vec<RationalPoint>>()
    });
    let one = BigInt::from(1);
    let at = |point: Point| match point {
        Point::Vertex(of, v) => (position(of, v), &one),
        Point::Crossing(of, i) => {
            let (point, weight) = &crossings[of][i as usize];
            (point, weight)
        }
    };
    let mut segments = Vec::new();
    arrangement.for_each_segment(|of, face, ends, weight| segments.push((of, face, ends, weight)));
    // A corner of the face as the apex of all its triangles has no denominator of its own.
    let cone = |&(of, face, ends, weight): &(usize, u32, [Point; 2], i32)| {
        let apex = position(of, surfaces[of].mesh.elements[face as usize][0]);
        let [(u, u_weight), (v, v_weight)] = ends.map(at);
        let minor = |i: usize, j: usize| &u[i] * &v[j] - &u[j] * &v[i];
        let six = &apex[0] * minor(1, 2) + &apex[1] * minor(2, 0) + &apex[2] * minor(0, 1);
        Fraction { numerator: six * weight, denominator: u_weight * v_weight }
    };
    let six = segments.par_iter().map(cone).reduce(Fraction::zero, Fraction::sum);
    let value = integers::quotient(&six.numerator, &(six.denominator * 6), 3 * exponent);
    ExactVolume { sign: integers::sign(&six.numerator), value }
}

/// Where an edge crosses the plane of a face. The edge is not parallel to it, or it would not cross.
fn crossing_point([p, q]: [&IntegerPoint; 2], [a, b, c]: [&IntegerPoint; 3]) -> RationalPoint {
    let from = |point: &IntegerPoint| [0, 1, 2].map(|i| &point[i] - &a[i]);
    let (b, c) = (from(b), from(c));
    let minor = |i: usize, j: usize| &b[i] * &c[j] - &b[j] * &c[i];
    let normal = [minor(1, 2), minor(2, 0), minor(0, 1)];
    let height = |point: &IntegerPoint| -> BigInt {
        let offset = from(point);
        (0..3).map(|i| &normal[i] * &offset[i]).sum()
    };
    let (height_p, height_q) = (height(p), height(q));
    // Ends on the plane, as where solids touch, need no denominator.
    if integers::sign(&height_p) == 0 {
        return (p.clone(), BigInt::from(1));
    }
    if integers::sign(&height_q) == 0 {
        return (q.clone(), BigInt::from(1));
    }
    let step = &height_p - &height_q;
    let (step, height_p, height_q) = match integers::sign(&step) < 0 {
        true => (-step, -height_p, -height_q),
        false => (step, height_p, height_q),
    };
    let point = [0, 1, 2].map(|i| &height_p * &q[i] - &height_q * &p[i]);
    (point, step)
}
