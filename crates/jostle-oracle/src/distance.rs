//! The distance of two convex hulls of any number of points, in integers.
//!
//! However the answer is found, it comes with a proof that is checked before it is returned: a
//! nearest point of the hull of all differences `a_i - b_j` is a combination of some of them with
//! weights above zero, and no difference lies lower along it than it does itself. Both are
//! comparisons of integers.

use crate::Point;
use crate::differences::Dyadic;
use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign, UBig};

/// How far apart two convex hulls are.
#[derive(Clone, Debug)]
pub struct Separation {
    /// The nearest difference, times the denominator.
    vector: Vector,
    denominator: IBig,
    /// The power of two that all integers are multiples of.
    exponent: i32,
}

type Vector = [IBig; 3];

impl Separation {
    /// The distance, to the last digit or two; infinity and zero only where `f64` ends.
    pub fn distance(&self) -> f64 {
        let bits = self.vector.iter().map(|x| x.bit_len()).max().unwrap_or(0) as i64;
        let [x, y, z] = self.vector.each_ref().map(|x| leading(x, bits));
        let length = (x * x + y * y + z * z).sqrt();
        let below = self.denominator.bit_len() as i64;
        let quotient = length / leading(&self.denominator, below);
        scaled(quotient, bits - below + i64::from(self.exponent))
    }

    /// Whether the hulls have a common point once each is inflated by its radius; exact.
    pub fn meets_within(&self, radii: [f64; 2]) -> bool {
        let finest = radii.iter().map(|&r| Dyadic::from_f64(r)).filter(|r| r.odd != 0);
        let finest = finest.map(|r| r.exponent).min().unwrap_or(self.exponent).min(self.exponent);
        let radius: IBig = radii.iter().map(|&r| integer(r, finest)).sum();
        let reach = radius * &self.denominator;
        let vector = self.vector.each_ref().map(|x| x << (self.exponent - finest) as usize);
        dot(&vector, &vector) <= &reach * &reach
    }
}

/// The distance of the convex hulls of two sets of points.
///
/// ```
/// let tetrahedron = [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]];
/// let separation = jostle_oracle::separation(&tetrahedron, &[[2.0, 2.0, 2.0]]);
/// assert!((separation.distance() - 3f64.sqrt()).abs() < 1e-15);
/// assert!(!separation.meets_within([1.5, 0.2]) && separation.meets_within([1.5, 0.25]));
/// ```
///
/// # Panics
///
/// If a set is empty or a coordinate is not finite.
pub fn separation(a: &[Point], b: &[Point]) -> Separation {
    assert!(!a.is_empty() && !b.is_empty(), "a hull of no points");
    assert!(a.iter().chain(b).flatten().all(|x| x.is_finite()), "not finite: {a:?} {b:?}");
    let odd = a.iter().chain(b).flatten().map(|&x| Dyadic::from_f64(x)).filter(|x| x.odd != 0);
    let exponent = odd.map(|x| x.exponent).min().unwrap_or(0);
    let integers = |points: &[Point]| -> Vec<Vector> {
        points.iter().map(|p| p.map(|x| integer(x, exponent))).collect()
    };
    of_integers(&integers(a), &integers(b), exponent)
}

