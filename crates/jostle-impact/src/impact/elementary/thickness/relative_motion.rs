//! The differences of the points of two features, as they move.

use super::super::motion::{Motion, Pair};
use crate::conditions::{Condition, required};
use crate::geometry::number::{Number, Vector};
use glam::DVec3;
use std::cmp::Ordering;

/// The differences of a point of the first feature and a point of the second: the triangle or parallelogram at
/// `g` along `x` and `y`, `[g, x, y]` being linear in time.
///
/// A vertex `p` less the points of a triangle `a b c` is the triangle with `g = p - a`, `x = a - b` and `y = a -
/// c`; the points of the edge `a b` less those of the edge `c d`, the parallelogram with `g = a - c`, `x = b - a`
/// and `y = c - d`. All are differences of given coordinates, each rounded once, and scaled by a power of two so
/// that the largest coordinate is between 1 and 2.
#[derive(Clone, Debug)]
pub(super) struct RelativeMotion {
    pub pair: Pair,
    pub start: [DVec3; 3],
    pub end: [DVec3; 3],
    /// The thickness in the same units, rounded up where it is too small for them.
    pub thickness: f64,
    /// The largest `|g|`, `|x|` and `|y|` at either end.
    pub longest: [f64; 3],
    /// The largest `|g| + |x| + |y|` at either end.
    pub size: f64,
    /// How far a corner moves at most.
    pub path: f64,
}

/// A corner, where it starts and where it ends.
type Way = [[f64; 3]; 2];

impl RelativeMotion {
    /// `None` if all corners are in one place throughout.
    pub fn new(pair: Pair, motion: &Motion, thickness: f64) -> Option<RelativeMotion> {
        let ways = in_order(pair, motion);
        let mut thickness = thickness;
        let mut vectors = differences(pair, &ways, 1.0);
        if vectors.as_flattened().iter().any(|v| !v.is_finite()) {
            // What the smallest numbers lose by it is nothing beside what overflows.
            (vectors, thickness) = (differences(pair, &ways, 0.25), 0.25 * thickness);
        }
        let largest = vectors.as_flattened().iter().fold(0.0, |most: f64, v| {
            let v = v.abs();
            most.max(v.x).max(v.y).max(v.z)
        });
        if largest == 0.0 {
            return None;
        }
        // In two steps, because one can be as large as 2^1074. What vanishes is nothing beside the largest.
        let exponent = exponent(largest);
        let half = exponent / 2;
        let factors = match required(Condition::ThicknessRange) {
            true => [2f64.powi(-half), 2f64.powi(half - exponent)],
            false => [1.0; 2],
        };
        let scaled = |v: DVec3| v * factors[0] * factors[1];
        let [start, end] = vectors.map(|at_end| at_end.map(scaled));
        // A thickness that would vanish is far below the rounding of heights.
        let thickness = (thickness * factors[0] * factors[1]).max(2f64.powi(-900));
        let [at_start, at_end] = [start, end].map(|vectors| vectors.map(|v| v.length()));
        let longest = std::array::from_fn(|i| at_start[i].max(at_end[i]));
        let [g, x, y] = std::array::from_fn(|i| end[i] - start[i]);
        let ways = [g, g + x, g + y, if pair == Pair::EdgeEdge { g + x + y } else { g }];
        let path = ways.iter().fold(0.0, |most: f64, way| most.max(way.length()));
        let size = at_start.iter().sum::<f64>().max(at_end.iter().sum());
        Some(RelativeMotion { pair, start, end, thickness, longest, size, path })
    }

    /// The three vectors at a time.
    pub fn at<T: Number>(&self, time: f64) -> [Vector<T>; 3] {
        let [before, after] = [T::difference(1.0, time), T::difference(time, 0.0)];
        let vector = |v: DVec3| Vector::<T>::difference(v, DVec3::ZERO);
        std::array::from_fn(|i| vector(self.start[i]) * before + vector(self.end[i]) * after)
    }
}

/// `[g, x, y]` at both ends, with coordinates times a factor.
fn differences(pair: Pair, ways: &[Way; 4], factor: f64) -> [[DVec3; 3]; 2] {
    [0, 1].map(|end: usize| {
        let [a, b, c, d] = ways.map(|way| DVec3::from_array(way[end]) * factor);
        match pair {
            Pair::VertexFace => [a - b, b - c, b - d],
            Pair::EdgeEdge => [a - c, b - a, c - d],
        }
    })
}

/// The corners in an order that does not depend on their names.
fn in_order(pair: Pair, motion: &Motion) -> [Way; 4] {
    let [mut a, mut b, mut c, mut d] =
        std::array::from_fn(|corner| [motion.start[corner], motion.end[corner]]);
    let sort = |x: &mut Way, y: &mut Way| {
        if compared(&[*x], &[*y]).is_gt() {
            std::mem::swap(x, y);
        }
    };
    match pair {
        Pair::VertexFace => {
            sort(&mut b, &mut c);
            sort(&mut c, &mut d);
            sort(&mut b, &mut c);
        }
        Pair::EdgeEdge => {
            sort(&mut a, &mut b);
            sort(&mut c, &mut d);
            if compared(&[a, b], &[c, d]).is_gt() {
                (a, b, c, d) = (c, d, a, b);
            }
        }
    }
    [a, b, c, d]
}

fn compared(a: &[Way], b: &[Way]) -> Ordering {
    let [a, b] = [a, b].map(|ways| ways.as_flattened().as_flattened());
    let order = a.iter().zip(b).map(|(x, y)| x.total_cmp(y));
    order.fold(Ordering::Equal, Ordering::then)
}

/// That of the power of two next below a positive number.
fn exponent(x: f64) -> i32 {
    match (x.to_bits() >> 52) as i32 {
        0 => -1075 + (64 - x.to_bits().leading_zeros() as i32),
        biased => biased - 1023,
    }
}
