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

use super::motion::{Motion, Pair};
use crate::geometry::integers::mantissa_and_exponent;
use crate::geometry::predicates::Sign;
use located::Located;
use num_bigint::BigInt;
use polynomial::Polynomial;
use root::Root;

/// A linear polynomial: its value at 0, and how much it changes.
type Linear = [BigInt; 2];

type LinearVector = [Linear; 3];

/// The first time after 0 and before 1, between two numbers next to each other or both that time; the
/// features are not in contact at 0.
pub(super) fn first_time_inside(pair: Pair, motion: &Motion) -> Option<[f64; 2]> {
    let contact = Contact::new(pair, motion);
    if contact.volume.is_zero() {
        return contact.first_time_in_plane();
    }
    Root::all_inside(&contact.volume.without_power_of_two()).into_iter().find_map(|root| {
        let root = Located::new(root);
        contact.holds_at(&root).then(|| root.enclosure())
    })
}

/// What decides contact, as polynomials in time.
struct Contact {
    pair: Pair,
    vectors: [LinearVector; 3],
    q: [Polynomial; 3],
    volume: Polynomial,
}

impl Contact {
    fn new(pair: Pair, motion: &Motion) -> Contact {
        let vectors = integer_vectors(pair, motion);
        let [x, y, z] = &vectors;
        let q = [0, 1, 2].map(|axis| cross(y, z, axis));
        Contact { pair, volume: triple_product(x, &q), q, vectors }
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
    fn point_edges(&self) -> impl Iterator<Item = PointEdge> {
        let [x, y, z] = &self.vectors;
        let pairs = match self.pair {
            Pair::VertexFace => {
                vec![[y, z], [z, x], [x, y]].into_iter().map(PointEdge::new).collect()
            }
            Pair::EdgeEdge => {
                // From a0 to b0, which is z, and to b1; and from a1.
                let far = combined(z, y, |z, y| z + y);
                let [near_1, far_1] = [z, &far].map(|to| combined(to, x, |to, x| to - x));
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
struct PointEdge {
    ends: [LinearVector; 2],
}

impl PointEdge {
    fn new(ends: [&LinearVector; 2]) -> PointEdge {
        PointEdge { ends: ends.map(Clone::clone) }
    }

    fn dot(&self) -> Polynomial {
        let [u, v] = &self.ends;
        let mut terms = [BigInt::ZERO, BigInt::ZERO, BigInt::ZERO];
        for axis in 0..3 {
            let ([u, du], [v, dv]) = (&u[axis], &v[axis]);
            terms[0] += u * v;
            terms[1] += u * dv + du * v;
            terms[2] += du * dv;
        }
        Polynomial::new(terms.into())
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
fn integer_vectors(pair: Pair, motion: &Motion) -> [LinearVector; 3] {
    let axes = [0, 1, 2].map(|axis: usize| {
        let corners = [&motion.start, &motion.end].map(|points| points.map(|p| p[axis]));
        let [start, end] =
            at_common_scale(corners).map(|corners| pair.vectors(&corners, |a, b| a - b));
        [0, 1, 2].map(|i: usize| [start[i].clone(), &end[i] - &start[i]])
    });
    [0, 1, 2].map(|i: usize| [0, 1, 2].map(|axis: usize| axes[axis][i].clone()))
}

fn at_common_scale(values: [[f64; 4]; 2]) -> [[BigInt; 4]; 2] {
    let parts = values.map(|values| values.map(mantissa_and_exponent));
    let finest = parts.iter().flatten().filter(|part| part.0 != 0).map(|part| part.1).min();
    let finest = finest.unwrap_or(0);
    parts.map(|parts| {
        parts.map(|(mantissa, exponent)| match mantissa {
            0 => BigInt::ZERO,
            _ => BigInt::from(mantissa) << (exponent - finest) as usize,
        })
    })
}

fn combined(
    u: &LinearVector,
    v: &LinearVector,
    of: impl Fn(&BigInt, &BigInt) -> BigInt,
) -> LinearVector {
    [0, 1, 2].map(|axis: usize| [0, 1].map(|i: usize| of(&u[axis][i], &v[axis][i])))
}

/// A component of the cross product.
fn cross(u: &LinearVector, v: &LinearVector, axis: usize) -> Polynomial {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let ([ui, dui], [vj, dvj]) = (&u[i], &v[j]);
    let ([uj, duj], [vi, dvi]) = (&u[j], &v[i]);
    Polynomial::new(vec![
        ui * vj - uj * vi,
        ui * dvj + dui * vj - uj * dvi - duj * vi,
        dui * dvj - duj * dvi,
    ])
}

/// The dot product with a vector of quadratics.
fn triple_product(x: &LinearVector, q: &[Polynomial; 3]) -> Polynomial {
    let mut terms = vec![BigInt::ZERO; 4];
    for ([x, dx], q) in x.iter().zip(q) {
        for (power, c) in q.coefficients().iter().enumerate() {
            terms[power] += x * c;
            terms[power + 1] += dx * c;
        }
    }
    Polynomial::new(terms)
}
