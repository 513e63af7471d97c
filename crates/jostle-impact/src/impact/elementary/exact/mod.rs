//! First contact in integers.
//!
//! Each axis is scaled by a power of two that makes its coordinates integers, which moves no contact.
//! The three vectors of a motion (see [`super::motion`]), `x`, `y` and `z`, are then linear polynomials
//! in time, their cross products `q = y × z`, `r = z × x` and `p = x × y` quadratic ones, and the
//! volume `x · q` is cubic.
//!
//! # Contact at one time
//!
//! If there is contact, all corners are in one plane: the volume is zero. Then `p`, `q` and `r` are
//! multiples of one vector.
//!
//! If they are not all zero, they are compared along an axis where one of them is not zero. A point is
//! in its triangle unless two of `q`, `r`, `p` have opposite signs: they are the barycentric
//! coordinates, or, if the triangle has no area, they add up to zero, and its line does not contain
//! the point. Two segments `a0 a1` and `b0 b1` with `x = a1 - a0`, `y = b1 - b0` and `z = b0 - a0`
//! touch unless `-q` and `p + q`, or `r` and `p - r`, have opposite signs: these are the sides of
//! `b0 b1` that `a0` and `a1` are on, and the sides of `a0 a1` that `b0` and `b1` are on, and if `p` is
//! zero the segments are parallel and not on one line.
//!
//! If all are zero, all corners are on one line, and there is contact if a corner of one feature is
//! between two of the other (or is one of them): where a dot product of the vectors from it is not
//! above zero.
//!
//! # The first time
//!
//! Unless the volume is zero throughout, the first time is 0 or the first of its roots with contact.
//!
//! If it is, both features stay in one plane. They are closed and move continuously, so where they
//! first touch after time 0 a corner of one is on an edge of the other: the first time is the
//! least of those of the point-edge pairs. There the cross product of the vectors from the point to
//! the ends is zero and the dot product is not above zero; one of the components is zero only at
//! its roots, or all are zero throughout and it is the first root of the dot product.

mod dyadic;
mod located;
mod polynomial;
mod root;
mod surd;
mod whole;

use super::motion::{Motion, Pair};
use crate::conditions::{Condition, required};
use crate::geometry::integers::mantissa_and_exponent;
use crate::geometry::predicates::Sign;
use located::Located;
use num_bigint::BigInt;
use polynomial::Polynomial;
use root::Root;
use whole::{SHORT, Whole};

/// A linear polynomial: its value at 0, and how much it changes.
type Linear<T> = [T; 2];

type LinearVector<T> = [Linear<T>; 3];

/// A number as a mantissa and an exponent of two.
type Parts = (i64, i32);

/// The corners' coordinates along an axis, at both ends.
type Coordinates = [[Parts; 4]; 2];

/// The first time after 0 and before 1, between two numbers next to each other or both that time; the
/// features are not in contact at 0.
pub(super) fn first_time_inside(pair: Pair, motion: &Motion) -> Option<[f64; 2]> {
    let axes = coordinates(motion);
    if axes.iter().all(is_short) {
        Contact::<i64>::new(pair, &axes).first_time()
    } else {
        Contact::<BigInt>::new(pair, &axes).first_time()
    }
}

/// What decides contact, as polynomials in time.
struct Contact<T> {
    pair: Pair,
    vectors: [LinearVector<T>; 3],
    q: [Polynomial; 3],
    volume: Polynomial,
}

impl<T: Whole> Contact<T> {
    fn new(pair: Pair, axes: &[Coordinates; 3]) -> Contact<T> {
        let vectors = integer_vectors(pair, axes);
        let [x, y, z] = &vectors;
        let q = [0, 1, 2].map(|axis| cross(y, z, axis));
        Contact { pair, volume: triple_product(x, &q), q, vectors }
    }

    fn first_time(&self) -> Option<[f64; 2]> {
        if self.volume.is_zero() {
            return self.first_time_in_plane();
        }
        Root::all_inside(&self.volume.without_power_of_two()).into_iter().find_map(|root| {
            let root = Located::new(root);
            self.holds_at(&root).then(|| root.enclosure())
        })
    }