/// The distance of the convex hulls of two sets of points that move along straight lines, each given where it
/// starts and where it ends, at a time from 0 to 1. Exact: nothing is rounded, the points at that time included.
///
/// ```
/// let (above, origin) = ([[0.0, 0.0, 1.0]], [[0.0; 3]]);
/// let falling = jostle_oracle::separation_at([&above, &origin], [&origin, &origin], 0.25);
/// assert_eq!(falling.distance(), 0.75);
/// ```
///
/// # Panics
///
/// As [`separation`], and if a time is not from 0 to 1 or a set has other numbers of points at its ends.
pub fn separation_at(a: [&[Point]; 2], b: [&[Point]; 2], time: f64) -> Separation {
    assert!((0.0..=1.0).contains(&time), "no time of the step: {time}");
    assert!(!a[0].is_empty() && !b[0].is_empty(), "a hull of no points");
    let all = || a.into_iter().chain(b).flatten().flatten();
    assert!(all().all(|x| x.is_finite()), "not finite: {a:?} {b:?}");
    let odd = all().map(|&x| Dyadic::from_f64(x)).filter(|x| x.odd != 0);
    let exponent = odd.map(|x| x.exponent).min().unwrap_or(0);
    let Dyadic { odd: after, exponent: time_exponent } = Dyadic::from_f64(time);
    let shift = if after == 0 { 0 } else { -time_exponent };
    let after = IBig::from(after);
    let before = (IBig::ONE << shift as usize) - &after;
    let integers = |[start, end]: [&[Point]; 2]| -> Vec<Vector> {
        assert_eq!(start.len(), end.len(), "points at both ends");
        let at =
            |p: &f64, q: &f64| &before * integer(*p, exponent) + &after * integer(*q, exponent);
        let mean = |(p, q): (&Point, &Point)| std::array::from_fn(|axis| at(&p[axis], &q[axis]));
        start.iter().zip(end).map(mean).collect()
    };
    of_integers(&integers(a), &integers(b), exponent - shift)
}

/// Of points whose coordinates are these integers times a power of two.
fn of_integers(a: &[Vector], b: &[Vector], exponent: i32) -> Separation {
    let mut corners = vec![minus(&a[0], &b[0])];
    loop {
        let Combination { kept, vector, denominator } = nearest(&corners);
        let (low, high) = (furthest(a, &vector, true), furthest(b, &vector, false));
        let next = minus(low, high);
        corners = kept.into_iter().map(|i| corners[i].clone()).collect();
        // Zero is nearest of all; else the lowest difference is compared with the nearest point.
        if dot(&vector, &vector).is_zero()
            || !is_negative(&dot(&vector, &minus(&next, &corners[0])))
        {
            return Separation { vector, denominator, exponent };
        }
        corners.push(next);
    }
}

struct Combination {
    kept: Vec<usize>,
    vector: Vector,
    denominator: IBig,
}

/// The combination of corners with positive weights that no corner lies lower than.
fn nearest(corners: &[Vector]) -> Combination {
    let count = corners.len();
    for size in 1..=count {
        for subset in (1u32..1 << count).filter(|s| s.count_ones() as usize == size) {
            let kept: Vec<usize> = (0..count).filter(|i| subset >> i & 1 == 1).collect();
            let points: Vec<&Vector> = kept.iter().map(|&i| &corners[i]).collect();
            let Some((weights, denominator)) = weights(&points) else { continue };
            if weights.iter().any(|w| w.is_zero() || is_negative(w)) {
                continue;
            }
            let vector: Vector = std::array::from_fn(|axis| {
                points.iter().zip(&weights).map(|(p, w)| &p[axis] * w).sum()
            });
            let lower = |c: &Vector| is_negative(&dot(&vector, &minus(c, points[0])));
            if !corners.iter().any(lower) {
                return Combination { kept, vector, denominator };
            }
        }
    }
    unreachable!("every set of points has a nearest combination")
}

