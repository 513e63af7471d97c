//! Two tetrahedra, by sidedness tables and edges that cross faces.

use super::filter::{Filter, Tally};
use super::segment::FACES;
use super::triangle_tetrahedron;
use crate::conditions::{Condition, bound, required};
use crate::geometry::lanes::{BLOCK, Doubles, LaneNumber, LaneVector, Lanes};
use crate::geometry::predicates::sign_of;
use glam::DVec3;

/// Whether the two tetrahedra have a point in common; either may be degenerate, and the order of
/// corners does not matter.
///
/// ```
/// use jostle::{DVec3, narrow::tetrahedron_tetrahedron};
///
/// let a = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let tip_to_tip = a.map(|p| p + DVec3::X);
/// assert!(tetrahedron_tetrahedron(&a, &tip_to_tip));
/// assert!(!tetrahedron_tetrahedron(&a, &a.map(|p| p + DVec3::splat(0.5))));
/// ```
pub fn tetrahedron_tetrahedron(a: &[DVec3; 4], b: &[DVec3; 4]) -> bool {
    tallied(a, b, &mut Tally::default())
}

/// [`tetrahedron_tetrahedron`], counting exact fallbacks.
///
/// The intersection is empty, or a polytope with a corner. A corner is a corner of one tetrahedron
/// inside the other, or an edge of one that crosses a face of the other; an edge that lies in the
/// plane of a face meets another face as well, or has an end inside.
#[inline(always)]
pub fn tallied(a: &[DVec3; 4], b: &[DVec3; 4], tally: &mut Tally) -> bool {
    decide(a, &Faces::from_tetrahedron(a), b, &mut Filter::for_pair(a, b, tally))
}

/// The test, given the faces of the first.
#[inline(always)]
fn decide(a: &[DVec3; 4], a_faces: &Faces, b: &[DVec3; 4], filter: &mut Filter) -> bool {
    // Most pairs have a face between them, and floating point is sure of it.
    let b_depths = a_faces.depths(b);
    if a_faces.separate(&b_depths, filter.bound) {
        return false;
    }
    let b_faces = Faces::from_tetrahedron(b);
    let a_depths = b_faces.depths(a);
    if b_faces.separate(&a_depths, filter.bound) {
        return false;
    }
    let b_sides = Sides::new(a, b, a_faces, &b_depths, filter);
    let a_sides = Sides::new(b, a, &b_faces, &a_depths, filter);
    let Some(b_sides) = b_sides else { return flat(a, b, filter.tally()) };
    let Some(a_sides) = a_sides else { return flat(b, a, filter.tally()) };
    if b_sides.separated() || a_sides.separated() {
        return false;
    }
    b_sides.corner_inside()
        || a_sides.corner_inside()
        || edge_crosses_face(a, b, &a_sides, filter)
        || edge_crosses_face(b, a, &b_sides, filter)
}

/// The test with one bound for all signs, four faces at a time; `None` where that cannot tell.
///
/// A corner that is certainly inside is a point that both have, and no corner that they share: so that is certain
/// whatever the other signs are.
#[inline(always)]
pub(super) fn decide_in_lanes<L: Lanes>(
    simd: L,
    (a, a_faces): (&[DVec3; 4], &Faces),
    b: &[DVec3; 4],
    bound: f64,
) -> Option<bool> {
    let b_sides = LaneSides::new(simd, a_faces, b, bound)?;
    if b_sides.separated() {
        return Some(false);
    }
    let b_faces = Faces::from_tetrahedron(b);
    let a_sides = LaneSides::new(simd, &b_faces, a, bound)?;
    if a_sides.separated() {
        return Some(false);
    }
    if b_sides.has_corner_inside() || a_sides.has_corner_inside() {
        return Some(true);
    }
    let (b_sides, a_sides) = (b_sides.certain()?, a_sides.certain()?);
    edges_cross(simd, [a, b], [&a_sides, &b_sides], bound)
}

