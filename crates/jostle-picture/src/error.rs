//! Why there is no picture.

use crate::size::{LEAST_SIDE, MOST_SIDE};
use jostle::{Pair, SceneError};
use jostle_support::text::grouped;
use std::io;
use thiserror::Error;

/// Why there is no picture; every message says what to change.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A size that no picture has.
    #[error(
        "a picture of {width} x {height} pixels cannot be made; both sides must be {LEAST_SIDE} to \
         {MOST_SIDE}"
    )]
    Size {
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A scene with positions that are not finite.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// Marks or values that are not one per element.
    #[error(
        "there are {} {what} for {} elements; give one per element",
        grouped(*.given), grouped(*.elements)
    )]
    Count {
        /// What was given.
        what: &'static str,
        /// How many.
        given: usize,
        /// Number of elements of the scene.
        elements: usize,
    },
    /// A pair of elements that the scene does not have.
    #[error(
        "the pair of elements {} and {} is not of this scene, which has {}; give pairs of this scene",
        grouped(pair.a.index()), grouped(pair.b.index()), grouped(*.elements)
    )]
    Pair {
        /// The pair.
        pair: Pair,
        /// Number of elements of the scene.
        elements: usize,
    },
    /// A word that could not be read.
    #[error("'{given}' is no {what}; use {choices}")]
    Word {
        /// What was given.
        given: String,
        /// What it should have been.
        what: &'static str,
        /// What there is.
        choices: &'static str,
    },
    /// A frame of another size than those before it.
    #[error(
        "a frame of {} x {} pixels does not fit an animation of {} x {}; draw all frames at one size",
        frame[0], frame[1], animation[0], animation[1]
    )]
    Frame {
        /// Width and height of the frame.
        frame: [u32; 2],
        /// Width and height of the first one.
        animation: [u32; 2],
    },
    /// A file that cannot be written.
    #[error(
        "'{file}' cannot be written: {source}; check that the folder exists, that you may write there, and that the disk is not full"
    )]
    Write {
        /// The file as named by the caller.
        file: String,
        /// What the operating system said.
        source: io::Error,
    },
    /// A name that does not tell what to write.
    #[error("'{file}': {what} have the extension {extension}; name the file so")]
    Extension {
        /// The file as named by the caller.
        file: String,
        /// What is to be written.
        what: &'static str,
        /// The extensions there are.
        extension: &'static str,
    },
}
