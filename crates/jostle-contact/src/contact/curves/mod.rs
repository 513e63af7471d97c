//! Where surfaces cross: intersection curves, and the contact patches that they bound.
//!
//! # Segments
//!
//! Two triangles that cross have a segment in common. Each of its ends is where an edge of one passes the other, so
//! segments are joined by numbers (the edge and the triangle) and never by coordinates. A curve runs along the first
//! triangle's normal crossed with the second's: on the first surface it leaves what is behind the second to its left.
//! An object of tetrahedra has its boundary as its surface (faces that an odd number of tetrahedra use), fronts
//! outside; a closed surface that agrees on a side has its fronts outside too, turned if need be, as volumes have it; other
//! fronts are as their triangles say. Where neighbours on a surface disagree about the front, the curve
//! goes on in its direction.
//!
//! # What touches without crossing
//!
//! Between two objects, the second is taken to be moved by an infinitesimal amount, as for exact volumes
//! ([`volume::overlap`](crate::volume::overlap)): then triangles that meet cross, and triangles in one plane never
//! meet. Which pairs cross and how they are joined is that of the moved object, the points are those at rest. So curves
//! of surfaces whose edges all have an even number of triangles, as closed ones and boundaries of tetrahedra have, are
//! closed, however the surfaces touch or coincide.
//!
//! A move can also take apart what merely touches. Pairs that touch hang together where they have an edge and a
//! triangle in common; if the move leaves no crossing in such a group, the first object is moved instead of the second,
//! which is the opposite move. So a box that stands on another has a curve round its base whichever came first, and a
//! corner that touches a face has one that is a point. Pairs that do not cross even so are listed as
//! [touching](TouchingPair).
//!
//! Within one object there is nothing to move. Two of its triangles cross if the ends of their segment are where the
//! interior of an edge passes the interior of the other triangle, or, of triangles with one vertex in common, if one end
//! is and the other is that vertex. All other pairs are listed as touching, and curves end there. At a vertex where
//! more than two segments end, curves end too.
//!
//! # Patches
//!
//! Curves that have a point in common are one [contact patch](ContactPatch); mostly a patch is one curve. Its vector area
//! is half the sum of `p x q` over all segments from `p` to `q`, and of the chord from the end to the start of curves that
//! are open: whatever surface the curves bound, it is the integral of the normal over it. Of two solids, that is the part of the
//! first one's surface inside the second, so it points from the first to the second.

mod curve;
mod face_pairs;
mod links;
mod patch;
mod query;
mod search;
mod segments;
#[cfg(test)]
mod tests;

pub use curve::{
    CrossingPair, CurveFeature, CurvePoint, IntersectionCurve, IntersectionCurves, TouchingKind,
    TouchingPair,
};
pub use patch::ContactPatch;
pub use query::CurveQuery;
pub use search::{CurveSearch, CurveStatistics};