/// Whether an edge of one tetrahedron passes through a face of the other, given the sides of the corners of each, which
/// are all certain; `None` where one bound for all signs cannot tell.
///
/// The line of an edge of `a` passes the lines of the six edges of `b` on one side or the other, by the sign of
/// `det(q - p, b_i - p, b_j - p)`, and those of a face of `b`, walked round, all on the same side if it passes through the
/// face. Exchanging the edges does not change the sign, so 36 of them tell all.
#[inline(always)]
fn edges_cross<L: Lanes>(
    simd: L,
    [a, b]: [&[DVec3; 4]; 2],
    [a_sides, b_sides]: [&Sides; 2],
    bound: f64,
) -> Option<bool> {
    const ALL: u32 = (1 << BLOCK) - 1;
    let limit = Number::splat(simd, bound);
    let zero = Number::splat(simd, 0.0);
    // The corners of `b`, and those one and two after each.
    let (corners, next, after) = (rotated(simd, b, 0), rotated(simd, b, 1), rotated(simd, b, 2));
    // Of each edge of `a`, a bit for each of [`TURNS`] that is positive.
    let (mut turns, mut known) = ([0; 6], ALL);
    for p in 0..3 {
        let from = Vector::splat(simd, a[p]);
        let (to, to_next, to_after) = (corners - from, next - from, after - from);
        for q in p + 1..4 {
            let across = Vector::splat(simd, a[q] - a[p]).cross(to);
            let (first, second) = (across.dot(to_next), across.dot(to_after));
            known &= first.abs().above(limit) & second.abs().above(limit);
            turns[edge_at(p, q)] = first.above(zero) | second.above(zero) << BLOCK;
        }
    }
    if known != ALL && required(Condition::ScreenGivesUp) {
        return None;
    }
    let mut crosses = false;
    for (e, [p, q]) in EDGES.into_iter().enumerate() {
        let faces = crossed_faces(a_sides, p, q);
        for (f, round) in FACE_TURNS.into_iter().enumerate() {
            let turns = turns[e] & round;
            crosses |= (faces >> (4 * f) & 1 != 0) & ((turns == 0) | (turns == round));
        }
    }
    for ([i, j], turn) in EDGES.into_iter().zip(EDGE_TURNS) {
        let faces = crossed_faces(b_sides, i, j);
        let mut column = 0;
        for e in 0..6 {
            column |= (turns[e] >> turn & 1) << e;
        }
        for (f, [round, backward]) in FACE_EDGES.into_iter().enumerate() {
            let turns = (column ^ backward) & round;
            crosses |= (faces >> (4 * f) & 1 != 0) & ((turns == 0) | (turns == round));
        }
    }
    Some(crosses)
}

type Number<L> = LaneNumber<L, Doubles>;
type Vector<L> = LaneVector<L, Doubles>;

/// The edges of a tetrahedron that the bits of a row are of, as they are walked.
#[cfg(test)]
const TURNS: [[usize; 2]; 8] = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 3], [2, 0], [3, 1]];
/// Those of each face, walked round.
const FACE_TURNS: [u32; 4] = [0b1000_0110, 0b0001_1100, 0b0010_1001, 0b0100_0011];
/// The one of them that each edge is, with its lower corner first, or ends up as: 3 is walked the other way round.
const EDGE_TURNS: [u32; 6] = [0, 4, 3, 1, 5, 2];
/// The edges of each face, and those of them that are walked from their higher corner when the face is walked round.
const FACE_EDGES: [[u32; 2]; 4] = [
    [0b11_1000, 0b01_0000],
    [0b10_0110, 0b00_0100],
    [0b01_0101, 0b00_0100],
    [0b00_1011, 0b00_0010],
];

/// Which of [`EDGES`] has these corners.
#[inline(always)]
pub(super) const fn edge_at(p: usize, q: usize) -> usize {
    p + q - (p == 0) as usize
}

