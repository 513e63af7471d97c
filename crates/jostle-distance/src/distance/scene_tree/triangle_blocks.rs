//! The triangles of an object in blocks of four, as the filter of rays takes them.

use super::ray_triangle::{FURTHEST, ROUNDOFF, RayTest, SHORTEST, SIDE_BOUND};
use super::wide_tree::NO_ITEM;
use crate::conditions::{Condition, bound, required};
use crate::geometry::lanes::{BLOCK, Lanes};
use glam::DVec3;
use jostle_support::parallel;

/// Four triangles, coordinate by coordinate.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct TriangleBlock {
    corners: [[[f64; BLOCK]; 3]; 3],
    /// What sides may be off by, over the distance from the ray's origin: infinite where an edge is too
    /// short for the bound.
    bounds: [f64; BLOCK],
    /// The largest coordinate of an edge, in magnitude.
    lengths: [f64; BLOCK],
}

const EMPTY: TriangleBlock = TriangleBlock {
    corners: [[[0.0; BLOCK]; 3]; 3],
    bounds: [f64::INFINITY; BLOCK],
    lengths: [0.0; BLOCK],
};

/// The triangles of all blocks of a tree.
#[derive(Clone, Debug, Default)]
pub(super) struct TriangleBlocks {
    blocks: Vec<TriangleBlock>,
}

impl TriangleBlocks {
    /// Takes over the corners of all triangles, in linear time.
    pub fn update(&mut self, blocks: &[[u32; BLOCK]], corners: impl Fn(u32) -> [DVec3; 3] + Sync) {
        self.blocks.resize(blocks.len(), EMPTY);
        parallel::for_each_part_mut(&mut self.blocks, 256, |first, part| {
            for (own, items) in part.iter_mut().zip(&blocks[first..]) {
                for (lane, &item) in items.iter().enumerate() {
                    if item != NO_ITEM {
                        own.set(lane, &corners(item));
                    }
                }
            }
        });
    }

    pub fn corners(&self, block: usize, lane: usize) -> [DVec3; 3] {
        let own = &self.blocks[block].corners;
        [0, 1, 2].map(|corner| DVec3::from([0, 1, 2].map(|x| own[corner][x][lane])))
    }

    /// A bit for each triangle of a block that a ray may meet: all but those that it certainly misses.
    /// Lanes without a triangle may have one.
    ///
    /// The sides of [`RayTest`] with its bound for them. Two sides of different signs prove a miss.
    #[inline(always)]
    pub fn possible<S: Lanes>(&self, simd: S, block: usize, ray: &BlockRay<S>) -> u32 {
        let own = &self.blocks[block];
        let (a, b, c) =
            (load(simd, &own.corners[0]), load(simd, &own.corners[1]), load(simd, &own.corners[2]));
        let (e, f, s) = (sub(simd, b, a), sub(simd, c, a), sub(simd, ray.origin, a));
        let (p, q) = (cross(simd, ray.unit, f), cross(simd, s, e));
        let (whole, at_b, at_c) = (dot(simd, e, p), dot(simd, s, p), dot(simd, ray.unit, q));
        let at_a = simd.sub_doubles(simd.sub_doubles(whole, at_b), at_c);
        let mut reach = simd.load_doubles(&own.lengths);
        for x in 0..3 {
            reach = simd.max_doubles(reach, simd.abs_doubles(s[x]));
        }
        let bound = simd.mul_doubles(simd.load_doubles(&own.bounds), reach);
        let below = simd.sub_doubles(simd.doubles(0.0), bound);
        let highest = simd.max_doubles(simd.max_doubles(at_a, at_b), at_c);
        let lowest = simd.min_doubles(simd.min_doubles(at_a, at_b), at_c);
        let missed = simd.doubles_above(highest, bound) & simd.doubles_above(below, lowest);
        let too_far = simd.doubles_above(reach, simd.doubles(FURTHEST));
        !missed | too_far
    }

