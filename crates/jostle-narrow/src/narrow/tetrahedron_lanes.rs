//! Eight pairs of tetrahedra at a time, in single precision, with one error bound for all signs.
//!
//! **The bound.** Positions are moved and scaled, axis by axis, such that the box around all elements is the cube of
//! side one about the origin. No sign of a determinant changes by that. With `u = 2^-24`, a coordinate is at most
//! `1/2`, or `1` where the box has few digits, and off by at most `u/2` once it is rounded. A difference of two is at most
//! `1` and off by `u` for its terms and `u` for itself, `2u`. A component of a cross product of two
//! differences is at most `2` and off by `2 (2u + 2u + u) + 2u = 12u`. The product of such a component with a third
//! difference is off by `12u + 2 * 2u + 2u = 18u`, and the sum of three, which is at most `6`, by `54u` for its terms
//! and `4u + 6u` for itself: a determinant is off by `64u`. [`BOUND`] is `96u`: the rest is for products of errors.
//! Nothing overflows, and what vanishes is below `2^-126`.
//!
//! The depth behind the face opposite the first corner is what the other three depths leave of the volume: off by
//! `4 * 64u`, and by `12u + 18u + 24u` for the sums, `310u`, which four times [`BOUND`] covers.
//!
//! **The bound of one pair**, whose box has the extents `x`, `y` and `z`, is smaller. Differences along the first axis are
//! off by `u + ux`; products of two along the first and the second, by `(1 + x) y + (1 + y) x + xy = x + y + 3xy` times
//! `u`; a component of their cross product, which is at most `2xy`, by `2x + 2y + 8xy`; its product with a third, by
//! `2xy + 2yz + 2zx + 12xyz`; and the sum of three, by `6 (xy + yz + zx) + 36xyz` for its terms and `10xyz` for
//! itself. [`pair_bound`] is half as much again. Products of two errors do not vanish where `x` and `y` do: they are at
//! most `6 u^2 z`, so each extent is taken `16u` longer, by which the bound is `144 u^2 z` at least. The first face has
//! four times the bound here too: `4 * 46 + 54` is less than `4 * 69`.

use super::decided::Decided;
use super::tetrahedron_tetrahedron::{EDGES, edge_at};
use crate::conditions::{Condition, bound, required};
use crate::geometry::Aabb;
use crate::geometry::lanes::{Floats, LaneNumber, LaneVector, Lanes, WIDE};
use glam::DVec3;

type Number<L> = LaneNumber<L, Floats>;
type Vector<L> = LaneVector<L, Floats>;

/// The corners of a tetrahedron, moved, scaled and rounded.
pub(super) type FloatCorners = [[f32; 4]; 4];

/// How far a determinant can be off.
const BOUND: f64 = 96.0 * ROUNDOFF;
/// What a number of about one is off by when it is rounded.
const ROUNDOFF: f64 = 1.0 / (1 << 24) as f64;
/// How many times as far the depth behind the first face can be.
const FIRST_FACE: f64 = 4.0;
const ALL: u32 = (1 << WIDE) - 1;

/// Moves and scales the box around elements to the cube of side one about the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitCube {
    middle: DVec3,
    scale: DVec3,
}

impl UnitCube {
    /// Of a box whose extents are not zero, nor near the ends of the number range.
    pub fn from_box(within: &Aabb) -> UnitCube {
        UnitCube { middle: within.min * 0.5 + within.max * 0.5, scale: within.size().recip() }
    }

    #[inline(always)]
    pub fn corners(&self, tetrahedron: &[DVec3; 4]) -> FloatCorners {
        let mut corners = [[0.0; 4]; 4];
        for c in 0..4 {
            let at = (tetrahedron[c] - self.middle) * self.scale;
            corners[c] = [at.x as f32, at.y as f32, at.z as f32, 0.0];
        }
        corners
    }
}

/// A tetrahedron in each of eight lanes, by corner.
#[derive(Clone, Copy, Default)]
pub(super) struct TetrahedronLanes([[[f32; 4]; WIDE]; 4]);

impl TetrahedronLanes {
    #[inline(always)]
    pub fn set(&mut self, lane: usize, corners: &FloatCorners) {
        for c in 0..4 {
            self.0[c][lane] = corners[c];
        }
    }

