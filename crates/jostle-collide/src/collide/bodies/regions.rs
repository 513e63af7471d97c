//! Where self pairs of a body can be.

use crate::conditions::{Condition, bound, required};
use crate::geometry::Aabb;
use glam::DVec3;
use std::ops::Range;

/// Boxes and tetrahedra, joined to a few sets of those that are near each other; keeps its buffers.
///
/// Both elements of a self pair reach into one and the same box or tetrahedron, and so into the same set.
#[derive(Debug, Default)]
pub(super) struct Regions {
    regions: Vec<Region>,
    tetrahedra: Vec<Tetrahedron>,
    sets: Vec<RegionSet>,
    /// Boxes around a few sets that follow each other: most elements reach into none of them.
    around: Vec<Aabb>,
}

/// A box, or a tetrahedron in a box.
#[derive(Clone, Copy, Debug)]
struct Region {
    bounds: Aabb,
    tetrahedron: Option<u32>,
}

/// What a tetrahedron is within.
#[derive(Clone, Copy, Debug)]
struct Tetrahedron {
    origin: DVec3,
    slabs: [Slab; 4],
}

/// The space between two planes.
#[derive(Clone, Copy, Debug)]
struct Slab {
    normal: DVec3,
    /// From the origin of the tetrahedron, along the normal.
    least: f64,
    greatest: f64,
}

#[derive(Clone, Debug)]
struct RegionSet {
    bounds: Aabb,
    regions: Range<usize>,
}

/// Sets that have a box around them.
const FEW: usize = 8;
/// Sets at most: one for each bit of a mask.
const MOST_SETS: usize = u64::BITS as usize;
/// Of a set with more regions, its box tells what reaches it: each element is compared with all regions of some sets.
const FEW_REGIONS: usize = 32;
const UNIT_ROUNDOFF: f64 = f64::EPSILON / 2.0;
/// Between these, sums of products of a normal and extents lose nothing that matters beside the bound, and do not
/// overflow.
const SMALLEST: f64 = f64::from_bits((1023 - 800) << 52);
const LARGEST: f64 = f64::from_bits((1023 + 800) << 52);

impl Regions {
    /// Takes these boxes and tetrahedra in place of what it had.
    pub fn update(
        &mut self,
        boxes: impl Iterator<Item = Aabb>,
        tetrahedra: impl Iterator<Item = [DVec3; 4]>,
    ) {
        self.regions.clear();
        self.tetrahedra.clear();
        self.regions.extend(boxes.map(|bounds| Region { bounds, tetrahedron: None }));
        for corners in tetrahedra {
            // Where there are very many, boxes tell anyway.
            let number = self.tetrahedra.len();
            let tetrahedron = (number < FEW_REGIONS * MOST_SETS).then_some(number as u32);
            if tetrahedron.is_some() {
                self.tetrahedra.push(Tetrahedron::new(&corners));
            }
            self.regions.push(Region { bounds: Aabb::from_points(corners), tetrahedron });
        }
        self.sets.clear();
        let all = 0..self.regions.len();
        divide(&mut self.regions, all, MOST_SETS, &mut self.sets);
        self.around.clear();
        let few = self.sets.chunks(FEW);
        let union = |all: Aabb, set: &RegionSet| all.union(set.bounds);
        self.around.extend(few.map(|few| few.iter().fold(Aabb::EMPTY, union)));
    }

    /// Boxes around the sets.
    pub fn boxes(&self) -> impl Iterator<Item = Aabb> {
        self.sets.iter().map(|set| set.bounds)
    }

    /// The sets that a tetrahedron reaches into, a bit for each; maybe some that it does not.
    pub fn reached_by(&self, corners: &[DVec3; 4]) -> u64 {
        let own = Aabb::from_points(*corners);
        let mut mask = 0;
        for (few, around) in self.around.iter().enumerate() {
            if !around.overlaps(&own) {
                continue;
            }
            for (bit, set) in self.sets.iter().enumerate().skip(few * FEW).take(FEW) {
                let regions = &self.regions[set.regions.clone()];
                let is_reached = set.bounds.overlaps(&own)
                    && (regions.len() > FEW_REGIONS
                        || regions.iter().any(|region| self.may_be_reached(region, corners, &own)));
                mask |= u64::from(is_reached) << bit;
            }
        }
        mask
    }

