//! Two tetrahedra, by sidedness tables and edges that cross faces.

use super::filter::{Filter, Tally};
use super::segment::FACES;
use super::triangle_tetrahedron;
use crate::conditions::{Condition, bound, required};
use crate::geometry::lanes::Lanes;
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
pub(super) fn decide(a: &[DVec3; 4], a_faces: &Faces, b: &[DVec3; 4], filter: &mut Filter) -> bool {
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
    if filter.gave_up() {
        return false;
    }
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
    let mut tally = Tally::default();
    let mut filter = Filter::that_gives_up(bound, &mut tally);
    let crosses = edge_crosses_face(a, b, &a_sides, &mut filter)
        || edge_crosses_face(b, a, &b_sides, &mut filter);
    (!filter.gave_up() || !required(Condition::ScreenGivesUp)).then_some(crosses)
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

const EDGES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

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
    use crate::geometry::predicates::orient3d;
    use crate::mesh::shapes::SplitMix64;

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
}
