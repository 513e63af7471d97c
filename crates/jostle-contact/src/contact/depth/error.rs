//! Why depths cannot be told.

use crate::mesh::ObjectId;
use crate::session::QueryError;
use crate::volume::VolumeError;
use thiserror::Error;

/// Why depths cannot be told.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum DepthError {
    /// A scene or an object that cannot be used, or threads that cannot be started.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// A surface without an inside: it is open, or has no side outside.
    #[error(transparent)]
    Surface(#[from] VolumeError),
    /// A surface that is to be tested against itself: it has no elements that a vertex could be inside of.
    #[error(
        "object {object} ('{name}') is a surface, and only tetrahedra can hold vertices of their own object; give it \
         as tetrahedra, or leave out depths within"
    )]
    SelfOfSurface {
        /// Index of the object.
        object: ObjectId,
        /// Its name.
        name: String,
    },
}
