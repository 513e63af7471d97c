//! Why a scene cannot be built or moved to a frame.

use crate::{ALL, RESOLUTIONS};
use thiserror::Error;

/// Why a scene cannot be built or moved to a frame.
#[derive(Debug, Error)]
pub enum Error {
    /// A name that no scene has.
    #[error("there is no scene '{name}'; there are {}", names())]
    NoSuchScene {
        /// The name asked for.
        name: String,
    },
    /// A resolution that scenes do not have.
    #[error("there is no resolution {resolution}; there are 0 to {}", RESOLUTIONS.len() - 1)]
    NoSuchResolution {
        /// The resolution asked for.
        resolution: usize,
    },
    /// A frame after the last.
    #[error("there is no frame {frame} of '{scene}'; there are {frames}, counted from 0")]
    NoSuchFrame {
        /// The name of the scene.
        scene: &'static str,
        /// The frame asked for.
        frame: usize,
        /// How many frames the scene has.
        frames: usize,
    },
    /// A mesh for a body that the scene does not have.
    #[error("the scene '{scene}' has no body '{body}' to replace; it has {}", bodies.join(", "))]
    NoSuchBody {
        /// The name of the scene.
        scene: &'static str,
        /// The name of the body asked for.
        body: String,
        /// The names of the bodies it has.
        bodies: Vec<String>,
    },
    /// A mesh without extent, which no box can be filled with.
    #[error("the mesh for '{body}' has no extent; give one with vertices that are apart")]
    NoExtent {
        /// The name of the body.
        body: String,
    },
    /// A mesh file that cannot be read.
    #[error(transparent)]
    File(#[from] jostle_io::Error),
    /// A mesh that cannot be used.
    #[error(transparent)]
    Scene(#[from] jostle::SceneError),
}

fn names() -> String {
    ALL.iter().map(|scene| scene.name).collect::<Vec<_>>().join(", ")
}
