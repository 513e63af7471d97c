//! How far apart two objects are, or how deep in each other; rays and closest points.

#[doc(inline)]
pub use jostle_distance::distance::{
    Apart, ClosestPoint, DeepestPair, DeepestVertex, Distance, DistanceError, ObjectDepth,
    ObjectDepthQuery, Overlap, PointQuery, Ray, RayHit, RaySide, SceneTree, SceneTreeError,
    SignedDistance, depth, depth_in, distance, distance_in,
};
