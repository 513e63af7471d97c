//! Whether candidates are within the distance and which features their nearest points lie in, four at a time, where
//! rounding does not decide it; the rest is left to closed forms.
//!
//! **Beyond.** Let `u` be any direction, and let all corners of one feature be at a height along it, `u · x`, of at
//! most `a`, and all of the other of at least `b`. Two points of theirs differ by at least `b - a` in height, so they
//! are at least `(b - a) / |u|` apart. `u` may be rounded as it likes; heights are rounded by less than `4 eps |u| D`
//! each, where `D` bounds the sum of the absolute components of each corner's difference from the first, and the
//! difference itself by another `eps |u| D`; products that vanish add less than the smallest normal number. A
//! candidate is left out if `b - a` is above `d |u|` by more than all of this.
//!
//! **Within.** Points of both features that are nearer than the distance by `2^-40 D`, which is more than they and
//! closed forms are rounded by.
//!
//! **Edges.** Let `F(s, t)` be the square of the distance of two points, `g` half its slope, both edges longer than
//! `2^-5 D` and the square of the sine of their angle above `2^-16`. Then `s` and `t` of the lines' nearest points
//! are known to `2^-29`. Closed forms take the lines' points if they are inside both and proven to be nearest, or the
//! least of the ends' distances and, if it is inside both, of the lines' points. With `T = 2^-22 D^2`, rounding moves none of these squares by a millionth of `T`.
//! - Both inside: at each end `F` is larger by at least `m^2 det / v^2`, `m` being how far `s` is from there and `v`
//!   the other edge, and that is above `T`.
//! - `s` at an end, `t` inside by `m`: `F` is convex, so it is larger by `2 g` at the other end, and `g` is above `T`.
//!   At an end of the other edge the way there is `t v` and some `s u`: with `s |u|` up to half of `m |v|` `F` is
//!   larger by `m^2 v^2 / 4`, and beyond that by `2 g s`, at least `g m |v| / |u|`. Both are above `T`, because
//!   `m^2 v^2` is above `4 T` and `g m` above `32 T`. The lines' nearest point is outside by `g v^2 / det`, above
//!   `2^-22`.
//! - Both at ends: `F` grows from there with slopes above `T` in both, so that ends of others are further by `T`, and
//!   the lines' nearest points are outside by `2^-25` in one of them: the step to these is `-H^-1 g`, whose product
//!   with `g` is below `-|g|^2` over the squares of both edges.
//!
//! **A vertex and a face.** Let all sides be longer than `2^-5 D` and the square of the sine of one angle above
//! `2^-16`. Then weights of the projected vertex are known to `2^-37`, and all are further than `2^-16` from zero, so
//! that closed forms see the same signs and look at the same sides: the inside if all are positive. Otherwise the
//! nearest point is on a side and not on others if their squares are larger by `T`, and inside that side if it is
//! further from its ends than the square root of `T`; or it is at an end if the slopes of both sides there are above
//! `T` and the square of the third is larger by `T`.

use super::lane_nearest::{LaneEdges, LanePointEdge};
use crate::candidates::FeaturePair;
use crate::conditions::{Condition, bound, required};
use crate::geometry::lanes::{BLOCK, Doubles, LaneNumber, LaneVector, Lanes, with_lanes};
use glam::DVec3;
use pulp::NullaryFnOnce;

type Number<S> = LaneNumber<S, Doubles>;
type Vector<S> = LaneVector<S, Doubles>;

/// What is known of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is further apart than the distance.
    Beyond,
    /// Rounding decides.
    Unclear,
    /// It is nearer than the distance, and nearest points lie in this.
    Near(Region),
}

/// Where nearest points lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Region {
    /// In the face.
    Face,
    /// In a side of the face: between these corners of it.
    Side([usize; 2]),
    /// In a corner of the face.
    Corner(usize),
    /// In two edges: inside, or at an end, of each.
    Edges([Option<usize>; 2]),
    /// In two edges that are parallel, wherever.
    Parallel,
}

