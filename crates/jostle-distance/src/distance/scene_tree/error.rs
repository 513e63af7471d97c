//! Why a query of a scene's tree is not answered.

use super::ray::Ray;
use crate::convex::Sphere;
use crate::geometry::Aabb;
use crate::mesh::{ObjectId, SceneError};
use crate::session::QueryError;
use glam::DVec3;
use jostle_support::text::grouped;
use thiserror::Error;

/// Why a query of a [`SceneTree`](super::SceneTree) is not answered.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SceneTreeError {
    /// A scene that cannot be used, or an object that it does not have.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// An object is not as it was at the last update.
    #[error(
        "object {object} ('{name}') has moved or was replaced since the tree was updated; \
         call `SceneTree::update` after every change of the scene"
    )]
    Stale {
        /// Index of the object.
        object: ObjectId,
        /// Its name.
        name: String,
    },
    /// The tree is of a scene with more objects, or fewer.
    #[error(
        "the tree is of {} objects and the scene has {}; call `SceneTree::update` after every change of the \
         scene",
        grouped(*.tree), grouped(*.scene)
    )]
    WrongObjectCount {
        /// Number of objects that the tree was updated with.
        tree: usize,
        /// Number of objects of the scene.
        scene: usize,
    },
    /// A query that was cancelled, or threads that cannot be started.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A ray with a number that makes none.
    #[error(
        "ray {} goes from ({}, {}, {}) along ({}, {}, {}) up to t = {}, but coordinates must be finite, \
         the direction not zero and the largest t at least zero; leave the ray out",
        grouped(*.index), ray.origin.x, ray.origin.y, ray.origin.z,
        ray.direction.x, ray.direction.y, ray.direction.z, ray.largest
    )]
    BadRay {
        /// Its index in the list; zero for one ray.
        index: usize,
        /// The ray as given.
        ray: Ray,
    },
    /// A point with a coordinate that is not finite, or a largest distance that is none.
    #[error(
        "point {} is ({}, {}, {}) with a largest distance of {largest}, but coordinates must be finite and \
         the distance at least zero; leave the point out",
        grouped(*.index), point.x, point.y, point.z
    )]
    BadPoint {
        /// Its index in the list; zero for one point.
        index: usize,
        /// The point as given.
        point: DVec3,
        /// The distance as given.
        largest: f64,
    },
    /// A box with a corner that is not finite, or whose corners are swapped.
    #[error(
        "box {} goes from ({}, {}, {}) to ({}, {}, {}), but corners must be finite and no coordinate of the \
         first above that of the second; build it with `Aabb::from_points`",
        grouped(*.index), bounds.min.x, bounds.min.y, bounds.min.z,
        bounds.max.x, bounds.max.y, bounds.max.z
    )]
    BadBox {
        /// Its index in the list; zero for one box.
        index: usize,
        /// The box as given.
        bounds: Aabb,
    },
    /// A ball with a number that is not finite, or a radius below zero.
    #[error(
        "ball {} is round ({}, {}, {}) with radius {}, but numbers must be finite and the radius at least \
         zero; give the radius as a distance",
        grouped(*.index), ball.core[0].x, ball.core[0].y, ball.core[0].z, ball.radius
    )]
    BadBall {
        /// Its index in the list; zero for one ball.
        index: usize,
        /// The ball as given.
        ball: Sphere,
    },
}