    fn holds_at(&self, root: &Located) -> bool {
        let [x, y, z] = &self.vectors;
        for axis in 0..3 {
            let (q, r, p) = (&self.q[axis], cross(z, x, axis), cross(x, y, axis));
            let signs = [q, &r, &p].map(|side| root.sign_of(side));
            if signs != [0; 3] {
                return match self.pair {
                    Pair::VertexFace => in_triangle(signs),
                    Pair::EdgeEdge => segments_cross(signs, [q, &r, &p], root),
                };
            }
        }
        self.point_edges().any(|pair| root.sign_of(&pair.dot()) <= 0)
    }

    /// Each corner with each edge of the other feature that it can first touch.
    fn point_edges(&self) -> impl Iterator<Item = PointEdge<T>> {
        let [x, y, z] = &self.vectors;
        let pairs = match self.pair {
            Pair::VertexFace => {
                vec![[y, z], [z, x], [x, y]].into_iter().map(PointEdge::new).collect()
            }
            Pair::EdgeEdge => {
                // From a0 to b0, which is z, and to b1; and from a1.
                let far = combined(z, y, T::plus);
                let [near_1, far_1] = [z, &far].map(|to| combined(to, x, T::minus));
                let pairs = [[z, &far], [&near_1, &far_1], [z, &near_1], [&far, &far_1]];
                pairs.map(PointEdge::new).into_iter().collect::<Vec<_>>()
            }
        };
        pairs.into_iter()
    }

    fn first_time_in_plane(&self) -> Option<[f64; 2]> {
        let times = self.point_edges().filter_map(|pair| pair.first_time());
        // The least of numbers is between the least of their bounds.
        times.reduce(|[low, high], [other_low, other_high]| {
            [low.min(other_low), high.min(other_high)]
        })
    }
}

fn oppose(x: Sign, y: Sign) -> bool {
    x * y < 0
}

/// By the signs of the sides along an axis.
fn in_triangle([q, r, p]: [Sign; 3]) -> bool {
    !(oppose(q, r) || oppose(r, p) || oppose(p, q))
}

/// By the sides along an axis, and their signs.
fn segments_cross([q, r, p]: [Sign; 3], sides: [&Polynomial; 3], root: &Located) -> bool {
    // A sum of two numbers whose signs do not oppose each other needs no polynomial.
    let sum = |x: Sign, y: Sign, of: &dyn Fn() -> Polynomial| match oppose(x, y) {
        true => root.sign_of(&of()),
        false => (x + y).signum(),
    };
    !oppose(-q, sum(q, p, &|| sides[0] + sides[2]))
        && !oppose(r, sum(p, -r, &|| sides[2] - sides[1]))
}

/// An edge as seen from a corner of the other feature: the vectors to its ends.
struct PointEdge<T> {
    ends: [LinearVector<T>; 2],
}

impl<T: Whole> PointEdge<T> {
    fn new(ends: [&LinearVector<T>; 2]) -> PointEdge<T> {
        PointEdge { ends: ends.map(Clone::clone) }
    }

    fn dot(&self) -> Polynomial {
        let [u, v] = &self.ends;
        let [[[ux, dux], [uy, duy], [uz, duz]], [[vx, dvx], [vy, dvy], [vz, dvz]]] = [u, v];
        Polynomial::new(vec![
            T::products([[ux, vx], [uy, vy], [uz, vz]], []),
            T::products([[ux, dvx], [uy, dvy], [uz, dvz], [dux, vx], [duy, vy], [duz, vz]], []),
            T::products([[dux, dvx], [duy, dvy], [duz, dvz]], []),
        ])
    }

    /// When the corner is first on the edge, if that is after 0 and before 1.
    fn first_time(&self) -> Option<[f64; 2]> {
        let [u, v] = &self.ends;
        let components = [0, 1, 2].map(|axis| cross(u, v, axis));
        let dot = self.dot();
        let Some(deciding) = components.iter().find(|component| !component.is_zero()) else {
            // On one line throughout. If it is zero throughout too, there was contact at 0.
            return Root::all_inside(&dot).first().map(|root| root.enclosure());
        };
        Root::all_inside(deciding).into_iter().find_map(|root| {
            let root = Located::new(root);
            let is_on_line = components
                .iter()
                .all(|component| std::ptr::eq(component, deciding) || root.sign_of(component) == 0);
            (is_on_line && root.sign_of(&dot) <= 0).then(|| root.enclosure())
        })
    }
}