    #[inline(always)]
    fn load<L: Lanes>(&self, simd: L) -> [Vector<L>; 4] {
        let [a, b, c, d] = &self.0;
        [corner(simd, a), corner(simd, b), corner(simd, c), corner(simd, d)]
    }
}

#[inline(always)]
fn corner<L: Lanes>(simd: L, [a, b, c, d, e, f, g, h]: &[[f32; 4]; WIDE]) -> Vector<L> {
    Vector::load_points(simd, [a, b, c, d, e, f, g, h])
}

/// Decides eight pairs by faces that have all corners of the other certainly outside, and by corners that are certainly
/// inside: those are points that both have, and no corners that they share.
#[inline(always)]
pub(super) fn decide_by_faces<L: Lanes>(simd: L, pair: [&TetrahedronLanes; 2]) -> Decided {
    let (a, b) = (pair[0].load(simd), pair[1].load(simd));
    let of_a = LaneFaces::new(&a).sides(simd, &b);
    if of_a.apart == ALL {
        return Decided { yes: 0, no: ALL };
    }
    let of_b = LaneFaces::new(&b).sides(simd, &a);
    let no = of_a.apart | of_b.apart;
    Decided { yes: (of_a.inside | of_b.inside) & !no, no }
}

/// Decides eight pairs if all signs are certain: by the sides of corners, and by edges of one that pass through faces of
/// the other.
///
/// The line of an edge `p q` passes that of another, `r s`, on one side or the other, by the sign of
/// `det(q - p, r - p, s - p)`, which exchanging the edges does not change. It passes the three edges of a face, walked
/// round, on the same side if it passes through the face, and then the edge does if its ends are on both sides of the
/// face.
#[inline(always)]
pub(super) fn decide_by_all_signs<L: Lanes>(simd: L, pair: [&TetrahedronLanes; 2]) -> Decided {
    let (a, b) = (pair[0].load(simd), pair[1].load(simd));
    let (a_faces, b_faces) = (LaneFaces::new(&a), LaneFaces::new(&b));
    let mut least = a_faces.volume.min(b_faces.volume);
    let b_outside = a_faces.outside(&b, &mut least);
    let a_outside = b_faces.outside(&a, &mut least);
    // Of each edge of `a`, the lanes in which it passes each edge of `b` on the negative side.
    let mut turns = [[0; 6]; 6];
    for p in 0..3 {
        let (mut to, mut across) = ([b[0]; 4], [b[0]; 3]);
        for i in 0..4 {
            to[i] = b[i] - a[p];
        }
        for q in p + 1..4 {
            let along = a[q] - a[p];
            for i in 0..3 {
                across[i] = along.cross(to[i]);
            }
            for (k, [i, j]) in EDGES.into_iter().enumerate() {
                let turn = across[i].dot(to[j]);
                least = least.min(turn.abs());
                turns[edge_at(p, q)][k] = turn.negative();
            }
        }
    }
    let known = pair_bound(simd, &a, &b).up_to(least);
    let known = if required(Condition::ScreenGivesUp) { known } else { ALL };
    let mut crosses = 0;
    for (e, [p, q]) in EDGES.into_iter().enumerate() {
        for f in 0..4 {
            let [ij, jk, ik] = FACE_EDGES[f];
            let of_a = passes_round(turns[e][ij], turns[e][jk], turns[e][ik]);
            let of_b = passes_round(turns[ij][e], turns[jk][e], turns[ik][e]);
            crosses |= of_a & (a_outside[p][f] ^ a_outside[q][f]);
            crosses |= of_b & (b_outside[p][f] ^ b_outside[q][f]);
        }
    }
    let meets = crosses | corners_inside(&a_outside) | corners_inside(&b_outside);
    Decided { yes: known & meets, no: known & !meets }
}