/// The corners from one on, each in a lane.
#[inline(always)]
fn rotated<L: Lanes>(simd: L, corners: &[DVec3; 4], by: usize) -> Vector<L> {
    let mut axes = [[0.0; BLOCK]; 3];
    for lane in 0..BLOCK {
        let corner = corners[(lane + by) % 4];
        (axes[0][lane], axes[1][lane], axes[2][lane]) = (corner.x, corner.y, corner.z);
    }
    Vector::load(simd, &axes)
}

/// The faces, as bits `0, 4, 8, 12`, that an edge may pass through: its ends are on different sides, and no face has
/// both of them outside.
#[inline(always)]
fn crossed_faces(sides: &Sides, p: usize, q: usize) -> u16 {
    let (out_p, out_q) = (sides.outside_of(p), sides.outside_of(q));
    if out_p & out_q == 0 { out_p ^ out_q } else { 0 }
}

/// On which side of each face of one tetrahedron each corner of the other certainly lies: of each corner, a bit a face.
struct LaneSides {
    inside: [u32; 4],
    outside: [u32; 4],
}

impl LaneSides {
    const ALL_FACES: u32 = 0xf;

    /// Nothing if the tetrahedron may be flat.
    #[inline(always)]
    fn new<L: Lanes>(
        simd: L,
        faces: &Faces,
        corners: &[DVec3; 4],
        bound: f64,
    ) -> Option<LaneSides> {
        // No closures, which would be compiled for the baseline.
        let factors = simd.load_doubles(&bound_factors());
        let above = simd.mul_doubles(factors, simd.doubles(bound));
        let below = simd.mul_doubles(factors, simd.doubles(-bound));
        let x = simd.load_doubles(&faces.normal[0]);
        let y = simd.load_doubles(&faces.normal[1]);
        let z = simd.load_doubles(&faces.normal[2]);
        let offset = simd.load_doubles(&faces.offset);
        let mut own = LaneSides { inside: [0; 4], outside: [0; 4] };
        for c in 0..4 {
            let d = corners[c] - faces.origin;
            let along_x = simd.mul_doubles(x, simd.doubles(d.x));
            let along_y = simd.mul_doubles(y, simd.doubles(d.y));
            let along_z = simd.mul_doubles(z, simd.doubles(d.z));
            let sum = simd.add_doubles(simd.add_doubles(along_x, along_y), along_z);
            let depths = simd.add_doubles(sum, offset);
            own.inside[c] = simd.doubles_above(depths, above);
            own.outside[c] = simd.doubles_above(below, depths);
        }
        (faces.volume.abs() > bound).then_some(own)
    }

    /// Whether a face has all corners outside.
    #[inline(always)]
    fn separated(&self) -> bool {
        let [a, b, c, d] = self.outside;
        a & b & c & d != 0
    }

    #[inline(always)]
    fn has_corner_inside(&self) -> bool {
        let [a, b, c, d] = self.inside;
        let all = Self::ALL_FACES;
        (a == all) | (b == all) | (c == all) | (d == all)
    }

    /// The sides, if all are certain.
    #[inline(always)]
    fn certain(&self) -> Option<Sides> {
        let (mut known, mut outside) = (Self::ALL_FACES, 0);
        for c in 0..4 {
            known &= self.inside[c] | self.outside[c];
            // Bit `f` goes to bit `4 f`.
            let halves = (self.outside[c] | self.outside[c] << 6) & 0x303;
            outside |= ((halves | halves << 3) & 0x1111) << c;
        }
        let is_certain = known == Self::ALL_FACES || !required(Condition::ScreenGivesUp);
        is_certain.then_some(Sides { outside: outside as u16, on: 0 })
    }
}