/// Weights of the point of the affine span nearest the origin, by Cramer's rule, over a positive
/// denominator; `None` where the points do not span as much as they could.
fn weights(points: &[&Vector]) -> Option<(Vec<IBig>, IBig)> {
    let first = points[0];
    let edges: Vec<Vector> = points[1..].iter().map(|p| minus(p, first)).collect();
    let (mut others, mut whole): (Vec<IBig>, IBig) = match &edges[..] {
        [] => (Vec::new(), IBig::ONE),
        [e] => (vec![-dot(e, first)], dot(e, e)),
        [e, f] => {
            let normal = cross(e, f);
            // In the plane: first + x e + y f is parallel to the normal.
            let x = dot(&normal, &cross(f, first));
            let y = dot(&normal, &cross(first, e));
            (vec![x, y], dot(&normal, &normal))
        }
        [e, f, g] => {
            let toward = first.each_ref().map(|x| -x);
            let solved = [
                dot(&toward, &cross(f, g)),
                dot(e, &cross(&toward, g)),
                dot(e, &cross(f, &toward)),
            ];
            (solved.into(), dot(e, &cross(f, g)))
        }
        _ => unreachable!("five points in space are not independent"),
    };
    if whole.is_zero() {
        return None;
    }
    if is_negative(&whole) {
        whole = -whole;
        others.iter_mut().for_each(|w| *w = -std::mem::take(w));
    }
    let rest = &whole - others.iter().sum::<IBig>();
    Some((std::iter::once(rest).chain(others).collect(), whole))
}

fn furthest<'v>(points: &'v [Vector], direction: &Vector, low: bool) -> &'v Vector {
    let height = |p: &&Vector| dot(p, direction);
    let found = match low {
        true => points.iter().min_by_key(height),
        false => points.iter().max_by_key(height),
    };
    found.expect("checked not to be empty")
}

fn integer(x: f64, exponent: i32) -> IBig {
    let x = Dyadic::from_f64(x);
    if x.odd == 0 { IBig::ZERO } else { IBig::from(x.odd) << (x.exponent - exponent) as usize }
}

fn is_negative(x: &IBig) -> bool {
    x.sign() == Sign::Negative && !x.is_zero()
}

fn dot(a: &Vector, b: &Vector) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|axis| {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        &a[i] * &b[j] - &a[j] * &b[i]
    })
}

fn minus(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|axis| &a[axis] - &b[axis])
}

/// The integer over `2^bits`, from its leading digits.
fn leading(x: &IBig, bits: i64) -> f64 {
    let (sign, magnitude) = x.clone().into_parts();
    let extra = magnitude.bit_len().saturating_sub(64);
    let top: UBig = magnitude >> extra;
    let value = u64::try_from(&top).expect("64 bits") as f64;
    let value = scaled(value, extra as i64 - bits);
    if sign == Sign::Negative { -value } else { value }
}

/// `value * 2^power`, in steps that lose no digit before the last.
fn scaled(mut value: f64, mut power: i64) -> f64 {
    while power != 0 && value != 0.0 && value.is_finite() {
        let step = power.clamp(-900, 900);
        value *= 2f64.powi(step as i32);
        power -= step;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{Family, Kind, case};

    #[test]
    fn zero_is_where_the_linear_program_says_so() {
        for kind in Kind::ALL.into_iter().filter(|kind| kind.shared == 0) {
            for seed in 0..600 {
                let case = case(kind, Family::ALL[seed as usize % 2], seed);
                let separation = separation(&case.a, &case.b);
                assert_eq!(
                    separation.meets_within([0.0; 2]),
                    crate::intersect(&case.a, &case.b),
                    "{kind} {seed}"
                );
            }
        }
    }

    #[test]
    fn known_distances() {
        let cube: Vec<Point> =
            (0..8).map(|i| [f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)]).collect();
        let moved = |by: Point| -> Vec<Point> {
            cube.iter().map(|p| std::array::from_fn(|axis| p[axis] + by[axis])).collect()
        };
        assert_eq!(separation(&cube, &moved([4.0, 5.0, 0.5])).distance(), 5.0);
        assert_eq!(separation(&cube, &moved([1e300, 0.0, 0.0])).distance(), 1e300);
        assert_eq!(separation(&cube, &moved([0.5, 0.5, 1.0])).distance(), 0.0);
        let skew = separation(
            &[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]],
            &[[0.0, -3.0, 1e-200], [0.0, 1.0, 1e-200]],
        );
        assert_eq!(skew.distance(), 1e-200);
    }
}