/// What candidates are told by.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegionQuery<'q> {
    pub features: FeaturePair,
    pub positions: &'q [DVec3],
    pub distance: f64,
    /// The square of the sine below which edges are taken for parallel, if they are.
    pub parallel: Option<f64>,
}

impl RegionQuery<'_> {
    /// Tells what is known of each candidate, a vertex and the corners of a face, or the ends of two edges.
    pub fn decide(&self, candidates: &[[u32; 4]], visit: impl FnMut(&[u32; 4], Verdict)) {
        decide(self, candidates, visit);
    }
}

fn decide(query: &RegionQuery, candidates: &[[u32; 4]], visit: impl FnMut(&[u32; 4], Verdict)) {
    with_lanes!(simd => match query.features {
        FeaturePair::VertexFace => simd.run(Blocks::<_, _, true> { simd, query, candidates, visit }),
        _ => simd.run(Blocks::<_, _, false> { simd, query, candidates, visit }),
    })
}

/// The loop over candidates, of vertices and faces or of edges, compiled for an instruction set.
struct Blocks<'s, S, F, const FACES: bool> {
    simd: S,
    query: &'s RegionQuery<'s>,
    candidates: &'s [[u32; 4]],
    visit: F,
}

impl<S: Lanes, F: FnMut(&[u32; 4], Verdict), const FACES: bool> NullaryFnOnce
    for Blocks<'_, S, F, FACES>
{
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Blocks { simd, query, candidates, mut visit } = self;
        let (blocks, rest) = candidates.as_chunks::<BLOCK>();
        for four in blocks {
            let verdicts = verdicts::<S, FACES>(simd, query, four);
            for (own, verdict) in four.iter().zip(verdicts) {
                visit(own, verdict);
            }
        }
        if let Some(&first) = rest.first() {
            // Where there are fewer, the first one again.
            let mut four = [first; BLOCK];
            four[..rest.len()].copy_from_slice(rest);
            let verdicts = verdicts::<S, FACES>(simd, query, &four);
            for (own, verdict) in rest.iter().zip(verdicts) {
                visit(own, verdict);
            }
        }
    }
}

#[inline(always)]
fn verdicts<S: Lanes, const FACES: bool>(
    simd: S,
    query: &RegionQuery,
    four: &[[u32; 4]; BLOCK],
) -> [Verdict; BLOCK] {
    let mut corners = [[[0.0; BLOCK]; 3]; 4];
    for (lane, own) in four.iter().enumerate() {
        for (corner, &vertex) in corners.iter_mut().zip(own) {
            let at = query.positions[vertex as usize];
            (corner[0][lane], corner[1][lane], corner[2][lane]) = (at.x, at.y, at.z);
        }
    }
    let [a, b, c, d] = &corners;
    let corners = [
        Vector::load(simd, a),
        Vector::load(simd, b),
        Vector::load(simd, c),
        Vector::load(simd, d),
    ];
    match FACES {
        true => face_verdicts(simd, query, corners),
        false => edge_verdicts(simd, query, corners),
    }
}

/// Of sides and edges, by the square of the size.
const SHORT_SQUARE: f64 = 1.0 / (1 << 10) as f64;
/// The square of the sine of an angle.
const FLAT: f64 = 1.0 / (1 << 16) as f64;
/// By how much squares of distances differ that rounding does not decide, by the square of the size.
const MARGIN: f64 = 1.0 / (1 << 22) as f64;
/// How far weights are from zero.
const WEIGHT_MARGIN: f64 = 1.0 / (1 << 16) as f64;
/// What distances are rounded by, by the size.
const DISTANCE_MARGIN: f64 = f64::from_bits((1023 - 40) << 52);
/// Slopes that are none but for rounding, by the square of the size.
const LEVEL: f64 = f64::from_bits((1023 - 30) << 52);
/// By how much the square of a sine differs from what is parallel, relative to it.
const PARALLEL_MARGIN: f64 = f64::from_bits((1023 - 10) << 52);
/// Sizes, such that products of four of them are in the number range.
const SIZES: [f64; 2] = [1e-60, 1e60];

