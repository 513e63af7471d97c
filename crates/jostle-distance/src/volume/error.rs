//! Why a volume cannot be told.

use crate::mesh::{ObjectId, SceneError};
use crate::session::QueryError;
use jostle_support::text::grouped;
use thiserror::Error;

/// Why a volume cannot be told.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum VolumeError {
    /// A scene that cannot be used.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// An object without elements is nowhere.
    #[error("object {object} ('{name}') has no element, so it is nowhere; leave it out")]
    Empty {
        /// Index of the object.
        object: ObjectId,
        /// Its name.
        name: String,
    },
    /// One object given twice.
    #[error("object {object} ('{name}') is given twice; give two objects, or ask for its volume")]
    Same {
        /// Index of the object.
        object: ObjectId,
        /// Its name.
        name: String,
    },
    /// A surface with a boundary encloses nothing.
    #[error(
        "object {object} ('{name}') is open: a boundary loop of {} edges runs along the vertices \
         {first:?}{}; close the hole, or give the object as tetrahedra",
        grouped(*.length), if first.len() < *length { " and on" } else { "" }
    )]
    Open {
        /// Index of the object.
        object: ObjectId,
        /// Its name.
        name: String,
        /// The first vertices of the loop, numbered within the object.
        first: Vec<u32>,
        /// Number of edges of the loop, as many as it has vertices.
        length: usize,
    },
    /// Triangles that do not agree which side is outside.
    #[error(
        "object {object} ('{name}') has no outside: the triangles at the edge from vertex {} to \
         vertex {} run along it the same way; turn over those that face inward",
        edge[0], edge[1]
    )]
    NotOriented {
        /// Index of the object.
        object: ObjectId,
        /// Its name.
        name: String,
        /// The edge, its vertices numbered within the object, the lower one first.
        edge: [u32; 2],
    },
}

impl From<SceneError> for VolumeError {
    fn from(error: SceneError) -> VolumeError {
        VolumeError::Query(error.into())
    }
}