/// The bound of the determinants of each pair.
#[inline(always)]
fn pair_bound<L: Lanes>(simd: L, a: &[Vector<L>; 4], b: &[Vector<L>; 4]) -> Number<L> {
    let (mut low, mut high) = (a[0].min(b[0]), a[0].max(b[0]));
    for c in 1..4 {
        low = low.min(a[c].min(b[c]));
        high = high.max(a[c].max(b[c]));
    }
    let extent = high - low;
    let longer = Number::splat(simd, bound(Condition::TetrahedronExtents, 16.0 * ROUNDOFF));
    let (x, y, z) = (extent.x + longer, extent.y + longer, extent.z + longer);
    let limit = bound(Condition::TetrahedronPairBound, ROUNDOFF);
    let (of_two, of_three) = (Number::splat(simd, 9.0 * limit), Number::splat(simd, 69.0 * limit));
    (x * y + y * z + z * x) * of_two + x * y * z * of_three
}

/// The lanes in which a corner is outside of no face.
#[inline(always)]
fn corners_inside(outside: &[[u32; 4]; 4]) -> u32 {
    let mut inside = 0;
    for [a, b, c, d] in *outside {
        inside |= !(a | b | c | d);
    }
    inside
}

/// The lanes in which a line that passes the edges `i j`, `j k` and `i k` of a face on these sides has all of them on the
/// same side, walked round.
#[inline(always)]
fn passes_round(ij: u32, jk: u32, ik: u32) -> u32 {
    !(ij ^ jk) & (jk ^ ik)
}

/// Which of [`EDGES`] are `i j`, `j k` and `i k` of the face opposite each corner, with `i < j < k`.
const FACE_EDGES: [[usize; 3]; 4] = [[3, 5, 4], [1, 5, 2], [0, 4, 2], [0, 3, 1]];

/// The faces of a tetrahedron in each lane; normals point inward, as far as single precision can tell.
struct LaneFaces<L: Lanes> {
    origin: Vector<L>,
    /// Of the faces opposite the second, third and fourth corner.
    normals: [Vector<L>; 3],
    volume: Number<L>,
}

/// What is certain of the corners of one tetrahedron and the faces of another: in which lanes a face has all corners
/// outside, and in which a corner is inside all faces.
struct CertainSides {
    apart: u32,
    inside: u32,
}

impl<L: Lanes> LaneFaces<L> {
    #[inline(always)]
    fn new(corners: &[Vector<L>; 4]) -> LaneFaces<L> {
        let origin = corners[0];
        let [e1, e2, e3] = [corners[1] - origin, corners[2] - origin, corners[3] - origin];
        let [n1, n2, n3] = [e2.cross(e3), e3.cross(e1), e1.cross(e2)];
        let volume = n1.dot(e1);
        let simd = volume.simd();
        let (zero, one) = (Number::splat(simd, 0.0), Number::splat(simd, 1.0));
        let inward = volume.select_up_to(zero, zero - one, one);
        let normals = [n1 * inward, n2 * inward, n3 * inward];
        LaneFaces { origin, normals, volume: volume * inward }
    }

    /// How deep a point is behind each face, the first in units of its bound.
    #[inline(always)]
    fn depths(&self, corner: Vector<L>) -> [Number<L>; 4] {
        let d = corner - self.origin;
        let [n1, n2, n3] = self.normals;
        let (d1, d2, d3) = (n1.dot(d), n2.dot(d), n3.dot(d));
        let unit = if required(Condition::TetrahedronFirstFace) { 1.0 / FIRST_FACE } else { 1e20 };
        let unit = Number::splat(d1.simd(), unit);
        [(self.volume - (d1 + d2 + d3)) * unit, d1, d2, d3]
    }

    #[inline(always)]
    fn sides(&self, simd: L, corners: &[Vector<L>; 4]) -> CertainSides {
        let limit = bound(Condition::TetrahedronFloatBound, BOUND);
        let (above, below) = (Number::splat(simd, limit), Number::splat(simd, -limit));
        let mut deepest = self.depths(corners[0]);
        let mut inside = above.up_to(least_of(&deepest));
        for c in 1..4 {
            let depths = self.depths(corners[c]);
            inside |= above.up_to(least_of(&depths));
            for f in 0..4 {
                deepest[f] = deepest[f].max(depths[f]);
            }
        }
        let solid = above.up_to(self.volume);
        CertainSides { apart: least_of(&deepest).up_to(below) & solid, inside: inside & solid }
    }

