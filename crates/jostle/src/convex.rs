//! Convex shapes: how far apart, how deep in each other, and where they touch.

pub use jostle_narrow::convex::elements;
pub use jostle_narrow::convex::gjk_comparison;
pub use jostle_narrow::convex::separating_axes;
pub use jostle_narrow::convex::{
    Capsule, ContactManifold, ContactPoint, ContactQuery, ConvexError, Feature, GjkSteps, Hull,
    Intersection, MinimumTranslation, OrientedBox, Penetration, PointLimit, Pose, PosedShape,
    Proximity, RoundShape, Separation, Simplex, Sphere, SupportMap, intersects, penetration,
    proximity, proximity_from,
};
