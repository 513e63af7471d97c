//! Convex shapes: how far apart, how deep in each other, and where they touch.

#[doc(inline)]
pub use jostle_narrow::convex::{
    Capsule, ContactManifold, ContactPoint, ContactQuery, ConvexError, Feature, GjkSteps, Hull,
    Intersection, MinimumTranslation, OrientedBox, Penetration, PointLimit, Pose, PosedShape,
    Proximity, RoundShape, Separation, Simplex, Sphere, SupportMap, intersects, penetration,
    proximity, proximity_from,
};

/// The queries of this module for elements of scenes, of either kind.
pub mod elements {
    #[doc(inline)]
    pub use jostle_narrow::convex::elements::{are_within, intersects, penetration, proximity};
}

/// GJK in plain `f64` without exact fallbacks, to compare sub-algorithms: for measurements.
#[doc(hidden)]
pub mod gjk_comparison {
    #[doc(inline)]
    pub use jostle_narrow::convex::gjk_comparison::{Estimate, johnson, signed_volumes};
}

/// The minimum translation by separating axes, in plain `f64`, for shapes with few of them.
pub mod separating_axes {
    #[doc(inline)]
    pub use jostle_narrow::convex::separating_axes::{boxes, elements, tetrahedra};
}