    /// What the distances of a block's triangles from a point, as they are computed, are at least. For lanes
    /// without a triangle anything.
    ///
    /// With `g` any vector, no point of a triangle is closer than the least `g . d / |g|` of its corners,
    /// where `d` is from the point to a corner. `g` is from the point to about the closest point of the
    /// triangle, so that this is about the distance. With `M` the largest coordinate of any `d` in
    /// magnitude, `d` is off by `u M`, the product by `8u |g| M` and the quotient by `8u M`; a computed
    /// distance is off by at most `64u` of itself and the triangle's diameter, together less than `6 M`: in all
    /// less than [`DISTANCE_BOUND`]` u M`.
    ///
    /// The bound is zero where a product overflows: then the sum of the three is not finite. It is at most the
    /// length of `g`, so that it is zero too where the square of `g` loses digits: there `|g|` is below `2^-510`,
    /// which is less than the error unless `M` is below `2^-460`; and then products of four coordinates are zero,
    /// and `g` is not a number.
    #[inline(always)]
    pub fn lower_bounds<S: Lanes>(
        &self,
        simd: S,
        block: usize,
        point: &[S::Doubles; 3],
    ) -> [f64; BLOCK] {
        let own = &self.blocks[block];
        let a = sub(simd, load(simd, &own.corners[0]), *point);
        let b = sub(simd, load(simd, &own.corners[1]), *point);
        let c = sub(simd, load(simd, &own.corners[2]), *point);
        let zero = simd.doubles(0.0);
        let mut reach = zero;
        for corner in [a, b, c] {
            for x in corner {
                reach = simd.max_doubles(simd.abs_doubles(x), reach);
            }
        }
        let g = about_closest(simd, a, b, c);
        let heights = [dot(simd, g, a), dot(simd, g, b), dot(simd, g, c)];
        let least = simd.min_doubles(simd.min_doubles(heights[0], heights[1]), heights[2]);
        let square = dot(simd, g, g);
        let margin = bound(Condition::ClosestFilterBound, DISTANCE_BOUND * ROUNDOFF);
        let margin = simd.mul_doubles(reach, simd.doubles(margin));
        let length = simd.sqrt_doubles(square);
        let lower = simd.min_doubles(simd.div_doubles(least, length), length);
        let lower = simd.sub_doubles(lower, margin);
        let lower = simd.select_up_to([zero, lower], lower, zero);
        if !required(Condition::ClosestFilterRange) {
            return simd.store_doubles(lower);
        }
        let sum = simd.add_doubles(simd.add_doubles(heights[0], heights[1]), heights[2]);
        let largest = simd.doubles(f64::MAX);
        simd.store_doubles(simd.select_up_to([simd.abs_doubles(sum), largest], lower, zero))
    }

    pub fn bytes(&self) -> usize {
        self.blocks.capacity() * size_of::<TriangleBlock>()
    }
}

/// What bounds a distance, in units of `u M`.
const DISTANCE_BOUND: f64 = 1024.0;

/// About the point of a triangle closest to zero; anything where the triangle has no area.
#[inline(always)]
fn about_closest<S: Lanes>(
    simd: S,
    a: [S::Doubles; 3],
    b: [S::Doubles; 3],
    c: [S::Doubles; 3],
) -> [S::Doubles; 3] {
    let (e, f) = (sub(simd, b, a), sub(simd, c, a));
    let (ee, ef, ff) = (dot(simd, e, e), dot(simd, e, f), dot(simd, f, f));
    let (ea, fa) = (dot(simd, e, a), dot(simd, f, a));
    // On the closest edge.
    let (mut closest, mut square) = on_edge(simd, a, e);
    for (from, along) in [(a, f), (b, sub(simd, c, b))] {
        let (own, own_square) = on_edge(simd, from, along);
        for x in 0..3 {
            closest[x] = simd.select_up_to([own_square, square], own[x], closest[x]);
        }
        square = simd.min_doubles(own_square, square);
    }
    // Or inside, at weights `v` and `w` of `b` and `c` over the determinant.
    let zero = simd.doubles(0.0);
    let whole = simd.sub_doubles(simd.mul_doubles(ee, ff), simd.mul_doubles(ef, ef));
    let v = simd.sub_doubles(simd.mul_doubles(ef, fa), simd.mul_doubles(ff, ea));
    let w = simd.sub_doubles(simd.mul_doubles(ef, ea), simd.mul_doubles(ee, fa));
    let rest = simd.sub_doubles(simd.sub_doubles(whole, v), w);
    let least = simd.min_doubles(simd.min_doubles(v, w), rest);
    let inverse = simd.div_doubles(simd.doubles(1.0), whole);
    let (v, w) = (simd.mul_doubles(v, inverse), simd.mul_doubles(w, inverse));
    for x in 0..3 {
        let along = simd.add_doubles(simd.mul_doubles(e[x], v), simd.mul_doubles(f[x], w));
        closest[x] = simd.select_up_to([zero, least], simd.add_doubles(a[x], along), closest[x]);
    }
    closest
}

