//! One pass over points: whether all are finite, and how far they reach.

use crate::geometry::Aabb;
use glam::DVec3;
use jostle_support::parallel;
use std::ops::Range;

/// Points that a thread looks at at a time.
const AT_A_TIME: usize = 1 << 13;

/// Whether all coordinates are finite.
pub fn all_finite(points: &[DVec3]) -> bool {
    let zero = over_parts(points, |part| PointPass::over(part).zero, |a, b| a + b);
    zero.is_finite()
}

/// How far points reach.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extent {
    pub bounds: Aabb,
    /// A point on each side of the box: the lower ones, then the upper ones, or `u32::MAX` if there are no points.
    pub vertices: [u32; 6],
}

/// How far points reach, if all their coordinates are finite.
pub(super) fn finite_extent(points: &[DVec3]) -> Option<Extent> {
    let all = match points.len() <= 2 * AT_A_TIME {
        true => points
            .chunks(PART)
            .enumerate()
            .map(PartedPass::over)
            .fold(PartedPass::EMPTY, PartedPass::and),
        false => {
            let over = |parts: Range<usize>| {
                let own = (parts.start..).zip(points_of(points, &parts, PART).chunks(PART));
                own.map(PartedPass::over).fold(PartedPass::EMPTY, PartedPass::and)
            };
            let count = points.len().div_ceil(PART);
            parallel::reduce_in_order(count, AT_A_TIME / PART, over, PartedPass::and)
                .expect("there are many")
        }
    };
    let vertex = |side: usize| {
        let reach = sides(&all.pass.bounds)[side];
        let is_on_side = |&p: &DVec3| sides(&Aabb { min: p, max: p })[side] == reach;
        let begin = usize::try_from(all.parts[side]).ok()?.checked_mul(PART)?;
        let own = points.get(begin..)?.iter().position(is_on_side)?;
        Some((begin + own) as u32)
    };
    let bounds = all.pass.bounds;
    all.pass.zero.is_finite().then(|| Extent {
        bounds,
        vertices: [0, 1, 2, 3, 4, 5].map(|side| vertex(side).unwrap_or(u32::MAX)),
    })
}

/// Points of a part, of which it is known how far each reaches.
const PART: usize = 1 << 10;

/// What a pass over parts of points tells, and for each side of their box a part that reaches it.
#[derive(Clone, Copy)]
struct PartedPass {
    pass: PointPass,
    parts: [u32; 6],
}

impl PartedPass {
    const EMPTY: PartedPass = PartedPass { pass: PointPass::EMPTY, parts: [u32::MAX; 6] };

    fn over((part, points): (usize, &[DVec3])) -> PartedPass {
        PartedPass { pass: PointPass::over(points), parts: [part as u32; 6] }
    }

    fn and(self, other: PartedPass) -> PartedPass {
        let (own_reach, reach) = (sides(&self.pass.bounds), sides(&other.pass.bounds));
        let mut parts = self.parts;
        for side in 0..6 {
            if reach[side] < own_reach[side] {
                parts[side] = other.parts[side];
            }
        }
        PartedPass { pass: self.pass.and(other.pass), parts }
    }
}

/// How far a box reaches on each side: less is further.
fn sides(bounds: &Aabb) -> [f64; 6] {
    let ([a, b, c], [d, e, f]) = (bounds.min.to_array(), bounds.max.to_array());
    [a, b, c, -d, -e, -f]
}

/// The box around points.
pub fn bounds_of(points: &[DVec3]) -> Aabb {
    over_parts(points, |part| PointPass::over(part).bounds, Aabb::union)
}

/// What all parts of points tell together; few do not start threads.
fn over_parts<T: Send>(
    points: &[DVec3],
    over: impl Fn(&[DVec3]) -> T + Send + Sync,
    and: impl Fn(T, T) -> T + Send + Sync,
) -> T {
    match points.len() <= 2 * AT_A_TIME {
        true => over(points),
        false => {
            let over = |parts: Range<usize>| {
                let own = points_of(points, &parts, AT_A_TIME).chunks(AT_A_TIME);
                own.map(&over).reduce(&and).expect("no range is empty")
            };
            parallel::reduce_in_order(points.len().div_ceil(AT_A_TIME), 1, over, &and)
                .expect("there are many")
        }
    }
}

/// The points of some parts of so many each.
fn points_of<'p>(points: &'p [DVec3], parts: &Range<usize>, part: usize) -> &'p [DVec3] {
    &points[parts.start * part..points.len().min(parts.end * part)]
}

/// What one pass over points tells.
#[derive(Clone, Copy)]
struct PointPass {
    /// Zero, or not a number if a coordinate is not finite: zero times such a one is NaN, and stays so in a sum.
    zero: DVec3,
    bounds: Aabb,
}

impl PointPass {
    const EMPTY: PointPass = PointPass { zero: DVec3::ZERO, bounds: Aabb::EMPTY };

    /// Without branches, and four points at a time, as none is to wait for the last. Inline: what nobody asks for is
    /// not computed.
    #[inline(always)]
    fn over(points: &[DVec3]) -> PointPass {
        let (fours, rest) = points.as_chunks::<4>();
        let mut passes = [PointPass::EMPTY; 4];
        for four in fours {
            passes.iter_mut().zip(four).for_each(|(pass, p)| pass.add(*p));
        }
        let mut all = passes.into_iter().fold(PointPass::EMPTY, PointPass::and);
        rest.iter().for_each(|p| all.add(*p));
        all
    }

    #[inline(always)]
    fn add(&mut self, p: DVec3) {
        self.zero += p * 0.0;
        self.bounds = self.bounds.grown(p);
    }

    fn and(self, other: PointPass) -> PointPass {
        PointPass { zero: self.zero + other.zero, bounds: self.bounds.union(other.bounds) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle_support::random::SplitMix64;

    #[test]
    fn points_that_are_not_finite_have_no_box() {
        for count in [0, 1, 3, 4, 5, 17, 2 * PART + 1, 3 * AT_A_TIME + 5] {
            let mut random = SplitMix64::new(count as u64);
            let point = |_| DVec3::from_array([(); 3].map(|()| random.signed()));
            let mut points: Vec<DVec3> = (0..count).map(point).collect();
            let expected = Aabb::from_points(points.iter().copied());
            let extent = finite_extent(&points).expect("all are finite");
            assert_eq!((extent.bounds, bounds_of(&points)), (expected, expected));
            for (side, &vertex) in extent.vertices.iter().enumerate() {
                match points.get(vertex as usize) {
                    Some(&p) => {
                        let point = Aabb { min: p, max: p };
                        assert_eq!(sides(&point)[side], sides(&expected)[side]);
                    }
                    None => assert_eq!((count, vertex), (0, u32::MAX)),
                }
            }
            for (i, bad) in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].into_iter().enumerate() {
                for at in [0, count / 2, count.saturating_sub(1)].into_iter().filter(|_| count > 0)
                {
                    let good = std::mem::replace(&mut points[at][i], bad);
                    assert_eq!(finite_extent(&points), None, "{bad} at {at} of {count}");
                    points[at][i] = good;
                }
            }
        }
    }
}
