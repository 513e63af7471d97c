//! The points that a smallest enclosing sphere rests on, chosen exactly.

use super::approximate_float::ApproximateFloat;
use super::circumsphere::Circumsphere;
use super::powers_around;
use crate::geometry::{Aabb, integers};
use glam::DVec3;
use num_bigint::BigInt;

/// At most four affinely independent points, and the sphere through them whose centre is in their
/// plane: the smallest sphere through them.
#[derive(Clone, Debug)]
pub struct SupportSet {
    points: [DVec3; 4],
    count: usize,
    /// Takes differences of points to about one, and back.
    powers: (f64, f64),
    sphere: Option<Circumsphere<ApproximateFloat>>,
}

/// The error of a coordinate of the centre, in radii, above which it is computed in integers. A third of
/// what [`BoundingSphere::smallest`](super::BoundingSphere::smallest) states, to leave a margin for
/// rounding.
const TOLERANCE: f64 = 1.0 / (1u64 << 42) as f64;

impl SupportSet {
    /// The support of the smallest sphere around the points, which are taken in the order given and
    /// left in another. The box is theirs.
    pub fn new(points: &mut [DVec3], bounds: &Aabb) -> SupportSet {
        let powers = powers_around(bounds.size().max_element());
        let none = SupportSet { points: [DVec3::ZERO; 4], count: 0, powers, sphere: None };
        none.enclosing(points)
    }

    /// The support of the smallest sphere around the points that passes through all of this one.
    ///
    /// A point outside the smallest sphere of those before it is on the surface of theirs and its own
    /// together (Welzl's lemma), and not in the plane of the points that must be on it: the sphere's
    /// section there is settled. Points that changed the answer move to the front, because they are
    /// likely to do so again.
    fn enclosing(self, points: &mut [DVec3]) -> SupportSet {
        if self.count == 4 {
            return self;
        }
        let mut best = self.clone();
        for i in 0..points.len() {
            let point = points[i];
            if !best.covers(point) {
                best = self.with(point).enclosing(&mut points[..i]);
                points[..=i].rotate_right(1);
            }
        }
        best
    }

    fn with(&self, point: DVec3) -> SupportSet {
        let SupportSet { mut points, count, powers, .. } = *self;
        points[count] = point;
        let edges = [1, 2, 3].map(|i| SupportSet::edge(points[i], points[0], powers.0));
        let sphere = (count > 0).then(|| Circumsphere::new(&edges[..count]));
        SupportSet { points, count: count + 1, powers, sphere }
    }

    fn edge(to: DVec3, from: DVec3, power: f64) -> [ApproximateFloat; 3] {
        [0, 1, 2].map(|axis| ApproximateFloat::difference(to[axis], from[axis], power))
    }

    pub fn points(&self) -> &[DVec3] {
        &self.points[..self.count]
    }

    /// Whether a point is within the sphere or on it.
    fn covers(&self, point: DVec3) -> bool {
        if self.points().contains(&point) {
            return true;
        }
        let Some(sphere) = &self.sphere else {
            return false; // Not the only point.
        };
        let from_first = SupportSet::edge(point, self.points[0], self.powers.0);
        sphere.covers(&from_first).unwrap_or_else(|| self.covers_exactly(point))
    }

    #[cold]
    fn covers_exactly(&self, point: DVec3) -> bool {
        let mut all = self.points;
        let all = match self.count {
            4 => &[&all[..], &[point]].concat(),
            count => {
                all[count] = point;
                &all[..=count]
            }
        };
        let edges = integer_edges(&integers::at_common_scale(all));
        let (point, edges) = edges.split_last().expect("at least two points");
        Circumsphere::new(edges).covers(point).expect("integers have signs")
    }

    /// The centre, each coordinate within about [`TOLERANCE`] radii and half a unit in its last place.
    pub fn centre(&self) -> DVec3 {
        match &self.sphere {
            None => self.points[0],
            Some(sphere) => self.rounded(sphere).unwrap_or_else(|| self.exact_centre()),
        }
    }

    /// The centre by floating point, if it is known to be good enough.
    fn rounded(&self, sphere: &Circumsphere<ApproximateFloat>) -> Option<DVec3> {
        let ApproximateFloat { value, error } = sphere.denominator;
        let from_first = DVec3::from(sphere.numerator.map(|x| x.value / (2.0 * value)));
        // The first point is on the sphere.
        let radius = from_first.length();
        let off = |axis: usize| {
            let inherited = sphere.numerator[axis].error + 2.0 * from_first[axis].abs() * error;
            inherited / (2.0 * (value.abs() - error))
        };
        // Written so that infinities and NaN fail.
        let good = value.abs() > 2.0 * error && (0..3).all(|axis| off(axis) <= TOLERANCE * radius);
        let centre = self.points[0] + from_first * self.powers.1;
        (good && centre.is_finite()).then_some(centre)
    }

    /// The centre as a fraction, rounded at the end.
    #[cold]
    fn exact_centre(&self) -> DVec3 {
        let (points, exponent) = integers::with_common_exponent(self.points());
        let (numerator, denominator) = fraction(&points);
        DVec3::from(numerator.map(|x| integers::quotient(&x, &denominator, exponent)))
    }
}

/// The centre of the smallest sphere through two to four points, over a positive denominator.
pub(super) fn fraction(points: &[integers::IntegerPoint]) -> (integers::IntegerPoint, BigInt) {
    let Circumsphere { numerator, denominator } = Circumsphere::new(&integer_edges(points));
    let flip = BigInt::from(integers::sign(&denominator));
    let denominator = denominator * 2 * &flip;
    let coordinate = |axis: usize| &points[0][axis] * &denominator + &numerator[axis] * &flip;
    ([0, 1, 2].map(coordinate), denominator)
}

fn integer_edges(points: &[integers::IntegerPoint]) -> Vec<[BigInt; 3]> {
    let edge = |p: &integers::IntegerPoint| [0, 1, 2].map(|axis| &p[axis] - &points[0][axis]);
    points[1..].iter().map(edge).collect()
}
