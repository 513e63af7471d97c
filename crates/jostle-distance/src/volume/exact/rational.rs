//! The volume of the common part as a fraction of integers, for what `f64` cannot tell from zero.

use super::arrangement::{Arrangement, Point};
use crate::geometry::edge_crossing::rational_point;
use crate::geometry::integers;
use crate::geometry::predicates::Sign;
use jostle_support::parallel;
use num_bigint::BigInt;

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

    /// The sum of a function's values, added in halves, in halves of these, and so on.
    fn sum_of<T: Sync>(items: &[T], value: &(dyn Fn(&T) -> Fraction + Sync)) -> Fraction {
        match items {
            [] => Fraction::zero(),
            [only] => value(only),
            _ => {
                let (left, right) = items.split_at(items.len() / 2);
                let of_left = || Fraction::sum_of(left, value);
                let (left, right) = parallel::join(of_left, || Fraction::sum_of(right, value));
                left.sum(right)
            }
        }
    }
}

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
        parallel::map(own.len(), 1, |i| {
            let crossing = &own[i];
            let edge = surfaces[of].edges[crossing.edge as usize].map(|v| position(of, v));
            let face = surfaces[1 - of].mesh.elements[crossing.face as usize];
            rational_point(edge, face.map(|v| position(1 - of, v)))
        })
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
    let six = Fraction::sum_of(&segments, &cone);
    let value = integers::quotient(&six.numerator, &(six.denominator * 6), 3 * exponent);
    ExactVolume { sign: integers::sign(&six.numerator), value }
}