    /// The lanes in which each corner is outside of each face, where that is certain; the least of what is to be above the
    /// bound for that is kept.
    #[inline(always)]
    fn outside(&self, corners: &[Vector<L>; 4], least: &mut Number<L>) -> [[u32; 4]; 4] {
        let mut outside = [[0; 4]; 4];
        for c in 0..4 {
            let depths = self.depths(corners[c]);
            for f in 0..4 {
                *least = least.min(depths[f].abs());
                outside[c][f] = depths[f].negative();
            }
        }
        outside
    }
}

#[inline(always)]
fn least_of<L: Lanes>(&[a, b, c, d]: &[Number<L>; 4]) -> Number<L> {
    a.min(b).min(c.min(d))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::lanes::PortableLanes;
    use crate::narrow::tetrahedron_tetrahedron;
    use jostle_support::random::SplitMix64;

    type Pair = [[DVec3; 4]; 2];

    /// Pairs within a box that is larger, some of them long and very thin; in many of them corners of one lie in planes of
    /// faces of the other, or edges of both meet, but for the last digits.
    fn pairs(seed: u64) -> [Pair; WIDE] {
        let mut random = SplitMix64::new(seed);
        let mut point = move || DVec3::new(random.signed(), random.signed(), random.signed());
        let size = match seed % 4 {
            3 => DVec3::new(1e-10, 1e-10, 1.0),
            i => DVec3::splat([1.0, 0.3, 0.05][i as usize]),
        };
        std::array::from_fn(|lane| {
            let middle = point() * (DVec3::ONE - size);
            let a: [DVec3; 4] = std::array::from_fn(|_| middle + point() * size * 0.5);
            let mut b: [DVec3; 4] = std::array::from_fn(|_| middle + point() * size * 0.5);
            let at = point().abs();
            match lane % 4 {
                0 => b[lane / 4] = a[1] + (a[2] - a[1]) * at.x + (a[3] - a[1]) * at.y,
                1 => b[lane / 4] = a[0] + (a[2] - a[0]) * at.x + (a[3] - a[0]) * at.y,
                2 => {
                    // The middle of an edge of one is on an edge of the other.
                    let on_edge = a[0] + (a[1] - a[0]) * at.x;
                    b[1] = on_edge * 2.0 - b[0];
                }
                _ => (),
            }
            [a, b]
        })
    }

    /// What is said of pairs is what the exact test says, for these many of each answer.
    fn check(decide: impl Fn([&TetrahedronLanes; 2]) -> Decided) -> [usize; 3] {
        let mut counts = [0; 3];
        let cube = UnitCube::from_box(&Aabb::from_points([DVec3::splat(-1.5), DVec3::splat(1.5)]));
        for seed in 0..4_000 {
            let pairs = pairs(seed);
            let mut lanes = [TetrahedronLanes::default(); 2];
            for (lane, pair) in pairs.iter().enumerate() {
                for side in 0..2 {
                    lanes[side].set(lane, &cube.corners(&pair[side]));
                }
            }
            let decided = decide([&lanes[0], &lanes[1]]);
            assert_eq!(decided.yes & decided.no, 0);
            for (lane, [a, b]) in pairs.iter().enumerate() {
                let collide = tetrahedron_tetrahedron(a, b);
                let (yes, no) = (decided.yes >> lane & 1 != 0, decided.no >> lane & 1 != 0);
                assert!(!yes || collide, "{seed}, {lane}: {a:?} {b:?}");
                assert!(!no || !collide, "{seed}, {lane}: {a:?} {b:?}");
                counts[if yes {
                    0
                } else if no {
                    1
                } else {
                    2
                }] += 1;
            }
        }
        counts
    }

    #[test]
    fn faces_and_corners_tell_what_the_exact_test_says() {
        let [yes, no, open] = check(|pair| decide_by_faces(PortableLanes, pair));
        assert!(yes > 1_000 && no > 1_000 && open > 1_000, "{yes} {no} {open}");
    }

    #[test]
    fn all_signs_tell_what_the_exact_test_says() {
        let [yes, no, open] = check(|pair| decide_by_all_signs(PortableLanes, pair));
        assert!(yes > 1_000 && no > 1_000 && open > 1_000, "{yes} {no} {open}");
    }
}
