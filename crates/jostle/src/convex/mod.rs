//! Convex shapes: how far apart, how deep in each other, and where they touch.
//!
//! Every shape is the hull of finitely many vertices, inflated by a radius ([`SupportMap`]): points,
//! segments, triangles, tetrahedra and boxes by their corners, [`Hull`]s, [`Sphere`]s and
//! [`Capsule`]s, any of them [`Posed`] or [`Inflated`].
//!
//! | question | answer |
//! | --- | --- |
//! | do they meet? | [`intersects`], exact |
//! | how far apart, and where? | [`proximity`], GJK with signed volumes; verdict exact, distance to a proven bound |
//! | what would part them? | [`penetration`], EPA; [`separating_axes`] for triangles, tetrahedra and boxes |
//! | where do they touch? | [`Contacts`], by clipping the features that face each other |
//!
//! [`elements`] asks the first three of elements of scenes.
//!
//! Let `size` be the distance and the extents of both shapes together. A distance is within
//! `2^-47 size` of the true one, wherever the shapes lie. Vertices of posed shapes and boxes are
//! computed and so rounded; the slack that this adds is part of the error returned.

pub mod comparison;
mod descent;
pub mod elements;
mod error;
mod exact;
mod johnson;
mod manifold;
mod penetration;
mod placed;
mod planar;
mod polytope;
mod proximity;
mod scaled;
pub mod separating_axes;
mod simplex;
mod support;

pub use error::ConvexError;
pub use manifold::{ContactPoint, Contacts, Feature, Keep, Manifold};
pub use penetration::{Overlap, Penetration, penetration};
pub use placed::{OrientedBox, Pose, Posed};
pub use proximity::{Apart, Effort, Meeting, Proximity, intersects, proximity, proximity_from};
pub use simplex::Simplex;
pub use support::{Capsule, Hull, Inflated, Sphere, SupportMap};

use error::check;
