//! Why a shape is refused.

use super::SupportMap;
use glam::DVec3;
use thiserror::Error;

/// Why a query about two shapes is refused.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ConvexError {
    /// A coordinate is NaN or infinite.
    #[error("vertex {vertex} of the {shape} shape is at ({}, {}, {}), but coordinates must be finite; repair the coordinate, or the pose that led to it", position.x, position.y, position.z)]
    NonFinite {
        /// `first` or `second`.
        shape: &'static str,
        /// Index of the vertex.
        vertex: usize,
        /// Its position.
        position: DVec3,
    },
    /// A radius is negative, NaN or infinite.
    #[error("the {shape} shape has a radius of {radius}, but it must be finite and at least zero")]
    BadRadius {
        /// `first` or `second`.
        shape: &'static str,
        /// The radius as given.
        radius: f64,
    },
    /// A shape has no vertex.
    #[error("the {shape} shape has no vertex; leave it out")]
    Empty {
        /// `first` or `second`.
        shape: &'static str,
    },
}

/// Names the first thing that no query can work with. Linear in the vertices, so called only where
/// the extents look odd.
#[cold]
pub(super) fn check(a: &impl SupportMap, b: &impl SupportMap) -> Result<(), ConvexError> {
    check_one("first", a)?;
    check_one("second", b)
}

fn check_one(shape: &'static str, s: &impl SupportMap) -> Result<(), ConvexError> {
    if s.vertex_count() == 0 {
        return Err(ConvexError::Empty { shape });
    }
    for vertex in 0..s.vertex_count() {
        let position = s.vertex(vertex);
        if !position.is_finite() {
            return Err(ConvexError::NonFinite { shape, vertex, position });
        }
    }
    let radius = s.radius();
    if !(radius >= 0.0 && radius.is_finite()) {
        return Err(ConvexError::BadRadius { shape, radius });
    }
    Ok(())
}
