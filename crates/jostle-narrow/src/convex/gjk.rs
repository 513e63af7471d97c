//! The loop of GJK (Gilbert, Johnson and Keerthi 1988; sv-gjk-2019, ch. 4): a simplex of vertex
//! differences descends towards the origin.
//!
//! Each step has two bounds. The nearest point of the simplex is a difference of points of the two
//! hulls, so its length is at least their distance. The furthest vertices along it prove that no two
//! points are closer than `vector . w / |vector|`. The loop ends when the two meet within rounding,
//! and if rounding keeps them apart, the caller can see that from the bounds.

use super::SupportMap;
use crate::conditions::{Condition, bound, required};
use crate::geometry::nearest_on_simplex::{self, SimplexPoint};
use crate::geometry::number::{Number, Vector};
use glam::DVec3;

/// The unit roundoff of `f64`.
pub(super) const ROUNDOFF: f64 = f64::EPSILON / 2.0;

/// Steps after which a descent gives up. Steps that do not shorten the vector end it earlier, so
/// this is met only by hulls that look smooth at the scale of rounding.
const MOST_STEPS: u32 = 64;

/// The nearest point of a simplex to the origin, by one method or another.
pub(super) trait SubAlgorithm<T> {
    fn nearest(points: &[Vector<T>; 4], len: usize) -> SimplexPoint<T>;

    /// The same where the last point is new and nearer than the others alone.
    #[inline]
    fn nearest_with_last(points: &[Vector<T>; 4], len: usize) -> SimplexPoint<T> {
        Self::nearest(points, len)
    }
}

/// The default.
pub(super) struct SignedVolumes;

impl<T: Number> SubAlgorithm<T> for SignedVolumes {
    #[inline]
    fn nearest(points: &[Vector<T>; 4], len: usize) -> SimplexPoint<T> {
        nearest_on_simplex::nearest(points, len)
    }

    #[inline]
    fn nearest_with_last(points: &[Vector<T>; 4], len: usize) -> SimplexPoint<T> {
        nearest_on_simplex::nearest_with_last(points, len)
    }
}

/// How a descent ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum GjkOutcome {
    /// The simplex is a tetrahedron around the origin; `certain` if no rounding could change that.
    Inside { certain: bool },
    /// An axis separates the shapes by more than asked for.
    Separated,
    /// The bounds met, or no step got any nearer.
    Nearest,
}

/// Whether the volumes of a tetrahedron with the origin in the place of each corner exceed their errors,
/// so that the origin is inside.
///
/// Coordinates of corners are at most `L`, good to `u L`; with `f = 2L`, sides have coordinates of at most
/// `f`, good to `2u f`. A component of the cross product of two sides is at most `2f^2`, good to `12u f^2`
/// (two products of `5u`, and their difference). The product of three sides is at most `6f^3`, good to
/// `3 * 18u f^3` from its factors and `10u f^3` from its sums, `64u f^3`; that of two sides and a corner is
/// at most `3f^3`, good to `29u f^3` likewise. The fourth volume is the first less three of the second
/// kind: `64 + 3 * 29` and `9 + 12 + 15` for the differences, `187u f^3` in all. The bound also
/// covers terms in `u^2`.
fn surely_around_origin<T: Number>(points: &[Vector<T>; 4], nearest: &SimplexPoint<T>) -> bool {
    let largest = points.iter().fold(0.0, |largest: f64, p| {
        let p = p.value().abs();
        largest.max(p.x).max(p.y).max(p.z)
    });
    let factor = 2.0 * largest;
    let error = 256.0 * ROUNDOFF * factor * factor * factor;
    // Volumes near the end of the number range have lost digits.
    let is_in_range = error > 1e-290 || !required(Condition::GjkRange);
    is_in_range && nearest.depth.value() > bound(Condition::GjkVolumeBound, error)
}

/// The lengths of a pair of shapes, from which error bounds follow.
#[derive(Clone, Copy)]
pub(super) struct PairScale {
    /// Sum of the extents.
    pub extent: f64,
    /// Sum of the slacks.
    pub slack: f64,
    /// Sum of the radii.
    pub radius: f64,
    /// From the middle of the first to that of the second.
    pub gap: DVec3,
}

impl PairScale {
    #[inline]
    pub fn new(a: &impl SupportMap, b: &impl SupportMap) -> PairScale {
        PairScale {
            extent: a.extent() + b.extent(),
            slack: a.slack() + b.slack(),
            radius: a.radius() + b.radius(),
            gap: b.middle() - a.middle(),
        }
    }

