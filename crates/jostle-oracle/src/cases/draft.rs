//! A configuration in the making: every point once.

use super::{Case, Kind, Prng};
use crate::Point;

/// The points of `a`, the shared ones first, and those that only `b` has.
pub struct Draft {
    pub shared: usize,
    pub a: Vec<Point>,
    pub own: Vec<Point>,
}

impl Draft {
    pub fn new(kind: Kind, mut point: impl FnMut() -> Point) -> Draft {
        Draft {
            shared: kind.shared,
            a: (0..kind.a).map(|_| point()).collect(),
            own: (kind.shared..kind.b).map(|_| point()).collect(),
        }
    }

    pub fn points_mut(&mut self) -> impl Iterator<Item = &mut Point> {
        self.a.iter_mut().chain(&mut self.own)
    }

    pub fn coordinates_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        self.points_mut().flatten()
    }

    pub fn points_of_b(&self) -> Vec<Point> {
        self.a[..self.shared].iter().chain(&self.own).copied().collect()
    }

    /// Any point of the two elements.
    pub fn any_point(&mut self, prng: &mut Prng) -> &mut Point {
        let at = prng.below((self.a.len() + self.own.len()) as u64) as usize;
        self.points_mut().nth(at).expect("in range")
    }

    /// Which corner stands where is part of the configuration.
    pub fn finish(mut self, prng: &mut Prng) -> Case {
        debug_assert!(self.coordinates_mut().all(|x| x.is_finite()));
        prng.shuffle(&mut self.a[..self.shared]);
        prng.shuffle(&mut self.a[self.shared..]);
        prng.shuffle(&mut self.own);
        Case { shared: self.shared, b: self.points_of_b(), a: self.a }
    }
}

/// `sum(weight * point) / sum(weight)`, exact for integers small enough if the weights sum to a
/// power of two.
pub fn weighted(points: &[Point], weights: &[f64]) -> Point {
    let total: f64 = weights.iter().sum();
    std::array::from_fn(|axis| {
        points.iter().zip(weights).map(|(p, w)| w * p[axis]).sum::<f64>() / total
    })
}

/// Whole weights that sum to a power of two, some of them zero: a point of a vertex, an edge, a face
/// or the inside, each as likely.
pub fn dyadic_weights(prng: &mut Prng, len: usize, total: u64) -> Vec<f64> {
    let mut weights = vec![0.0; len];
    let mut order: Vec<usize> = (0..len).collect();
    prng.shuffle(&mut order);
    let support = &order[..1 + prng.below(len as u64) as usize];
    for _ in 0..total {
        weights[prng.pick(support)] += 1.0;
    }
    weights
}

/// Weights of a point inside, in general position.
pub fn inner_weights(prng: &mut Prng, len: usize) -> Vec<f64> {
    (0..len).map(|_| prng.between(0.02, 1.0)).collect()
}

pub fn moved(p: Point, by: Point) -> Point {
    std::array::from_fn(|axis| p[axis] + by[axis])
}

pub fn difference(p: Point, q: Point) -> Point {
    std::array::from_fn(|axis| p[axis] - q[axis])
}

pub fn scaled(p: Point, by: f64) -> Point {
    p.map(|x| x * by)
}
