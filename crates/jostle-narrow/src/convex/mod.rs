//! Convex shapes: how far apart, how deep in each other, and where they touch.
//!
//! Every shape is the hull of finitely many vertices, inflated by a radius ([`SupportMap`]): points,
//! segments, triangles, tetrahedra and boxes by their corners, [`Hull`]s, [`Sphere`]s and
//! [`Capsule`]s, any of them [`PosedShape`] or [`RoundShape`].
//!
//! | question | answer |
//! | --- | --- |
//! | do they meet? | [`intersects`], exact |
//! | how far apart, and where? | [`proximity`], GJK with signed volumes; verdict exact, distance to a proven bound |
//! | what would separate them? | [`penetration`], EPA; [`separating_axes`] for triangles, tetrahedra and boxes |
//! | where do they touch? | [`ContactQuery`], by clipping the features that face each other |
//!
//! [`elements`] has the first three for elements of scenes.
//!
//! Let `size` be the distance and the extents of both shapes together. A distance is within
//! `2^-47 size` of the true one, wherever the shapes lie. Vertices of posed shapes and boxes are
//! computed and so rounded; the slack that this adds is part of the error returned.

mod contact_manifold;
pub mod elements;
mod error;
mod exact_gjk;
mod gjk;
pub mod gjk_comparison;
mod johnson;
mod oriented_box;
mod penetration;
mod polytope;
mod posed_shape;
mod proximity;
mod reach;
mod scaled_shape;
pub mod separating_axes;
mod simplex;
mod support_map;
mod triangle_reach;

pub use contact_manifold::{ContactManifold, ContactPoint, ContactQuery, Feature, PointLimit};
pub use error::ConvexError;
pub use oriented_box::OrientedBox;
pub use penetration::{MinimumTranslation, Penetration, penetration};
pub use posed_shape::{Pose, PosedShape};
pub use proximity::{
    GjkSteps, Intersection, Proximity, Separation, intersects, proximity, proximity_from,
};
pub use reach::{Reach, reach};
pub use simplex::Simplex;
pub use support_map::{Capsule, Hull, RoundShape, Sphere, SupportMap};
pub use triangle_reach::{PAIRS, TrianglePairs, remove_beyond};

use error::check;