/// Of features that are regular enough.
#[derive(Clone, Copy)]
struct Scale<S: Lanes> {
    simd: S,
    size: Number<S>,
    square: Number<S>,
    margin: Number<S>,
}

impl<S: Lanes> Scale<S> {
    /// Of three corners beside the origin.
    #[inline(always)]
    fn new(simd: S, [a, b, c]: [Vector<S>; 3]) -> Scale<S> {
        let size = extent(a).max(extent(b)).max(extent(c));
        let square = size * size;
        let margin = square * Number::splat(simd, bound(Condition::NearRegionMargin, MARGIN));
        Scale { simd, size, square, margin }
    }

    #[inline(always)]
    fn splat(self, value: f64) -> Number<S> {
        Number::splat(self.simd, value)
    }

    /// A bit for each lane where lengths with these squares are long enough.
    #[inline(always)]
    fn are_long(self, a: Number<S>, b: Number<S>) -> u32 {
        let [least, most] = SIZES.map(|size| self.splat(size));
        let in_range = self.size.above(least) & most.above(self.size);
        in_range & a.min(b).above(self.square * self.splat(SHORT_SQUARE))
    }

    /// A bit for each lane where points that differ by this are within the distance.
    #[inline(always)]
    fn is_within(self, between: Vector<S>, distance: f64) -> u32 {
        let margin = bound(Condition::NearRegionDistance, DISTANCE_MARGIN);
        let length = between.dot(between).sqrt();
        let rounding = (self.size + self.splat(distance)) * self.splat(margin);
        self.splat(distance).above(length + rounding)
    }

    /// A bit for each lane where heights along a direction, the one feature's above the other's, prove that the two
    /// are beyond the distance.
    #[inline(always)]
    fn is_beyond(self, u: Vector<S>, gap: Number<S>, distance: f64) -> u32 {
        let length = u.dot(u).sqrt();
        let rounding = match required(Condition::NearScreenRounding) {
            true => self.size * self.splat(16.0 * f64::EPSILON),
            false => self.splat(0.0),
        };
        let factor = self.splat(1.0 + 8.0 * f64::EPSILON);
        let reach = length * (self.splat(distance) + rounding) * factor;
        // None of those that are not numbers. Where squares leave the number range the length is not known.
        let is_known = match required(Condition::NearScreenRange) {
            true => length.above(self.splat(SHORTEST)) & self.splat(LONGEST).above(length),
            false => u32::MAX,
        };
        is_known & gap.above(reach + self.splat(f64::MIN_POSITIVE))
    }
}

/// Of directions, such that their squares are told to the last digits.
const SHORTEST: f64 = 1e-140;
const LONGEST: f64 = 1e150;

#[inline(always)]
fn extent<S: Lanes>(difference: Vector<S>) -> Number<S> {
    difference.x.abs() + difference.y.abs() + difference.z.abs()
}