/// The three vectors of the motion, in integers at a scale of each axis.
fn integer_vectors<T: Whole>(pair: Pair, axes: &[Coordinates; 3]) -> [LinearVector<T>; 3] {
    let [mut along_x, mut along_y, mut along_z] = [0, 1, 2].map(|axis: usize| {
        let finest = finest(&axes[axis]);
        let [start, end] = axes[axis].map(|parts| {
            let corners = parts.map(|(mantissa, exponent)| match mantissa {
                0 => T::shifted(0, 0),
                _ => T::shifted(mantissa, (exponent - finest) as u32),
            });
            pair.vectors(&corners, T::minus)
        });
        let [dx, dy, dz] = [0, 1, 2].map(|i: usize| end[i].minus(&start[i]));
        let [x, y, z] = start;
        [[x, dx], [y, dy], [z, dz]].into_iter()
    });
    let next = |axis: &mut std::array::IntoIter<Linear<T>, 3>| axis.next().expect("three");
    [(); 3].map(|()| [next(&mut along_x), next(&mut along_y), next(&mut along_z)])
}

fn coordinates(motion: &Motion) -> [Coordinates; 3] {
    [0, 1, 2].map(|axis: usize| {
        let corners = [&motion.start, &motion.end];
        corners.map(|points| points.map(|p| mantissa_and_exponent(p[axis])))
    })
}

/// The least exponent of the coordinates that are not zero.
fn finest(coordinates: &Coordinates) -> i32 {
    let others = coordinates.as_flattened().iter().filter(|part| part.0 != 0);
    others.map(|part| part.1).min().unwrap_or(0)
}

/// Whether coordinates at one scale are integers of few bits.
fn is_short(coordinates: &Coordinates) -> bool {
    let finest = finest(coordinates);
    coordinates.as_flattened().iter().all(|&(mantissa, exponent)| {
        let bits = u64::from(i64::BITS - mantissa.unsigned_abs().leading_zeros());
        mantissa == 0
            || bits + (exponent - finest) as u64 <= SHORT
            || !required(Condition::ImpactShortIntegers)
    })
}

fn combined<T>(
    u: &LinearVector<T>,
    v: &LinearVector<T>,
    of: impl Fn(&T, &T) -> T,
) -> LinearVector<T> {
    [0, 1, 2].map(|axis: usize| [0, 1].map(|i: usize| of(&u[axis][i], &v[axis][i])))
}

/// A component of the cross product.
fn cross<T: Whole>(u: &LinearVector<T>, v: &LinearVector<T>, axis: usize) -> Polynomial {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let ([ui, dui], [vj, dvj]) = (&u[i], &v[j]);
    let ([uj, duj], [vi, dvi]) = (&u[j], &v[i]);
    Polynomial::new(vec![
        T::products([[ui, vj]], [[uj, vi]]),
        T::products([[ui, dvj], [dui, vj]], [[uj, dvi], [duj, vi]]),
        T::products([[dui, dvj]], [[duj, dvi]]),
    ])
}

/// The dot product with a vector of quadratics.
fn triple_product<T: Whole>(x: &LinearVector<T>, q: &[Polynomial; 3]) -> Polynomial {
    let mut terms = vec![BigInt::ZERO; 4];
    for ([x, dx], q) in x.iter().zip(q) {
        for (power, c) in q.coefficients().iter().enumerate() {
            terms[power] += x.times(c);
            terms[power + 1] += dx.times(c);
        }
    }
    Polynomial::new(terms)
}

#[cfg(test)]
mod tests {
    use super::super::tests::KINDS;
    use super::*;
    use jostle_support::random::SplitMix64;

    #[test]
    fn integers_of_any_length_give_the_same_times() {
        let random = &mut SplitMix64::new(1);
        let mut hits = 0;
        for (pair, _) in KINDS {
            for bits in [3, 30, 52, 57, 58, 60, 63] {
                for _ in 0..300 {
                    // One coordinate along each axis has all the bits, down to 1.
                    let scale = 2f64.powi(bits - 1);
                    let mut coordinate = || (scale * random.signed()).round();
                    let [mut start, mut end] =
                        [(); 2].map(|()| [(); 4].map(|()| [(); 3].map(|()| coordinate())));
                    start[0] = [1.0; 3];
                    end[0] = start[0];
                    start[1] = [scale.next_down(); 3];
                    let motion = Motion { start, end };
                    let axes = coordinates(&motion);
                    let expected = Contact::<BigInt>::new(pair, &axes).first_time();
                    hits += u32::from(expected.is_some());
                    assert_eq!(first_time_inside(pair, &motion), expected, "{pair:?} {motion:?}");
                }
            }
        }
        assert!(hits > 200, "{hits}");
    }
}