/// About the point of a segment closest to zero, and the square of its distance.
#[inline(always)]
fn on_edge<S: Lanes>(
    simd: S,
    from: [S::Doubles; 3],
    along: [S::Doubles; 3],
) -> ([S::Doubles; 3], S::Doubles) {
    let behind = simd.sub_doubles(simd.doubles(0.0), dot(simd, from, along));
    let at = simd.div_doubles(behind, dot(simd, along, along));
    let at = simd.min_doubles(simd.max_doubles(at, simd.doubles(0.0)), simd.doubles(1.0));
    let mut closest = from;
    for x in 0..3 {
        closest[x] = simd.add_doubles(from[x], simd.mul_doubles(along[x], at));
    }
    (closest, dot(simd, closest, closest))
}

impl TriangleBlock {
    fn set(&mut self, lane: usize, corners: &[DVec3; 3]) {
        for (corner, position) in corners.iter().enumerate() {
            for x in 0..3 {
                self.corners[corner][x][lane] = position[x];
            }
        }
        let [a, b, c] = *corners;
        let length = (b - a).abs().max((c - a).abs()).max_element();
        self.lengths[lane] = length;
        let is_long = length >= SHORTEST || !required(Condition::RayRange);
        self.bounds[lane] = match is_long && length <= FURTHEST {
            true => bound(Condition::RaySideBound, SIDE_BOUND * ROUNDOFF * length),
            false => f64::INFINITY,
        };
    }
}

/// A ray with a copy in each lane.
#[derive(Clone, Copy)]
pub(super) struct BlockRay<S: Lanes> {
    origin: [S::Doubles; 3],
    unit: [S::Doubles; 3],
}

impl<S: Lanes> BlockRay<S> {
    #[inline(always)]
    pub fn new(simd: S, test: &RayTest) -> BlockRay<S> {
        let (o, d) = (test.ray.origin, test.unit);
        BlockRay {
            origin: [simd.doubles(o.x), simd.doubles(o.y), simd.doubles(o.z)],
            unit: [simd.doubles(d.x), simd.doubles(d.y), simd.doubles(d.z)],
        }
    }
}

#[inline(always)]
fn load<S: Lanes>(simd: S, rows: &[[f64; BLOCK]; 3]) -> [S::Doubles; 3] {
    [simd.load_doubles(&rows[0]), simd.load_doubles(&rows[1]), simd.load_doubles(&rows[2])]
}

#[inline(always)]
fn sub<S: Lanes>(simd: S, a: [S::Doubles; 3], b: [S::Doubles; 3]) -> [S::Doubles; 3] {
    [simd.sub_doubles(a[0], b[0]), simd.sub_doubles(a[1], b[1]), simd.sub_doubles(a[2], b[2])]
}

#[inline(always)]
fn cross<S: Lanes>(simd: S, a: [S::Doubles; 3], b: [S::Doubles; 3]) -> [S::Doubles; 3] {
    [minor(simd, a, b, 1, 2), minor(simd, a, b, 2, 0), minor(simd, a, b, 0, 1)]
}

#[inline(always)]
fn minor<S: Lanes>(
    simd: S,
    a: [S::Doubles; 3],
    b: [S::Doubles; 3],
    i: usize,
    j: usize,
) -> S::Doubles {
    simd.sub_doubles(simd.mul_doubles(a[i], b[j]), simd.mul_doubles(a[j], b[i]))
}

#[inline(always)]
fn dot<S: Lanes>(simd: S, a: [S::Doubles; 3], b: [S::Doubles; 3]) -> S::Doubles {
    let sum = simd.add_doubles(simd.mul_doubles(a[0], b[0]), simd.mul_doubles(a[1], b[1]));
    simd.add_doubles(sum, simd.mul_doubles(a[2], b[2]))
}
