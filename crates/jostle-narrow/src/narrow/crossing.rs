//! The segment that two triangles have in common where they cross.
//!
//! In general position two triangles that meet have a segment in common, whose ends are where an edge of one crosses the
//! other. The direction of the segment is that of the first triangle's normal crossed with the second's: on the first
//! face, walked round, it ends where an edge passes the second from front to back and starts where one comes back; on
//! the second face it runs the other way. So it leaves what is behind the second triangle to its left on the first.

use crate::geometry::infinitesimal_move::{crossing_between, plane_side};
use crate::geometry::predicates::{Sign, orient3d};
use glam::DVec3;

/// An edge of one of two triangles that crosses the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeCrossing {
    /// Which triangle the edge is of, 0 or 1.
    pub of: usize,
    /// The corner that the edge starts from; it ends at the next.
    pub corner: usize,
    /// 1 from the front of the other triangle to its back, -1 the other way.
    pub sign: Sign,
}

/// Where the segment starts and where it ends, if two triangles of different objects cross once the object of one, 0 or
/// 1, has moved by an infinitesimal amount ([`infinitesimal_move`](crate::geometry::infinitesimal_move)). Triangles that
/// cross after the move touch before it.
pub fn crossing_segment(corners: [[DVec3; 3]; 2], moved: usize) -> Option<[EdgeCrossing; 2]> {
    let mut ends = [None; 2];
    for of in [0, 1] {
        let (own, other) = (corners[of], corners[1 - of]);
        let other_moves = 1 - of == moved;
        let sides = own.map(|p| plane_side(other, p, other_moves));
        for corner in 0..3 {
            let next = (corner + 1) % 3;
            let (sides, edge) = ([sides[corner], sides[next]], [own[corner], own[next]]);
            add(&mut ends, of, corner, crossing_between(sides, edge, other, other_moves));
        }
    }
    debug_assert_eq!(ends[0].is_some(), ends[1].is_some(), "a segment has two ends");
    Some([ends[0]?, ends[1]?])
}

/// Edges of two triangles, as they stand, whose interior passes the interior of the other: the start and the end of the
/// segment that the triangles have in common, each if it is such a place.
///
/// Such a place is an end of the segment in any case: the line in which the two planes meet crosses the edge there, and
/// leaves the triangle that the edge is of. Two of them are different places, since the interior of an edge is in no
/// other edge of its triangle, and not on the border of the other.
pub fn proper_crossings(corners: [[DVec3; 3]; 2]) -> [Option<EdgeCrossing>; 2] {
    let mut ends = [None; 2];
    for of in [0, 1] {
        let (own, other @ [a, b, c]) = (corners[of], corners[1 - of]);
        let sides = own.map(|p| orient3d(a, b, c, p));
        for corner in 0..3 {
            let next = (corner + 1) % 3;
            if sides[corner] * sides[next] >= 0 {
                continue;
            }
            let (p, q) = (own[corner], own[next]);
            let turns = [0, 1, 2].map(|i| orient3d(p, q, other[i], other[(i + 1) % 3]));
            if turns == [1; 3] || turns == [-1; 3] {
                add(&mut ends, of, corner, sides[corner]);
            }
        }
    }
    ends
}

/// Notes a crossing of an edge, if it is one.
fn add(ends: &mut [Option<EdgeCrossing>; 2], of: usize, corner: usize, sign: Sign) {
    if sign != 0 {
        let is_end = (sign > 0) == (of == 0);
        let end = &mut ends[usize::from(is_end)];
        debug_assert!(end.is_none(), "a segment has two ends");
        *end = Some(EdgeCrossing { of, corner, sign });
    }
}