    /// Whether it is not certain that some points, which have this box, and all between them are outside of a region.
    fn may_be_reached(&self, region: &Region, points: &[DVec3; 4], own: &Aabb) -> bool {
        if !region.bounds.overlaps(own) {
            return false;
        }
        region.tetrahedron.is_none_or(|number| {
            let Tetrahedron { origin, slabs } = &self.tetrahedra[number as usize];
            let extent = region.bounds.union(*own).size();
            !slabs.iter().any(|slab| slab.is_certainly_beside(points, *origin, extent))
        })
    }

    pub fn bytes(&self) -> usize {
        self.regions.capacity() * size_of::<Region>()
            + self.tetrahedra.capacity() * size_of::<Tetrahedron>()
            + self.sets.capacity() * size_of::<RegionSet>()
            + self.around.capacity() * size_of::<Aabb>()
    }
}

/// Divides regions into so many sets at most: by halves along the longest axis, and each half into half as many.
fn divide(all: &mut [Region], range: Range<usize>, most: usize, sets: &mut Vec<RegionSet>) {
    let regions = &mut all[range.clone()];
    let Some(bounds) = regions.iter().map(|own| own.bounds).reduce(Aabb::union) else { return };
    if most == 1 || regions.len() == 1 {
        sets.push(RegionSet { bounds, regions: range });
        return;
    }
    let axis = bounds.size().max_position();
    let along = |own: &Region| own.bounds.min[axis] * 0.5 + own.bounds.max[axis] * 0.5;
    let half = regions.len() / 2;
    regions.select_nth_unstable_by(half, |a, b| along(a).total_cmp(&along(b)));
    let middle = range.start + half;
    divide(all, range.start..middle, most / 2, sets);
    divide(all, middle..range.end, most / 2, sets);
}

impl Tetrahedron {
    fn new(corners: &[DVec3; 4]) -> Tetrahedron {
        let [a, b, c, d] = *corners;
        let faces = [[a, b, c], [a, b, d], [a, c, d], [b, c, d]];
        let slabs = faces.map(|[a, b, c]| Slab::around((b - a).cross(c - a), corners[0], corners));
        Tetrahedron { origin: corners[0], slabs }
    }
}

impl Slab {
    fn around(normal: DVec3, origin: DVec3, points: &[DVec3; 4]) -> Slab {
        let along = points.map(|point| normal.dot(point - origin));
        let least = along.into_iter().fold(f64::INFINITY, f64::min);
        let greatest = along.into_iter().fold(f64::NEG_INFINITY, f64::max);
        Slab { normal, least, greatest }
    }