    /// Whether all lengths are such that products of five neither overflow nor vanish, and no
    /// coordinate or radius is NaN or infinite.
    #[inline]
    pub fn is_plain(&self) -> bool {
        const LARGEST: f64 = f64::from_bits((1023 + 150) << 52);
        const SMALLEST: f64 = f64::from_bits((1023 - 150) << 52);
        let gap = self.gap.abs();
        let size = self.extent + self.radius + (gap.x + gap.y + gap.z);
        let is_in_range =
            (SMALLEST..LARGEST).contains(&size) || !required(Condition::GjkPlainRange);
        is_in_range && self.radius >= 0.0
    }

    /// How far each of the two bounds can be off, for a vector of this length.
    ///
    /// All vertex differences are at most `size = length + extent` long. The heights of two supports are
    /// off by `8u` times the extents, the difference of the vertices by `u size`, the dot product by
    /// `4u size` and its quotient by the length by `4u length`: the lower bound is good to
    /// `13u extent + 9u length` and the slack. The weighted sum of up to four differences is off by
    /// `8u size`, its length by `3u size`. Both have `5u length` to spare.
    #[inline]
    pub fn margin(&self, length: f64) -> f64 {
        let rounding = bound(Condition::GjkMargin, 16.0 * ROUNDOFF * (length + self.extent));
        rounding + bound(Condition::GjkSlack, self.slack)
    }
}

impl PairScale {
    /// Whether a vector of this square is longer than its lower bound by at most the margin, given
    /// the difference times its length. By squares, to spare a root: the square of a sum is at
    /// least the sum of the squares.
    #[inline]
    fn is_within_margin(&self, square: f64, excess: f64) -> bool {
        const SQUARE: f64 = (16.0 * ROUNDOFF) * (16.0 * ROUNDOFF);
        let margin = SQUARE * (square + self.extent * self.extent) + self.slack * self.slack;
        excess <= 0.0 || excess * excess <= margin * square
    }
}

/// A descent in progress.
pub(super) struct Descent<T> {
    points: [Vector<T>; 4],
    pub pairs: [[u32; 2]; 4],
    pub weights: [T; 4],
    pub len: usize,
    pub vector: Vector<T>,
    /// The height along the vector of the vertices lowest along it, times the vector's length.
    lowest: f64,
    pub steps: u32,
}

impl<T: Number> Descent<T> {
    /// From given pairs of vertices, one to four, or else from those furthest towards the other.
    #[inline]
    pub fn start<S: SubAlgorithm<T>>(
        a: &impl SupportMap,
        b: &impl SupportMap,
        towards: DVec3,
        pairs: &[[u32; 2]],
    ) -> (Descent<T>, Option<GjkOutcome>) {
        let mut descent = Descent {
            points: [Vector::ZERO; 4],
            pairs: [[0; 2]; 4],
            weights: [T::ZERO; 4],
            len: 0,
            vector: Vector::ZERO,
            lowest: f64::NEG_INFINITY,
            steps: 0,
        };
        let known =
            |&[i, j]: &[u32; 2]| (i as usize) < a.vertex_count() && (j as usize) < b.vertex_count();
        if pairs.is_empty() || !pairs.iter().all(known) {
            descent.push(a, b, [a.support(towards) as u32, b.support(-towards) as u32]);
        } else {
            pairs.iter().for_each(|&pair| descent.push(a, b, pair));
        }
        let ending = descent.settle::<S>();
        (descent, ending)
    }

    #[inline]
    fn push(&mut self, a: &impl SupportMap, b: &impl SupportMap, pair: [u32; 2]) {
        let [i, j] = pair.map(|index| index as usize);
        self.points[self.len] = Vector::difference(a.vertex(i), b.vertex(j));
        self.pairs[self.len] = pair;
        self.len += 1;
    }

    #[inline]
    fn settle<S: SubAlgorithm<T>>(&mut self) -> Option<GjkOutcome> {
        let nearest = S::nearest(&self.points, self.len);
        let inside = self.inside(&nearest);
        self.reduce(&nearest);
        inside
    }

    /// Leaves the corners that the nearest point needs.
    #[inline]
    fn reduce(&mut self, nearest: &SimplexPoint<T>) {
        let mut kept = 0;
        for i in 0..self.len {
            if nearest.weights[i].is_positive() {
                self.points[kept] = self.points[i];
                self.pairs[kept] = self.pairs[i];
                self.weights[kept] = nearest.weights[i];
                kept += 1;
            }
        }
        self.len = kept;
        self.vector = nearest.vector;
    }