/// The planes of the four faces of a tetrahedron, each opposite the corner of its index, as arrays
/// over the faces.
///
/// Up to the factor of the volume, the depths of a point behind the four faces are its barycentric
/// coordinates: three come from normals at one corner, and the fourth is what is missing to the
/// volume, so its normal is the sum of the others. In the terms of [`Filter`], where a component of the
/// others is at most twice its two extents and off by `8u` times them, one of the sum is at most six
/// times and off by `3 * 8u` and `10u` for the additions. Its products with a difference are at most
/// `6V`, each off by `34u + 6u + 6u`, in all `138uV`; their sums with the volume round by at most
/// `12u + 18u + 24u`, and the volume is off by `46uV`: `238uV`, which the bound times 8 covers.
pub(super) struct Faces {
    normal: [[f64; 4]; 3],
    offset: [f64; 4],
    origin: DVec3,
    volume: f64,
}

/// How many times [`Filter::bound`] the error of a depth can be, for each face.
#[inline(always)]
fn bound_factors() -> [f64; 4] {
    [bound(Condition::FaceSumBound, 8.0), 1.0, 1.0, 1.0]
}

impl Faces {
    /// Normals point inward, as far as floating point can tell.
    #[inline(always)]
    pub fn from_tetrahedron(t: &[DVec3; 4]) -> Faces {
        let [e1, e2, e3] = [t[1] - t[0], t[2] - t[0], t[3] - t[0]];
        let [n1, n2, n3] = [e2.cross(e3), e3.cross(e1), e1.cross(e2)];
        let volume = n1.dot(e1);
        let inward = 1f64.copysign(volume);
        let n0 = -(n1 + n2 + n3);
        Faces {
            normal: [
                [n0.x * inward, n1.x * inward, n2.x * inward, n3.x * inward],
                [n0.y * inward, n1.y * inward, n2.y * inward, n3.y * inward],
                [n0.z * inward, n1.z * inward, n2.z * inward, n3.z * inward],
            ],
            offset: [volume * inward, 0.0, 0.0, 0.0],
            origin: t[0],
            volume,
        }
    }

    /// The depth of each corner behind each face.
    #[inline(always)]
    fn depths(&self, corners: &[DVec3; 4]) -> [[f64; 4]; 4] {
        let [x, y, z] = &self.normal;
        let mut depths = [[0.0; 4]; 4];
        for c in 0..4 {
            let d = corners[c] - self.origin;
            for f in 0..4 {
                depths[c][f] = x[f] * d.x + y[f] * d.y + z[f] * d.z + self.offset[f];
            }
        }
        depths
    }

    /// Whether a face surely has all corners outside, and the tetrahedron surely is not flat.
    #[inline(always)]
    fn separate(&self, depths: &[[f64; 4]; 4], bound: f64) -> bool {
        let max = |a: f64, b: f64| if a > b { a } else { b };
        let (mut separated, factors) = (false, bound_factors());
        for f in 0..4 {
            let deepest = max(max(depths[0][f], depths[1][f]), max(depths[2][f], depths[3][f]));
            separated |= deepest < -bound * factors[f];
        }
        separated && self.volume.abs() > bound
    }
}

/// On which side of each face of one tetrahedron each corner of the other lies: bit `4 f + c` for
/// face `f` (opposite corner `f`) and corner `c`.
struct Sides {
    /// Strictly on the far side of the face.
    outside: u16,
    /// In the plane of the face.
    on: u16,
}

impl Sides {
    /// `None` if the tetrahedron is flat.
    #[inline(always)]
    fn new(
        tetrahedron: &[DVec3; 4],
        corners: &[DVec3; 4],
        faces: &Faces,
        depths: &[[f64; 4]; 4],
        filter: &mut Filter,
    ) -> Option<Sides> {
        let [p0, p1, p2, p3] = *tetrahedron;
        let sign = filter.sign(faces.volume, p0, p1, p2, p3);
        if sign == 0 {
            return None;
        }
        let (mut inside, mut outside) = (0u16, 0u16);
        let factors = bound_factors();
        for f in 0..4 {
            let bound = filter.bound * factors[f];
            for c in 0..4 {
                inside |= ((depths[c][f] > bound) as u16) << (4 * f + c);
                outside |= ((depths[c][f] < -bound) as u16) << (4 * f + c);
            }
        }
        // Where floating point got the sign of the volume wrong, it told nothing.
        if sign != sign_of(faces.volume) {
            (inside, outside) = (0, 0);
        }
        let mut unsure = !(inside | outside);
        while unsure != 0 {
            let bit = unsure.trailing_zeros() as usize;
            unsure &= unsure - 1;
            let [i, j, k] = FACES[bit / 4];
            let (p, q, r) = (tetrahedron[i], tetrahedron[j], tetrahedron[k]);
            match sign * filter.exact(p, q, r, corners[bit % 4]) {
                1 => inside |= 1 << bit,
                -1 => outside |= 1 << bit,
                _ => (),
            }
        }
        Some(Sides { outside, on: !(inside | outside) })
    }

