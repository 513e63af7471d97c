//! Four pairs of triangles at a time, by the signs of `triangle_triangle`, with one error bound for all.

use super::decided::Decided;
use crate::conditions::{Condition, required};
use crate::geometry::lanes::{BLOCK, Doubles, LaneNumber, LaneVector, Lanes};
use glam::DVec3;

/// Corners of a triangle in each lane: by corner, axis and lane.
pub(super) type TriangleLanes = [[[f64; BLOCK]; 3]; 3];

type Number<S> = LaneNumber<S, Doubles>;
type Vector<S> = LaneVector<S, Doubles>;

/// Writes a triangle into a lane.
#[inline(always)]
pub(super) fn set(lanes: &mut TriangleLanes, lane: usize, corners: [&DVec3; 3]) {
    for (lanes, corner) in lanes.iter_mut().zip(corners) {
        (lanes[0][lane], lanes[1][lane], lanes[2][lane]) = (corner.x, corner.y, corner.z);
    }
}

/// Decides four pairs. A determinant that is larger than the bound in magnitude has the right sign.
#[inline(always)]
pub(super) fn decide<S: Lanes>(simd: S, [a, b]: [&TriangleLanes; 2], bound: f64) -> Decided {
    const ALL: u32 = (1 << BLOCK) - 1;
    let (limit, below) = (Number::splat(simd, bound), Number::splat(simd, -bound));
    let (a, b) = (Corners::load(simd, a), Corners::load(simd, b));
    let (b_heights, a_heights) = (Heights::new(&a, &b), Heights::new(&b, &a));
    let apart = b_heights.one_side(limit, below) | a_heights.one_side(limit, below);
    if apart == ALL {
        return Decided { yes: 0, no: apart };
    }
    let known = b_heights.known(limit) & a_heights.known(limit);
    let known = if required(Condition::ScreenGivesUp) { known } else { ALL };
    // In units of the bound, so that no product of two vanishes: each is more than one, and at most 2^50.
    let unit = Number::splat(simd, bound.recip());
    let (one, one_side) = a_heights.in_units(unit).apex_first(&a);
    let (other, other_side) = b_heights.in_units(unit).apex_first(&b);
    // Each is turned so that the other's apex is on the positive side of its plane.
    let (one, other) = (one.turned_below(other_side), other.turned_below(one_side));
    let first = orient3d(one.p, one.q, other.p, other.q);
    let second = orient3d(one.p, one.r, other.r, other.p);
    let beyond = first.above(limit) | second.above(limit);
    let within = below.above(first) & below.above(second);
    Decided { yes: known & within & !apart, no: apart | known & beyond }
}

#[inline(always)]
fn orient3d<S: Lanes>(a: Vector<S>, b: Vector<S>, c: Vector<S>, d: Vector<S>) -> Number<S> {
    (b - a).cross(c - a).dot(d - a)
}

#[derive(Clone, Copy)]
struct Corners<S: Lanes> {
    p: Vector<S>,
    q: Vector<S>,
    r: Vector<S>,
}

impl<S: Lanes> Corners<S> {
    #[inline(always)]
    fn load(simd: S, own: &TriangleLanes) -> Corners<S> {
        Corners {
            p: Vector::load(simd, &own[0]),
            q: Vector::load(simd, &own[1]),
            r: Vector::load(simd, &own[2]),
        }
    }

    /// With the last two corners exchanged where a number is below zero.
    #[inline(always)]
    fn turned_below(self, number: Number<S>) -> Corners<S> {
        let pair = [number, Number::splat(number.simd(), 0.0)];
        Corners {
            p: self.p,
            q: Vector::select_up_to(pair, self.r, self.q),
            r: Vector::select_up_to(pair, self.q, self.r),
        }
    }
}

/// How high the corners of one triangle are above the plane of another, as determinants.
#[derive(Clone, Copy)]
struct Heights<S: Lanes> {
    p: Number<S>,
    q: Number<S>,
    r: Number<S>,
}

impl<S: Lanes> Heights<S> {
    #[inline(always)]
    fn new(plane: &Corners<S>, own: &Corners<S>) -> Heights<S> {
        let normal = (plane.q - plane.p).cross(plane.r - plane.p);
        Heights {
            p: normal.dot(own.p - plane.p),
            q: normal.dot(own.q - plane.p),
            r: normal.dot(own.r - plane.p),
        }
    }

    /// The lanes in which all are certainly above the plane, or all below.
    #[inline(always)]
    fn one_side(&self, limit: Number<S>, below: Number<S>) -> u32 {
        let lowest = self.p.min(self.q).min(self.r);
        let highest = self.p.max(self.q).max(self.r);
        lowest.above(limit) | below.above(highest)
    }

    /// The lanes in which all signs are certain.
    #[inline(always)]
    fn known(&self, limit: Number<S>) -> u32 {
        self.p.abs().min(self.q.abs()).min(self.r.abs()).above(limit)
    }

    #[inline(always)]
    fn in_units(self, unit: Number<S>) -> Heights<S> {
        Heights { p: self.p * unit, q: self.q * unit, r: self.r * unit }
    }

    /// The triangle from the corner on that is alone on its side, and how high that corner is, where signs are
    /// certain and not all equal.
    #[inline(always)]
    fn apex_first(&self, own: &Corners<S>) -> (Corners<S>, Number<S>) {
        let zero = Number::splat(self.p.simd(), 0.0);
        // Where the first two are on one side the third is alone, else where the first and the third are the second.
        let (third, second) = ([self.p * self.q, zero], [self.p * self.r, zero]);
        let Corners { p, q, r } = *own;
        let corners = Corners {
            p: Vector::select_up_to(third, Vector::select_up_to(second, p, q), r),
            q: Vector::select_up_to(third, Vector::select_up_to(second, q, r), p),
            r: Vector::select_up_to(third, Vector::select_up_to(second, r, p), q),
        };
        let height = second[0].select_up_to(zero, self.p, self.q);
        (corners, third[0].select_up_to(zero, height, self.r))
    }
}