    #[inline]
    fn inside(&self, nearest: &SimplexPoint<T>) -> Option<GjkOutcome> {
        (nearest.depth.value() > 0.0)
            .then(|| GjkOutcome::Inside { certain: surely_around_origin(&self.points, nearest) })
    }

    /// Descends to the nearest point, or until an axis separates the shapes if that is `enough`.
    #[inline]
    pub fn descend<S: SubAlgorithm<T>>(
        &mut self,
        a: &impl SupportMap,
        b: &impl SupportMap,
        scale: &PairScale,
        enough: bool,
    ) -> GjkOutcome {
        let mut square = self.vector.dot(self.vector).value();
        loop {
            let axis = self.vector.value();
            let pair = [a.support(-axis) as u32, b.support(axis) as u32];
            let [i, j] = pair.map(|index| index as usize);
            let w = Vector::<T>::difference(a.vertex(i), b.vertex(j));
            self.lowest = self.vector.dot(w).value();
            if enough && self.lowest > 0.0 {
                let length = square.sqrt();
                if self.lowest / length > scale.margin(length) + scale.radius {
                    return GjkOutcome::Separated;
                }
            }
            if scale.is_within_margin(square, square - self.lowest)
                || self.steps == MOST_STEPS
                || self.pairs[..self.len].contains(&pair)
            {
                return GjkOutcome::Nearest;
            }
            self.steps += 1;
            self.points[self.len] = w;
            self.pairs[self.len] = pair;
            let nearest = S::nearest_with_last(&self.points, self.len + 1);
            let shorter = nearest.vector.dot(nearest.vector).value();
            // Also where the vector is zero already, or not a number.
            if shorter.is_nan() || shorter >= square {
                return GjkOutcome::Nearest;
            }
            self.len += 1;
            let inside = self.inside(&nearest);
            self.reduce(&nearest);
            if let Some(inside) = inside {
                return inside;
            }
            square = shorter;
        }
    }

    /// No two points of the hulls are closer than this, but for the margin.
    #[inline]
    pub fn lower(&self) -> f64 {
        self.lowest / self.vector.value().length()
    }

    /// The difference of the weighted points: at least as long as the distance, whatever the
    /// weights.
    #[inline]
    pub fn weighted(&self) -> DVec3 {
        let sum = (0..self.len)
            .fold(Vector::ZERO, |sum: Vector<T>, i| sum + self.points[i] * self.weights[i]);
        sum.value()
    }

    pub fn weights(&self) -> [f64; 4] {
        self.weights.map(T::value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::nearest_on_simplex;
    use crate::geometry::predicates::orient3d;
    use glam::DVec3;
    use jostle_support::random::SplitMix64;

    /// If the origin is said to be inside, it is, in exact arithmetic.
    fn check(corners: [DVec3; 4]) {
        let points = corners.map(|corner| Vector::<f64>::difference(corner, DVec3::ZERO));
        let nearest = nearest_on_simplex::nearest(&points, 4);
        if nearest.depth > 0.0 && surely_around_origin(&points, &nearest) {
            let [p, q, r, s] = corners;
            let o = DVec3::ZERO;
            let volumes = [[o, q, r, s], [p, o, r, s], [p, q, o, s], [p, q, r, o]];
            let signs = volumes.map(|[a, b, c, d]| orient3d(a, b, c, d));
            assert!(signs == [1; 4] || signs == [-1; 4], "{corners:?}: {signs:?}");
        }
    }

    fn point(random: &mut SplitMix64) -> DVec3 {
        DVec3::new(random.signed(), random.signed(), random.signed())
    }

    #[test]
    fn an_origin_that_is_surely_inside_is() {
        let mut random = SplitMix64::new(1);
        for _ in 0..20_000 {
            let [p, q, s] = [(); 3].map(|()| point(&mut random));
            // The origin is on the face of the first three, but for the last digits.
            let r = p * -(1.0 + random.signed()) + q * -(1.0 + random.signed());
            check([p, q, r, s]);
            check([s, p, q, r]);
        }
    }

    #[test]
    fn an_origin_that_is_surely_inside_is_at_the_ends_of_the_number_range() {
        let mut random = SplitMix64::new(1);
        for power in -360..-340 {
            for _ in 0..500 {
                check([(); 4].map(|()| point(&mut random) * 2f64.powi(power)));
            }
        }
    }
}
