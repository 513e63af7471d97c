//! How far the features of a search reach.

use crate::mesh::{Scene, all_finite};
use glam::DVec3;
use jostle_support::text::grouped;
use thiserror::Error;

/// How far the features of a search reach: where they are, along a step, and within a distance.
///
/// ```
/// use jostle::DVec3;
/// use jostle::candidates::Motion;
///
/// let end = [DVec3::X, DVec3::Y];
/// let motion = Motion { end: Some(&end), margin: 1e-3 };
/// assert!(!motion.is_rest() && Motion::default().is_rest());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion<'m> {
    /// Where vertices are at the end of a step, if they move on straight lines; one position for each
    /// vertex of the scene.
    pub end: Option<&'m [DVec3]>,
    /// Features within this distance of each other are candidates.
    pub margin: f64,
}

/// Why a motion cannot be searched.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum MotionError {
    /// Another number of positions than of vertices.
    #[error(
        "the scene has {} vertices but the step ends with {} positions; give one for each vertex",
        grouped(*.vertices), grouped(*.positions)
    )]
    WrongVertexCount {
        /// Vertices of the scene.
        vertices: usize,
        /// Positions given.
        positions: usize,
    },
    /// A position that is no number.
    #[error(
        "vertex {} ends the step at {position}, which is not finite; look at what computes it",
        grouped(*.vertex)
    )]
    NonFinite {
        /// The vertex, numbered through the scene.
        vertex: usize,
        /// Where it ends.
        position: DVec3,
    },
    /// A margin that is no distance.
    #[error("the margin is {margin}; give a distance that is finite and not negative")]
    BadMargin {
        /// The margin given.
        margin: f64,
    },
}

impl Motion<'_> {
    /// Whether features are just where they are.
    pub fn is_rest(&self) -> bool {
        self.end.is_none() && self.margin == 0.0
    }

    /// Refuses a motion that does not fit a scene.
    #[doc(hidden)]
    pub fn check(&self, scene: &Scene) -> Result<(), MotionError> {
        let Motion { end, margin } = *self;
        if !(margin >= 0.0 && margin.is_finite()) {
            return Err(MotionError::BadMargin { margin });
        }
        let Some(end) = end else { return Ok(()) };
        let (vertices, positions) = (scene.vertices().len(), end.len());
        if vertices != positions {
            return Err(MotionError::WrongVertexCount { vertices, positions });
        }
        if all_finite(end) {
            return Ok(());
        }
        let vertex = end.iter().position(|p| !p.is_finite()).expect("found above");
        Err(MotionError::NonFinite { vertex, position: end[vertex] })
    }
}