/// Of vertices and faces.
#[inline(always)]
fn face_verdicts<S: Lanes>(
    simd: S,
    query: &RegionQuery,
    [p, a, b, c]: [Vector<S>; 4],
) -> [Verdict; BLOCK] {
    let (p, b, c) = (p - a, b - a, c - a);
    let scale = Scale::new(simd, [p, b, c]);
    let (zero, one) = (scale.splat(0.0), scale.splat(1.0));
    let ab = LanePointEdge::new(simd, p, b);
    let ac = LanePointEdge::new(simd, p, c);
    let bc = LanePointEdge::new(simd, p - b, c - b);
    let border = LanePointEdge::nearer((ab.away, ab.away_square), &ac);
    let border = LanePointEdge::nearer(border, &bc);
    // Weights of the projected vertex.
    let normal = b.cross(c);
    let normal_square = normal.dot(normal);
    let to_b = normal.dot(p.cross(c)) / normal_square;
    let to_c = normal.dot(b.cross(p)) / normal_square;
    let to_a = one - to_b - to_c;
    let least = to_a.min(to_b).min(to_c);
    let away = Vector::select_up_to([zero, least], p - b * to_b - c * to_c, border.0);
    let beyond = vertex_is_beyond(&scale, away, [p, b, c], query.distance);
    let is_regular = match required(Condition::NearRegionShape) {
        true => {
            let flat = ab.square * ac.square * scale.splat(FLAT);
            scale.are_long(ab.square.min(ac.square), bc.square) & normal_square.above(flat)
        }
        false => u32::MAX,
    };
    let near = scale.is_within(away, query.distance) & is_regular;
    let weight_margin = scale.splat(bound(Condition::NearRegionMargin, WEIGHT_MARGIN));
    let inside = near & least.above(weight_margin);
    let nearest_zero = to_a.abs().min(to_b.abs()).min(to_c.abs());
    let outside = near & nearest_zero.above(weight_margin) & zero.above(least);
    // Which side is nearer than both others.
    let [ab_square, ac_square, bc_square] = [
        ab.away_square + scale.margin,
        ac.away_square + scale.margin,
        bc.away_square + scale.margin,
    ];
    let over_ab =
        outside & ac.away_square.min(bc.away_square).above(ab_square) & is_inside(&scale, &ab);
    let over_ac =
        outside & ab.away_square.min(bc.away_square).above(ac_square) & is_inside(&scale, &ac);
    let over_bc =
        outside & ab.away_square.min(ac.away_square).above(bc_square) & is_inside(&scale, &bc);
    // Or which corner.
    let before = zero - scale.margin;
    let at_a = outside & before.above(ab.along) & before.above(ac.along);
    let at_a = at_a & bc.away_square.above(ab_square);
    let at_b = outside & (ab.along - ab.square).above(scale.margin) & before.above(bc.along);
    let at_b = at_b & ac.away_square.above(ab_square);
    let at_c = outside & (ac.along - ac.square).above(scale.margin);
    let at_c = at_c & (bc.along - bc.square).above(scale.margin);
    let at_c = at_c & ab.away_square.above(ac_square);
    let regions = [
        (inside, Region::Face),
        (over_ab, Region::Side([0, 1])),
        (over_bc, Region::Side([1, 2])),
        (over_ac, Region::Side([0, 2])),
        (at_a, Region::Corner(0)),
        (at_b, Region::Corner(1)),
        (at_c, Region::Corner(2)),
    ];
    let mut verdicts = [Verdict::Unclear; BLOCK];
    for (lane, verdict) in verdicts.iter_mut().enumerate() {
        if beyond >> lane & 1 != 0 {
            *verdict = Verdict::Beyond;
        }
        for &(bits, region) in &regions {
            if bits >> lane & 1 != 0 {
                *verdict = Verdict::Near(region);
            }
        }
    }
    verdicts
}

/// A bit for each vertex that heights along a direction prove to be beyond the distance from its face, whose first
/// corner is the origin.
#[inline(always)]
fn vertex_is_beyond<S: Lanes>(
    scale: &Scale<S>,
    u: Vector<S>,
    [p, b, c]: [Vector<S>; 3],
    distance: f64,
) -> u32 {
    let high = u.dot(b).max(u.dot(c)).max(scale.splat(0.0));
    scale.is_beyond(u, u.dot(p) - high, distance)
}

/// Whether heights along any direction prove that a vertex is beyond the distance from its face.
#[cfg(test)]
pub(super) fn is_beyond_along(u: DVec3, [p, a, b, c]: [DVec3; 4], distance: f64) -> bool {
    use crate::geometry::lanes::PortableLanes;
    let [u, p, a, b, c] = [u, p, a, b, c]
        .map(|p| Vector::load(PortableLanes, &p.to_array().map(|coordinate| [coordinate; BLOCK])));
    let corners = [p - a, b - a, c - a];
    vertex_is_beyond(&Scale::new(PortableLanes, corners), u, corners, distance) & 1 != 0
}

/// A bit for each lane where the nearest point of an edge is away from its ends.
#[inline(always)]
fn is_inside<S: Lanes>(scale: &Scale<S>, own: &LanePointEdge<S, Doubles>) -> u32 {
    let from_end = own.part.min(scale.splat(1.0) - own.part);
    (from_end * from_end * own.square).above(scale.margin)
}

