//! Why impacts cannot be looked for.

use super::ImpactMethod;
use crate::candidates::MotionError;
use crate::session::QueryError;
use thiserror::Error;

/// Why the impacts of a step cannot be looked for.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ImpactError {
    /// A scene or an object that cannot be used, or threads that cannot be started.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A step that does not fit the scene.
    #[error(transparent)]
    Motion(#[from] MotionError),
    /// A thickness that is no distance.
    #[error(
        "the thickness is {thickness}; give a distance that is finite and not negative, and zero for what touches"
    )]
    BadThickness {
        /// The thickness as given.
        thickness: f64,
    },
    /// A thickness with a method that answers for what touches only.
    #[error(
        "the method '{}' finds what touches, not what is within a thickness; leave the thickness at zero, or \
         the method at '{}'",
        method.name(), ImpactMethod::Clusters.name()
    )]
    MethodWithoutThickness {
        /// The method as given.
        method: ImpactMethod,
    },
    /// A tolerance that is no time.
    #[error(
        "times were asked for to within {tolerance}; give a tolerance that is not negative, and zero \
         for neighbouring numbers"
    )]
    BadTolerance {
        /// The tolerance as given.
        tolerance: f64,
    },
}
