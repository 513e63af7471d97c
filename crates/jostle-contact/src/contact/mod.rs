//! Contacts: what is near what, where, and in which direction it can be pushed.
//!
//! # Near contacts
//!
//! [`NearSearch`] lists the features of surfaces that are nearer to each other than a distance, as barrier and
//! projection methods want them: vertices, edges and faces by the features that their nearest points lie in, each
//! two once, with points, weights, normal, distance and its gradient.
//!
//! # Depths of vertices
//!
//! [`DepthSearch`] tells how deep vertices are in bodies and closed surfaces, and which way is out: consistently from
//! one to the next and from frame to frame, or by the closest point of the surface. Edges that pass through with both ends
//! outside are told too, so that nothing that overlaps is without a direction.
//!
//! # Intersection curves
//!
//! [`CurveSearch`] finds where surfaces cross, and the contact patches that the curves bound, with their areas, centres and
//! normals. Triangles that cross have a segment in common; segments are joined by the edges and triangles that they end
//! at, never by coordinates. A curve runs along the normal of the first surface crossed with that of the second, so that
//! on the first it leaves what is behind the second to its left; within an object, the first is the one that makes this
//! true.
//!
//! Between objects, curves of closed surfaces are closed, however they touch or coincide: what triangles that touch have
//! in common is decided as if one of the objects had moved by an infinitesimal amount. Where no pair of a group that
//! hangs together crosses after the move, the opposite move is made; so boxes that stand on each other have a curve round
//! the base, and a corner on a face has one that is a point. Within an object, triangles whose segment does not
//! end where the interior of an edge passes the interior of a triangle, or at a vertex that they share, are listed
//! apart ([`IntersectionCurves::touching`]), and so are pairs of objects that do not cross after either move.

mod curves;
mod depth;
mod near;

pub use curves::{
    ContactPatch, CrossingPair, CurveFeature, CurvePoint, CurveQuery, CurveSearch, CurveStatistics,
    IntersectionCurve, IntersectionCurves, TouchingKind, TouchingPair,
};
pub use depth::{
    DepthError, DepthMethod, DepthQuery, DepthSearch, DepthStage, DepthStatistics, EdgeDepth,
    PairDepths, PointDepth, PointDepths, Push,
};
pub use near::{
    Mollifier, NearContact, NearContacts, NearEdges, NearError, NearQuery, NearSearch,
    NearStatistics,
};
