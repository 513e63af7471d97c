//! The sphere through two, three or four points whose centre lies in their hull's plane, in any
//! arithmetic without division.

use crate::geometry::integers;
use crate::geometry::predicates::Sign;
use num_bigint::BigInt;

/// Numbers with sums, differences and products, and signs where they are certain.
pub trait Ring: Sized {
    fn one() -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
    /// The sign, if it is certain.
    fn sign(&self) -> Option<Sign>;
}

impl Ring for BigInt {
    fn one() -> BigInt {
        BigInt::from(1)
    }

    fn plus(&self, other: &BigInt) -> BigInt {
        self + other
    }

    fn minus(&self, other: &BigInt) -> BigInt {
        self - other
    }

    fn times(&self, other: &BigInt) -> BigInt {
        self * other
    }

    fn sign(&self) -> Option<Sign> {
        Some(integers::sign(self))
    }
}

/// The sphere through the origin and the ends of one, two or three edges from there. Its centre is
/// `numerator / (2 denominator)`.
#[derive(Clone, Debug)]
pub struct Circumsphere<T> {
    pub numerator: [T; 3],
    pub denominator: T,
}

impl<T: Ring> Circumsphere<T> {
    /// The edges must be linearly independent.
    pub fn new(edges: &[[T; 3]]) -> Circumsphere<T> {
        match edges {
            [e] => Circumsphere {
                numerator: e.each_ref().map(|x| x.times(&T::one())),
                denominator: T::one(),
            },
            [e, f] => {
                let normal = cross(e, f);
                let numerator = sum(
                    &scaled(&cross(f, &normal), &dot(e, e)),
                    &scaled(&cross(&normal, e), &dot(f, f)),
                );
                Circumsphere { numerator, denominator: dot(&normal, &normal) }
            }
            [e, f, g] => {
                let across = cross(f, g);
                let numerator = sum(
                    &scaled(&across, &dot(e, e)),
                    &sum(&scaled(&cross(g, e), &dot(f, f)), &scaled(&cross(e, f), &dot(g, g))),
                );
                Circumsphere { numerator, denominator: dot(e, &across) }
            }
            _ => unreachable!("a sphere rests on at most four points"),
        }
    }

    /// Whether a point is within the sphere or on it, if that is certain: whether
    /// `|point|^2 <= 2 point . centre`.
    pub fn covers(&self, point: &[T; 3]) -> Option<bool> {
        let beyond = self.denominator.times(&dot(point, point)).minus(&dot(point, &self.numerator));
        Some(beyond.sign()? * self.denominator.sign()? <= 0)
    }
}

fn dot<T: Ring>(a: &[T; 3], b: &[T; 3]) -> T {
    a[0].times(&b[0]).plus(&a[1].times(&b[1])).plus(&a[2].times(&b[2]))
}

fn cross<T: Ring>(a: &[T; 3], b: &[T; 3]) -> [T; 3] {
    let minor = |i: usize, j: usize| a[i].times(&b[j]).minus(&a[j].times(&b[i]));
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

fn scaled<T: Ring>(a: &[T; 3], by: &T) -> [T; 3] {
    a.each_ref().map(|x| x.times(by))
}

fn sum<T: Ring>(a: &[T; 3], b: &[T; 3]) -> [T; 3] {
    [0, 1, 2].map(|axis| a[axis].plus(&b[axis]))
}
