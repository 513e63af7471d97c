//! What can go wrong.

use jostle::contact::{DepthError, NearError};
use jostle::convex::ConvexError;
use jostle::distance::SceneTreeError;
use jostle::impact::ImpactError;
use jostle::{MeshError, QueryError, SceneError};

/// What a world refuses.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SimError {
    /// A number that is not allowed.
    #[error("{of}: '{key}' is {value}, but must be {allowed}")]
    BadNumber {
        /// The body or the part of the world.
        of: String,
        /// The name of the number.
        key: &'static str,
        /// What it is.
        value: f64,
        /// What it may be.
        allowed: &'static str,
    },
    /// A mesh that a body cannot be made of.
    #[error("body '{body}' cannot be made: {source}")]
    Mesh {
        /// The body.
        body: String,
        /// Why.
        source: MeshError,
    },
    /// An element that has no size at rest.
    #[error(
        "body '{body}': {what} {element} has no size, so that no strain can be told: remove it, or weld its corners"
    )]
    Flat {
        /// The body.
        body: String,
        /// What kind of element.
        what: &'static str,
        /// Its number.
        element: usize,
    },
    /// A tetrahedron that is inside out at rest.
    #[error(
        "body '{body}': tetrahedron {element} is inside out (volume {volume}): exchange two of its corners"
    )]
    Inverted {
        /// The body.
        body: String,
        /// The tetrahedron.
        element: usize,
        /// Its volume.
        volume: f64,
    },
    /// A rigid body whose surface is not closed, or inside out.
    #[error("rigid body '{body}' needs a closed surface with its normals outward, but {problem}")]
    NotSolid {
        /// The body.
        body: String,
        /// What is wrong.
        problem: String,
    },
    /// A vertex that a body does not have.
    #[error("body '{body}' has {vertices} vertices, but vertex {vertex} is named")]
    NoSuchVertex {
        /// The body.
        body: String,
        /// The vertex.
        vertex: u32,
        /// How many there are.
        vertices: usize,
    },
    /// A dragger that a world does not have.
    #[error("there are {draggers} draggers, but dragger {dragger} is named")]
    NoSuchDragger {
        /// The dragger.
        dragger: usize,
        /// How many there are.
        draggers: usize,
    },
    /// Something moves so fast that it is nowhere any more.
    #[error(
        "body '{body}' left all bounds at {time} s: its step is too long for its stiffness; use the position-based integrator or more substeps"
    )]
    Exploded {
        /// The body.
        body: String,
        /// When.
        time: f64,
    },
    /// Cloth that is in contact with something before it moves.
    #[error(
        "cloth is in contact with '{other}' or itself where it starts: move it apart by more than its thickness"
    )]
    StartsInContact {
        /// One of the objects.
        other: String,
    },
    /// From the scene.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// From a query.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// From a search for depths.
    #[error(transparent)]
    Depth(#[from] DepthError),
    /// From a search for near contacts.
    #[error(transparent)]
    Near(#[from] NearError),
    /// From continuous detection.
    #[error(transparent)]
    Impact(#[from] ImpactError),
    /// From a query for closest points.
    #[error(transparent)]
    Tree(#[from] SceneTreeError),
    /// From contacts of convex shapes.
    #[error(transparent)]
    Convex(#[from] ConvexError),
}

/// Refuses a number that is not finite and in a range.
pub(crate) fn check(
    of: &str,
    key: &'static str,
    value: f64,
    is_allowed: impl Fn(f64) -> bool,
    allowed: &'static str,
) -> Result<(), SimError> {
    if value.is_finite() && is_allowed(value) {
        return Ok(());
    }
    Err(SimError::BadNumber { of: of.to_owned(), key, value, allowed })
}

/// Refuses what is not finite and above zero.
pub(crate) fn check_positive(of: &str, key: &'static str, value: f64) -> Result<(), SimError> {
    check(of, key, value, |value| value > 0.0, "above zero")
}

/// Refuses what is not finite and at least zero.
pub(crate) fn check_not_negative(of: &str, key: &'static str, value: f64) -> Result<(), SimError> {
    check(of, key, value, |value| value >= 0.0, "at least zero")
}
