//! The oracle: the common part of two tetrahedra, as tetrahedra that are cut by one plane after the other.

use crate::mesh::{TetMesh, TriangleMesh};
use glam::DVec3;
use num_bigint::BigInt;
use num_rational::BigRational;
use std::ops::{Add, Div, Mul, Sub};

/// What the oracle computes with.
pub trait Scalar:
    Clone
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    fn from_f64(value: f64) -> Self;
}

impl Scalar for f64 {
    fn from_f64(value: f64) -> f64 {
        value
    }
}

impl Scalar for BigRational {
    /// Of numbers of few digits.
    fn from_f64(value: f64) -> BigRational {
        let scaled = value * 4096.0;
        assert_eq!(scaled, (scaled as i64) as f64);
        BigRational::new(BigInt::from(scaled as i64), BigInt::from(4096))
    }
}

type P<T> = [T; 3];

fn det<T: Scalar>(a: &P<T>, b: &P<T>, c: &P<T>, d: &P<T>) -> T {
    let from = |p: &P<T>| [0, 1, 2].map(|i| p[i].clone() - a[i].clone());
    let (b, c, d) = (from(b), from(c), from(d));
    let minor = |i: usize, j: usize| b[i].clone() * c[j].clone() - b[j].clone() * c[i].clone();
    minor(1, 2) * d[0].clone() + minor(2, 0) * d[1].clone() + minor(0, 1) * d[2].clone()
}

/// The part of a tetrahedron where heights are not negative.
fn cut<T: Scalar>(tet: [P<T>; 4], heights: [T; 4], kept: &mut Vec<[P<T>; 4]>) {
    let zero = T::from_f64(0.0);
    let (inner, outer): (Vec<usize>, Vec<usize>) = (0..4).partition(|&i| heights[i] >= zero);
    let on = |i: usize, j: usize| {
        let t = heights[i].clone() / (heights[i].clone() - heights[j].clone());
        [0, 1, 2].map(|k| tet[i][k].clone() + (tet[j][k].clone() - tet[i][k].clone()) * t.clone())
    };
    let at = |i: usize| tet[i].clone();
    let mut prism = |a: [P<T>; 3], b: [P<T>; 3]| {
        let ([a0, a1, a2], [b0, b1, b2]) = (a, b);
        kept.push([a0, a1.clone(), a2.clone(), b0.clone()]);
        kept.push([a1, a2.clone(), b0.clone(), b1.clone()]);
        kept.push([a2, b0, b1, b2]);
    };
    match (&inner[..], &outer[..]) {
        (_, []) => kept.push(tet.clone()),
        ([], _) => (),
        (&[i], &[j, k, l]) => kept.push([at(i), on(i, j), on(i, k), on(i, l)]),
        (&[i, j], &[k, l]) => {
            prism([at(i), on(i, k), on(i, l)], [at(j), on(j, k), on(j, l)]);
        }
        (&[i, j, k], &[l]) => prism([at(i), at(j), at(k)], [on(i, l), on(j, l), on(k, l)]),
        _ => unreachable!("four corners"),
    }
}

/// Six times the volume of the common part of two tetrahedra.
fn common<T: Scalar>(a: &[P<T>; 4], b: &[P<T>; 4]) -> T {
    let zero = || T::from_f64(0.0);
    let positive = |tet: &[P<T>; 4]| {
        let [a, b, c, d] = tet.clone();
        if det(&a, &b, &c, &d) < zero() { [b, a, c, d] } else { [a, b, c, d] }
    };
    let b = positive(b);
    if det(&b[0], &b[1], &b[2], &b[3]) == zero() {
        return zero();
    }
    let mut parts = vec![a.clone()];
    for [i, j, k] in [[1, 3, 2], [0, 2, 3], [0, 3, 1], [0, 1, 2]] {
        let mut kept = Vec::new();
        for part in parts {
            let heights = [0, 1, 2, 3].map(|v| det(&b[i], &b[j], &b[k], &part[v]));
            cut(part, heights, &mut kept);
        }
        parts = kept;
    }
    let absolute = |x: T| if x < zero() { zero() - x } else { x };
    parts.iter().fold(zero(), |sum, [a, b, c, d]| sum + absolute(det(a, b, c, d)))
}

fn scalars<T: Scalar>(p: DVec3) -> P<T> {
    p.to_array().map(T::from_f64)
}

/// Six times the sum over all pairs of tetrahedra.
pub fn of_tets<T: Scalar>(a: &TetMesh, b: &TetMesh) -> T {
    let tets = |mesh: &TetMesh| -> Vec<[P<T>; 4]> {
        let corners = |tet: &[u32; 4]| tet.map(|v| scalars(mesh.vertices[v as usize]));
        mesh.elements.iter().map(corners).collect()
    };
    let (a, b) = (tets(a), tets(b));
    let mut sum = T::from_f64(0.0);
    for a in &a {
        for b in &b {
            sum = sum + common(a, b);
        }
    }
    sum
}

/// Six times the sum over all pairs of faces of the common parts of the tetrahedra that they span with a
/// point each, signed.
pub fn of_surfaces<T: Scalar>(a: &TriangleMesh, b: &TriangleMesh) -> T {
    let zero = || T::from_f64(0.0);
    let cones = |mesh: &TriangleMesh| -> Vec<([P<T>; 4], bool)> {
        let apex = scalars(mesh.vertices[mesh.elements[0][0] as usize]);
        let cone = |face: &[u32; 3]| {
            let [a, b, c] = face.map(|v| scalars(mesh.vertices[v as usize]));
            let is_positive = det(&apex, &a, &b, &c) > zero();
            ([apex.clone(), a, b, c], is_positive)
        };
        let cones = mesh.elements.iter().map(cone);
        cones.filter(|([a, b, c, d], _)| det(a, b, c, d) != zero()).collect()
    };
    let (a, b) = (cones(a), cones(b));
    let mut sum = zero();
    for (a, a_positive) in &a {
        for (b, b_positive) in &b {
            let part = common(a, b);
            sum = if a_positive == b_positive { sum + part } else { sum - part };
        }
    }
    sum
}
