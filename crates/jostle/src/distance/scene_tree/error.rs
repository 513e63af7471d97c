//! Why a query of a scene's tree is not answered.

use super::ray::Ray;
use crate::geometry::Aabb;
use crate::mesh::SceneError;
use glam::DVec3;
use jostle_text::grouped;
use thiserror::Error;

/// Why a query of a [`SceneTree`](super::SceneTree) is not answered.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SceneTreeError {
    /// A scene that cannot be used, or an object that it does not have.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The tree is of another scene, or of a former topology.
    #[error(
        "the tree has {} objects and the scene {}, or one of them was replaced; \
         call `SceneTree::update` after every change of the scene",
        grouped(*.tree), grouped(*.scene)
    )]
    Stale {
        /// Number of objects that the tree was updated with.
        tree: usize,
        /// Number of objects of the scene.
        scene: usize,
    },
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
        "the box from ({}, {}, {}) to ({}, {}, {}) holds no point, but corners must be finite and no \
         coordinate of the first above that of the second; build it with `Aabb::from_points`",
        bounds.min.x, bounds.min.y, bounds.min.z, bounds.max.x, bounds.max.y, bounds.max.z
    )]
    BadBox {
        /// The box as given.
        bounds: Aabb,
    },
    /// A ball that holds no point.
    #[error(
        "the ball round ({}, {}, {}) with radius {radius} holds no point, but numbers must be finite and \
         the radius at least zero; give the radius as a distance",
        centre.x, centre.y, centre.z
    )]
    BadBall {
        /// The centre as given.
        centre: DVec3,
        /// The radius as given.
        radius: f64,
    },
}
