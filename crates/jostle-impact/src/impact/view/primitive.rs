//! What triangles are looked at from: a point or a segment that moves with the surface.
//!
//! A surface is looked at along rays: from the point all ways round, or from the nearest point of the segment. The
//! rays fill space but for the point or segment, and no two of them meet elsewhere. That of a point `v` is along
//! `v - c`, where `c` is the point; or along `v - (c + s h)`, where `c ± h` are the ends of the segment and `s` is
//! `(v - c)·h / h·h`, if that is between -1 and 1, or otherwise the nearer of these (regions R2, R0 and R1 of the
//! thesis). The segment does not turn during a step, so `s` is linear in time for a vertex.
//!
//! All points of a triangle are seen from one side if its corners are: with its normal `n`, the product of `n` and
//! the ray of `v` is `n·(v - c) - s n·h`. The first term is the same for all points of the triangle, so the product
//! is monotone in `s`, and `s` is largest and least at corners. (The thesis looks at one corner, Theorem 4. A
//! triangle whose plane crosses the segment beside it may be seen from one side at one corner and from the other
//! at another.)

use crate::conditions::{Condition, required};
use crate::impact::moving::TimeNormal;
use glam::DVec3;

/// What triangles are looked at from, at both ends of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Primitive {
    pub centre: [DVec3; 2],
    /// From the middle of the segment to an end of it; zero for a point.
    pub half: DVec3,
}

const UNIT: f64 = f64::EPSILON / 2.0;

impl Primitive {
    pub fn is_line(&self) -> bool {
        self.half != DVec3::ZERO
    }

    /// On which side a moving triangle is seen: 1 if its normal is along the rays throughout, -1 if it is against
    /// them, and 0 if that is not certain.
    #[inline(always)]
    pub fn side(&self, start: [DVec3; 3], end: [DVec3; 3]) -> i8 {
        let normal = TimeNormal::new(start, end);
        let from = |i: usize| [start[i] - self.centre[0], end[i] - self.centre[1]];
        if !self.is_line() {
            return normal.side(from(0), 0.0);
        }
        let first = self.corner_side(&normal, from(0));
        let others = if required(Condition::ViewAllCorners) { 1..3 } else { 1..1 };
        let agree = others.into_iter().all(|i| self.corner_side(&normal, from(i)) == first);
        if agree { first } else { 0 }
    }

    /// The same at a corner, by the vector from the middle of the segment at both ends.
    ///
    /// `d·h` and `h·h` are off by `4u` of the sums of their terms' magnitudes, so a region that is not met by more
    /// than that is not met. In the middle `s h` is off by at most `16u` of the sum of the magnitudes of `d`'s
    /// components in each component: the terms of `d·h` sum to at most that times the largest component of `h`, of
    /// which `h·h` is at least the square.
    fn corner_side(&self, normal: &TimeNormal, d: [DVec3; 2]) -> i8 {
        let half = self.half;
        let square = half.dot(half);
        let along = d.map(|d| d.dot(half));
        let [low, high] = [along[0].min(along[1]), along[0].max(along[1])];
        let reach = d[0].abs().max(d[1].abs());
        let slack = 8.0 * UNIT * (reach.dot(half.abs()) + square);
        let mut sides = [None; 3];
        if low < -square + slack {
            sides[0] = Some(normal.side(d.map(|d| d + half), 2.0 * UNIT * reach.element_sum()));
        }
        if high > square - slack {
            sides[1] = Some(normal.side(d.map(|d| d - half), 2.0 * UNIT * reach.element_sum()));
        }
        if high > -square - slack && low < square + slack {
            let across = [0, 1].map(|i| d[i] - half * (along[i] / square));
            let sum = reach.element_sum();
            sides[2] = Some(normal.side(across, 32.0 * UNIT * sum));
        }
        let mut met = sides.into_iter().flatten();
        let first = met.next().unwrap_or(0);
        if met.all(|side| side == first) { first } else { 0 }
    }
}

/// The middle of some vertices, and half of a segment along which they are spread, both for the start of the step,
/// and the middle at its end. Nothing depends on how good they are but how many triangles are seen from inside.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spread {
    pub centre: [DVec3; 2],
    pub half: DVec3,
}

impl Spread {
    /// The middle alone.
    pub fn middle(start: &[DVec3], end: &[DVec3]) -> Spread {
        let mean = |points: &[DVec3]| points.iter().sum::<DVec3>() / points.len() as f64;
        Spread { centre: [mean(start), mean(end)], half: DVec3::ZERO }
    }

    pub fn new(start: &[DVec3], end: &[DVec3]) -> Spread {
        let Spread { centre, .. } = Spread::middle(start, end);
        let mut moments = [DVec3::ZERO; 3];
        for p in start {
            let d = *p - centre[0];
            for axis in 0..3 {
                moments[axis] += d * d[axis];
            }
        }
        let moments = moments.map(|row| row / start.len() as f64);
        let apply = |v: DVec3| DVec3::new(moments[0].dot(v), moments[1].dot(v), moments[2].dot(v));
        let mut axis = DVec3::new(moments[0].x, moments[1].y, moments[2].z) + DVec3::splat(1e-3);
        // Directions that are spread about alike need no segment, so a few rounds do.
        for _ in 0..24 {
            axis = apply(axis).normalize_or_zero();
        }
        let along = apply(axis).dot(axis);
        let across = (moments[0].x + moments[1].y + moments[2].z - along) * 0.5;
        // A tube of half length `l` and radius `r` has the moments `l^2 / 3` along and `r^2 / 2` across; its ends
        // are as far from the segment as its sides are.
        let length = (3.0 * along).max(0.0).sqrt() - (2.0 * across).max(0.0).sqrt();
        let is_long = length > 0.25 * (2.0 * across).max(0.0).sqrt();
        Spread { centre, half: if is_long { axis * length } else { DVec3::ZERO } }
    }
}
