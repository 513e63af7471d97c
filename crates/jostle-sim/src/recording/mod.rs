//! Recordings: the frames of a world, to be played back as they were.
//!
//! # The format
//!
//! A recording is a sequence of blocks. Each has a header of 17 bytes: its kind (one byte), the length of its content as
//! stored and unpacked (two times `u32`), the number of the frame (`u32`) and the checksum (CRC-32) of all of that and
//! of the content, in little endian. The first block is the beginning: the eight bytes `JOSTLE\0\x01`. Then come
//!
//! | kind | content |
//! | --- | --- |
//! | 1, scene | the objects: names, elements, self-collision; before the first frame, and where a topology changes |
//! | 2, key frame | all positions as `f64` |
//! | 3, frame | all positions, as differences of their bits to the frame before |
//!
//! Contents are packed with Deflate, bytes of the same place in a number together. Positions are those of the world to
//! the last bit. A frame is found by reading headers from the start, and then at most [`KEY_FRAMES`] blocks. Whatever
//! end of the file is missing, frames before it play.

mod block;
mod player;
mod recorder;

pub use player::Player;
pub use recorder::Recorder;

/// How many frames there are from one key frame to the next.
pub const KEY_FRAMES: u32 = 32;

/// Why a recording could not be written or played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// A frame could not be written. Frames before it are whole and play.
    #[error(
        "frame {frame} of '{file}' could not be written: {source}; {frame} frames before it are kept"
    )]
    Write {
        /// The file.
        file: String,
        /// The frame, counted from zero.
        frame: u32,
        /// Why.
        source: std::io::Error,
    },
    /// The file could not be read.
    #[error("'{file}' could not be read: {source}")]
    Read {
        /// The file.
        file: String,
        /// Why.
        source: std::io::Error,
    },
    /// It is no recording.
    #[error("'{file}' is no recording: {problem}")]
    NoRecording {
        /// The file.
        file: String,
        /// Why.
        problem: String,
    },
    /// There are fewer frames.
    #[error("'{file}' has {frames} frames, so that frame {frame} is not among them")]
    NoSuchFrame {
        /// The file.
        file: String,
        /// The frame.
        frame: u32,
        /// How many there are.
        frames: u32,
    },
}

#[cfg(test)]
mod tests;
