//! Nearest points of features side by side, as lanes tell them: guesses, which others judge.

use crate::geometry::lanes::{LaneKind, LaneNumber, LaneVector, Lanes};

/// Two edges, the one from the origin to `own`, and the points of theirs that are nearest but for rounding.
#[derive(Clone, Copy)]
pub(super) struct LaneEdges<S: Lanes, K: LaneKind<S>> {
    /// Squares of both lengths, the product of both, and the square of their cross product.
    pub own_square: LaneNumber<S, K>,
    pub square: LaneNumber<S, K>,
    pub product: LaneNumber<S, K>,
    pub determinant: LaneNumber<S, K>,
    /// Products of both with the way to the second edge.
    pub along_own: LaneNumber<S, K>,
    pub along: LaneNumber<S, K>,
    /// How far along both edges the points are, from zero to one.
    pub s: LaneNumber<S, K>,
    pub t: LaneNumber<S, K>,
    /// From the point of the first to that of the second.
    pub between: LaneVector<S, K>,
}

impl<S: Lanes, K: LaneKind<S>> LaneEdges<S, K> {
    /// Of the edges from the origin to `own` and from `from` to `to`.
    #[inline(always)]
    pub fn new(
        simd: S,
        own: LaneVector<S, K>,
        from: LaneVector<S, K>,
        to: LaneVector<S, K>,
    ) -> LaneEdges<S, K> {
        let other = to - from;
        let (own_square, square, product) = (own.dot(own), other.dot(other), own.dot(other));
        let (along_own, along) = (own.dot(from), other.dot(from));
        let determinant = own_square * square - product * product;
        // The nearest points of both lines; then, held to the other edge, that of each edge.
        let s = unit_clamped(simd, (along_own * square - product * along) / determinant);
        let t = unit_clamped(simd, (product * s - along) / square);
        let s = unit_clamped(simd, (product * t + along_own) / own_square);
        let between = from + other * t - own * s;
        LaneEdges { own_square, square, product, determinant, along_own, along, s, t, between }
    }
}

/// Held between zero and one.
#[inline(always)]
pub(super) fn unit_clamped<S: Lanes, K: LaneKind<S>>(
    simd: S,
    number: LaneNumber<S, K>,
) -> LaneNumber<S, K> {
    number.max(LaneNumber::splat(simd, 0.0)).min(LaneNumber::splat(simd, 1.0))
}

/// A point beside an edge from the origin.
#[derive(Clone, Copy)]
pub(super) struct LanePointEdge<S: Lanes, K: LaneKind<S>> {
    /// The product of the way to the point with the edge, and the square of the edge.
    pub along: LaneNumber<S, K>,
    pub square: LaneNumber<S, K>,
    /// How far along the edge its nearest point is, from zero to one.
    pub part: LaneNumber<S, K>,
    /// From there to the point, and the square of that.
    pub away: LaneVector<S, K>,
    pub away_square: LaneNumber<S, K>,
}

impl<S: Lanes, K: LaneKind<S>> LanePointEdge<S, K> {
    #[inline(always)]
    pub fn new(simd: S, point: LaneVector<S, K>, edge: LaneVector<S, K>) -> LanePointEdge<S, K> {
        let (along, square) = (point.dot(edge), edge.dot(edge));
        let part = unit_clamped(simd, along / square);
        let away = point - edge * part;
        LanePointEdge { along, square, part, away, away_square: away.dot(away) }
    }

    /// From the nearer of two edges.
    #[inline(always)]
    pub fn nearer(
        (u, u_square): (LaneVector<S, K>, LaneNumber<S, K>),
        other: &LanePointEdge<S, K>,
    ) -> (LaneVector<S, K>, LaneNumber<S, K>) {
        let squares = [u_square, other.away_square];
        (LaneVector::select_up_to(squares, u, other.away), u_square.min(other.away_square))
    }
}
