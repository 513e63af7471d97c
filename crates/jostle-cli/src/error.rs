//! Everything that ends a command early.

use std::path::PathBuf;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum Error {
    /// A mesh file that cannot be read or written.
    #[error(transparent)]
    File(#[from] jostle_io::Error),
    /// A mesh or scene that cannot be used.
    #[error(transparent)]
    Scene(#[from] jostle::SceneError),
    /// A mesh that cannot be used, and its file.
    #[error("'{file}': {source}")]
    Mesh { file: String, source: jostle::MeshError },
    /// A picture that cannot be made.
    #[error(transparent)]
    Picture(#[from] jostle_picture::Error),
    /// A file of ours that cannot be written.
    #[error("'{}' cannot be written: {source}; check that the folder exists and that you may write there", path.display())]
    Write { path: PathBuf, source: std::io::Error },
    /// Nobody takes our output.
    #[error("the report cannot be printed: {0}")]
    Print(#[from] std::io::Error),
}