    /// Whether one face has all corners strictly outside.
    #[inline(always)]
    fn separated(&self) -> bool {
        let outside = self.outside & self.outside >> 1;
        outside & outside >> 2 & 0x1111 != 0
    }

    /// Whether a corner is outside no face.
    #[inline(always)]
    fn corner_inside(&self) -> bool {
        let outside = self.outside | self.outside >> 8;
        (outside | outside >> 4) & 0xf != 0xf
    }

    /// The faces that corner `c` is outside of, as bits `0, 4, 8, 12`.
    #[inline(always)]
    fn outside_of(&self, c: usize) -> u16 {
        self.outside >> c & 0x1111
    }
}

/// The edges of a tetrahedron.
pub(super) const EDGES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// Whether an edge of `a`, with the sides of `a`'s corners against the faces of `b`, passes through
/// a face of `b` without lying in its plane.
#[inline(always)]
fn edge_crosses_face(a: &[DVec3; 4], b: &[DVec3; 4], sides: &Sides, filter: &mut Filter) -> bool {
    for [p, q] in EDGES {
        let (out_p, out_q) = (sides.outside_of(p), sides.outside_of(q));
        if out_p & out_q != 0 {
            continue;
        }
        let (on_p, on_q) = (sides.on >> p & 0x1111, sides.on >> q & 0x1111);
        // Ends on different sides, or one of them in the plane and the other not.
        let mut crossed = (out_p ^ out_q) | (on_p ^ on_q);
        while crossed != 0 {
            let face = crossed.trailing_zeros() as usize / 4;
            crossed &= crossed - 1;
            let [i, j, k] = FACES[face];
            if passes_through(a[p], a[q], [b[i], b[j], b[k]], filter) {
                return true;
            }
        }
    }
    false
}

/// Whether the line through `p` and `q`, which crosses the triangle's plane, meets the triangle:
/// unless it passes two edges on different sides.
#[inline(always)]
fn passes_through(p: DVec3, q: DVec3, triangle: [DVec3; 3], filter: &mut Filter) -> bool {
    let direction = q - p;
    let corners = [triangle[0] - p, triangle[1] - p, triangle[2] - p];
    let (mut left, mut right) = (false, false);
    for (i, j) in [(0, 1), (1, 2), (2, 0)] {
        let value = direction.cross(corners[i]).dot(corners[j]);
        let side = filter.sign(value, p, q, triangle[i], triangle[j]);
        left |= side > 0;
        right |= side < 0;
    }
    !(left && right)
}