    /// Whether points are certainly all beyond one of the planes, given the extents of a box that has them, the
    /// origin and all that the slab is around.
    ///
    /// Whatever the normal is, it is taken as exact. With `S` the sum of its components' absolute values times the
    /// extents, a difference of coordinates has a relative error of `u = 2^-53`, a product another, and each of two
    /// additions one of at most `S`: what is along the normal is off by at most `4u S`, a difference of two by `8u S`,
    /// and `16u S` also covers the rounding of `S`, of the difference and terms in `u^2`.
    fn is_certainly_beside(&self, points: &[DVec3; 4], origin: DVec3, extent: DVec3) -> bool {
        let sum = self.normal.abs().dot(extent);
        let is_in_range = (SMALLEST..=LARGEST).contains(&sum);
        if !is_in_range && required(Condition::BodyRegionRange) {
            return false;
        }
        let error = bound(Condition::BodyRegionBound, 16.0 * UNIT_ROUNDOFF * sum);
        let own = Slab::around(self.normal, origin, points);
        own.least - self.greatest > error || self.least - own.greatest > error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jostle_support::random::SplitMix64;

    fn point(random: &mut SplitMix64) -> DVec3 {
        DVec3::new(random.signed(), random.signed(), random.signed())
    }

    #[test]
    fn each_region_is_in_one_of_a_few_sets() {
        let mut random = SplitMix64::new(1);
        let mut regions = Regions::default();
        for count in [0, 1, 2, 3, MOST_SETS - 1, MOST_SETS, MOST_SETS + 1, 1000] {
            let boxes: Vec<Aabb> = (0..count)
                .map(|_| (point(&mut random), point(&mut random)))
                .map(|(at, size)| Aabb::from_points([at, at + size * 0.1]))
                .collect();
            regions.update(boxes.iter().copied(), std::iter::empty());
            let few: Vec<Aabb> = regions.boxes().collect();
            assert!(few.len() <= MOST_SETS && (count > MOST_SETS || few.len() == count));
            let contains = |all: &Aabb, own: &Aabb| all.union(*own) == *all;
            assert!(boxes.iter().all(|own| few.iter().any(|all| contains(all, own))));
            // What is at a corner of a box reaches it.
            for own in &boxes {
                let corners = [own.max, own.max + DVec3::X, own.max + DVec3::Y, own.max + DVec3::Z];
                assert_ne!(regions.reached_by(&corners), 0);
            }
        }
    }

    #[test]
    fn very_many_regions_are_told_by_boxes_of_sets() {
        let mut random = SplitMix64::new(4);
        let mut regions = Regions::default();
        let small = |at: DVec3| [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|v| at + v * 1e-3);
        let count = 2 * FEW_REGIONS * MOST_SETS;
        let all: Vec<_> = (0..count).map(|_| small(point(&mut random))).collect();
        regions.update(std::iter::empty(), all.iter().copied());
        assert!(regions.tetrahedra.len() <= FEW_REGIONS * MOST_SETS);
        assert!(all.iter().all(|own| regions.reached_by(own) != 0));
        assert_eq!(regions.reached_by(&small(DVec3::splat(2.0))), 0);
    }

    #[test]
    fn a_thin_tetrahedron_is_not_reached_by_all_that_its_box_is() {
        let mut random = SplitMix64::new(2);
        let thin = [DVec3::ZERO, DVec3::ONE, DVec3::splat(0.01), DVec3::new(1.0, 1.01, 1.0)];
        let mut regions = Regions::default();
        regions.update(std::iter::empty(), std::iter::once(thin));
        let mut reached = 0;
        for _ in 0..1000 {
            let at = point(&mut random).abs();
            let small = [(); 4].map(|_| at + 0.02 * point(&mut random));
            reached += regions.reached_by(&small);
        }
        assert!(reached < 100, "{reached}");
        // Along it.
        for i in 0..100 {
            let at = DVec3::splat(f64::from(i) / 99.0);
            let small = [(); 4].map(|_| at + 0.02 * point(&mut random));
            let around = [at, small[1], small[2], small[3]];
            assert_eq!(regions.reached_by(&around), 1);
        }
    }

    /// Tetrahedra that touch another in a point of a face, an edge or a corner of theirs, and lie beyond it; in numbers
    /// whose products are rounded, times a power of two.
    fn touching(random: &mut SplitMix64, which: usize, scale: f64) -> [[DVec3; 4]; 2] {
        // Multiples of four, so that quarters are whole.
        let mut whole = || (point(random) * f64::from(1 << 27)).round() * 4.0;
        let (origin, [a, b, c]) = (whole(), [whole(), whole(), whole()]);
        let own = [origin, origin + a, origin + b, origin + c];
        let out = -(a.cross(b)) * a.cross(b).dot(c).signum();
        let away = out / out.length() * f64::from(1 << 28);
        let shares = [[0.0, 0.0], [1.0, 0.0], [0.5, 0.0], [0.5, 0.5], [0.5, 0.25], [0.25, 0.25]];
        let [along, across] = shares[which % shares.len()];
        let at = origin + a * along + b * across;
        let beyond = [DVec3::ZERO, away, away + a.normalize() * 1e7, away + b.normalize() * 1e7];
        let other = beyond.map(|by| at + by);
        [own, other].map(|corners| corners.map(|corner| corner * scale))
    }

    fn check_touching(scale: f64) {
        let mut random = SplitMix64::new(3);
        let mut regions = Regions::default();
        for which in 0..3000 {
            let [own, other] = touching(&mut random, which, scale);
            regions.update(std::iter::empty(), std::iter::once(own));
            assert_eq!(regions.reached_by(&other), 1, "{own:?} {other:?}");
        }
    }

    #[test]
    fn what_touches_a_tetrahedron_reaches_it() {
        check_touching(1.0);
    }

    #[test]
    fn what_touches_a_tetrahedron_reaches_it_at_the_ends_of_the_number_range() {
        // Products of three extents are below the least number that has all of its digits.
        for power in [-370, -372, -374, -376, 300, 310] {
            check_touching(2f64.powi(power));
        }
    }
}
