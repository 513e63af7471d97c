//! A configuration while it is constructed, with every shared point stored once; weights and
//! combinations of points.

use super::{Case, Kind, SplitMix64};
use crate::Point;

/// The points of `a`, the shared ones first, and those that only `b` has.
pub struct CaseBuilder {
    pub shared: usize,
    pub a: Vec<Point>,
    pub only_b: Vec<Point>,
}

impl CaseBuilder {
    pub fn new(kind: Kind, mut point: impl FnMut() -> Point) -> CaseBuilder {
        CaseBuilder {
            shared: kind.shared,
            a: (0..kind.a).map(|_| point()).collect(),
            only_b: (kind.shared..kind.b).map(|_| point()).collect(),
        }
    }

    pub fn points_mut(&mut self) -> impl Iterator<Item = &mut Point> {
        self.a.iter_mut().chain(&mut self.only_b)
    }

    pub fn coordinates_mut(&mut self) -> impl Iterator<Item = &mut f64> {
        self.points_mut().flatten()
    }

    pub fn b_points(&self) -> Vec<Point> {
        self.a[..self.shared].iter().chain(&self.only_b).copied().collect()
    }

    /// Any point of the two elements.
    pub fn any_point(&mut self, random: &mut SplitMix64) -> &mut Point {
        let at = random.below((self.a.len() + self.only_b.len()) as u64) as usize;
        self.points_mut().nth(at).expect("in range")
    }

    /// The configuration, with the points of each element in a random order.
    pub fn finish(mut self, random: &mut SplitMix64) -> Case {
        debug_assert!(self.coordinates_mut().all(|x| x.is_finite()));
        random.shuffle(&mut self.a[..self.shared]);
        random.shuffle(&mut self.a[self.shared..]);
        random.shuffle(&mut self.only_b);
        Case { shared: self.shared, b: self.b_points(), a: self.a }
    }
}

/// `sum(weight * point) / sum(weight)`, exact for integers small enough if the weights sum to a
/// power of two.
pub fn weighted_mean(points: &[Point], weights: &[f64]) -> Point {
    let total: f64 = weights.iter().sum();
    std::array::from_fn(|axis| {
        points.iter().zip(weights).map(|(p, w)| w * p[axis]).sum::<f64>() / total
    })
}

/// Whole weights that sum to a power of two, some of them zero: a point of a vertex, an edge, a face
/// or the inside, each as likely.
pub fn dyadic_weights(random: &mut SplitMix64, len: usize, total: u64) -> Vec<f64> {
    let mut weights = vec![0.0; len];
    let mut order: Vec<usize> = (0..len).collect();
    random.shuffle(&mut order);
    let support = &order[..1 + random.below(len as u64) as usize];
    for _ in 0..total {
        weights[random.pick(support)] += 1.0;
    }
    weights
}

/// Weights of a point inside, in general position.
pub fn inner_weights(random: &mut SplitMix64, len: usize) -> Vec<f64> {
    (0..len).map(|_| random.between(0.02, 1.0)).collect()
}

pub fn sum(p: Point, q: Point) -> Point {
    std::array::from_fn(|axis| p[axis] + q[axis])
}

pub fn difference(p: Point, q: Point) -> Point {
    std::array::from_fn(|axis| p[axis] - q[axis])
}

pub fn product(p: Point, factor: f64) -> Point {
    p.map(|x| x * factor)
}