/// Of edges.
#[inline(always)]
fn edge_verdicts<S: Lanes>(
    simd: S,
    query: &RegionQuery,
    [a, b, c, d]: [Vector<S>; 4],
) -> [Verdict; BLOCK] {
    let (b, c, d) = (b - a, c - a, d - a);
    let scale = Scale::new(simd, [b, c, d]);
    let (zero, one) = (scale.splat(0.0), scale.splat(1.0));
    let edges = LaneEdges::new(simd, b, c, d);
    let LaneEdges { own_square, square, determinant, s, t, between, .. } = edges;
    let low = between.dot(c).min(between.dot(d));
    let beyond = scale.is_beyond(between, low - between.dot(b).max(zero), query.distance);
    let squares = own_square * square;
    let is_regular = match required(Condition::NearRegionShape) {
        true => scale.are_long(own_square, square) & determinant.above(squares * scale.splat(FLAT)),
        false => u32::MAX,
    };
    let within = scale.is_within(between, query.distance);
    // What is certainly parallel, and what is certainly not.
    let (parallel, crossing) = match query.parallel {
        None => (0, u32::MAX),
        Some(sine) => {
            let margin = bound(Condition::NearRegionMargin, PARALLEL_MARGIN);
            let in_range = scale.are_long(own_square, square);
            let parallel = (squares * scale.splat(sine * (1.0 - margin))).above(determinant);
            let crossing = determinant.above(squares * scale.splat(sine * (1.0 + margin)));
            (parallel & in_range, crossing)
        }
    };
    // From the ends, and the slopes there, outwards.
    let (from_s, from_t) = (s.min(one - s), t.min(one - t));
    let slope_s = own_square * s - edges.product * t - edges.along_own;
    let slope_t = square * t - edges.product * s + edges.along;
    let (s_first, s_second) = (!s.above(zero), !one.above(s));
    let (t_first, t_second) = (!t.above(zero), !one.above(t));
    let (s_inside, t_inside) = (!(s_first | s_second), !(t_first | t_second));
    let half = scale.splat(0.5);
    let out_s = s.select_up_to(half, slope_s, zero - slope_s);
    let out_t = t.select_up_to(half, slope_t, zero - slope_t);
    let both = s_inside
        & t_inside
        & (from_s * from_s * determinant).above(scale.margin * square)
        & (from_t * from_t * determinant).above(scale.margin * own_square);
    let (four, many) = (scale.margin * scale.splat(4.0), scale.margin * scale.splat(32.0));
    let s_ends = !s_inside & out_s.above(scale.margin);
    let t_ends = !t_inside & out_t.above(scale.margin);
    let only_t =
        s_ends & t_inside & (from_t * from_t * square).above(four) & (out_s * from_t).above(many);
    let only_s = t_ends
        & s_inside
        & (from_s * from_s * own_square).above(four)
        & (out_t * from_s).above(many);
    // What is inside is where the slope ends.
    let level = scale.square * scale.splat(LEVEL);
    let at_rest =
        (!s_inside | level.above(slope_s.abs())) & (!t_inside | level.above(slope_t.abs()));
    let ends = both | only_t | only_s | (s_ends & t_ends);
    let clear = within & is_regular & crossing & at_rest & ends;
    let parallel = within & parallel;
    let mut verdicts = [Verdict::Unclear; BLOCK];
    for (lane, verdict) in verdicts.iter_mut().enumerate() {
        let end = |first: u32, second: u32| match (first >> lane & 1, second >> lane & 1) {
            (0, 0) => None,
            (0, _) => Some(1),
            _ => Some(0),
        };
        if beyond >> lane & 1 != 0 {
            *verdict = Verdict::Beyond;
        } else if parallel >> lane & 1 != 0 {
            *verdict = Verdict::Near(Region::Parallel);
        } else if clear >> lane & 1 != 0 {
            *verdict =
                Verdict::Near(Region::Edges([end(s_first, s_second), end(t_first, t_second)]));
        }
    }
    verdicts
}
