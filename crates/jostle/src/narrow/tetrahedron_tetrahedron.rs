//! Two tetrahedra, by sidedness tables and edges that cross faces.

use super::filter::{Filter, Tally};
use super::segment::FACES;
use super::triangle_tetrahedron;
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
#[inline]
pub fn tallied(a: &[DVec3; 4], b: &[DVec3; 4], tally: &mut Tally) -> bool {
    let mut filter = Filter::of(a, b, tally);
    let Some(b_sides) = Sides::of(a, b, &mut filter) else {
        return flat(a, b, filter.tally());
    };
    if b_sides.separated() {
        return false;
    }
    let Some(a_sides) = Sides::of(b, a, &mut filter) else {
        return flat(b, a, filter.tally());
    };
    if a_sides.separated() {
        return false;
    }
    b_sides.corner_inside()
        || a_sides.corner_inside()
        || edge_crosses_face(a, b, &a_sides, &mut filter)
        || edge_crosses_face(b, a, &b_sides, &mut filter)
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
    ///
    /// Up to the factor of the volume, the signed distances of a point from the four faces are its
    /// barycentric coordinates: three come from normals at one corner, and the fourth is what
    /// is missing to the volume. That sum of four determinants has at most `4 * 46uV` of their
    /// errors and `54uV` of its own, which [`Filter`]'s bound times 8 covers.
    #[inline]
    fn of(tetrahedron: &[DVec3; 4], corners: &[DVec3; 4], filter: &mut Filter) -> Option<Sides> {
        let [p0, p1, p2, p3] = *tetrahedron;
        let [e1, e2, e3] = [p1 - p0, p2 - p0, p3 - p0];
        let [n1, n2, n3] = [e2.cross(e3), e3.cross(e1), e1.cross(e2)];
        let volume = n1.dot(e1);
        let volume_sign = filter.sign(volume, p0, p1, p2, p3);
        if volume_sign == 0 {
            return None;
        }
        let mut values = [[0.0; 4]; 4];
        for (c, corner) in corners.iter().enumerate() {
            let d = *corner - p0;
            let [v1, v2, v3] = [n1.dot(d), n2.dot(d), n3.dot(d)];
            values[1][c] = v1;
            values[2][c] = v2;
            values[3][c] = v3;
            values[0][c] = volume - v1 - v2 - v3;
        }
        let bounds = [8.0 * filter.bound, filter.bound, filter.bound, filter.bound];
        let (mut positive, mut negative) = (0u16, 0u16);
        for f in 0..4 {
            for c in 0..4 {
                positive |= ((values[f][c] > bounds[f]) as u16) << (4 * f + c);
                negative |= ((values[f][c] < -bounds[f]) as u16) << (4 * f + c);
            }
        }
        let mut unsure = !(positive | negative);
        while unsure != 0 {
            let bit = unsure.trailing_zeros() as usize;
            unsure &= unsure - 1;
            let [p, q, r] = FACES[bit / 4].map(|i| tetrahedron[i]);
            match filter.exact(p, q, r, corners[bit % 4]) {
                1 => positive |= 1 << bit,
                -1 => negative |= 1 << bit,
                _ => (),
            }
        }
        let on = !(positive | negative);
        Some(Sides { outside: if volume_sign > 0 { negative } else { positive }, on })
    }

    /// Whether one face has all corners strictly outside.
    #[inline]
    fn separated(&self) -> bool {
        (0..4).any(|f| self.outside >> (4 * f) & 0xf == 0xf)
    }

    /// Whether a corner is outside no face.
    #[inline]
    fn corner_inside(&self) -> bool {
        let outside = self.outside | self.outside >> 8;
        (outside | outside >> 4) & 0xf != 0xf
    }

    /// The faces that corner `c` is outside of, as bits `0, 4, 8, 12`.
    #[inline]
    fn outside_of(&self, c: usize) -> u16 {
        self.outside >> c & 0x1111
    }
}

const EDGES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// Whether an edge of `a`, with the sides of `a`'s corners against the faces of `b`, passes through
/// a face of `b` without lying in its plane.
#[inline]
fn edge_crosses_face(a: &[DVec3; 4], b: &[DVec3; 4], sides: &Sides, filter: &mut Filter) -> bool {
    EDGES.iter().any(|&[p, q]| {
        let (out_p, out_q) = (sides.outside_of(p), sides.outside_of(q));
        if out_p & out_q != 0 {
            return false;
        }
        let (on_p, on_q) = (sides.on >> p & 0x1111, sides.on >> q & 0x1111);
        // Ends on different sides, or one of them in the plane and the other not.
        let mut crossed = (out_p ^ out_q) | (on_p ^ on_q);
        while crossed != 0 {
            let face = crossed.trailing_zeros() as usize / 4;
            crossed &= crossed - 1;
            if passes_through(a[p], a[q], FACES[face].map(|i| b[i]), filter) {
                return true;
            }
        }
        false
    })
}

/// Whether the line through `p` and `q`, which crosses the triangle's plane, meets the triangle:
/// unless it passes two edges on different sides.
#[inline]
fn passes_through(p: DVec3, q: DVec3, triangle: [DVec3; 3], filter: &mut Filter) -> bool {
    let direction = q - p;
    let corners = triangle.map(|c| c - p);
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