/// A flat tetrahedron is the union of its faces.
#[cold]
fn flat(flat: &[DVec3; 4], other: &[DVec3; 4], tally: &mut Tally) -> bool {
    FACES.iter().any(|f| triangle_tetrahedron::tallied(&f.map(|i| flat[i]), other, tally))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::lanes::PortableLanes;
    use crate::geometry::predicates::orient3d;
    use jostle_support::random::SplitMix64;

    /// A corner of one tetrahedron in the plane of a face of the other, but for the last digits: on the
    /// side that exact arithmetic says, for each face.
    #[test]
    fn corners_are_on_the_side_of_a_face_that_they_are_on() {
        let mut random = SplitMix64::new(1);
        let mut point = || DVec3::new(random.signed(), random.signed(), random.signed());
        for i in 0..4000 {
            let own: [DVec3; 4] = std::array::from_fn(|_| point());
            let [p, q, r] = FACES[i % 4].map(|corner| own[corner]);
            let weights = point();
            let on_face = p + (q - p) * weights.x + (r - p) * weights.y;
            let other = [on_face, point(), point(), point()];
            let mut tally = Tally::default();
            let mut filter = Filter::for_pair(&own, &other, &mut tally);
            let faces = Faces::from_tetrahedron(&own);
            let depths = faces.depths(&other);
            let sides = Sides::new(&own, &other, &faces, &depths, &mut filter).expect("not flat");
            let [a, b, c, d] = own;
            let sign = orient3d(a, b, c, d);
            let exact = sign * orient3d(p, q, r, on_face);
            let bit = 1 << (4 * (i % 4));
            assert_eq!(sides.outside & bit != 0, exact < 0, "{own:?} {on_face:?}");
            assert_eq!(sides.on & bit != 0, exact == 0, "{own:?} {on_face:?}");
        }
    }

    /// The tables are of the faces that [`FACES`] lists.
    #[test]
    fn edges_and_turns_of_faces_go_round_them() {
        for (f, face) in FACES.into_iter().enumerate() {
            let all: Vec<usize> = (0..8).filter(|t| FACE_TURNS[f] >> t & 1 != 0).collect();
            let round: Vec<[usize; 2]> = all.into_iter().map(|t| TURNS[t]).collect();
            assert_eq!(round.len(), 3);
            let [round_edges, backward] = FACE_EDGES[f];
            for corner in face {
                assert_eq!(round.iter().filter(|turn| turn[0] == corner).count(), 1, "{round:?}");
                assert_eq!(round.iter().filter(|turn| turn[1] == corner).count(), 1, "{round:?}");
            }
            let walked: Vec<[usize; 2]> = (0..6)
                .filter(|e| round_edges >> e & 1 != 0)
                .map(|e| if backward >> e & 1 != 0 { [EDGES[e][1], EDGES[e][0]] } else { EDGES[e] })
                .collect();
            assert_eq!(walked.len(), 3);
            for corner in face {
                assert_eq!(walked.iter().filter(|edge| edge[0] == corner).count(), 1, "{walked:?}");
                assert_eq!(walked.iter().filter(|edge| edge[1] == corner).count(), 1, "{walked:?}");
            }
        }
        for (e, [p, q]) in EDGES.into_iter().enumerate() {
            assert_eq!(edge_at(p, q), e);
            let turn = TURNS[EDGE_TURNS[e] as usize];
            assert!(turn == [p, q] || turn == [q, p]);
        }
    }

    #[test]
    fn lanes_say_what_the_test_says() {
        let mut random = SplitMix64::new(3);
        let mut point = || DVec3::new(random.signed(), random.signed(), random.signed());
        let mut counts = [0; 2];
        for i in 0..20_000 {
            let a: [DVec3; 4] = std::array::from_fn(|_| point());
            let by = point() * 0.8;
            // Often long and thin, so that only edges cross.
            let stretch = if i % 2 == 0 { DVec3::ONE } else { DVec3::new(2.0, 0.2, 0.1) };
            let b: [DVec3; 4] = std::array::from_fn(|_| point() * stretch + by);
            let bound = super::super::filter::bound_within(DVec3::splat(8.0));
            let faces = Faces::from_tetrahedron(&a);
            let found = decide_in_lanes(PortableLanes, (&a, &faces), &b, bound);
            let collide = tetrahedron_tetrahedron(&a, &b);
            assert_eq!(found, Some(collide), "{a:?} {b:?}");
            counts[usize::from(collide)] += 1;
        }
        assert!(counts.iter().all(|&count| count > 5_000), "{counts:?}");
    }
}
